// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace chartroom {

enum class Owner { Crusoe, Shared, Customer };
enum class SupportScope { Supported, BestEffort, CustomerOwned };
enum class Confidence { Certain, Likely, Guess };

/// What an upgrade of this add-on interrupts (the downtime classes of the CMK documents).
enum class Interruption { None, PodsRolling, VolumeOperations, GpuWorkloads, NodeNetwork, Unknown };

/// One thing that was looked at, as a sentence a person can check, and where to check it.
struct Evidence
{
    QString text;
    QString source; ///< object or file: "Secret nvidia-gpu-operator/sh.helm.release.v1.gpu-operator.v1",
                    ///< "rule add-ons/gpu-operator"

    friend bool operator==(const Evidence &, const Evidence &) = default;
};

/// Whose a release is, and why.
struct Ownership
{
    Owner owner = Owner::Customer;
    SupportScope scope = SupportScope::CustomerOwned;
    Confidence confidence = Confidence::Guess;
    Interruption interruption = Interruption::Unknown;
    QString component; ///< id in the responsibility model, "" when none matched
    QString summary;   ///< two or three sentences for the inspector
    QString interruptionText;
    QList<Evidence> evidence;

    friend bool operator==(const Ownership &, const Ownership &) = default;
};

/// The words of the headless contract.
[[nodiscard]] QString ownerText(Owner owner);               ///< crusoe | shared | customer
[[nodiscard]] QString supportScopeText(SupportScope scope); ///< supported | best-effort | customer-owned

} // namespace chartroom
