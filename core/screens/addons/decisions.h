// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/helm/release.h"
#include "core/responsibility/decision.h"
#include "core/responsibility/ownership.h"

#include <QObject>
#include <QThreadPool>

#include <optional>

namespace chartroom {

class ResponsibilityRules;

/// What a person may decide about a release as it stands.
struct DecisionOffer
{
    bool declare = false;  ///< that it diverges, and so is the customer's
    bool withdraw = false; ///< the decision that counts

    friend bool operator==(const DecisionOffer &, const DecisionOffer &) = default;
};

/// What persons decided about the owners of releases. Writes a decision into the user's file and reads the
/// rules anew from it; one for all screens. Destroyed, it first ends what it writes.
class Decisions final : public QObject
{
    Q_OBJECT
public:
    /// `rules` outlive it and are replaced as a whole, just before changed().
    explicit Decisions(ResponsibilityRules *rules, QObject *parent = nullptr);

    /// The one that counts.
    [[nodiscard]] std::optional<Decision> of(const QString &cluster, const ReleaseKey &release) const;
    [[nodiscard]] DecisionOffer offer(const QString &cluster, const ReleaseKey &release,
                                      const Ownership &ownership) const;
    /// What it means to write `decision`, for the person who is about to.
    [[nodiscard]] QString meaning(const Decision &decision) const;
    /// Ends in changed() or failed().
    void record(const Decision &decision);

Q_SIGNALS:
    /// The rules hold it now.
    void changed(const chartroom::Decision &decision);
    /// The file could not be written, or not be read after that; the rules are as they were.
    void failed(const chartroom::Error &why);

private:
    ResponsibilityRules *m_rules;
    QThreadPool m_writer; ///< one decision after the other, each to its end
};

} // namespace chartroom
