// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/pause_operation.h"

#include "core/base/document.h"
#include "core/base/masked_text.h"
#include "core/base/on_finished.h"
#include "core/kube/kubectl_transport.h"
#include "core/upgrade/draft.h"

#include <QUuid>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using End = OperationResult::End;

struct Resource
{
    QString plural;
    QString version; ///< with its group
    QStringList policy;
};

/// Where each operator keeps its upgrade policy (gpu-operator api/nvidia/v1/clusterpolicy_types.go,
/// api/nvidia/v1alpha1/nvidiadriver_types.go; network-operator api/v1alpha1/nicclusterpolicy_types.go).
std::optional<Resource> resourceOf(const QString &kind)
{
    if (kind == u"ClusterPolicy")
        return Resource{
            u"clusterpolicies"_s, u"nvidia.com/v1"_s, {u"spec"_s, u"driver"_s, u"upgradePolicy"_s}};
    if (kind == u"NVIDIADriver")
        return Resource{u"nvidiadrivers"_s, u"nvidia.com/v1alpha1"_s, {u"spec"_s, u"upgradePolicy"_s}};
    if (kind == u"NicClusterPolicy")
        return Resource{u"nicclusterpolicies"_s,
                        u"mellanox.com/v1alpha1"_s,
                        {u"spec"_s, u"ofedDriver"_s, u"upgradePolicy"_s}};
    return {};
}

/// {a: {b: value}} of the path a, b.
Value nested(QStringList path, Value value)
{
    while (!path.isEmpty())
        value = Value(Value::Map{{path.takeLast(), value}});
    return value;
}

} // namespace

PauseOperation::PauseOperation(OperationParts parts, PauseOrder order, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_order(std::move(order))
    , m_id(m_parts.clock->now().toUTC().toString(u"yyyyMMdd't'HHmmss'z-'"_s) +
           QUuid::createUuid().toString(QUuid::Id128).left(8))
{}

PauseOperation::~PauseOperation() = default;

Request PauseOperation::objectRequest() const
{
    const Resource resource = *resourceOf(m_order.kind);
    Request request;
    request.path = u"/apis/"_s + resource.version + u'/' + resource.plural + u'/' + m_order.name;
    return request;
}

QStringList PauseOperation::switchPath() const
{
    return resourceOf(m_order.kind)->policy + QStringList{u"autoUpgrade"_s};
}

QStringList PauseOperation::patchArguments() const
{
    const Resource resource = *resourceOf(m_order.kind);
    Value::Map patch = nested(switchPath(), Value(!m_order.pauses)).map();
    patch.insert(u"metadata"_s, nested({u"resourceVersion"_s}, Value(m_resourceVersion)));
    return {u"patch"_s,   resource.plural + u'.' + resource.version.section(u'/', 0, 0),
            m_order.name, u"--type=merge"_s,
            u"-p"_s,      QString::fromUtf8(writeJson(Value(patch), 0)).trimmed()};
}

void PauseOperation::start()
{
    if (!resourceOf(m_order.kind) || !isObjectName(m_order.name))
        return finish(End::NotStarted,
                      tr("%1 %2 has no switch for its upgrades.").arg(m_order.kind, m_order.name));
    onFinished(m_parts.transport->get(objectRequest()), this,
               [this](const Result<Response> &answer) { take(answer); });
}

void PauseOperation::take(const Result<Response> &answer)
{
    if (m_isFinished)
        return;
    if (!answer)
        return finish(End::NotStarted, answer.error().message);
    const Result<Value> object = readJson(answer->body);
    if (!object)
        return finish(End::NotStarted, object.error().message);
    const Value policy = object->at(resourceOf(m_order.kind)->policy);
    if (!policy.isMap())
        return finish(End::NotStarted,
                      tr("%1 %2 has no upgrade policy, so its operator upgrades no node by itself.")
                          .arg(m_order.kind, m_order.name));
    if (policy.at({u"autoUpgrade"_s}).toBool() != m_order.pauses)
        return finish(End::NotStarted,
                      m_order.pauses ? tr("It is paused already.") : tr("It is not paused."));
    m_resourceVersion = object->at({u"metadata"_s, u"resourceVersion"_s}).toString();
    Q_EMIT prepared(m_parts.kubectl->command(patchArguments()).display());
}

void PauseOperation::confirm()
{
    if (m_isFinished || m_resourceVersion.isEmpty() || std::exchange(m_isConfirmed, true))
        return;
    auto journal = Journal::create(folder());
    if (!journal)
        return finish(End::NotStarted, journal.error().message);
    m_journal = std::move(*journal);
    const QString command = m_parts.kubectl->command(patchArguments()).display();
    const bool isDurable = write(JournalRecord::Kind::Intent, tr("Running %1").arg(command),
                                 {{u"operation"_s, Value(m_id)},
                                  {u"kind"_s, Value(m_order.pauses ? u"pause"_s : u"resume"_s)},
                                  {u"context"_s, Value(m_parts.access.context)},
                                  {u"namespace"_s, Value(QString())},
                                  {u"release"_s, Value(QString(m_order.kind + u'/' + m_order.name))},
                                  {u"holder"_s, Value(m_parts.holder.identity())},
                                  {u"reason"_s, Value(m_order.reason)},
                                  {u"command"_s, Value(command)},
                                  {u"commands"_s, Value(Value::List{Value(command)})}});
    if (isDurable)
        onFinished(m_parts.kubectl->run(patchArguments()), this,
                   [this](const Result<CommandOutput> &output) { patched(output); });
}

QString PauseOperation::cancel()
{
    if (m_isConfirmed)
        return tr("The switch is being set; Chartroom reads what came of it and then stops.");
    finish(End::Cancelled, tr("It was cancelled before anything was changed."));
    return tr("Nothing has been changed, and nothing will be.");
}

void PauseOperation::patched(const Result<CommandOutput> &output)
{
    Error error;
    if (!output)
        error = output.error();
    else if (output->exitCode != 0)
        error = kubectlError(output->err);
    const bool isConflict =
        error.detail.contains(u"(Conflict)"_s) || error.detail.contains(u"the object has been modified"_s);
    if (isConflict)
        error.message = tr("Somebody has written it in between. Look at it again, and then decide.");
    (void)write(JournalRecord::Kind::Outcome,
                error.message.isEmpty() ? tr("kubectl is done.") : error.message);
    m_notes = error.message.isEmpty() ? m_notes : m_notes + QStringList{error.message};
    readBack();
}

void PauseOperation::readBack()
{
    onFinished(m_parts.transport->get(objectRequest()), this, [this](const Result<Response> &answer) {
        const QString said = m_notes.join(u' ');
        const Result<Value> object = answer ? readJson(answer->body) : tl::make_unexpected(answer.error());
        if (!object)
            return finish(End::Unknown,
                          tr("What came of it is not known, because the cluster cannot be read: "
                             "%1 %2")
                              .arg(object.error().message, said)
                              .trimmed());
        if (object->at(switchPath()).toBool() == m_order.pauses)
            return finish(End::NotStarted, tr("The switch was not set. %1").arg(said).trimmed());
        finish(End::Done,
               m_order.pauses
                   ? tr("Paused: the operator takes no further node. Nodes under way stay cordoned until it "
                        "goes on, or until somebody uncordons them.")
                   : tr("Resumed: the operator takes the next nodes by its policy."));
    });
}

bool PauseOperation::write(JournalRecord::Kind kind, const QString &text, Value::Map data)
{
    data.insert(u"text"_s, Value(maskedText(text)));
    const auto written = m_journal->append({kind, u"Patch"_s, m_parts.clock->now(), Value(data)});
    if (written)
        return true;
    if (kind == JournalRecord::Kind::Intent)
        finish(End::NotStarted, written.error().message);
    else
        m_notes.append(written.error().message);
    return false;
}

void PauseOperation::finish(End end, const QString &text)
{
    if (std::exchange(m_isFinished, true))
        return;
    OperationResult result{end, maskedText(text), 0, {}};
    if (end == End::Done)
        result.problems = m_notes;
    if (m_journal) {
        const auto written = m_journal->append(
            {JournalRecord::Kind::Outcome, u"Finish"_s, m_parts.clock->now(),
             Value(Value::Map{{u"end"_s, Value(endText(end))}, {u"text"_s, Value(result.text)}})});
        if (!written)
            result.problems.append(written.error().message);
        m_journal.reset();
    }
    // Later, so that whoever started it hears of an end at once too.
    QMetaObject::invokeMethod(
        this, [this, result] { Q_EMIT finished(result); }, Qt::QueuedConnection);
}

} // namespace chartroom
