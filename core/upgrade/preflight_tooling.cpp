// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/semantic_version.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/upgrade_tr.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// Before it charts could make Helm read and run what they should not (GO-2025-3887 and others).
const QString oldestSafeHelm3 = u"3.18.5"_s;
/// Before it, and from 4.0.0 on, plugins could write anywhere and came in without their signature
/// (CVE-2026-35204, CVE-2026-35205). No upgrade installs plugins.
const QString oldestSafeHelm4 = u"4.1.4"_s;

} // namespace

PreflightFinding checkHelm(const PreflightEvidence &evidence)
{
    const QString install = UpgradeTr::tr("Install Helm 4 from %1 on, or Helm 3 from %2 on.")
                                .arg(oldestSafeHelm4, oldestSafeHelm3);
    if (!evidence.helm) {
        const Error &why = evidence.helm.error();
        if (why.code == Error::Code::NotFound || why.code == Error::Code::Unsupported)
            return finding("helm", Severity::Severe, why.message, {}, install);
        return unknownFinding("helm", UpgradeTr::tr("The helm that would run is unknown."), why);
    }
    const auto version = SemanticVersion::read(evidence.helm->text);
    if (!version)
        return finding("helm", Severity::Unknown, UpgradeTr::tr("Helm's version cannot be read."),
                       {evidence.helm->text}, install);
    if (evidence.helm->major == 3 && *version < *SemanticVersion::read(oldestSafeHelm3))
        return finding(
            "helm", Severity::Severe,
            UpgradeTr::tr("Helm %1 has known vulnerabilities that a chart can exploit.")
                .arg(evidence.helm->text),
            {UpgradeTr::tr(
                 "Fixed in %1: reading files outside of the chart, unbounded memory use (GO-2025-3887).")
                 .arg(oldestSafeHelm3)},
            install);
    if (evidence.helm->major == 4 && *version < *SemanticVersion::read(oldestSafeHelm4))
        return finding("helm", Severity::Warning,
                       UpgradeTr::tr("Helm %1 has known vulnerabilities that a plugin can exploit.")
                           .arg(evidence.helm->text),
                       {UpgradeTr::tr("Fixed in %1: plugins that write to any path or are installed without "
                                      "verifying their signature (CVE-2026-35204, CVE-2026-35205).")
                            .arg(oldestSafeHelm4)},
                       install);
    if (version->isPreRelease())
        return finding("helm", Severity::Warning,
                       UpgradeTr::tr("Helm %1 is a pre-release.").arg(evidence.helm->text), {}, install);
    return finding("helm", Severity::Ok, UpgradeTr::tr("Helm %1 would run.").arg(evidence.helm->text));
}

PreflightFinding checkRights(const PreflightEvidence &evidence)
{
    if (!evidence.access)
        return unknownFinding("rights",
                              UpgradeTr::tr("Whether you have the permissions for all writes is unknown."),
                              evidence.access.error());
    QStringList denied;
    QStringList unanswered;
    for (const AccessReview &review : *evidence.access) {
        if (!review.isAllowed)
            unanswered << review.text();
        else if (!*review.isAllowed)
            denied << (review.reason.isEmpty() ? review.text() : review.text() + u": "_s + review.reason);
    }
    const QString ask = UpgradeTr::tr("Ask the cluster's administrator for these permissions.");
    if (!denied.isEmpty())
        return finding(
            "rights", Severity::Severe,
            UpgradeTr::tr("You lack permission for some of the actions; the operation would stop half-way."),
            denied, ask);
    if (!unanswered.isEmpty() || evidence.access->isEmpty())
        return finding("rights", Severity::Unknown,
                       UpgradeTr::tr("Whether you have the permissions for all writes is unknown."),
                       unanswered);
    return finding("rights", Severity::Ok,
                   UpgradeTr::tr("You have permission for all %1 actions.").arg(evidence.access->size()));
}

} // namespace chartroom
