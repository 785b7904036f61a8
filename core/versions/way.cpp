// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/way.h"

#include "core/rollout/node_notes.h"
#include "core/versions/way_promotion.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::VersionWay)
};

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

class WayBuilder
{
public:
    WayBuilder(const VersionMatrix &matrix, const VersionAudit &audit, const WayFacts &facts,
               const QList<KnownReleases> &releases)
        : m_matrix(matrix)
        , m_audit(audit)
        , m_facts(facts)
        , m_releases(releases)
    {}

    VersionWay way()
    {
        const MatrixEntry *planned = m_matrix.find(VersionMatrix::planned);
        if (!planned)
            planned = m_matrix.find(VersionMatrix::canary);
        if (planned) {
            m_way.entry = planned->name;
            for (const MatrixGroup group : order)
                addSteps(*planned, group);
            chooseNext();
        }
        if (const MatrixEntry *canary = m_matrix.find(VersionMatrix::canary))
            m_way.promote = promotionGates(m_matrix, *canary, m_audit, m_facts);
        return m_way;
    }

private:
    void addSteps(const MatrixEntry &planned, MatrixGroup group)
    {
        WayStep step;
        step.group = group;
        bool isNamed = false;
        for (const MatrixValue &value : planned.components) {
            const QString component = usualComponent(value.name());
            if (matrixGroup(component) != group)
                continue;
            isNamed = true;
            const QString from = currentVersion(m_matrix, m_audit, component, value.name());
            if (!VersionText::read(value.text)) {
                step.gates.append(
                    {u"unnamed"_s, false,
                     Text::tr("%1 is still open: %2.").arg(versionTitle(component), value.text)});
                continue;
            }
            if (!isSameVersion(value.text, from))
                step.moves.append({component, from, value.text});
        }
        if (!isNamed)
            return;
        const QStringList first = groupLeaders(group);
        std::stable_sort(step.moves.begin(), step.moves.end(), [&](const WayMove &a, const WayMove &b) {
            return first.contains(a.component) && !first.contains(b.component);
        });
        if (step.moves.isEmpty() && step.gates.isEmpty())
            step.state = WayStep::State::Done;
        else
            addMajorsBetween(step);
        addPlanGates(step);
        step.clock = bakeClock(group, leadVersion(m_matrix, m_audit, planned, group), m_facts);
        m_way.steps << step;
    }

    /// A step of its own for each major that must not be skipped.
    void addMajorsBetween(WayStep &step)
    {
        if (step.moves.isEmpty())
            return;
        WayMove &lead = step.moves.first();
        const KnownReleases *known = releasesOf(m_releases, lead.component);
        if (!known)
            return;
        const qsizetype from = lineIndex(*known, lead.from);
        const qsizetype to = lineIndex(*known, lead.to);
        for (qsizetype i = from + 1; from >= 0 && i < to; ++i) {
            WayStep between;
            between.group = step.group;
            between.isOnTheWay = true;
            between.moves = {{lead.component, lead.from, newestOf(*known, known->lines[i])}};
            between.gates = {{u"major"_s, true,
                              Text::tr("%1 lies between %2 and %3, and no major is skipped.")
                                  .arg(known->lines[i], lead.from, lead.to)}};
            between.clock = bakeClock(step.group, between.moves.first().to, m_facts);
            lead.from = between.moves.first().to;
            m_way.steps << between;
        }
    }

    void addPlanGates(WayStep &step)
    {
        for (const WayMove &move : std::as_const(step.moves)) {
            const KnownReleases *known = releasesOf(m_releases, move.component);
            if (known && known->isComplete && known->isUnheardOf(move.to))
                step.gates.append(
                    {u"exists"_s, false,
                     Text::tr("%1 %2 was never published.").arg(versionTitle(move.component), move.to)});
        }
        for (const AuditFinding &finding : m_audit.findings)
            if (finding.severity == AuditSeverity::Broken && finding.entry == m_way.entry &&
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
        for (WayStep &step : m_way.steps) {
            if (step.state == WayStep::State::Done) {
                if (step.clock.state == BakeClock::State::Running ||
                    step.clock.state == BakeClock::State::Interrupted) {
                    step.state = WayStep::State::Baking;
                    return;
                }
                continue;
            }
            const bool isRolling = !m_facts.rolling.value(step.group).isEmpty();
            step.state = isRolling ? WayStep::State::Rolling : WayStep::State::Next;
            const QStringList others = otherChanges(step.group, m_facts);
            step.gates.append({u"oneAtATime"_s, others.isEmpty(),
                               others.isEmpty() ? Text::tr("Nothing else is in progress or being watched.")
                                                : others.join(u' ')});
            step.gates.append({u"failedNodes"_s, m_facts.failed.isEmpty(),
                               m_facts.failed.isEmpty()
                                   ? Text::tr("No node has failed.")
                                   : Text::tr("The rollout failed on %1.").arg(shortList(m_facts.failed))});
            return;
        }
    }

    const VersionMatrix &m_matrix;
    const VersionAudit &m_audit;
    const WayFacts &m_facts;
    const QList<KnownReleases> &m_releases;
    VersionWay m_way;
};

} // namespace

QString wayStateText(WayStep::State state)
{
    switch (state) {
    case WayStep::State::Done:
        return u"done"_s;
    case WayStep::State::Rolling:
        return u"rolling"_s;
    case WayStep::State::Baking:
        return u"baking"_s;
    case WayStep::State::Next:
        return u"next"_s;
    case WayStep::State::Later:
        break;
    }
    return u"later"_s;
}

const WayStep *VersionWay::next() const
{
    const auto found = std::find_if(steps.cbegin(), steps.cend(), [](const WayStep &step) {
        return step.state == WayStep::State::Rolling || step.state == WayStep::State::Baking ||
               step.state == WayStep::State::Next;
    });
    return found == steps.cend() ? nullptr : &*found;
}

bool VersionWay::mayPromote() const
{
    return !promote.isEmpty() &&
           std::all_of(promote.cbegin(), promote.cend(), [](const WayGate &gate) { return gate.isOpen; });
}

VersionWay wayOf(const VersionMatrix &matrix, const VersionAudit &audit, const WayFacts &facts,
                 const QList<KnownReleases> &releases)
{
    return WayBuilder(matrix, audit, facts, releases).way();
}

} // namespace chartroom
