// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/diff_export.h"
#include "core/diff/text_diff.h"

namespace chartroom {

/// A comparison as it may leave the program: masked unless revealed, every character visible.
struct ExportedTexts
{
    struct Row
    {
        QString object;
        QString path;
        QString kind;
        QString before;
        QString after;
    };
    QString title;
    QString beforeTitle;
    QString afterTitle;
    TextDiff diff;
    QList<Row> rows;
    QStringList notices; ///< with one about the masking first
};

[[nodiscard]] ExportedTexts exportedTexts(const ExportedComparison &comparison, Secrets secrets);

} // namespace chartroom
