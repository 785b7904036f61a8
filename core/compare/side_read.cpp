// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/side_read.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/compare/chart_text.h"
#include "core/compare/installed_values.h"
#include "core/diff/manifest.h"
#include "core/helm/helm_client.h"
#include "core/helm/release_situation.h"
#include "core/helm/values_file.h"
#include "core/live/field_owner.h"
#include "core/outcomes/helm_values.h"

#include <QTimer>
#include <QtConcurrentRun>

namespace chartroom {

namespace {

constexpr qint64 maxFileBytes = 16LL * 1024 * 1024;

SideText valuesText(const Side &side, const QString &title, const Value &values)
{
    const Value map = values.isNull() ? Value(Value::Map{}) : values;
    return {side, title, false, {map}, writeYaml(map), {}, {}};
}

SideText manifestText(const Side &side, const QString &title, const QByteArray &text)
{
    const ManifestDocuments manifest = manifestDocuments(text);
    return {side, title, true, manifest.documents, text, manifest.problems, {}, manifest.problems};
}

bool isObject(const Value &document)
{
    return document.map().contains(QStringLiteral("apiVersion")) &&
           document.map().contains(QStringLiteral("kind"));
}

/// Said where no helm tells its version.
QString severalDocuments(const QString &file)
{
    return SideRead::tr("%1 contains several YAML documents. They are read as Helm 4 reads them, all merged; "
                        "Helm 3 reads only the first.")
        .arg(file);
}

Result<SideText> fileText(const Side &side, const HelmVersion &helm)
{
    const Result<QByteArray> bytes = readPlainFile(side.path, maxFileBytes);
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    const YamlLimits limits{maxFileBytes, 200, 2'000'000};
    const Result<Value> first = readYaml(*bytes, limits);
    const QString title = SideRead::tr("file %1").arg(side.path);
    const QList<Value> objects = manifestDocuments(*bytes).documents;
    if ((first && isObject(*first)) || (!objects.isEmpty() && (!first || first->isNull())))
        return manifestText(side, title, *bytes);
    const Result<Value> values = readValuesFile(*bytes, helm.major, limits);
    if (!values)
        return failure(values.error().code,
                       SideRead::tr("%1 cannot be read: %2").arg(side.path, values.error().message));
    SideText text = valuesText(side, title, *values);
    text.text = *bytes;
    if (helm.text.isEmpty() && readValuesFile(*bytes, 3, limits).value_or(Value()) != *values)
        text.notices << severalDocuments(side.path);
    return text;
}

SideText liveText(const Side &side, const QStringList &problems, const QList<LiveObject> &objects)
{
    SideText text{side, SideRead::tr("live objects"), true, {}, {}, problems, objects, problems};
    for (const LiveObject &object : objects) {
        if (object.state == LiveObject::State::Found) {
            text.documents.append(withoutManagedFields(object.value));
            text.text += "---\n" + writeYaml(text.documents.last());
        }
        if (object.notice.isEmpty() || text.notices.contains(object.notice))
            continue;
        text.notices.append(object.notice);
        if (object.state != LiveObject::State::Gone)
            text.gaps.append(object.notice);
    }
    return text;
}

/// What is of the newest revision may not run yet.
QString pendingNotice(const Release &release)
{
    const RevisionEntry &newest = release.newest();
    const RevisionEntry &running = comparedRevision(release);
    if (running.revision == newest.revision)
        return {};
    const QString status = newest.statusText.isEmpty() ? releaseStatusText(newest.status) : newest.statusText;
    return SideRead::tr("Revision %1 is the newest and is %2; revision %3 is deployed.",
                        "number, status, number")
        .arg(QString::number(newest.revision), status, QString::number(running.revision));
}

} // namespace

SideRead::SideRead(SessionSideReader::Sources sources, ReleaseKey key, Side side, QObject *owner)
    : QObject(owner)
    , m_sources(std::move(sources))
    , m_key(std::move(key))
    , m_side(std::move(side))
{
    connect(&m_watcher, &QFutureWatcherBase::canceled, this, &QObject::deleteLater);
}

QFuture<Result<SideText>> SideRead::start()
{
    m_promise.start();
    m_watcher.setFuture(m_promise.future());
    QTimer::singleShot(0, this, [this] {
        const Release *release = m_sources.releases->find(m_key);
        const bool isOfRevision = m_side.kind == Side::Kind::User || m_side.kind == Side::Kind::Computed ||
                                  m_side.kind == Side::Kind::Manifest || m_side.kind == Side::Kind::Live;
        if (release && isOfRevision && !m_side.revision)
            m_notice = pendingNotice(*release);
        if (m_side.kind == Side::Kind::File)
            readFile();
        else if (!release)
            fail({Error::Code::NotFound, tr("Release %1 does not exist.").arg(m_key.name), {}, {}});
        else if (m_side.kind == Side::Kind::Reference)
            readReference(*release);
        else
            readRevision(m_side.revision.value_or(m_side.kind == Side::Kind::Outcome
                                                      ? upgradeBase(release->revisions)
                                                      : release->newest().revision));
    });
    return m_promise.future();
}

template<typename Work>
void SideRead::onPool(Work work)
{
    onFinished(QtConcurrent::run(std::move(work)), this,
               [this](Result<SideText> text) { finish(std::move(text)); });
}

template<typename Then>
void SideRead::withHelm(Then then)
{
    if (!m_sources.helm)
        return then(assumedHelm());
    onFinished(m_sources.helm->version(), this,
               [then](const Result<HelmVersion> &version) { then(version.value_or(assumedHelm())); });
}

void SideRead::readFile()
{
    withHelm(
        [this](const HelmVersion &helm) { onPool([side = m_side, helm] { return fileText(side, helm); }); });
}

void SideRead::readReference(const Release &release)
{
    const QString none = tr("There is no reference to compare with: revision 1 is no longer stored.");
    const auto pinned = m_sources.releases->pinnedReference(m_key);
    if (pinned && pinned->problem.isEmpty())
        finish(valuesText(m_side, tr("reference: %1").arg(pinned->name()), pinned->values));
    else if (!pinned && release.revisions.last().revision == 1)
        readRevision(1);
    else
        fail({Error::Code::NotFound, pinned ? pinned->problem : none, {}, {}});
}

void SideRead::readRevision(int revision)
{
    onFinished(m_sources.releases->record(m_key, revision), this,
               [this](const Result<ReleaseRecord> &record) {
                   if (record)
                       take(*record);
                   else
                       fail(record.error());
               });
}

void SideRead::take(const ReleaseRecord &record)
{
    const bool isOfValues = m_side.kind == Side::Kind::User || m_side.kind == Side::Kind::Reference ||
                            m_side.kind == Side::Kind::Computed || m_side.kind == Side::Kind::Outcome;
    if (isOfValues && !record.hasUserValues)
        return fail({Error::Code::NotFound,
                     tr("The values of revision %1 were not recorded.").arg(record.revision),
                     {},
                     {}});
    switch (m_side.kind) {
    case Side::Kind::User:
        finish(valuesText(m_side, tr("user values of revision %1").arg(record.revision), record.userValues));
        return;
    case Side::Kind::Reference:
        finish(valuesText(m_side, tr("reference: user values of revision %1").arg(record.revision),
                          record.userValues));
        return;
    case Side::Kind::Computed:
        readComputed(record);
        return;
    case Side::Kind::Default:
        readDefaults(record);
        return;
    case Side::Kind::Outcome:
        readOutcome(record);
        return;
    case Side::Kind::Manifest:
        readManifest(record);
        return;
    case Side::Kind::Live:
        readLive(record);
        return;
    case Side::Kind::Upgrade:
        readUpgrade(record);
        return;
    case Side::Kind::Crds:
    case Side::Kind::Readme:
    case Side::Kind::Changes:
        readArchive(record);
        return;
    case Side::Kind::File:
        break;
    }
}

/// Helm's versions differ over nulls: the one on this machine counts.
void SideRead::readComputed(const ReleaseRecord &record)
{
    withHelm([this, record](const HelmVersion &helm) { takeComputed(record, helm); });
}

void SideRead::takeComputed(const ReleaseRecord &record, const HelmVersion &helm)
{
    onPool([side = m_side, record, helm]() -> Result<SideText> {
        const auto installed = installedValues(record);
        if (!installed)
            return tl::make_unexpected(installed.error());
        const auto computed = helmComputedValues(installed->chart, installed->userValues, helm);
        if (!computed)
            return tl::make_unexpected(computed.error());
        return valuesText(side, tr("computed values of revision %1").arg(record.revision), *computed);
    });
}

/// What a revision stores holds the sub-charts' defaults too, the chart's own file has comments: the source
/// is asked first when a version is named, so that two versions are told in the same terms.
void SideRead::readDefaults(const ReleaseRecord &record)
{
    if (m_side.version.isEmpty() || !m_sources.charts) {
        takeStoredDefaults(record);
        return;
    }
    onFinished(ChartLookup::find(m_sources.charts, m_sources.cluster, record, m_side.version, this,
                                 m_sources.repository),
               this, [this, record](const Result<FoundChart> &found) {
                   if (!found && m_side.version == record.chartVersion) {
                       takeStoredDefaults(record);
                       return;
                   }
                   if (!found) {
                       fail(found.error());
                       return;
                   }
                   withHelm([this, record, found = *found](const HelmVersion &helm) {
                       if (helm.major >= 4 && found.chart.laterProblem) {
                           fail(*found.chart.laterProblem);
                           return;
                       }
                       SideText text =
                           valuesText(m_side, tr("defaults of %1 %2").arg(record.chartName, m_side.version),
                                      found.chart.valuesFor(helm.major));
                       if (!found.chart.valuesText.isEmpty())
                           text.text = found.chart.valuesText;
                       text.notices = found.notices;
                       if (helm.text.isEmpty() && found.chart.firstValues)
                           text.notices << severalDocuments(tr("values.yaml of the chart"));
                       finish(text);
                   });
               });
}

void SideRead::takeStoredDefaults(const ReleaseRecord &record)
{
    if (!m_side.version.isEmpty() && m_side.version != record.chartVersion) {
        fail({Error::Code::Unsupported,
              tr("Only the defaults of %1 are stored here, not those of %2.")
                  .arg(record.chartVersion, m_side.version),
              {},
              {}});
        return;
    }
    onPool([side = m_side, record]() -> Result<SideText> {
        const auto installed = installedValues(record);
        if (!installed)
            return tl::make_unexpected(installed.error());
        SideText text = valuesText(side, tr("defaults of %1 %2").arg(record.chartName, record.chartVersion),
                                   installed->chart.values);
        text.notices << tr("These defaults are as stored in revision %1, with those of sub-charts.")
                            .arg(record.revision);
        return text;
    });
}

void SideRead::readArchive(const ReleaseRecord &record)
{
    if (!m_sources.charts) {
        fail({Error::Code::Unsupported,
              tr("This is read from the chart's archive, which a recording does not contain."),
              {},
              {}});
        return;
    }
    const QString version = m_side.version.isEmpty() ? record.chartVersion : m_side.version;
    onFinished(
        ChartLookup::find(m_sources.charts, m_sources.cluster, record, version, this, m_sources.repository),
        this, [this](const Result<FoundChart> &found) {
            if (found)
                onPool(
                    [side = m_side, found = *found]() -> Result<SideText> { return chartText(side, found); });
            else
                fail(found.error());
        });
}

void SideRead::readOutcome(const ReleaseRecord &record)
{
    if (!m_sources.charts) {
        fail({Error::Code::Unsupported,
              tr("The result needs the chart's repository, which a recording does not contain."),
              {},
              {}});
        return;
    }
    onFinished(ChartLookup::find(m_sources.charts, m_sources.cluster, record, m_side.version, this,
                                 m_sources.repository),
               this, [this, record](const Result<FoundChart> &found) {
                   if (!found) {
                       fail(found.error());
                       return;
                   }
                   withHelm([this, record, target = *found](const HelmVersion &helm) {
                       takeOutcome(record, target, helm);
                   });
               });
}

void SideRead::takeOutcome(const ReleaseRecord &record, const FoundChart &target, const HelmVersion &helm)
{
    onPool([side = m_side, record, target, helm]() -> Result<SideText> {
        const auto installed = installedValues(record);
        if (!installed)
            return tl::make_unexpected(installed.error());
        const HelmUpgrade upgrade =
            helmUpgrade(*installed, target.chart, Value(Value::Map{}), side.strategy, helm);
        SideText text =
            valuesText(side, tr("user values after %1 to %2").arg(strategyFlag(side.strategy), side.version),
                       upgrade.stored);
        text.notices = target.notices + upgrade.warnings;
        if (!upgrade.problem.message.isEmpty())
            text.notices << upgrade.problem.message;
        return text;
    });
}

void SideRead::readManifest(const ReleaseRecord &record)
{
    if (record.isRecorded)
        return fail({Error::Code::Unsupported,
                     tr("A recording contains no manifests, so the manifest of revision %1 is not available.")
                         .arg(record.revision),
                     {},
                     {}});
    onPool([side = m_side, record]() -> Result<SideText> {
        return manifestText(side, tr("manifest of revision %1").arg(record.revision), record.manifest);
    });
}

void SideRead::readLive(const ReleaseRecord &record)
{
    if (!m_sources.live) {
        fail({Error::Code::Unsupported, tr("A recording contains no live objects."), {}, {}});
        return;
    }
    const auto reading =
        QtConcurrent::run([manifest = record.manifest] { return manifestDocuments(manifest); });
    onFinished(reading, this, [this](const ManifestDocuments &manifest) {
        QList<ObjectRef> objects;
        for (const Value &document : manifest.documents)
            objects.append(objectRef(document));
        onFinished(m_sources.live->read(objects, m_key.namespaceName), this,
                   [this, problems = manifest.problems](const Result<QList<LiveObject>> &live) {
                       if (live)
                           onPool([side = m_side, problems, objects = *live]() -> Result<SideText> {
                               return liveText(side, problems, objects);
                           });
                       else
                           fail(live.error());
                   });
    });
}

void SideRead::readUpgrade(const ReleaseRecord &record)
{
    if (!m_sources.charts || !m_sources.helm) {
        fail({Error::Code::Unsupported,
              tr("The manifest of an upgrade needs helm and the chart's repository, which a recording does "
                 "not contain."),
              {},
              {}});
        return;
    }
    onFinished(ChartLookup::find(m_sources.charts, m_sources.cluster, record, m_side.version, this,
                                 m_sources.repository),
               this, [this](const Result<FoundChart> &found) {
                   if (found)
                       dryRun(found->source, found->notices);
                   else
                       fail(found.error());
               });
}

void SideRead::dryRun(const ChartOrigin &source, const QStringList &notices)
{
    HelmUpgradeRequest wish;
    wish.release = m_key;
    wish.chart = source.argument();
    wish.version = m_side.version;
    wish.strategy = m_side.strategy;
    onFinished(m_sources.helm->dryRun(wish), this, [this, notices](const Result<ReleaseRecord> &planned) {
        if (!planned) {
            fail(planned.error());
            return;
        }
        onPool([side = m_side, notices, manifest = planned->manifest]() -> Result<SideText> {
            SideText text = manifestText(
                side, tr("manifest after %1 to %2").arg(strategyFlag(side.strategy), side.version), manifest);
            text.notices = notices + text.notices;
            return text;
        });
    });
}

void SideRead::finish(Result<SideText> result)
{
    if (result && !m_notice.isEmpty())
        result->notices.prepend(m_notice);
    m_promise.addResult(std::move(result));
    m_promise.finish();
    deleteLater();
}

} // namespace chartroom
