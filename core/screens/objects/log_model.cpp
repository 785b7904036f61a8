// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/objects/log_model.h"

#include "core/base/on_finished.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

/// `first` is the number of the first of them.
QList<qint64> foundLines(const QList<LogLine> &lines, qsizetype from, const QString &needle, qint64 first)
{
    QList<qint64> found;
    for (qsizetype i = from; i < lines.size(); ++i)
        if (lines[i].text.contains(needle, Qt::CaseInsensitive))
            found.append(first + i);
    return found;
}

} // namespace

LogModel::LogModel(QObject *parent)
    : LogModel(Limits(), parent)
{}

LogModel::LogModel(Limits limits, QObject *parent)
    : QAbstractListModel(parent)
    , m_limits(limits)
{}

void LogModel::clear()
{
    beginResetModel();
    m_lines.clear();
    m_characters = 0;
    m_longestText = 0;
    m_longestTime = 0;
    m_dropped = 0;
    endResetModel();
    search(m_needle);
}

void LogModel::append(const QList<LogLine> &lines)
{
    if (lines.isEmpty())
        return;
    const qsizetype from = m_lines.size();
    beginInsertRows({}, int(from), int(from + lines.size()) - 1);
    for (const LogLine &line : lines) {
        m_characters += line.text.size();
        m_longestText = std::max(m_longestText, line.text.size());
        m_longestTime = std::max(m_longestTime, line.time.size());
    }
    m_lines += lines;
    endInsertRows();
    if (!m_needle.isEmpty() && !m_isSearching) {
        m_found += foundLines(m_lines, from, m_needle, m_dropped);
        Q_EMIT foundChanged();
    }
    makeRoom();
}

/// A tenth at once, so that a full log does not move all lines with each new one.
void LogModel::makeRoom()
{
    qsizetype gone = 0;
    qsizetype characters = m_characters;
    if (m_lines.size() > m_limits.lines || characters > m_limits.characters) {
        gone = m_lines.size() - m_limits.lines + m_limits.lines / 10;
        gone = std::clamp<qsizetype>(gone, 0, m_lines.size());
        for (qsizetype i = 0; i < gone; ++i)
            characters -= m_lines[i].text.size();
        for (; gone < m_lines.size() && characters > m_limits.characters; ++gone)
            characters -= m_lines[gone].text.size();
    }
    if (gone == 0)
        return;
    beginRemoveRows({}, 0, int(gone) - 1);
    m_lines.remove(0, gone);
    m_characters = characters;
    m_dropped += gone;
    m_found.erase(m_found.cbegin(), std::lower_bound(m_found.cbegin(), m_found.cend(), m_dropped));
    endRemoveRows();
    if (!m_needle.isEmpty())
        Q_EMIT foundChanged();
}

void LogModel::setTimesShown(bool isShown)
{
    if (m_areTimesShown == isShown)
        return;
    m_areTimesShown = isShown;
    if (!m_lines.isEmpty())
        Q_EMIT dataChanged(index(0), index(int(m_lines.size()) - 1), {Qt::DisplayRole});
}

qsizetype LogModel::longest() const
{
    return m_longestText + (m_areTimesShown && m_longestTime > 0 ? m_longestTime + 1 : 0);
}

QString LogModel::text(int row) const
{
    const LogLine line = m_lines.value(row);
    return m_areTimesShown && !line.time.isEmpty() ? line.time + u' ' + line.text : line.text;
}

void LogModel::search(const QString &needle)
{
    const int question = ++m_question;
    m_needle = needle;
    m_found.clear();
    m_isSearching = !needle.isEmpty() && !m_lines.isEmpty();
    tellFound();
    if (!m_isSearching)
        return;
    const qint64 end = m_dropped + m_lines.size();
    const auto found = QtConcurrent::run(foundLines, m_lines, qsizetype(0), needle, m_dropped);
    onFinished(found, this, [this, question, end](const QList<qint64> &numbers) {
        if (question != m_question)
            return;
        m_isSearching = false;
        m_found = numbers;
        m_found.erase(m_found.cbegin(), std::lower_bound(m_found.cbegin(), m_found.cend(), m_dropped));
        m_found += foundLines(m_lines, std::max<qint64>(0, end - m_dropped), m_needle, m_dropped);
        tellFound();
    });
}

void LogModel::tellFound()
{
    if (!m_lines.isEmpty())
        Q_EMIT dataChanged(index(0), index(int(m_lines.size()) - 1), {LogFoundRole});
    Q_EMIT foundChanged();
}

int LogModel::nextFound(int row, bool isForward) const
{
    if (m_found.isEmpty())
        return -1;
    const qint64 number = m_dropped + row;
    const auto next = isForward ? std::upper_bound(m_found.cbegin(), m_found.cend(), number)
                                : std::lower_bound(m_found.cbegin(), m_found.cend(), number);
    if (isForward)
        return int((next == m_found.cend() ? m_found.first() : *next) - m_dropped);
    return int((next == m_found.cbegin() ? m_found.last() : *std::prev(next)) - m_dropped);
}

qsizetype LogModel::placeOf(int row) const
{
    const auto place = std::lower_bound(m_found.cbegin(), m_found.cend(), m_dropped + row);
    return place != m_found.cend() && *place == m_dropped + row ? place - m_found.cbegin() : -1;
}

int LogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_lines.size());
}

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::DisplayRole)
        return text(index.row());
    if (role == LogFoundRole)
        return placeOf(index.row()) >= 0;
    return {};
}

} // namespace chartroom
