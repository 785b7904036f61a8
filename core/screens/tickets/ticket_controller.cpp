// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tickets/ticket_controller.h"

#include "core/base/on_finished.h"
#include "core/rollout/driver_components.h"
#include "core/screens/tickets/composed_ticket.h"

#include <QRegularExpression>
#include <QTimeZone>
#include <QtConcurrentRun>

#include <algorithm>
#include <tuple>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto ticketTypingPause = 150ms;
constexpr auto keepingPause = 1s;
constexpr auto decodingPause = 300ms;
constexpr qsizetype shortestHidden = 3; ///< less would take letters out of everything

} // namespace

TicketController::TicketController(TicketDrafts drafts, QString names, QObject *parent)
    : QObject(parent)
    , m_drafts(std::move(drafts))
    , m_names(std::move(names))
{
    m_composeTimer.setSingleShot(true);
    m_keepTimer.setSingleShot(true);
    m_keepTimer.setInterval(keepingPause);
    m_readTimer.setSingleShot(true);
    m_readTimer.setInterval(decodingPause);
    connect(&m_readTimer, &QTimer::timeout, this, &TicketController::read);
    connect(&m_composeTimer, &QTimer::timeout, this, &TicketController::compose);
    connect(&m_keepTimer, &QTimer::timeout, this, &TicketController::keep);
}

TicketController::~TicketController()
{
    m_reading.cancel();
}

void TicketController::setCluster(const QString &cluster, const std::optional<UpgradeWindow> &window,
                                  ReleaseSource *releases, TicketSource *tickets)
{
    const bool isOther = cluster != m_draft.cluster || window != m_window;
    if (!isOther && releases == m_releases && tickets == m_tickets)
        return;
    keep();
    m_reading.cancel();
    m_readTimer.stop();
    if (m_releases)
        disconnect(m_releases, nullptr, this, nullptr);
    m_releases = releases;
    m_tickets = tickets;
    if (releases) // a release is known before what it is made of
        connect(releases, &ReleaseSource::releasesChanged, this, [this] {
            if (m_state != State::Off && wanted() != m_asked)
                m_readTimer.start();
        });
    if (isOther) {
        ++m_round;
        m_facts.reset();
        m_ticket.reset();
        m_problem = {};
        m_isDue = false;
        m_window = window;
        m_plan.reset();
        m_preflight.reset();
        m_thought.reset();
        m_thoughtWindow.reset();
        m_versions.reset();
        const QDateTime start = window ? window->start.toUTC() : QDateTime();
        const Result<TicketDraft> kept = m_drafts.find(cluster, start);
        m_draft = kept.value_or(TicketDraft());
        m_draft.cluster = cluster;
        m_draft.window = start;
        if (!kept)
            Q_EMIT failed(kept.error());
    }
    setState(State::Off);
    Q_EMIT draftChanged();
    Q_EMIT ticketChanged();
}

void TicketController::open(const TicketRequest &wish)
{
    if (wish.phase)
        m_draft.phase = *wish.phase;
    QList<ReleaseKey> wanted = wish.releases;
    if (wanted.isEmpty() && !wish.component.isEmpty())
        wanted = releasesOf(wish.component);
    if (!wanted.isEmpty() || !wish.nodes.isEmpty())
        m_draft.releases = wanted; // none: those that bring drivers to nodes
    m_draft.words[m_draft.phase].nodes = wish.nodes;
    takeReference(wish.reference, wish.draft ? wish.draft->window : std::nullopt);
    if (wish.draft) {
        m_plan = wish.draft;
        m_preflight = wish.preflight;
    } else if (wish.plan || (m_plan && !wanted.isEmpty() && !wanted.contains(m_plan->release))) {
        m_plan.reset(); // of something else
        m_preflight.reset();
    }
    if (wish.draft || wish.plan) {
        m_thought = wish.plan;
        m_thoughtWindow = wish.window;
    }
    m_versions = wish.versions; // of that moment: no later ticket takes it along
    edited();
    read();
}

void TicketController::setReference(const QString &reference, const std::optional<UpgradeWindow> &window)
{
    if (takeReference(reference, window))
        edited();
}

bool TicketController::takeReference(const QString &reference, const std::optional<UpgradeWindow> &window)
{
    const bool isOfAnother = window && m_window && window->start != m_window->start;
    if (reference.isEmpty() || reference == m_draft.reference || isOfAnother)
        return false;
    m_draft.reference = reference;
    return true;
}

/// By the chart that brings it; a DaemonSet's by its namespace.
QList<ReleaseKey> TicketController::releasesOf(const QString &component) const
{
    QList<ReleaseKey> found;
    const QList<ReleaseKey> keys = m_releases ? m_releases->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys) {
        const Release *release = m_releases->find(key);
        const QStringList own =
            release && release->record ? driverComponents(release->record->chartName) : QStringList();
        if (own.contains(component) || (own.isEmpty() && component.startsWith(key.namespaceName + u'/')))
            found.append(key);
    }
    return found;
}

void TicketController::read()
{
    if (!m_tickets)
        return;
    m_reading.cancel();
    m_readTimer.stop();
    m_asked = wanted();
    m_reading = m_tickets->read(releases());
    setState(State::Reading);
    onFinished(m_reading, this, [this, of = releases(), chosen = m_draft.releases](TicketFacts facts) {
        m_facts = std::move(facts);
        m_factsOf = of;
        m_factsChosen = chosen;
        setState(State::Ready);
        Q_EMIT draftChanged(); // what may be chosen is known by now
        m_isDue = true;
        m_composeTimer.start(0ms);
    });
}

void TicketController::forgetAfter(const QDateTime &moment)
{
    if (!m_facts || m_facts->now <= moment)
        return;
    keep();
    ++m_round; // one that is being composed is of these facts
    m_facts.reset();
    m_ticket.reset();
    m_problem = {};
    m_isDue = false;
    Q_EMIT ticketChanged();
}

bool TicketController::isOfFacts() const
{
    const bool isConnected = m_releases && m_tickets;
    return isConnected ? m_factsOf == releases() : m_factsChosen == m_draft.releases;
}

QList<std::pair<ReleaseKey, bool>> TicketController::wanted() const
{
    QList<std::pair<ReleaseKey, bool>> wanted;
    for (const ReleaseKey &key : releases()) {
        const Release *release = m_releases ? m_releases->find(key) : nullptr;
        wanted.append({key, release && release->record.has_value()});
    }
    return wanted;
}

QList<ReleaseKey> TicketController::releases() const
{
    if (!m_releases || !m_tickets)
        return m_draft.releases;
    const QList<ReleaseKey> there = m_releases->keys();
    QList<ReleaseKey> chosen = m_draft.releases;
    chosen.removeIf([&](const ReleaseKey &key) { return !there.contains(key); });
    return chosen.isEmpty() ? m_tickets->suggestion() : chosen;
}

QList<ReleaseKey> TicketController::allReleases() const
{
    if (!m_releases || !m_tickets)
        return {};
    QList<ReleaseKey> all = m_tickets->suggestion();
    QList<ReleaseKey> others = m_releases->keys();
    others.removeIf([&](const ReleaseKey &key) { return all.contains(key); });
    std::sort(others.begin(), others.end(), [](const ReleaseKey &a, const ReleaseKey &b) {
        return std::tie(a.namespaceName, a.name) < std::tie(b.namespaceName, b.name);
    });
    return all + others;
}

void TicketController::setPhase(TicketPhase phase)
{
    m_draft.phase = phase;
    edited();
}

void TicketController::setRelease(const ReleaseKey &key, bool isIn)
{
    QList<ReleaseKey> chosen = releases();
    chosen.removeAll(key);
    if (isIn)
        chosen.append(key);
    m_draft.releases = chosen; // none: the suggestion again
    edited();
    read();
}

void TicketController::setPart(TicketPart part, bool isIn)
{
    m_draft.without.removeAll(part);
    if (!isIn)
        m_draft.without.append(part);
    edited();
}

void TicketController::setRequest(const QString &text)
{
    m_draft.words[m_draft.phase].request = text;
    edited();
}

void TicketController::setQuestion(const QString &text)
{
    m_draft.words[m_draft.phase].question = text;
    edited();
}

void TicketController::setAnonymous(bool isAnonymous)
{
    m_draft.isAnonymous = isAnonymous;
    edited(true);
}

void TicketController::hide(const QString &text)
{
    // What a text document puts between its blocks and cells, and what stands before the items of a list.
    static const QRegularExpression breaks(QStringLiteral("[\\n\\x{2028}\\x{2029}\\x{FDD0}\\x{FDD1}]"));
    for (QString line : text.split(breaks)) {
        line.remove(QRegularExpression(QStringLiteral("^\\x{2022}\\x{A0}*")));
        line = line.trimmed();
        if (line.size() >= shortestHidden && !m_draft.hidden.contains(line))
            m_draft.hidden.append(line);
    }
    edited(true);
}

void TicketController::showAgain(const QString &text)
{
    m_draft.hidden.removeAll(text);
    edited();
}

void TicketController::setNodes(const QStringList &nodes)
{
    m_draft.words[m_draft.phase].nodes = nodes;
    edited();
}

void TicketController::edited(bool isAtOnce)
{
    m_isUnkept = true;
    m_keepTimer.start();
    m_isDue = m_facts.has_value();
    if (m_facts)
        m_composeTimer.start(isAtOnce ? 0ms : ticketTypingPause);
    if (m_state == State::Ready && !isOfFacts())
        m_readTimer.start();
    Q_EMIT draftChanged();
    Q_EMIT ticketChanged();
}

TicketOptions TicketController::options() const
{
    TicketOptions options = m_draft.options();
    options.zone = QTimeZone::systemTimeZoneId();
    return options;
}

TicketFacts TicketController::facts() const
{
    TicketFacts facts = *m_facts;
    facts.draft = m_plan;
    facts.preflight = m_preflight;
    if (!m_draft.reference.isEmpty())
        facts.supportReference = m_draft.reference;
    facts.plan = m_thought;
    facts.versions = m_versions;
    facts.window = m_thoughtWindow ? m_thoughtWindow : m_window;
    return facts;
}

void TicketController::compose()
{
    if (!m_facts || m_isComposing || !isOfFacts())
        return; // what is being made or read is followed by the next one
    m_isDue = false;
    m_isComposing = true;
    auto work = [facts = facts(), options = options(), isAnonymous = m_draft.isAnonymous,
                 names = m_names]() mutable {
        addPlan(facts);
        return composedTicket(facts, options, isAnonymous, names);
    };
    onFinished(QtConcurrent::run(std::move(work)), this, [this, round = m_round](ComposedTicket made) {
        m_isComposing = false;
        if (m_facts && round == m_round) {
            m_ticket = std::move(made.ticket);
            m_problem = std::move(made.problem);
        }
        if (m_isDue && !m_composeTimer.isActive())
            m_composeTimer.start(0ms);
        Q_EMIT ticketChanged();
    });
}

QFuture<Result<TicketAttachments>> TicketController::attachments()
{
    using Made = Result<TicketAttachments>;
    const auto promise = std::make_shared<QPromise<Made>>();
    promise->start();
    if (!m_tickets || !isCurrent()) {
        promise->addResult(
            Made(failure(Error::Code::NotFound, tr("The ticket is not ready; retry in a moment."))));
        promise->finish();
        return promise->future();
    }
    onFinished(m_tickets->events(), this,
               [this, promise, facts = facts(), options = options(),
                ticket = *m_ticket](const Result<QList<TicketEvent>> &events) mutable {
                   if (events)
                       facts.events = *events;
                   else
                       Q_EMIT failed({events.error().code,
                                      tr("Events are not attached: %1").arg(events.error().message),
                                      events.error().detail,
                                      {}});
                   const auto work = [ticket, facts, options, names = m_names]() -> Made {
                       Made made = ticketAttachments(ticket, facts, options);
                       if (made && made->names)
                           if (const Result<void> kept = made->names->keep(names); !kept)
                               return tl::make_unexpected(kept.error());
                       return made;
                   };
                   onFinished(QtConcurrent::run(work), this, [promise](const Made &made) {
                       promise->addResult(made);
                       promise->finish();
                   });
               });
    return promise->future();
}

/// Before the first reading nobody knows which credentials there are.
void TicketController::keep()
{
    m_keepTimer.stop();
    if (!m_isUnkept || !m_facts)
        return;
    m_isUnkept = false;
    RedactionRules rules;
    rules.known = m_facts->secrets;
    Redactor redactor(std::move(rules));
    TicketDraft safe = m_draft;
    for (TicketWords &words : safe.words) {
        words.request = redactor.text({}, words.request, Redactor::Lines::Kept);
        words.question = redactor.text({}, words.question, Redactor::Lines::Kept);
    }
    safe.reference = redactor.text({}, safe.reference, Redactor::Lines::Kept);
    for (QString &text : safe.hidden)
        text = redactor.text({}, text);
    if (const Result<void> kept = m_drafts.keep(safe); !kept)
        Q_EMIT failed(kept.error());
}

void TicketController::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

} // namespace chartroom
