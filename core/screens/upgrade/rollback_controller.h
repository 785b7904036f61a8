// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/change_controller.h"

#include <QTimer>

namespace chartroom {

/// The planning of one rollback: what a preflight has against it, why it goes back, what it brings back and
/// what not, and which nodes it leaves held back.
class RollbackController final : public ChangeController
{
    Q_OBJECT
public:
    RollbackController(const QString &context, const RollbackRequest &order, QObject *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString runText() const override { return tr("&Roll back"); }
    [[nodiscard]] QList<Page> pages() const override
    {
        return {Page::Preflight, Page::Review, Page::Run, Page::Result};
    }
    [[nodiscard]] QString holdback(Page page) const override;
    [[nodiscard]] QString endTitle(const OperationResult &result) const override;

    void setSources(ReleaseSource *releases, UpgradeSource *upgrades) override;
    [[nodiscard]] const RollbackRequest &order() const { return m_order; }
    /// What it brings back and what not, whether nodes are drained once more, and who stays held back by an
    /// upgrade with a canary; also that this is not known.
    [[nodiscard]] QStringList notes() const;
    /// Why it goes back.
    void setReason(const QString &reason);
    [[nodiscard]] QString reason(const QString &finding) const override
    {
        return m_order.reasons.value(finding);
    }
    void setReason(const QString &finding, const QString &reason) override;
    /// GPUs that must stay in service; nothing: none was asked for. The preflight looks again once no other
    /// follows at once, as each digit that is typed is one.
    void setGpuFloor(std::optional<int> floor);
    /// Whose it is asks for words with Support first: a ticket, or why there is none.
    void setSupportReference(const QString &reference);
    void rerunPreflight() override;
    /// The first page is shown, and the preflight begins.
    void begin();

private:
    [[nodiscard]] Result<ReleaseOperation *> makeOperation() override;
    [[nodiscard]] QString changeText() const override;
    void enter(Page page) override;
    void overtake() override;
    void readHeld();

    RollbackRequest m_order;
    Result<QList<HeldNode>> m_held;
    QTimer m_lookAgain;
    bool m_hasBegun = false;
};

} // namespace chartroom
