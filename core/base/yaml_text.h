// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/document.h"

#include <QList>

#include <optional>

namespace chartroom {

/// A YAML text with its line starts, to say where something is wrong.
class YamlText
{
public:
    /// The text as UTF-8, when it has none of what would cost the parser dearly or what YAML does not allow:
    /// size, encoding, control characters, very deep nesting.
    [[nodiscard]] static Result<YamlText> read(QByteArrayView text, const YamlLimits &limits);

    [[nodiscard]] const QByteArray &text() const { return m_text; }
    /// With its newline; lines count from 0.
    [[nodiscard]] QByteArrayView line(int line) const;
    [[nodiscard]] bool isIndentedByTab(int number) const;

    /// The line of a byte.
    [[nodiscard]] int lineAt(qsizetype offset) const;

    /// Lines and byte columns count from 0, the sentence from 1 and in characters.
    [[nodiscard]] Error error(Error::Code code, const QString &what, int atLine, qsizetype atColumn) const;
    [[nodiscard]] Error errorAt(const QString &what, qsizetype offset,
                                Error::Code code = Error::Code::Invalid) const;

private:
    YamlText(QByteArray text, int linesAbove);

    [[nodiscard]] std::optional<Error> characterError() const;
    [[nodiscard]] std::optional<Error> bracketError(const YamlLimits &limits) const;

    QByteArray m_text;
    int m_linesAbove = 0;
    QList<qsizetype> m_lineStarts;
};

} // namespace chartroom
