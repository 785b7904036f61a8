// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "core/screens/findings/findings_columns.h"
#include "core/session/visual_state.h"

#include <QAbstractTableModel>
#include <QPointer>

namespace chartroom {

class FindingsSource;

/// The findings of one cluster, one row each, in the order they came; rank() is their urgency. Never reset:
/// each look is taken in as its difference to the one before.
class FindingsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// The source may be destroyed first, then the rows stay as they were.
    explicit FindingsModel(FindingsSource *source, QObject *parent = nullptr);

    [[nodiscard]] const Finding &finding(int row) const { return m_rows[row].finding; }
    /// 0 for the most urgent one.
    [[nodiscard]] int rank(int row) const { return m_rows[row].rank; }
    /// Of the same trouble, whatever is said of it now; -1 when it is over.
    [[nodiscard]] int rowOf(const Finding &finding) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Time has passed: how long ago is asked again. Called by a timer every 15 s.
    void refreshTimes();

Q_SIGNALS:
    /// Around the dataChanged of one look.
    void changesBegin();
    void changesEnd();

private:
    struct Row
    {
        Finding finding;
        int rank = 0;

        friend bool operator==(const Row &, const Row &) = default;
    };
    void take();
    void removeGone(const QList<Finding> &findings);
    [[nodiscard]] QString displayText(const Finding &one, FindingsColumn column) const;
    [[nodiscard]] static QString toolTip(const Finding &one, FindingsColumn column);

    QPointer<FindingsSource> m_source;
    QList<Row> m_rows;
};

/// How a finding looks, and the word for it: a cause as a failure, a symptom as what needs attention.
[[nodiscard]] VisualState findingState(const Finding &finding);
[[nodiscard]] QString findingWord(const Finding &finding);

} // namespace chartroom
