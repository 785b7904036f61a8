// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_transport.h"

#include "core/base/on_finished.h"
#include "core/recording/json_text.h"
#include "core/recording/recorded_query.h"
#include "core/recording/recorded_state.h"

#include <QHash>
#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace chartroom {

namespace {

using Type = RecordingEvent::Type;

QByteArray watchLine(const char *type, const QByteArray &object)
{
    return QByteArray("{\"type\":\"") + type + "\",\"object\":" + object + '}';
}

/// One open watch; the transport moves it along.
class RecordedWatch final : public WatchStream
{
public:
    RecordedWatch(std::shared_ptr<const Recording> recording, RecordedQuery query, qsizetype from,
                  QObject *parent)
        : WatchStream(parent)
        , m_recording(std::move(recording))
        , m_query(std::move(query))
        , m_next(from)
    {
        if (m_query.selectsByLabel())
            rememberSelected();
    }

    void stop() override { end(Error{Error::Code::Cancelled, {}, {}, {}}); }

    void open()
    {
        m_open = true;
        Q_EMIT opened({});
    }

    /// Passes on what happened up to that event, and a bookmark, so that the reader knows it is current.
    void advance(qsizetype count)
    {
        if (!m_open)
            return;
        QList<QByteArray> lines;
        for (; m_next < count; ++m_next)
            pass(m_recording->events[m_next], lines);
        lines += watchLine("BOOKMARK",
                           "{\"metadata\":{\"resourceVersion\":" + jsonString(playVersion(count)) + "}}");
        Q_EMIT linesReceived(lines);
    }

    void end(const Error &error)
    {
        if (m_ended)
            return;
        m_ended = true;
        m_open = false;
        Q_EMIT stopped(error);
    }

private:
    void rememberSelected()
    {
        RecordedState state(m_recording);
        state.seek(m_next);
        for (const qsizetype index : state.objects(m_query.resource()))
            if (m_query.object(m_recording->events[index], index))
                m_selected.insert(RecordedState::key(m_recording->events[index]), index);
    }

    void pass(const RecordingEvent &event, QList<QByteArray> &lines)
    {
        if (event.resource != m_query.resource() || event.type == Type::Bookmark ||
            event.type == Type::Synced || event.type == Type::Note)
            return;
        const auto object = m_query.object(event, m_next);
        if (!m_query.selectsByLabel()) {
            if (object)
                lines += watchLine(event.type == Type::Added      ? "ADDED"
                                   : event.type == Type::Modified ? "MODIFIED"
                                                                  : "DELETED",
                                   object->json);
            return;
        }
        // An object that no longer matches the selector is deleted for this watch, with its new state.
        const QString key = RecordedState::key(event);
        const bool isKnown = m_selected.contains(key);
        if (object && event.type != Type::Deleted) {
            lines += watchLine(isKnown ? "MODIFIED" : "ADDED", object->json);
            m_selected.insert(key, m_next);
        } else if (isKnown) {
            const qsizetype last = m_selected.take(key);
            lines += watchLine("DELETED", m_query.object(m_recording->events[last], last)->json);
        }
    }

    std::shared_ptr<const Recording> m_recording;
    RecordedQuery m_query;
    qsizetype m_next;
    QHash<QString, qsizetype> m_selected;
    bool m_open = false;
    bool m_ended = false;
};

Response response(QByteArray body)
{
    Response answer;
    answer.status = 200;
    answer.contentType = "application/json";
    answer.body = std::move(body);
    return answer;
}

} // namespace

struct RecordedTransport::Private
{
    explicit Private(std::shared_ptr<const Recording> given)
        : recording(std::move(given))
        , state(recording)
    {}

    [[nodiscard]] Result<Response> answer(const Request &request) const;
    [[nodiscard]] QByteArray list(const RecordedQuery &query) const;
    [[nodiscard]] std::optional<qsizetype> resumeAt(const RecordedQuery &query, const QString &version) const;

    std::shared_ptr<const Recording> recording;
    RecordedState state;
    std::chrono::milliseconds position{0};
    QList<QPointer<RecordedWatch>> watches;
};

RecordedTransport::RecordedTransport(std::shared_ptr<const Recording> recording, QObject *parent)
    : Transport(parent)
    , d(std::make_unique<Private>(std::move(recording)))
{
    d->state.seek(RecordedState::countAt(*d->recording, d->position));
}

RecordedTransport::~RecordedTransport() = default;

const Recording &RecordedTransport::recording() const
{
    return *d->recording;
}

std::chrono::milliseconds RecordedTransport::position() const
{
    return d->position;
}

void RecordedTransport::seek(std::chrono::milliseconds position)
{
    position = std::clamp(position, std::chrono::milliseconds(0), d->recording->duration());
    if (position == d->position)
        return;
    const qsizetype before = d->state.count();
    d->position = position;
    d->state.seek(RecordedState::countAt(*d->recording, position));
    const QList<QPointer<RecordedWatch>> watches = d->watches;
    for (const QPointer<RecordedWatch> &watch : watches) {
        if (!watch)
            continue;
        if (d->state.count() < before)
            watch->end(Error{Error::Code::Gone, tr("The recording was wound back."), {}, {}});
        else
            watch->advance(d->state.count());
    }
    d->watches.removeIf([](const QPointer<RecordedWatch> &watch) { return watch.isNull(); });
    Q_EMIT positionChanged();
}

QByteArray RecordedTransport::Private::list(const RecordedQuery &query) const
{
    QByteArray body =
        query.isMetadataOnly()
            ? QByteArray("{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/v1\"")
            : QByteArray("{\"kind\":\"List\",\"apiVersion\":\"v1\"");
    body += ",\"metadata\":{\"resourceVersion\":" + jsonString(playVersion(state.count())) + "},\"items\":[";
    bool first = true;
    for (const qsizetype index : state.objects(query.resource())) {
        if (const auto object = query.object(recording->events[index], index)) {
            if (!std::exchange(first, false))
                body += ',';
            body += object->json;
        }
    }
    body += "]}";
    return body;
}

Result<Response> RecordedTransport::Private::answer(const Request &request) const
{
    if (request.path == u"/version")
        return response("{\"gitVersion\":" + jsonString(recording->header.serverVersion) + '}');
    const Result<RecordedQuery> query = RecordedQuery::parse(request);
    if (!query)
        return tl::make_unexpected(query.error());
    if (!state.holds(query->resource()))
        return failure(Error::Code::NotFound, tr("The recording holds no %1.").arg(query->resource()));
    if (query->objectName().isEmpty())
        return response(list(*query));
    for (const qsizetype index : state.objects(query->resource()))
        if (const auto object = query->object(recording->events[index], index))
            return response(object->json);
    return failure(Error::Code::NotFound,
                   tr("The recording holds no object %1 at this moment.").arg(query->objectName()));
}

QFuture<Result<Response>> RecordedTransport::get(const Request &request)
{
    return readyFuture(d->answer(request));
}

/// A watch goes on behind the list or the event that its reader saw last.
std::optional<qsizetype> RecordedTransport::Private::resumeAt(const RecordedQuery &query,
                                                              const QString &version) const
{
    if (version.isEmpty() || version == u"0")
        return state.count();
    qsizetype at = -1;
    if (version.startsWith(u"at-")) {
        at = QStringView(version).mid(3).toLongLong();
    } else {
        for (qsizetype i = state.count() - 1; i >= 0 && at < 0; --i)
            if (recording->events[i].resource == query.resource() &&
                recording->events[i].object.resourceVersion == version)
                at = i + 1;
    }
    return at < 0 || at > state.count() ? std::nullopt : std::optional(at);
}

WatchStream *RecordedTransport::watch(const Request &request, QObject *parent)
{
    Error refusal;
    std::optional<qsizetype> from;
    Result<RecordedQuery> query = RecordedQuery::parse(request);
    if (!query) {
        refusal = query.error();
    } else if (!d->state.holds(query->resource())) {
        refusal =
            Error{Error::Code::NotFound, tr("The recording holds no %1.").arg(query->resource()), {}, {}};
    } else {
        from = d->resumeAt(*query, request.query.queryItemValue(QStringLiteral("resourceVersion")));
        if (!from)
            refusal = Error{Error::Code::Gone, tr("The recording was wound back."), {}, {}};
    }
    auto *watch = new RecordedWatch(d->recording, query ? *query : RecordedQuery(), from.value_or(0), parent);
    d->watches.removeIf([](const QPointer<RecordedWatch> &known) { return known.isNull(); });
    d->watches.append(watch);
    QTimer::singleShot(0, watch,
                       [this, transport = QPointer(this), watch, refusal, accepted = from.has_value()] {
                           if (!accepted || !transport) {
                               watch->end(refusal);
                               return;
                           }
                           const QPointer<RecordedWatch> alive(watch);
                           watch->open();
                           if (alive)
                               watch->advance(d->state.count());
                       });
    return watch;
}

RecordingClock::RecordingClock(const RecordedTransport *transport)
    : m_transport(transport)
{
    m_elapsed.start();
}

QDateTime RecordingClock::now() const
{
    return m_transport->recording().header.start.addMSecs(m_transport->position().count());
}

std::chrono::milliseconds RecordingClock::elapsed() const
{
    return std::chrono::milliseconds(m_elapsed.elapsed());
}

} // namespace chartroom
