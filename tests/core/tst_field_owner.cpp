// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/live/field_owner.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_field_owner {

namespace {

/// A Deployment as an API server gives it: made by helm, its replicas scaled, its image patched, one label
/// added by hand and the status written by the controller.
Value deployment()
{
    QFile file(QStringLiteral(CHARTROOM_TEST_DATA "/managed-deployment.json"));
    return file.open(QIODevice::ReadOnly) ? readJson(file.readAll()).value_or(Value()) : Value();
}

} // namespace

class FieldOwnerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theManagerThatSetAPathIsFound_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("manager");
        const auto row = [](const char *path, const char *manager) {
            QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(manager);
        };
        row("spec.replicas", "kube-controller-manager");
        row("metadata.labels.team", "kubectl-edit");
        row("metadata.labels.app", "helm");
        row("spec.template.spec.containers[name=operator].image", "kubectl-patch");
        row("spec.template.spec.containers[1].image", "kubectl-patch");
        row("spec.template.spec.containers[name=operator].ports[0].containerPort", "helm");
        row("spec.template.spec.containers[name=operator].args[1]", "kubectl-edit");
        // a set: by the element's value
        row("metadata.finalizers[0]", "helm");
        row("metadata.finalizers[1]", "kubectl-edit");
        // owned as a whole: an atomic list and an atomic map
        row("spec.template.spec.tolerations[0].key", "helm");
        row("spec.selector.matchLabels.app", "helm");
        // a whole subtree: who touched it last
        row("spec.template.spec.containers[name=operator]", "kubectl-patch");
    }
    void theManagerThatSetAPathIsFound()
    {
        QFETCH(QString, path);
        QFETCH(QString, manager);
        const auto owner = fieldOwner(deployment(), *readPath(path));
        QVERIFY(owner.has_value());
        QCOMPARE(owner->manager, manager);
    }

    void amongOwnersOfTheSameAnotherThanHelmIsToldToo()
    {
        const auto object = [](const QByteArray &theirs) {
            return *readJson("{\"metadata\":{\"managedFields\":[{\"manager\":\"kubectl-edit\",\"time\":"
                             "\"2026-11-01T00:00:00Z\",\"fieldsV1\":" +
                             theirs +
                             "},{\"manager\":\"helm\",\"time\":\"2026-11-20T00:00:00Z\",\"fieldsV1\":"
                             "{\"f:spec\":{\"f:limits\":{\"f:cpu\":{}}}}}]},"
                             "\"spec\":{\"limits\":{\"cpu\":\"1\"}}}");
        };
        const ValuePath path = *readPath(u"spec.limits.cpu"_s);
        const Value both = object("{\"f:spec\":{\"f:limits\":{\"f:cpu\":{}}}}");
        QCOMPARE(fieldOwner(both, path)->manager, u"helm"_s);
        const auto other = strangerOn(both, path);
        QVERIFY(other.has_value());
        QCOMPARE(other->owner.manager, u"kubectl-edit"_s);
        QCOMPARE(other->depth, path.size());
        QVERIFY(!strangerOn(object("{\"f:spec\":{\"f:limits\":{}}}"), path)); // it set an empty map before
    }

    void theEntryIsToldWhole()
    {
        const auto owner = fieldOwner(deployment(), *readPath(u"spec.replicas"_s));
        QCOMPARE(owner, (FieldOwner{u"kube-controller-manager"_s, u"Update"_s, u"scale"_s,
                                    QDateTime::fromString(u"2026-11-21T04:00:00Z"_s, Qt::ISODate)}));
    }

    void whatNobodyManagesHasNoOwner_data()
    {
        QTest::addColumn<QString>("path");
        for (const char *path :
             {"metadata.labels.gone", "spec.paused", "status",
              "spec.template.spec.containers[name=side].image",
              "spec.template.spec.containers[name=absent].image", "spec.template.spec.containers[9].image",
              "spec.template.spec.containers[name=operator].args[0]"})
            QTest::newRow(path) << QString::fromLatin1(path);
    }
    void whatNobodyManagesHasNoOwner()
    {
        QFETCH(QString, path);
        QVERIFY(!fieldOwner(deployment(), *readPath(path)));
    }

    void damagedManagedFieldsGiveNoOwner_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::newRow("none") << QByteArray("null");
        QTest::newRow("text") << QByteArray("\"x\"");
        QTest::newRow("no set") << QByteArray("[{\"manager\":\"m\"}]");
        QTest::newRow("broken key") << QByteArray(
            "[{\"manager\":\"m\",\"fieldsV1\":{\"f:spec\":{\"k:{\":{}}}}]");
    }
    void damagedManagedFieldsGiveNoOwner()
    {
        QFETCH(QByteArray, fields);
        const Value object =
            *readJson(R"({"metadata":{"managedFields":)" + fields + R"(},"spec":[{"name":"a"}]})");
        QVERIFY(!fieldOwner(object, *readPath(u"spec[0].name"_s)));
    }

    void managedFieldsCanBeTakenOutForPeople()
    {
        const Value object = deployment();
        const Value plain = withoutManagedFields(object);
        QVERIFY(plain.at({u"metadata"_s, u"managedFields"_s}).isNull());
        QCOMPARE(plain.at({u"metadata"_s, u"labels"_s}), object.at({u"metadata"_s, u"labels"_s}));
        QCOMPARE(plain.at({u"spec"_s}), object.at({u"spec"_s}));
    }
};

#include "tst_field_owner.moc"
} // namespace tst_field_owner

CHARTROOM_TEST(tst_field_owner, FieldOwnerTest)
