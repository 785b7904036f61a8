// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_operation.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/kube/transport.h"
#include "core/upgrade/operation_kind.h"

namespace chartroom {

using namespace Qt::StringLiterals;
using End = OperationResult::End;

MatrixOperation::MatrixOperation(OperationParts parts, MatrixWriteRequest order, QObject *parent)
    : ConfirmedOperation(std::move(parts), u"Apply"_s, parent)
    , m_order(std::move(order))
{}

MatrixOperation::~MatrixOperation() = default;

Value::Map MatrixOperation::order() const
{
    Value::List changes;
    for (const MatrixChange &change : m_order.changes)
        changes.append(Value(Value::Map{{u"entry"_s, Value(change.entry)},
                                        {u"component"_s, Value(change.name)},
                                        {u"before"_s, Value(change.before)},
                                        {u"after"_s, Value(change.after)}}));
    Value::List evidence;
    for (const QString &line : m_order.evidence)
        evidence.append(Value(line));
    return {{u"kind"_s, Value(operationWord(OperationKind::Matrix))},
            {u"action"_s, Value(m_order.action)},
            {u"namespace"_s, Value(m_order.apply.namespaceName)},
            {u"release"_s, Value(QString(u"ConfigMap/"_s + m_order.apply.name))},
            {u"field"_s, Value(m_order.apply.key)},
            {u"resourceVersion"_s, Value(m_order.apply.resourceVersion)},
            {u"changes"_s, Value(changes)},
            {u"evidence"_s, Value(evidence)}};
}

void MatrixOperation::start()
{
    tryMatrix(parts().kubectl, m_order.apply, this, [this](const Result<MatrixApply> &apply) {
        if (isFinished())
            return;
        if (!apply) {
            m_problem = apply.error();
            return finish(End::NotStarted, apply.error().message);
        }
        m_order.apply = *apply;
        prepare({applyArguments(m_order.apply)});
    });
}

void MatrixOperation::run()
{
    whenClockIsRead(*parts().transport, this, [this] { takeLease(); });
}

void MatrixOperation::takeLease()
{
    const ReleaseKey key{m_order.apply.namespaceName, m_order.apply.name, ReleaseStorage::ConfigMap};
    m_lease = std::make_unique<ReleaseLease>(parts().kubectl, parts().clock, leaseSkew(*parts().transport),
                                             key, parts().holder, nullptr, parts().leaseDuration);
    onFinished(m_lease->take(), this, [this](const Result<void> &taken) {
        if (taken)
            return apply();
        m_problem = taken.error();
        finish(End::NotStarted, taken.error().message);
    });
}

void MatrixOperation::apply()
{
    applyMatrix(parts().kubectl, m_order.apply, this, [this](const Result<QString> &version) {
        if (!version)
            m_problem = version.error();
        ran(version ? Error{} : version.error());
        readBack();
    });
}

/// The truth, whatever kubectl said.
void MatrixOperation::readBack()
{
    Request request;
    request.path =
        u"/api/v1/namespaces/%1/configmaps/%2"_s.arg(m_order.apply.namespaceName, m_order.apply.name);
    onFinished(parts().transport->get(request), this, [this](const Result<Response> &answer) {
        const Result<Value> map = answer ? readJson(answer->body) : tl::make_unexpected(answer.error());
        if (!map)
            return end(End::Unknown, tr("The result is unknown, because the ConfigMap cannot be read: %1 %2")
                                         .arg(map.error().message, said())
                                         .trimmed());
        const MatrixApply &apply = m_order.apply;
        const QString name = apply.namespaceName + u'/' + apply.name;
        if (map->at({u"data"_s, apply.key}).toString().toUtf8() == apply.after) {
            m_problem.reset();
            m_resourceVersion = map->at({u"metadata"_s, u"resourceVersion"_s}).toString();
            return end(End::Done, tr("The ConfigMap %1 has it, at version %2.").arg(name, m_resourceVersion));
        }
        if (!m_problem)
            m_problem = Error{Error::Code::Throttled,
                              tr("The ConfigMap %1 has been changed since; read it again.").arg(name),
                              {},
                              {}};
        end(End::NotStarted, m_problem->message);
    });
}

void MatrixOperation::end(OperationResult::End end, const QString &text)
{
    onFinished(m_lease->release(), this, [this, end, text](const Result<void> &) { // else it runs out
        finish(end, text);
    });
}

} // namespace chartroom
