// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/upgrade/node_hold.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace chartroom {

/// How an operation ended, by what the cluster says.
struct OperationResult
{
    enum class End {
        NotStarted, ///< nothing was changed
        Cancelled,  ///< by a person, before anything was changed
        Done,       ///< the new revision is deployed
        Failed,     ///< helm made a revision that is marked failed
        Unknown,    ///< the cluster could not be read, or helm left a pending revision: see `recover`
    };
    End end = End::NotStarted;
    QString text;           ///< one sentence
    int revision = 0;       ///< the newest in the cluster as last seen; 0 when it was not
    QStringList problems;   ///< what is not as planned all the same: sentences
    QStringList facts = {}; ///< what was seen to be as planned, or goes on by itself: sentences
    int nodesToGo = 0;      ///< whose drivers follow one by one, without us
    /// What runs was not seen as planned, and for long enough, up to the end: it goes on.
    bool isVerifying = false;
    /// Whom an operation, this one or another, holds back from the release's driver, as last seen; `facts` or
    /// `problems` say it too.
    QList<HeldNode> held = {};
    bool leftPending = false;              ///< with Unknown: `revision` is its own, and its helm is gone
    std::optional<Error::Code> cause = {}; ///< of what kept it from starting, where an answer did
};

[[nodiscard]] QString endText(OperationResult::End end); ///< notStarted | cancelled | done | failed | unknown
/// The same for people: "done" only where what runs was seen as planned; else "deployed, but not as planned"
/// or "deployed, not verified".
/// Of what deploys nothing, such as a pause, "done, but not as planned".
[[nodiscard]] QString endPhrase(OperationResult::End end, bool isVerifying, bool hasProblems,
                                bool isDeployment = true);

} // namespace chartroom
