// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inspector_rows.h"

#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/words/relative_time.h"
#include "ui/panels/panels_tr.h"
#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace chartroom {

namespace {

constexpr qsizetype longestValue = 200;
constexpr int shapeSize = 14;

QToolButton *rollBackButton(int revision, const Theme &theme, const std::function<void(int)> &rollBack)
{
    auto *button = new QToolButton;
    button->setObjectName(QStringLiteral("rollBackTo%1").arg(revision));
    button->setProperty("look", QByteArrayLiteral("quiet"));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setIcon(theme.icon(QStringLiteral("rollback"), Role::Muted, 14, button->devicePixelRatioF()));
    const QString what = PanelsTr::tr("Roll back to revision %1…").arg(revision);
    button->setToolTip(what);
    button->setAccessibleName(what);
    QObject::connect(button, &QToolButton::clicked, button, [rollBack, revision] { rollBack(revision); });
    return button;
}

QString valueText(const Value &value)
{
    if (value.isList() || value.isMap())
        return visibleText(QString::fromUtf8(writeJson(value, 0)), false, longestValue);
    return visibleText(value.scalarText(), false, longestValue);
}

QString versionName(int revision)
{
    return QStringLiteral("chartOf%1").arg(revision);
}

TextLabel *identifier(const QString &text, const Theme &theme, Qt::TextElideMode elide)
{
    auto *label = new TextLabel(text);
    label->setFont(theme.identifierFont());
    label->setElideMode(elide);
    return label;
}

/// Short enough for the column.
QString revisionTime(const QDateTime &then, const QDateTime &now)
{
    const QDateTime local = then.toLocalTime();
    return local.isValid() && local.date() == now.toLocalTime().date()
               ? local.toString(QStringLiteral("HH:mm"))
               : dayText(then, now);
}

} // namespace

QWidget *evidenceRow(const Evidence &evidence, const Theme &theme)
{
    auto *row = new QWidget;
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(1);
    const QString shown = breakable(visibleText(evidence.text, true));
    auto *text = new TextLabel(shown);
    text->setWordWrap(true);
    if (shown == evidence.text)
        text->setCopyable();
    layout->addWidget(text);
    if (!evidence.source.isEmpty()) {
        TextLabel *source = identifier(visibleText(evidence.source), theme, Qt::ElideMiddle);
        QFont font = theme.identifierFont();
        font.setPointSizeF(font.pointSizeF() * 0.88);
        source->setFont(font);
        source->setLook("muted");
        layout->addWidget(source);
    }
    return row;
}

QWidget *standingRow(const Standing &standing, const Theme &theme)
{
    auto *row = new QWidget;
    auto *shape = new StateLabel(&theme, shapeSize, row);
    shape->setState(standing.state, standing.word);
    auto *text = new TextLabel(breakable(standing.text()), row);
    text->setWordWrap(true);
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(shape, 0, Qt::AlignTop);
    line->addWidget(text, 1);
    return row;
}

QWidget *changeRow(const ValueChange &change, const Theme &theme)
{
    auto *row = new QWidget;
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(1);
    layout->addWidget(identifier(visibleText(change.path), theme, Qt::ElideMiddle));
    const QString before = valueText(change.before);
    const QString after = valueText(change.after);
    QString text;
    switch (change.kind) {
    case ValueChange::Kind::Added:
        text = PanelsTr::tr("added: %1").arg(after);
        break;
    case ValueChange::Kind::Removed:
        text = PanelsTr::tr("removed: %1").arg(before);
        break;
    case ValueChange::Kind::Changed:
        text = QStringLiteral("%1 → %2").arg(before, after);
        break;
    case ValueChange::Kind::Moved:
        text = PanelsTr::tr("moved to position %1 of its list").arg(change.place + 1);
        break;
    }
    TextLabel *values = identifier(text, theme, Qt::ElideRight);
    values->setLook("muted");
    layout->addWidget(values);
    return row;
}

QWidget *hookRow(const HookRun &run, const Theme &theme)
{
    auto *row = new QWidget;
    row->setObjectName(QStringLiteral("hookRow"));
    auto *state = new StateLabel(&theme, shapeSize, row);
    state->setState(run.state == HookRun::State::Failed ? VisualState::Failed : VisualState::Attention,
                    run.stateText());
    auto *words = new QVBoxLayout;
    words->setSpacing(1);
    const auto add = [&](const QString &text, const QFont &font, const char *look) {
        if (text.isEmpty())
            return;
        auto *label = new TextLabel(breakable(text), row);
        label->setWordWrap(true);
        label->setFont(font);
        label->setLook(look);
        words->addWidget(label);
    };
    add(run.title(), row->font(), "");
    add(run.stateText(), theme.secondaryFont(), "muted");
    add(run.job, theme.secondaryFont(), "muted");
    for (const QString &line : run.pods + run.warnings)
        add(line, theme.secondaryFont(), "muted");
    if (!run.log.isEmpty())
        add(PanelsTr::tr("Last lines of the log of %1:").arg(run.logOf), theme.secondaryFont(), "muted");
    add(run.log, theme.identifierFont(), "");
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 4);
    line->setSpacing(8);
    line->addWidget(state, 0, Qt::AlignTop);
    line->addLayout(words, 1);
    return row;
}

QWidget *podRow(const ReleasePod &pod, const Theme &theme)
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto *state = new StateLabel(&theme, shapeSize);
    state->setState(pod.state, visibleText(pod.stateText));
    auto *names = new QVBoxLayout;
    names->setSpacing(1);
    names->addWidget(identifier(visibleText(pod.name), theme, Qt::ElideMiddle));
    QStringList facts{visibleText(pod.stateText)};
    if (pod.containers > 0)
        facts.append(QStringLiteral("%1/%2").arg(pod.readyContainers).arg(pod.containers));
    if (pod.restarts > 0)
        facts.append(PanelsTr::tr("%n restart(s)", nullptr, pod.restarts));
    if (!pod.node.isEmpty())
        facts.append(visibleText(pod.node));
    auto *note = new TextLabel(facts.join(QStringLiteral(" · ")));
    note->setLook("muted");
    note->setElideMode(Qt::ElideRight);
    note->setFont(theme.secondaryFont());
    names->addWidget(note);
    layout->addWidget(state, 0, Qt::AlignTop);
    layout->addLayout(names, 1);
    return row;
}

QWidget *historyGrid(const QList<RevisionEntry> &revisions, const QHash<int, QString> &versions,
                     const QDateTime &now, const Theme &theme, const std::function<void(int)> &rollBack)
{
    auto *grid = new QWidget;
    auto *layout = new QGridLayout(grid);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(12);
    layout->setVerticalSpacing(4);
    layout->setColumnStretch(2, 1);
    int line = 0;
    for (const RevisionEntry &entry : revisions) {
        auto *number = identifier(QString::number(entry.revision), theme, Qt::ElideNone);
        number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        const QString version = versions.value(entry.revision);
        auto *chart = identifier(version.isEmpty() ? QStringLiteral("…") : version, theme, Qt::ElideRight);
        chart->setObjectName(versionName(entry.revision));
        QString when = revisionTime(entry.date.shown(), now);
        const bool usual =
            entry.status == ReleaseStatus::Deployed || entry.status == ReleaseStatus::Superseded;
        if (!usual)
            when.prepend(visibleText(entry.statusText) + QStringLiteral(" · ")); // the date gives way first
        auto *date = new TextLabel(when);
        date->setElideMode(Qt::ElideRight);
        date->setLook(entry.status == ReleaseStatus::Failed ? "failed" : "muted");
        const QString moment = absoluteTimeText(entry.date.shown());
        date->setToolTip(usual ? moment : visibleText(entry.statusText) + u'\n' + moment);
        layout->addWidget(number, line, 0);
        layout->addWidget(chart, line, 1);
        layout->addWidget(date, line, 2);
        if (rollBack && line > 0 && usual)
            layout->addWidget(rollBackButton(entry.revision, theme, rollBack), line, 3);
        ++line;
    }
    return grid;
}

void showVersion(const QWidget &grid, int revision, const QString &version)
{
    if (auto *chart = grid.findChild<TextLabel *>(versionName(revision)))
        chart->setText(version);
}

QString scopeText(const Ownership &ownership)
{
    QString scope;
    switch (ownership.scope) {
    case SupportScope::Supported:
        scope = PanelsTr::tr("supported");
        break;
    case SupportScope::BestEffort:
        scope = PanelsTr::tr("best effort");
        break;
    case SupportScope::CustomerOwned:
        scope = PanelsTr::tr("customer-owned");
        break;
    }
    switch (ownership.confidence) {
    case Confidence::Certain:
        return scope;
    case Confidence::Likely:
        return PanelsTr::tr("%1, likely").arg(scope);
    case Confidence::Guess:
        break;
    }
    return PanelsTr::tr("%1, a guess").arg(scope);
}

QString interruptionText(const Ownership &ownership)
{
    if (!ownership.interruptionText.isEmpty())
        return visibleText(ownership.interruptionText, true);
    switch (ownership.interruption) {
    case Interruption::None:
        return PanelsTr::tr("Nothing.");
    case Interruption::PodsRolling:
        return PanelsTr::tr("Its pods restart one after the other.");
    case Interruption::VolumeOperations:
        return PanelsTr::tr("Attaching and mounting volumes, briefly.");
    case Interruption::GpuWorkloads:
        return PanelsTr::tr("GPU workloads on each node while its driver reloads.");
    case Interruption::NodeNetwork:
        return PanelsTr::tr("The network of each node: mlx5_core serves InfiniBand and Ethernet.");
    case Interruption::Unknown:
        break;
    }
    return PanelsTr::tr("Unknown.");
}

} // namespace chartroom
