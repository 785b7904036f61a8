// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/upgrade_operation.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/charts/chart_cache.h"
#include "core/compare/installed_values.h"
#include "core/diff/value_diff.h"
#include "core/helm/helm_client.h"
#include "core/helm/helm_number.h"
#include "core/helm/release_situation.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/run_folder.h"

#include <QCryptographicHash>
#include <QtConcurrentRun>

namespace chartroom {

namespace {

constexpr qint64 maxArchive = 100LL * 1024 * 1024; // helm's own limit

tl::unexpected<Error> otherArchive(const ChartTarget &chart)
{
    return failure(Error::Code::Damaged,
                   UpgradeOperation::tr("The archive of %1 %2 is not the planned one: its sha256 differs. "
                                        "Find out who changed it before you create a new plan.")
                       .arg(chart.name, chart.version));
}

/// Copies the archive that was fetched to where helm takes it from, and proves the copy.
Result<void> copyArchive(const QString &from, const QString &to, const ChartTarget &chart)
{
    const Result<QByteArray> bytes = readPlainFile(from, maxArchive);
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    const QByteArray digest = QCryptographicHash::hash(*bytes, QCryptographicHash::Sha256).toHex();
    if (QString::fromLatin1(digest) != chart.digest)
        return otherArchive(chart);
    return writePrivateFile(to, *bytes);
}

/// The user values that Helm would store; its own refusal as an error.
Result<Value> storedValues(const ReleaseRecord &record, const Chart &chart, const Value &edits,
                           Strategy strategy, const HelmVersion &helm)
{
    const Result<InstalledValues> installed = installedValues(record);
    if (!installed)
        return tl::make_unexpected(installed.error());
    const Outcome outcome = outcomes(*installed, chart, edits, helm).of(strategy);
    if (!outcome.problem.message.isEmpty())
        return tl::make_unexpected(outcome.problem);
    return outcome.stored;
}

} // namespace

UpgradeOperation::UpgradeOperation(OperationParts parts, UpgradeDraft draft, NodeHold hold, QObject *parent)
    : ReleaseOperation(std::move(parts), OperationKind::Upgrade, draft.release, draft.plannedOn, parent)
    , m_draft(std::move(draft))
    , m_values(m_draft.values())
{
    setHold(std::move(hold));
}

QString UpgradeOperation::archive() const
{
    return folder() + QStringLiteral("/chart.tgz");
}

QString UpgradeOperation::valuesFile() const
{
    return m_values.map().isEmpty() ? QString() : runFolder(folder()) + QStringLiteral("/values.yaml");
}

QStringList UpgradeOperation::stagedFiles() const
{
    QStringList files{archive(), valuesFile()};
    files.removeAll(QString());
    return files;
}

Value::Map UpgradeOperation::order() const
{
    const auto moment = [this](QDateTime UpgradeWindow::*its) {
        return Value(m_draft.window ? ((*m_draft.window).*its).toUTC().toString(Qt::ISODate) : QString());
    };
    const QString reference = supportReferenceOf(m_draft);
    Value::Map reasons;
    for (auto it = m_draft.reasons.cbegin(); it != m_draft.reasons.cend(); ++it)
        if (it.key() != u"ownership" || it->trimmed() != reference)
            reasons.insert(it.key(), Value(*it));
    return {{QStringLiteral("chart"), Value(m_draft.chart.name)},
            {QStringLiteral("version"), Value(m_draft.chart.version)},
            {QStringLiteral("digest"), Value(QStringLiteral("sha256:") + m_draft.chart.digest)},
            {QStringLiteral("strategy"), Value(strategyText(m_draft.strategy))},
            {QStringLiteral("edits"), m_values},
            {QStringLiteral("canary"), Value(m_draft.canary)},
            {QStringLiteral("bakeSeconds"), Value(Value::Number{QString::number(m_draft.bake.count())})},
            {QStringLiteral("windowStart"), moment(&UpgradeWindow::start)},
            {QStringLiteral("windowEnd"), moment(&UpgradeWindow::end)},
            {QStringLiteral("timeZone"),
             Value(m_draft.window ? QString::fromUtf8(m_draft.window->zone) : QString())},
            {QStringLiteral("supportReference"), Value(reference)},
            {QStringLiteral("consent"), Value(m_draft.consent)},
            {QStringLiteral("reasons"), Value(reasons)}};
}

QString UpgradeOperation::reasonFor(const QString &finding) const
{
    return m_draft.reasons.value(finding);
}

QString UpgradeOperation::refusal(const ReleaseTruth &before, const QDateTime &now) const
{
    const auto hasReason = [this](const QString &id) {
        return !m_draft.reasons.value(id).trimmed().isEmpty();
    };
    if (m_draft.window && now < m_draft.window->start && !hasReason(QStringLiteral("windowStart")))
        return tr("The window starts at %1. Wait for it, or give a reason for running before it, "
                  "windowStart.")
            .arg(m_draft.window->start.toString(Qt::ISODate));
    if (m_draft.window && now >= m_draft.window->end && !hasReason(QStringLiteral("windowEnd")))
        return tr("The window ended at %1. Agree on another one, or give a reason for running after it, "
                  "windowEnd.")
            .arg(m_draft.window->end.toString(Qt::ISODate));
    if (situationOf({m_draft.release, before.revisions, {}, {}, {}}, now).takesUpgrade())
        return atWorkRefusal(before, now);
    const RevisionEntry &newest = before.revisions.front();
    return (tr("Revision %1 is %2, and helm does not upgrade such a release. See Activity (on the command "
               "line: chartroom recover).")
                .arg(newest.revision)
                .arg(newest.statusText) +
            u' ' + newest.contradiction)
        .trimmed();
}

void UpgradeOperation::stage(const ReleaseTruth &before, const Done &done)
{
    if (hold().canary != m_draft.canary)
        return done(failure(Error::Code::Invalid,
                            tr("Which nodes wait for %1 could not be determined.").arg(m_draft.canary)));
    onFinished(parts().charts->chart(m_draft.chart.source(), m_draft.chart.version), this,
               [=, this](const Result<Chart> &chart) {
                   if (!chart)
                       return done(tl::make_unexpected(chart.error()));
                   if (chart->digest != m_draft.chart.digest)
                       return done(otherArchive(m_draft.chart));
                   onFinished(parts().helm->version(), this,
                              [=, this, chart = *chart](const Result<HelmVersion> &version) {
                                  if (!version)
                                      return done(tl::make_unexpected(version.error()));
                                  readBase(before, chart, *version, done);
                              });
               });
}

/// After a revision that failed helm starts from the one before.
void UpgradeOperation::readBase(const ReleaseTruth &before, const Chart &chart, const HelmVersion &helm,
                                const Done &done)
{
    const RevisionEntry *base = before.find(upgradeBase(before.revisions));
    if (!base || base->revision == before.newest())
        return foresee(before.record, chart, helm, done);
    readRecord(*base, [=, this](const Result<ReleaseRecord> &record) {
        if (!record)
            return done(tl::make_unexpected(record.error()));
        foresee(*record, chart, helm, done);
    });
}

void UpgradeOperation::foresee(const ReleaseRecord &base, const Chart &chart, const HelmVersion &helm,
                               const Done &done)
{
    const auto computing = QtConcurrent::run(storedValues, base, chart, m_values, m_draft.strategy, helm);
    onFinished(computing, this, [this, done](const Result<Value> &stored) {
        if (!stored)
            return done(tl::make_unexpected(stored.error()));
        m_expected = *stored;
        const QString from = ChartCache(parts().chartCache)
                                 .archivePath(m_draft.chart.url, m_draft.chart.name, m_draft.chart.version);
        onFinished(QtConcurrent::run(copyArchive, from, archive(), m_draft.chart), this,
                   [this, done](const Result<void> &copied) {
                       if (!copied || valuesFile().isEmpty())
                           return done(copied);
                       done(writePrivateFile(valuesFile(), writeYaml(m_values)));
                   });
    });
}

CommandLine UpgradeOperation::helmCommand(const HelmRun &run) const
{
    return upgradeCommand(parts().access, run, m_draft, archive(), valuesFile());
}

bool UpgradeOperation::isOurs(const ReleaseTruth &after) const
{
    return after.operation == id();
}

QStringList UpgradeOperation::problems(const ReleaseTruth &after) const
{
    QStringList found;
    if (after.record.chartVersion != m_draft.chart.version)
        found.append(tr("The release has chart version %1, and the plan %2.")
                         .arg(after.record.chartVersion, m_draft.chart.version));
    // Helm 4 stores empty values as null.
    const auto asMap = [](const Value &values) {
        return values.isNull() ? Value(Value::Map()) : helmNumbers(values);
    };
    for (const ValueChange &change : changedSettings(asMap(m_expected), asMap(after.record.userValues)))
        found.append(tr("The value at %1 differs from the planned one.").arg(maskedPath(change.path)));
    return found;
}

} // namespace chartroom
