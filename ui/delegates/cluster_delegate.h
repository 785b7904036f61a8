// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace chartroom {

class Theme;

/// What a row of the sidebar says in `width` pixels. The note gives way before the name, which is cut at its
/// end and only where it does not fit alone; the word of trouble then leaves it twelve characters.
struct ClusterLine
{
    QString name;
    QString note; ///< whole, or ""
};
[[nodiscard]] ClusterLine clusterLine(const QString &name, const QString &note, bool isTrouble, int width,
                                      const Theme &theme);

/// The note of a cluster in trouble where it does not stand whole beside the whole name: it goes below, and
/// is broken between two counts, never between a count and its word. "" where it fits, or has no need to.
[[nodiscard]] QString noteBelow(const QString &name, const QString &note, bool isTroubled, int width,
                                const Theme &theme);

/// Paints the list on the left: headings, a state's shape, the name, and "1 failed", "16 nodes" or "off".
class ClusterDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit ClusterDelegate(const Theme *theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

private:
    const Theme *m_theme;
};

} // namespace chartroom
