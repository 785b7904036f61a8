// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/values_outcomes_panel.h"

#include "core/base/clock.h"
#include "core/base/visible_text.h"
#include "core/charts/upgrade_steps.h"
#include "core/screens/values/outcome_model.h"
#include "core/screens/values/read_message.h"
#include "core/secrets/masked_values.h"
#include "core/words/path_notes.h"
#include "core/words/relative_time.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/path_table.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/viewport_width.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMap>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>

namespace chartroom {

namespace {

constexpr int leastOutcome = 150;

} // namespace

ValuesOutcomesPanel::ValuesOutcomesPanel(const UiContext &context, OutcomesController *controller,
                                         QWidget *parent)
    : ValuesPanel(parent)
    , m_context(context)
    , m_controller(controller)
    , m_controls(new QWidget(this))
    , m_stack(new QStackedWidget(this))
    , m_body(new QWidget(m_stack))
    , m_model(new OutcomeModel(this))
    , m_message(new MessageView(context.theme, m_stack))
    , m_retry(new QAction(tr("Retry"), this))
{
    buildControls();
    m_body->setProperty("look", QByteArrayLiteral("surface"));
    m_body->setAttribute(Qt::WA_StyledBackground);
    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildAdvice(m_body);
    buildTable(m_body);
    m_stack->addWidget(m_body);
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_retry, &QAction::triggered, controller, &OutcomesController::retry);
    connect(controller, &OutcomesController::changed, this, &ValuesOutcomesPanel::refresh);
    connect(context.notes, &PathNotes::changed, this, &ValuesOutcomesPanel::refresh);
    refresh();
}

void ValuesOutcomesPanel::buildControls()
{
    m_filter = new QLineEdit(m_controls);
    m_filter->setObjectName(QStringLiteral("outcomeFilter"));
    m_filter->setPlaceholderText(tr("Filter by path  /"));
    m_filter->setAccessibleName(tr("Filter the results by path"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(100); // gives way where the bar is short
    m_filter->setMaximumWidth(180);
    m_kept = new QPushButton(tr("Show kept overrides"), m_controls);
    m_kept->setObjectName(QStringLiteral("showKept"));
    m_kept->setCheckable(true);
    m_kept->setProperty("look", QByteArrayLiteral("segment-only"));
    m_kept->setToolTip(tr("Also show the overrides that every strategy keeps"));
    m_to = new TextLabel(tr("Upgrade to"), m_controls);
    m_to->setLook("muted");
    m_to->setElideMode(Qt::ElideRight);
    m_source = new ChoiceButton(m_context.theme, tr("Source of the chart"), m_controls);
    m_source->setObjectName(QStringLiteral("chartSource"));
    m_source->setToolTip(tr("Several repositories list a chart of this name. Your choice is saved."));
    m_target = new ChoiceButton(m_context.theme, tr("Target version"), m_controls);
    m_target->setObjectName(QStringLiteral("targetVersion"));
    auto *layout = new QHBoxLayout(m_controls);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addStretch(1);
    layout->addWidget(m_filter);
    layout->addWidget(m_kept);
    layout->addWidget(m_to);
    layout->addWidget(m_target);
    layout->addWidget(m_source);
    connect(m_filter, &QLineEdit::textChanged, m_model, &OutcomeModel::setFilter);
    connect(m_kept, &QPushButton::toggled, m_model, &OutcomeModel::setShowsKept);
    connect(m_source, &ChoiceButton::chosen, this, [this](const QVariant &place) {
        m_controller->pin(m_controller->sources().value(place.toInt()));
    });
    connect(m_target, &ChoiceButton::chosen, this,
            [this](const QVariant &version) { m_controller->setTarget(version.toString()); });
}

void ValuesOutcomesPanel::buildAdvice(QWidget *body)
{
    auto *box = new QWidget(body);
    box->setProperty("look", QByteArrayLiteral("topbar"));
    box->setAttribute(Qt::WA_StyledBackground);
    const auto column = [&](QWidget *parent, const QString &title, TextLabel *&text, const char *name) {
        auto *head = new TextLabel(title, parent);
        head->setFont(m_context.theme->headingFont());
        head->setLook("muted");
        text = new TextLabel({}, parent);
        text->setObjectName(QLatin1String(name));
        text->setWordWrap(true);
        text->setCopyable();
        auto *lines = new QVBoxLayout;
        lines->setSpacing(2);
        lines->addWidget(head);
        lines->addWidget(text);
        lines->addStretch(1);
        return std::pair(lines, head);
    };
    const auto [ours, title] = column(box, {}, m_argument, "adviceArgument");
    m_recommended = title;
    m_recommended->setObjectName(QStringLiteral("adviceTitle"));
    m_vendorBox = new QWidget(box);
    const auto [vendors, vendorTitle] =
        column(m_vendorBox, tr("The vendor advises"), m_vendor, "adviceVendor");
    vendors->setContentsMargins(0, 0, 0, 0);
    m_vendorBox->setLayout(vendors);
    auto *line = new QHBoxLayout(box);
    line->setContentsMargins(16, 10, 16, 10);
    line->setSpacing(24);
    line->addLayout(ours, 3);
    line->addWidget(m_vendorBox, 2);
    m_notice = new TextLabel({}, body);
    m_notice->setObjectName(QStringLiteral("outcomesNotice"));
    m_notice->setLook("notice");
    m_notice->setWordWrap(true);
    body->layout()->addWidget(box);
    body->layout()->addWidget(m_notice);
}

void ValuesOutcomesPanel::buildTable(QWidget *body)
{
    m_table = new PathTable(m_context.theme, m_model, body);
    m_table->setObjectName(QStringLiteral("outcomeTable"));
    m_table->setAccessibleName(tr("Results by path"));
    new RowMenu(m_table);
    m_counts = new TextLabel({}, body);
    m_counts->setObjectName(QStringLiteral("outcomeCounts"));
    m_counts->setLook("notice");
    m_counts->setWordWrap(true);
    m_detail = new TextLabel({}, body);
    m_detail->setObjectName(QStringLiteral("outcomeDetail"));
    m_detail->setLook("detail");
    m_detail->setWordWrap(true);
    m_detail->setCopyable();
    m_detail->hide();
    body->layout()->addWidget(m_counts);
    qobject_cast<QVBoxLayout *>(body->layout())->addWidget(m_table, 1);
    body->layout()->addWidget(m_detail);
    onViewportWidth(m_table, [this](int width) { fitColumns(width); });
    connect(m_table, &PathTable::rowChanged, this, &ValuesOutcomesPanel::showRow);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) {
        const int strategy = index.column() - int(OutcomeColumn::Reuse);
        if (strategy < 0)
            return;
        Side to;
        to.kind = Side::Kind::Outcome;
        to.strategy = Strategy(strategy);
        to.version = m_controller->target();
        Q_EMIT compareRequested(Side{}, to);
    });
}

void ValuesOutcomesPanel::refresh()
{
    const PageMessage message =
        readMessage(m_controller->phase(), m_controller->error(), tr("The results cannot be computed"));
    const bool ready = message.kind == PageMessage::Kind::None;
    if (ready) {
        m_model->setRows(m_controller->shown().rows, m_controller->shown().since);
        refreshAdvice();
    } else {
        m_message->setMessage(message, m_controller->phase() == ReadPhase::Failed ? QList{m_retry}
                                                                                  : QList<QAction *>());
    }
    m_stack->setCurrentWidget(ready ? m_body : m_message);
    refreshVersions();
    if (ready && m_wantsFocus)
        focusContent();
    if (ready)
        showEdits();
    Q_EMIT hiddenChanged();
}

void ValuesOutcomesPanel::setActive(bool active)
{
    m_controller->setActive(active);
    m_edits.reset();
    if (active && m_stack->currentWidget() == m_body)
        showEdits();
}

/// What the person sets stands first: it is seen when the panel opens, and when it becomes another.
void ValuesOutcomesPanel::showEdits()
{
    QStringList edits;
    for (const OutcomeRow &row : m_controller->shown().rows)
        if (row.isEdit)
            edits.append(row.path);
    if (m_edits == edits)
        return;
    m_edits = edits;
    m_table->scrollToTop();
}

void ValuesOutcomesPanel::refreshVersions()
{
    QList<ChoiceButton::Choice> choices;
    QStringList names;
    if (const auto &known = m_controller->versions()) {
        const auto newest = newestVersion(*known, m_controller->installed());
        const auto ofMajor = newestOfMajor(*known, m_controller->installed());
        const UpgradeRule &rule = upgradeRule(known->source.chart);
        for (const ChartVersion &version : known->versions) {
            QStringList words{visibleText(version.version)};
            if (version.version == m_controller->installed())
                words.append(tr("installed"));
            else if (newest && version.version == newest->version)
                words.append(tr("newest"));
            else if (ofMajor && version.version == ofMajor->version)
                words.append(tr("newest of this major"));
            if (!rule.charts.isEmpty() &&
                !upgradeStep(rule, &*known, m_controller->installed(), version.version).between.isEmpty())
                words.append(tr("not in one step"));
            if (version.deprecated)
                words.append(tr("deprecated"));
            if (const QString places = placesOf(version.version); !places.isEmpty())
                words.append(places);
            if (version.created.isValid())
                words.append(tr("chart published %1").arg(agoText(version.created, m_controller->now())));
            choices.append({words.join(QStringLiteral(" · ")), version.version, false});
            names.append(version.version);
        }
    }
    m_target->setChoices(choices);
    m_target->setCurrent(m_controller->target());
    for (QWidget *widget : std::initializer_list<QWidget *>{m_filter, m_kept, m_to, m_target})
        widget->setVisible(!choices.isEmpty());
    refreshSources();
    Q_EMIT versionsChanged(names);
}

/// Which repositories list the version; "" where there is only one.
QString ValuesOutcomesPanel::placesOf(const QString &version) const
{
    if (m_controller->sources().size() < 2)
        return {};
    QStringList names;
    for (const ChartOrigin &source : m_controller->sourcesOf(version)) {
        const QString name = visibleText(source.repository.isEmpty() ? source.url : source.repository);
        names << (source.sureness == ChartOrigin::Sureness::NameOnly
                      ? tr("%1 (only its name is known)").arg(name)
                      : name);
    }
    return tr("from %1").arg(names.join(QStringLiteral(", ")));
}

void ValuesOutcomesPanel::refreshSources()
{
    QList<ChoiceButton::Choice> choices;
    const QString used = m_controller->versions() ? m_controller->versions()->source.argument() : QString();
    qsizetype current = -1;
    for (const ChartOrigin &source : m_controller->sources()) {
        if (source.argument() == used)
            current = choices.size();
        const QString name = visibleText(source.repository.isEmpty() ? source.url : source.repository);
        const bool isPinned = source.sureness == ChartOrigin::Sureness::Pinned;
        choices.append({isPinned ? tr("from %1, as you chose").arg(name) : tr("from %1").arg(name),
                        int(choices.size()), false});
    }
    m_source->setChoices(choices);
    m_source->setCurrent(int(std::max<qsizetype>(0, current)));
    m_source->setVisible(choices.size() > 1);
}

void ValuesOutcomesPanel::refreshAdvice()
{
    const ShownOutcomes &shown = m_controller->shown();
    const QString suggested =
        tr("Suggested for %1: %2").arg(visibleText(shown.version), strategyText(shown.advice.recommended));
    m_recommended->setText(
        shown.kubeVersion.isEmpty()
            ? suggested
            : tr("%1 · its chart requires Kubernetes %2").arg(suggested, visibleText(shown.kubeVersion)));
    m_argument->setText(unbroken(visibleText(shown.advice.argument)));
    m_vendor->setText(unbroken(visibleText(shown.advice.vendor)));
    m_vendorBox->setVisible(!shown.advice.vendor.isEmpty());
    QStringList notices = shown.notices;
    for (const Strategy strategy : allStrategies)
        for (const QString &warning : shown.warnings[size_t(strategy)])
            notices.append(QStringLiteral("%1: %2").arg(strategyText(strategy), warning));
    notices.removeDuplicates();
    notices += noteLines();
    m_notice->setText(visibleText(notices.join(u'\n'), true));
    m_notice->setVisible(!notices.isEmpty());
    QStringList parts;
    for (const Strategy strategy : allStrategies) {
        QMap<QString, int> counts;
        for (const OutcomeRow &row : shown.rows)
            if (const auto &cell = row.cells[size_t(strategy)];
                cell && (row.isEdit || cell->fate != PathFate::Kind::Kept))
                ++counts[fateWord(cell->fate, row.isEdit, shown.since)];
        QStringList words;
        for (auto it = counts.cbegin(); it != counts.cend(); ++it)
            words.append(QStringLiteral("%1 ×%2").arg(it.key()).arg(it.value()));
        if (shown.refused[size_t(strategy)])
            words.prepend(tr("Helm would reject it"));
        parts.append(QStringLiteral("%1: %2").arg(strategyText(strategy),
                                                  words.isEmpty() ? tr("no value changes")
                                                                  : words.join(QStringLiteral(", "))));
    }
    m_counts->setText(parts.join(QStringLiteral("   ")));
}

/// What persons noted at the paths that one of the outcomes changes.
QStringList ValuesOutcomesPanel::noteLines() const
{
    QStringList paths;
    for (const OutcomeRow &row : m_controller->shown().rows)
        if (!row.isQuiet())
            paths.append(row.path);
    QStringList lines;
    for (const PathNote &note : notesAbout(notes(), paths))
        lines.append(QStringLiteral("%1 · %2").arg(visibleText(maskedPath(note.path)),
                                                   noteText(note, m_context.clock->now())));
    return lines;
}

QList<PathNote> ValuesOutcomesPanel::notes() const
{
    return m_context.notes->of(m_controller->cluster(), m_controller->key());
}

void ValuesOutcomesPanel::showRow()
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid() || current.row() >= m_model->rowCount()) {
        m_detail->hide();
        return;
    }
    const OutcomeRow &row = m_model->row(current.row());
    const auto valueOr = [](const QString &value) { return value.isEmpty() ? tr("not set") : value; };
    const int since = m_controller->shown().since;
    const QString today = valueOr(visibleText(row.today));
    QStringList lines{breakable(since > 0 ? tr("%1 · in revision %2: %3", "path, number, value")
                                                .arg(visibleText(row.path), QString::number(since), today)
                                          : tr("%1 · current %2").arg(visibleText(row.path), today))};
    for (const Strategy strategy : allStrategies)
        if (const auto &cell = row.cells[size_t(strategy)]; cell && !cell->sentence.isEmpty())
            lines.append(breakable(
                QStringLiteral("%1: %2 · %3")
                    .arg(strategyText(strategy), valueOr(visibleText(cell->value)), cell->sentence)));
    for (const PathNote &note : notesAbout(notes(), {row.path}))
        lines.append(noteText(note, m_context.clock->now()));
    m_detail->setText(lines.join(u'\n'));
    m_detail->show();
}

void ValuesOutcomesPanel::fitColumns(int width)
{
    const int path = std::clamp(width * 24 / 100, 180, 420);
    const int today = std::clamp(width * 13 / 100, 100, 220);
    m_table->setColumnWidth(int(OutcomeColumn::Path), path);
    m_table->setColumnWidth(int(OutcomeColumn::Today), today);
    // What becomes of a value is read whole: where that has no room the table scrolls.
    const int least = m_context.theme->inText(leastOutcome);
    const int share = (width - path - today) / 3;
    const int rest = std::max(share, least);
    m_table->horizontalHeader()->setStretchLastSection(share >= least);
    for (const Strategy strategy : allStrategies)
        m_table->setColumnWidth(int(outcomeColumn(strategy)), rest);
}

int ValuesOutcomesPanel::hiddenValues() const
{
    return m_controller->phase() == ReadPhase::Ready ? m_controller->shown().hidden : -1;
}

void ValuesOutcomesPanel::focusContent()
{
    m_wantsFocus = m_stack->currentWidget() != m_body;
    if (m_wantsFocus)
        return;
    m_table->focusRow(0);
}

void ValuesOutcomesPanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool ValuesOutcomesPanel::goBack()
{
    if (m_filter->text().isEmpty())
        return false;
    m_filter->clear();
    focusContent();
    return true;
}

} // namespace chartroom
