// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_record.h"
#include "core/helm/revision_table.h"
#include "core/helm/stored_revision.h"
#include "tests/support/release_builder.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_revision_table {

namespace {

using Type = ObjectEvent::Type;

KubeObject object(const QString &name, const QByteArray &labels, const QString &uid = u"u"_s)
{
    return {uid, u"ns"_s, name, u"7"_s,
            R"({"metadata":{"creationTimestamp":"2026-08-01T08:00:00Z","labels":{)" + labels + "}}}"};
}

ObjectEvent change(Type type, const ReleaseBuilder &builder, const QString &uid = {})
{
    ObjectEvent made;
    made.type = type;
    made.object = {uid.isEmpty() ? u"uid%1"_s.arg(builder.revision) : uid, builder.namespaceName,
                   builder.objectName(), u"1"_s, builder.metadataObject()};
    return made;
}

ReleaseBuilder revision(int number, const QString &status = u"deployed"_s)
{
    ReleaseBuilder builder;
    builder.revision = number;
    builder.status = status;
    return builder;
}

StoredRecord recordOf(const QString &uid, const QString &resourceVersion, ReleaseBuilder builder,
                      const QString &name)
{
    builder.name = name;
    return {uid, resourceVersion, readReleaseJson(builder.json())};
}

const ReleaseKey gpuOperator{u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};

} // namespace

class RevisionTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void labelsGiveTheRow()
    {
        const auto stored = readRevision(
            object(
                u"sh.helm.release.v1.a.v3"_s,
                R"("owner":"helm","name":"a","status":"failed","version":"3","createdAt":"1785571200","modifiedAt":"1785571260")"),
            ReleaseStorage::Secret);
        QVERIFY(stored);
        QCOMPARE(stored->key, (ReleaseKey{u"ns"_s, u"a"_s, ReleaseStorage::Secret}));
        QCOMPARE(stored->entry.revision, 3);
        QCOMPARE(stored->entry.status, ReleaseStatus::Failed);
        QCOMPARE(stored->entry.date.shown(), QDateTime(QDate(2026, 8, 1), QTime(8, 0), Qt::UTC));
    }

    // Helm copies the labels of the revision before into the new record.
    void aCopiedLabelMakesNoRevisionOld()
    {
        const auto page = readPage(
            R"({"metadata":{"resourceVersion":"9"},"items":[{"metadata":{"name":"sh.helm.release.v1.a.v3",)"
            R"("namespace":"ns","uid":"u","resourceVersion":"8","creationTimestamp":"2026-08-04T08:00:00Z",)"
            R"("labels":{"owner":"helm","name":"a","status":"pending-upgrade","version":"3",)"
            R"("createdAt":"1785571200","modifiedAt":"1785571260"},)"
            R"("managedFields":[{"manager":"helm","time":"2026-08-04T08:00:00Z","fieldsV1":{"f:time":{}}},)"
            R"({"manager":"time","operation":"Update","time": "2026-08-04T08:00:20Z"}]}}]})");
        QVERIFY(page.has_value());
        QVERIFY(!page->items.first().json.contains("managedFields"));
        const RevisionEntry entry = readRevision(page->items.first(), ReleaseStorage::Secret)->entry;
        const QDateTime created(QDate(2026, 8, 4), QTime(8, 0), Qt::UTC);
        QCOMPARE(entry.date.shown(), created);
        QCOMPARE(entry.changed(), created.addSecs(20));
    }

    void theRecordsDateStaysThroughEvents()
    {
        RevisionTable rows;
        const QDateTime deployed(QDate(2026, 8, 2), QTime(9, 0, 1), Qt::UTC);
        rows.apply({change(Type::Added, revision(1)), change(Type::Added, revision(2))},
                   ReleaseStorage::Secret);
        QVERIFY(rows.keepDeployed(gpuOperator, u"uid1"_s, deployed));
        QVERIFY(!rows.keepDeployed(gpuOperator, u"uid1"_s, deployed)); // no news
        QVERIFY(!rows.keepDeployed(gpuOperator, u"uid9"_s, deployed));
        QVERIFY(!rows.keepDeployed(gpuOperator, u"uid2"_s, {}));
        rows.apply({change(Type::Modified, revision(1, u"superseded"_s))}, ReleaseStorage::Secret);
        QCOMPARE(rows.find(gpuOperator)->revisions[1].status, ReleaseStatus::Superseded);
        QCOMPARE(rows.find(gpuOperator)->revisions[1].date.shown(), deployed);
        QVERIFY(rows.find(gpuOperator)->revisions[0].date.shown() != deployed);
    }

    void whatLabelsLackTheNameTells()
    {
        const auto stored =
            readRevision(object(u"sh.helm.release.v1.a.v1.v12"_s, R"("owner":"helm","version":"x")"),
                         ReleaseStorage::Secret);
        QVERIFY(stored);
        QCOMPARE(stored->key.name, u"a.v1"_s);
        QCOMPARE(stored->entry.revision, 12);
        QCOMPARE(stored->entry.statusText, QString());
        QCOMPARE(stored->entry.date.created, QDateTime(QDate(2026, 8, 1), QTime(8, 0), Qt::UTC));
    }

    void labelsOfTheWrongTypeDoNotLoseTheRow()
    {
        const auto stored = readRevision(
            object(u"sh.helm.release.v1.a.v2"_s, R"("name":3,"version":{"a":1},"status":["deployed"])"),
            ReleaseStorage::Secret);
        QVERIFY(stored);
        QCOMPARE(stored->key.name, u"a"_s);
        QCOMPARE(stored->entry.revision, 2);
        KubeObject torn = object(u"sh.helm.release.v1.a.v2"_s, {});
        torn.json = "{";
        QCOMPARE(readRevision(torn, ReleaseStorage::Secret)->entry.revision, 2);
    }

    void aConfigMapThatIsNoReleaseIsNoRow()
    {
        const KubeObject other = object(u"kube-root-ca.crt"_s, R"("owner":"helm","name":"a","version":"1")");
        QVERIFY(!readRevision(other, ReleaseStorage::ConfigMap));
        QVERIFY(readRevision(other, ReleaseStorage::Secret)); // its type was asked for
    }

    void revisionsStandNewestFirstInWhateverOrderTheyCome()
    {
        RevisionTable table;
        const auto touched =
            table.apply({change(Type::Added, revision(10)), change(Type::Added, revision(2)),
                         change(Type::Added, revision(11, u"failed"_s)), change(Type::Added, revision(9))},
                        ReleaseStorage::Secret);
        QCOMPARE(touched, QSet<ReleaseKey>{gpuOperator});
        QList<int> numbers;
        for (const RevisionEntry &entry : table.find(gpuOperator)->revisions)
            numbers.append(entry.revision);
        QCOMPARE(numbers, (QList<int>{11, 10, 9, 2}));
    }

    void fault13eventsThatRepeatOrAreUnknownChangeNothing()
    {
        RevisionTable table;
        (void)table.apply({change(Type::Added, revision(1)), change(Type::Added, revision(1)),
                           change(Type::Modified, revision(2)), change(Type::Deleted, revision(7)),
                           change(Type::Deleted, revision(7))},
                          ReleaseStorage::Secret);
        QCOMPARE(table.keys().size(), 1);
        QCOMPARE(table.find(gpuOperator)->revisions.size(), 2);
    }

    void fault14aReleaseMadeAnewUnderTheSameNameReplacesTheOld()
    {
        RevisionTable table;
        (void)table.apply(
            {change(Type::Added, revision(1), u"old"_s), change(Type::Added, revision(2), u"old2"_s)},
            ReleaseStorage::Secret);
        (void)table.apply({change(Type::Added, revision(1), u"new"_s),
                           change(Type::Deleted, revision(1), u"old"_s),
                           change(Type::Deleted, revision(2), u"old2"_s)},
                          ReleaseStorage::Secret);
        QCOMPARE(table.find(gpuOperator)->revisions.size(), 1);
        QCOMPARE(table.find(gpuOperator)->newest().uid, u"new"_s);
    }

    void theLastRevisionTakesTheRowWithIt()
    {
        RevisionTable table;
        (void)table.apply({change(Type::Added, revision(1)), change(Type::Added, revision(2))},
                          ReleaseStorage::Secret);
        (void)table.apply({change(Type::Deleted, revision(2))}, ReleaseStorage::Secret);
        QCOMPARE(table.find(gpuOperator)->newest().revision, 1);
        const auto touched = table.apply({change(Type::Deleted, revision(1))}, ReleaseStorage::Secret);
        QCOMPARE(touched, QSet<ReleaseKey>{gpuOperator});
        QVERIFY(table.isEmpty());
    }

    // helm list and helm history print the record; the labels only select (pkg/storage/driver/secrets.go).
    void theRecordWinsOverItsLabels_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("status");
        QTest::newRow("status") << u"gpu-operator"_s << 3 << u"failed"_s;
        QTest::newRow("a higher revision") << u"gpu-operator"_s << 5 << u"deployed"_s;
        QTest::newRow("a lower revision") << u"gpu-operator"_s << 1 << u"deployed"_s;
        QTest::newRow("name") << u"other"_s << 3 << u"deployed"_s;
        QTest::newRow("all of them") << u"other"_s << 9 << u"superseded"_s;
        QTest::newRow("revision ten") << u"gpu-operator"_s << 10 << u"deployed"_s;
        QTest::newRow("uninstalled") << u"gpu-operator"_s << 3 << u"uninstalled"_s;
        QTest::newRow("pending") << u"gpu-operator"_s << 3 << u"pending-upgrade"_s;
        QTest::newRow("a status that helm has not") << u"gpu-operator"_s << 3 << u"odd"_s;
    }
    void theRecordWinsOverItsLabels()
    {
        QFETCH(const QString, name);
        QFETCH(const int, number);
        QFETCH(const QString, status);
        RevisionTable rows;
        rows.apply({change(Type::Added, revision(2, u"superseded"_s)), change(Type::Added, revision(3))},
                   ReleaseStorage::Secret);
        StoredRecord stored = recordOf(u"uid3"_s, u"1"_s, revision(number, status), name);
        const auto touched = rows.correct(stored);
        const ReleaseKey told{gpuOperator.namespaceName, name, ReleaseStorage::Secret};
        QVERIFY(touched.contains(told));
        QCOMPARE(touched.contains(gpuOperator), true);
        const RevisionEntry *entry = rows.entryOf(u"uid3"_s);
        QVERIFY(entry);
        QCOMPARE(entry->revision, number);
        QCOMPARE(entry->statusText, status);
        QCOMPARE(entry->status, releaseStatus(status));
        QCOMPARE(entry->labelStatus, std::optional(ReleaseStatus::Deployed));
        QVERIFY2(entry->contradiction.contains(u"The labels say"_s), qPrintable(entry->contradiction));
        QCOMPARE(rows.find(gpuOperator)->newest().uid,
                 name == gpuOperator.name && number > 2 ? u"uid3"_s : u"uid2"_s);
        QVERIFY(rows.find(told));
        QVERIFY(rows.correct(stored).isEmpty()); // no news

        // An event with the same labels leaves it so; a record that agrees ends it.
        ObjectEvent again = change(Type::Modified, revision(3));
        again.object.resourceVersion = u"2"_s;
        rows.apply({again}, ReleaseStorage::Secret);
        QCOMPARE(rows.entryOf(u"uid3"_s)->statusText, status);
        QCOMPARE(rows.outdated(told).size(), 1);
        QVERIFY(rows.correct(stored).isEmpty()); // of the object before
        stored = recordOf(u"uid3"_s, u"2"_s, revision(3), gpuOperator.name);
        QVERIFY(rows.correct(stored).contains(gpuOperator));
        QCOMPARE(rows.entryOf(u"uid3"_s)->contradiction, QString());
        QCOMPARE(rows.find(gpuOperator)->newest().revision, 3);
        QCOMPARE(rows.keys().size(), 1);
        QVERIFY(rows.outdated(gpuOperator).isEmpty());
    }

    void aRecordThatIsDeployedIsSoWithAnyLabel_data()
    {
        QTest::addColumn<QString>("label");
        QTest::newRow("superseded") << u"superseded"_s;
        QTest::newRow("in capitals") << u"Deployed"_s;
        QTest::newRow("empty") << u""_s;
    }
    void aRecordThatIsDeployedIsSoWithAnyLabel()
    {
        QFETCH(const QString, label);
        RevisionTable rows;
        rows.apply({change(Type::Added, revision(3, label))}, ReleaseStorage::Secret);
        QVERIFY(
            rows.correct(recordOf(u"uid3"_s, u"1"_s, revision(3), gpuOperator.name)).contains(gpuOperator));
        const RevisionEntry *entry = rows.entryOf(u"uid3"_s);
        QVERIFY(entry);
        QCOMPARE(entry->status, ReleaseStatus::Deployed);
        QCOMPARE(entry->labelStatus, std::optional(releaseStatus(label)));
        QVERIFY(!entry->contradiction.isEmpty());
    }

    void aConfigMapsRecordWinsToo()
    {
        ReleaseBuilder builder = revision(3);
        builder.storage = ReleaseStorage::ConfigMap;
        const ReleaseKey key{gpuOperator.namespaceName, gpuOperator.name, ReleaseStorage::ConfigMap};
        RevisionTable rows;
        rows.apply({change(Type::Added, builder)}, ReleaseStorage::ConfigMap);
        QVERIFY(rows.correct(recordOf(u"uid3"_s, u"1"_s, revision(4, u"failed"_s), key.name)).contains(key));
        QCOMPARE(rows.find(key)->newest().revision, 4);
        QCOMPARE(rows.find(key)->newest().status, ReleaseStatus::Failed);
    }

    void aRecordThatNamesAnotherNamespaceStaysWhereItIs()
    {
        ReleaseBuilder elsewhere = revision(3);
        elsewhere.namespaceName = u"elsewhere"_s;
        RevisionTable rows;
        rows.apply({change(Type::Added, revision(3))}, ReleaseStorage::Secret);
        rows.correct(recordOf(u"uid3"_s, u"1"_s, elsewhere, gpuOperator.name));
        QCOMPARE(rows.keys(), QList<ReleaseKey>{gpuOperator});
        QVERIFY(rows.entryOf(u"uid3"_s)->contradiction.contains(u"elsewhere"));
    }

    void newLabelsCountUntilTheirRecordIsRead()
    {
        RevisionTable rows;
        rows.apply({change(Type::Added, revision(3))}, ReleaseStorage::Secret);
        rows.correct(recordOf(u"uid3"_s, u"1"_s, revision(4, u"failed"_s), u"other"_s));
        QCOMPARE(rows.keys().first().name, u"other"_s);
        rows.apply({change(Type::Modified, revision(3, u"superseded"_s))}, ReleaseStorage::Secret);
        QCOMPARE(rows.keys(), QList<ReleaseKey>{gpuOperator});
        QCOMPARE(rows.find(gpuOperator)->newest().status, ReleaseStatus::Superseded);
        rows.apply({change(Type::Deleted, revision(3))}, ReleaseStorage::Secret);
        QVERIFY(rows.isEmpty());
        QVERIFY(!rows.entryOf(u"uid3"_s));
    }

    void anObjectWhoseNameLabelChangesMovesToTheOtherRow()
    {
        RevisionTable table;
        (void)table.apply({change(Type::Added, revision(1), u"x"_s)}, ReleaseStorage::Secret);
        ReleaseBuilder renamed = revision(1);
        renamed.name = u"other"_s;
        const auto touched = table.apply({change(Type::Modified, renamed, u"x"_s)}, ReleaseStorage::Secret);
        QCOMPARE(touched.size(), 2);
        QCOMPARE(table.keys().size(), 1);
        QCOMPARE(table.keys().first().name, u"other"_s);
    }
};

#include "tst_revision_table.moc"
} // namespace tst_revision_table

CHARTROOM_TEST(tst_revision_table, RevisionTableTest)
