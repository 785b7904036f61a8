// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recorded_watch.h"

#include "core/base/free_soon.h"
#include "core/base/loop_slice.h"
#include "core/base/on_finished.h"

#include <QPointer>
#include <QtConcurrentRun>

#include <algorithm>
#include <numeric>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto rest = 1s;               ///< after which nobody waits for the cores any more
constexpr size_t mostReadings = 40'000; ///< that are kept where the objects are few enough

/// The reading of that event; `last` where there is none.
template<typename Iterator>
Iterator readingOf(qsizetype event, Iterator first, Iterator last)
{
    return std::find_if(first, last, [event](const auto &one) { return one.event == event; });
}

} // namespace

RecordedWatch::RecordedWatch(std::shared_ptr<const Recording> recording, RecordedQuery query,
                             ObjectReader read, qsizetype seen, QObject *parent)
    : WatchStream(parent)
    , m_recording(std::move(recording))
    , m_query(std::move(query))
    , m_read(read)
    , m_count(seen)
    , m_target(seen)
{
    m_turn.setSingleShot(true);
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, &RecordedWatch::tellNext);
    m_rest.setSingleShot(true);
    m_rest.setInterval(rest);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        m_ahead = 0;
        readAhead();
    });
    m_first = m_recording->index.slotsOf(m_query.resource()).first;
}

RecordedWatch::~RecordedWatch() = default;

QFuture<RecordedWatch::Shown> RecordedWatch::look() const
{
    return QtConcurrent::run([recording = m_recording, resource = m_query.resource(), seen = m_count] {
        const qsizetype all = recording->events.size();
        const qsizetype otherEnd = seen > all / 2 ? countAt(recording->events, 0ms) : all;
        const auto [first, last] = recording->index.slotsOf(resource);
        Shown shown;
        shown.reserve(last - first);
        for (Slot slot = first; slot < last; ++slot)
            shown.push_back({recording->index.state(slot, seen), recording->index.state(slot, otherEnd)});
        return shown;
    });
}

void RecordedWatch::open(const Shown &shown)
{
    if (m_hasEnded)
        return;
    m_kept = std::clamp(mostReadings / std::max<size_t>(shown.size(), 1), leastKept, mostKept);
    m_told.reserve(shown.size());
    m_before.resize(shown.size() * m_kept);
    for (const auto &[now, atOtherEnd] : shown) {
        m_before[m_told.size() * m_kept].event = atOtherEnd;
        m_told.push_back({now});
    }
    m_isOpen = true;
    Q_EMIT opened({});
}

WatchStream::ToldObjects RecordedWatch::told() const
{
    std::vector<qsizetype> events;
    events.reserve(m_told.size());
    for (const RecordedReading &told : m_told) {
        if (told.event != RecordingIndex::absent)
            events.push_back(told.event);
    }
    return [recording = m_recording, query = m_query, events = std::move(events)] {
        QList<KubeObject> objects;
        for (const qsizetype event : events) {
            if (query.remains(recording->events, event)) // it is about that object
                objects.append(query.named(recording->events, event));
        }
        return objects;
    };
}

void RecordedWatch::stop()
{
    end(Error{Error::Code::Cancelled, {}, {}, {}});
}

void RecordedWatch::end(const Error &error)
{
    if (m_hasEnded)
        return;
    const bool wasThere = isThere();
    m_isOpen = false;
    m_hasEnded = true;
    const QPointer watch(this);
    if (!wasThere)
        Q_EMIT arrived();
    if (watch)
        Q_EMIT stopped(error);
}

void RecordedWatch::aim(qsizetype count)
{
    const auto [low, high] = std::minmax(m_count, count);
    m_next = 0;
    m_parts = 0;
    m_made.clear();
    m_rest.stop();
    ++m_aims;
    // A step: the events between tell who may have changed. A jump, or a way not gone to its end: anyone may.
    if (m_isThere && high - low < qsizetype(m_told.size())) {
        m_open = changedBetween(low, high);
    } else {
        m_open.resize(m_told.size());
        std::iota(m_open.begin(), m_open.end(), m_first);
    }
    m_target = count;
    m_isThere = false;
}

std::vector<RecordedWatch::Slot> RecordedWatch::changedBetween(qsizetype low, qsizetype high) const
{
    std::vector<bool> isTold(m_told.size()); // tens of thousands of events: they are not sorted
    for (qsizetype i = low; i < high; ++i) {
        const Slot place = m_recording->index.slotOf(m_recording->events, i) - m_first; // wraps below m_first
        if (place < isTold.size())
            isTold[place] = true;
    }
    std::vector<Slot> changed;
    for (Slot place = 0; place < isTold.size(); ++place) {
        if (isTold[place])
            changed.push_back(m_first + place);
    }
    return changed;
}

SeekPath RecordedWatch::seekPath() const
{
    return {m_recording, m_query, m_read, m_target};
}

SeekPath::Steps RecordedWatch::steps(size_t most)
{
    SeekPath::Steps ahead;
    const size_t end = std::min(m_open.size(), m_next + most);
    ahead.steps.reserve(end - m_next);
    ahead.kept.reserve((end - m_next) * m_kept);
    for (; m_next < end; ++m_next) {
        const Slot place = m_open[m_next] - m_first;
        ahead.steps.push_back({m_open[m_next], m_told[place].event});
        const RecordedReading *before = &m_before[place * m_kept];
        for (size_t i = 0; i < m_kept; ++i)
            ahead.kept.push_back(before[i].value ? before[i].event : RecordingIndex::absent);
    }
    return ahead;
}

void RecordedWatch::advance(const LoopSlice &slice)
{
    constexpr size_t betweenLooks = 32; // at the clock
    constexpr size_t mostAtOnce = 4096; // objects that may have changed; more are the pool's from the start
    if (!m_isOpen || m_isThere)
        return;
    if (m_open.size() - m_next > mostAtOnce) {
        goOnPool();
        return;
    }
    const SeekPath seekPath = this->seekPath();
    SeekPath::Part part;
    do {
        seekPath.go(steps(betweenLooks), part);
    } while (m_next < m_open.size() && !slice.isOver());
    tell(std::move(part));
}

/// What is not kept any more is left in `told`, to be freed with its part.
void RecordedWatch::take(SeekPath::Told &told, QList<ObjectEvent> &events)
{
    const Slot place = told.slot - m_first;
    std::swap(m_told[place], told.now);
    const auto first = m_before.begin() + std::ptrdiff_t(place * m_kept);
    const auto last = first + std::ptrdiff_t(m_kept) - 1;
    RecordedReading &now = m_told[place];
    const auto leaves = readingOf(now.event, first, last);
    if (told.isKept) {
        now.value = std::move(leaves->value);
        events[told.place].object.read = now.value;
    }
    if (told.now.event == RecordingIndex::absent)
        return; // there is nothing to be read of that
    std::rotate(first, leaves, leaves + 1);
    std::swap(*first, told.now);
}

void RecordedWatch::tell(SeekPath::Part part)
{
    for (SeekPath::Told &told : part.told)
        take(told, part.events);
    m_isThere = m_next == m_open.size() && m_parts == 0;
    if (m_isThere) {
        m_count = m_target;
        m_rest.start();
    } else {
        goOnPool();
    }
    if (!m_isThere && part.events.isEmpty())
        return;
    const QPointer watch(this);
    const bool hasArrived = m_isThere;
    Q_EMIT objectsReceived(part.events, m_isThere ? playVersion(m_target) : QString());
    if (watch && hasArrived)
        Q_EMIT arrived();
    freeSoon(std::move(part.events));
    freeSoon(std::move(part.told));
}

void RecordedWatch::goOnPool()
{
    constexpr int mostParts = 4;         // at a time: what waits to be told takes memory
    constexpr size_t stepsOfAPart = 512; // told within two milliseconds
    for (; m_parts < mostParts && m_next < m_open.size(); ++m_parts) {
        const auto made = QtConcurrent::run([seekPath = seekPath(), ahead = steps(stepsOfAPart)] {
            SeekPath::Part part;
            seekPath.go(ahead, part);
            return part;
        });
        onFinished(made, this, [this, aim = m_aims](SeekPath::Part &&part) {
            if (aim != m_aims || !m_isOpen)
                return;
            m_made.push_back(std::move(part));
            m_turn.start();
        });
    }
}

/// Results of the pool come several at once, and are told one by one: between two the event loop turns.
void RecordedWatch::tellNext()
{
    if (m_made.empty() || !m_isOpen)
        return;
    SeekPath::Part part = std::move(m_made.front());
    m_made.pop_front();
    --m_parts;
    if (!m_made.empty())
        m_turn.start();
    tell(std::move(part));
}

/// A part after the other, until somebody is told something again.
void RecordedWatch::readAhead()
{
    constexpr size_t most = 512;       // a core is busy with them for two milliseconds
    constexpr size_t mostLooks = 8192; // which take less
    if (!m_read || !isThere() || m_hasEnded || m_ahead == m_before.size())
        return;
    std::vector<SeekPath::Told> wanted;
    const size_t end = std::min(m_before.size(), m_ahead + mostLooks);
    for (; m_ahead < end && wanted.size() < most; ++m_ahead) {
        const RecordedReading &before = m_before[m_ahead];
        const size_t place = m_ahead / m_kept;
        if (before.event != RecordingIndex::absent && !before.value && before.event != m_told[place].event)
            wanted.push_back({m_first + Slot(place), {before.event}});
    }
    const auto made = QtConcurrent::run([seekPath = seekPath(), wanted = std::move(wanted)]() mutable {
        seekPath.readAhead(wanted);
        return std::move(wanted);
    });
    onFinished(made, this, [this](std::vector<SeekPath::Told> &&ahead) {
        for (SeekPath::Told &one : ahead) {
            RecordedReading *kept = &m_before[(one.slot - m_first) * m_kept];
            RecordedReading *before = readingOf(one.now.event, kept, kept + m_kept);
            if (before != kept + m_kept && !before->value)
                before->value = std::move(one.now.value);
        }
        readAhead();
    });
}

} // namespace chartroom
