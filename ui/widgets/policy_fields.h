// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/driver_policy.h"
#include "core/upgrade/draft.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QSlider;
class QSpinBox;

namespace chartroom {

class ChoiceButton;
class TextLabel;
class Theme;

/// How an operator is to walk through the nodes, as far as that is another than now.
class PolicyFields final : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyFields(const Theme *theme, QWidget *parent = nullptr);

    /// Without a signal.
    void setChanges(const PolicyChanges &changes);
    [[nodiscard]] PolicyChanges changes() const;
    /// What "as it is" means, where that is known, and how many nodes there are; 0: not known.
    void setAsItIs(const std::optional<DriverPolicy> &policy, int nodes);
    [[nodiscard]] QFormLayout *form() const { return m_form; }

Q_SIGNALS:
    /// By a person.
    void edited();

private:
    void build(const Theme &theme);
    void take();
    void refresh();

    QFormLayout *m_form;
    QSpinBox *m_parallel;
    QSlider *m_slider;
    TextLabel *m_unlimited;
    QLineEdit *m_unavailable;
    ChoiceButton *m_drain;
    QCheckBox *m_changesJobs;
    QLineEdit *m_jobSelector;
    QSpinBox *m_jobTimeout;
    std::optional<DriverPolicy> m_asItIs;
    bool m_isFilling = false;
};

} // namespace chartroom
