// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/ownership.h"
#include "core/signatures/statement.h"
#include "core/signatures/text_pattern.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <chrono>

namespace chartroom {

/// How far a finding stands for itself.
enum class Bearing {
    Cause,
    Symptom, ///< mostly something else is behind it: it goes into that finding where there is one
    Remark,  ///< only said beside a finding
};
[[nodiscard]] QString bearingText(Bearing bearing); ///< cause | symptom | remark

/// A part of the stack that speaks for itself and that others wait for (resources/diagnosis/signatures.yaml
/// says what the fields mean).
struct Operand
{
    QString id;
    QString name;
    QList<QByteArray> labels; ///< as they stand in a pod's labels: "key":"value", or "key": alone
    QStringList workloads;
    QStringList kinds;
    QStringList charts;
    QString container;
    QString track;
    QString component;
    QStringList waitsFor;
};

/// What one kind of trouble looks like, what it means and what to do; the same file says how it is meant.
struct Signature
{
    QString id;
    StatementKind in = StatementKind::Pod;
    QStringList of;
    QStringList containers;
    QStringList reasons;
    QList<TextPattern> texts;
    QList<TextPattern> without;
    std::chrono::seconds patience{0};
    Bearing bearing = Bearing::Cause;
    Confidence confidence = Confidence::Certain;
    QString component;
    QString about;
    bool sparesNodes = false; ///< nothing of a rollout comes from it
    QStringList explains;
    QStringList rulesOut; ///< reasons of what another one says of the same operand and node
    QString meaning;
    QString nextStep;
    QString sameKernelMeaning; ///< "" where a node with the same kernel makes no difference
    QString sameKernelNextStep;
    QString source;
};

} // namespace chartroom
