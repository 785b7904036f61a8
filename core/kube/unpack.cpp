// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/unpack.h"

#include "core/base/gzip.h"
#include "core/kube/kube_tr.h"

#include <QLocale>

namespace chartroom {

Error tooLargeError(qint64 maxBytes)
{
    return {Error::Code::TooLarge,
            KubeTr::tr("The cluster's answer is larger than %1 and was discarded.")
                .arg(QLocale().formattedDataSize(maxBytes)),
            {},
            {}};
}

Result<QByteArray> unpackedBody(const QByteArray &gzip, qint64 maxBytes)
{
    QByteArray body;
    const Gunzipped done = gunzip(gzip, maxBytes, body);
    if (done.end == GzipEnd::TooLong)
        return tl::make_unexpected(tooLargeError(maxBytes));
    if (done.end != GzipEnd::Whole)
        return failure(Error::Code::Damaged,
                       KubeTr::tr("The cluster's compressed answer is damaged or incomplete."), done.detail);
    return body;
}

} // namespace chartroom
