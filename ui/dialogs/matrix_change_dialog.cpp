// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/matrix_change_dialog.h"

#include "core/base/visible_text.h"
#include "ui/editor/diff_view.h"
#include "ui/panels/inspector_section.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/version_gate.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>

namespace chartroom {

namespace {

constexpr QSize usualSize{1080, 640};
constexpr int reasonsWidth = 450; // a kernel that changes is one line of the message
constexpr int messageHeight = 150;

TextLabel *wrapped(const char *name, const char *look, QWidget *parent)
{
    auto *label = new TextLabel({}, parent);
    label->setObjectName(QLatin1String(name));
    label->setLook(look);
    label->setWordWrap(true);
    return label;
}

QPushButton *button(const char *name, const QString &text, QWidget *parent)
{
    auto *made = new QPushButton(text, parent);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    return made;
}

} // namespace

MatrixChangeDialog::MatrixChangeDialog(const UiContext &context, const MatrixChangeController::Parts &parts,
                                       MatrixRequest::Kind kind, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_controller(new MatrixChangeController(parts, kind, this))
    , m_subject(new TextLabel({}, this))
    , m_reasons(new QScrollArea(this))
    , m_gates(new InspectorSection(tr("Preconditions"), context.theme))
    , m_commit(new InspectorSection(parts.matrix.isEmpty() ? tr("Journal entry") : tr("Commit message"),
                                    context.theme))
    , m_back(new QWidget)
    , m_revision(new ChoiceButton(context.theme, tr("Back to"), m_back))
    , m_tagLine(new QWidget)
    , m_tag(new QLineEdit(m_tagLine))
    , m_message(new QPlainTextEdit)
    , m_diff(new DiffView(context, this))
    , m_notes(wrapped("matrixChangeNotes", "muted", this))
    , m_problem(wrapped("matrixChangeProblem", "failed", this))
    , m_hint(new TextLabel({}, this))
    , m_again(button("readMatrixAgain", tr("Re&fresh"), this))
    , m_takeOver(button("takeMatrixOver", tr("&Take over the key"), this))
    , m_cancel(button("cancelMatrixChange", tr("Cancel"), this))
    , m_write(button("writeMatrixChange", {}, this))
{
    const bool isPromotion = kind == MatrixRequest::Kind::Promotion;
    setObjectName(QStringLiteral("matrixChange"));
    setWindowTitle(isPromotion ? tr("Promote the canary") : tr("Roll production back"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(usualSize);
    m_write->setText(isPromotion ? tr("&Promote") : tr("&Roll back"));
    m_back->hide();
    buildLayout();
    m_gates->setVisible(isPromotion);
    connect(m_controller, &MatrixChangeController::changed, this, &MatrixChangeDialog::refresh);
    connect(m_controller, &MatrixChangeController::written, this, &MatrixChangeDialog::written);
    connect(m_revision, &ChoiceButton::chosen, this,
            [this](const QVariant &revision) { m_controller->setRevision(revision.toString()); });
    connect(m_tag, &QLineEdit::textEdited, m_controller, &MatrixChangeController::setTag);
    connect(m_again, &QPushButton::clicked, m_controller, &MatrixChangeController::read);
    connect(m_takeOver, &QPushButton::clicked, m_controller, &MatrixChangeController::takeOver);
    connect(m_cancel, &QPushButton::clicked, this, &MatrixChangeDialog::reject);
    connect(m_write, &QPushButton::clicked, m_controller, &MatrixChangeController::write);
    m_controller->read();
    m_cancel->setFocus();
}

void MatrixChangeDialog::buildLayout()
{
    m_subject->setObjectName(QStringLiteral("matrixChangeSubject"));
    m_subject->setLook("muted");
    m_subject->setElideMode(Qt::ElideLeft);
    m_diff->setMode(DiffLayout::Mode::Unified);
    auto *split = new QSplitter(this);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    split->addWidget(buildReasons());
    split->addWidget(m_diff);
    split->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(m_subject);
    layout->addWidget(split, 1);
    layout->addWidget(m_notes);
    layout->addWidget(m_problem);
    layout->addLayout(buildFoot());
}

QWidget *MatrixChangeDialog::buildReasons()
{
    auto *backLine = new QHBoxLayout(m_back);
    backLine->setContentsMargins(0, 0, 0, 0);
    backLine->addWidget(new TextLabel(tr("Back to"), m_back));
    backLine->addWidget(m_revision, 1);
    m_revision->setObjectName(QStringLiteral("matrixRevision"));
    auto *tagLine = new QHBoxLayout(m_tagLine);
    tagLine->setContentsMargins(0, 0, 0, 0);
    auto *tagTitle = new TextLabel(tr("Ta&g", "of a commit"), m_tagLine);
    tagTitle->setBuddy(m_tag);
    m_tag->setObjectName(QStringLiteral("matrixTag"));
    m_tag->setPlaceholderText(tr("none"));
    m_tag->setAccessibleName(tr("Tag"));
    tagLine->addWidget(tagTitle);
    tagLine->addWidget(m_tag, 1);
    m_message->setObjectName(QStringLiteral("matrixMessage"));
    m_message->setAccessibleName(tr("Message"));
    m_message->setProperty("look", QByteArrayLiteral("well"));
    m_message->setReadOnly(true);
    m_message->setTabChangesFocus(true);
    m_message->setFont(m_context.theme->identifierFont());
    m_message->setMinimumHeight(messageHeight);
    m_commit->addWidget(m_tagLine);
    m_commit->addWidget(m_message);
    auto *content = new QWidget;
    content->setProperty("look", QByteArrayLiteral("panel"));
    content->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 4, 12, 4);
    column->setSpacing(12);
    column->addWidget(m_back);
    column->addWidget(m_gates);
    column->addWidget(m_commit, 1);
    m_reasons->setObjectName(QStringLiteral("matrixChangeReasons"));
    m_reasons->setFrameShape(QFrame::NoFrame);
    m_reasons->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_reasons->setWidgetResizable(true);
    m_reasons->setMinimumWidth(reasonsWidth);
    m_reasons->setFocusPolicy(Qt::NoFocus);
    m_reasons->setWidget(content);
    return m_reasons;
}

QLayout *MatrixChangeDialog::buildFoot()
{
    m_hint->setObjectName(QStringLiteral("matrixChangeHint"));
    m_hint->setLook("muted");
    m_hint->setElideMode(Qt::ElideRight);
    m_write->setProperty("look", QByteArrayLiteral("primary"));
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_hint, 1);
    for (QPushButton *one : {m_takeOver, m_again, m_cancel, m_write})
        line->addWidget(one);
    return line;
}

void MatrixChangeDialog::refresh()
{
    m_subject->setText(m_controller->label());
    refreshGates();
    refreshWords();
    refreshButtons();
    if (std::exchange(m_shownDiff, m_controller->diff()) != m_controller->diff())
        m_diff->setDiff(m_controller->diff() ? m_controller->diff() : std::make_shared<const TextDiff>(),
                        tr("current"), tr("new"));
}

void MatrixChangeDialog::refreshGates()
{
    const QList<UpgradePathGate> gates = m_controller->gates();
    if (std::exchange(m_shownGates, gates) == gates)
        return; // somebody may be typing
    m_gates->clear();
    QWidget *last = nullptr;
    for (const UpgradePathGate &gate : gates) {
        auto *shown = new VersionGate(m_context.theme, gate);
        m_gates->addWidget(shown);
        if (gate.isOpen)
            continue;
        QWidget *line = shown->askReason(m_controller->reason(gate.id));
        if (last)
            setTabOrder(last, line);
        else
            line->setFocus();
        last = line;
        connect(shown, &VersionGate::reasonChanged, m_controller,
                [this, id = gate.id](const QString &reason) { m_controller->setReason(id, reason); });
    }
    if (last)
        setTabOrder(last, m_tag);
}

void MatrixChangeDialog::refreshWords()
{
    const bool isRead = m_controller->state() != MatrixChangeController::State::Reading;
    const QString message = m_controller->message();
    if (m_message->toPlainText() != message)
        m_message->setPlainText(message);
    m_commit->setVisible(isRead && !message.isEmpty());
    m_tagLine->setVisible(m_controller->isInGit());
    if (m_tag->text().trimmed() != m_controller->tag())
        m_tag->setText(m_controller->tag());
    const QStringList tags = m_controller->revisions();
    m_back->setVisible(!tags.isEmpty());
    QList<ChoiceButton::Choice> choices{{tr("contents of the entry rollback"), QString(), false}};
    for (const QString &tag : tags)
        choices.append({visibleText(tag), tag, choices.size() == 1});
    if (m_revision->choices() != choices)
        m_revision->setChoices(choices);
    QStringList notes = m_controller->notes();
    if (!m_controller->command().isEmpty())
        notes << m_controller->command();
    const bool isDone = m_controller->state() == MatrixChangeController::State::Done;
    m_notes->setText(unbroken(isDone ? m_controller->result() : notes.join(u'\n')));
    m_notes->setLook(isDone ? "" : "muted");
    m_notes->setVisible(!m_notes->text().isEmpty());
    m_problem->setText(breakable(visibleText(m_controller->problem().message, true)));
    m_problem->setVisible(!m_problem->text().isEmpty());
}

void MatrixChangeDialog::refreshButtons()
{
    using State = MatrixChangeController::State;
    const bool isDone = m_controller->state() == State::Done;
    m_hint->setText(m_controller->hint());
    m_takeOver->setVisible(m_controller->mayTakeOver());
    m_again->setVisible(!m_controller->problem().message.isEmpty());
    m_cancel->setText(isDone ? tr("Close") : tr("Cancel"));
    m_cancel->setEnabled(m_controller->state() != State::Writing);
    m_write->setVisible(!isDone);
    m_write->setEnabled(m_controller->mayWrite());
    m_write->setToolTip(m_controller->hint());
    // Also while it is read again: a line that is disabled would lose the focus.
    const bool isOpen = m_controller->state() == State::Asking || m_controller->state() == State::Reading;
    m_reasons->setEnabled(isOpen);
    m_tag->setReadOnly(m_controller->state() != State::Asking);
    if (isDone)
        m_cancel->setFocus();
}

// Return in a line goes on to the next one: nothing is written while somebody types.
void MatrixChangeDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && qobject_cast<QLineEdit *>(focusWidget())) {
        focusNextChild();
    } else if (auto *pressed = qobject_cast<QPushButton *>(focusWidget()); isReturn && pressed) {
        pressed->click();
    } else {
        QDialog::keyPressEvent(event);
    }
}

// What is being written is either done or refused with a sentence; nobody would see that without the dialog.
void MatrixChangeDialog::reject()
{
    if (m_controller->state() != MatrixChangeController::State::Writing)
        QDialog::reject();
}

} // namespace chartroom
