// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/session_verb.h"
#include "core/versions/session_versions.h"

namespace chartroom {

class ChartSources;

/// `versions audit`: what a cluster runs, beside what its matrix says; ends with Found where something drifts
/// or is broken, and worse where what was asked for could not be compared. `versions init`: a matrix of what
/// runs. Both read only.
class VersionsVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// What it borrows outlives it.
    struct Parts
    {
        ChartSources *charts = nullptr;             ///< null when there are none
        QString operations{};                       ///< the folder of the journals
        const ResponsibilityRules *rules = nullptr; ///< null: nothing is diagnosed
    };
    VersionsVerb(Invocation invocation, Sessions sessions, Console *console, Parts parts);
    ~VersionsVerb() override;

protected:
    void print(const QList<ClusterSession *> &readable) override;

private:
    /// What was read of the disk.
    struct Files
    {
        std::optional<VersionMatrix> matrix;
        QString label;
        std::optional<ReportFact> report;
    };
    [[nodiscard]] static Result<Files> readFiles(const QString &matrix, const QString &report);
    void next();
    void problem(const Error &error);
    void observe();
    void review(const SeenVersions &seen);
    void printReview(const VersionReview &review);

    Parts m_parts;
    QList<ClusterSession *>
        m_waiting; ///< for their audit, one after the other: each asks the same repositories
    ClusterSession *m_session = nullptr; ///< that is audited
    Value::List m_audits;
    bool m_saysNoMatrix = false;
    bool m_hasPrinted = false;
    int m_code = Done;
    Files m_files;
    std::unique_ptr<SessionVersions> m_versions;
};

} // namespace chartroom
