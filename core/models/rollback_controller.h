// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/change_controller.h"

namespace chartroom {

/// The planning of one rollback: why, what it brings back and what not, and which nodes it leaves held back.
class RollbackController final : public ChangeController
{
    Q_OBJECT
public:
    RollbackController(const QString &context, const RollbackOrder &order, QObject *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString runText() const override { return tr("&Roll back"); }
    [[nodiscard]] QList<Page> pages() const override { return {Page::Review, Page::Run, Page::Result}; }
    [[nodiscard]] QString holdback(Page page) const override;

    void setSources(ReleaseSource *releases, UpgradeSource *upgrades) override;
    [[nodiscard]] const RollbackOrder &order() const { return m_order; }
    /// That somebody may be at work on the release, and that the reason then has to speak for that too; "".
    [[nodiscard]] QString workNote() const;
    /// Who stays held back by an upgrade with a canary, a sentence each; also that this is not known.
    [[nodiscard]] QStringList heldNotes() const;
    void setReason(const QString &reason);
    /// Whose it is asks for words with Support first: a ticket, or why there is none.
    [[nodiscard]] bool needsCoordination() const;
    void setSupportReference(const QString &reference);
    /// The page is shown: the commands are made.
    void begin() { planAgain(); }

private:
    [[nodiscard]] Result<ReleaseOperation *> makeOperation() override;
    void enter(Page page) override;
    void readHeld();
    [[nodiscard]] QString doubt() const;

    RollbackOrder m_order;
    Result<QList<HeldNode>> m_held;
};

} // namespace chartroom
