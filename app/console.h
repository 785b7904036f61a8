// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/printout.h"
#include "core/base/result.h"

#include <QIODevice>

namespace chartroom {

/// Where a verb prints: data to one device, notes and errors to the other. Text is made visible before it
/// gets here or on its way (rule S15): no control character of a cluster reaches a terminal.
class Console
{
public:
    struct Style
    {
        bool isColored = false;
        bool isQuiet = false;
        bool isVerbose = false;
        qsizetype width = 0; ///< of the terminal that data goes to; 0: it is none, nothing is cut or folded
        qsizetype noteWidth = 0; ///< the same for notes and errors
        QStringList paths{};     ///< that the person typed: no note or error masks them
    };

    /// The devices outlive the console.
    Console(QIODevice *out, QIODevice *err, Style style);

    [[nodiscard]] const Style &style() const { return m_style; }
    /// As it is; the renderers made it safe.
    void data(const QByteArray &bytes);
    /// A table by default.
    void print(const Printout &printout, std::optional<OutputFormat> format = {});
    /// Visible text for people, folded to the width.
    void text(const QString &text);
    /// One sentence; nothing when quiet.
    void note(const QString &sentence);
    /// One sentence, and the detail below it when verbose.
    void problem(const Error &error);
    /// Whether all data went out: a full disk or a closed pipe must not look like success.
    [[nodiscard]] bool hasWrittenAll() const { return m_hasWrittenAll; }

private:
    void writeLine(const QString &text);

    QIODevice *m_out;
    QIODevice *m_err;
    Style m_style;
    bool m_hasWrittenAll = true;
};

} // namespace chartroom
