// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style_sheet.h"

#include "ui/theme/palette.h"

namespace chartroom {

namespace {

const char *const sheet = R"(
QMainWindow, QDialog { background: @window; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px 6px; }
QMenuBar { background: @window; border-bottom: 1px solid @line; padding: 2px 4px; }
QMenuBar::item { padding: 4px 10px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @selection; }
QMenu { background: @surface; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 5px; }

QWidget[look="panel"] { background: @window; }
QWidget[look="surface"] { background: @surface; }
QWidget[look="sidebar"] { background: @window; }
QWidget[look="topbar"] { background: @window; border-bottom: 1px solid @line; }
QWidget[look="statusbar"] { background: @window; border-top: 1px solid @line; }
QWidget[look="inspector"] { background: @surface; }
QWidget[look="banner"] { background: @attentionTint; border-top: 1px solid @line; }
QWidget[look="notice"] { background: @window; border-top: 1px solid @line; }
QLabel[look="muted"] { color: @muted; }
QLabel[look="attention"] { color: @attention; }
QLabel[look="failed"] { color: @failed; }
QLabel[look="detail"] { background: @window; border-top: 1px solid @line; padding: 8px 12px; }
QLabel[look="notice"] { color: @muted; background: @window; border: none; border-bottom: 1px solid @line; padding: 5px 12px; }
QLabel[look="badge"] { color: @failed; background: @failedTint; border: 1px solid @failed; border-radius: 10px; padding: 1px 8px; }

QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted; padding: 10px 2px 9px 2px; margin: 0 8px; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected:focus { background: @selection; }

QTableView, QListView, QTreeView, QPlainTextEdit, QTextEdit { background: @surface; color: @text; border: none; outline: none; selection-background-color: @selection; selection-color: @text; }
QListView[look="sidebar-list"] { background: @window; }
QHeaderView { background: @surface; border: none; }
QHeaderView::section { background: @surface; color: @muted; border: none; border-bottom: 1px solid @line; padding: 0 9px; }
QHeaderView::section:hover { color: @text; }
QTableCornerButton::section { background: @surface; border: none; }

QLineEdit { background: @surface; color: @text; border: 1px solid @line; border-radius: 6px; padding: 4px 8px; selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:focus { border: 1px solid @accent; }
QLineEdit:disabled { color: @muted; background: @window; }
QLineEdit[look="search"] { padding: 5px 2px; }
QLineEdit[look="bare"] { border: none; background: transparent; padding: 10px 4px; }
QAbstractSpinBox { background: @surface; color: @text; border: 1px solid @line; border-radius: 6px; padding: 4px 26px 4px 8px; selection-background-color: @accent; selection-color: @onAccent; }
QAbstractSpinBox:focus { border: 1px solid @accent; }
QAbstractSpinBox:disabled { color: @muted; background: @window; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { subcontrol-origin: border; width: 22px; border: none; background: transparent; }
QAbstractSpinBox::up-button { subcontrol-position: top right; padding-top: 2px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; padding-bottom: 2px; }
QAbstractSpinBox::up-arrow { image: url(:/icons/spin-up.svg); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/spin-down.svg); width: 10px; height: 10px; }
QComboBox { background: @surface; color: @text; border: 1px solid @line; border-radius: 6px; padding: 4px 26px 4px 8px; }
QComboBox:focus { border: 1px solid @accent; }
QComboBox:disabled { color: @muted; background: @window; }
QComboBox::drop-down { subcontrol-origin: border; width: 22px; border: none; background: transparent; }
QComboBox::down-arrow { image: url(:/icons/spin-down.svg); width: 10px; height: 10px; }
QComboBox QLineEdit, QComboBox QLineEdit:focus { border: none; padding: 0; background: transparent; }
QAbstractSpinBox::up-arrow:off, QAbstractSpinBox::up-arrow:disabled, QAbstractSpinBox::down-arrow:off, QAbstractSpinBox::down-arrow:disabled { image: none; }
QCheckBox::indicator, QAbstractItemView::indicator { width: 13px; height: 13px; border: 1px solid @muted; border-radius: 3px; background: @surface; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: @accent; border: 1px solid @accent; image: url(:/icons/@tick.svg); }
QCheckBox::indicator:focus { border: 1px solid @accent; }
QTextEdit { border: 1px solid transparent; }
QTextEdit:focus { border: 1px solid @accent; }
QPlainTextEdit[look="well"] { background: @window; border: 1px solid @line; border-radius: 6px; padding: 4px; }
QPlainTextEdit[look="well"][readOnly="false"] { background: @surface; }
QPlainTextEdit[look="well"]:focus { border: 1px solid @accent; }

QPushButton, QToolButton { outline: none; }
QPushButton, QToolButton[look="button"] { background: @surface; color: @text; border: 1px solid @line; border-radius: 6px; padding: 5px 12px; }
QToolButton[look="button"] { padding: 4px 12px; }
QPushButton:hover, QToolButton[look="button"]:hover { background: @raised; }
QPushButton:pressed, QToolButton[look="button"]:pressed { background: @selection; }
QPushButton:focus, QToolButton[look="button"]:focus { border: 1px solid @accent; }
QPushButton[look="primary"] { background: @accent; color: @onAccent; border: 1px solid @accent; }
QPushButton[look="primary"]:focus { border: 1px solid @text; }
QPushButton[look="primary"]:disabled { background: @raised; color: @muted; border: 1px solid @line; }
QPushButton:disabled { color: @muted; }
QPushButton[look="link"] { background: transparent; color: @accent; border: 1px solid transparent; padding: 2px 0; text-align: left; }
QPushButton[look="link"]:focus { border: 1px solid @accent; }
QPushButton[look="step"] { background: transparent; border: 1px solid transparent; padding: 5px 8px 5px 34px; text-align: left; }
QPushButton[look="step"]:checked { background: @selection; }
QPushButton[look="step"]:disabled { color: @muted; }
QPushButton[look="step"]:focus { border: 1px solid @accent; }
QPushButton[look^="chip-"] { border: 1px solid transparent; border-radius: 9px; padding: 1px 8px; }
QPushButton[look="chip-crusoe"] { color: @crusoe; background: @crusoeTint; }
QPushButton[look="chip-shared"] { color: @shared; background: @sharedTint; }
QPushButton[look="chip-customer"] { color: @customer; background: @customerTint; }
QPushButton[look^="chip-"]:hover, QPushButton[look^="chip-"]:focus { border: 1px solid @accent; }
QPushButton[look="keycap"] { color: @muted; padding: 3px 8px; }
QToolButton[look="choice"] { background: @surface; color: @text; border: 1px solid @line; border-radius: 6px; padding: 5px 10px; }
QToolButton[look="choice"]:hover { background: @raised; }
QToolButton[look="choice"]:focus { border: 1px solid @accent; }
QToolButton[look="choice"]:disabled { color: @muted; }
QPushButton[look^="segment-"] { border-radius: 0; padding: 5px 12px; color: @muted; }
QPushButton[look^="segment-"]:checked { background: @selection; color: @text; }
QPushButton[look^="segment-"]:focus { border: 1px solid @accent; }
QPushButton[look="segment-only"] { border-radius: 6px; }
QPushButton[look="segment-first"] { border-top-left-radius: 6px; border-bottom-left-radius: 6px; }
QPushButton[look="segment-middle"], QPushButton[look="segment-last"] { border-left: none; }
QPushButton[look="segment-last"] { border-top-right-radius: 6px; border-bottom-right-radius: 6px; }
QPushButton[look="toggle"]:checked { background: @attentionTint; border: 1px solid @attention; }
QToolButton[look="button"]::menu-indicator { image: none; width: 0; }
QToolButton[look="quiet"] { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 2px; color: @muted; }
QToolButton[look="quiet"]:hover { background: @raised; color: @text; }
QToolButton[look="quiet"]:focus { border: 1px solid @accent; }

QScrollArea { border: 1px solid transparent; background: transparent; }
QScrollArea:focus { border: 1px solid @accent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @line; border-radius: 3px; margin: 2px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSlider::groove:horizontal { height: 4px; background: @line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { background: @text; border: 1px solid @surface; width: 12px; height: 12px; margin: -5px 0; border-radius: 7px; }
QSlider::handle:horizontal:focus { border: 1px solid @accent; }
QSlider::handle:horizontal:disabled { background: @muted; }
QSlider::sub-page:horizontal:disabled { background: @line; }
QSplitter::handle { background: @line; }
QFrame[look="card"] { background: @surface; border: 1px solid @line; border-radius: 8px; }
QFrame[look="rule"] { background: @line; border: none; max-width: 1px; min-width: 1px; }
QFrame[look="line"] { background: @line; border: none; max-height: 1px; min-height: 1px; }
)";

} // namespace

QString styleSheet(const Palette &palette)
{
    QString out = QString::fromLatin1(sheet);
    const auto put = [&](const char *name, const QColor &color) {
        out.replace(QLatin1String(name), color.name());
    };
    // Longer names first: @attention is a part of @attentionTint.
    put("@attentionTint", palette.tint(Role::Attention));
    put("@failedTint", palette.tint(Role::Failed));
    put("@crusoeTint", palette.tint(Role::OwnerCrusoe));
    put("@sharedTint", palette.tint(Role::OwnerShared));
    put("@customerTint", palette.tint(Role::OwnerCustomer));
    put("@crusoe", palette.color(Role::OwnerCrusoe));
    put("@shared", palette.color(Role::OwnerShared));
    put("@customer", palette.color(Role::OwnerCustomer));
    put("@attention", palette.color(Role::Attention));
    put("@failed", palette.color(Role::Failed));
    put("@window", palette.color(Role::Window));
    put("@surface", palette.color(Role::Surface));
    put("@raised", palette.color(Role::Raised));
    put("@selection", palette.color(Role::Selection));
    put("@line", palette.color(Role::Line));
    put("@text", palette.color(Role::Text));
    put("@muted", palette.color(Role::Muted));
    put("@accent", palette.color(Role::Accent));
    put("@onAccent", palette.color(Role::OnAccent));
    const bool isLight = palette.color(Role::OnAccent).lightness() > 127;
    out.replace(QLatin1String("@tick"), QLatin1String(isLight ? "check-light" : "check-dark"));
    return out;
}

} // namespace chartroom
