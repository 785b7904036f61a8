// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/objects/pod_log.h"

#include <QAbstractListModel>

namespace chartroom {

/// Whether a line holds what is searched for.
inline constexpr int LogFoundRole = Qt::UserRole;

/// The lines of one log, the oldest first: of more than it may hold the oldest go, and are counted. Searches
/// them on the pool, and lines that come later as they come.
class LogModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    struct Limits
    {
        qsizetype lines = 100'000;
        qsizetype characters = 64 * 1024 * 1024;
    };
    explicit LogModel(QObject *parent = nullptr);
    LogModel(Limits limits, QObject *parent);

    void clear();
    void append(const QList<LogLine> &lines);
    /// Whether each line begins with its time.
    void setTimesShown(bool isShown);
    /// Lines that had to go.
    [[nodiscard]] qint64 dropped() const { return m_dropped; }
    /// The characters of the longest line so far, as it is shown.
    [[nodiscard]] qsizetype longest() const;
    [[nodiscard]] QString text(int row) const;

    /// Lines are found whatever the case of their letters; "" finds none. foundChanged() follows.
    void search(const QString &needle);
    [[nodiscard]] const QString &needle() const { return m_needle; }
    [[nodiscard]] bool isSearching() const { return m_isSearching; }
    /// How many lines are found so far.
    [[nodiscard]] qsizetype foundCount() const { return m_found.size(); }
    /// The next found row behind `row`, or before it; goes round at the end. -1 where nothing is found.
    [[nodiscard]] int nextFound(int row, bool isForward) const;
    /// Which of the found ones a row is, from 0; -1 where it is none.
    [[nodiscard]] qsizetype placeOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void foundChanged();

private:
    void makeRoom();
    void tellFound();

    Limits m_limits;
    QList<LogLine> m_lines;
    qsizetype m_characters = 0;
    qsizetype m_longestText = 0;
    qsizetype m_longestTime = 0;
    qint64 m_dropped = 0;
    bool m_areTimesShown = false;
    QString m_needle;
    QList<qint64> m_found; ///< lines by their number since clear(), ascending
    int m_question = 0;    ///< answers to an older one are dropped
    bool m_isSearching = false;
};

} // namespace chartroom
