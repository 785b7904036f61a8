// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hostile indexes of chart repositories. Where the blocks of a text end must not matter.
#include "core/charts/index_scanner.h"
#include "core/charts/repository_index.h"

#include <QBuffer>

#include <cstdlib>

using namespace chartroom;

namespace {

template<typename Scanner>
QStringList scanned(QByteArrayView text, qsizetype step)
{
    QStringList found;
    Scanner scanner({QStringLiteral("a"), QStringLiteral("gpu-operator")}, 4096,
                    [&found](const QString &chart, const QByteArray &version) {
                        found.append(chart + QString::fromUtf8(version));
                        return Result<void>();
                    });
    Result<void> result;
    for (qsizetype at = 0; result && at < text.size(); at += step)
        result = scanner.take(text.sliced(at, qMin(step, text.size() - at)));
    if (result)
        result = scanner.finish();
    found.append(result ? QStringLiteral("whole") : result.error().message);
    return found;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArrayView text(data, qsizetype(size));
    if (scanned<IndexLines>(text, 4096) != scanned<IndexLines>(text, 7) ||
        scanned<IndexObjects>(text, 4096) != scanned<IndexObjects>(text, 7))
        std::abort();
    QByteArray bytes = text.toByteArray();
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    const auto index = readRepositoryIndex(buffer, {QStringLiteral("a"), QStringLiteral("gpu-operator")});
    if (!index && index.error().message.isEmpty())
        std::abort();
    return 0;
}
