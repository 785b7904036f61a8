// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"

#include <utility>

namespace chartroom {

/// A hook that failed or has not ended, with all that the cluster says of it: one value for the finding's
/// panel, the release's inspector and the ticket. Its texts are masked and safe to show.
struct HookRun
{
    enum class State {
        Failed,  ///< by the record, or by its Job where helm recorded no end
        Hanging, ///< by the record it runs, and no pod of it is ready
        Running, ///< by the record it runs, and so does a pod, or its pods are unknown
        /// By the record it runs; it ended well, or helm waits for none of its kind. Helm
        /// records that with the next hook or at the end, so it says nothing while helm may be at work.
        Unrecorded,
        /// As before, and its object is gone; or the record says Unknown, and so does all else.
        Unknown,
    };

    QString release; ///< namespace/name
    int revision = 0;
    QString object;     ///< "Job ns/name"
    QStringList events; ///< of Helm: pre-upgrade, test, ...
    State state = State::Hanging;
    QDateTime started;        ///< UTC
    QDateTime ended;          ///< UTC; invalid where no end is known
    bool isSuspended = false; ///< of a hanging one: its Job is
    QString record;   ///< the record's description of a failed one whose object does not tell why it failed
    QString job;      ///< what its object says, or that there is none; "" where it was not read
    QString ending;   ///< of the newest pod of a failed one: "OOMKilled, exit code 137"
    QStringList pods; ///< "ns/name on gpu-1: ImagePullBackOff: ...", the newest first
    QStringList warnings; ///< events of its object and pods, the newest first
    QString logOf;        ///< "ns/pod", and the container where it is known; "" without a log
    QString log;          ///< its last lines
    QString advice;       ///< what to do about one that failed or is suspended; else ""

    friend bool operator==(const HookRun &, const HookRun &) = default;

    [[nodiscard]] bool isTest() const { return events.contains(QStringLiteral("test")); }
    /// "pre-upgrade hook Job ns/name".
    [[nodiscard]] QString title() const;
    /// "failed", "hangs", ..., in a few words with its times.
    [[nodiscard]] QString stateText() const;
    /// What says most in one line: of a failed one the record or its Job, of a hanging one its pod.
    [[nodiscard]] QString words() const;
    /// Of the statement that it makes: hookFailed, testFailed, hookHangs, ...
    [[nodiscard]] QString reason() const;
};

[[nodiscard]] QString
hookStateText(HookRun::State state); ///< failed | hanging | running | unrecorded | unknown

/// Of all releases whose record has such hooks. Pure.
[[nodiscard]] QList<HookRun> hookRuns(const DiagnosisEvidence &evidence);

/// The logs of their newest pods that have not succeeded.
[[nodiscard]] QList<LogRequest> hookLogs(const DiagnosisEvidence &evidence);

/// A hook, its object, pods, events and the last lines of its log, each with its name; what is unknown is
/// left out. Translated; not escaped.
[[nodiscard]] QList<std::pair<QString, QString>> hookFacts(const HookRun &run);

} // namespace chartroom
