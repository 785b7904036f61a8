// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/matrix_operation.h"
#include "core/versions/version_review.h"

#include <QFuture>
#include <QObject>

namespace chartroom {

/// What a connected cluster tells of the versions that it runs, and what writes the matrix that it holds: a
/// thin face, so that a screen can be tested without one.
class VersionsSource : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Of now. What cannot be read is among the facts' notices; an error where nothing can be said. To cancel
    /// the future ends the look.
    [[nodiscard]] virtual QFuture<Result<SeenVersions>> look() = 0;
    /// Of a matrix in a ConfigMap: not started, and with a connection of its own, so that it goes on when the
    /// cluster is disconnected from. Error: why nothing can be written, a sentence.
    [[nodiscard]] virtual Result<MatrixOperation *> write(const MatrixWriteRequest &order,
                                                          QObject *owner) = 0;
};

} // namespace chartroom
