// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"
#include "core/signatures/signatures.h"

namespace chartroom {

/// What the custom resources of one add-on's operator say, in the whole cluster. Safe to show.
struct OperatorStatus
{
    static constexpr qsizetype mostTroubles = 5;

    /// An object with a complaint.
    struct Trouble
    {
        QString object; ///< "PodGroup team-a/train"
        QString words;
        QDateTime since; ///< UTC; invalid where it does not tell

        friend bool operator==(const Trouble &, const Trouble &) = default;
    };

    QString operand;        ///< id
    QString name;           ///< of the operand
    QStringList releases;   ///< namespace/name of those that may have brought the operator, as they are shown
    QList<KindCount> kinds; ///< that the cluster serves, empty ones too
    QList<Trouble> troubles; ///< the oldest first, those without a time last
    int others = 0;          ///< further objects in trouble

    friend bool operator==(const OperatorStatus &, const OperatorStatus &) = default;
};

/// Of the operands with kinds of which some are served, in their order. Pure.
[[nodiscard]] QList<OperatorStatus> operatorStatuses(const DiagnosisEvidence &evidence,
                                                     const Signatures &signatures);

/// "PodGroup: 1204 (Pending 104, Running 1100)".
[[nodiscard]] QString countText(const KindCount &count);

} // namespace chartroom
