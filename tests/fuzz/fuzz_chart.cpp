// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hostile chart archives. The first byte says on which layer the rest is: the archive, the tar in it, or the
// Chart.yaml and values.yaml (with a NUL between) in that.
#include "core/charts/chart_archive.h"
#include "tests/support/gzipped.h"
#include "tests/support/tar_sample.h"

#include <cstdlib>

using namespace chartroom;
using namespace chartroom::test;

namespace {

QByteArray archive(int layer, const QByteArray &rest)
{
    if (layer == 0)
        return rest;
    if (layer == 1)
        return gzipped(rest);
    const qsizetype middle = qMax(rest.indexOf('\0'), qsizetype(0));
    return TarSample()
        .file("c/Chart.yaml", rest.first(middle))
        .file("c/values.yaml", rest.mid(middle + 1))
        .tgz();
}

void check(const Chart &chart)
{
    if (!chart.values.isMap() || chart.metadata.name.isEmpty() || chart.metadata.name.contains(u'/'))
        std::abort();
    for (const ChartFile &file : chart.crds) {
        if (file.path.startsWith(u'/') || file.path.contains(u"..") || !file.path.startsWith(u"crds/"))
            std::abort();
    }
    for (const Chart &each : chart.dependencies)
        check(each);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    ArchiveLimits limits;
    limits.maxUnpackedBytes = 4 * 1024 * 1024;
    const QByteArray rest(reinterpret_cast<const char *>(data) + 1, qsizetype(size) - 1);
    const Result<Chart> chart = readChartArchive(archive(data[0] % 3, rest), limits);
    if (chart)
        check(*chart);
    else if (chart.error().message.isEmpty())
        std::abort();
    return 0;
}
