// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/findings/finding_report.h"
#include "core/screens/findings/findings_proxy.h"
#include "tests/support/fake_findings_source.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_findings_model {

namespace {

Finding finding(const QString &signature, const QStringList &nodes = {u"gpu-1"_s})
{
    Finding one;
    one.signature = signature;
    one.operand = one.concerns = u"gpu-driver"_s;
    one.component = u"GPU driver"_s;
    one.nodes = nodes;
    one.meaning = u"What "_s + signature + u" means."_s;
    one.owner = Owner::Shared;
    return one;
}

} // namespace

class FindingsModelTest : public QObject
{
    Q_OBJECT

private:
    /// The signatures, in the order of the rows.
    static QStringList shown(const FindingsProxy &proxy)
    {
        QStringList signatures;
        for (int row = 0; row < proxy.rowCount(); ++row)
            signatures.append(proxy.source()->finding(proxy.sourceRow(proxy.index(row, 0))).signature);
        return signatures;
    }

private Q_SLOTS:
    void eachColumnSaysItsPart()
    {
        FakeFindingsSource source;
        Finding one = finding(u"a"_s, {u"gpu-1"_s, u"gpu-2"_s});
        one.since = source.now().addSecs(-600);
        source.found({one});
        const FindingsModel model(&source);
        const auto text = [&](FindingsColumn column) {
            return model.index(0, int(column)).data().toString();
        };
        QCOMPARE(text(FindingsColumn::Component), u"GPU driver"_s);
        QCOMPARE(text(FindingsColumn::Meaning), u"What a means."_s);
        QCOMPARE(text(FindingsColumn::Nodes), u"gpu-1 and 1 more"_s);
        QCOMPARE(text(FindingsColumn::Since), u"10 min"_s);
        QCOMPARE(text(FindingsColumn::Owner), u"shared"_s);
        QCOMPARE(model.index(0, int(FindingsColumn::Nodes)).data(Qt::ToolTipRole).toString(),
                 u"gpu-1, gpu-2"_s);
    }

    void theMostUrgentIsOnTopAndWhatStaysKeepsItsSelection()
    {
        FakeFindingsSource source;
        FindingsModel model(&source);
        FindingsProxy proxy(&model);
        const QAbstractItemModelTester modelTester(&model,
                                                   QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester proxyTester(&proxy,
                                                   QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        const QSignalSpy proxyReset(&proxy, &QAbstractItemModel::modelReset);
        source.found({finding(u"a"_s), finding(u"b"_s), finding(u"c"_s)});
        QCOMPARE(shown(proxy), QStringList({u"a"_s, u"b"_s, u"c"_s}));
        const QPersistentModelIndex selected = proxy.index(2, 0);
        source.found({finding(u"c"_s), finding(u"d"_s), finding(u"b"_s)});
        QCOMPARE(shown(proxy), QStringList({u"c"_s, u"d"_s, u"b"_s}));
        QCOMPARE(selected.row(), 0);
        source.found({finding(u"d"_s)});
        QVERIFY(!selected.isValid());
        QCOMPARE(shown(proxy), QStringList{u"d"_s});
        source.found({});
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(reset.isEmpty());
        QVERIFY(proxyReset.isEmpty());
    }

    void underThePointerNoRowChangesItsPlace()
    {
        FakeFindingsSource source;
        FindingsModel model(&source);
        FindingsProxy proxy(&model);
        source.found({finding(u"a"_s), finding(u"b"_s)});
        proxy.setOrderHeld(true);
        source.found({finding(u"b"_s), finding(u"a"_s)});
        QCOMPARE(shown(proxy), QStringList({u"a"_s, u"b"_s}));
        proxy.setOrderHeld(false);
        QCOMPARE(shown(proxy), QStringList({u"b"_s, u"a"_s}));
    }

    void theFilterLooksAtWhatIsSaid()
    {
        FakeFindingsSource source;
        FindingsModel model(&source);
        FindingsProxy proxy(&model);
        source.found(badNight());
        proxy.setFilter(u"tenant-b TRAINER"_s);
        QCOMPARE(shown(proxy), QStringList{u"disruption-budget"_s});
        proxy.setFilter(u"gpu-004"_s);
        QCOMPARE(proxy.matchCount(), 2);
        proxy.setFilter({});
        QCOMPARE(proxy.matchCount(), 4);
    }

    void onlyWhatChangedIsTold()
    {
        FakeFindingsSource source;
        FindingsModel model(&source);
        source.found({finding(u"a"_s), finding(u"b"_s)});
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        source.found({finding(u"a"_s), finding(u"b"_s)});
        QVERIFY(changed.isEmpty());
        source.found({finding(u"a"_s), finding(u"b"_s, {u"gpu-1"_s, u"gpu-2"_s})});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.first().first().toModelIndex().row(), 1);
    }

    void aCopiedFindingReadsNothingOfTheClusterAsMarkup()
    {
        Finding one = headersFinding();
        one.quote = u"<img src=x> [click](http://evil) | *now*"_s;
        const QString text = markdownFinding(one, u"prod-eu"_s, FakeFindingsSource().now());
        QVERIFY2(text.contains(u"\\<img src=x\\>"_s), qPrintable(text));
        QVERIFY(text.contains(u"\\[click\\]"_s));
        QVERIFY(text.contains(u"**GPU driver** · prod-eu · 2026-11-21 03:31:00 UTC"_s));
        QVERIFY(text.contains(u"- nodes: gpu-011"_s));
        QVERIFY(text.contains(u"- next step: Compare"_s));
        QVERIFY(text.contains(u"GPU Operator validator, 2 object(s), on gpu-011: “Init:0/4”"_s));
    }
};

#include "tst_findings_model.moc"
} // namespace tst_findings_model

CHARTROOM_TEST(tst_findings_model, FindingsModelTest)
