// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/three_way_panel.h"

#include "core/base/visible_text.h"
#include "core/screens/values/read_message.h"
#include "core/screens/values/three_way_model.h"
#include "core/words/relative_time.h"
#include "ui/theme/theme.h"
#include "ui/widgets/message_view.h"
#include "ui/widgets/path_table.h"
#include "ui/widgets/row_menu.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/viewport_width.h"

#include <QAction>
#include <QBoxLayout>
#include <QLineEdit>
#include <QStackedWidget>

#include <algorithm>

namespace chartroom {

ThreeWayPanel::ThreeWayPanel(const UiContext &context, ThreeWayController *controller, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_controller(controller)
    , m_stack(new QStackedWidget(this))
    , m_body(new QWidget(m_stack))
    , m_filter(new QLineEdit(m_body))
    , m_summary(new TextLabel({}, m_body))
    , m_notice(new TextLabel({}, m_body))
    , m_model(new ThreeWayModel(this))
    , m_table(new PathTable(context.theme, m_model, m_body))
    , m_detail(new TextLabel({}, m_body))
    , m_message(new MessageView(context.theme, m_stack))
    , m_retry(new QAction(tr("Retry"), this))
{
    m_body->setProperty("look", QByteArrayLiteral("surface"));
    m_body->setAttribute(Qt::WA_StyledBackground);
    m_filter->setObjectName(QStringLiteral("threeWayFilter"));
    m_filter->setPlaceholderText(tr("Filter by object or path  /"));
    m_filter->setAccessibleName(tr("Filter by object or path"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(240);
    m_summary->setObjectName(QStringLiteral("threeWaySummary"));
    m_summary->setLook("muted");
    m_notice->setObjectName(QStringLiteral("threeWayNotice"));
    m_notice->setLook("notice");
    m_notice->setWordWrap(true);
    m_detail->setObjectName(QStringLiteral("threeWayDetail"));
    m_detail->setLook("detail");
    m_detail->setWordWrap(true);
    m_detail->setCopyable();
    m_table->setObjectName(QStringLiteral("threeWayTable"));
    m_table->setAccessibleName(tr("Manifest, cluster and upgrade by path"));
    new RowMenu(m_table);
    onViewportWidth(m_table, [this](int width) { fitColumns(width); });
    connect(m_table, &PathTable::rowChanged, this, &ThreeWayPanel::showRow);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(12, 8, 16, 8);
    top->setSpacing(12);
    top->addWidget(m_filter);
    top->addWidget(m_summary, 1);
    auto *column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_notice);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    column->addWidget(m_detail);
    m_stack->addWidget(m_body);
    m_stack->addWidget(m_message);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_filter, &QLineEdit::textChanged, m_model, &ThreeWayModel::setFilter);
    connect(m_filter, &QLineEdit::returnPressed, this, &ThreeWayPanel::focusContent);
    connect(m_retry, &QAction::triggered, controller, &ThreeWayController::retry);
    connect(controller, &ThreeWayController::changed, this, &ThreeWayPanel::refresh);
    refresh();
}

void ThreeWayPanel::refresh()
{
    PageMessage message = readMessage(m_controller->phase(), m_controller->error(),
                                      tr("The upgrade cannot be compared with the cluster"));
    const ShownThreeWay &shown = m_controller->shown();
    const bool ready = m_controller->phase() == ReadPhase::Ready;
    if (ready && shown.rows.isEmpty() && !shown.gaps.isEmpty()) {
        message.kind = PageMessage::Kind::NoMatch;
        message.state = VisualState::Unknown;
        message.title = tr("Unknown whether the upgrade changes an object");
        message.text = visibleText(shown.gaps.join(u' '));
    } else if (ready && shown.rows.isEmpty()) {
        message.kind = PageMessage::Kind::NoMatch;
        message.state = VisualState::Done;
        message.title = tr("The upgrade changes no object");
        message.text = tr("The cluster matches the manifest, and helm would send the same again.");
    } else if (m_controller->phase() == ReadPhase::Reading) {
        message.text = tr("helm makes a dry run against the API server; nothing changes.");
    }
    const bool some = message.kind == PageMessage::Kind::None;
    if (some) {
        using Kind = ThreeWayPath::Kind;
        QStringList parts;
        for (const Kind kind : {Kind::Conflict, Kind::Drift, Kind::Change, Kind::Agreed})
            if (const int count = shown.counts[size_t(kind)]; count > 0)
                parts.append(QStringLiteral("%1 %2").arg(count).arg(threeWayWord(kind)));
        m_summary->setText(parts.join(QStringLiteral(" · ")));
        m_model->setRows(shown.rows);
        m_notice->setText(visibleText(shown.notices.join(u' ')));
        m_notice->setVisible(!shown.notices.isEmpty());
    } else {
        m_message->setMessage(message, m_controller->phase() == ReadPhase::Failed ? QList{m_retry}
                                                                                  : QList<QAction *>());
    }
    m_stack->setCurrentWidget(some ? m_body : m_message);
    if (some && m_wantsFocus)
        focusContent();
}

void ThreeWayPanel::showRow()
{
    const QModelIndex current = m_table->currentIndex();
    const bool some =
        current.isValid() && current.row() < m_model->rowCount() && !m_model->row(current.row()).isObject;
    m_detail->setVisible(some);
    if (!some)
        return;
    const ThreeWayRow &row = m_model->row(current.row());
    const auto said = [](const QString &value) { return value.isEmpty() ? tr("not set") : value; };
    QStringList lines{breakable(row.title),
                      breakable(tr("manifest %1 · live %2 · after the upgrade %3")
                                    .arg(said(row.released), said(row.live), said(row.next)))};
    if (!row.owner.isEmpty())
        lines.append(tr("Live value set by %1, %2").arg(row.owner, agoText(row.since, m_controller->now())));
    m_detail->setText(lines.join(u'\n'));
}

void ThreeWayPanel::fitColumns(int width)
{
    const int path = std::clamp(width * 30 / 100, 180, 460);
    const int value = (width - path) * 20 / 100;
    m_table->setColumnWidth(int(ThreeWayColumn::Path), path);
    for (const ThreeWayColumn column : {ThreeWayColumn::Released, ThreeWayColumn::Live, ThreeWayColumn::Next})
        m_table->setColumnWidth(int(column), value);
}

void ThreeWayPanel::focusContent()
{
    m_wantsFocus = m_stack->currentWidget() != m_body;
    if (m_wantsFocus)
        return;
    m_table->focusRow(m_model->rowCount() > 1 && m_model->row(0).isObject ? 1 : 0);
}

void ThreeWayPanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool ThreeWayPanel::clearFilter()
{
    if (m_filter->text().isEmpty())
        return false;
    m_filter->clear();
    return true;
}

} // namespace chartroom
