// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/zip_archive.h"
#include "tests/support/test_main.h"
#include "tests/support/zip_reader.h"

#include <QRandomGenerator>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_zip_archive {

namespace {

QByteArray noise(qsizetype size)
{
    QRandomGenerator random(7);
    QByteArray bytes(size, Qt::Uninitialized);
    for (char &byte : bytes)
        byte = char(random.bounded(256));
    return bytes;
}

} // namespace

/// The archive that attachments go into.
class TestZipArchive final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatGoesInComesOutInTheSameOrder()
    {
        const QList<ZipEntry> entries{{u"b.txt"_s, QByteArray("text ").repeated(10'000)},
                                      {u"folder/a.bin"_s, noise(5'000)},
                                      {u"empty"_s, {}}};
        const Result<QByteArray> zip = zipArchive(entries);
        QVERIFY(zip);
        QVERIFY(zip->size() < 7'000); // text is packed, noise stays as large as it is
        const QList<UnzippedFile> files = unzipped(*zip);
        QCOMPARE(files.size(), entries.size());
        for (qsizetype i = 0; i < files.size(); ++i) {
            QCOMPARE(files[i].name, entries[i].name);
            QCOMPARE(files[i].bytes, entries[i].bytes);
            QVERIFY(files[i].isIntact);
        }
    }

    void theSameEntriesGiveTheSameBytesWithOneTimeAndMode()
    {
        const QList<ZipEntry> entries{{u"a"_s, "one"}, {u"b"_s, QByteArray(300, 'x')}};
        const QByteArray zip = zipArchive(entries).value();
        QCOMPARE(zipArchive(entries).value(), zip);
        for (const UnzippedFile &file : unzipped(zip)) {
            QCOMPARE(file.mode, quint32(0100600));
            QCOMPARE(file.time, QDateTime(QDate(1980, 1, 1), QTime(0, 0)));
        }
    }

    void anArchiveOfNothingIsOne()
    {
        const Result<QByteArray> zip = zipArchive({});
        QVERIFY(zip);
        QCOMPARE(zip->size(), 22);
    }

    void aNameThatCouldLandElsewhereIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"", "/etc/passwd", "../up", "a/../b", "a//b", "a/", ".hidden", "a/.b",
                                 "a\\b", "a b", "a\nb", "C:x", "caf\xc3\xa9"})
            QTest::newRow(name) << QString::fromUtf8(name);
        QTest::newRow("long") << QString(256, u'a');
    }

    void aNameThatCouldLandElsewhereIsRefused()
    {
        QFETCH(QString, name);
        const Result<QByteArray> zip = zipArchive({{name, "x"}});
        QVERIFY(!zip);
        QCOMPARE(zip.error().code, Error::Code::Invalid);
    }

    void twoFilesOfOneNameAreRefusedWhateverTheirCase()
    {
        QVERIFY(!zipArchive({{u"a"_s, "x"}, {u"A"_s, "y"}}));
    }
};

#include "tst_zip_archive.moc"
} // namespace tst_zip_archive

CHARTROOM_TEST(tst_zip_archive, TestZipArchive)
