// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/values_divergence_panel.h"

#include "core/base/clock.h"
#include "core/base/visible_text.h"
#include "core/helm/known_changes.h"
#include "core/responsibility/rules.h"
#include "core/screens/addons/page_message.h"
#include "core/screens/values/divergence_model.h"
#include "core/words/situation_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/path_table.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/viewport_width.h"

#include <QAction>
#include <QBoxLayout>
#include <QInputDialog>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyle>

namespace chartroom {

ValuesDivergencePanel::ValuesDivergencePanel(const UiContext &context, QWidget *parent)
    : ValuesPanel(parent)
    , m_context(context)
    , m_groups(DivergenceGroups::bundled())
    , m_controls(new QWidget(this))
    , m_note(new QPushButton(tr("Note…"), m_controls))
    , m_compare(new QPushButton(tr("Compare as text"), m_controls))
    , m_stack(new QStackedWidget(this))
    , m_body(new QWidget(m_stack))
    , m_summary(new TextLabel({}, m_body))
    , m_model(new DivergenceModel(this))
    , m_table(new PathTable(context.theme, m_model, m_body))
    , m_detail(new TextLabel({}, m_body))
    , m_message(new MessageView(context.theme, m_stack))
    , m_noteAction(new QAction(tr("Note on a values path…"), this))
{
    m_note->setObjectName(QStringLiteral("noteButton"));
    m_noteAction->setObjectName(QStringLiteral("pathNote"));
    m_noteAction->setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+N")));
    m_noteAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(m_noteAction);
    connect(m_noteAction, &QAction::triggered, this, &ValuesDivergencePanel::editNote);
    connect(context.notes, &PathNotes::changed, this, &ValuesDivergencePanel::refresh);
    connect(context.notes, &PathNotes::failed, this, &ValuesDivergencePanel::noteFailed);
    auto *controls = new QHBoxLayout(m_controls);
    controls->setContentsMargins(0, 0, 0, 0);
    controls->setSpacing(8);
    controls->addStretch(1);
    controls->addWidget(m_note);
    controls->addWidget(m_compare);
    m_summary->setObjectName(QStringLiteral("divergenceSummary"));
    m_summary->setLook("notice");
    m_summary->setWordWrap(true);
    m_table->setObjectName(QStringLiteral("divergenceTable"));
    m_table->setAccessibleName(tr("Paths that differ from the reference"));
    new RowMenu(m_table);
    onViewportWidth(m_table, [this](int width) {
        for (const auto &[column, share] :
             {std::pair(DivergenceColumn::Path, 36), std::pair(DivergenceColumn::Reference, 18),
              std::pair(DivergenceColumn::Now, 18)})
            m_table->setColumnWidth(int(column), width * share / 100);
    });
    m_detail->setObjectName(QStringLiteral("divergenceDetail"));
    m_detail->setLook("detail");
    m_detail->setWordWrap(true);
    m_detail->setCopyable();
    m_body->setProperty("look", QByteArrayLiteral("surface"));
    m_body->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(m_table, 1);
    column->addWidget(m_detail);
    m_stack->addWidget(m_body);
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_note, &QPushButton::clicked, this, &ValuesDivergencePanel::editNote);
    connect(m_table, &QTableView::activated, this, &ValuesDivergencePanel::editNote);
    connect(m_table, &PathTable::rowChanged, this, &ValuesDivergencePanel::showRow);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        Side reference;
        reference.kind = Side::Kind::Reference;
        Side compared;
        compared.revision = m_comparedOf;
        Q_EMIT compareRequested(reference, compared);
    });
    showRow();
    refresh();
}

void ValuesDivergencePanel::setCluster(const QString &name)
{
    m_cluster = name;
}

void ValuesDivergencePanel::setRelease(const Release *release)
{
    const ReleaseKey key = release ? release->key : ReleaseKey();
    if (key != m_key)
        m_revealed = false;
    m_key = key;
    m_known = release;
    m_divergence = release ? release->divergence : std::nullopt;
    m_comparedText = release ? visibleText(comparedText(*release)) : QString();
    m_comparedOf =
        m_comparedText.isEmpty() ? std::nullopt : std::optional(comparedRevision(*release).revision);
    m_model->setCompared(release ? visibleText(comparedTitle(*release)) : QString());
    refresh();
}

void ValuesDivergencePanel::setRevealed(bool revealed)
{
    m_revealed = revealed;
    refresh();
}

QList<PathNote> ValuesDivergencePanel::notes() const
{
    return m_context.notes->of(m_cluster, m_key);
}

PageMessage ValuesDivergencePanel::emptyMessage() const
{
    PageMessage message;
    message.kind = PageMessage::Kind::NoReleases;
    message.state = VisualState::Waiting;
    if (!m_known) {
        message.title = tr("No release selected");
        message.text = tr("Choose one on the Add-ons page and press Enter, or select it in the list above.");
    } else if (!m_groups) {
        message.state = VisualState::Failed;
        message.title = tr("The rules for groups cannot be read");
        message.text = visibleText(m_groups.error().message);
    } else if (!m_divergence) {
        message.state = VisualState::Moving;
        message.title = tr("Reading…");
    } else if (!m_divergence->known()) {
        message.state = VisualState::Unknown;
        message.title = tr("There is no reference to compare with");
        message.text = visibleText(m_divergence->unknownWhy);
    } else if (m_divergence->changes.isEmpty() && !m_divergence->isNone()) {
        message.state = VisualState::Unknown;
        message.title = tr("No known difference");
        message.text = tr("Values are masked here, so whether they match %1 is %2.")
                           .arg(visibleText(m_divergence->reference),
                                visibleText(unknownPathsText(m_divergence->unknown)));
    } else if (m_divergence->changes.isEmpty()) {
        message.state = VisualState::Done;
        message.title = tr("No difference from the reference");
        message.text = tr("Every value matches %1.").arg(visibleText(m_divergence->reference));
        if (!m_comparedText.isEmpty())
            message.text += u' ' + m_comparedText;
    } else {
        message.kind = PageMessage::Kind::None;
    }
    return message;
}

void ValuesDivergencePanel::refresh()
{
    const PageMessage message = emptyMessage();
    const bool some = message.kind == PageMessage::Kind::None;
    m_hidden = 0;
    if (some) {
        const DivergenceRow *current = currentSetting();
        const QString chosen = current ? current->path : QString();
        const ShownDivergence shown = shownDivergence(*m_divergence, *m_groups, notes(), m_revealed);
        m_hidden = shown.hidden;
        m_model->setRows(shown.rows);
        if (const int row = m_model->rowOf(chosen); row >= 0)
            m_table->selectRow(row);
        QStringList summary{tr("%1, compared with %2. There is no threshold for a significant change: you "
                               "decide what is significant.")
                                .arg(shown.summary, visibleText(m_divergence->reference))};
        if (!m_comparedText.isEmpty())
            summary.append(m_comparedText);
        m_summary->setText(summary.join(u' '));
    } else {
        m_message->setMessage(message, {});
    }
    m_stack->setCurrentWidget(some ? m_body : m_message);
    m_controls->setEnabled(some);
    Q_EMIT hiddenChanged();
}

const DivergenceRow *ValuesDivergencePanel::currentSetting() const
{
    const int row = m_table->currentIndex().row();
    return row >= 0 && row < m_model->rowCount() && !m_model->row(row).isGroup ? &m_model->row(row) : nullptr;
}

void ValuesDivergencePanel::showRow()
{
    const DivergenceRow *row = currentSetting();
    m_note->setEnabled(row);
    m_noteAction->setEnabled(row);
    m_detail->setVisible(row);
    if (!row)
        return;
    QStringList lines{breakable(row->title),
                      breakable(m_comparedOf
                                    ? tr("reference %1 · in revision %2: %3")
                                          .arg(row->reference, QString::number(*m_comparedOf), row->now)
                                    : tr("reference %1 · now %2").arg(row->reference, row->now))};
    if (const std::optional<PathNote> note = noteOf(notes(), row->path))
        lines.append(noteText(*note, m_context.clock->now()));
    m_detail->setText(lines.join(u'\n'));
}

void ValuesDivergencePanel::editNote()
{
    const DivergenceRow *row = currentSetting();
    if (!row)
        return;
    const QString path = row->path;
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("noteDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setWindowTitle(tr("Note"));
    dialog->setLabelText(tr("Why %1 has this value. The note is shown when an upgrade would change the "
                            "value, and is added to tickets. Leave it empty to remove the note.")
                             .arg(row->title));
    const bool wasRefused = m_unkept && m_unkept->path == path && m_unkept->release == m_key.name;
    const std::optional<PathNote> note = wasRefused ? m_unkept : noteOf(notes(), path);
    dialog->setTextValue(note ? note->text.trimmed() : QString());
    dialog->setOkButtonText(tr("Save the note"));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, path](const QString &text) { saveNote(path, text); });
    dialog->open();
    if (auto *edit = dialog->findChild<QPlainTextEdit *>()) {
        edit->setTabChangesFocus(true);
        edit->setProperty("look", QByteArrayLiteral("well"));
        edit->style()->polish(edit);
    }
}

void ValuesDivergencePanel::saveNote(const QString &path, const QString &text)
{
    PathNote note;
    note.cluster = m_cluster;
    note.namespaceName = m_key.namespaceName;
    note.release = m_key.name;
    note.path = path;
    note.text = text;
    note.author = qEnvironmentVariable("USER", tr("unknown"));
    note.date = m_context.clock->now();
    m_unkept.reset();
    m_context.notes->write(note);
}

void ValuesDivergencePanel::noteFailed(const PathNote &note, const Error &why)
{
    m_unkept = note;
    auto *box =
        new QMessageBox(QMessageBox::Warning, tr("Note"), visibleText(why.message), QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->open();
}

void ValuesDivergencePanel::focusContent()
{
    m_table->focusRow(1); // below the first group's name
}

} // namespace chartroom
