// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/matrix_history_dialog.h"

#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "ui/delegates/history_delegate.h"
#include "ui/editor/diff_view.h"
#include "ui/theme/plain_tool_tip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>

#include <algorithm>

namespace chartroom {

namespace {

constexpr QSize usualHistorySize{1080, 640};
constexpr int listWidth = 360;
constexpr int shortCommit = 12;
constexpr int revisionRole = Qt::UserRole;  ///< place in revisions(); -1 before the first
constexpr int eventRole = Qt::UserRole + 1; ///< place in events(); none for a commit

} // namespace

MatrixHistoryDialog::MatrixHistoryDialog(const UiContext &context, const MatrixGitPlace &place,
                                         const QString &cluster, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_controller(new MatrixHistoryController(
          {place, context.operations, {cluster, context.fleet->entry(cluster).clusterUid}}, this))
    , m_revisions(new QListWidget(this))
    , m_other(new ChoiceButton(context.theme, tr("Compare"), this))
    , m_side(new ChoiceButton(context.theme, tr("Compare with"), this))
    , m_message(new TextLabel({}, this))
    , m_audit(new QPushButton(tr("&Audit with this revision"), this))
    , m_diff(new DiffView(context, this))
{
    setObjectName(QStringLiteral("matrixHistory"));
    setWindowTitle(tr("History of %1").arg(visibleText(place.path)));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(usualHistorySize);
    buildLayout();
    connect(m_controller, &MatrixHistoryController::changed, this, &MatrixHistoryDialog::refresh);
    connect(m_revisions, &QListWidget::currentRowChanged, this, &MatrixHistoryDialog::compareChosen);
    connect(m_other, &ChoiceButton::chosen, this, &MatrixHistoryDialog::compare);
    connect(m_side, &ChoiceButton::chosen, this, &MatrixHistoryDialog::compare);
    connect(m_audit, &QPushButton::clicked, this, [this] {
        const MatrixGitPlace &from = m_controller->place();
        const QString to = m_controller->to();
        const bool isCommit = m_side->current().isNull();
        Q_EMIT auditRequested(
            QStringLiteral("%1/%2@%3").arg(from.repository, from.path, isCommit ? to.left(shortCommit) : to));
        accept();
    });
    m_controller->read();
}

void MatrixHistoryDialog::buildLayout()
{
    m_revisions->setObjectName(QStringLiteral("matrixRevisions"));
    m_revisions->setAccessibleName(tr("Commits that changed the matrix, and the upgrades under each"));
    m_revisions->setMinimumWidth(listWidth);
    m_revisions->setTextElideMode(Qt::ElideRight);
    m_revisions->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_revisions->setUniformItemSizes(true);
    m_revisions->setMouseTracking(true);
    m_revisions->setItemDelegate(new HistoryDelegate(m_context.theme, m_revisions));
    m_message->setObjectName(QStringLiteral("matrixHistoryMessage"));
    m_message->setLook("muted");
    m_message->setWordWrap(true);
    m_other->setObjectName(QStringLiteral("matrixOther"));
    m_side->setObjectName(QStringLiteral("matrixSide"));
    m_audit->setObjectName(QStringLiteral("auditRevision"));
    m_audit->setAutoDefault(false);
    m_audit->setEnabled(false);
    m_audit->setToolTip(tr("Compare the observed versions with this revision"));
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    const auto word = [&](const QString &text) {
        auto *label = new TextLabel(text, this);
        label->setLook("muted");
        line->addWidget(label);
    };
    word(tr("Compare"));
    line->addWidget(m_other);
    word(tr("with"));
    line->addWidget(m_side);
    line->addWidget(m_message, 1);
    line->addWidget(m_audit);
    auto *split = new QSplitter(this);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    split->addWidget(m_revisions);
    split->addWidget(m_diff);
    split->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(line);
    layout->addWidget(split, 1);
}

void MatrixHistoryDialog::fill()
{
    const QScopedValueRollback filling(m_isFilling, true);
    const QList<MatrixRevision> &revisions = m_controller->revisions();
    for (int i = 0; i < revisions.size(); ++i) {
        auto *item = new QListWidgetItem(revisionTitle(revisions[i]) + u'\n' + revisionDetail(revisions[i]),
                                         m_revisions);
        item->setData(revisionRole, i);
        item->setToolTip(plainToolTip(visibleText(revisions[i].message, true)));
        addEvents(i);
    }
    addEvents(-1);
    if (const QString left = m_controller->leftOutText(); !left.isEmpty())
        (new QListWidgetItem(left, m_revisions))->setFlags(Qt::NoItemFlags);
    fillChoices();
    m_revisions->setCurrentRow(0);
    m_revisions->setFocus();
}

/// Below the commit that was the matrix when they began.
void MatrixHistoryDialog::addEvents(int revision)
{
    const QList<MatrixEvent> &events = m_controller->events();
    for (int i = 0; i < events.size(); ++i) {
        const MatrixEvent &event = events[i];
        if (revisionAt(m_controller->revisions(), event.at) != revision)
            continue;
        auto *item = new QListWidgetItem(event.title + u'\n' + event.detail, m_revisions);
        item->setData(HistoryDelegate::stateRole, int(event.state));
        item->setData(revisionRole, revision);
        item->setData(eventRole, i);
        item->setToolTip(plainToolTip(event.title + u'\n' + event.operation));
    }
}

void MatrixHistoryDialog::fillChoices()
{
    QList<ChoiceButton::Choice> names;
    const auto add = [&names](const QStringList &all, const QString &words) {
        for (const QString &name : all)
            names.append({words.arg(visibleText(name)), name, name == all.first()});
    };
    add(m_controller->names().tags, tr("tag %1"));
    add(m_controller->names().branches, tr("branch %1"));
    m_side->setChoices(QList<ChoiceButton::Choice>{{tr("the selected commit"), QVariant(), false}} + names);
    QList<ChoiceButton::Choice> others{{tr("the previous commit"), QVariant(), false}};
    for (const MatrixRevision &revision : m_controller->revisions())
        others.append({revisionDetail(revision), revision.commit, others.size() == 1});
    m_other->setChoices(others + names);
}

void MatrixHistoryDialog::refresh()
{
    if (m_revisions->count() == 0 && !m_controller->revisions().isEmpty())
        fill();
    m_message->setText(message());
    m_audit->setEnabled(!m_controller->to().isEmpty() && !m_controller->isReading() &&
                        m_controller->problem().message.isEmpty());
    if (m_controller->diff() && !m_controller->isReading())
        m_diff->setDiff(m_controller->diff(), m_controller->sideTitle(m_controller->from()),
                        m_controller->sideTitle(m_controller->to()));
}

QString MatrixHistoryDialog::message() const
{
    if (const Error &problem = m_controller->problem(); !problem.message.isEmpty())
        return visibleText(problem.message);
    if (m_controller->isReading())
        return tr("Reading the repository…");
    if (m_controller->revisions().isEmpty())
        return tr("No commit has this file. Commit it first.");
    const QListWidgetItem *item = m_revisions->currentItem();
    if (item && item->data(eventRole).isValid() && m_side->current().isNull())
        return item->data(revisionRole).toInt() < 0 ? tr("No commit had the matrix yet when it started.")
                                                    : tr("This was the matrix when it started.");
    if (m_controller->diff() && m_controller->diff()->added + m_controller->diff()->removed == 0)
        return tr("These two are equal.");
    return {};
}

int MatrixHistoryDialog::chosenRevision() const
{
    const QListWidgetItem *item = m_revisions->currentItem();
    return item ? item->data(revisionRole).toInt() : -1;
}

QString MatrixHistoryDialog::side() const
{
    const QVariant name = m_side->current();
    return name.isNull() ? m_controller->commit(chosenRevision()) : name.toString();
}

/// Before a tag is the revision before the one that it stands on; before a branch, the chosen one.
QString MatrixHistoryDialog::otherSide() const
{
    if (const QVariant other = m_other->current(); !other.isNull())
        return other.toString();
    const QVariant name = m_side->current();
    if (name.isNull())
        return m_controller->commit(chosenRevision() + 1);
    const QList<MatrixRevision> &revisions = m_controller->revisions();
    const auto tagged =
        std::find_if(revisions.cbegin(), revisions.cend(),
                     [&](const MatrixRevision &revision) { return revision.tags.contains(name.toString()); });
    return tagged == revisions.cend() ? m_controller->commit(chosenRevision())
                                      : m_controller->commit(tagged - revisions.cbegin() + 1);
}

void MatrixHistoryDialog::compareChosen()
{
    if (m_isFilling)
        return;
    m_side->setCurrent(QVariant());
    compare();
}

void MatrixHistoryDialog::compare()
{
    if (m_isFilling || !m_revisions->currentItem())
        return;
    if (side().isEmpty())
        return refresh(); // there was no matrix yet
    m_controller->compare(otherSide(), side());
}

} // namespace chartroom
