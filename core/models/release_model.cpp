// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/release_model.h"

#include "core/base/visible_text.h"
#include "core/models/relative_time.h"
#include "core/models/release_source.h"
#include "core/models/situation_text.h"
#include "core/models/visual_state.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>

namespace chartroom {

namespace {

constexpr auto timeRefresh = std::chrono::seconds(15);

QString ownerName(Owner owner)
{
    switch (owner) {
    case Owner::Crusoe:
        return ReleaseModel::tr("Crusoe", "owner");
    case Owner::Shared:
        return ReleaseModel::tr("Shared", "owner");
    case Owner::Customer:
        break;
    }
    return ReleaseModel::tr("Customer", "owner");
}

QString scopeName(SupportScope scope)
{
    switch (scope) {
    case SupportScope::Supported:
        return ReleaseModel::tr("supported", "support scope");
    case SupportScope::BestEffort:
        return ReleaseModel::tr("best effort", "support scope");
    case SupportScope::CustomerOwned:
        break;
    }
    return ReleaseModel::tr("customer-owned", "support scope");
}

} // namespace

QString releaseColumnTitle(ReleaseColumn column)
{
    switch (column) {
    case ReleaseColumn::Name:
        return ReleaseModel::tr("Name", "column");
    case ReleaseColumn::Namespace:
        return ReleaseModel::tr("Namespace", "column");
    case ReleaseColumn::Chart:
        return ReleaseModel::tr("Chart", "column");
    case ReleaseColumn::AppVersion:
        return ReleaseModel::tr("App version", "column");
    case ReleaseColumn::Revision:
        return ReleaseModel::tr("Revision", "column");
    case ReleaseColumn::Status:
        return ReleaseModel::tr("Status", "column");
    case ReleaseColumn::Owner:
        return ReleaseModel::tr("Owner", "column");
    case ReleaseColumn::Scope:
        return ReleaseModel::tr("Scope", "column");
    case ReleaseColumn::Diverges:
        return ReleaseModel::tr("Diverges", "column");
    case ReleaseColumn::Updated:
        return ReleaseModel::tr("Updated", "column");
    }
    return {};
}

QString releaseColumnId(ReleaseColumn column)
{
    static const QStringList ids{QStringLiteral("name"),     QStringLiteral("namespace"),
                                 QStringLiteral("chart"),    QStringLiteral("appVersion"),
                                 QStringLiteral("revision"), QStringLiteral("status"),
                                 QStringLiteral("owner"),    QStringLiteral("scope"),
                                 QStringLiteral("diverges"), QStringLiteral("updated")};
    return ids.value(int(column));
}

ReleaseModel::ReleaseModel(ReleaseSource *source, const Clock *clock, QObject *parent)
    : QAbstractTableModel(parent)
    , m_source(source)
    , m_clock(clock)
{
    connect(source, &ReleaseSource::releasesChanged, this, &ReleaseModel::apply);
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &ReleaseModel::refreshTimes);
    timer->start(timeRefresh);
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
        const QString more = secondaryText(row, column);
        const QString text = displayText(row, column);
        return more.isEmpty() || column == ReleaseColumn::Chart ? text : text + QStringLiteral(", ") + more;
    }
    case SortRole:
        return sortValue(row, column);
    case KeyRole:
        return QVariant::fromValue(row.key);
    case SecondaryTextRole:
        return secondaryText(row, column);
    case PendingRole:
        return row.isPending();
    case StateRole:
        return column == ReleaseColumn::Status ? QVariant(int(visualState(row.status))) : QVariant();
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
}

void ReleaseModel::apply(const ReleaseDelta &delta)
{
    if (!delta.removed.isEmpty())
        remove(delta.removed);
    update(delta.changed);
    if (!delta.added.isEmpty())
        insert(delta.added);
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
            secondaryText(a, column) == secondaryText(b, column) &&
            sortValue(a, column) == sortValue(b, column) && toolTip(a, column) == toolTip(b, column))
            continue;
        range.first = range.first < 0 ? c : range.first;
        range.second = c;
    }
    return range;
}

ReleaseRow ReleaseModel::makeRow(const ReleaseKey &key) const
{
    ReleaseRow row;
    row.key = key;
    row.name = visibleText(key.name);
    row.namespaceName = visibleText(key.namespaceName);
    const Release *release = m_source ? m_source->find(key) : nullptr;
    if (!release || release->revisions.isEmpty())
        return row;
    const RevisionEntry &newest = release->newest();
    row.revision = newest.revision;
    row.status = newest.status;
    row.statusText =
        visibleText(newest.statusText.isEmpty() ? releaseStatusText(newest.status) : newest.statusText);
    row.updated = newest.modified;
    row.problem = visibleText(release->recordProblem);
    if (release->record) {
        row.hasRecord = true;
        row.chartName = visibleText(release->record->chartName);
        row.chartVersion = visibleText(release->record->chartVersion);
        row.appVersion = visibleText(release->record->appVersion);
        if (release->record->lastDeployed.isValid())
            row.updated = release->record->lastDeployed;
    }
    if (release->divergence && release->divergence->known()) {
        row.divergenceKnown = true;
        row.changedPaths = int(release->divergence->changes.size());
    }
    if (!row.isPending()) {
        const Ownership ownership = m_source->ownership(key);
        row.owner = ownership.owner;
        row.scope = ownership.scope;
    }
    return row;
}

QString ReleaseModel::displayText(const ReleaseRow &row, ReleaseColumn column) const
{
    const QString pending = QStringLiteral("…");
    const QString none = QStringLiteral("–");
    switch (column) {
    case ReleaseColumn::Name:
        return row.name;
    case ReleaseColumn::Namespace:
        return row.namespaceName;
    case ReleaseColumn::Chart:
        if (row.isPending())
            return pending;
        if (!row.hasRecord)
            return tr("unreadable record");
        return row.chartVersion.isEmpty() ? row.chartName : row.chartName + u' ' + row.chartVersion;
    case ReleaseColumn::AppVersion:
        return row.isPending() ? pending : row.appVersion.isEmpty() ? none : row.appVersion;
    case ReleaseColumn::Revision:
        return QString::number(row.revision);
    case ReleaseColumn::Status:
        return row.statusText;
    case ReleaseColumn::Owner:
        return row.isPending() ? pending : ownerName(row.owner);
    case ReleaseColumn::Scope:
        return row.isPending() ? pending : scopeName(row.scope);
    case ReleaseColumn::Diverges:
        if (row.isPending())
            return pending;
        if (!row.divergenceKnown)
            return none;
        return row.changedPaths == 0 ? tr("none", "no divergence")
                                     : tr("%n path(s)", nullptr, row.changedPaths);
    case ReleaseColumn::Updated:
        return row.updated.isValid() ? agoText(row.updated, m_clock->now()) : none;
    }
    return {};
}

int ReleaseModel::pendingCount() const
{
    return int(
        std::count_if(m_rows.cbegin(), m_rows.cend(), [](const ReleaseRow &row) { return row.isPending(); }));
}

QVariant ReleaseModel::sortValue(const ReleaseRow &row, ReleaseColumn column) const
{
    switch (column) {
    case ReleaseColumn::Revision:
        return row.revision;
    case ReleaseColumn::Diverges:
        return row.divergenceKnown ? row.changedPaths : -1;
    case ReleaseColumn::Updated:
        return row.updated;
    case ReleaseColumn::Owner:
        return row.isPending() ? 99 : int(row.owner);
    case ReleaseColumn::Scope:
        return row.isPending() ? 99 : int(row.scope);
    default:
        return displayText(row, column);
    }
}

QString ReleaseModel::secondaryText(const ReleaseRow &row, ReleaseColumn column) const
{
    if (column == ReleaseColumn::Chart)
        return row.chartVersion;
    if (column == ReleaseColumn::Revision && row.revision == 1)
        return tr("never upgraded");
    return {};
}

QString ReleaseModel::toolTip(const ReleaseRow &row, ReleaseColumn column) const
{
    switch (column) {
    case ReleaseColumn::Updated:
        return absoluteTimeText(row.updated);
    case ReleaseColumn::Chart:
        return row.problem.isEmpty() ? displayText(row, column) : row.problem;
    case ReleaseColumn::Status: {
        const Release *release = m_source ? m_source->find(row.key) : nullptr;
        const QString text =
            release ? situationText(*release, situationOf(*release, m_clock->now())) : QString();
        return text.isEmpty() ? displayText(row, column) : text;
    }
    case ReleaseColumn::Revision:
        return row.revision == 1 ? tr("Never upgraded since it was installed.")
                                 : tr("Upgrades, rollbacks and failed attempts all count.");
    case ReleaseColumn::Diverges:
        return row.isPending()        ? tr("Still being read.")
               : !row.divergenceKnown ? tr("There is no reference to compare with.")
                                      : tr("User values that differ from the reference; nothing is judged.");
    default:
        return displayText(row, column);
    }
}

} // namespace chartroom
