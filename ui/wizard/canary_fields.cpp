// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizard/canary_fields.h"

#include "core/base/visible_text.h"
#include "core/upgrade/bake.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"

#include <QCompleter>
#include <QFormLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStringListModel>

#include <algorithm>

namespace chartroom {

namespace {

using std::chrono::seconds;

constexpr int fieldWidth = 220;
constexpr int own = -1;

int secondsOf(std::chrono::hours hours)
{
    return int(seconds(hours).count());
}

} // namespace

CanaryFields::CanaryFields(const Theme *theme, UpgradeController *controller, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_form(new QFormLayout(this))
    , m_canary(new QLineEdit(this))
    , m_nodes(new QStringListModel(this))
    , m_bake(new ChoiceButton(theme, tr("Bake time"), this))
    , m_ownBake(new QLineEdit(this))
{
    auto *completer = new QCompleter(m_nodes, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_canary->setObjectName(QStringLiteral("canary"));
    m_canary->setCompleter(completer);
    theme->fixWidth(m_canary, fieldWidth);
    m_bake->setObjectName(QStringLiteral("bake"));
    m_bake->setChoices({{tr("none", "bake"), 0, false},
                        {tr("24 h"), secondsOf(std::chrono::hours(24)), false},
                        {tr("48 h"), secondsOf(std::chrono::hours(48)), false},
                        {tr("another duration"), own, false}});
    m_ownBake->setObjectName(QStringLiteral("ownBake"));
    m_ownBake->setPlaceholderText(tr("such as 12h or 3d"));
    m_ownBake->setAccessibleName(tr("Bake time"));
    theme->fixWidth(m_ownBake, fieldWidth);
    m_form->addRow(tr("Canary node"), m_canary);
    m_form->addRow(tr("Bake time"), m_bake);
    m_form->addRow(QString(), m_ownBake);
    connect(m_canary, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_controller->setCanary(text.trimmed()); });
    connect(m_bake, &ChoiceButton::chosen, this, &CanaryFields::takeBake);
    connect(m_ownBake, &QLineEdit::textChanged, this, &CanaryFields::takeBake);
    fill();
    refresh();
}

/// From the draft, which may have come from a file.
void CanaryFields::fill()
{
    const QSignalBlocker canary(m_canary);
    const QSignalBlocker ownBake(m_ownBake);
    m_canary->setText(m_controller->draft().canary);
    m_shownBake = m_controller->draft().bake;
    const QVariant wanted(int(m_shownBake.count()));
    const QList<ChoiceButton::Choice> &choices = m_bake->choices();
    const bool isOffered = std::any_of(choices.cbegin(), choices.cend(),
                                       [&](const ChoiceButton::Choice &one) { return one.data == wanted; });
    m_bake->setCurrent(isOffered ? wanted : QVariant(own));
    m_ownBake->setText(isOffered ? QString() : bakeText(m_shownBake));
}

/// What cannot be read holds the page back, by the draft.
void CanaryFields::takeBake()
{
    const int choice = m_bake->current().toInt();
    m_shownBake =
        choice == own ? readBake(m_ownBake->text().trimmed()).value_or(seconds(-1)) : seconds(choice);
    m_controller->setBake(m_shownBake);
    refresh();
}

void CanaryFields::refresh()
{
    if (m_canary->text().trimmed() != m_controller->draft().canary ||
        m_shownBake != m_controller->draft().bake)
        fill();
    m_ownBake->setVisible(m_bake->current() == QVariant(own));
    QStringList names;
    if (const RolloutFacts *facts = m_controller->rollout())
        for (const PlannedNode &node : facts->nodes)
            names << node.name;
    if (names == m_nodes->stringList())
        return;
    m_nodes->setStringList(names);
    m_canary->setPlaceholderText(
        names.isEmpty() ? tr("none") : tr("none; or a node, as %1").arg(visibleText(names.first())));
}

} // namespace chartroom
