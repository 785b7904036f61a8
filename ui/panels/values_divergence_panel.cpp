// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/values_divergence_panel.h"

#include "core/base/clock.h"
#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/helm/masked_values.h"
#include "core/models/page_message.h"
#include "core/responsibility/rules.h"
#include "ui/theme/theme.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/viewport_width.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>

namespace chartroom {

namespace {

enum Column { Path, Reference, Now, Note };
constexpr int pathRole = Qt::UserRole + 1;
constexpr int rowHeight = 28;

QString oneLine(const Value &value, bool isThere)
{
    if (!isThere)
        return ValuesDivergencePanel::tr("not set");
    const bool tree = value.isMap() || value.isList();
    QString text = tree ? QString::fromUtf8(writeJson(value, 0)).trimmed() : value.scalarText();
    return visibleText(text.replace(u'\n', QStringLiteral("↵")), false, 300);
}

} // namespace

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
    , m_tree(new QTreeWidget(m_body))
    , m_message(new MessageView(context.theme, m_stack))
    , m_noteAction(new QAction(tr("Note on a values path…"), this))
{
    m_note->setObjectName(QStringLiteral("noteButton"));
    m_noteAction->setObjectName(QStringLiteral("pathNote"));
    m_noteAction->setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+N")));
    m_noteAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(m_noteAction);
    connect(m_noteAction, &QAction::triggered, this, &ValuesDivergencePanel::editNote);
    auto *controls = new QHBoxLayout(m_controls);
    controls->setContentsMargins(0, 0, 0, 0);
    controls->setSpacing(8);
    controls->addStretch(1);
    controls->addWidget(m_note);
    controls->addWidget(m_compare);
    m_summary->setObjectName(QStringLiteral("divergenceSummary"));
    m_summary->setLook("notice");
    m_summary->setWordWrap(true);
    m_tree->setObjectName(QStringLiteral("divergenceTree"));
    m_tree->setAccessibleName(tr("Paths that differ from the reference"));
    m_tree->setHeaderLabels({tr("Path"), tr("Reference"), tr("Now"), tr("Note")});
    m_tree->header()->setFont(context.theme->headingFont());
    m_tree->header()->setFixedHeight(28);
    m_tree->setRootIsDecorated(false);
    m_tree->setIndentation(12);
    m_tree->setUniformRowHeights(true);
    onViewportWidth(m_tree, [this](int width) {
        for (const auto &[column, share] :
             {std::pair(Path, 34), std::pair(Reference, 18), std::pair(Now, 18)})
            m_tree->setColumnWidth(column, width * share / 100);
    });
    m_body->setProperty("look", QByteArrayLiteral("surface"));
    m_body->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_summary);
    column->addWidget(m_tree, 1);
    m_stack->addWidget(m_body);
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_note, &QPushButton::clicked, this, &ValuesDivergencePanel::editNote);
    connect(m_tree, &QTreeWidget::itemActivated, this, &ValuesDivergencePanel::editNote);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem *item) {
        m_note->setEnabled(item && !item->data(Path, pathRole).toString().isEmpty());
    });
    connect(m_compare, &QPushButton::clicked, this, [this] {
        Side reference;
        reference.kind = Side::Kind::Reference;
        Q_EMIT compareRequested(reference, Side{});
    });
    connect(context.theme, &Theme::changed, this, &ValuesDivergencePanel::refresh);
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
    refresh();
}

void ValuesDivergencePanel::setRevealed(bool revealed)
{
    m_revealed = revealed;
    refresh();
}

QList<PathNote> ValuesDivergencePanel::notes() const
{
    QList<PathNote> found;
    for (auto note = m_written.crbegin(); note != m_written.crend(); ++note)
        if (note->cluster == m_cluster && note->namespaceName == m_key.namespaceName &&
            note->release == m_key.name)
            found.append(*note);
    if (m_context.rules)
        found += m_context.rules->pathNotes(m_cluster, m_key.namespaceName, m_key.name);
    return found;
}

PageMessage ValuesDivergencePanel::emptyMessage() const
{
    PageMessage message;
    message.kind = PageMessage::Kind::NoReleases;
    message.state = VisualState::Waiting;
    if (!m_known) {
        message.title = tr("No release chosen");
        message.text = tr("Choose one on the Add-ons page and press Enter, or take it from the list above.");
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
    } else if (m_divergence->changes.isEmpty()) {
        message.state = VisualState::Done;
        message.title = tr("No difference from the reference");
        message.text = tr("Every value is as in %1.").arg(visibleText(m_divergence->reference));
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
        const QList<DivergedGroup> groups = divergedGroups(*m_divergence, *m_groups, notes());
        fill(groups);
        m_summary->setText(tr("%1, compared with %2. There is no threshold for a significant change: what "
                              "matters is for you to decide.")
                               .arg(divergenceSummary(groups), visibleText(m_divergence->reference)));
    } else {
        m_message->setMessage(message, {});
    }
    m_stack->setCurrentWidget(some ? m_body : m_message);
    m_controls->setEnabled(some);
    Q_EMIT hiddenChanged();
}

void ValuesDivergencePanel::fill(const QList<DivergedGroup> &groups)
{
    const QString chosen =
        m_tree->currentItem() ? m_tree->currentItem()->data(Path, pathRole).toString() : QString();
    m_tree->clear();
    const QBrush muted(m_context.theme->color(Role::Muted));
    for (const DivergedGroup &group : groups) {
        auto *head = new QTreeWidgetItem(m_tree);
        head->setText(
            Path,
            QStringLiteral("%1 · %2").arg(divergenceGroupTitle(group.group)).arg(group.settings.size()));
        head->setFont(Path, m_context.theme->headingFont());
        head->setForeground(Path, muted);
        head->setFirstColumnSpanned(true);
        head->setFlags(Qt::ItemIsEnabled);
        head->setSizeHint(Path, QSize(0, rowHeight));
        for (const DivergedSetting &setting : group.settings) {
            const ValueChange masked = maskedChange(setting.change);
            const ValueChange &seen = m_revealed ? setting.change : masked;
            m_hidden += masked.before != setting.change.before || masked.after != setting.change.after;
            auto *item = new QTreeWidgetItem(head);
            item->setText(Path, visibleText(seen.path));
            item->setSizeHint(Path, QSize(0, rowHeight));
            item->setData(Path, pathRole, setting.change.path);
            item->setText(Reference, oneLine(seen.before, seen.kind != ValueChange::Kind::Added));
            item->setText(Now, oneLine(seen.after, seen.kind != ValueChange::Kind::Removed));
            item->setText(Note, visibleText(setting.note));
            for (const Column column : {Path, Reference, Now})
                item->setFont(column, m_context.theme->identifierFont());
            item->setForeground(Reference, muted);
            for (const Column column : {Path, Reference, Now, Note})
                item->setToolTip(column, plainToolTip(item->text(column)));
            if (setting.change.path == chosen)
                m_tree->setCurrentItem(item);
        }
        head->setExpanded(true);
    }
    m_note->setEnabled(m_tree->currentItem());
}

void ValuesDivergencePanel::editNote()
{
    const QTreeWidgetItem *item = m_tree->currentItem();
    const QString path = item ? item->data(Path, pathRole).toString() : QString();
    if (path.isEmpty())
        return;
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("noteDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setWindowTitle(tr("Note"));
    dialog->setLabelText(tr("Why %1 is as it is. It comes back when an upgrade would change it, and goes "
                            "into tickets. Empty takes the note back.")
                             .arg(visibleText(path)));
    dialog->setTextValue(item->text(Note));
    dialog->setOkButtonText(tr("Keep the note"));
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, path](const QString &text) { saveNote(path, text); });
    dialog->open();
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
    const Result<void> kept = recordPathNote(ResponsibilityRules::userFilePath(), note);
    if (!kept) {
        auto *box = new QMessageBox(QMessageBox::Warning, tr("Note"), visibleText(kept.error().message),
                                    QMessageBox::Close, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->setTextFormat(Qt::PlainText);
        box->open();
        return;
    }
    m_written.append(note);
    refresh();
}

void ValuesDivergencePanel::focusContent()
{
    m_tree->setFocus(Qt::ShortcutFocusReason);
    if (!m_tree->currentItem() && m_tree->topLevelItemCount() > 0)
        m_tree->setCurrentItem(m_tree->topLevelItem(0)->child(0));
}

} // namespace chartroom
