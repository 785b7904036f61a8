// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/session_verb.h"

#include "app/command_line_tr.h"
#include "core/base/short_list.h"
#include "core/rollout/rollout_store.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>

namespace chartroom {

namespace {

/// A person at a terminal is told after this time that there is progress; a script never.
constexpr std::chrono::seconds quietWait(3);

} // namespace

SessionVerb::SessionVerb(Invocation invocation, Sessions sessions, Console *console)
    : m_invocation(std::move(invocation))
    , m_sessions(std::move(sessions))
    , m_console(console)
{}

SessionVerb::~SessionVerb() = default;

void SessionVerb::start()
{
    for (const auto &session : m_sessions) {
        auto *wait = new InventoryWait(session.get(), need(), m_invocation.timeout, this);
        connect(wait, &InventoryWait::finished, this,
                [this, one = session.get()](const std::optional<Error> &problem) { answered(one, problem); });
        wait->start();
    }
    QTimer::singleShot(quietWait, this, [this] {
        QStringList names;
        for (const auto &session : m_sessions)
            names << session->name();
        if (m_answered < m_sessions.size() && m_console->style().noteWidth > 0)
            m_console->note(CommandLineTr::tr("Reading %1...").arg(shortList(names)));
    });
}

void SessionVerb::answered(ClusterSession *session, const std::optional<Error> &problem)
{
    ++m_answered;
    for (const QString &notice : session->notices()) // a recording was cut: why there is so little of it
        note(*session, notice);
    if (problem) {
        tell(*session, *problem);
        // Whatever the reason, such as a sign-in program that is not installed: it could not be read.
        m_worst = qMax(m_worst, int(NoAccess));
    } else {
        m_readable.append(session);
        if (session->state() == ClusterSession::State::Failed)
            note(*session, session->problem().message);
        readOne(session);
    }
    if (m_answered < m_sessions.size())
        return;
    // In the order of the contexts, whoever answered first.
    std::sort(m_readable.begin(), m_readable.end(), [this](const ClusterSession *a, const ClusterSession *b) {
        return placeOf(a->name()) < placeOf(b->name());
    });
    if (m_readable.isEmpty())
        end(m_worst);
    else
        print(m_readable);
}

void SessionVerb::tell(const ClusterSession &session, const Error &error)
{
    Error named = error;
    if (m_sessions.size() > 1)
        named.message = session.name() + QStringLiteral(": ") + named.message;
    m_console->problem(named);
}

void SessionVerb::report(const ClusterSession &session, const Error &error)
{
    tell(session, error);
    m_worst = qMax(m_worst, int(exitCode(error)));
}

void SessionVerb::note(const ClusterSession &session, const QString &sentence)
{
    m_console->note(m_sessions.size() > 1 ? session.name() + QStringLiteral(": ") + sentence : sentence);
}

void SessionVerb::whenRolloutIsRead(ClusterSession *session,
                                    const std::function<void(const std::optional<Error> &problem)> &then)
{
    auto *wait = new QTimer(this); // who is first: it, or the rollouts
    wait->setSingleShot(true);
    connect(wait, &QTimer::timeout, this, [wait, then] {
        wait->deleteLater();
        then(Error{Error::Code::Timeout,
                   CommandLineTr::tr("The nodes' rollouts could not be read in time; try --timeout."),
                   {},
                   {}});
    });
    wait->start(m_invocation.timeout);
    session->rollout()->whenComplete(wait, [wait, then] {
        if (!wait->isActive())
            return;
        wait->stop();
        wait->deleteLater();
        then(std::nullopt);
    });
}

size_t SessionVerb::placeOf(const QString &cluster) const
{
    size_t place = 0;
    while (place < m_sessions.size() && m_sessions[place]->name() != cluster)
        ++place;
    return place;
}

void SessionVerb::printAll(QList<ClusterPrintout> printouts)
{
    std::stable_sort(printouts.begin(), printouts.end(),
                     [this](const ClusterPrintout &a, const ClusterPrintout &b) {
                         return placeOf(a.cluster) < placeOf(b.cluster);
                     });
    if (!printouts.isEmpty() && m_invocation.isOverSeveral())
        m_console->print(joinedPrintout(printouts), m_invocation.format);
    else if (!printouts.isEmpty())
        m_console->print(namedPrintout(printouts.first()), m_invocation.format);
}

void SessionVerb::noteNodes(const ClusterSession &session)
{
    const Reflector &nodes = session.nodes()->reflector();
    if (nodes.hasSynced() || nodes.state() == Reflector::State::Denied) // which the notices tell
        return;
    m_console->note(
        nodes.state() == Reflector::State::Missing
            ? nodes.lastError().message
            : CommandLineTr::tr("The nodes of %1 could not be read in time.").arg(session.name()));
}

void SessionVerb::end(int code)
{
    Q_EMIT finished(qMax(code, m_worst));
}

void SessionVerb::fail(const Error &error)
{
    m_console->problem(error);
    end(exitCode(error));
}

Result<ReleaseKey> findRelease(const ReleaseStore &store, const QString &words, const QString &namespaceName)
{
    const auto say = [](const char *text) { return QCoreApplication::translate("Verbs", text); };
    const qsizetype slash = words.indexOf(u'/');
    const QString name = words.mid(slash + 1);
    const QString where = slash > 0 ? words.left(slash) : namespaceName;
    QList<ReleaseKey> found;
    for (const ReleaseKey &key : store.keys())
        if (key.name == name && (where.isEmpty() || key.namespaceName == where))
            found.append(key);
    if (found.isEmpty() && store.hides(ReleaseStorage::Secret, where))
        return failure(Error::Code::Forbidden,
                       say("No release %1 was found in what you have permission to list; it may be in a "
                           "namespace that is hidden from you.")
                           .arg(words));
    if (found.isEmpty())
        return failure(Error::Code::NotFound,
                       say("There is no release %1. See chartroom list -A.").arg(words));
    if (found.size() == 1)
        return found.first();
    QStringList places;
    for (const ReleaseKey &key : std::as_const(found))
        places.append(key.namespaceName + u'/' + key.name);
    places.sort();
    return failure(Error::Code::Invalid, say("There are several releases %1: %2. Name one of them.")
                                             .arg(words, places.join(QStringLiteral(", "))));
}

} // namespace chartroom
