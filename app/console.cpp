// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"

#include "app/folded_text.h"
#include "core/base/visible_text.h"
#include "core/secrets/log.h"
#include "core/secrets/masked_text.h"

#include <QFileDevice>

#include <utility>

namespace chartroom {

Console::Console(QIODevice *out, QIODevice *err, Style style)
    : m_out(out)
    , m_err(err)
    , m_style(std::move(style))
{}

void Console::data(const QByteArray &bytes)
{
    auto *file = qobject_cast<QFileDevice *>(m_out);
    if (m_out->write(bytes) != bytes.size() || (file && !file->flush()))
        m_hasWrittenAll = false;
}

void Console::print(const Printout &printout, std::optional<OutputFormat> format)
{
    data(rendered(printout, format.value_or(OutputFormat::Table), m_style.isColored, m_style.width));
}

void Console::text(const QString &text)
{
    data(foldedText(text, m_style.width).toUtf8());
}

void Console::note(const QString &sentence)
{
    if (!m_style.isQuiet)
        writeLine(visibleText(maskedAroundPaths(sentence, m_style.paths)));
}

void Console::problem(const Error &error)
{
    logLine(error);
    writeLine(QStringLiteral("chartroom: ") + visibleText(maskedAroundPaths(error.message, m_style.paths)));
    if (m_style.isVerbose && !error.detail.isEmpty())
        writeLine(visibleText(maskedAroundPaths(error.detail, m_style.paths), true));
}

void Console::writeLine(const QString &text)
{
    m_err->write(foldedText(text, m_style.noteWidth).toUtf8() + '\n');
    if (auto *file = qobject_cast<QFileDevice *>(m_err))
        file->flush();
}

} // namespace chartroom
