// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QWidget>

class QPushButton;

namespace chartroom {

class ChoiceButton;
class Segments;
class TextLabel;
class Theme;

/// What the rollout is about, and how it is looked at: which component, in what order and groups.
class RolloutToolbar final : public QWidget
{
    Q_OBJECT
public:
    explicit RolloutToolbar(const Theme *theme, QWidget *parent = nullptr);

    /// `shorter` is shown where there is no room for the title, which the tooltip says then.
    void setTitle(const QString &title, const QString &shorter);
    /// Components with the number of their nodes; "" stands for the drivers together.
    void setComponents(const QMap<QString, int> &components, const QString &current);
    /// A column of RolloutColumn, -1 for trouble first.
    [[nodiscard]] int order() const;
    /// RolloutProxy::Grouping
    [[nodiscard]] int grouping() const;
    /// "" where no window is planned: "04:00".
    void setWindowEnd(const QString &end, bool isOver = false);
    /// 0 rows, 1 tiles (RolloutBoard::View).
    void setView(int view);

Q_SIGNALS:
    void componentChosen(const QString &component);
    /// `follows`: rows change their places under the pointer as well.
    void orderChosen(int column, bool follows);
    void groupingChosen(int grouping);
    void windowRequested();
    void viewChosen(int view);

protected:
    bool eventFilter(QObject *title, QEvent *event) override;

private:
    void fitTitle();

    TextLabel *m_title;
    QString m_whole;
    QString m_shorter;
    ChoiceButton *m_component;
    ChoiceButton *m_order;
    ChoiceButton *m_group;
    QPushButton *m_window;
    Segments *m_view;
};

} // namespace chartroom
