// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/draft.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QDateTimeEdit;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace chartroom {

class Theme;

/// The window that was agreed on, if one was, with its time zone, and the GPUs that have to stay at hand.
class WindowFields final : public QWidget
{
    Q_OBJECT
public:
    explicit WindowFields(const Theme *theme, QWidget *parent = nullptr);

    /// Without a signal. Where there is no window, one of two hours from `now` on is proposed.
    void setWindow(const std::optional<UpgradeWindow> &window, const QDateTime &now);
    void setGpuFloor(int gpus);
    /// Its zone may be none, and its end may lie before its start.
    [[nodiscard]] std::optional<UpgradeWindow> window() const;
    /// 0: none.
    [[nodiscard]] int gpuFloor() const;
    [[nodiscard]] QFormLayout *form() const { return m_form; }

Q_SIGNALS:
    /// By a person.
    void edited();

private:
    void take();
    void refresh();

    QFormLayout *m_form;
    QCheckBox *m_hasWindow;
    QDateTimeEdit *m_start;
    QDateTimeEdit *m_end;
    QLineEdit *m_zone;
    QSpinBox *m_floor;
    bool m_isFilling = false;
};

} // namespace chartroom
