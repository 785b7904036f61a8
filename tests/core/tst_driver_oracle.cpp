// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/recording_reader.h"
#include "tests/support/driver_oracle.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_driver_oracle {

/// The program's own way from a recording of the real operators to its tracks, held against the objects of
/// that recording at every moment of it.
class TestDriverOracle : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void stepsAndContradictionsAreThoseOfTheObjectsAtEveryMoment_data();
    void stepsAndContradictionsAreThoseOfTheObjectsAtEveryMoment();
};

void TestDriverOracle::stepsAndContradictionsAreThoseOfTheObjectsAtEveryMoment_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("of NVIDIA's operators") << CHARTROOM_TEST_DATA u"/gpu-then-ib-one-node-crashes.jsonl.gz"_s;
    QTest::newRow("bundled") << CHARTROOM_TEST_DATA u"/../../resources/recordings/bundled.jsonl.gz"_s;
}

void TestDriverOracle::stepsAndContradictionsAreThoseOfTheObjectsAtEveryMoment()
{
    QFETCH(QString, path);
    const auto read = loadRecording(path);
    QVERIFY(read);
    const OracleReport report = holdAgainstObjects(*read);
    QVERIFY2(report.differences.isEmpty(), qPrintable(report.differences.join(u'\n')));
    QVERIFY2(report.moments > 1000, qPrintable(QString::number(report.moments)));
    QVERIFY(report.kinds.contains(u"doneWithOldDriver"_s));
    QVERIFY(report.kinds.contains(u"otherComponentMoves"_s));
}

#include "tst_driver_oracle.moc"
} // namespace tst_driver_oracle

CHARTROOM_TEST(tst_driver_oracle, TestDriverOracle)
