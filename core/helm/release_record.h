// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"

namespace chartroom {

/// Caps that keep a hostile record from costing memory (fault 42): a legal Secret of 1 MiB can unpack to
/// 700 MB.
struct DecodeLimits
{
    qsizetype maxInflatedBytes = 64 * 1024 * 1024;
    int maxDepth = 200; ///< of values
};

/// Decodes what Helm stored under `data.release`, as it stands in the object's JSON: in a Secret base64 of
/// base64 of gzip of JSON, in a ConfigMap one base64 less; records from before compression are plain JSON
/// (helm/helm pkg/storage/driver/util.go@v4.2.4, the same in v3.21.4). Chart templates and files are skipped
/// unread. TooLarge over the cap, Damaged for everything else, each damage in its own sentence; no error
/// holds a value. A pure function for the pool; keeps a buffer per thread.
[[nodiscard]] Result<ReleaseRecord> decodeRelease(QByteArrayView dataRelease, ReleaseStorage storage,
                                                  const DecodeLimits &limits = {});

/// Reads the JSON of one release (what decodeRelease unpacked).
[[nodiscard]] Result<ReleaseRecord> readReleaseJson(QByteArrayView json, const DecodeLimits &limits = {});

/// `data.release` of a Secret or ConfigMap in JSON, decoded. NotFound when the object holds none.
[[nodiscard]] Result<ReleaseRecord> decodeReleaseObject(const QByteArray &objectJson, ReleaseStorage storage,
                                                        const DecodeLimits &limits = {});

} // namespace chartroom
