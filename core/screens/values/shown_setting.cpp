// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/shown_setting.h"

#include "core/base/document.h"
#include "core/base/masked.h"
#include "core/screens/values/set_form.h"

namespace chartroom {

std::optional<QString> ShownSetting::valueText() const
{
    if (!value)
        return std::nullopt;
    const bool isTree = value->isMap() || value->isList();
    return isTree ? QString::fromUtf8(writeYaml(*value)) : value->scalarText();
}

std::optional<QString> ShownSetting::setText() const
{
    if (!value || QString::fromUtf8(writeJson(*value, 0)).contains(Masked("x").toString()))
        return std::nullopt;
    return setForm(place, *value);
}

} // namespace chartroom
