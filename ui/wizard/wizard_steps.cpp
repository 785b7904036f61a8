// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/wizard_steps.h"

#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"

#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int stepShape = 16;

QString stateWord(ChangeController::Page page, VisualState state)
{
    if (page == ChangeController::Page::Result && state == VisualState::Moving)
        return WizardSteps::tr("verifying", "page");
    switch (state) {
    case VisualState::Done:
        return WizardSteps::tr("done", "page");
    case VisualState::Moving:
        return WizardSteps::tr("current", "page");
    case VisualState::Attention:
        return WizardSteps::tr("needs attention", "page");
    case VisualState::Failed:
        return WizardSteps::tr("failed", "page");
    case VisualState::Unknown:
        return WizardSteps::tr("unknown", "page");
    case VisualState::Skipped:
        return WizardSteps::tr("nothing was done", "page");
    case VisualState::Waiting:
        break;
    }
    return WizardSteps::tr("pending", "page");
}

} // namespace

WizardSteps::WizardSteps(const Theme *theme, ChangeController *controller, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
{
    using Page = ChangeController::Page;
    setAccessibleName(tr("Steps"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    for (const Page page : {Page::Version, Page::Nodes, Page::Preflight, Page::Coordination, Page::Review,
                            Page::Run, Page::Result}) {
        auto *button = new QPushButton(pageTitle(page), this);
        auto *state = new StateLabel(theme, stepShape, button);
        state->setAttribute(Qt::WA_TransparentForMouseEvents);
        button->setObjectName(QStringLiteral("wizardStep%1").arg(int(page)));
        button->setProperty("look", QByteArrayLiteral("step"));
        button->setCheckable(true);
        button->setAutoDefault(false);
        auto *row = new QHBoxLayout(button);
        row->setContentsMargins(8, 0, 0, 0);
        row->addWidget(state);
        row->addStretch(1);
        column->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, page] {
            m_controller->goTo(page);
            refresh(); // a click toggled it
        });
        m_rows.append({page, state, button});
    }
    column->addStretch(1);
    refresh();
}

QWidget *WizardSteps::current() const
{
    const auto row = std::find_if(m_rows.cbegin(), m_rows.cend(),
                                  [this](const Row &one) { return one.page == m_controller->page(); });
    return row == m_rows.cend() ? nullptr : row->button;
}

void WizardSteps::refresh()
{
    const QList<ChangeController::Page> pages = m_controller->pages();
    for (const Row &row : std::as_const(m_rows)) {
        const QString leftOut = m_controller->leftOut(row.page);
        row.button->setVisible(pages.contains(row.page) || !leftOut.isEmpty());
        const bool isCurrent = row.page == m_controller->page();
        const VisualState state = leftOut.isEmpty() ? m_controller->stateOf(row.page) : VisualState::Skipped;
        const QString word = stateWord(row.page, state);
        // How it ended is not told by a shape alone.
        const bool isEnd = row.page == ChangeController::Page::Result && m_controller->hasEnded();
        row.button->setText(!leftOut.isEmpty() ? leftOut
                            : isEnd            ? tr("%1: %2", "page: state").arg(pageTitle(row.page), word)
                                               : pageTitle(row.page));
        row.state->setState(state, word);
        row.button->setChecked(isCurrent);
        row.button->setEnabled(isCurrent || m_controller->isReachable(row.page));
        row.button->setAccessibleName(isEnd ? row.button->text()
                                            : QStringLiteral("%1: %2").arg(row.button->text(), word));
    }
}

} // namespace chartroom
