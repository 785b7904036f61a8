// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/upgrade_path.h"

#include <utility>

namespace chartroom {

/// An audit as a person reads it: a line for each component and group of nodes, then what was found, and the
/// way. Text is as the cluster and the matrix have it: not yet safe to show.
struct AuditReport
{
    QString headline;
    QString summary; ///< how much drifts and is broken, in sentences
    QStringList titles;
    QList<QStringList> rows;
    QList<std::pair<QString, QStringList>> sections; ///< none is empty
};
[[nodiscard]] AuditReport auditReport(const VersionAudit &audit,
                                      const std::optional<UpgradePath> &upgradePath);

/// What was found, where it is from and in which entry, in one line.
[[nodiscard]] QString auditFindingText(const AuditFinding &finding);

/// Whatever tells the versions of a component, a line each.
[[nodiscard]] QStringList auditEvidence(const AuditRow &row);

/// Every node that it names, sorted.
[[nodiscard]] QStringList auditedNodes(const VersionAudit &audit);

/// The report as Markdown; nothing in it is read as markup but what is meant so.
[[nodiscard]] QString auditMarkdown(const VersionAudit &audit, const std::optional<UpgradePath> &upgradePath);

} // namespace chartroom
