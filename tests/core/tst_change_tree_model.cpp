// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/translator.h"
#include "core/diff/value_diff.h"
#include "core/screens/values/change_tree_model.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>
#include <QTest>
#include <QTranslator>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_change_tree_model {

namespace {

QList<ValueChange> changesOf(const char *before, const char *after)
{
    return diffValues(readYaml(before).value(), readYaml(after).value());
}

/// Every row: "  path: kind, before -> after", indented by depth.
QStringList shown(const QAbstractItemModel &model, const QModelIndex &parent = {}, int depth = 0)
{
    QStringList out;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const auto text = [&](ChangeColumn column) {
            return model.index(row, int(column), parent).data().toString();
        };
        out += QString(depth * 2, u' ') + text(ChangeColumn::Path) + u": "_s + text(ChangeColumn::Kind) +
               u", "_s + text(ChangeColumn::Before) + u" -> "_s + text(ChangeColumn::After);
        out += shown(model, model.index(row, 0, parent), depth + 1);
    }
    return out;
}

const auto before = "driver: {version: 1, env: [{name: A, value: x}], enabled: true}\n"
                    "registry: {password: hunter1}\nargs: [a]\n";
const auto after = "driver: {version: '1', env: [{name: A, value: z}]}\n"
                   "registry: {password: hunter2}\nargs: [a, b]\n";

} // namespace

class ChangeTreeModelTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTranslator> m_plurals;

private Q_SLOTS:
    void initTestCase()
    {
        m_plurals = loadTranslator(QLocale(QLocale::English));
        QVERIFY(QCoreApplication::installTranslator(m_plurals.get()));
    }

    void changesAreATreeOfTheirPaths()
    {
        ChangeTreeModel model;
        QAbstractItemModelTester tester(&model);
        QCOMPARE(model.rowCount(), 0);
        model.setTree(ChangeTree::ofChanges(changesOf(before, after)));
        QCOMPARE(shown(model), (QStringList{
                                   u"args[1]: added,  -> b"_s,
                                   u"driver: 3 changes,  -> "_s,
                                   u"  enabled: removed, true -> "_s,
                                   u"  env[name=A].value: changed, x -> z"_s,
                                   u"  version: type changed, 1 -> 1"_s,
                                   u"registry.password: changed, •••• -> ••••"_s,
                               }));
        QCOMPARE(model.count(), 5);
        model.setTree(ChangeTree::ofChanges({}));
        QCOMPARE(model.rowCount(), 0);
    }

    void rolesGiveThePathAndTheKind()
    {
        ChangeTreeModel model;
        model.setTree(ChangeTree::ofChanges(changesOf(before, after)));
        const QModelIndex driver = model.index(1, 0);
        QCOMPARE(driver.data(ChangePathRole), u"driver"_s);
        QVERIFY(!driver.data(ChangeKindRole).isValid());
        QCOMPARE(driver.siblingAtColumn(int(ChangeColumn::Kind)).data(), u"3 changes"_s);
        const QModelIndex env = model.index(1, 0, driver);
        QCOMPARE(env.data(ChangePathRole), u"driver.env[name=A].value"_s);
        QCOMPARE(env.data(ChangeKindRole), int(ValueChange::Kind::Changed));
        QCOMPARE(env.data(ChangeObjectRole), -1);
    }

    void secretsShowOnlyWhenRevealedAndNotInTheNextComparison()
    {
        ChangeTreeModel model;
        QAbstractItemModelTester tester(&model);
        model.setTree(ChangeTree::ofChanges(changesOf(before, after)));
        QVERIFY(!shown(model).join(u' ').contains(u"hunter"_s));
        model.setTree(ChangeTree::ofChanges(changesOf(before, after)), true);
        QCOMPARE(shown(model).last(), u"registry.password: changed, hunter1 -> hunter2"_s);
        model.setTree(ChangeTree::ofChanges(changesOf(before, after)));
        QVERIFY(!model.isRevealed());
        QVERIFY(!shown(model).join(u' ').contains(u"hunter"_s));
    }

    void nextAndPreviousWalkOverAllChanges()
    {
        ChangeTreeModel model;
        model.setTree(ChangeTree::ofChanges(changesOf(before, after)));
        QStringList forth;
        for (QModelIndex i = model.next({}); i.isValid(); i = model.next(i))
            forth += i.data(ChangePathRole).toString();
        QCOMPARE(forth, (QStringList{u"args[1]"_s, u"driver.enabled"_s, u"driver.env[name=A].value"_s,
                                     u"driver.version"_s, u"registry.password"_s}));
        QStringList back;
        for (QModelIndex i = model.previous({}); i.isValid(); i = model.previous(i))
            back.prepend(i.data(ChangePathRole).toString());
        QCOMPARE(back, forth);
        const QModelIndex driver = model.index(1, int(ChangeColumn::After));
        QCOMPARE(model.next(driver).data(ChangePathRole), u"driver.enabled"_s);
        QCOMPARE(model.previous(driver).data(ChangePathRole), u"args[1]"_s);
        ChangeTreeModel empty;
        QVERIFY(!empty.next({}).isValid());
        QVERIFY(!empty.previous({}).isValid());
    }

    void aMovedElementHoldsWhatChangedInIt()
    {
        ChangeTreeModel model;
        QAbstractItemModelTester tester(&model);
        model.setTree(ChangeTree::ofChanges(changesOf("[{name: a, v: 1}, {name: b, v: 1}, {name: c}]",
                                                      "[{name: b, v: 1}, {name: c}, {name: a, v: 2}]")));
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, 0).data(ChangeKindRole), int(ValueChange::Kind::Moved));
        QCOMPARE(model.index(0, 0, model.index(0, 0)).data(), u"v"_s);
    }

    void oneGoneAndOneNewAtTheSamePlaceAreTwoRows()
    {
        ChangeTreeModel model;
        model.setTree(ChangeTree::ofChanges(changesOf("[a, p, b, r, c]", "[a, b, c, z]")));
        QStringList rows = shown(model);
        QCOMPARE(rows,
                 (QStringList{u"[1]: removed, p -> "_s, u"[3]: removed, r -> "_s, u"[3]: added,  -> z"_s}));
    }

    void anotherDocumentAltogetherIsOneRow()
    {
        ChangeTreeModel model;
        model.setTree(ChangeTree::ofChanges(changesOf("a: 1", "[1]")));
        QCOMPARE(shown(model), (QStringList{u"whole document: type changed, {\"a\":1} -> [1]"_s}));
    }

    void manifestsStartWithTheirObjects()
    {
        ChangeTreeModel model;
        QAbstractItemModelTester tester(&model);
        const ObjectRef daemonSet{u"apps/v1"_s, u"DaemonSet"_s, u"gpu"_s, u"driver"_s};
        const ObjectRef role{u"rbac/v1"_s, u"ClusterRole"_s, {}, u"operator"_s};
        const QList<ObjectChange> objects{
            {ObjectChange::Kind::Changed, daemonSet, {}, changesOf("spec: {a: 1, b: 1}", "spec: {a: 2}")},
            {ObjectChange::Kind::Added, role, {}, {}}};
        model.setTree(ChangeTree::ofObjects(objects));
        QCOMPARE(shown(model),
                 (QStringList{u"DaemonSet gpu/driver: 2 changes,  -> "_s, u"  spec: 2 changes,  -> "_s,
                              u"    a: changed, 1 -> 2"_s, u"    b: removed, 1 -> "_s,
                              u"ClusterRole operator: added,  -> "_s}));
        const QModelIndex first = model.next({});
        QCOMPARE(first.data(ChangeObjectRole), 0);
        QCOMPARE(model.previous({}).data(ChangeObjectRole), 1);
        QCOMPARE(model.find(0, u"spec.b"_s).data(), u"b"_s);
        QVERIFY(!model.find(1, u"spec.b"_s).isValid());
        const auto left = [&](const QString &filter) {
            model.setTree(ChangeTree::ofObjects(objects, filter));
            return shown(model);
        };
        QCOMPARE(left(u"driver SPEC.B"_s),
                 (QStringList{u"DaemonSet gpu/driver: 1 change,  -> "_s, u"  spec.b: removed, 1 -> "_s}));
        QCOMPARE(left(u"clusterrole"_s), (QStringList{u"ClusterRole operator: added,  -> "_s}));
        QCOMPARE(left(u"daemonset"_s).size(), 4);
    }

    void aFilterLeavesThePathsThatHaveIt()
    {
        ChangeTreeModel model;
        QAbstractItemModelTester tester(&model);
        model.setTree(ChangeTree::ofChanges(changesOf(before, after), u"VERSION"_s));
        QCOMPARE(shown(model), (QStringList{u"driver.version: type changed, 1 -> 1"_s}));
        model.setTree(ChangeTree::ofChanges(changesOf(before, after), u"no such path"_s));
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.count(), 0);
    }

    void hostileTextIsMadeVisible()
    {
        ChangeTreeModel model;
        model.setTree(ChangeTree::ofChanges(changesOf("{}", "{\"a\\u001b[2J\": \"x\\u202ey\"}")));
        const QString row = shown(model).join(u' ');
        QVERIFY(!row.contains(QChar(0x1b)));
        QVERIFY(!row.contains(QChar(0x202e)));
    }
};

#include "tst_change_tree_model.moc"
} // namespace tst_change_tree_model

CHARTROOM_TEST(tst_change_tree_model, ChangeTreeModelTest)
