// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hostile YAML. What can be read must be written so that it reads the same.
#include "core/base/document.h"

#include <algorithm>
#include <cstdlib>

using namespace chartroom;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    YamlLimits limits;
    limits.maxNodes = 20'000;
    limits.maxExpandedBytes = 2'000'000;
    const QByteArrayView text(data, qsizetype(size));
    const Result<Value> value = readYaml(text, limits);
    if (!value) {
        if (value.error().message.isEmpty())
            std::abort();
        return 0;
    }
    const QByteArray written = writeYaml(*value);
    YamlLimits wide; // aliases are written out
    wide.maxBytes = written.size();
    wide.maxExpandedBytes = 2 * written.size();
    // Brackets in text count towards the nesting that is not even tried; what was read is not deep.
    wide.maxDepth = std::max<int>(wide.maxDepth, int(written.size()) / 50 + 1);
    const Result<Value> again = readYaml(written, wide);
    if (!again || *again != *value)
        std::abort();
    limits.uniqueKeys = true;
    if (const Result<Value> strict = readYaml(text, limits); strict && *strict != *value)
        std::abort();
    return 0;
}
