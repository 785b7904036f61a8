// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/history_printout.h"
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

/// `values`: the user's or the chart's values of one revision, masked unless asked otherwise.
class ValuesVerb final : public SessionVerb
{
    Q_OBJECT
public:
    using SessionVerb::SessionVerb;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    void printRecord(const Result<ReleaseRecord> &record);
};

} // namespace chartroom
