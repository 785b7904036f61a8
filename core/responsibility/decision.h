// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/responsibility/ownership.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace chartroom {

/// What a person decided about one release, kept with the reason. The newest one of a release counts;
/// earlier ones stay in the file.
struct Decision
{
    enum class Verdict { Crusoe, Shared, Customer, Diverged, Withdrawn };

    QString cluster; ///< the kubeconfig context
    QString namespaceName;
    QString release;
    Verdict verdict = Verdict::Customer;
    QString reason;
    QString author;
    QDateTime date; ///< UTC
};

[[nodiscard]] QString
verdictText(Decision::Verdict verdict); ///< crusoe | shared | customer | diverged | withdrawn

/// The file's text with one more decision; everything a person wrote in it stays, comments too. Invalid when
/// the decision lacks a release, a reason or an author, or when `decisions` is not a block list at top level.
[[nodiscard]] Result<QByteArray> withDecision(const QByteArray &file, const Decision &decision);

/// Adds a decision to the user's file; see changeUserFile(). Invalid when what is there cannot be read.
[[nodiscard]] Result<void> recordDecision(const QString &path, const Decision &decision);

} // namespace chartroom
