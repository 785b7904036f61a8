// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/side.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_compare_side {

class CompareSideTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachSideIsReadAndWrittenBack_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("kind");
        using Kind = Side::Kind;
        const auto row = [](const char *text, Kind kind) {
            QTest::newRow(text) << QString::fromLatin1(text) << int(kind);
        };
        row("rev:4", Kind::Computed);
        row("rev", Kind::Computed);
        row("user:12", Kind::User);
        row("user", Kind::User);
        row("default:v25.10.1", Kind::Default);
        row("default", Kind::Default);
        row("file:/tmp/a:b.yaml", Kind::File);
        row("reference", Kind::Reference);
        row("outcome:reuse@v26.3.0", Kind::Outcome);
        row("outcome:reset-then-reuse@1.2.3+build@5", Kind::Outcome);
        row("outcome:reset@1.0.0", Kind::Outcome);
        row("manifest:3", Kind::Manifest);
        row("manifest", Kind::Manifest);
        row("live", Kind::Live);
        row("upgrade:reset-then-reuse@v26.3.0", Kind::Upgrade);
        row("crds", Kind::Crds);
        row("crds:v26.3.0", Kind::Crds);
        row("readme:v26.3.0", Kind::Readme);
        row("changes", Kind::Changes);
    }
    void eachSideIsReadAndWrittenBack()
    {
        QFETCH(QString, text);
        QFETCH(int, kind);
        const Result<Side> side = readSide(text);
        QVERIFY2(side.has_value(), side ? "" : qPrintable(side.error().message));
        QCOMPARE(int(side->kind), kind);
        QCOMPARE(sideText(*side), text);
    }

    void partsLandWhereTheyBelong()
    {
        QCOMPARE(readSide(u"user:12"_s)->revision, std::optional(12));
        QVERIFY(!readSide(u"user"_s)->revision);
        QCOMPARE(readSide(u"default:v25.10.1"_s)->version, u"v25.10.1"_s);
        QCOMPARE(readSide(u"file:a:b.yaml"_s)->path, u"a:b.yaml"_s);
        const Side outcome = *readSide(u"outcome:reset-then-reuse@26.3.0"_s);
        QCOMPARE(outcome.strategy, Strategy::ResetThenReuse);
        QCOMPARE(outcome.version, u"26.3.0"_s);
    }

    void aWrongSideSaysWhatItTakes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        QTest::newRow("no word") << u"values:3"_s << u"is not a valid side"_s;
        QTest::newRow("empty") << QString() << u"is not a valid side"_s;
        QTest::newRow("capital") << u"Live"_s << u"is not a valid side"_s;
        QTest::newRow("revision 0") << u"rev:0"_s << u"as in rev:4"_s;
        QTest::newRow("negative") << u"user:-1"_s << u"as in user:4"_s;
        QTest::newRow("signed") << u"user:+1"_s << u"as in user:4"_s;
        QTest::newRow("no number") << u"manifest:new"_s << u"as in manifest:4"_s;
        QTest::newRow("no revision") << u"rev:"_s << u"as in rev:4"_s;
        QTest::newRow("too large") << u"rev:99999999999"_s << u"as in rev:4"_s;
        QTest::newRow("no version") << u"default:"_s << u"No version in"_s;
        QTest::newRow("no version of CRDs") << u"crds:"_s << u"crds alone"_s;
        QTest::newRow("no file") << u"file:"_s << u"No file in"_s;
        QTest::newRow("file alone") << u"file"_s << u"No file in"_s;
        QTest::newRow("no strategy") << u"outcome"_s << u"Unknown strategy in"_s;
        QTest::newRow("unknown strategy") << u"outcome:keep@1.0.0"_s << u"Unknown strategy in"_s;
        QTest::newRow("no target") << u"outcome:reset"_s << u"outcome:reset@VERSION"_s;
        QTest::newRow("upgrade to nothing") << u"upgrade:reuse"_s << u"upgrade:reuse@VERSION"_s;
        QTest::newRow("empty target") << u"outcome:reuse@"_s << u"outcome:reuse@VERSION"_s;
        QTest::newRow("live with more") << u"live:3"_s << u"nothing may follow the word live"_s;
        QTest::newRow("reference with more")
            << u"reference:1"_s << u"nothing may follow the word reference"_s;
    }
    void aWrongSideSaysWhatItTakes()
    {
        QFETCH(QString, text);
        QFETCH(QString, part);
        const Result<Side> side = readSide(text);
        QVERIFY(!side.has_value());
        QCOMPARE(side.error().code, Error::Code::Invalid);
        QVERIFY2(side.error().message.contains(part), qPrintable(side.error().message));
        QVERIFY(side.error().message.contains(text));
    }
};

#include "tst_compare_side.moc"
} // namespace tst_compare_side

CHARTROOM_TEST(tst_compare_side, CompareSideTest)
