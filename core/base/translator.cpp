// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"

namespace chartroom {

std::unique_ptr<QTranslator> loadTranslator(const QLocale &locale)
{
    auto translator = std::make_unique<QTranslator>();
    const QString folder = QStringLiteral(":/translations");
    if (!translator->load(locale, QStringLiteral("chartroom"), QStringLiteral("_"), folder) &&
        !translator->load(QStringLiteral("chartroom_en"), folder))
        return nullptr;
    return translator;
}

} // namespace chartroom
