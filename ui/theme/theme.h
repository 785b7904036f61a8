// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/palette.h"

#include <QFont>
#include <QHash>
#include <QObject>
#include <QPixmap>
#include <QTimer>

#include <algorithm>

class QSettings;
class QWidget;

namespace chartroom {

/// Light or dark as the system asks or the person chose, and the fonts. One per program, made by the
/// composition root; widgets follow `changed`.
class Theme final : public QObject
{
    Q_OBJECT
public:
    enum class Mode { System, Light, Dark };
    Q_ENUM(Mode)

    /// Reads the choice from `settings` (borrowed, may be null: nothing is remembered).
    explicit Theme(QSettings *settings, QObject *parent = nullptr);

    [[nodiscard]] Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    /// Per cent of the size that the desktop asks for; the fonts of all widgets follow.
    [[nodiscard]] int textScale() const { return m_textScale; }
    void setTextScale(int percent); ///< held to smallestText .. largestText
    /// Of several calls in quick succession only the last one lays everything out.
    void setTextScaleSoon(int percent);
    /// The one that was asked for last, whether or not the fonts follow it yet.
    [[nodiscard]] int wantedTextScale() const { return m_wantedScale; }
    static constexpr int smallestText = 70;
    static constexpr int largestText = 200;
    static constexpr int textStep = 10;
    /// A width that suits the usual text, for larger text.
    [[nodiscard]] int inText(int pixels) const { return std::max(pixels, pixels * m_textScale / 100); }
    /// `field` has that width, and follows the text; the theme outlives it.
    void fixWidth(QWidget *field, int usual) const;
    [[nodiscard]] const Palette &palette() const;
    [[nodiscard]] QColor color(Role role) const { return palette().color(role); }

    /// The platform's font; Inter where it is installed and the platform has no wish of its own.
    [[nodiscard]] QFont font() const { return m_font; }
    [[nodiscard]] QFont titleFont() const { return m_titleFont; }         ///< 140 %
    [[nodiscard]] QFont secondaryFont() const { return m_secondaryFont; } ///< 85 %
    [[nodiscard]] QFont headingFont() const
    {
        return m_headingFont;
    } ///< 85 %, medium: column and section headings
    [[nodiscard]] QFont identifierFont() const { return m_identifierFont; } ///< fixed width at 95 %

    /// Of a row or a bar with one line of text: `usual`, and more where the font does not fit into that.
    [[nodiscard]] static int lineHeight(const QFont &font, int usual);

    /// An icon of resources/icons in a role's colour, `size` logical pixels.
    [[nodiscard]] QPixmap icon(const QString &name, Role role, int size, qreal pixelRatio) const;

Q_SIGNALS:
    void changed();

private:
    void apply();
    void makeFonts();
    [[nodiscard]] bool systemIsDark() const;

    QSettings *m_settings;
    Mode m_mode = Mode::System;
    int m_textScale = 100;
    int m_wantedScale = 100;
    QTimer m_scaleSoon;
    bool m_startedDark = false; ///< the platform's palette before ours
    QFont m_platformFont;
    QFont m_platformFixedFont;
    QFont m_font;
    QFont m_titleFont;
    QFont m_secondaryFont;
    QFont m_headingFont;
    QFont m_identifierFont;
    mutable QHash<QString, QPixmap> m_icons; ///< those drawn since the colours changed
};

} // namespace chartroom
