// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hostile release records. The first byte says on which layer the rest is: as stored, or the JSON inside.
#include "core/charts/chart.h"
#include "core/helm/release_record.h"
#include "tests/support/release_builder.h"

using namespace chartroom;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const QByteArrayView rest(data + 1, qsizetype(size) - 1);
    DecodeLimits limits;
    limits.maxInflatedBytes = 4 * 1024 * 1024;
    const ReleaseStorage storage = data[0] & 1 ? ReleaseStorage::Secret : ReleaseStorage::ConfigMap;
    Result<ReleaseRecord> record;
    switch (data[0] % 3) {
    case 0:
        record = decodeRelease(rest, storage, limits);
        break;
    case 1:
        record = readReleaseJson(rest, limits);
        break;
    default:
        record = decodeRelease(test::packed(rest.toByteArray(), storage), storage, limits);
        break;
    }
    if (record)
        (void)chartOfRecord(*record);
    return 0;
}
