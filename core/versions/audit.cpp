// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/audit.h"

#include "core/base/short_list.h"
#include "core/versions/matrix_rules.h"
#include "core/versions/operator_observation.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// Which nodes go first, and with what.
struct Canary
{
    QStringList nodes;
    const MatrixEntry *entry = nullptr;
};

Canary canaryOf(const VersionMatrix &matrix)
{
    const MatrixEntry *entry = matrix.find(VersionMatrix::canary);
    return entry ? Canary{entry->canaryNodes(), entry} : Canary();
}

/// Compares one component of the matrix with what runs.
class AuditRowBuilder
{
public:
    AuditRowBuilder(const MatrixValue &value, const QList<Observation> &observed, const Canary &canary,
                    bool isAllKnown)
        : m_canary(canary)
        , m_isAllKnown(isAllKnown)
    {
        m_row.name = value.name();
        m_row.component = usualComponent(value.name());
        m_row.group = matrixGroup(m_row.component);
        m_row.expected = value.text;
        m_row.place = value.place;
        const QString key = observedComponent(m_row.name, m_row.expected);
        m_row.observedAs = observationOf(observed, key) ? key : m_row.component;
        m_observation = observationOf(observed, m_row.observedAs);
    }

    AuditRow judged()
    {
        if (m_observation) {
            m_row.untold = m_observation->untold;
            m_row.wanted = m_observation->wanted;
            m_row.wantedBy = m_observation->wantedBy;
            m_row.remarks = m_observation->remarks;
            for (const ObservedVersion &version : m_observation->versions)
                m_row.groups << group(version);
        }
        judge();
        return m_row;
    }

private:
    [[nodiscard]] AuditGroup group(const ObservedVersion &version) const
    {
        AuditGroup group{version, compareVersions(m_row.component, m_row.expected, version.version), false};
        const bool isCanarysOnly =
            !version.nodes.isEmpty() &&
            std::all_of(version.nodes.cbegin(), version.nodes.cend(),
                        [this](const QString &node) { return m_canary.nodes.contains(node); });
        if (!group.isExpected() && isCanarysOnly && m_canary.entry)
            group.isCanary = isSameVersion(m_canary.entry->text(m_row.name), version.version);
        return group;
    }

    void judge()
    {
        if (!isComparable(m_row.component, m_row.expected))
            return say(
                AuditVerdict::Unknown,
                VersionsTr::tr("The matrix has no version that can be compared: %1.").arg(m_row.expected));
        if (m_row.groups.isEmpty())
            return judgeNothing();
        const bool isExpected = std::all_of(m_row.groups.cbegin(), m_row.groups.cend(),
                                            [](const AuditGroup &group) { return group.isExpected(); });
        if (!isExpected)
            return m_row.groups.size() > 1 ? judgeMixed() : judgeOther(m_row.groups.first());
        if (!m_row.wanted.isEmpty() && !isSameVersion(m_row.expected, m_row.wanted) && !isCanaryRunning())
            return say(AuditVerdict::Drift,
                       VersionsTr::tr("It still runs, but %1").arg(m_row.wantedBy.first().text));
        if (!m_row.untold.isEmpty())
            return say(AuditVerdict::Unknown,
                       VersionsTr::tr("As expected where it is reported, and not reported on %1.")
                           .arg(shortList(m_row.untold)));
        say(AuditVerdict::Match,
            isCanaryRunning()
                ? VersionsTr::tr("As expected, except for the canary %1.").arg(m_canary.nodes.join(u", "_s))
                : VersionsTr::tr("As expected."));
    }

    [[nodiscard]] bool isCanaryRunning() const
    {
        return std::any_of(m_row.groups.cbegin(), m_row.groups.cend(),
                           [](const AuditGroup &group) { return group.isCanary; });
    }

    void judgeNothing()
    {
        if (m_row.group == MatrixGroup::Firmware || m_row.component == u"nccl")
            return say(AuditVerdict::NotObservable,
                       VersionsTr::tr("The API does not report it: provide a report file, or a node label "
                                      "chartroom.github.io/version.%1.")
                           .arg(m_row.component));
        if (!m_row.untold.isEmpty())
            return say(AuditVerdict::Unknown,
                       VersionsTr::tr("The version on %1 is unknown: no ready pod and no label reports it.")
                           .arg(shortList(m_row.untold)));
        if (isOperator(m_row.component) && m_isAllKnown)
            return say(AuditVerdict::Drift, VersionsTr::tr("It is not installed."));
        if (!m_row.wanted.isEmpty() && !isSameVersion(m_row.expected, m_row.wanted))
            return say(AuditVerdict::Drift,
                       VersionsTr::tr("It runs nowhere, and %1").arg(m_row.wantedBy.first().text));
        say(AuditVerdict::Unknown, VersionsTr::tr("No object in the cluster reports it."));
    }

    void judgeMixed()
    {
        QStringList parts;
        for (const AuditGroup &group : std::as_const(m_row.groups))
            parts << (group.observed.nodes.isEmpty()
                          ? VersionsTr::tr("%1 (the cluster)").arg(group.observed.version)
                          : VersionsTr::tr("%1 on %2 (%3)")
                                .arg(group.observed.version, QString::number(group.observed.nodes.size()),
                                     shortList(group.observed.nodes)));
        say(AuditVerdict::Mixed, VersionsTr::tr("Nodes differ: %1.").arg(parts.join(u", "_s)));
    }

    void judgeOther(const AuditGroup &group)
    {
        const QString &runs = group.observed.version;
        if (group.order == VersionOrder::Older)
            say(AuditVerdict::Ahead, VersionsTr::tr("%1 runs, which is newer.").arg(runs));
        else if (group.order == VersionOrder::Newer)
            say(AuditVerdict::Behind, VersionsTr::tr("%1 runs, which is older.").arg(runs));
        else
            say(AuditVerdict::Drift, VersionsTr::tr("%1 runs instead.").arg(runs));
    }

    void say(AuditVerdict verdict, const QString &text)
    {
        m_row.verdict = verdict;
        m_row.text = text;
    }

    const Canary &m_canary;
    bool m_isAllKnown;
    AuditRow m_row;
    const Observation *m_observation = nullptr;
};

/// Findings of an entry that the cluster shows too are said of the cluster alone.
void addEntryFindings(const AuditParts &parts, const QMap<QString, NodeTraits> &nodes,
                      QList<AuditFinding> &findings)
{
    const QList<AuditFinding> ofCluster = findings;
    for (const MatrixEntry &entry : parts.matrix->entries()) {
        for (const AuditFinding &finding :
             compatibilityFindings(asObservations(entry), nodes, parts.known, entry.name)) {
            const bool isBad =
                finding.severity == AuditSeverity::Broken || finding.severity == AuditSeverity::Warning;
            const bool isSaid =
                std::any_of(ofCluster.cbegin(), ofCluster.cend(), [&](const AuditFinding &other) {
                    return other.kind == finding.kind && other.components == finding.components &&
                           entry.name == VersionMatrix::production;
                });
            if (isBad && !isSaid)
                findings << finding;
        }
    }
}

/// A green audit of nothing would be taken for one of a cluster.
QString whyUncompared(const VersionMatrix &matrix, const VersionAudit &audit)
{
    if (!matrix.find(audit.entry)) {
        QStringList names;
        for (const MatrixEntry &entry : matrix.entries())
            names << entry.name;
        return VersionsTr::tr("The matrix has no entry %1; it has %2.").arg(audit.entry, names.join(u", "_s));
    }
    const bool isAnyCompared = std::any_of(audit.rows.cbegin(), audit.rows.cend(), [](const AuditRow &row) {
        return row.verdict == AuditVerdict::Match || isDrift(row.verdict);
    });
    return isAnyCompared
               ? QString()
               : VersionsTr::tr("Nothing of %1 could be compared with the cluster.").arg(audit.entry);
}

/// What the chart's index lists is there, whatever the program's own list says, which is older.
void removeListed(const VersionMatrix &matrix, const QList<PublishedVersions> &published,
                  QList<MatrixProblem> &problems)
{
    problems.removeIf([&](const MatrixProblem &problem) {
        const MatrixEntry *entry = matrix.find(problem.entry);
        const QString version = entry ? entry->text(problem.component) : QString();
        return problem.kind == u"unknownVersion" &&
               std::any_of(published.cbegin(), published.cend(), [&](const PublishedVersions &known) {
                   return known.component == usualComponent(problem.component) && known.lists(version);
               });
    });
}

QList<AuditFinding> allFindings(const AuditParts &parts, const VersionAudit &audit)
{
    const QMap<QString, NodeTraits> nodes = nodeTraits(parts.facts);
    QList<AuditFinding> findings = compatibilityFindings(audit.observed, nodes, parts.known);
    findings += clusterRuleFindings(parts.facts, parts.known);
    const QList<AuditFinding> edited = editedDaemonSets(parts.facts);
    // Where it is known what was done to a DaemonSet, nothing has to be guessed about its release's values.
    findings.removeIf([&edited](const AuditFinding &finding) {
        return finding.kind == u"otherOperand" &&
               std::any_of(edited.cbegin(), edited.cend(), [&finding](const AuditFinding &one) {
                   return one.components == finding.components.mid(1);
               });
    });
    findings += edited;
    if (parts.matrix) {
        addEntryFindings(parts, nodes, findings);
        findings += publishedFindings(*parts.matrix, parts.published, audit.problems);
        if (parts.copy)
            findings += copyFindings(*parts.matrix, parts.label, *parts.copy, parts.copyLabel);
    }
    std::stable_sort(findings.begin(), findings.end(),
                     [](const AuditFinding &a, const AuditFinding &b) { return a.severity < b.severity; });
    return findings;
}

} // namespace

QString auditVerdictText(AuditVerdict verdict)
{
    switch (verdict) {
    case AuditVerdict::Match:
        return u"match"_s;
    case AuditVerdict::Drift:
        return u"drift"_s;
    case AuditVerdict::Mixed:
        return u"mixed"_s;
    case AuditVerdict::Ahead:
        return u"ahead"_s;
    case AuditVerdict::Behind:
        return u"behind"_s;
    case AuditVerdict::Unknown:
        return u"unknown"_s;
    case AuditVerdict::NotObservable:
        break;
    }
    return u"notObservable"_s;
}

bool isDrift(AuditVerdict verdict)
{
    return verdict == AuditVerdict::Drift || verdict == AuditVerdict::Mixed ||
           verdict == AuditVerdict::Ahead || verdict == AuditVerdict::Behind;
}

bool VersionAudit::hasTrouble() const
{
    return !uncompared.isEmpty() || count(AuditSeverity::Broken) > 0 ||
           std::any_of(rows.cbegin(), rows.cend(),
                       [](const AuditRow &row) { return isDrift(row.verdict); }) ||
           std::any_of(problems.cbegin(), problems.cend(), [](const MatrixProblem &problem) {
               return problem.severity == MatrixSeverity::Error;
           });
}

int VersionAudit::count(AuditVerdict verdict) const
{
    return int(std::count_if(rows.cbegin(), rows.cend(),
                             [&](const AuditRow &row) { return row.verdict == verdict; }));
}

int VersionAudit::count(AuditSeverity severity) const
{
    return int(std::count_if(findings.cbegin(), findings.cend(),
                             [&](const AuditFinding &finding) { return finding.severity == severity; }));
}

VersionAudit auditVersions(const AuditParts &parts)
{
    VersionAudit audit;
    audit.cluster = parts.facts.cluster;
    audit.at = parts.at;
    audit.notices = parts.facts.notices + strangersIn(parts.facts);
    for (const NodeFact &node : parts.facts.nodes)
        audit.nodes << node.name;
    audit.observed = observe(parts.facts);
    audit.unlisted = audit.observed;
    if (parts.matrix) {
        audit.label = parts.label;
        audit.entry = parts.entry.isEmpty() ? VersionMatrix::production.toString() : parts.entry;
        audit.problems = allMatrixProblems(*parts.matrix);
        removeListed(*parts.matrix, parts.published, audit.problems);
        const MatrixEntry *entry = parts.matrix->find(audit.entry);
        const bool isProduction = audit.entry == VersionMatrix::production;
        const Canary canary = isProduction ? canaryOf(*parts.matrix) : Canary();
        for (const MatrixValue &value : entry ? entry->components : QList<MatrixValue>()) {
            const AuditRow row =
                AuditRowBuilder(value, audit.observed, canary, parts.facts.notices.isEmpty()).judged();
            audit.rows << row;
            audit.unlisted.removeIf([&](const Observation &observation) {
                return observation.component == row.component || observation.component == row.observedAs;
            });
        }
    }
    if (parts.matrix)
        audit.uncompared = whyUncompared(*parts.matrix, audit);
    for (const AuditRow &row : std::as_const(audit.rows))
        if (row.verdict == AuditVerdict::Unknown && !parts.facts.notices.isEmpty())
            audit.unread << row.name;
    audit.findings = allFindings(parts, audit);
    return audit;
}

} // namespace chartroom
