// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bundled_fonts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFontDatabase>

namespace chartroom {

void addBundledFonts()
{
    const QDir fonts(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/chartroom/fonts"));
    for (const QFileInfo &font : fonts.entryInfoList(QDir::Files, QDir::Name))
        QFontDatabase::addApplicationFont(font.filePath());
}

} // namespace chartroom
