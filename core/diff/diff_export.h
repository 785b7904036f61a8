// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/value_change.h"

#include <QByteArray>
#include <QStringList>

namespace chartroom {

struct ExportedChange
{
    QString object; ///< "DaemonSet gpu-operator/driver"; "" when values are compared
    ValueChange change;
};

/// A comparison to be written to a file or pasted. Texts are YAML, as stored or written, of one or several
/// documents.
struct ExportedComparison
{
    QString title; ///< what is compared: "gpu-operator in gpu-operator, cluster prod-eu"
    QString beforeTitle;
    QString afterTitle;
    QByteArray before;
    QByteArray after;
    QList<ExportedChange> changes;
    QStringList notices;
    QStringList paths; ///< of the files that are compared: a notice may name them
};

/// Whether a file shows secrets. Revealed is a person's choice for this one file, never a setting.
enum class Secrets { Masked, Revealed };

/// All three mask the texts and changes themselves, also when they were masked before, and make control and
/// bidi characters visible (rules S11, S15). Pure functions for the pool.

/// A unified patch; empty when the texts look the same.
[[nodiscard]] QByteArray exportPatch(const ExportedComparison &comparison, Secrets secrets = Secrets::Masked);
/// Title, table of changed paths, patch. Nothing in it acts as Markdown or HTML of its own.
[[nodiscard]] QByteArray exportMarkdown(const ExportedComparison &comparison,
                                        Secrets secrets = Secrets::Masked);
/// A page on its own: no script, nothing loaded, light and dark, readable without colours.
[[nodiscard]] QByteArray exportHtml(const ExportedComparison &comparison, Secrets secrets = Secrets::Masked);

} // namespace chartroom
