// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <string_view>

namespace chartroom {

/// Appends text as a JSON string with its quotes (RFC 8259); lone surrogates become U+FFFD.
void appendJsonString(QByteArray &json, std::string_view utf8);
void appendJsonString(QByteArray &json, const QString &text);
[[nodiscard]] QByteArray jsonString(const QString &text);

} // namespace chartroom
