// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/upgrade_path.h"

#include "core/base/short_list.h"
#include "core/versions/promotion_gates.h"
#include "core/versions/versions_tr.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr std::array order{MatrixGroup::GpuOperator, MatrixGroup::NetworkOperator, MatrixGroup::Firmware,
                           MatrixGroup::Cluster, MatrixGroup::SriovOperator};

const KnownReleases *releasesOf(const QList<KnownReleases> &all, const QString &component)
{
    const auto found = std::find_if(all.cbegin(), all.cend(),
                                    [&](const KnownReleases &known) { return known.component == component; });
    return found == all.cend() ? nullptr : &*found;
}

/// Where a version's major stands in the chain; -1 where it does not.
qsizetype lineIndex(const KnownReleases &known, const QString &version)
{
    const auto read = VersionText::read(version);
    return read ? known.lines.indexOf(read->line()) : -1;
}

/// The newest that is known of a major; the major itself where none is.
QString newestOf(const KnownReleases &known, const QString &line)
{
    QString newest = line;
    for (const QString &version : known.exact) {
        const auto read = VersionText::read(version);
        if (read && read->line() == line &&
            (newest == line || compareSpellings(newest, version) == VersionOrder::Older))
            newest = version;
    }
    return newest;
}

/// What has to be gone over on the way of one component.
struct Between
{
    QList<std::pair<QString, QString>> stops; ///< the major, and the version to go to
    bool isWhole = true;                      ///< false: they do not lead there
};

bool isOfCluster(const QString &component)
{
    return component == u"openshift" || component == u"kubernetes";
}

/// By the releases that are known. Of what is newer than all of them it is known which lie before it.
Between linesBetween(const QList<KnownReleases> &releases, const UpgradePathMove &lead)
{
    Between between;
    const KnownReleases *known = releasesOf(releases, lead.component);
    if (!known || known->lines.isEmpty())
        return between;
    const qsizetype from = lineIndex(*known, lead.from);
    qsizetype to = lineIndex(*known, lead.to);
    if (to < 0 && compareSpellings(known->lines.last(), lead.to) == VersionOrder::Older)
        to = known->lines.size();
    for (qsizetype i = from + 1; from >= 0 && i < to; ++i)
        between.stops.append({known->lines[i], newestOf(*known, known->lines[i])});
    return between;
}

/// OpenShift and Kubernetes go from one minor to the next.
Between minorsBetween(const UpgradePathMove &lead)
{
    constexpr quint64 most = 30;
    Between between;
    const auto from = VersionText::read(lead.from);
    const auto to = VersionText::read(lead.to);
    if (!from || !to || from->numbers().size() < 2 || to->numbers().size() < 2)
        return between;
    const quint64 first = from->numbers()[1];
    const quint64 last = to->numbers()[1];
    between.isWhole = from->numbers()[0] == to->numbers()[0] && (last < first || last - first <= most);
    for (quint64 minor = first + 1; between.isWhole && minor < last; ++minor) {
        const QString line = u"%1.%2"_s.arg(from->numbers()[0]).arg(minor);
        between.stops.append({line, lead.to.startsWith(u'v') ? u'v' + line : line});
    }
    return between;
}

class UpgradePathBuilder
{
public:
    UpgradePathBuilder(const VersionMatrix &matrix, const VersionAudit &audit, const UpgradePathInput &facts,
                       const QList<KnownReleases> &releases)
        : m_matrix(matrix)
        , m_audit(audit)
        , m_facts(facts)
        , m_releases(releases)
    {}

    UpgradePath upgradePath()
    {
        const MatrixEntry *planned = m_matrix.find(VersionMatrix::planned);
        if (!planned)
            planned = m_matrix.find(VersionMatrix::canary);
        if (planned) {
            m_upgradePath.entry = planned->name;
            for (const MatrixGroup group : order)
                addSteps(*planned, group);
            chooseNext();
        }
        if (const MatrixEntry *canary = m_matrix.find(VersionMatrix::canary))
            m_upgradePath.promote = promotionGates(m_matrix, *canary, m_audit, m_facts);
        return m_upgradePath;
    }

private:
    void addSteps(const MatrixEntry &planned, MatrixGroup group)
    {
        UpgradePathStep step;
        step.group = group;
        bool isNamed = false;
        for (const MatrixValue &value : planned.components) {
            const QString component = usualComponent(value.name());
            if (matrixGroup(component) != group)
                continue;
            isNamed = true;
            const QString from = currentVersion(m_matrix, m_audit, component, value.name());
            if (!isComparable(component, value.text)) {
                step.gates.append(
                    {u"unnamed"_s, false,
                     VersionsTr::tr("%1 is still open: %2.").arg(versionTitle(component), value.text)});
                continue;
            }
            const VersionOrder standing = compareVersions(component, value.text, from);
            if (standing != VersionOrder::Equal && standing != VersionOrder::Within)
                step.moves.append({component, from, value.text});
        }
        if (!isNamed)
            return;
        const QStringList first = groupLeaders(group);
        const auto rank = [&first](const UpgradePathMove &move) {
            const qsizetype place = first.indexOf(move.component);
            return place < 0 ? first.size() : place;
        };
        std::stable_sort(
            step.moves.begin(), step.moves.end(),
            [&rank](const UpgradePathMove &a, const UpgradePathMove &b) { return rank(a) < rank(b); });
        step.canary = canaryOf(planned);
        if (step.moves.isEmpty() && step.gates.isEmpty())
            step.state = UpgradePathStep::State::Done;
        else
            addMajorsBetween(step);
        addPlanGates(step);
        step.clock = bakeClock(group, leadVersion(m_matrix, m_audit, planned, group), m_facts);
        m_upgradePath.steps << step;
    }

    /// The first, of the entry itself or of what is tested: a wizard takes one.
    [[nodiscard]] QString canaryOf(const MatrixEntry &planned) const
    {
        const MatrixEntry *canary = m_matrix.find(VersionMatrix::canary);
        QStringList nodes = planned.canaryNodes();
        if (nodes.isEmpty() && canary)
            nodes = canary->canaryNodes();
        return nodes.value(0);
    }

    /// A step of its own for each major that must not be skipped.
    void addMajorsBetween(UpgradePathStep &step)
    {
        if (step.moves.isEmpty())
            return;
        UpgradePathMove &lead = step.moves.first();
        const Between between =
            isOfCluster(lead.component) ? minorsBetween(lead) : linesBetween(m_releases, lead);
        if (!between.isWhole)
            step.gates.append({u"major"_s, false,
                               VersionsTr::tr("There is no upgrade path through each version between %1 and "
                                              "%2: the major version differs, or it is too far.")
                                   .arg(lead.from, lead.to)});
        for (const auto &[line, version] : between.stops) {
            UpgradePathStep stop;
            stop.group = step.group;
            stop.isOnTheWay = true;
            stop.canary = step.canary;
            stop.moves = {{lead.component, lead.from, version}};
            stop.gates = {{u"major"_s, true,
                           VersionsTr::tr("%1 lies between %2 and %3, and no major is skipped.")
                               .arg(line, lead.from, lead.to)}};
            stop.clock = bakeClock(step.group, version, m_facts);
            lead.from = version;
            m_upgradePath.steps << stop;
        }
    }

    /// What the document and the audit say of the entry that is gone to.
    void addPlanGates(UpgradePathStep &step)
    {
        for (const MatrixProblem &problem : m_audit.problems) {
            const QString component = usualComponent(problem.component);
            const bool isMoved =
                std::any_of(step.moves.cbegin(), step.moves.cend(),
                            [&](const UpgradePathMove &one) { return one.component == component; });
            if (isMoved && problem.kind == u"unknownVersion" && problem.severity == MatrixSeverity::Error &&
                problem.entry == m_upgradePath.entry)
                step.gates.append({u"exists"_s, false, problem.text});
        }
        for (const AuditFinding &finding : m_audit.findings)
            if (finding.severity == AuditSeverity::Broken && finding.entry == m_upgradePath.entry &&
                concerns(finding, step.group))
                step.gates.append({u"compatible"_s, false, finding.text});
    }

    [[nodiscard]] static bool concerns(const AuditFinding &finding, MatrixGroup group)
    {
        return !finding.components.isEmpty() && matrixGroup(finding.components.first()) == group;
    }

    /// One at a time: the first that is not done, and not before the others have come to rest.
    void chooseNext()
    {
        for (UpgradePathStep &step : m_upgradePath.steps) {
            const bool isWatched = step.clock.state == BakeClock::State::Running ||
                                   step.clock.state == BakeClock::State::Interrupted;
            if (isWatched && !movesItsLeader(step)) {
                step.state = UpgradePathStep::State::Baking;
                return;
            }
            if (step.state == UpgradePathStep::State::Done)
                continue;
            const bool isRolling = !m_facts.rolling.value(step.group).isEmpty();
            step.state = isRolling ? UpgradePathStep::State::Rolling : UpgradePathStep::State::Next;
            addRestGates(step);
            return;
        }
    }

    /// Of a step that is done, or whose chart is there while the others of its nodes wait for the canary.
    [[nodiscard]] static bool movesItsLeader(const UpgradePathStep &step)
    {
        const QStringList lead = groupLeaders(step.group);
        return std::any_of(step.moves.cbegin(), step.moves.cend(),
                           [&](const UpgradePathMove &move) { return lead.contains(move.component); });
    }

    void addRestGates(UpgradePathStep &step) const
    {
        const BakeClock before = bakeClock(step.group, {}, m_facts);
        if (before.state == BakeClock::State::Running || before.state == BakeClock::State::Interrupted)
            step.gates.append({u"bake"_s, false, before.text});
        const QStringList others = otherChanges(step.group, m_facts);
        step.gates.append({u"oneAtATime"_s, others.isEmpty(),
                           others.isEmpty()
                               ? VersionsTr::tr("No other change is in progress or being observed.")
                               : others.join(u' ')});
        step.gates.append({u"failedNodes"_s, m_facts.failed.isEmpty(),
                           m_facts.failed.isEmpty()
                               ? VersionsTr::tr("No node has failed.")
                               : VersionsTr::tr("The rollout failed on %1.").arg(shortList(m_facts.failed))});
    }

    const VersionMatrix &m_matrix;
    const VersionAudit &m_audit;
    const UpgradePathInput &m_facts;
    const QList<KnownReleases> &m_releases;
    UpgradePath m_upgradePath;
};

} // namespace

QString upgradePathStateText(UpgradePathStep::State state)
{
    switch (state) {
    case UpgradePathStep::State::Done:
        return u"done"_s;
    case UpgradePathStep::State::Rolling:
        return u"rolling"_s;
    case UpgradePathStep::State::Baking:
        return u"baking"_s;
    case UpgradePathStep::State::Next:
        return u"next"_s;
    case UpgradePathStep::State::Later:
        break;
    }
    return u"later"_s;
}

const UpgradePathStep *UpgradePath::next() const
{
    const auto found = std::find_if(steps.cbegin(), steps.cend(), [](const UpgradePathStep &step) {
        return step.state == UpgradePathStep::State::Rolling ||
               step.state == UpgradePathStep::State::Baking || step.state == UpgradePathStep::State::Next;
    });
    return found == steps.cend() ? nullptr : &*found;
}

bool UpgradePath::mayPromote() const
{
    return !promote.isEmpty() && std::all_of(promote.cbegin(), promote.cend(),
                                             [](const UpgradePathGate &gate) { return gate.isOpen; });
}

UpgradePath upgradePathOf(const VersionMatrix &matrix, const VersionAudit &audit,
                          const UpgradePathInput &facts, const QList<KnownReleases> &releases)
{
    return UpgradePathBuilder(matrix, audit, facts, releases).upgradePath();
}

} // namespace chartroom
