// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/access_review.h"

#include "core/base/document.h"
#include "core/kube/kube_tr.h"

namespace chartroom {

namespace {

const QString specKey = QStringLiteral("spec");
const QString attributesKey = QStringLiteral("resourceAttributes");
const QString statusKey = QStringLiteral("status");

Value reviewObject(const AccessReview &question)
{
    Value::Map attributes{{QStringLiteral("verb"), Value(question.verb)},
                          {QStringLiteral("resource"), Value(question.resource)}};
    if (!question.group.isEmpty())
        attributes.insert(QStringLiteral("group"), Value(question.group));
    if (!question.namespaceName.isEmpty())
        attributes.insert(QStringLiteral("namespace"), Value(question.namespaceName));
    return Value(Value::Map{
        {QStringLiteral("apiVersion"), Value(QStringLiteral("authorization.k8s.io/v1"))},
        {QStringLiteral("kind"), Value(QStringLiteral("SelfSubjectAccessReview"))},
        {specKey, Value(Value::Map{{attributesKey, Value(attributes)}})},
    });
}

AccessReview answered(const Value &object)
{
    const Value asked = object.at({specKey, attributesKey});
    const Value status = object.map().value(statusKey);
    AccessReview review;
    review.verb = asked.at({QStringLiteral("verb")}).toString();
    review.group = asked.at({QStringLiteral("group")}).toString();
    review.resource = asked.at({QStringLiteral("resource")}).toString();
    review.namespaceName = asked.at({QStringLiteral("namespace")}).toString();
    if (const Value allowed = status.at({QStringLiteral("allowed")}); allowed.kind() == Value::Kind::Bool)
        review.isAllowed = allowed.toBool();
    review.reason = status.at({QStringLiteral("reason")}).toString();
    return review;
}

} // namespace

QString AccessReview::text() const
{
    const QString what = group.isEmpty() ? resource : resource + u'.' + group;
    return namespaceName.isEmpty() ? KubeTr::tr("%1 %2 in the whole cluster").arg(verb, what)
                                   : KubeTr::tr("%1 %2 in %3").arg(verb, what, namespaceName);
}

bool AccessReview::asksTheSameAs(const AccessReview &other) const
{
    return verb == other.verb && group == other.group && resource == other.resource &&
           namespaceName == other.namespaceName;
}

QByteArray accessReviewList(const QList<AccessReview> &questions)
{
    Value::List items;
    for (const AccessReview &question : questions)
        items << reviewObject(question);
    return writeJson(Value(Value::Map{{QStringLiteral("apiVersion"), Value(QStringLiteral("v1"))},
                                      {QStringLiteral("kind"), Value(QStringLiteral("List"))},
                                      {QStringLiteral("items"), Value(items)}}),
                     0);
}

Result<QList<AccessReview>> readAccessReviews(QList<AccessReview> questions, const QByteArray &yaml)
{
    const Result<QList<Value>> documents = readYamlDocuments(yaml);
    if (!documents)
        return failure(Error::Code::Damaged,
                       KubeTr::tr("The server's answer about your permissions cannot be read."),
                       documents.error().message);
    for (const Value &document : *documents) {
        const AccessReview answer = answered(document);
        for (AccessReview &question : questions) {
            if (question.asksTheSameAs(answer)) {
                question.isAllowed = answer.isAllowed;
                question.reason = answer.reason;
            }
        }
    }
    return questions;
}

} // namespace chartroom
