// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/classifier.h"
#include "core/responsibility/recognition.h"

#include <QCoreApplication>

namespace chartroom {

/// Why a release counts as the component it is placed at.
enum class Place {
    Provided,     ///< the component's chart where it is expected
    Misplaced,    ///< the component's chart in another namespace, and no other one in the expected namespace
    Elsewhere,    ///< the component's chart beside or outside of the provided one: the customer's
    LooksAlike,   ///< only the chart name agrees: the customer's
    CustomerRule, ///< a rule for charts that customers bring
    OriginOnly,   ///< no rule has the chart, its home or source is Crusoe's
    NoRule,       ///< no rule at all
};

/// The sentences of an Ownership, and where each can be checked. All cluster text in them is made visible.
class OwnershipSentences
{
    Q_DECLARE_TR_FUNCTIONS(OwnershipSentences)
public:
    OwnershipSentences(const Release &release, const ClusterEvidence &cluster,
                       const ResponsibilityRules &rules);

    [[nodiscard]] Evidence decided(const Decision &decision) const;
    [[nodiscard]] Evidence chart(const Recognition &found) const;
    [[nodiscard]] Evidence nameSpace(const Recognition &found) const;
    [[nodiscard]] Evidence origin(const Recognition &found) const;
    [[nodiscard]] Evidence image(const Recognition &found) const;
    [[nodiscard]] Evidence releaseName(const Recognition &found) const;
    [[nodiscard]] Evidence rival(const ReleaseOverview &other, Place place) const;
    [[nodiscard]] Evidence firstDeployed(const QDateTime &reference, bool withCluster) const;
    [[nodiscard]] Evidence installed(const QString &kind, const QString &name, bool present) const;
    [[nodiscard]] Evidence revisions() const;
    [[nodiscard]] Evidence divergence(const Divergence &divergence) const;
    [[nodiscard]] Evidence unread() const;
    [[nodiscard]] QList<Evidence> model(const Component &component) const;

    [[nodiscard]] QString summary(const Ownership &ownership, const Recognition &found,
                                  const Component &component, Place place,
                                  const std::optional<Decision> &decision) const;
    [[nodiscard]] QString unreadSummary(const Component *byName) const;

    /// The object that holds the newest record: "Secret NAMESPACE/NAME".
    [[nodiscard]] QString record() const;

private:
    [[nodiscard]] QString placed(const Recognition &found, Place place) const;
    [[nodiscard]] QString diverges() const;

    const Release &m_release;
    const ClusterEvidence &m_cluster;
    const ResponsibilityRules &m_rules;
};

} // namespace chartroom
