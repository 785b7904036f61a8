// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast release records of real size are decoded on one core, and the two steps that cost most, against
// Qt's own.
#include "core/helm/base64.h"
#include "core/helm/release_record.h"
#include "tests/support/release_builder.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <cstdio>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int rounds = 200;

template<typename Work>
double millisecondsEach(Work work)
{
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < rounds; ++i)
        work();
    return double(timer.nsecsElapsed()) / 1e6 / rounds;
}

void print(const char *what, double milliseconds, qsizetype bytes)
{
    std::printf("%-34s %7.3f ms %8.0f MB/s\n", what, milliseconds, double(bytes) / 1000 / milliseconds);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    ReleaseBuilder builder;
    builder.templateBytes = 80'000;
    const QByteArray stored = builder.dataRelease();
    const Result<ReleaseRecord> record = decodeRelease(stored, ReleaseStorage::Secret);
    if (!record)
        return 2;
    std::printf("one record: %.0f kB stored, %.0f kB of JSON\n", double(stored.size()) / 1000,
                double(record->inflatedBytes) / 1000);
    print("decode", millisecondsEach([&] { (void)decodeRelease(stored, ReleaseStorage::Secret); }),
          stored.size());
    QByteArray room(base64DecodedBound(stored.size()), Qt::Uninitialized);
    const double ours = millisecondsEach([&] { (void)decodeBase64(stored, room.data()); });
    const double theirs = millisecondsEach([&] { room = QByteArray::fromBase64(stored); });
    print("base64, one layer", ours, stored.size());
    print("base64, one layer, QByteArray", theirs, stored.size());
    std::printf("%s  base64 %.1f times Qt's (at least 2)\n", theirs >= 2 * ours ? "ok  " : "MISS",
                theirs / ours);
    return theirs >= 2 * ours ? 0 : 1;
}
