// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/draft_file.h"

#include "core/base/document.h"
#include "core/base/masked.h"
#include "core/base/visible_text.h"
#include "core/diff/value_diff.h"
#include "core/responsibility/yaml_fields.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>
#include <limits>

namespace chartroom {

namespace {

const QString fileKind = QStringLiteral("UpgradePlan");
const QString fileVersion = QStringLiteral("chartroom/v1");

bool holdsDots(const Value &value)
{
    if (value.isMap())
        return std::any_of(value.map().cbegin(), value.map().cend(), holdsDots);
    if (value.isList())
        return std::any_of(value.list().cbegin(), value.list().cend(), holdsDots);
    return value.isString() && value.toString().contains(Masked("x").toString());
}

/// The keys, as a path, of what the file must not hold; empty when it holds none.
QStringList secretPlaces(const UpgradeDraft &draft)
{
    QStringList places;
    for (const ValueChange &change : changedSettings(draft.edits, maskedValues(draft.edits)))
        places.append(QStringLiteral("values.edits.") + maskedPath(change.path));
    if (places.isEmpty() && holdsDots(draft.edits))
        places.append(QStringLiteral("values.edits"));
    const auto look = [&places](const QString &place, const QString &text) {
        if (maskedText(text) != text)
            places.append(place);
    };
    look(QStringLiteral("coordination.supportReference"), draft.supportReference);
    look(QStringLiteral("coordination.consent"), draft.consent);
    for (auto it = draft.reasons.cbegin(); it != draft.reasons.cend(); ++it)
        look(QStringLiteral("reasons.") + it.key(), *it);
    return places;
}

QString secretSentence(const QStringList &places)
{
    return UpgradeTr::tr("A plan file holds no secrets, and this looks like one: %1. Remove it from the plan "
                         "and pass it with --values when the plan is run.")
        .arg(places.join(QStringLiteral(", ")));
}

Value draftNumber(qint64 n)
{
    return Value(Value::Number{QString::number(n)});
}

/// Collects lines; a key is written only with something behind it.
class DraftWriter
{
public:
    void comment(const QString &text) { m_out += "# " + text.toUtf8() + '\n'; }
    void blank() { m_out += '\n'; }
    void section(const char *name) { m_out += QByteArray("\n") + name + ":\n"; }

    void line(int indent, const QString &key, const Value &value, const QString &comment = {})
    {
        QList<QByteArray> lines = writeYaml(Value(Value::Map{{key, value}})).split('\n');
        lines.removeLast();
        if (!comment.isEmpty() && lines.size() == 1)
            lines[0] += "  # " + comment.toUtf8();
        for (const QByteArray &one : std::as_const(lines))
            m_out += (one.isEmpty() ? QByteArray() : QByteArray(indent, ' ') + one) + '\n';
    }

    [[nodiscard]] QByteArray take() { return std::move(m_out); }

private:
    QByteArray m_out;
};

void writeTarget(DraftWriter &file, const UpgradeDraft &draft)
{
    file.section("release");
    file.line(2, QStringLiteral("context"), Value(draft.context));
    file.line(2, QStringLiteral("namespace"), Value(draft.release.namespaceName));
    file.line(2, QStringLiteral("name"), Value(draft.release.name));
    file.line(2, QStringLiteral("storage"),
              Value(draft.release.storage == ReleaseStorage::ConfigMap ? QStringLiteral("configmap")
                                                                       : QStringLiteral("secret")),
              UpgradeTr::tr("where Helm keeps its records"));
    file.line(2, QStringLiteral("plannedOnRevision"), draftNumber(draft.plannedOn),
              UpgradeTr::tr("the newest revision; the run stops if it is another"));
    file.section("chart");
    file.line(2, QStringLiteral("name"), Value(draft.chart.name));
    file.line(2, QStringLiteral("repository"), Value(draft.chart.repository));
    file.line(2, QStringLiteral("url"), Value(draft.chart.url));
    file.line(2, QStringLiteral("version"), Value(draft.chart.version));
    file.line(2, QStringLiteral("digest"), Value(draft.chart.digest),
              UpgradeTr::tr("sha256 of the archive; the run stops if it is another"));
}

void writePolicy(DraftWriter &file, const PolicyChanges &policy)
{
    if (policy.isEmpty())
        return;
    file.section("policy");
    if (policy.maxParallelUpgrades)
        file.line(2, QStringLiteral("maxParallelUpgrades"), draftNumber(*policy.maxParallelUpgrades),
                  UpgradeTr::tr("nodes in parallel; 0: no limit"));
    if (!policy.maxUnavailable.isEmpty())
        file.line(2, QStringLiteral("maxUnavailable"), Value(policy.maxUnavailable),
                  UpgradeTr::tr("nodes, or a percentage of all"));
    if (policy.drain)
        file.line(2, QStringLiteral("drain"), Value(*policy.drain));
    if (policy.jobSelector)
        file.line(2, QStringLiteral("jobSelector"), Value(*policy.jobSelector),
                  UpgradeTr::tr("pods to wait for until they complete; empty: none"));
    if (policy.jobTimeout)
        file.line(2, QStringLiteral("jobTimeoutSeconds"), draftNumber(policy.jobTimeout->count()),
                  UpgradeTr::tr("seconds; 0: no limit"));
}

void writeWindow(DraftWriter &file, const UpgradeWindow &window)
{
    const QTimeZone zone(window.zone);
    const auto moment = [&zone](const QDateTime &time) {
        const QDateTime local = time.toTimeZone(zone);
        return Value(local.toOffsetFromUtc(local.offsetFromUtc()).toString(Qt::ISODate));
    };
    file.section("window");
    file.line(2, QStringLiteral("start"), moment(window.start));
    file.line(2, QStringLiteral("end"), moment(window.end));
    file.line(2, QStringLiteral("timeZone"), Value(QString::fromUtf8(window.zone)));
}

void writeWords(DraftWriter &file, const UpgradeDraft &draft)
{
    if (!draft.supportReference.isEmpty() || !draft.consent.isEmpty())
        file.section("coordination");
    if (!draft.supportReference.isEmpty())
        file.line(2, QStringLiteral("supportReference"), Value(draft.supportReference));
    if (!draft.consent.isEmpty())
        file.line(2, QStringLiteral("consent"), Value(draft.consent));
    if (!draft.reasons.isEmpty())
        file.section("reasons");
    for (auto it = draft.reasons.cbegin(); it != draft.reasons.cend(); ++it)
        file.line(2, it.key(), Value(*it));
}

class DraftReader
{
public:
    DraftReader(const QByteArray &yaml, const QString &fileName)
        : m_yaml(yaml, fileName)
    {}

    Result<UpgradeDraft> read()
    {
        const Value::Map top = m_yaml.map(m_yaml.root(), {});
        const QString kind = m_yaml.neededText(top, {}, QStringLiteral("kind"));
        const QString version = m_yaml.neededText(top, {}, QStringLiteral("apiVersion"));
        if (!m_yaml.failed() && (kind != fileKind || version != fileVersion))
            return failure(Error::Code::Invalid,
                           UpgradeTr::tr("%1 is not a %2 of %3, but \"%4\" of \"%5\".")
                               .arg(m_yaml.fileName(), fileKind, fileVersion, visibleText(kind, false, 60),
                                    visibleText(version, false, 60)));
        m_yaml.map(m_yaml.root(), {},
                   {QStringLiteral("apiVersion"), QStringLiteral("kind"), QStringLiteral("release"),
                    QStringLiteral("chart"), QStringLiteral("values"), QStringLiteral("policy"),
                    QStringLiteral("canary"), QStringLiteral("bake"), QStringLiteral("window"),
                    QStringLiteral("gpuFloor"), QStringLiteral("coordination"), QStringLiteral("reasons"),
                    QStringLiteral("timeoutSeconds")});
        readRelease(top);
        readChart(top);
        readValues(top);
        readPolicy(top);
        readWindow(top);
        m_draft.gpuFloor = integer(top, {}, QStringLiteral("gpuFloor"));
        readWords(top);
        m_draft.canary = m_yaml.text(top, {}, QStringLiteral("canary"));
        if (const QString bake = m_yaml.text(top, {}, QStringLiteral("bake")); !bake.isEmpty())
            m_draft.bake = readBake(bake).value_or(std::chrono::seconds(-1));
        m_draft.timeout = std::chrono::seconds(
            integer(top, {}, QStringLiteral("timeoutSeconds")).value_or(m_draft.timeout.count()));
        check();
        if (m_yaml.failed())
            return tl::make_unexpected(*m_yaml.error());
        return m_draft;
    }

private:
    /// A section of the file; an empty map when it is not there.
    Value::Map section(const Value::Map &top, const QString &name, const QStringList &known)
    {
        return top.value(name).isNull() ? Value::Map() : m_yaml.map(top.value(name), {name}, known);
    }

    std::optional<qint64> integer(const Value::Map &map, const QStringList &path, const QString &key)
    {
        if (m_yaml.failed() || map.value(key).isNull())
            return {};
        bool isNumber = false;
        const qint64 found = m_yaml.text(map, path, key).toLongLong(&isNumber);
        if (!isNumber || found < 0 || found > std::numeric_limits<int>::max()) {
            m_yaml.fail(path + QStringList{key},
                        UpgradeTr::tr("%1 must be a whole number, at least 0.").arg(key));
            return {};
        }
        return found;
    }

    void readRelease(const Value::Map &top)
    {
        const QStringList path{QStringLiteral("release")};
        const auto map =
            section(top, path[0],
                    {QStringLiteral("context"), QStringLiteral("namespace"), QStringLiteral("name"),
                     QStringLiteral("storage"), QStringLiteral("plannedOnRevision")});
        m_draft.context = m_yaml.text(map, path, QStringLiteral("context"));
        m_draft.release.namespaceName = m_yaml.text(map, path, QStringLiteral("namespace"));
        m_draft.release.name = m_yaml.text(map, path, QStringLiteral("name"));
        m_draft.release.storage = m_yaml
                                      .word<ReleaseStorage>(map, path, QStringLiteral("storage"),
                                                            {{"secret", ReleaseStorage::Secret},
                                                             {"configmap", ReleaseStorage::ConfigMap}})
                                      .value_or(ReleaseStorage::Secret);
        m_draft.plannedOn = int(integer(map, path, QStringLiteral("plannedOnRevision")).value_or(0));
    }

    void readChart(const Value::Map &top)
    {
        const QStringList path{QStringLiteral("chart")};
        const auto map = section(top, path[0],
                                 {QStringLiteral("name"), QStringLiteral("repository"), QStringLiteral("url"),
                                  QStringLiteral("version"), QStringLiteral("digest")});
        m_draft.chart.name = m_yaml.text(map, path, QStringLiteral("name"));
        m_draft.chart.repository = m_yaml.text(map, path, QStringLiteral("repository"));
        m_draft.chart.url = m_yaml.text(map, path, QStringLiteral("url"));
        m_draft.chart.version = m_yaml.text(map, path, QStringLiteral("version"));
        m_draft.chart.digest = m_yaml.text(map, path, QStringLiteral("digest"));
    }

    void readValues(const Value::Map &top)
    {
        const QStringList path{QStringLiteral("values")};
        const auto map = section(top, path[0], {QStringLiteral("strategy"), QStringLiteral("edits")});
        m_draft.strategy = m_yaml
                               .word<Strategy>(map, path, QStringLiteral("strategy"),
                                               {{"reuse", Strategy::Reuse},
                                                {"reset-then-reuse", Strategy::ResetThenReuse},
                                                {"reset", Strategy::Reset}})
                               .value_or(m_draft.strategy);
        // A strategy is never a silent choice.
        if (map.value(QStringLiteral("strategy")).isNull())
            m_yaml.fail(path, UpgradeTr::tr("Choose a values strategy."));
        if (const Value edits = map.value(QStringLiteral("edits")); !edits.isNull())
            m_draft.edits = edits;
    }

    void readPolicy(const Value::Map &top)
    {
        const QStringList path{QStringLiteral("policy")};
        const auto map = section(top, path[0],
                                 {QStringLiteral("maxParallelUpgrades"), QStringLiteral("maxUnavailable"),
                                  QStringLiteral("drain"), QStringLiteral("jobSelector"),
                                  QStringLiteral("jobTimeoutSeconds")});
        PolicyChanges &policy = m_draft.policy;
        if (const auto nodes = integer(map, path, QStringLiteral("maxParallelUpgrades")))
            policy.maxParallelUpgrades = int(*nodes);
        policy.maxUnavailable = m_yaml.text(map, path, QStringLiteral("maxUnavailable"));
        if (!map.value(QStringLiteral("drain")).isNull())
            policy.drain = m_yaml.flag(map, path, QStringLiteral("drain"));
        if (!map.value(QStringLiteral("jobSelector")).isNull())
            policy.jobSelector = m_yaml.text(map, path, QStringLiteral("jobSelector"));
        if (const auto seconds = integer(map, path, QStringLiteral("jobTimeoutSeconds")))
            policy.jobTimeout = std::chrono::seconds(*seconds);
    }

    void readWindow(const Value::Map &top)
    {
        const QString name = QStringLiteral("window");
        const auto map =
            section(top, name, {QStringLiteral("start"), QStringLiteral("end"), QStringLiteral("timeZone")});
        if (map.isEmpty() || m_yaml.failed())
            return;
        UpgradeWindow window;
        window.zone = m_yaml.neededText(map, {name}, QStringLiteral("timeZone")).toUtf8();
        if (!QTimeZone::isTimeZoneIdAvailable(window.zone)) {
            m_yaml.fail({name, QStringLiteral("timeZone")},
                        UpgradeTr::tr("Unknown time zone; write it as Europe/Berlin or UTC."));
            return;
        }
        window.start = moment(map, QStringLiteral("start"), QTimeZone(window.zone));
        window.end = moment(map, QStringLiteral("end"), QTimeZone(window.zone));
        m_draft.window = window;
    }

    /// With an offset, and the one that the zone has then: a clock change makes a bare time mean two moments.
    QDateTime moment(const Value::Map &map, const QString &key, const QTimeZone &zone)
    {
        const QStringList path{QStringLiteral("window")};
        const QDateTime read = QDateTime::fromString(m_yaml.neededText(map, path, key), Qt::ISODate);
        if (m_yaml.failed())
            return {};
        if (!read.isValid() || read.timeSpec() == Qt::LocalTime)
            m_yaml.fail(path + QStringList{key},
                        UpgradeTr::tr("%1 must be a time with its offset, such as 2026-11-21T22:00:00+01:00.")
                            .arg(key));
        else if (zone.offsetFromUtc(read) != read.offsetFromUtc())
            m_yaml.fail(
                path + QStringList{key},
                UpgradeTr::tr("%1 has another offset at that time.").arg(QString::fromUtf8(zone.id())));
        return read.toTimeZone(zone);
    }

    void readWords(const Value::Map &top)
    {
        const QStringList path{QStringLiteral("coordination")};
        const auto map =
            section(top, path[0], {QStringLiteral("supportReference"), QStringLiteral("consent")});
        m_draft.supportReference = m_yaml.text(map, path, QStringLiteral("supportReference"));
        m_draft.consent = m_yaml.text(map, path, QStringLiteral("consent"));
        const auto reasons = section(top, QStringLiteral("reasons"), {});
        for (auto it = reasons.cbegin(); it != reasons.cend(); ++it)
            m_draft.reasons.insert(it.key(), m_yaml.text(reasons, {QStringLiteral("reasons")}, it.key()));
    }

    void check()
    {
        if (m_yaml.failed())
            return;
        const auto pathOf = [](const QString &field) {
            // The id of a finding, and a path of values, may have dots of their own.
            return QStringList{field.section(u'.', 0, 0), field.section(u'.', 1, 1)};
        };
        for (const FieldIssue &issue : validate(m_draft))
            m_yaml.fail(issue.field.startsWith(QLatin1String("reasons."))
                            ? QStringList{QStringLiteral("reasons"), issue.field.section(u'.', 1)}
                            : pathOf(issue.field),
                        QStringLiteral("%1: %2").arg(issue.field, issue.text));
        if (const QStringList places = secretPlaces(m_draft); !places.isEmpty())
            m_yaml.fail(pathOf(places[0]), secretSentence(places));
    }

    YamlFields m_yaml;
    UpgradeDraft m_draft;
};

} // namespace

Result<QByteArray> writeDraft(const UpgradeDraft &draft)
{
    if (const QStringList places = secretPlaces(draft); !places.isEmpty())
        return failure(Error::Code::Invalid, secretSentence(places));
    DraftWriter file;
    file.comment(
        UpgradeTr::tr("A plan of Chartroom: read it, edit it, run it with chartroom upgrade --plan FILE."));
    file.line(0, QStringLiteral("apiVersion"), Value(fileVersion));
    file.line(0, QStringLiteral("kind"), Value(fileKind));
    writeTarget(file, draft);
    file.section("values");
    file.line(2, QStringLiteral("strategy"), Value(strategyText(draft.strategy)),
              QStringLiteral("reuse | reset-then-reuse | reset"));
    file.line(2, QStringLiteral("edits"), draft.edits, UpgradeTr::tr("added to the values, as with -f"));
    writePolicy(file, draft.policy);
    if (!draft.canary.isEmpty() || draft.bake.count() > 0)
        file.blank();
    if (!draft.canary.isEmpty())
        file.line(0, QStringLiteral("canary"), Value(draft.canary), UpgradeTr::tr("the canary node"));
    if (draft.bake.count() > 0)
        file.line(0, QStringLiteral("bake"), Value(bakeText(draft.bake)),
                  UpgradeTr::tr("the bake time: how long only that node is observed"));
    if (draft.window)
        writeWindow(file, *draft.window);
    writeWords(file, draft);
    file.blank();
    if (draft.gpuFloor)
        file.line(0, QStringLiteral("gpuFloor"), draftNumber(*draft.gpuFloor),
                  UpgradeTr::tr("minimum number of GPUs available"));
    file.line(0, QStringLiteral("timeoutSeconds"), draftNumber(draft.timeout.count()),
              UpgradeTr::tr("of helm, per wait"));
    return file.take();
}

Result<UpgradeDraft> readDraft(const QByteArray &yaml, const QString &fileName)
{
    return DraftReader(yaml, fileName).read();
}

} // namespace chartroom
