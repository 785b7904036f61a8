// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"
#include "core/versions/upgrade_path.h"
#include "ui/context/ui_context.h"

#include <QAbstractButton>

#include <optional>

class QHBoxLayout;
class QPushButton;

namespace chartroom {

class StateLabel;
class TextLabel;

/// One step of a UpgradePathStrip: its state's shape, what it moves, and the state in words.
class UpgradePathStepButton final : public QAbstractButton
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
    UpgradePathStepButton(const Theme *theme, Words words, QWidget *parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] int lineHeight() const;

    const Theme *m_theme;
    Words m_words;
};

/// The way from what runs to what is planned: a step for each part of the stack in its order, whether the
/// canary's versions may become everybody's at the end, and what is next in one sentence. A step that is
/// chosen is told about elsewhere.
class UpgradePathStrip final : public QWidget
{
    Q_OBJECT
public:
    explicit UpgradePathStrip(const UiContext &context, QWidget *parent = nullptr);

    /// Hides itself where nothing is planned. `planHint` says why the next step cannot be planned here, "" if
    /// it can.
    void setUpgradePath(const std::optional<UpgradePath> &upgradePath, const QString &planHint);
    /// Which step is told about, -1 for none; as many as there are steps for the promotion.
    void setChosen(int step);

Q_SIGNALS:
    void stepChosen(int step);
    void planRequested();

private:
    /// What the steps say, in their order; which of them are shown follows from it.
    [[nodiscard]] QList<UpgradePathStepButton::Words> words() const;
    void rebuild();
    void addStep(int step, const UpgradePathStepButton::Words &words);

    UiContext m_context;
    std::optional<UpgradePath> m_upgradePath;
    QList<UpgradePathStepButton::Words> m_words;
    QHBoxLayout *m_steps;
    QList<std::pair<int, UpgradePathStepButton *>> m_buttons;
    StateLabel *m_shape;
    TextLabel *m_headline;
    QPushButton *m_plan;
};

} // namespace chartroom
