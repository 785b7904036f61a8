// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/activity/activity_model.h"
#include "core/screens/values/divergence_model.h"
#include "core/screens/values/outcome_model.h"
#include "core/screens/values/three_way_model.h"
#include "core/screens/versions/versions_model.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rows_model {

namespace {

/// A model with somebody who looks at it.
template<typename Model>
struct Seen
{
    Model model;
    QAbstractItemModelTester tester{&model};
    QItemSelectionModel selection{&model};
    QSignalSpy resets{&model, &QAbstractItemModel::modelReset};

    void select(int row)
    {
        selection.setCurrentIndex(model.index(row, 0),
                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    /// -1: none.
    [[nodiscard]] int selected() const
    {
        const QModelIndexList rows = selection.selectedRows();
        return rows.size() == 1 && selection.currentIndex().row() == rows.first().row() ? rows.first().row()
                                                                                        : -1;
    }
};

ActivityEntry entry(const QString &folder, const QString &name)
{
    ActivityEntry one;
    one.folder = folder;
    one.order.release.name = name;
    one.order.version = u"2.0"_s;
    return one;
}

OutcomeRow outcome(const QString &path, bool isEdit)
{
    OutcomeRow row;
    row.path = path;
    row.isEdit = isEdit;
    return row;
}

ThreeWayRow threeWay(const QString &filter, bool isObject)
{
    ThreeWayRow row;
    row.filter = row.title = filter;
    row.isObject = isObject;
    return row;
}

VersionRow component(const QString &key, const QStringList &versions)
{
    VersionRow row;
    row.key = key;
    for (const QString &version : versions) {
        VersionGroupRow group;
        group.version = version;
        row.groups << group;
    }
    return row;
}

} // namespace

class RowsModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operationsComeAboveAndTheChosenOneStays()
    {
        Seen<ActivityModel> seen;
        seen.model.setEntries({entry(u"/b"_s, u"cilium"_s), entry(u"/a"_s, u"gpu-operator"_s)});
        seen.select(1);
        seen.model.setEntries({entry(u"/c"_s, u"gpu-operator"_s), entry(u"/b"_s, u"cilium"_s),
                               entry(u"/a"_s, u"gpu-operator"_s)});
        QCOMPARE(seen.selected(), 2);
        seen.model.setFilter(u"gpu"_s);
        QCOMPARE(seen.model.rowCount(), 2);
        QCOMPARE(seen.selected(), 1);
        QCOMPARE(seen.model.rowOf(u"/a"_s), 1);
        QCOMPARE(seen.model.rowOf(u"/b"_s), -1);
        seen.model.setFilter(u"cilium"_s); // not shown any more
        QCOMPARE(seen.selected(), -1);
        QCOMPARE(seen.model.total(), 3);
        QCOMPARE(seen.resets.size(), 0);
    }

    /// A newer revision is pending above: what the cluster has may be another value.
    void valuesOfAnOlderRevisionAreNotCalledCurrent()
    {
        OutcomeModel model;
        OutcomeRow edit = outcome(u"driver.version"_s, true);
        edit.cells[0] = OutcomeCell{PathFate::Kind::Kept, u"580"_s, {}};
        const auto cell = [&model](int role) { return model.index(0, int(OutcomeColumn::Reuse)).data(role); };
        const auto title = [&model] {
            return model.headerData(int(OutcomeColumn::Today), Qt::Horizontal, Qt::DisplayRole).toString();
        };
        model.setRows({edit});
        QCOMPARE(title(), u"Today"_s);
        QCOMPARE(cell(FateWordRole).toString(), u"your edit, same as the current value"_s);
        QCOMPARE(cell(FateStateRole).toInt(), int(VisualState::Done));
        model.setRows({edit}, 5);
        QCOMPARE(title(), u"Revision 5"_s);
        QCOMPARE(cell(FateWordRole).toString(), u"your edit, same as in revision 5"_s);
        QCOMPARE(cell(FateStateRole).toInt(), int(VisualState::Unknown));
        QVERIFY(cell(Qt::AccessibleTextRole).toString().startsWith(u"your edit, same as in revision 5"_s));
    }

    void pathsOfOutcomesStayChosen()
    {
        Seen<OutcomeModel> seen;
        seen.model.setRows({outcome(u"a.b"_s, true), outcome(u"driver.version"_s, true)});
        seen.select(1);
        seen.model.setRows(
            {outcome(u"driver.version"_s, true), outcome(u"a.b"_s, true), outcome(u"quiet"_s, false)});
        QCOMPARE(seen.model.rowCount(), 2);
        QCOMPARE(seen.selected(), 0);
        seen.model.setShowsKept(true);
        QCOMPARE(seen.model.rowCount(), 3);
        seen.model.setFilter(u"DRIVER"_s);
        QCOMPARE(seen.selected(), 0);
        QCOMPARE(seen.resets.size(), 0);
    }

    void anObjectStaysAboveItsPaths()
    {
        Seen<ThreeWayModel> seen;
        seen.model.setRows({threeWay(u"DaemonSet a"_s, true), threeWay(u"DaemonSet a image"_s, false),
                            threeWay(u"DaemonSet b"_s, true), threeWay(u"DaemonSet b image"_s, false),
                            threeWay(u"DaemonSet b tolerations"_s, false)});
        seen.select(4);
        seen.model.setFilter(u"tolerations"_s);
        QCOMPARE(seen.model.rowCount(), 2);
        QCOMPARE(seen.model.row(0).title, u"DaemonSet b"_s);
        QCOMPARE(seen.selected(), 1);
        seen.model.setFilter(u"daemonset b"_s);
        QCOMPARE(seen.model.rowCount(), 3);
        QCOMPARE(seen.selected(), 2);
        QCOMPARE(seen.resets.size(), 0);
    }

    void aGroupThatGrowsKeepsItsPathsChosen()
    {
        const DivergenceRow one{false, u"driver.version"_s, u"driver.version"_s, u"1"_s, u"2"_s, {}};
        const DivergenceRow other{false, u"driver.repository"_s, u"driver.repository"_s, u"a"_s, u"b"_s, {}};
        Seen<DivergenceModel> seen;
        seen.model.setRows({{true, {}, u"Version choice · 1"_s, {}, {}, {}}, one});
        seen.select(1);
        seen.model.setRows({{true, {}, u"Version choice · 2"_s, {}, {}, {}}, other, one});
        QCOMPARE(seen.selected(), 2);
        QCOMPARE(seen.model.rowOf(u"driver.repository"_s), 1);
        QCOMPARE(seen.resets.size(), 0);
    }

    void versionsStayChosenBelowTheirComponent()
    {
        Seen<VersionsModel> seen;
        VersionTable table;
        table.rows = {component(u"gpu_driver"_s, {u"580"_s, u"590"_s})};
        seen.model.setTable(table);
        const QModelIndex newer = seen.model.index(1, 0, seen.model.index(0, 0));
        const QString key = newer.data(VersionKeyRole).toString();
        seen.selection.setCurrentIndex(newer, QItemSelectionModel::ClearAndSelect);
        table.rows = {component(u"cilium"_s, {}), component(u"gpu_driver"_s, {u"570"_s, u"580"_s, u"590"_s})};
        seen.model.setTable(table);
        QCOMPARE(seen.selection.currentIndex(), seen.model.find(key));
        QCOMPARE(seen.selection.currentIndex().row(), 2);
        QCOMPARE(seen.selection.currentIndex().parent().row(), 1);
        table.rows.removeLast();
        seen.model.setTable(table);
        QVERIFY(!seen.selection.currentIndex().isValid());
        QCOMPARE(seen.resets.size(), 0);
    }
};

#include "tst_rows_model.moc"
} // namespace tst_rows_model

CHARTROOM_TEST(tst_rows_model, RowsModelTest)
