// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/upgrade_controller.h"

#include <QWidget>

class QFormLayout;
class QLineEdit;
class QStringListModel;

namespace chartroom {

class ChoiceButton;
class Theme;

/// Which node goes first, and how long what is new bakes after it. A name is typed and completed, because
/// there may be thousands of nodes.
class CanaryFields final : public QWidget
{
    Q_OBJECT
public:
    CanaryFields(const Theme *theme, UpgradeController *controller, QWidget *parent = nullptr);

    void refresh();
    [[nodiscard]] QFormLayout *form() const { return m_form; }

private:
    void fill();
    void takeBake();

    UpgradeController *m_controller;
    QFormLayout *m_form;
    QLineEdit *m_canary;
    QStringListModel *m_nodes;
    ChoiceButton *m_bake;
    QLineEdit *m_ownBake;
    std::chrono::seconds m_shownBake{0}; ///< the draft's, as far as this knows
};

} // namespace chartroom
