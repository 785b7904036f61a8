// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/values_compare_panel.h"

#include "core/base/clock.h"
#include "core/base/visible_text.h"
#include "core/screens/values/read_message.h"
#include "core/words/path_notes.h"
#include "core/words/relative_time.h"
#include "ui/editor/diff_pane.h"
#include "ui/editor/diff_view.h"
#include "ui/panels/compare_copies.h"
#include "ui/panels/three_way_panel.h"
#include "ui/widgets/change_list.h"
#include "ui/widgets/export_button.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/side_picker.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

namespace chartroom {

ValuesComparePanel::ValuesComparePanel(const UiContext &context, CompareController *controller,
                                       ThreeWayController *threeWay, QWidget *parent)
    : ValuesPanel(parent)
    , m_context(context)
    , m_controller(controller)
    , m_threeWay(threeWay)
    , m_controls(new QWidget(this))
    , m_pickers(new QWidget(this))
    , m_notice(new TextLabel({}, this))
    , m_views(new QStackedWidget(this))
    , m_threeWayPanel(new ThreeWayPanel(context, threeWay, m_views))
    , m_stack(new QStackedWidget(m_views))
    , m_split(new QSplitter(m_stack))
    , m_list(new ChangeList(context, m_split))
    , m_diff(new DiffView(context, m_split))
    , m_message(new MessageView(context.theme, m_stack))
    , m_retry(new QAction(tr("Retry"), this))
{
    buildControls();
    buildPickers();
    m_split->setHandleWidth(1);
    m_split->setChildrenCollapsible(false);
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({300, 900});
    m_stack->addWidget(m_split);
    m_stack->addWidget(m_message);
    m_views->addWidget(m_stack);
    m_views->addWidget(m_threeWayPanel);
    m_notice->setObjectName(QStringLiteral("compareNotice"));
    m_notice->setLook("notice");
    m_notice->setWordWrap(true);
    m_notice->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_pickers);
    layout->addWidget(m_notice);
    layout->addWidget(m_views, 1);
    m_commands = m_diff->commands() + (new CompareCopies(m_controller, m_list, m_diff, m_split))->commands();
    connectViews();
    setVersions({});
    setView(TextView);
    refresh();
}

void ValuesComparePanel::buildControls()
{
    m_view = new Segments(tr("View"), {tr("Text"), tr("Paths"), tr("Three-way")}, m_controls);
    m_mode = new Segments(tr("Text"), {tr("Side by side"), tr("Unified")}, m_controls);
    m_export = new ExportButton(m_controls);
    auto *layout = new QHBoxLayout(m_controls);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addStretch(1);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_mode, m_view, m_export})
        layout->addWidget(widget);
    QSizePolicy keepsItsPlace = m_export->sizePolicy(); // the view's own buttons stay under the pointer
    keepsItsPlace.setRetainSizeWhenHidden(true);
    m_export->setSizePolicy(keepsItsPlace);
}

QToolButton *ValuesComparePanel::quietButton(const char *name, const QString &sign, const QString &what)
{
    auto *button = new QToolButton(m_pickers);
    button->setObjectName(QLatin1String(name));
    button->setProperty("look", QByteArrayLiteral("quiet"));
    button->setText(sign);
    button->setAccessibleName(what);
    button->setToolTip(what);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setFixedSize(28, 28);
    return button;
}

void ValuesComparePanel::buildPickers()
{
    m_pickers->setProperty("look", QByteArrayLiteral("topbar"));
    m_pickers->setAttribute(Qt::WA_StyledBackground);
    m_from = new SidePicker(m_context, tr("From"), m_pickers);
    m_to = new SidePicker(m_context, tr("To"), m_pickers);
    QToolButton *swap = quietButton("swapSides", QStringLiteral("⇄"), tr("Swap the sides"));
    QToolButton *previous =
        quietButton("toPreviousChange", QStringLiteral("↑"), tr("Previous change (Shift+F7)"));
    QToolButton *next = quietButton("toNextChange", QStringLiteral("↓"), tr("Next change (F7)"));
    m_unchanged = new QPushButton(tr("Unchanged lines"), m_pickers);
    m_unchanged->setObjectName(QStringLiteral("showUnchanged"));
    m_unchanged->setCheckable(true);
    m_unchanged->setProperty("look", QByteArrayLiteral("segment-only"));
    m_unchanged->setToolTip(tr("Show the lines that are the same on both sides (Ctrl+.)"));
    auto *from = new TextLabel(tr("From"), m_pickers);
    auto *to = new TextLabel(tr("to", "from … to …"), m_pickers);
    for (TextLabel *label : {from, to})
        label->setLook("muted");
    auto *line = new QHBoxLayout(m_pickers);
    line->setContentsMargins(16, 6, 16, 6);
    line->setSpacing(8);
    for (QWidget *widget : std::initializer_list<QWidget *>{from, m_from, to, m_to, swap})
        line->addWidget(widget);
    line->addStretch(1);
    line->addWidget(m_unchanged);
    line->addWidget(previous);
    line->addWidget(next);
    connect(swap, &QToolButton::clicked, this, [this] {
        m_controller->swap();
        m_from->setSide(m_controller->from());
        m_to->setSide(m_controller->to());
    });
    m_notThreeWay = {previous, next, swap, m_export};
    connect(previous, &QToolButton::clicked, this, [this] { step(false); });
    connect(next, &QToolButton::clicked, this, [this] { step(true); });
}

void ValuesComparePanel::connectViews()
{
    connect(m_retry, &QAction::triggered, m_controller, &CompareController::retry);
    connect(m_controller, &CompareController::changed, this, &ValuesComparePanel::refresh);
    connect(m_controller, &CompareController::treeChanged, this, &ValuesComparePanel::refreshTree);
    connect(m_from, &SidePicker::chosen, this, &ValuesComparePanel::chooseSides);
    connect(m_to, &SidePicker::chosen, this, &ValuesComparePanel::chooseSides);
    connect(m_view, &Segments::chosen, this, &ValuesComparePanel::chooseView);
    connect(m_threeWay, &ThreeWayController::changed, this, &ValuesPanel::hiddenChanged);
    connect(m_mode, &Segments::chosen, this, [this](int mode) {
        m_diff->setMode(mode == 1 ? DiffLayout::Mode::Unified : DiffLayout::Mode::SideBySide);
    });
    connect(m_unchanged, &QPushButton::toggled, this, [this](bool shows) { m_diff->setFolding(!shows); });
    connect(m_diff, &DiffView::modeChanged, this, [this] {
        m_mode->setCurrent(m_diff->mode() == DiffLayout::Mode::Unified ? 1 : 0);
        m_unchanged->setChecked(!m_diff->isFolding());
    });
    connect(m_list, &ChangeList::filterChanged, m_controller, &CompareController::setFilter);
    connect(m_list, &ChangeList::chosen, this, &ValuesComparePanel::showChange);
    connect(m_list, &ChangeList::opened, this, [this](int object, const QString &path) {
        setView(TextView);
        goTo(object, path);
        m_diff->pane(DiffLayout::Side::After)->setFocus(Qt::ShortcutFocusReason);
    });
    // The same keys walk through the paths where no text is shown.
    for (QAction *command : std::as_const(m_commands)) {
        const bool isNext = command->objectName() == QLatin1String("nextChange");
        if (!isNext && command->objectName() != QLatin1String("previousChange"))
            continue;
        addAction(command);
        connect(command, &QAction::triggered, this, [this, isNext] {
            if (m_view->current() == PathsView)
                m_list->step(isNext);
        });
    }
}

void ValuesComparePanel::setRelease(const Release *release)
{
    m_from->setRevisions(release ? release->revisions : QList<RevisionEntry>());
    m_to->setRevisions(release ? release->revisions : QList<RevisionEntry>());
    if (!release || release->key == m_key) {
        m_key = release ? m_key : ReleaseKey();
        return;
    }
    m_key = release->key;
    const bool wasUpgraded = release->revisions.size() > 1;
    compare(wasUpgraded ? Side{Side::Kind::User, release->revisions[1].revision, {}, {}, {}}
                        : Side{Side::Kind::Default, {}, {}, {}, {}},
            wasUpgraded ? Side() : Side{Side::Kind::Computed, {}, {}, {}, {}});
    if (m_active)
        Q_EMIT versionsWanted();
}

void ValuesComparePanel::setActive(bool active)
{
    m_active = active;
    activate();
    if (active)
        Q_EMIT versionsWanted();
}

/// Only the view that is looked at asks the cluster.
void ValuesComparePanel::activate()
{
    m_controller->setActive(m_active && !isThreeWay());
    m_threeWay->setActive(m_active && isThreeWay());
}

void ValuesComparePanel::setVersions(const QStringList &versions)
{
    m_versions = versions;
    m_from->setVersions(versions);
    m_to->setVersions(versions);
    m_view->setAvailable(ThreeWayView, !versions.isEmpty(),
                         tr("No repository was found that lists versions of this chart."));
}

void ValuesComparePanel::compare(const Side &from, const Side &to)
{
    m_from->setSide(from);
    m_to->setSide(to);
    chooseSides();
}

void ValuesComparePanel::chooseSides()
{
    if (m_to->side().kind == Side::Kind::Upgrade)
        m_threeWay->setUpgrade(m_to->side());
    else if (isThreeWay())
        setView(TextView);
    m_controller->compare(m_from->side(), m_to->side());
}

bool ValuesComparePanel::isThreeWay() const
{
    return m_view->current() == ThreeWayView;
}

void ValuesComparePanel::chooseView(int view)
{
    setView(View(view));
    if (view != ThreeWayView || m_to->side().kind == Side::Kind::Upgrade || m_versions.isEmpty())
        return;
    compare({Side::Kind::Manifest, {}, {}, {}, {}},
            {Side::Kind::Upgrade, {}, m_versions.first(), {}, Strategy::ResetThenReuse});
}

PageMessage ValuesComparePanel::message() const
{
    PageMessage message =
        readMessage(m_controller->phase(), m_controller->error(), tr("These two cannot be compared"));
    const ShownComparison &shown = m_controller->shown();
    const bool isShown = message.kind == PageMessage::Kind::None;
    const Comparison::Sameness sameness = shown.comparison.sameness();
    if (isShown && sameness == Comparison::Sameness::Unknown) {
        message.kind = PageMessage::Kind::NoMatch;
        message.state = VisualState::Unknown;
        message.title = tr("Unknown whether they differ");
        message.text = visibleText(shown.comparison.gaps.join(u' '));
    } else if (isShown && sameness == Comparison::Sameness::Equal && shown.isSameText()) {
        message.kind = PageMessage::Kind::NoMatch;
        message.state = VisualState::Done;
        message.title = tr("No difference");
        message.text =
            tr("Both sides are equal: %1, and %2.").arg(visibleText(shown.from), visibleText(shown.to));
    }
    return message;
}

void ValuesComparePanel::refresh()
{
    const PageMessage message = this->message();
    const bool differs = message.kind == PageMessage::Kind::None;
    const ShownComparison &shown = m_controller->shown();
    if (differs) {
        m_diff->setDiff(shown.text, shown.from, shown.to);
        refreshTree();
    } else {
        m_message->setMessage(message, m_controller->phase() == ReadPhase::Failed ? QList{m_retry}
                                                                                  : QList<QAction *>());
    }
    m_stack->setCurrentWidget(differs ? static_cast<QWidget *>(m_split) : m_message);
    m_export->setEnabled(differs);
    ExportedComparison exported = shown.exported;
    exported.title = QStringLiteral("%1 · %2").arg(m_key.name, m_key.namespaceName);
    m_export->setComparison(exported, m_key.name,
                            m_controller->isRevealed() ? Secrets::Revealed : Secrets::Masked);
    refreshNotice();
    if (differs && m_wantsFocus)
        focusContent();
    Q_EMIT hiddenChanged();
}

void ValuesComparePanel::refreshNotice()
{
    const ShownComparison &shown = m_controller->shown();
    QStringList notices = shown.comparison.notices;
    if (shown.comparison.sameness() == Comparison::Sameness::Equal && !shown.isSameText())
        notices.prepend(tr("Every value is the same; only comments, quotes or the order differ."));
    m_notice->setText(visibleText(notices.join(u' ')));
    m_notice->setVisible(m_controller->phase() == ReadPhase::Ready && !notices.isEmpty() && !isThreeWay());
}

void ValuesComparePanel::refreshTree()
{
    m_list->setTree(m_controller->tree(), m_controller->shown().count(), m_controller->isRevealed());
}

void ValuesComparePanel::setView(View view)
{
    m_view->setCurrent(view);
    const bool isText = view == TextView;
    m_views->setCurrentIndex(view == ThreeWayView ? 1 : 0);
    m_from->setEnabled(view != ThreeWayView);
    m_diff->setVisible(isText);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_mode, m_unchanged})
        widget->setVisible(isText);
    for (QWidget *widget : m_notThreeWay)
        widget->setVisible(view != ThreeWayView);
    m_list->setShowsValues(view == PathsView);
    refreshNotice();
    activate();
    Q_EMIT hiddenChanged();
}

void ValuesComparePanel::step(bool forward)
{
    if (m_view->current() == PathsView)
        m_list->step(forward);
    else if (forward)
        m_diff->nextChange();
    else
        m_diff->previousChange();
}

void ValuesComparePanel::goTo(int object, const QString &path)
{
    const SideLine line = m_controller->lineOf(object, path);
    if (line.number > 0)
        m_diff->goToLine(line.number, line.isAfter ? DiffLayout::Side::After : DiffLayout::Side::Before);
}

void ValuesComparePanel::showChange(int object, const QString &path)
{
    goTo(object, path);
    QString note;
    if (const std::optional<FieldOwner> owner = m_controller->ownerOf(object, path))
        note =
            tr("Set by %1, %2").arg(visibleText(owner->manager), agoText(owner->time, m_controller->now()));
    else if (const std::optional<PathNote> found = noteOf(m_notes, path); found && object < 0)
        note = noteText(*found, m_context.clock->now());
    m_list->setNote(note);
}

void ValuesComparePanel::setRevealed(bool revealed)
{
    m_controller->setRevealed(revealed);
    m_threeWay->setRevealed(revealed);
}

bool ValuesComparePanel::isRevealed() const
{
    return isThreeWay() ? m_threeWay->isRevealed() : m_controller->isRevealed();
}

int ValuesComparePanel::hiddenValues() const
{
    const bool ready = (isThreeWay() ? m_threeWay->phase() : m_controller->phase()) == ReadPhase::Ready;
    return !ready ? -1 : isThreeWay() ? m_threeWay->shown().hidden : m_controller->shown().hidden;
}

void ValuesComparePanel::focusContent()
{
    if (isThreeWay()) {
        m_threeWayPanel->focusContent();
        return;
    }
    m_wantsFocus = m_stack->currentWidget() != m_split;
    if (m_wantsFocus)
        return;
    if (m_view->current() == PathsView)
        m_list->focusTree();
    else
        m_diff->pane(DiffLayout::Side::After)->setFocus(Qt::ShortcutFocusReason);
}

void ValuesComparePanel::focusFilter()
{
    if (isThreeWay())
        m_threeWayPanel->focusFilter();
    else
        m_list->focusFilter();
}

bool ValuesComparePanel::goBack()
{
    if (!isThreeWay() && m_diff->closeFind())
        return true;
    if (!(isThreeWay() ? m_threeWayPanel->clearFilter() : m_list->clearFilter()))
        return false;
    focusContent();
    return true;
}

} // namespace chartroom
