// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_operation.h"

#include <QObject>

#include <optional>

namespace chartroom {

/// What is wrong in one cluster as models and pages see it: a thin, read-only face of a connected session, so
/// that a screen can be tested without one. Emits from the GUI thread only.
class FindingsSource : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Nothing is read before the first call; later calls do nothing.
    virtual void start() = 0;
    /// Whether anybody looks at this cluster: else what changes meanwhile is looked at later. So at first.
    virtual void setActive(bool isActive) = 0;
    /// Now, even if nothing changed; nothing before start().
    virtual void lookAgain() = 0;

    /// Of the last look that came to something; its extent has no time before the first.
    [[nodiscard]] virtual const DiagnosisResult &result() const = 0;
    /// Why the look after it came to nothing.
    [[nodiscard]] virtual const std::optional<Error> &problem() const = 0;
    /// When the nodes' rollouts were last judged again since the look of result(); invalid: not since.
    [[nodiscard]] virtual QDateTime judgedAt() const { return {}; }
    /// UTC, of the cluster: in a recording the moment that it shows.
    [[nodiscard]] virtual QDateTime now() const = 0;

    [[nodiscard]] bool hasLooked() const { return result().extent.at.isValid(); }

Q_SIGNALS:
    /// A look has ended: result() or problem() is another one.
    void changed();
};

} // namespace chartroom
