// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/gzip.h"
#include "tests/support/gzipped.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_gzip {

namespace {

QByteArray counted(int lines)
{
    QByteArray text;
    for (int i = 0; i < lines; ++i)
        text += "line " + QByteArray::number(i) + '\n';
    return text;
}

struct Unpacked
{
    QByteArray text;
    GzipEnd end = GzipEnd::NotYet;
};

/// Fed `piece` bytes at a time, into `room` bytes at a time.
Unpacked unpacked(const QByteArray &gzip, qsizetype piece, qsizetype room, qsizetype maxBytes = 1'000'000)
{
    GzipReader reader(maxBytes);
    Unpacked out;
    QByteArray part(room, Qt::Uninitialized);
    qsizetype fed = 0;
    while (reader.end() == GzipEnd::NotYet) {
        if (reader.isHungry()) {
            reader.feed(QByteArrayView(gzip).sliced(fed, qMin(piece, gzip.size() - fed)));
            fed = qMin(fed + piece, gzip.size());
        } else {
            out.text += part.first(reader.read(part.data(), room));
        }
    }
    out.end = reader.end();
    return out;
}

} // namespace

class GzipTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void severalMembersAreOneTextInPiecesOfAnySize()
    {
        const QByteArray text = counted(2000);
        const QByteArray gzip = gzipped(text.first(700)) + gzipped({}) + gzipped(text.sliced(700));
        for (const qsizetype piece : {1, 7, 4096, 1'000'000}) {
            for (const qsizetype room : {1, 100, 1'000'000}) {
                const Unpacked got = unpacked(gzip, piece, room);
                QCOMPARE(got.end, GzipEnd::Whole);
                QCOMPARE(got.text, text);
            }
        }
        QByteArray out;
        QCOMPARE(gunzip(gzip, text.size(), out).end, GzipEnd::Whole);
        QCOMPARE(out, text);
        QCOMPARE(inflatedPrefix(gzip), text);
    }

    void aCutAtAnyByteGivesWhatCanBeReadUpToIt()
    {
        const QByteArray gzip = gzipped(counted(300));
        for (qsizetype cut = 0; cut < gzip.size(); ++cut) {
            const Unpacked got = unpacked(gzip.first(cut), 64, 3);
            QCOMPARE(got.end, GzipEnd::Early);
            QCOMPARE(got.text, inflatedPrefix(gzip.first(cut)));
            QByteArray out;
            QCOMPARE(gunzip(gzip.first(cut), 1'000'000, out).end, GzipEnd::Early);
        }
    }

    void theCapHoldsToTheByte()
    {
        const QByteArray text = counted(5000);
        QByteArray out;
        QCOMPARE(gunzip(gzipped(text), text.size(), out).end, GzipEnd::Whole);
        QCOMPARE(gunzip(gzipped(text), text.size() - 1, out).end, GzipEnd::TooLong);
        QVERIFY(out.size() <= text.size());
        QCOMPARE(unpacked(gzipped(text), 100, 100, text.size() - 1).end, GzipEnd::TooLong);
        QCOMPARE(gunzip(gzipped(text) + gzipped(text), text.size(), out).end, GzipEnd::TooLong);
        QCOMPARE(gunzip(gzipped({}), 0, out).end, GzipEnd::Whole);
    }

    void whatFollowsIsToldFromWhatIsDamaged()
    {
        const QByteArray gzip = gzipped(counted(100));
        QByteArray out;
        QCOMPARE(gunzip(gzip + "more", 1'000'000, out).end, GzipEnd::Trailing);
        QCOMPARE(gunzip(gzip + QByteArray(512, '\0'), 1'000'000, out).end, GzipEnd::Trailing);
        QByteArray bent = gzip;
        bent[gzip.size() - 8] = char(~bent[gzip.size() - 8]); // the CRC
        QCOMPARE(gunzip(bent, 1'000'000, out).end, GzipEnd::Corrupt);
        QCOMPARE(gunzip(gzip + bent, 1'000'000, out).end, GzipEnd::Corrupt);
        QCOMPARE(gunzip("no gzip at all", 1'000'000, out).end, GzipEnd::Corrupt);
    }

    void whatWasFlushedCanBeReadBeforeTheEnd()
    {
        GzipWriter writer;
        QByteArray gzip = writer.pack("one\n", GzipWriter::Then::Flush);
        QCOMPARE(inflatedPrefix(gzip), QByteArray("one\n"));
        gzip += writer.pack("two\n", GzipWriter::Then::Flush);
        QCOMPARE(inflatedPrefix(gzip), QByteArray("one\ntwo\n"));
        gzip += writer.pack({}, GzipWriter::Then::End);
        QCOMPARE(unpacked(gzip, 64, 64).end, GzipEnd::Whole);
    }

    void aCommentStandsInTheHeaderAlone()
    {
        const auto packed = [](const char *comment) {
            return GzipWriter(comment).pack("text", GzipWriter::Then::End);
        };
        QCOMPARE(packed(nullptr), gzipped("text"));
        QByteArray expected = gzipped("text"); // RFC 1952: FLG.FCOMMENT, and the comment behind ten bytes
        expected[3] = char(0x10);
        expected.insert(10, QByteArray("why", 4));
        QCOMPARE(packed("why"), expected);
        QByteArray out;
        QCOMPARE(gunzip(expected, 64, out).end, GzipEnd::Whole);
        QCOMPARE(out.left(4), QByteArray("text"));
    }
};

#include "tst_gzip.moc"
} // namespace tst_gzip

CHARTROOM_TEST(tst_gzip, GzipTest)
