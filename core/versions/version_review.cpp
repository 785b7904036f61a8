// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/version_review.h"

#include "core/versions/chosen_matrix.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// The only one there is, or why it cannot be read; nothing where there is none.
std::optional<Result<std::pair<VersionMatrix, QString>>> onlyConfigMap(const SeenVersions &seen)
{
    using Read = Result<std::pair<VersionMatrix, QString>>;
    if (seen.configMapProblem)
        return Read(tl::make_unexpected(*seen.configMapProblem));
    if (seen.configMaps.isEmpty())
        return {};
    if (seen.configMaps.size() > 1)
        return Read(failure(Error::Code::Invalid,
                            VersionsTr::tr("There are several ConfigMaps %1, and none was checked.")
                                .arg(MatrixConfigMap::usualName.toString())));
    const Result<ChosenMatrix> chosen = chosenMatrixOf(seen.configMaps.first());
    return chosen ? Read(std::pair(chosen->matrix, chosen->text.label))
                  : Read(tl::make_unexpected(chosen.error()));
}

/// It is the matrix where no other is given, and a copy of it that must be the same where one is.
void takeConfigMap(const SeenVersions &seen, AuditParts &parts, VersionReview &review)
{
    const auto only = onlyConfigMap(seen);
    if (!only)
        return;
    const auto &read = *only;
    if (!read && !parts.matrix) {
        review.problem = read.error();
    } else if (!read) {
        review.remarks << read.error().message;
    } else if (parts.matrix) {
        parts.copy = read->first;
        parts.copyLabel = read->second;
    } else {
        parts.matrix = read->first;
        parts.label = read->second;
    }
}

/// What the leading one brings by itself needs no setting. Drivers get theirs all the same: an earlier
/// upgrade may have left one behind.
void markBrought(const Compatibility &known, UpgradePath &upgradePath)
{
    for (UpgradePathStep &step : upgradePath.steps) {
        const UpgradePathMove lead = step.moves.value(0);
        const KnownComponent *component = known.of(lead.component);
        const KnownRelease *release = component ? component->release(lead.to) : nullptr;
        for (UpgradePathMove &move : step.moves)
            move.isBrought = release && move.component != u"gpu_driver" && move.component != u"mofed" &&
                             isSameVersion(release->brings.value(move.component), move.to);
    }
}

} // namespace

Result<VersionReview> reviewVersions(const SeenVersions &seen, const ReviewRequest &wish)
{
    VersionReview review;
    AuditParts parts;
    parts.facts = seen.facts;
    parts.matrix = wish.matrix;
    parts.label = wish.label;
    parts.entry = wish.entry;
    parts.published = seen.published;
    parts.at = seen.at;
    if (wish.takesConfigMap)
        takeConfigMap(seen, parts, review);
    const Result<Compatibility> known = Compatibility::bundled();
    if (!known)
        return tl::make_unexpected(known.error());
    parts.known = *known;
    review.audit = auditVersions(parts);
    if (review.problem) {
        review.audit.uncompared = review.problem->message;
        review.remarks << review.problem->message;
    } else if (!review.audit.uncompared.isEmpty()) {
        review.problem = Error{Error::Code::NotFound, review.audit.uncompared, {}, {}};
    }
    review.matrix = parts.matrix;
    if (!review.matrix)
        return review;
    UpgradePathInput input;
    input.bakes = seen.bakes;
    input.overtaken = overtakenBakes(seen.bakes, seen.facts.releases);
    input.troubles = seen.troubles;
    input.now = seen.at;
    addRollouts(seen.facts, input);
    review.upgradePath = upgradePathOf(*review.matrix, review.audit, input);
    markBrought(parts.known, *review.upgradePath);
    return review;
}

} // namespace chartroom
