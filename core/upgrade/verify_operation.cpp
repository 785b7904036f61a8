// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/verify_operation.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/visible_text.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using State = WorkloadState::State;

/// Kubernetes removes it once its time is over.
bool goesByItself(const Value &document)
{
    return document.at({u"kind"_s}).toString() == u"Job" &&
           !document.at({u"spec"_s, u"ttlSecondsAfterFinished"_s}).isNull();
}

/// Kinds, and why.
QString kindsText(const QMap<QString, QString> &kinds)
{
    QStringList texts;
    for (auto it = kinds.cbegin(); it != kinds.cend(); ++it) {
        const QString kind =
            visibleText(it.key().isEmpty() ? VerifyOperation::tr("without a kind") : it.key(), false, 100);
        texts << (it->isEmpty() ? kind : VerifyOperation::tr("%1 (%2)").arg(kind, *it));
    }
    return texts.join(u", "_s);
}

} // namespace

VerifyOperation::VerifyOperation(Transport *transport, const Clock *clock, QByteArray manifest,
                                 QString releaseNamespace, std::chrono::milliseconds limit,
                                 std::chrono::milliseconds settling, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_clock(clock)
    , m_manifest(std::move(manifest))
    , m_namespace(std::move(releaseNamespace))
{
    m_limit.setSingleShot(true);
    m_limit.setInterval(limit);
    connect(&m_limit, &QTimer::timeout, this, &VerifyOperation::finish);
    m_settling.setSingleShot(true);
    m_settling.setInterval(settling);
    connect(&m_settling, &QTimer::timeout, this, [this] {
        m_isSettled = true;
        look();
    });
}

VerifyOperation::~VerifyOperation() = default;

void VerifyOperation::start()
{
    m_limit.start();
    onFinished(QtConcurrent::run(manifestDocuments, m_manifest), this,
               [this](const ManifestDocuments &documents) { take(documents); });
}

void VerifyOperation::cancel()
{
    finish();
}

void VerifyOperation::take(const ManifestDocuments &documents)
{
    if (m_isOver)
        return;
    m_unread = documents.problems;
    QList<ObjectRef> others;
    bool hasOperator = false;
    for (const Value &document : documents.documents) {
        ObjectRef object = objectRef(document);
        if (object.namespaceName.isEmpty())
            object.namespaceName = m_namespace;
        const QString list = workloadList(object);
        if (list.isEmpty()) {
            (goesByItself(document) ? m_passedOver : others).append(object);
            continue;
        }
        hasOperator = hasOperator || isOperatorResource(object);
        m_parts.append({object, list, document, {}, {}, false});
        watch(list);
        if (const QString image = driverInitImage(document); !image.isEmpty()) {
            const ObjectRef policy = obeyedNicPolicy();
            hasOperator = true;
            m_parts.append({policy, workloadList(policy), {}, {}, image, true});
            watch(m_parts.last().list);
        }
    }
    if (hasOperator)
        watch(driverSetList());
    lookFor(others);
    m_isRead = true;
    look();
}

void VerifyOperation::lookFor(const QList<ObjectRef> &others)
{
    if (others.isEmpty())
        return;
    m_isPresent = false;
    m_presence = std::make_unique<PresenceOperation>(m_transport, others);
    connect(m_presence.get(), &PresenceOperation::finished, this, [this] {
        m_isPresent = true;
        look();
    });
    m_presence->start();
}

void VerifyOperation::watch(const QString &list)
{
    std::unique_ptr<Reflector> &reflector = m_reflectors[list];
    if (reflector)
        return;
    ResourceQuery query;
    query.path = list;
    reflector = std::make_unique<Reflector>(m_transport, query, m_clock);
    connect(reflector.get(), &Reflector::eventsReceived, this,
            [this, list](const QList<ObjectEvent> &events) { receive(list, events); });
    connect(reflector.get(), &Reflector::synced, this, &VerifyOperation::look);
    connect(reflector.get(), &Reflector::stateChanged, this, &VerifyOperation::look);
    reflector->start();
}

void VerifyOperation::receive(const QString &list, const QList<ObjectEvent> &events)
{
    const bool isOfOperator = list == driverSetList();
    for (const ObjectEvent &event : events) {
        const bool isGone = event.type == ObjectEvent::Type::Deleted;
        const Value live = isGone ? Value() : readJson(event.object.json).value_or(Value());
        if (isOfOperator)
            m_daemonSets.insert(event.object.name, live);
        for (Part &part : m_parts)
            if (part.list == list && part.object.name == event.object.name)
                part.live = live;
    }
    look();
}

std::optional<WorkloadState> VerifyOperation::unread(const QString &list, const QString &name) const
{
    const Reflector &reflector = *m_reflectors.at(list);
    const bool isRefused =
        reflector.state() == Reflector::State::Denied || reflector.state() == Reflector::State::Missing;
    if (isRefused)
        return WorkloadState{State::Stuck, tr("%1 cannot be read, so the actual state is unknown: %2")
                                               .arg(name, reflector.lastError().message)};
    if (!reflector.hasSynced())
        return WorkloadState{State::Rolling, tr("%1 has not been read yet.").arg(name)};
    return std::nullopt;
}

WorkloadState VerifyOperation::stateOf(const Part &part) const
{
    const QString name = visibleText(part.object.kind + u' ' + part.object.name);
    if (part.isOptional && m_reflectors.at(part.list)->state() == Reflector::State::Missing)
        return {State::Done, {}};
    if (const auto state = unread(part.list, name))
        return *state;
    if (part.live.isNull() && part.isOptional)
        return {State::Done, {}};
    if (part.live.isNull())
        return {State::Stuck, tr("%1 is in the manifest but not in the cluster.").arg(name)};
    // The API names kinds of a list once, not in its items.
    Value::Map named = part.live.map();
    named.insert(u"kind"_s, Value(part.object.kind));
    if (!isOperatorResource(part.object))
        return workloadState(part.planned, Value(named));
    if (const QString other = otherVersions(part.planned, Value(named)); !other.isEmpty())
        return {State::Stuck, other};
    if (const auto state = unread(driverSetList(), tr("The DaemonSet of %1").arg(name)))
        return *state;
    return operatorState(Value(named), m_daemonSets.values(), part.initImage);
}

QString VerifyOperation::driverSetList() const
{
    return workloadList({u"apps/v1"_s, u"DaemonSet"_s, m_namespace, {}});
}

void VerifyOperation::look()
{
    if (m_isOver || !m_isRead)
        return;
    m_states.clear();
    for (const Part &part : std::as_const(m_parts))
        m_states.append(stateOf(part));
    const auto waits = [](const WorkloadState &one) { return one.state == State::Rolling; };
    const auto first = std::find_if(m_states.cbegin(), m_states.cend(), waits);
    const bool isAtRest = first == m_states.cend() && m_isPresent;
    if (isAtRest && (m_isSettled || !isToSettle()))
        return finish();
    m_isSettled = false;
    if (!isAtRest)
        m_settling.stop();
    else if (!m_settling.isActive())
        m_settling.start();
    const auto left = std::count_if(m_states.cbegin(), m_states.cend(), waits);
    const QString text =
        isAtRest ? tr("Everything is ready. Verifying that it stays ready.")
        : first == m_states.cend()
            ? tr("Checking that the other objects of the manifest exist.")
            : tr("Waiting for %1 of %2 workloads. %3").arg(left).arg(m_states.size()).arg(first->text);
    if (text == m_said)
        return;
    m_said = text;
    Q_EMIT progressChanged(text);
}

bool VerifyOperation::isToSettle() const
{
    for (qsizetype i = 0; i < m_states.size(); ++i)
        if (m_states[i].state == State::Done && !m_parts[i].live.isNull() &&
            isOperatorResource(m_parts[i].object))
            return true;
    return false;
}

void VerifyOperation::finish()
{
    if (std::exchange(m_isOver, true))
        return;
    m_limit.stop();
    m_settling.stop();
    for (const auto &[list, reflector] : m_reflectors)
        reflector->stop();
    Q_EMIT finished();
}

QStringList VerifyOperation::facts() const
{
    QStringList texts;
    for (qsizetype i = 0; i < m_states.size(); ++i) {
        const WorkloadState &one = m_states[i];
        const bool isEarly =
            one.state == State::Done && !m_isSettled && isOperatorResource(m_parts[i].object);
        if ((one.state == State::Done || one.state == State::HandedOver) && !one.text.isEmpty())
            texts.append(isEarly ? tr("%1 That was not verified for long enough.").arg(one.text) : one.text);
    }
    for (const QString &text : {foundText(), passedOverText()})
        if (!text.isEmpty())
            texts.append(text);
    return texts;
}

QString VerifyOperation::foundText() const
{
    if (!m_presence)
        return {};
    const auto &all = m_presence->objects();
    const auto found = std::count_if(all.cbegin(), all.cend(), [](const PresenceOperation::Object &one) {
        return one.state == PresenceOperation::State::Found;
    });
    return found > 0 ? tr("%n other object(s) of the manifest are in the cluster.", nullptr, int(found))
                     : QString();
}

QString VerifyOperation::passedOverText() const
{
    QMap<QString, QString> kinds;
    for (const ObjectRef &one : m_passedOver)
        kinds.insert(one.kind, {});
    return kinds.isEmpty() ? QString()
                           : tr("%n object(s) may be gone by now and were not checked: %1.", nullptr,
                                int(m_passedOver.size()))
                                 .arg(kindsText(kinds));
}

/// Of these there is only helm's word.
QString VerifyOperation::unknownText() const
{
    QMap<QString, QString> kinds;
    int count = 0;
    for (const auto &one : m_presence ? m_presence->objects() : QList<PresenceOperation::Object>()) {
        if (one.state != PresenceOperation::State::Open && one.state != PresenceOperation::State::Unread)
            continue;
        ++count;
        kinds.insert(one.reference.kind, one.why);
    }
    return count > 0
               ? tr("%n object(s) were not checked, so whether they exist is unknown: %1.", nullptr, count)
                     .arg(kindsText(kinds))
               : QString();
}

QString VerifyOperation::verifyingText() const
{
    int nodes = 0;
    int toGo = 0;
    bool goesOn = !m_isSettled && isToSettle();
    for (const WorkloadState &one : m_states) {
        goesOn = goesOn || one.state == State::HandedOver || one.state == State::Rolling;
        nodes += one.nodes;
        toGo += one.nodesToGo;
    }
    if (toGo > 0)
        return tr("%1 of %n node(s) rolled, verifying", nullptr, nodes).arg(nodes - toGo);
    return goesOn ? tr("the actual state is not verified yet") : QString();
}

void VerifyOperation::addTo(OperationResult &result) const
{
    result.facts = facts();
    result.isVerifying = !verifyingText().isEmpty();
    for (const WorkloadState &one : m_states)
        result.nodesToGo += one.nodesToGo;
}

QStringList VerifyOperation::problems() const
{
    QStringList texts = m_unread;
    if (!m_isRead)
        texts.append(tr("The rollout of the revision was not checked."));
    for (const WorkloadState &one : m_states) {
        if (one.state == State::Stuck)
            texts.append(one.text);
        else if (one.state == State::Rolling)
            texts.append(tr("Not complete when Chartroom stopped waiting. %1").arg(one.text));
    }
    for (const auto &one : m_presence ? m_presence->objects() : QList<PresenceOperation::Object>())
        if (one.state == PresenceOperation::State::Missing)
            texts.append(one.why);
    if (const QString text = unknownText(); !text.isEmpty())
        texts.append(text);
    return texts;
}

} // namespace chartroom
