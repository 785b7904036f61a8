// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/ownership.h"
#include "core/session/visual_state.h"

#include <QColor>

#include <array>

namespace chartroom {

/// What a colour is for; no other place names a colour.
enum class Role {
    Window,    ///< panels and bars
    Surface,   ///< tables, inspector, dialogs
    Raised,    ///< a control or a hovered row on a surface
    Selection, ///< a chosen row
    Line,      ///< hairlines, borders
    Text,
    Muted,    ///< secondary text
    Accent,   ///< links, focus, the chosen page
    OnAccent, ///< text on Accent
    Done,
    Moving,
    Waiting,
    Attention,
    Failed,
    OwnerCrusoe,
    OwnerShared,
    OwnerCustomer,
    SyntaxKey, ///< a key of YAML
    SyntaxString,
    SyntaxConstant, ///< numbers, bools, null, types
};
inline constexpr int roleCount = int(Role::SyntaxConstant) + 1;

/// The colours of one scheme. A value: delegates copy it freely and ask by role.
class Palette
{
public:
    [[nodiscard]] static const Palette &light();
    [[nodiscard]] static const Palette &dark();

    [[nodiscard]] QColor color(Role role) const { return m_colors[size_t(role)]; }
    [[nodiscard]] QColor color(VisualState state) const;
    [[nodiscard]] QColor color(Owner owner) const;
    /// The quiet ground under text of that role: a chip, a badge, a banner.
    [[nodiscard]] QColor tint(Role role) const;
    /// A stronger ground for a part of a tinted line: a changed word, what was found.
    [[nodiscard]] QColor mark(Role role) const;
    [[nodiscard]] bool isDark() const { return m_dark; }

private:
    Palette(bool dark, const std::array<QRgb, roleCount> &colors);

    std::array<QColor, roleCount> m_colors;
    bool m_dark;
};

[[nodiscard]] Role roleOf(VisualState state);
[[nodiscard]] Role roleOf(Owner owner);

/// Contrast of two opaque colours as WCAG 2.1 defines it, 1 to 21.
[[nodiscard]] double contrast(const QColor &a, const QColor &b);

} // namespace chartroom
