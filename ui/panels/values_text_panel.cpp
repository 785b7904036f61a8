// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/values_text_panel.h"

#include "core/base/visible_text.h"
#include "core/screens/values/read_message.h"
#include "core/words/relative_time.h"
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

/// By segment; the last one stands for all that the chart's archive brings.
constexpr std::array kinds{Side::Kind::User, Side::Kind::Computed, Side::Kind::Default, Side::Kind::Readme};

int segmentOf(Side::Kind kind)
{
    const Side::Kind shown = isOfArchive(kind) ? Side::Kind::Readme : kind;
    return int(std::find(kinds.begin(), kinds.end(), shown) - kinds.begin());
}

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
    m_kind = new Segments(tr("Kind of values"), {tr("User"), tr("Computed"), tr("Defaults"), tr("Chart")},
                          m_controls);
    m_file = new ChoiceButton(m_context.theme, tr("Part of the chart"), m_controls);
    m_file->setObjectName(QStringLiteral("chartFile"));
    m_file->setChoices({{tr("README"), int(Side::Kind::Readme), false},
                        {tr("Changes"), int(Side::Kind::Changes), false},
                        {tr("CRDs"), int(Side::Kind::Crds), false}});
    m_version = new ChoiceButton(m_context.theme, tr("Chart version"), m_controls);
    m_version->setObjectName(QStringLiteral("chartVersion"));
    m_revision = new ChoiceButton(m_context.theme, tr("Revision"), m_controls);
    m_revision->setObjectName(QStringLiteral("valuesRevision"));
    m_kind->setObjectName(QStringLiteral("valuesKind"));
    auto *layout = new QHBoxLayout(m_controls);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addStretch(1);
    layout->addWidget(m_kind);
    for (ChoiceButton *choice : {m_revision, m_file, m_version}) {
        layout->addWidget(choice);
        connect(choice, &ChoiceButton::chosen, this, &ValuesTextPanel::choose);
    }
    connect(m_kind, &Segments::chosen, this, &ValuesTextPanel::choose);
    setVersions({});
}

void ValuesTextPanel::choose()
{
    const Side::Kind kind = kinds[size_t(m_kind->current())];
    if (isOfArchive(kind)) {
        m_controller->chooseVersion(Side::Kind(m_file->current().toInt()), m_version->current().toString());
        Q_EMIT versionsWanted();
        return;
    }
    const QVariant revision = m_revision->current();
    m_controller->choose(kind, revision.isValid() ? std::optional(revision.toInt()) : std::nullopt);
}

void ValuesTextPanel::setVersions(const QStringList &versions)
{
    QList<ChoiceButton::Choice> choices{{tr("installed version"), QString(), false}};
    for (const QString &version : versions)
        choices.append({visibleText(version), version, choices.size() == 1});
    const QString &chosen = m_controller->version();
    if (!chosen.isEmpty() && !versions.contains(chosen))
        choices.append({visibleText(chosen), chosen, false});
    m_version->setChoices(choices);
    m_version->setCurrent(chosen);
}

void ValuesTextPanel::setRelease(const Release *release)
{
    m_hasRelease = release;
    m_hasDefaults = !(release && release->record && release->record->isRecorded);
    QList<ChoiceButton::Choice> choices;
    for (qsizetype i = 0; release && i < release->revisions.size(); ++i) {
        const RevisionEntry &entry = release->revisions[i];
        const QString text =
            tr("revision %1 · %2 · %3")
                .arg(entry.revision)
                .arg(visibleText(entry.statusText), agoText(entry.date.shown(), m_controller->now()));
        // The newest one stays the newest when another revision comes.
        choices.append({i == 0 ? tr("newest: %1").arg(text) : text,
                        i == 0 ? QVariant() : QVariant(entry.revision), i == 1});
    }
    m_revision->setChoices(choices);
    if (!m_controller->revision())
        m_revision->setCurrent({});
    refreshControls();
    if (release && isOfArchive(m_controller->kind()))
        Q_EMIT versionsWanted();
}

void ValuesTextPanel::refreshControls()
{
    const bool isArchive = isOfArchive(m_controller->kind());
    m_kind->setCurrent(segmentOf(m_controller->kind()));
    if (isArchive)
        m_file->setCurrent(int(m_controller->kind()));
    m_version->setCurrent(m_controller->version());
    m_revision->setVisible(m_hasRelease && !isArchive);
    m_file->setVisible(m_hasRelease && isArchive);
    m_version->setVisible(m_hasRelease && isArchive);
}

void ValuesTextPanel::refresh()
{
    PageMessage message = readMessage(m_controller->phase(), m_controller->error(),
                                      isOfArchive(m_controller->kind()) ? tr("The chart cannot be read")
                                                                        : tr("These values cannot be read"));
    const ShownText &shown = m_controller->shown();
    const QString said = shown.text.trimmed();
    if (message.kind == PageMessage::Kind::None && (said.isEmpty() || said == QLatin1String("{}")))
        message = nothingSetMessage(m_controller->kind(), m_hasDefaults);
    const bool text = message.kind == PageMessage::Kind::None;
    if (text)
        m_code->setText(shown.text, shown.documents, shown.isYaml);
    else
        m_message->setMessage(message, m_controller->phase() == ReadPhase::Failed ? QList{m_retry}
                                                                                  : QList<QAction *>());
    m_stack->setCurrentWidget(text ? static_cast<QWidget *>(m_code) : m_message);
    if (text && m_wantsFocus)
        focusContent();
    m_notice->setText(visibleText(shown.notices.join(u' ')));
    m_notice->setVisible(text && !shown.notices.isEmpty());
    refreshControls();
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
