// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/history_printout.h"
#include "app/verbs/release_sides.h"
#include "app/verbs/session_verb.h"

namespace chartroom {

/// `history`: the stored revisions of one release.
class HistoryVerb final : public SessionVerb
{
    Q_OBJECT
public:
    using SessionVerb::SessionVerb;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    void printWhenAllAreHere();

    QList<HistoryRow> m_revisions;
    qsizetype m_missing = 0;
};

/// `values`: the user's, the computed or the chart's values of one revision, or what an upgrade would store;
/// masked unless asked otherwise.
class ValuesVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// `charts` outlives the verb; null when there are none.
    ValuesVerb(Invocation invocation, Sessions sessions, Console *console, ChartSources *charts);
    ~ValuesVerb() override;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    void printSide(const SideText &side);

    ChartSources *m_charts;
    std::unique_ptr<ReleaseSides> m_sides;
};

/// `diff`: two sides of a release against each other.
class DiffVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// `charts` outlives the verb; null when there are none.
    DiffVerb(Invocation invocation, Sessions sessions, Console *console, ChartSources *charts);
    ~DiffVerb() override;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    void take(std::optional<SideText> &place, const Result<SideText> &side);
    void printReport();

    ChartSources *m_charts;
    std::unique_ptr<ReleaseSides> m_sides;
    ReleaseKey m_key;
    std::optional<SideText> m_from;
    std::optional<SideText> m_to;
    bool m_hasFailed = false;
};

} // namespace chartroom
