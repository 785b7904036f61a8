// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <string_view>

namespace chartroom {

/// A UTF-8 text as a QString that shares its characters with an equal one this thread made not long ago:
/// label keys, images and node names come with each of thousands of objects. Texts that are long, or not
/// plain ASCII, are made anew.
[[nodiscard]] QString sharedText(std::string_view text);
/// The same of bytes, up to a thousand: the labels of a DaemonSet's pods are alike on thousands of nodes.
[[nodiscard]] QByteArray sharedBytes(std::string_view bytes);

} // namespace chartroom
