// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/palette.h"

#include <algorithm>
#include <cmath>

namespace chartroom {

namespace {

// In the order of Role.
constexpr std::array<QRgb, roleCount> lightColors{
    0xFAFBFC, 0xFFFFFF, 0xF3F5F8, 0xE8F0FE, 0xE3E7EC, 0x1B2430, 0x5E6B7A, 0x2563EB, 0xFFFFFF, 0x177A47,
    0x2563EB, 0x5E6B7A, 0xA65700, 0xC4283A, 0x5B3FD6, 0x0A706B, 0x855600, 0x1B4B9B, 0x0B5F4B, 0x7A2F92,
};
constexpr std::array<QRgb, roleCount> darkColors{
    0x15181D, 0x1C2027, 0x242932, 0x22304B, 0x2C323B, 0xE6EAF0, 0x97A3B3, 0x6EA1FF, 0x10151F, 0x4CC38A,
    0x6EA1FF, 0x97A3B3, 0xF2A65A, 0xFF7B85, 0xA594FF, 0x4FD1C5, 0xE0B25C, 0x9CC0FF, 0xA9D9B8, 0xD9B3F7,
};

QColor mixed(const QColor &top, const QColor &ground, double share)
{
    const auto part = [share](int a, int b) { return int(std::lround(a * share + b * (1 - share))); };
    return {part(top.red(), ground.red()), part(top.green(), ground.green()),
            part(top.blue(), ground.blue())};
}

double luminance(const QColor &color)
{
    const auto channel = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) +
           0.0722 * channel(color.blueF());
}

} // namespace

Palette::Palette(bool dark, const std::array<QRgb, roleCount> &colors)
    : m_dark(dark)
{
    std::transform(colors.begin(), colors.end(), m_colors.begin(), [](QRgb rgb) { return QColor(rgb); });
}

const Palette &Palette::light()
{
    static const Palette palette(false, lightColors);
    return palette;
}

const Palette &Palette::dark()
{
    static const Palette palette(true, darkColors);
    return palette;
}

QColor Palette::color(VisualState state) const
{
    return color(roleOf(state));
}

QColor Palette::color(Owner owner) const
{
    return color(roleOf(owner));
}

QColor Palette::tint(Role role) const
{
    return mixed(color(role), color(Role::Surface), m_dark ? 0.16 : 0.10);
}

QColor Palette::mark(Role role) const
{
    return mixed(color(role), color(Role::Surface), m_dark ? 0.30 : 0.24);
}

Role roleOf(VisualState state)
{
    switch (state) {
    case VisualState::Done:
        return Role::Done;
    case VisualState::Moving:
        return Role::Moving;
    case VisualState::Waiting:
    case VisualState::Skipped:
    case VisualState::Unknown:
        return Role::Waiting;
    case VisualState::Attention:
        return Role::Attention;
    case VisualState::Failed:
        return Role::Failed;
    }
    return Role::Waiting;
}

Role roleOf(Owner owner)
{
    switch (owner) {
    case Owner::Crusoe:
        return Role::OwnerCrusoe;
    case Owner::Shared:
        return Role::OwnerShared;
    case Owner::Customer:
        break;
    }
    return Role::OwnerCustomer;
}

double contrast(const QColor &a, const QColor &b)
{
    const auto [dark, bright] = std::minmax({luminance(a), luminance(b)}); // by value: both are temporaries
    return (bright + 0.05) / (dark + 0.05);
}

} // namespace chartroom
