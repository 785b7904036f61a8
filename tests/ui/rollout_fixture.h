// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/patience.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/rollout_page.h"
#include "ui/panels/node_panel.h"
#include "ui/widgets/rollout_table.h"

namespace chartroom::test {

/// A window whose page of rollouts is shown by its key.
struct RolloutFixture : WindowFixture
{
    void openRollout()
    {
        if (!fleet.source(prod))
            fleet.addLive(prod);
        fillWithAddons(*fleet.source(prod));
        open();
        press(Qt::Key_3, Qt::ControlModifier);
        QVERIFY(page()->isVisible());
    }
    void openMidWindow()
    {
        fleet.addLive(prod);
        fillMidWindow(*source());
        openRollout();
        QTRY_COMPARE(board()->model() ? board()->model()->rowCount() : 0, 16);
        QTRY_VERIFY(board()->isVisible());
        awaitNode();
    }
    /// The first row fills the inspector, in a turn of its own.
    void awaitNode() const { QTRY_VERIFY(!window->findChild<NodePanel *>()->node().isEmpty()); }
    [[nodiscard]] FakeRolloutSource *source() const { return fleet.rolloutSource(prod); }
    [[nodiscard]] RolloutPage *page() const { return window->findChild<RolloutPage *>(); }
    [[nodiscard]] RolloutTable *board() const { return window->findChild<RolloutTable *>(); }
    [[nodiscard]] QStringList nodes() const
    {
        QStringList nodes;
        for (int row = 0; row < board()->model()->rowCount(); ++row)
            nodes << board()->model()->index(row, 0).data().toString();
        return nodes;
    }
    /// Everything that is said in a part of the window.
    [[nodiscard]] QString texts(const char *name) const
    {
        QStringList out;
        const auto *part = window->findChild<QWidget *>(QLatin1String(name));
        const auto labels = part ? part->findChildren<QLabel *>() : QList<QLabel *>();
        for (const QLabel *label : labels)
            if (label->isVisible())
                out.append(label->text().remove(QChar(0x200b)));
        return out.join(u'\n');
    }
};

} // namespace chartroom::test
