// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "tests/support/gzipped.h"

#include <QJsonArray>
#include <QJsonObject>

namespace chartroom::test {

/// Builds what Helm stores for one revision. The parts are open, so a test bends the one it is about.
struct ReleaseBuilder
{
    QString name = QStringLiteral("gpu-operator");
    QString namespaceName = QStringLiteral("nvidia-gpu-operator");
    int revision = 1;
    QString status = QStringLiteral("deployed");
    QString chartName = QStringLiteral("gpu-operator");
    QString chartVersion = QStringLiteral("v25.10.1");
    QString appVersion = QStringLiteral("v25.10.1");
    ReleaseStorage storage = ReleaseStorage::Secret;
    QString chartHome = QStringLiteral("https://example.org/chart");
    QString description = QStringLiteral("Install complete");
    QString notes = QStringLiteral("Read me.\n");
    QString manifest = QStringLiteral("---\nkind: Service\n");
    QJsonArray hooks;
    QJsonObject userValues;
    QJsonObject chartValues{{QStringLiteral("driver"), QJsonObject{{QStringLiteral("enabled"), true}}}};
    qsizetype templateBytes = 0; ///< incompressible chart templates, as base64: what makes a record big
    QString uid;                 ///< made from name and revision when empty
    QString resourceVersion = QStringLiteral("1");

    [[nodiscard]] QString objectName() const;
    [[nodiscard]] QJsonObject release() const;
    [[nodiscard]] QByteArray json() const;
    /// `data.release` as the object's JSON shows it.
    [[nodiscard]] QByteArray dataRelease() const;
    [[nodiscard]] QJsonObject metadata() const;
    /// PartialObjectMetadata.
    [[nodiscard]] QByteArray metadataObject() const;
    /// The whole Secret or ConfigMap.
    [[nodiscard]] QByteArray object() const;
};

/// `json` as it is packed under `data.release`.
[[nodiscard]] QByteArray packed(const QByteArray &json, ReleaseStorage storage);

/// A list answer around `items`, each one object's JSON.
[[nodiscard]] QByteArray listAnswer(const QList<QByteArray> &items, const QString &resourceVersion,
                                    const QString &continueToken = {});

} // namespace chartroom::test
