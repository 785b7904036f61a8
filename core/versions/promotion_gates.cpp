// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/promotion_gates.h"

#include "core/base/short_list.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// What nothing in the API tells, and what this build does not know: an audit does not ask for it either.
bool isHardlyTold(const QString &component)
{
    return component == u"nccl" || matrixGroup(component) == MatrixGroup::Firmware ||
           matrixGroup(component) == MatrixGroup::Other;
}

/// Asks one question after the other.
class PromotionGateBuilder
{
public:
    PromotionGateBuilder(const VersionMatrix &matrix, const MatrixEntry &canary, const VersionAudit &audit,
                         const UpgradePathInput &facts)
        : m_matrix(matrix)
        , m_canary(canary)
        , m_audit(audit)
        , m_facts(facts)
        , m_nodes(canary.canaryNodes())
    {}

    QList<UpgradePathGate> gates()
    {
        judgeNode();
        const QList<MatrixGroup> moved = movedGroups();
        QStringList titles;
        for (const MatrixGroup group : moved)
            titles << matrixGroupTitle(group);
        gate("oneComponent", moved.size() == 1,
             VersionsTr::tr("It changes only %1.").arg(titles.join(u", "_s)),
             titles.isEmpty()
                 ? VersionsTr::tr("It changes nothing.")
                 : VersionsTr::tr("It changes several components at a time: %1.").arg(titles.join(u", "_s)));
        judgeVersions();
        judgeBakes(moved);
        gate("failedNodes", m_facts.failed.isEmpty(), VersionsTr::tr("No node has failed."),
             VersionsTr::tr("The rollout failed on %1.").arg(shortList(m_facts.failed)));
        judgeFindings();
        QStringList problems;
        for (const MatrixProblem &problem : m_audit.problems)
            if (problem.severity == MatrixSeverity::Error && problem.entry == m_canary.name)
                problems << problem.text;
        gate("document", problems.isEmpty(), VersionsTr::tr("The matrix contains no errors for it."),
             problems.join(u' '));
        return m_gates;
    }

private:
    void judgeNode()
    {
        const QStringList missing = notInCluster();
        gate("canaryNode", !m_nodes.isEmpty() && missing.isEmpty(),
             VersionsTr::tr("%1 is the canary node.").arg(m_nodes.join(u", "_s)),
             m_nodes.isEmpty()
                 ? VersionsTr::tr("The matrix does not name a canary node.")
                 : VersionsTr::tr("The matrix names a canary node that is not in the cluster: %1.")
                       .arg(missing.join(u", "_s)));
    }

    /// The groups that the canary moves, of those that an operator or the cluster brings.
    [[nodiscard]] QList<MatrixGroup> movedGroups() const
    {
        QList<MatrixGroup> groups;
        const MatrixEntry *production = m_matrix.find(VersionMatrix::production);
        for (const MatrixDifference &one :
             production ? matrixDifferences(*production, m_canary) : QList<MatrixDifference>()) {
            const MatrixGroup group = matrixGroup(usualComponent(one.name));
            const bool isMoved =
                !one.after.isEmpty() && !isSameVersion(one.before, one.after) && group != MatrixGroup::Other;
            if (isMoved && !groups.contains(group))
                groups << group;
        }
        std::sort(groups.begin(), groups.end());
        return groups;
    }

    [[nodiscard]] QStringList notInCluster() const
    {
        QStringList missing = m_nodes;
        missing.removeIf([&](const QString &node) { return m_audit.nodes.contains(node); });
        return missing;
    }

    /// On the canary where it is of nodes, in the cluster otherwise.
    void judgeVersions()
    {
        QStringList others;
        QStringList untold;
        QStringList unasked;
        for (const MatrixValue &value : m_canary.components) {
            const QString component = observedComponent(value.name(), value.text);
            if (!isComparable(component, value.text))
                continue; // the document's problem
            const Observation *observed = observationOf(m_audit.observed, component);
            const bool isSeen = observed && !observed->versions.isEmpty();
            if (!isSeen && isHardlyTold(component)) {
                unasked << versionTitle(component);
                continue;
            }
            if (!isSeen || !isToldOfCanary(*observed))
                untold << versionTitle(component);
            for (const ObservedVersion &version : isSeen ? observed->versions : QList<ObservedVersion>())
                if (const VersionOrder order = compareVersions(component, value.text, version.version);
                    isOnCanary(version) && order != VersionOrder::Equal && order != VersionOrder::Within)
                    others << u"%1 %2"_s.arg(versionTitle(component), version.version);
        }
        QStringList closed;
        if (m_nodes.isEmpty() || !notInCluster().isEmpty())
            closed << VersionsTr::tr("There is no canary to check.");
        if (!others.isEmpty())
            closed << VersionsTr::tr("The canary runs other versions: %1.").arg(others.join(u", "_s));
        if (!untold.isEmpty())
            closed << VersionsTr::tr("The version of %1 on the canary is unknown.").arg(untold.join(u", "_s));
        gate("canaryRuns", closed.isEmpty(),
             unasked.isEmpty()
                 ? VersionsTr::tr("The canary runs the versions of the matrix.")
                 : VersionsTr::tr(
                       "The canary runs the versions of the matrix; no object in the cluster reports %1.")
                       .arg(unasked.join(u", "_s)),
             closed.join(u' '));
    }

    [[nodiscard]] bool isOnCanary(const ObservedVersion &version) const
    {
        return version.nodes.isEmpty() ||
               std::any_of(m_nodes.cbegin(), m_nodes.cend(),
                           [&](const QString &node) { return version.nodes.contains(node); });
    }

    /// Of something that is of the cluster as a whole nothing more is to be told.
    [[nodiscard]] bool isToldOfCanary(const Observation &observed) const
    {
        const bool isOfNodes = std::any_of(observed.versions.cbegin(), observed.versions.cend(),
                                           [](const ObservedVersion &one) { return !one.nodes.isEmpty(); });
        const auto isTold = [&](const QString &node) {
            return !observed.untold.contains(node) &&
                   (!isOfNodes ||
                    std::any_of(observed.versions.cbegin(), observed.versions.cend(),
                                [&](const ObservedVersion &one) { return one.nodes.contains(node); }));
        };
        return std::all_of(m_nodes.cbegin(), m_nodes.cend(), isTold);
    }

    /// Each component that moves has to be watched by itself; of what nobody brings there is no journal.
    void judgeBakes(const QList<MatrixGroup> &moved)
    {
        QStringList texts;
        bool isOver = !moved.isEmpty();
        for (const MatrixGroup group : moved) {
            const BakeClock clock =
                bakeClock(group, leadVersion(m_matrix, m_audit, m_canary, group), m_facts);
            isOver = isOver && clock.isOver();
            m_interruptions += clock.interruptions;
            texts << (moved.size() > 1 ? VersionsTr::tr("%1: %2").arg(matrixGroupTitle(group), clock.text)
                                       : clock.text);
        }
        const QString text =
            moved.isEmpty() ? VersionsTr::tr("It changes nothing that could have baked.") : texts.join(u' ');
        gate("bake", isOver, text, text);
    }

    void judgeFindings()
    {
        QStringList broken;
        for (const AuditFinding &finding : m_audit.findings)
            if (finding.severity == AuditSeverity::Broken &&
                (finding.entry.isEmpty() || finding.entry == m_canary.name))
                broken << finding.text;
        for (const BakeTrouble &trouble : m_facts.troubles)
            if (!m_interruptions.contains(trouble.text))
                broken << trouble.text;
        gate("findings", broken.isEmpty(), VersionsTr::tr("No findings."), broken.join(u' '));
    }

    void gate(const char *id, bool isOpen, const QString &open, const QString &closed)
    {
        m_gates.append({QString::fromLatin1(id), isOpen, isOpen ? open : closed});
    }

    const VersionMatrix &m_matrix;
    const MatrixEntry &m_canary;
    const VersionAudit &m_audit;
    const UpgradePathInput &m_facts;
    QStringList m_nodes;
    QStringList m_interruptions; ///< said of the bakes already
    QList<UpgradePathGate> m_gates;
};

} // namespace

QStringList groupLeaders(MatrixGroup group)
{
    switch (group) {
    case MatrixGroup::GpuOperator:
        return {u"gpu_operator"_s};
    case MatrixGroup::NetworkOperator:
        return {u"network_operator"_s};
    case MatrixGroup::Cluster:
        return {u"openshift"_s, u"kubernetes"_s};
    case MatrixGroup::SriovOperator:
        return {u"sriov_operator"_s};
    case MatrixGroup::Firmware:
    case MatrixGroup::Other:
        break;
    }
    return {};
}

QString currentVersion(const VersionMatrix &matrix, const VersionAudit &audit, const QString &component,
                       const QString &name)
{
    const Observation *observed = observationOf(audit.observed, component);
    if (observed && !observed->versions.isEmpty())
        return observed->versions.first().version;
    const MatrixEntry *production = matrix.find(VersionMatrix::production);
    return production ? production->text(name) : QString();
}

QString leadVersion(const VersionMatrix &matrix, const VersionAudit &audit, const MatrixEntry &entry,
                    MatrixGroup group)
{
    for (const QString &leader : groupLeaders(group)) {
        for (const MatrixValue &value : entry.components)
            if (usualComponent(value.name()) == leader && VersionText::read(value.text))
                return value.text;
        if (const QString runs = currentVersion(matrix, audit, leader, leader); !runs.isEmpty())
            return runs;
    }
    return {};
}

QList<UpgradePathGate> promotionGates(const VersionMatrix &matrix, const MatrixEntry &canary,
                                      const VersionAudit &audit, const UpgradePathInput &facts)
{
    return PromotionGateBuilder(matrix, canary, audit, facts).gates();
}

} // namespace chartroom
