// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/kept_captures.h"
#include "core/upgrade/recovery.h"

namespace chartroom {

/// One step of an operation as its journal tells it.
struct ActivityStep
{
    QString step;
    QDateTime begun;
    QDateTime ended; ///< invalid: nothing says that it ended
    QString text;    ///< what came of it, else what it was about to do
    bool hasFailed = false;
};

/// One operation of this machine, told by its journal.
struct ActivityEntry
{
    QString folder;
    OperationHeader order;
    QString problem; ///< why the journal cannot be read; the rest is empty then
    JournalContents journal;
    QList<ActivityStep> steps;
    QStringList commands;
    std::optional<OperationResult::End> end; ///< nothing while it is open
    QString endText;
    QDateTime ended;
    bool wasClosedLater = false; ///< another program noted the end, at `ended`: when it was is unknown
    int revision = 0;
    bool isVerifying = false; ///< isUnverified()
    QStringList problems;
    QString trouble = {};       ///< seen on its nodes after it ended; "" for none, or where that is past
    QDateTime troubleSeen = {}; ///< when that was
    QString capture;            ///< its folder; "" when none was made, or it was removed
    KeptCapture kept = KeptCapture::None; ///< what of the release's values is in there
    QDateTime forgotten;                  ///< when it was removed; invalid: it was not
    bool isHeld = false;                  ///< a living program is at work on it
    std::optional<HelmSearch> helm{};     ///< that it started; nothing: nobody looked for it
    bool areProblemsOfNodes = false;      ///< seen by its nodes after it ended, see noteNodes()
    /// What its nodes show now of one that ended before it was verified; no journal has it.
    enum class NodesNow {
        Untold, ///< nothing, or they are still to go
        Done,
        Failed ///< one at least
    };
    NodesNow nodesNow = NodesNow::Untold;

    /// Neither ended nor at work: somebody has to look.
    [[nodiscard]] bool isCut() const { return problem.isEmpty() && !end && !isHeld; }
};

/// All operations below the folder, the newest first. Reads the disk: for the pool.
[[nodiscard]] QList<ActivityEntry> readActivity(const QString &operations);
[[nodiscard]] ActivityEntry readActivityEntry(const QString &folder);

/// "2026-11-30T09:06:25Z: The rollout failed on gpu-005."; "" where nothing was seen after it ended.
[[nodiscard]] QString troubleText(const ActivityEntry &entry);

/// Whether something is not as planned, as far as it was seen.
[[nodiscard]] bool hasProblems(const ActivityEntry &entry);

/// How it ended, the same everywhere, or "open": "done" only where nothing was seen that is not as planned,
/// and what runs was verified; where only a person checked it, "deployed, checked by hand"; where its nodes
/// are done by now, "deployed, nodes done since", which is no verification by the operation.
[[nodiscard]] QString resultText(const ActivityEntry &entry);

/// What a deployment came to by its nodes: "Revision 7 is deployed; as of 2026-11-30 20:56 UTC, GPU driver:
/// 11 of 12 nodes done · 1 failed."
[[nodiscard]] QString nodesEndText(int revision, const QString &counts, const QDateTime &at);

/// Values given along, "driver.version 580.126.20", versions first; masked and safe to show.
[[nodiscard]] QStringList editTexts(const Value &edits);
/// The same of an upgrade to the chart's version that was there before; empty where the version changed,
/// where that is unknown, and where none was given along.
[[nodiscard]] QStringList changedValues(const ActivityEntry &entry);

/// A step's name for people: "Run helm".
[[nodiscard]] QString stepTitle(ReleaseOperation::Step step);
/// The same by the word of a journal; one of another operation, or program, as it is.
[[nodiscard]] QString stepTitle(const QString &word);

/// One operation as Markdown, to paste: steps, times, commands, what came of it.
[[nodiscard]] QString activityMarkdown(const ActivityEntry &entry);

} // namespace chartroom
