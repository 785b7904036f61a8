// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/release_model.h"

#include "core/base/visible_text.h"
#include "core/screens/rollout/rollout_summary.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"
#include "core/session/visual_state.h"
#include "core/words/situation_text.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

constexpr auto releaseRefresh = std::chrono::seconds(15);

/// As findings name a release.
QString shownName(const ReleaseRow &row)
{
    return row.namespaceName + u'/' + row.name;
}

} // namespace

ReleaseModel::ReleaseModel(ReleaseSource *source, QObject *parent)
    : QAbstractTableModel(parent)
    , m_source(source)
{
    connect(source, &ReleaseSource::releasesChanged, this, &ReleaseModel::apply);
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &ReleaseModel::refreshTimes);
    timer->start(releaseRefresh);
    insert(source->keys());
}

ReleaseSource *ReleaseModel::source() const
{
    return m_source;
}

int ReleaseModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int ReleaseModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : releaseColumnCount;
}

QVariant ReleaseModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ReleaseRow &row = m_rows[index.row()];
    const auto column = ReleaseColumn(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return displayText(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column == ReleaseColumn::Revision ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::AccessibleTextRole: {
        const QString more = releaseCellDetail(row, column);
        const QString text = displayText(row, column);
        return more.isEmpty() || column == ReleaseColumn::Chart ? text : text + QStringLiteral(", ") + more;
    }
    case SortRole:
        return releaseSortValue(row, column);
    case KeyRole:
        return QVariant::fromValue(row.key);
    case SecondaryTextRole:
        return releaseCellDetail(row, column);
    case FindingBadgeRole:
        return column == ReleaseColumn::Name && badge(row) != FindingBadge() ? QVariant::fromValue(badge(row))
                                                                             : QVariant();
    case StateRole:
        if (column != ReleaseColumn::Status)
            return {};
        return int(row.standing.state);
    case OwnerRole:
        return column == ReleaseColumn::Owner ? QVariant(row.isPending() ? -1 : int(row.owner)) : QVariant();
    default:
        return {};
    }
}

QVariant ReleaseModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= releaseColumnCount)
        return {};
    if (role == Qt::DisplayRole)
        return releaseColumnTitle(ReleaseColumn(section));
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter |
                   (ReleaseColumn(section) == ReleaseColumn::Revision ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

void ReleaseModel::refreshTimes()
{
    if (m_rows.isEmpty())
        return;
    Q_EMIT dataChanged(index(0, int(ReleaseColumn::Updated)),
                       index(int(m_rows.size()) - 1, int(ReleaseColumn::Updated)), {Qt::DisplayRole});
    QList<ReleaseKey> aging; // what is pending below is past in an hour
    for (const ReleaseRow &row : std::as_const(m_rows))
        if (!row.earlier.isEmpty())
            aging.append(row.key);
    update(aging);
}

void ReleaseModel::apply(const ReleaseDelta &delta)
{
    if (!delta.removed.isEmpty())
        remove(delta.removed);
    update(delta.changed);
    if (!delta.added.isEmpty())
        insert(delta.added);
    applyClocks(); // another release may be the one that brings the driver
}

void ReleaseModel::follow(RolloutSource *rollout)
{
    m_rollout = rollout;
    if (!rollout)
        return;
    connect(rollout, &RolloutSource::clocksChanged, this, &ReleaseModel::applyClocks);
    applyClocks();
}

void ReleaseModel::follow(FindingsSource *findings)
{
    if (!findings)
        return;
    connect(findings, &FindingsSource::changed, this, [this, findings] { takeFindings(findings->result()); });
    takeFindings(findings->result());
}

void ReleaseModel::takeFindings(const DiagnosisResult &result)
{
    m_operators = result.operators;
    m_findings = findingsByRelease(result.findings);
    const QHash<QString, FindingBadge> badges = std::exchange(m_badges, badgesOf(m_findings));
    for (int row = 0; row < m_rows.size(); ++row)
        if (badge(m_rows[row]) != badges.value(shownName(m_rows[row])))
            Q_EMIT dataChanged(index(row, 0), index(row, 0), {FindingBadgeRole});
    Q_EMIT findingsChanged();
}

void ReleaseModel::setCutOff(const QHash<ReleaseKey, CutOffText> &texts)
{
    if (texts == m_cutOff)
        return;
    const QList<ReleaseKey> touched = m_cutOff.keys() + texts.keys();
    m_cutOff = texts;
    update(touched);
}

QList<Finding> ReleaseModel::findings(const ReleaseKey &key) const
{
    return m_findings.value(visibleText(key.namespaceName + u'/' + key.name));
}

QList<OperatorStatus> ReleaseModel::operators(const ReleaseKey &key) const
{
    QList<OperatorStatus> operators = m_operators;
    const QString name = visibleText(key.namespaceName + u'/' + key.name);
    operators.removeIf([&name](const OperatorStatus &one) { return !one.releases.contains(name); });
    return operators;
}

FindingBadge ReleaseModel::badge(const ReleaseRow &row) const
{
    return m_badges.value(shownName(row));
}

std::optional<NodeClocks> ReleaseModel::clocks(const ReleaseKey &key) const
{
    const auto known = m_clocks.constFind(key);
    return known == m_clocks.cend() ? std::nullopt : std::optional(*known);
}

void ReleaseModel::applyClocks()
{
    if (!m_rollout)
        return;
    QHash<ReleaseKey, NodeClocks> clocks = clocksByRelease(m_source, m_rollout->clocks());
    if (clocks == m_clocks)
        return;
    const QList<ReleaseKey> touched = m_clocks.keys() + clocks.keys();
    m_clocks = std::move(clocks);
    update(touched);
    Q_EMIT clocksChanged();
}

void ReleaseModel::insert(const QList<ReleaseKey> &keys)
{
    QList<ReleaseRow> rows;
    rows.reserve(keys.size());
    QList<ReleaseKey> known;
    for (const ReleaseKey &key : keys) {
        if (m_rowByKey.contains(key)) {
            known.append(key);
            continue;
        }
        m_rowByKey.insert(key, int(m_rows.size() + rows.size()));
        rows.append(makeRow(key));
    }
    if (!rows.isEmpty()) {
        const int first = int(m_rows.size());
        beginInsertRows({}, first, first + int(rows.size()) - 1);
        m_rows.append(std::move(rows));
        endInsertRows();
    }
    update(known);
}

void ReleaseModel::remove(const QList<ReleaseKey> &keys)
{
    QList<int> gone;
    for (const ReleaseKey &key : keys)
        if (const int row = rowOf(key); row >= 0)
            gone.append(row);
    std::sort(gone.begin(), gone.end());
    gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
    for (qsizetype end = gone.size(); end > 0;) {
        qsizetype begin = end - 1;
        while (begin > 0 && gone[begin - 1] == gone[begin] - 1)
            --begin;
        const int first = gone[begin];
        const int last = gone[end - 1];
        beginRemoveRows({}, first, last);
        for (int row = first; row <= last; ++row)
            m_rowByKey.remove(m_rows[row].key);
        m_rows.remove(first, last - first + 1);
        for (int row = first; row < m_rows.size(); ++row)
            m_rowByKey[m_rows[row].key] = row;
        endRemoveRows();
        end = begin;
    }
}

void ReleaseModel::update(const QList<ReleaseKey> &keys)
{
    struct Touched
    {
        int row;
        int firstColumn;
        int lastColumn;
    };
    QList<Touched> touched;
    for (const ReleaseKey &key : keys) {
        const int row = rowOf(key);
        if (row < 0)
            continue;
        ReleaseRow next = makeRow(key);
        if (next == m_rows[row])
            continue;
        const ReleaseRow before = std::exchange(m_rows[row], std::move(next));
        if (const auto [first, last] = changedColumns(before, m_rows[row]); first >= 0)
            touched.append({row, first, last});
    }
    std::sort(touched.begin(), touched.end(), [](auto &a, auto &b) { return a.row < b.row; });
    for (qsizetype i = 0; i < touched.size();) {
        Touched run = touched[i];
        qsizetype next = i + 1;
        for (; next < touched.size() && touched[next].row == touched[next - 1].row + 1; ++next) {
            run.firstColumn = std::min(run.firstColumn, touched[next].firstColumn);
            run.lastColumn = std::max(run.lastColumn, touched[next].lastColumn);
        }
        Q_EMIT dataChanged(index(run.row, run.firstColumn), index(touched[next - 1].row, run.lastColumn));
        i = next;
    }
}

std::pair<int, int> ReleaseModel::changedColumns(const ReleaseRow &a, const ReleaseRow &b) const
{
    std::pair<int, int> range{-1, -1};
    for (int c = 0; c < releaseColumnCount; ++c) {
        const auto column = ReleaseColumn(c);
        if (displayText(a, column) == displayText(b, column) &&
            releaseCellDetail(a, column) == releaseCellDetail(b, column) &&
            releaseSortValue(a, column) == releaseSortValue(b, column) &&
            toolTip(a, column) == toolTip(b, column))
            continue;
        range.first = range.first < 0 ? c : range.first;
        range.second = c;
    }
    return range;
}

int ReleaseModel::pendingCount() const
{
    return int(
        std::count_if(m_rows.cbegin(), m_rows.cend(), [](const ReleaseRow &row) { return row.isPending(); }));
}

ReleaseRow ReleaseModel::makeRow(const ReleaseKey &key) const
{
    ReleaseRow row = releaseRow(m_source, key);
    if (const auto clocks = m_clocks.constFind(key); clocks != m_clocks.cend())
        row.standing = releaseStanding(row.status, row.statusText, *clocks);
    if (const auto cut = m_cutOff.constFind(key); cut != m_cutOff.cend()) {
        const NodeClocks nodes = m_clocks.value(key);
        QStringList words{QStringLiteral("%1, %2").arg(row.statusText, cut->word)};
        row.standing = worse({cut->state, {}, {cut->text}}, row.standing);
        if (!nodes.components.isEmpty())
            words.insert(row.standing.state == cut->state ? 1 : 0, nodesStanding(nodes).word);
        row.standing.word = words.join(QStringLiteral(" · "));
    }
    row.standing = withEarlier(row.standing, row); // the tool tip says what that means
    return row;
}

QDateTime ReleaseModel::now() const
{
    return m_source ? m_source->now() : QDateTime();
}

QString ReleaseModel::displayText(const ReleaseRow &row, ReleaseColumn column) const
{
    return releaseCellText(row, column, now());
}

QString ReleaseModel::toolTip(const ReleaseRow &row, ReleaseColumn column) const
{
    if (column == ReleaseColumn::Name)
        return (releaseCellToolTip(row, column, now()) + u'\n' + badge(row).words).trimmed();
    if (column == ReleaseColumn::Status && m_cutOff.contains(row.key))
        return releaseCellToolTip(row, column, now());
    const Release *release = column == ReleaseColumn::Status && m_source ? m_source->find(row.key) : nullptr;
    const QString text =
        release ? situationText(*release, situationOf(*release, m_source->serverNow())) : QString();
    return (text + u'\n' + releaseCellToolTip(row, column, now())).trimmed();
}

} // namespace chartroom
