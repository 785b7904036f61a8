// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/secrets/value_path.h"

#include <QString>

#include <optional>

namespace chartroom {

/// A setting as it may be seen, masked where it has to be, in the forms in which a person takes it along.
struct ShownSetting
{
    QString path;
    ValuePath place; ///< elements of lists by place; empty where --set does not reach
    std::optional<Value> value;

    /// A scalar as it is, a tree as YAML; nothing without a value.
    [[nodiscard]] std::optional<QString> valueText() const;
    /// See setForm(). Nothing when a part of it is masked: dots would set dots.
    [[nodiscard]] std::optional<QString> setText() const;
};

} // namespace chartroom
