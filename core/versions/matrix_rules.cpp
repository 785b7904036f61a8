// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_rules.h"

#include "core/charts/upgrade_steps.h"
#include "core/versions/matrix_component.h"
#include "core/versions/version_text.h"
#include "core/versions/versions_tr.h"

#include <QMap>

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

QString titleOf(const QString &name)
{
    const auto component = matrixComponent(name);
    return component ? component->title : name;
}

QString keyOf(const QString &name)
{
    const auto component = matrixComponent(name);
    return component ? component->key : name;
}

/// Every rule writes into one list.
class RuleReader
{
public:
    RuleReader(const VersionMatrix &matrix, const QList<KnownReleases> &releases)
        : m_matrix(matrix)
        , m_releases(releases)
    {}

    [[nodiscard]] QList<MatrixProblem> read()
    {
        for (const MatrixEntry &entry : m_matrix.entries())
            checkVersions(entry);
        const MatrixEntry *production = m_matrix.find(VersionMatrix::production);
        const MatrixEntry *canary = m_matrix.find(VersionMatrix::canary);
        const MatrixEntry *planned = m_matrix.find(VersionMatrix::planned);
        const MatrixEntry *rollback = m_matrix.find(VersionMatrix::rollback);
        if (production && canary)
            checkStep(*production, *canary, MatrixSeverity::Error);
        if (planned && (canary || production))
            checkStep(canary ? *canary : *production, *planned, MatrixSeverity::Warning);
        if (rollback && production)
            checkRollback(*rollback, *production);
        if (production && !rollback)
            report(MatrixSeverity::Warning, u"noRollback"_s,
                   VersionsTr::tr("There is no entry rollback: the versions to roll back to are unknown."),
                   *production);
        if (canary && production)
            checkCanary(*production, *canary);
        return m_problems;
    }

private:
    void report(MatrixSeverity severity, const QString &kind, const QString &text, const MatrixEntry &entry,
                const MatrixValue *value = nullptr)
    {
        m_problems.append({severity, kind, text, entry.name, value ? value->name() : QString(),
                           value ? value->place : entry.place});
    }

    [[nodiscard]] const KnownReleases *releasesOf(const QString &name) const
    {
        const QString key = keyOf(name);
        const auto found = std::find_if(m_releases.cbegin(), m_releases.cend(),
                                        [&key](const KnownReleases &r) { return r.component == key; });
        return found == m_releases.cend() ? nullptr : &*found;
    }

    void checkVersions(const MatrixEntry &entry)
    {
        for (const MatrixValue &value : entry.components) {
            const auto component = matrixComponent(value.name());
            if (!component || component->key == u"os_image" || value.text.isEmpty())
                continue;
            if (!VersionText::read(value.text)) {
                const bool isOpen = entry.name == VersionMatrix::planned;
                report(isOpen ? MatrixSeverity::Warning : MatrixSeverity::Error, u"noVersion"_s,
                       VersionsTr::tr("\"%1\" is not a version of %2 that can be compared.")
                           .arg(value.text.left(100), component->title),
                       entry, &value);
                continue;
            }
            const KnownReleases *known = releasesOf(value.name());
            if (known && (known->isUnheardOf(value.text) || known->isNewerPatch(value.text)))
                reportUnheardOf(entry, value, *known);
        }
    }

    void reportUnheardOf(const MatrixEntry &entry, const MatrixValue &value, const KnownReleases &known)
    {
        const QString title = titleOf(value.name());
        QString before;
        QString after;
        for (const QString &other : known.exact.isEmpty() ? known.lines : known.exact) {
            const VersionOrder order = compareSpellings(other, value.text);
            if (order == VersionOrder::Older)
                before = other;
            else if (order == VersionOrder::Newer && after.isEmpty())
                after = other;
        }
        const QString neighbours = before.isEmpty() || after.isEmpty()
                                       ? QString()
                                       : VersionsTr::tr("; after %1 comes %2").arg(before, after);
        const QString from = VersionsTr::tr("%1, read %2").arg(known.source, known.date);
        if (known.isComplete && !known.isNewerPatch(value.text))
            report(
                MatrixSeverity::Error, u"unknownVersion"_s,
                VersionsTr::tr("%1 %2 was never released%3 (%4).").arg(title, value.text, neighbours, from),
                entry, &value);
        else
            report(MatrixSeverity::Warning, u"unknownVersion"_s,
                   VersionsTr::tr("%1 %2 is not a known version%3 (%4).")
                       .arg(title, value.text, neighbours, from),
                   entry, &value);
    }

    /// From one entry to what comes after it: one component at a time, no major skipped, nothing older. A
    /// plan may be far off: the way puts what lies between before it.
    void checkStep(const MatrixEntry &from, const MatrixEntry &to, MatrixSeverity severity)
    {
        QMap<MatrixGroup, QList<const MatrixValue *>> moved;
        const MatrixIndex earlier(from);
        for (const MatrixValue &value : to.components) {
            const MatrixValue *before = earlier.find(value.name());
            if (!before || isSameVersion(before->text, value.text))
                continue;
            if (matrixGroup(value.name()) != MatrixGroup::Other)
                moved[matrixGroup(value.name())].append(&value);
            if (compareSpellings(before->text, value.text) == VersionOrder::Newer)
                report(MatrixSeverity::Warning, u"olderVersion"_s,
                       VersionsTr::tr("%1 is downgraded from %2 in %3 to %4.")
                           .arg(titleOf(value.name()), before->text, from.name, value.text),
                       to, &value);
            checkSkip(from, *before, to, value, severity);
        }
        if (moved.size() < 2)
            return;
        QStringList groups;
        for (auto it = moved.cbegin(); it != moved.cend(); ++it) {
            QStringList names;
            for (const MatrixValue *value : it.value())
                names.append(value->name());
            groups.append(u"%1 (%2)"_s.arg(matrixGroupTitle(it.key()), names.join(u", "_s)));
        }
        const MatrixValue *place = nullptr; // the first of the second to move, as it is written
        const MatrixGroup first = matrixGroup(firstMoved(to, moved)->name());
        for (const MatrixValue &value : to.components) {
            const MatrixGroup group = matrixGroup(value.name());
            if (!place && group != first && moved.value(group).contains(&value))
                place = &value;
        }
        report(severity, u"severalComponents"_s,
               VersionsTr::tr("From %1 to %2 more than one component changes: %3. Upgrade one at a time, so "
                              "that a failure can be attributed.")
                   .arg(from.name, to.name, groups.join(u", "_s)),
               to, place);
    }

    [[nodiscard]] static const MatrixValue *
    firstMoved(const MatrixEntry &entry, const QMap<MatrixGroup, QList<const MatrixValue *>> &moved)
    {
        const auto found = std::find_if(entry.components.cbegin(), entry.components.cend(),
                                        [&moved](const MatrixValue &value) {
                                            return moved.value(matrixGroup(value.name())).contains(&value);
                                        });
        return &*found;
    }

    void checkSkip(const MatrixEntry &from, const MatrixValue &before, const MatrixEntry &to,
                   const MatrixValue &value, MatrixSeverity severity)
    {
        const QString key = keyOf(value.name());
        const auto reportSkip = [&](const QString &skipped) {
            const bool isNext = severity == MatrixSeverity::Error; // and no plan for later
            report(isNext ? MatrixSeverity::Error : MatrixSeverity::Remark, u"skippedMajor"_s,
                   (isNext ? VersionsTr::tr("%1 goes from %2 in %3 directly to %4; %5 must not be skipped.")
                           : VersionsTr::tr("%1 goes from %2 in %3 to %4; the upgrade path includes %5."))
                       .arg(titleOf(value.name()), before.text, from.name, value.text, skipped),
                   to, &value);
        };
        if (key == u"kubernetes" || key == u"openshift") {
            const auto a = VersionText::read(before.text);
            const auto b = VersionText::read(value.text);
            if (a && b && a->numbers().size() > 1 && b->numbers().size() > 1 &&
                a->numbers().at(0) == b->numbers().at(0) && b->numbers().at(1) > a->numbers().at(1) + 1)
                reportSkip(u"%1.%2"_s.arg(a->numbers().at(0)).arg(a->numbers().at(1) + 1));
            return;
        }
        const KnownReleases *known = releasesOf(value.name());
        const UpgradeRule &rule = upgradeRule(QString(key).replace(u'_', u'-'));
        if (!known && rule.skipping == UpgradeRule::Skipping::Unsupported) {
            const UpgradeStep step = upgradeStep(rule, nullptr, before.text, value.text);
            if (step.kind == UpgradeStep::Kind::Skips)
                reportSkip(step.between.join(u", "_s));
            return;
        }
        const auto between = known ? known->linesBetween(before.text, value.text) : std::nullopt;
        if (!between || *between == 0 || compareSpellings(before.text, value.text) != VersionOrder::Older)
            return;
        QStringList skipped;
        for (const QString &line : known->lines) {
            if (compareSpellings(before.text, line) == VersionOrder::Older &&
                compareSpellings(line, value.text) == VersionOrder::Older)
                skipped.append(line);
        }
        reportSkip(skipped.join(u", "_s));
    }

    void checkRollback(const MatrixEntry &rollback, const MatrixEntry &production)
    {
        const MatrixIndex running(production);
        for (const MatrixValue &value : rollback.components) {
            const MatrixValue *now = running.find(value.name());
            if (now && compareSpellings(value.text, now->text) == VersionOrder::Newer)
                report(MatrixSeverity::Warning, u"newerRollback"_s,
                       VersionsTr::tr(
                           "%1 %2 is newer than current_production's %3; a rollback must not be an upgrade.")
                           .arg(titleOf(value.name()), value.text, now->text),
                       rollback, &value);
        }
    }

    void checkCanary(const MatrixEntry &production, const MatrixEntry &canary)
    {
        const bool isTesting = !matrixDifferences(production, canary).isEmpty();
        if (isTesting && canary.text(u"canary_node").isEmpty() && canary.text(u"canary_nodes").isEmpty())
            report(MatrixSeverity::Warning, u"noCanaryNode"_s,
                   VersionsTr::tr("canary_testing has no canary_node: where it is tested is unknown."),
                   canary);
        QStringList missing;
        const MatrixIndex tested(canary);
        for (const MatrixValue &value : production.components) {
            if (!tested.find(value.name()))
                missing.append(value.name());
        }
        if (!missing.isEmpty())
            report(MatrixSeverity::Remark, u"leftOut"_s,
                   VersionsTr::tr("canary_testing does not list %1.").arg(missing.join(u", "_s)), canary);
    }

    const VersionMatrix &m_matrix;
    const QList<KnownReleases> &m_releases;
    QList<MatrixProblem> m_problems;
};

QList<MatrixProblem> byPlace(QList<MatrixProblem> problems)
{
    std::stable_sort(problems.begin(), problems.end(), [](const MatrixProblem &a, const MatrixProblem &b) {
        return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
    return problems;
}

} // namespace

QList<MatrixProblem> matrixRules(const VersionMatrix &matrix, const QList<KnownReleases> &releases)
{
    return byPlace(RuleReader(matrix, releases).read());
}

QList<MatrixProblem> allMatrixProblems(const VersionMatrix &matrix)
{
    return byPlace(matrix.problems() + matrixRules(matrix));
}

} // namespace chartroom
