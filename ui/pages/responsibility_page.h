// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/board.h"
#include "ui/pages/page.h"

#include <QPointer>

class QGridLayout;
class QScrollArea;
class QTimer;

namespace chartroom {

class ReleaseSource;

/// The shared responsibility model: nine layers by three owners, with this cluster's releases at the
/// component they are. Follows the cluster, at most twice a second, and rebuilds only when a release changed
/// hands.
class ResponsibilityPage final : public Page
{
    Q_OBJECT
public:
    explicit ResponsibilityPage(const UiContext &context, QWidget *parent = nullptr);

    void setCluster(const QString &name) override;
    void focusContent() override;

protected:
    void followCluster() override { attach(); }
    void showEvent(QShowEvent *event) override;

private:
    /// Enough of a release to know whether the board has to change.
    struct Placed
    {
        ReleaseKey key;
        Owner owner;
        QString component;
        friend bool operator==(const Placed &, const Placed &) = default;
    };
    void attach();
    void refresh();
    void rebuild(const ResponsibilityBoard &board);
    void addHead(QGridLayout *grid);
    [[nodiscard]] QWidget *layerCell(const Layer &layer);
    [[nodiscard]] QWidget *ownerCell(const QList<ResponsibilityBoard::Entry> &entries, Owner owner);
    [[nodiscard]] QWidget *componentLine(const ResponsibilityBoard::Entry &entry, Owner owner);
    [[nodiscard]] QWidget *releaseChip(const OwnedRelease &release, Owner owner, QWidget *parent);

    QPointer<ReleaseSource> m_source;
    QList<Placed> m_placed;
    bool m_built = false;
    QScrollArea *m_area;
    QTimer *m_soon;
};

} // namespace chartroom
