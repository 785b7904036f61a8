// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/matrix_history_dialog.h"

#include "core/base/visible_text.h"
#include "ui/editor/diff_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QListWidget>
#include <QScopedValueRollback>
#include <QSplitter>

namespace chartroom {

namespace {

constexpr QSize usualSize{1040, 620};
constexpr int listWidth = 340;
constexpr int theOneBefore = -1;

} // namespace

MatrixHistoryDialog::MatrixHistoryDialog(const UiContext &context, const MatrixGitPlace &place,
                                         QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_controller(new MatrixHistoryController(place, this))
    , m_revisions(new QListWidget(this))
    , m_other(new ChoiceButton(context.theme, tr("Compare with"), this))
    , m_message(new TextLabel({}, this))
    , m_diff(new DiffView(context, this))
{
    setObjectName(QStringLiteral("matrixHistory"));
    setWindowTitle(tr("History of %1").arg(visibleText(place.path)));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(usualSize);
    buildLayout();
    connect(m_controller, &MatrixHistoryController::changed, this, &MatrixHistoryDialog::refresh);
    connect(m_revisions, &QListWidget::currentRowChanged, this, &MatrixHistoryDialog::compare);
    connect(m_other, &ChoiceButton::chosen, this, &MatrixHistoryDialog::compare);
    m_controller->read();
}

void MatrixHistoryDialog::buildLayout()
{
    m_revisions->setObjectName(QStringLiteral("matrixRevisions"));
    m_revisions->setAccessibleName(tr("Commits that changed the matrix"));
    m_revisions->setMinimumWidth(listWidth);
    m_revisions->setTextElideMode(Qt::ElideRight);
    m_revisions->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_revisions->setSpacing(2);
    m_message->setObjectName(QStringLiteral("matrixHistoryMessage"));
    m_message->setLook("muted");
    m_message->setWordWrap(true);
    auto *against = new TextLabel(tr("Compared with"), this);
    against->setLook("muted");
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(against);
    line->addWidget(m_other);
    line->addWidget(m_message, 1);
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
    QList<ChoiceButton::Choice> choices{{tr("the one before"), theOneBefore, false}};
    const QList<MatrixRevision> &revisions = m_controller->revisions();
    for (int i = 0; i < revisions.size(); ++i) {
        const QString detail = revisionDetail(revisions[i]);
        auto *item = new QListWidgetItem(revisionTitle(revisions[i]) + u'\n' + detail, m_revisions);
        item->setToolTip(plainToolTip(visibleText(revisions[i].message, true)));
        const QString tag = visibleText(revisions[i].tags.join(QStringLiteral(", ")));
        choices.append({tag.isEmpty() ? detail : tag + QStringLiteral("  ") + detail, i, i == 0});
    }
    m_other->setChoices(choices);
    m_revisions->setCurrentRow(0);
    m_revisions->setFocus();
}

void MatrixHistoryDialog::refresh()
{
    const QList<MatrixRevision> &revisions = m_controller->revisions();
    if (m_revisions->count() == 0 && !revisions.isEmpty())
        fill();
    const Error &problem = m_controller->problem();
    m_message->setText(!problem.message.isEmpty()  ? visibleText(problem.message)
                       : m_controller->isReading() ? tr("Reading the repository…")
                       : revisions.isEmpty()       ? tr("No commit has this file. Commit it first.")
                       : m_controller->diff() &&
                               m_controller->diff()->added + m_controller->diff()->removed == 0
                           ? tr("These two are the same.")
                           : QString());
    if (!m_controller->diff() || m_controller->isReading())
        return;
    const auto titleOf = [&](int at) {
        return at >= 0 && at < revisions.size() ? revisionDetail(revisions[at]) : tr("nothing before it");
    };
    m_diff->setDiff(m_controller->diff(), titleOf(m_controller->from()), titleOf(m_controller->to()));
}

void MatrixHistoryDialog::compare()
{
    const int row = m_revisions->currentRow();
    if (m_isFilling || row < 0)
        return;
    const int other = m_other->current().toInt();
    m_controller->compare(other == theOneBefore ? row + 1 : other, row);
}

} // namespace chartroom
