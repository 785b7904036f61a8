// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/values_text_panel.h"

#include "core/base/visible_text.h"
#include "core/models/read_message.h"
#include "core/models/relative_time.h"
#include "ui/editor/code_view.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/yaml_pane.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QStackedWidget>

namespace chartroom {

namespace {

constexpr std::array kinds{Side::Kind::User, Side::Kind::Computed, Side::Kind::Default};

} // namespace

ValuesTextPanel::ValuesTextPanel(const UiContext &context, ValuesController *controller, QWidget *parent)
    : ValuesPanel(parent)
    , m_context(context)
    , m_controller(controller)
    , m_controls(new QWidget(this))
    , m_stack(new QStackedWidget(this))
    , m_code(new CodeView(context, m_stack))
    , m_message(new MessageView(context.theme, m_stack))
    , m_notice(new TextLabel({}, this))
    , m_retry(new QAction(tr("Retry"), this))
{
    buildControls();
    m_stack->addWidget(m_code);
    m_stack->addWidget(m_message);
    m_notice->setObjectName(QStringLiteral("valuesNotice"));
    m_notice->setLook("notice");
    m_notice->setWordWrap(true);
    m_notice->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_stack, 1);
    connect(m_retry, &QAction::triggered, controller, &ValuesController::retry);
    connect(controller, &ValuesController::changed, this, &ValuesTextPanel::refresh);
    refresh();
}

void ValuesTextPanel::buildControls()
{
    m_kind = new Segments(tr("Kind of values"), {tr("User"), tr("Computed"), tr("Defaults")}, m_controls);
    m_revision = new ChoiceButton(m_context.theme, tr("Revision"), m_controls);
    m_revision->setObjectName(QStringLiteral("valuesRevision"));
    m_kind->setObjectName(QStringLiteral("valuesKind"));
    auto *layout = new QHBoxLayout(m_controls);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_kind);
    layout->addWidget(m_revision);
    connect(m_kind, &Segments::chosen, this, &ValuesTextPanel::choose);
    connect(m_revision, &ChoiceButton::chosen, this, &ValuesTextPanel::choose);
}

void ValuesTextPanel::choose()
{
    const QVariant revision = m_revision->current();
    m_controller->choose(kinds[size_t(m_kind->current())],
                         revision.isValid() ? std::optional(revision.toInt()) : std::nullopt);
}

void ValuesTextPanel::setRelease(const Release *release)
{
    QList<ChoiceButton::Choice> choices;
    for (qsizetype i = 0; release && i < release->revisions.size(); ++i) {
        const RevisionEntry &entry = release->revisions[i];
        const QString text =
            tr("revision %1 · %2 · %3")
                .arg(entry.revision)
                .arg(visibleText(entry.statusText), agoText(entry.modified, m_controller->now()));
        // The newest one stays the newest when another revision comes.
        choices.append({i == 0 ? tr("newest: %1").arg(text) : text,
                        i == 0 ? QVariant() : QVariant(entry.revision), i == 1});
    }
    m_revision->setChoices(choices);
    m_revision->setVisible(release);
    if (!m_controller->revision())
        m_revision->setCurrent({});
}

void ValuesTextPanel::refresh()
{
    PageMessage message =
        readMessage(m_controller->phase(), m_controller->error(), tr("These values cannot be read"));
    const ShownText &shown = m_controller->shown();
    const QString said = shown.text.trimmed();
    if (message.kind == PageMessage::Kind::None && (said.isEmpty() || said == QLatin1String("{}")))
        message = nothingSetMessage(m_controller->kind());
    const bool text = message.kind == PageMessage::Kind::None;
    if (text)
        m_code->setText(shown.text, shown.documents);
    else
        m_message->setMessage(message, m_controller->phase() == ReadPhase::Failed ? QList{m_retry}
                                                                                  : QList<QAction *>());
    m_stack->setCurrentWidget(text ? static_cast<QWidget *>(m_code) : m_message);
    if (text && m_wantsFocus)
        focusContent();
    m_notice->setText(visibleText(shown.notices.join(u' ')));
    m_notice->setVisible(text && !shown.notices.isEmpty());
    m_kind->setCurrent(int(std::find(kinds.begin(), kinds.end(), m_controller->kind()) - kinds.begin()));
    Q_EMIT hiddenChanged();
}

int ValuesTextPanel::hiddenValues() const
{
    return m_controller->phase() == ReadPhase::Ready ? m_controller->shown().hidden : -1;
}

void ValuesTextPanel::focusContent()
{
    m_wantsFocus = m_stack->currentWidget() != m_code;
    if (!m_wantsFocus)
        m_code->pane()->setFocus(Qt::ShortcutFocusReason);
}

void ValuesTextPanel::focusFilter()
{
    m_code->findBar()->open();
}

bool ValuesTextPanel::goBack()
{
    if (!m_code->findBar()->isVisible())
        return false;
    m_code->findBar()->close();
    return true;
}

QList<QAction *> ValuesTextPanel::commands() const
{
    return m_code->commands();
}

} // namespace chartroom
