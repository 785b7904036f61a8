// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/ownership.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace chartroom {

/// A sentence of a document, word for word.
struct Quote
{
    QString text;
    QString document; ///< title
};

/// Who does what; empty where the action does not apply or no document says.
struct Actions
{
    std::optional<Owner> installs;
    std::optional<Owner> configures;
    std::optional<Owner> upgradesRoutine;
    std::optional<Owner> upgradesCritical;
    std::optional<Owner> debugs;
};

/// How a Helm release is told to be a component. Charts are exact names; origins and images are compared at
/// path boundaries, so that github.com/NVIDIA/gpu-operator does not match github.com/NVIDIA/gpu-operator-x.
struct Recogniser
{
    QStringList charts;
    QStringList origins;
    QStringList images;
    QStringList namespaces;
    QStringList releases;
    QStringList crds;
    QStringList csiDrivers;
    QString elsewhere;         ///< component id of a release that is not the provided one
    bool strictOrigin = false; ///< the chart name alone does not count
};

/// What an upgrade interrupts, and which sentence says so.
struct Interrupts
{
    Interruption kind = Interruption::Unknown;
    QString words;
    std::optional<Quote> quote;
};

/// One entry of the responsibility model (resources/responsibility/cmk.yaml says what the fields mean).
struct Component
{
    QString id;
    QString layer;
    QString section;
    QString name;
    Owner owner = Owner::Customer;
    SupportScope scope = SupportScope::CustomerOwned;
    Actions actions;
    QString words;
    QList<Quote> quotes;
    QString note;
    Recogniser recognise;
    Interrupts interrupts;
    Confidence atMost = Confidence::Certain;

    [[nodiscard]] QString ruleName() const { return QStringLiteral("rule %1/%2").arg(layer, id); }
};

struct Layer
{
    QString id;
    QString name;
    QString words;
};

} // namespace chartroom
