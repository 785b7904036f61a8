// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release_situation.h"

namespace chartroom {

/// Something a person can do next.
struct NextMove
{
    enum class Kind {
        Wait,      ///< somebody, or a helm of ours, is at work
        PlanAgain, ///< nothing was changed
        Verify,    ///< the new revision is there: watch it
        Rollback,  ///< to ReleaseSituation::wayBack
        Upgrade,   ///< helm is not refused for the status
        Unhold,    ///< nodes that wait for another one are let go
        Uninstall, ///< nothing was ever deployed, or an uninstallation was cut
        ByHand,    ///< last of all; the program never does it
    };
    Kind kind = Kind::Wait;
    QString text;             ///< a sentence, without a command: the window has a button for it
    int toRevision = 0;       ///< with Rollback
    bool needsReason = false; ///< somebody may be at work: the reason `pending` says that nobody is

    /// Whether it changes the release.
    [[nodiscard]] bool isWrite() const;
};

/// The way out of each state that Helm can leave a release in (HELM pkg/action at v3.22.0 and v4.3.1); none
/// when it is settled. Nothing here deletes a record.
/// While somebody is likely to be at work it is to wait, and alone; where a helm can only be on another
/// machine with a long timeout what changes the release says so.
[[nodiscard]] QList<NextMove> movesFrom(const ReleaseSituation &situation, const Release &release);

/// After an operation that changed nothing: whether it can be run again depends on who else may be at work.
[[nodiscard]] QList<NextMove> movesAgain(const ReleaseSituation &situation, const Release &release);

/// The texts of movesFrom() in one, for findings.
[[nodiscard]] QString wayOnText(const ReleaseSituation &situation, const Release &release);

} // namespace chartroom
