// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"
#include "core/versions/way.h"
#include "ui/context/ui_context.h"

#include <QAbstractButton>

#include <optional>

class QHBoxLayout;
class QPushButton;

namespace chartroom {

class StateLabel;
class TextLabel;

/// One step of a WayStrip: its state's shape, what it moves, and the state in words.
class WayStepButton final : public QAbstractButton
{
    Q_OBJECT
public:
    struct Words
    {
        QString title;
        QString move;
        QString state;
        VisualState shape = VisualState::Waiting;
        bool isNext = false;

        friend bool operator==(const Words &, const Words &) = default;
    };
    WayStepButton(const Theme *theme, Words words, QWidget *parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    const Theme *m_theme;
    Words m_words;
};

/// The way from what runs to what is planned: a step for each part of the stack in its order, whether the
/// canary's versions may become everybody's at the end, and what is next in one sentence. A step that is
/// chosen is told about elsewhere.
class WayStrip final : public QWidget
{
    Q_OBJECT
public:
    explicit WayStrip(const UiContext &context, QWidget *parent = nullptr);

    /// Hides itself where nothing is planned. `planHint` says why the next step cannot be planned here, "" if
    /// it can.
    void setWay(const std::optional<VersionWay> &way, const QString &planHint);
    /// Which step is told about, -1 for none; as many as there are steps for the promotion.
    void setChosen(int step);

Q_SIGNALS:
    void stepChosen(int step);
    void planRequested();

private:
    /// What the steps say, in their order; which of them are shown follows from it.
    [[nodiscard]] QList<WayStepButton::Words> words() const;
    void rebuild();
    void addStep(int step, const WayStepButton::Words &words);

    UiContext m_context;
    std::optional<VersionWay> m_way;
    QList<WayStepButton::Words> m_words;
    QHBoxLayout *m_steps;
    QList<std::pair<int, WayStepButton *>> m_buttons;
    StateLabel *m_shape;
    TextLabel *m_headline;
    QPushButton *m_plan;
};

} // namespace chartroom
