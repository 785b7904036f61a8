// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QTranslator>

#include <memory>

namespace chartroom {

/// The translation for `locale`, else the English one, which holds the plural forms ("1 node", "2 nodes").
/// The composition root installs it, for the window and for the verbs.
[[nodiscard]] std::unique_ptr<QTranslator> loadTranslator(const QLocale &locale);

} // namespace chartroom
