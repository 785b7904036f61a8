// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/plain_tool_tip.h"
#include "ui/theme/style_sheet.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QPainter>
#include <QPalette>
#include <QPointer>
#include <QSettings>
#include <QStyleHints>
#include <QSvgRenderer>
#include <QWidget>

#include <algorithm>
#include <chrono>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr auto scaleDelay = 50ms;
constexpr int leastAir = 6; ///< above and below a line of text together
const QString modeKey = QStringLiteral("window/theme");
const QString scaleKey = QStringLiteral("window/textScale");

int heldScale(int percent)
{
    return std::clamp(percent, Theme::smallestText, Theme::largestText);
}

/// Families a platform without a desktop theme falls back to: nobody chose them.
bool isStockFamily(const QString &family)
{
    static const QStringList stock{QStringLiteral("Sans Serif"),       QStringLiteral("Sans"),
                                   QStringLiteral("DejaVu Sans"),      QStringLiteral("Monospace"),
                                   QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Courier")};
    return family.isEmpty() || stock.contains(family, Qt::CaseInsensitive);
}

QFont preferred(QFont platform, const QString &family)
{
    const bool stock = isStockFamily(platform.family()) && QFontDatabase::families().contains(family);
    // Naming the family makes it count: a font that names none takes its parent widget's.
    platform.setFamily(stock ? family : platform.family());
    if (!stock)
        return platform;
    platform.setPointSizeF(std::max(platform.pointSizeF(), 10.0));
    return platform;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): Qt 6.7 changes it
QFont tabular(QFont font)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature("tnum", 1);
#endif
    return font;
}

QFont scaled(QFont font, double factor)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

QPalette qtPalette(const Palette &colors)
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole target, Role role) {
        palette.setColor(target, colors.color(role));
    };
    set(QPalette::Window, Role::Window);
    set(QPalette::WindowText, Role::Text);
    set(QPalette::Base, Role::Surface);
    set(QPalette::AlternateBase, Role::Raised);
    set(QPalette::Text, Role::Text);
    set(QPalette::Button, Role::Surface);
    set(QPalette::ButtonText, Role::Text);
    set(QPalette::ToolTipBase, Role::Raised);
    set(QPalette::ToolTipText, Role::Text);
    set(QPalette::PlaceholderText, Role::Muted);
    set(QPalette::Highlight, Role::Selection);
    set(QPalette::HighlightedText, Role::Text);
    set(QPalette::Link, Role::Accent);
    set(QPalette::LinkVisited, Role::Accent);
    set(QPalette::BrightText, Role::Failed);
    set(QPalette::Mid, Role::Line);
    set(QPalette::Midlight, Role::Line);
    set(QPalette::Light, Role::Raised);
    set(QPalette::Dark, Role::Line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colors.color(Role::Muted));
    return palette;
}

} // namespace

Theme::Theme(QSettings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_startedDark(QApplication::palette().color(QPalette::Window).lightness() < 128)
    , m_platformFont(tabular(preferred(QApplication::font(), QStringLiteral("Inter"))))
    , m_platformFixedFont(
          preferred(QFontDatabase::systemFont(QFontDatabase::FixedFont), QStringLiteral("JetBrains Mono")))
{
    new PlainToolTips(this);
    m_scaleSoon.setSingleShot(true);
    m_scaleSoon.setInterval(scaleDelay);
    connect(&m_scaleSoon, &QTimer::timeout, this, [this] { setTextScale(m_wantedScale); });
    if (m_settings) {
        m_textScale = m_wantedScale = heldScale(m_settings->value(scaleKey, 100).toInt());
        const QString saved = m_settings->value(modeKey).toString();
        m_mode = saved == QLatin1String("light")  ? Mode::Light
                 : saved == QLatin1String("dark") ? Mode::Dark
                                                  : Mode::System;
    }
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, &Theme::apply);
#endif
    makeFonts();
    apply();
}

void Theme::makeFonts()
{
    m_font = scaled(m_platformFont, m_textScale / 100.0);
    m_titleFont = scaled(m_font, 1.4);
    m_titleFont.setWeight(QFont::DemiBold);
    m_secondaryFont = scaled(m_font, 0.85);
    m_headingFont = m_secondaryFont;
    m_headingFont.setWeight(QFont::Medium);
    m_identifierFont = m_platformFixedFont;
    m_identifierFont.setPointSizeF(m_font.pointSizeF() * 0.95);
}

void Theme::setTextScale(int percent)
{
    percent = m_wantedScale = heldScale(percent);
    m_scaleSoon.stop();
    const double change = double(percent) / m_textScale;
    if (percent == m_textScale)
        return;
    m_textScale = percent;
    if (m_settings)
        m_settings->setValue(scaleKey, percent);
    makeFonts();
    // Fonts that widgets were given do not follow the application's. What follows `changed` may delete some.
    QList<std::pair<QPointer<QWidget>, QFont>> given;
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget *widget : widgets)
        if (widget->testAttribute(Qt::WA_SetFont))
            given.append({QPointer<QWidget>(widget), scaled(widget->font(), change)});
    apply();
    for (const auto &[widget, font] : std::as_const(given))
        if (widget)
            widget->setFont(font);
}

void Theme::setTextScaleSoon(int percent)
{
    m_wantedScale = heldScale(percent);
    m_scaleSoon.start();
}

void Theme::fixWidth(QWidget *field, int usual) const
{
    const auto fix = [this, field, usual] { field->setFixedWidth(inText(usual)); };
    fix();
    connect(this, &Theme::changed, field, fix);
}

void Theme::setMode(Mode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    if (m_settings)
        m_settings->setValue(modeKey, mode == Mode::Light  ? QStringLiteral("light")
                                      : mode == Mode::Dark ? QStringLiteral("dark")
                                                           : QStringLiteral("system"));
    apply();
}

const Palette &Theme::palette() const
{
    const bool dark = m_mode == Mode::Dark || (m_mode == Mode::System && systemIsDark());
    return dark ? Palette::dark() : Palette::light();
}

bool Theme::systemIsDark() const
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
    if (scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark;
#endif
    return m_startedDark;
}

int Theme::lineHeight(const QFont &font, int usual)
{
    return std::max(usual, QFontMetrics(font).height() + leastAir);
}

QPixmap Theme::icon(const QString &name, Role role, int size, qreal pixelRatio) const
{
    QPixmap &known =
        m_icons[QStringLiteral("%1 %2 %3 %4").arg(name).arg(int(role)).arg(size).arg(pixelRatio)];
    if (!known.isNull())
        return known;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray svg = file.readAll();
    svg.replace("currentColor", color(role).name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(QSize(size, size) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(0, 0, size, size));
    painter.end();
    known = pixmap;
    return pixmap;
}

void Theme::apply()
{
    m_icons.clear();
    QApplication::setFont(m_font);
    QApplication::setPalette(qtPalette(palette()));
    qApp->setStyleSheet(styleSheet(palette()));
    Q_EMIT changed();
}

} // namespace chartroom
