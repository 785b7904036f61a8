// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_transport.h"

#include "core/base/loop_slice.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/kube/served_versions.h"
#include "core/recording/json_text.h"
#include "core/recording/recorded_query.h"
#include "core/recording/recorded_watch.h"

#include <QPointer>
#include <QTimer>
#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

Response response(QByteArray body)
{
    Response answer;
    answer.status = 200;
    answer.contentType = "application/json";
    answer.body = std::move(body);
    return answer;
}

QString queryText(const Request &request, const char *name)
{
    return request.query.queryItemValue(QLatin1String(name), QUrl::FullyDecoded);
}

/// Where a list in pages goes on: at which moment, and behind which object.
struct ListPlace
{
    qsizetype count = 0;
    RecordingIndex::Slot next = 0;

    [[nodiscard]] QString token() const { return playVersion(count) + u'-' + QString::number(next); }
    [[nodiscard]] static std::optional<ListPlace> read(const QString &token)
    {
        const QStringList parts = token.split(u'-');
        if (parts.size() != 3)
            return std::nullopt;
        return ListPlace{parts[1].toLongLong(), parts[2].toUInt()};
    }
};

/// Those of which the recording tells of that resource; empty: of the whole cluster. The line that ends the
/// first list says it.
QStringList namespacesOf(const Recording &recording, const QString &resource)
{
    for (const RecordingEvents::Identity &identity : recording.events.identities())
        if (identity.name.isEmpty() && identity.resource == resource && !identity.namespaceName.isEmpty())
            return identity.namespaceName.split(u',');
    return {};
}

/// Why the recording cannot tell: it does not hold the resource, or not that of the whole cluster.
std::optional<Error> refusal(const Recording &recording, const RecordedQuery &query)
{
    const QString &resource = query.resource();
    if (!recording.index.holds(resource))
        return Error{Error::Code::NotFound,
                     RecordedTransport::tr("The recording contains no %1.").arg(resource),
                     {},
                     {}};
    const QStringList namespaces = namespacesOf(recording, resource);
    if (namespaces.isEmpty() || namespaces.contains(query.namespaceName()))
        return std::nullopt;
    return Error{Error::Code::Forbidden,
                 RecordedTransport::tr("The recording contains %1 of %2 only.")
                     .arg(resource, namespaces.join(QStringLiteral(", "))),
                 {},
                 {}};
}

/// What the recorded cluster would have answered then; a value, used on any thread.
struct Moment
{
    std::shared_ptr<const Recording> recording;
    qsizetype count; ///< of events at or before it

    [[nodiscard]] Result<Response> answer(const Request &request) const;
    [[nodiscard]] QByteArray list(const RecordedQuery &query, const Request &request) const;
};

QByteArray Moment::list(const RecordedQuery &query, const Request &request) const
{
    const auto [first, last] = recording->index.slotsOf(query.resource());
    ListPlace place{count, first};
    if (const auto goesOn = ListPlace::read(queryText(request, "continue")))
        place = {std::clamp<qsizetype>(goesOn->count, 0, recording->events.size()),
                 std::clamp(goesOn->next, first, last)};
    const int limit = queryText(request, "limit").toInt();
    QByteArrayList items;
    qsizetype size = 0;
    for (; place.next < last && (limit <= 0 || items.size() < limit); ++place.next) {
        const qsizetype event = recording->index.state(place.next, place.count);
        auto object = event == RecordingIndex::absent ? std::nullopt : query.object(recording->events, event);
        if (!object)
            continue;
        size += object->json.size() + 1;
        items.append(std::move(object->json));
    }
    QByteArray body =
        query.isMetadataOnly()
            ? QByteArray("{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/v1\"")
            : QByteArray("{\"kind\":\"List\",\"apiVersion\":\"v1\"");
    body += ",\"metadata\":{\"resourceVersion\":" + jsonString(playVersion(place.count));
    if (place.next < last)
        body += ",\"continue\":" + jsonString(place.token()) +
                ",\"remainingItemCount\":" + QByteArray::number(last - place.next);
    body += "},\"items\":[";
    body.reserve(body.size() + size + 2); // megabytes: moved once, and never again
    for (qsizetype i = 0; i < items.size(); ++i) {
        if (i > 0)
            body += ',';
        body += items[i];
    }
    body += "]}";
    return body;
}

Result<Response> Moment::answer(const Request &request) const
{
    if (request.path == u"/version")
        return response("{\"gitVersion\":" + jsonString(recording->header.serverVersion) + '}');
    const Result<RecordedQuery> query = RecordedQuery::parse(request);
    if (!query)
        return tl::make_unexpected(query.error());
    if (const auto refused = refusal(*recording, *query))
        return tl::make_unexpected(*refused);
    if (query->objectName().isEmpty())
        return response(list(*query, request));
    for (const qsizetype index : recording->index.objects(query->resource(), count))
        if (const auto object = query->object(recording->events, index))
            return response(object->json);
    return failure(Error::Code::NotFound,
                   RecordedTransport::tr("The recording contains no object %1 at this moment.")
                       .arg(query->objectName()));
}

} // namespace

struct RecordedTransport::Private
{
    Private(std::shared_ptr<const Recording> given, std::chrono::milliseconds part)
        : recording(std::move(given))
        , skew(chartroom::clockSkew(*recording))
        , slice(part)
    {}

    [[nodiscard]] std::optional<qsizetype> seenBy(const RecordedQuery &query, const QString &version) const;
    void begin(const QPointer<RecordedWatch> &watch, const RecordedWatch::Shown &shown);
    void leadWatches();

    std::shared_ptr<const Recording> recording;
    std::chrono::milliseconds skew;
    qsizetype count = 0; ///< of events at or before the position
    std::chrono::milliseconds position{0};
    std::chrono::milliseconds slice;
    QList<QPointer<RecordedWatch>> watches;
};

RecordedTransport::RecordedTransport(std::shared_ptr<const Recording> recording, QObject *parent,
                                     std::chrono::milliseconds slice)
    : Transport(parent)
    , d(std::make_unique<Private>(std::move(recording), slice))
{
    d->count = countAt(d->recording->events, d->position);
}

RecordedTransport::~RecordedTransport() = default;

std::chrono::milliseconds RecordedTransport::clockSkew() const
{
    return d->skew;
}

QString RecordedTransport::otherVersion(const QString &path) const
{
    const CustomResource *resource = CustomResourcePath::of(path).resource;
    if (!resource)
        return {};
    const QByteArray group = QByteArray(resource->group) + '/';
    const auto [first, last] = d->recording->index.slotsOf(QString::fromLatin1(resource->plural));
    for (RecordingIndex::Slot slot = first; slot < last; ++slot) {
        const qsizetype event = d->recording->index.state(slot, d->count);
        if (event == RecordingIndex::absent)
            continue;
        const QByteArray &written = d->recording->events.identity(event).apiVersion;
        if (written.startsWith(group))
            return written == group + resource->version ? QString()
                                                        : QString::fromUtf8(written.mid(group.size()));
    }
    return {};
}

const Recording &RecordedTransport::recording() const
{
    return *d->recording;
}

std::shared_ptr<const Recording> RecordedTransport::sharedRecording() const
{
    return d->recording;
}

std::chrono::milliseconds RecordedTransport::position() const
{
    return d->position;
}

void RecordedTransport::seek(std::chrono::milliseconds position)
{
    position = std::clamp(position, 0ms, d->recording->duration());
    if (position == d->position)
        return;
    d->position = position;
    d->count = countAt(d->recording->events, position);
    d->watches.removeIf([](const QPointer<RecordedWatch> &watch) { return watch.isNull(); });
    for (const QPointer<RecordedWatch> &watch : std::as_const(d->watches))
        watch->aim(d->count);
    d->leadWatches();
    if (!isSettled())
        Q_EMIT unsettled();
    Q_EMIT positionChanged();
}

bool RecordedTransport::isSettled() const
{
    return std::all_of(d->watches.cbegin(), d->watches.cend(), [](const QPointer<RecordedWatch> &watch) {
        return watch.isNull() || watch->isThere();
    });
}

void RecordedTransport::Private::leadWatches()
{
    const LoopSlice turn(slice);
    const QList<QPointer<RecordedWatch>> all = watches; // their readers may open others
    for (const QPointer<RecordedWatch> &watch : all) {
        if (watch)
            watch->advance(turn);
    }
}

QFuture<Result<Response>> RecordedTransport::get(const Request &request)
{
    return QtConcurrent::run(
        [moment = Moment{d->recording, d->count}, request] { return moment.answer(request); });
}

/// How many events the reader of that resource version has seen.
std::optional<qsizetype> RecordedTransport::Private::seenBy(const RecordedQuery &query,
                                                            const QString &version) const
{
    if (version.isEmpty() || version == u"0")
        return count;
    const RecordingEvents &events = recording->events;
    if (version.startsWith(u"at-")) {
        const qsizetype at = QStringView(version).mid(3).toLongLong();
        return at < 0 || at > events.size() ? std::nullopt : std::optional(at);
    }
    for (qsizetype i = count - 1; i >= 0; --i)
        if (events.identity(i).resource == query.resource() && events.resourceVersion(i) == version)
            return i + 1;
    return std::nullopt;
}

void RecordedTransport::Private::begin(const QPointer<RecordedWatch> &watch,
                                       const RecordedWatch::Shown &shown)
{
    watch->open(shown);
    if (!watch)
        return;
    watch->aim(count);
    leadWatches();
}

WatchStream *RecordedTransport::watch(const Request &request, QObject *parent)
{
    Error problem;
    std::optional<qsizetype> seen;
    const Result<RecordedQuery> query = RecordedQuery::parse(request);
    if (!query) {
        problem = query.error();
    } else if (const auto refused = refusal(*d->recording, *query)) {
        problem = *refused;
    } else {
        seen = d->seenBy(*query, queryText(request, "resourceVersion"));
        if (!seen)
            problem = Error{Error::Code::Gone, tr("The recording does not contain that version."), {}, {}};
    }
    auto *watch = new RecordedWatch(d->recording, query ? *query : RecordedQuery(), request.reader,
                                    seen.value_or(0), parent);
    if (!seen) {
        QTimer::singleShot(0, watch, [watch, problem] { watch->end(problem); });
        return watch;
    }
    d->watches.append(watch);
    const auto tellSettled = [this] {
        if (isSettled())
            Q_EMIT settled();
    };
    connect(watch, &RecordedWatch::arrived, this, tellSettled);
    connect(watch, &QObject::destroyed, this, tellSettled);
    onFinished(watch->look(), watch, [transport = QPointer(this), watch](const RecordedWatch::Shown &shown) {
        if (!transport)
            return watch->stop();
        const QPointer opened(watch);
        transport->d->begin(opened, shown);
        if (transport && opened && !opened->isThere())
            Q_EMIT transport->unsettled();
    });
    return watch;
}

WatchStream *RecordedTransport::lines(const Request & /*request*/, QObject *parent)
{
    return refusedStream({Error::Code::Unsupported, tr("A recording contains no logs."), {}, {}}, parent);
}

RecordingClock::RecordingClock(const RecordedTransport *transport)
    : m_transport(transport)
{
    m_elapsed.start();
}

QDateTime RecordingClock::now() const
{
    return laterBy(m_transport->recording().header.start, m_transport->position());
}

std::chrono::milliseconds RecordingClock::elapsed() const
{
    return std::chrono::milliseconds(m_elapsed.elapsed());
}

} // namespace chartroom
