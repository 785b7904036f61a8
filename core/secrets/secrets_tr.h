// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace chartroom {

/// Translates the texts of this room.
struct SecretsTr
{
    Q_DECLARE_TR_FUNCTIONS(Secrets)
};

} // namespace chartroom
