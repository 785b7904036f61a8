// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/kube/object.h"

#include <QSet>

namespace chartroom {

/// A record with the identity of the object it came in.
struct StoredRecord
{
    QString uid;
    QString resourceVersion;
    Result<ReleaseRecord> record;
};

/// Decodes one Secret or ConfigMap as the API answers it; pure, for the pool.
[[nodiscard]] StoredRecord readStoredRecord(const QByteArray &objectJson, ReleaseStorage storage);

/// Decodes those of the objects whose uid is in `uids`; pure, for the pool.
[[nodiscard]] QList<StoredRecord> readStoredRecords(const QList<KubeObject> &objects,
                                                    const QSet<QString> &uids, ReleaseStorage storage);

} // namespace chartroom
