// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArrayView>
#include <QString>

namespace chartroom {

/// The bytes of one scalar within its line.
struct YamlSpan
{
    enum class Quotes { None, Single, Double };
    Quotes quotes = Quotes::None;
    qsizetype start = 0;
    qsizetype end = 0;
};

/// The scalar that begins at a byte of a line, up to its closing quote, a comment or the line's end.
/// Unsupported for one that goes on in the next line, an alias, an anchor, a tag.
[[nodiscard]] Result<YamlSpan> readYamlSpan(QByteArrayView line, qsizetype start, bool isFlow);

/// A text as a scalar: with the quotes it had before where these can say it, in double quotes where a plain
/// one would read as something else than text. `mayBeTyped`: a plain number or bool may stay one. Invalid for
/// control characters.
[[nodiscard]] Result<QByteArray> writeYamlScalar(const QString &text, YamlSpan::Quotes quotes,
                                                 bool mayBeTyped = false);

} // namespace chartroom
