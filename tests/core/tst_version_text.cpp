// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/version_text.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_version_text {

namespace {

VersionOrder turned(VersionOrder order)
{
    return order == VersionOrder::Older   ? VersionOrder::Newer
           : order == VersionOrder::Newer ? VersionOrder::Older
                                          : order;
}

} // namespace

class VersionTextTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void spellingsCompare_data();
    void spellingsCompare();
    void whatIsNoVersionIsNotRead_data();
    void whatIsNoVersionIsNotRead();
    void theLineIsWhatAnUpgradeMayNotSkip();
    void whatDoesNotCountIsKept();
};

void VersionTextTest::spellingsCompare_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<VersionOrder>("order");
    const auto row = [](const char *a, const char *b, VersionOrder order) {
        QTest::addRow("%s to %s", a, b) << QString::fromLatin1(a) << QString::fromLatin1(b) << order;
    };
    using enum VersionOrder;
    row("v24.9.0", "24.9.0", Equal);
    row("v24.9.0", "v24.10.0", Older);
    row("25.10", "v25.10.1", Within);
    row("25.1", "v25.10.1", Older);
    row("4.16.x", "4.16.23", Within);
    row("v0.17.0-ubi9", "v0.17.0", Equal);
    row("v1.17.0-ubuntu20.04", "v1.17.1-ubi8", Older);
    row("550.90.07-ubuntu22.04", "550.90.07-rhcos4.16", Equal);
    row("nvcr.io/nvidia/driver:550.90.07-ubuntu22.04", "550.90.07", Equal);
    row("nvcr.io:5000/nvidia/driver:570.148.08@sha256:00", "570.148.08", Equal);
    row("550", "550.90.07", Within);
    row("R550", "550.144.03", Within);
    row("550", "560.35.03", Older);
    row("550.90.07", "550.144.03", Older);
    row("550-5.15.0-1066-nvidia-ubuntu22.04", "550.90.07", Within);
    row("550-5.15.0-1066-nvidia-ubuntu22.04", "550-5.15.0-1070-nvidia-ubuntu22.04", Different);
    row("doca3.2.0-25.10-1.2.8.0-2", "25.10-1.2.8.0-2", Equal);
    row("doca3.2.0-25.10-1.2.8.0-2", "doca3.2.0-25.10-1.2.8.0-2-ubuntu22.04-amd64", Equal);
    row("doca3.3.0-26.01-1.0.0.0-0", "doca3.3.0-26.01-1.0.0.0-4", Older);
    row("doca3.2.0-25.10-1.2.8.0-2", "24.10-0.7.0.0-0", Newer);
    row("24.10-0.7.0.0", "24.10-0.7.0.0-0", Within);
    row("28.39.1002", "28.42.1000", Older);
    row("28.39.1002 (MT_0000000838)", "28.39.1002", Equal);
    row("28.42.1000", "28.42.1000", Equal);
    row("5.15.0-1066-nvidia", "5.15.0-1066-nvidia", Equal);
    row("5.15.0-1066-nvidia", "5.15.0-1070-nvidia", Older);
    row("5.15.0-1066-nvidia", "5.15.0-1066-azure", Different);
    row("5.15.0-1066-nvidia", "5.15.0-1070-azure", Different);
    row("5.15.0-1066-nvidia", "6.8.0-45-generic", Older);
    row("5.14.0-427.40.1.el9_4.x86_64", "5.14.0-427.42.1.el9_4.x86_64", Older);
    row("5.14.0-427.40.1.el9_4.x86_64", "5.14.0-427.40.1.el9_4", Equal);
    row("3.3.8-1", "3.3.8-1-ubuntu22.04", Equal);
    row("3.3.8-3.6.0", "3.3.9-3.6.1", Older);
    row("v2.4.1", "v2.4.1-1", Within);
    row("v1.33.2", "v1.33.2+k3s1", Equal);
    row("1.33", "v1.33.2", Within);
    row("4.16.0-rc.1", "4.16.0", Older);
    row("4.16.0-rc.2", "4.16.0-rc.10", Older);
    row("containerd://1.7.24", "1.7.24", Equal);
    row("6.x TBD", "6.x TBD", Equal);
    row("6.x TBD", "6.8.0", Different);
    row("latest", "24.9.0", Different);
    row("25.10-1.2.8.0", "25.10.1", Different);
}

void VersionTextTest::spellingsCompare()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(VersionOrder, order);
    QCOMPARE(int(compareSpellings(a, b)), int(order));
    QCOMPARE(int(compareSpellings(b, a)), int(turned(order)));
}

void VersionTextTest::whatIsNoVersionIsNotRead_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"", " ", "TBD", "6.x TBD", "latest", ">=550", "v", "1..2", "24.9.-1",
                             "nvidia/driver", "99999999999999999999999.1", "4.16 or 4.17"})
        QTest::addRow("\"%s\"", text) << QString::fromLatin1(text);
}

void VersionTextTest::whatIsNoVersionIsNotRead()
{
    QFETCH(QString, text);
    QVERIFY(!VersionText::read(text));
}

void VersionTextTest::theLineIsWhatAnUpgradeMayNotSkip()
{
    QCOMPARE(VersionText::read(u"v24.9.2")->line(), QStringLiteral("24.9"));
    QCOMPARE(VersionText::read(u"4.16.23")->line(), QStringLiteral("4.16"));
    QCOMPARE(VersionText::read(u"550")->line(), QStringLiteral("550"));
    QCOMPARE(VersionText::read(u"doca3.2.0-25.10-1.2.8.0-2")->line(), QStringLiteral("25.10"));
}

void VersionTextTest::whatDoesNotCountIsKept()
{
    const auto driver = VersionText::read(u"550-5.15.0-1066-nvidia-ubuntu22.04");
    QVERIFY(driver);
    QCOMPARE(driver->kernel(), QStringLiteral("5.15.0-1066-nvidia"));
    QCOMPARE(driver->suffixes(), QStringList{QStringLiteral("ubuntu22.04")});
    const auto kernel = VersionText::read(u"5.14.0-427.40.1.el9_4.x86_64");
    QVERIFY(kernel);
    QCOMPARE(kernel->flavour(), QStringLiteral("el9_4"));
    QVERIFY(VersionText::read(u"1.33.0-alpha.1")->isPreRelease());
}

#include "tst_version_text.moc"
} // namespace tst_version_text

CHARTROOM_TEST(tst_version_text, VersionTextTest)
