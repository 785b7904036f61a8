// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/version_review.h"

#include "core/versions/session_version_facts.h"

#include <QCoreApplication>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::VersionReview)
};

/// The only one there is, or why it cannot be read; nothing where there is none.
std::optional<Result<std::pair<VersionMatrix, QString>>> onlyConfigMap(const SeenVersions &seen)
{
    using Read = Result<std::pair<VersionMatrix, QString>>;
    if (seen.configMapProblem)
        return Read(tl::make_unexpected(*seen.configMapProblem));
    if (seen.configMaps.isEmpty())
        return {};
    if (seen.configMaps.size() > 1)
        return Read(
            failure(Error::Code::Invalid, Text::tr("There are several ConfigMaps %1, and none was looked at.")
                                              .arg(MatrixConfigMap::usualName.toString())));
    const Result<MatrixText> text = seen.configMaps.first().matrix();
    if (!text)
        return Read(tl::make_unexpected(text.error()));
    const Result<VersionMatrix> matrix = VersionMatrix::read(text->text);
    return matrix ? Read(std::pair(*matrix, text->label)) : Read(tl::make_unexpected(matrix.error()));
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

/// The chart's version that the matrix means: as the index has it, else spelled like the one that runs.
QString chartVersion(const QString &component, const QString &wanted, const QString &running,
                     const QList<PublishedVersions> &published)
{
    for (const PublishedVersions &known : published) {
        if (known.component != component)
            continue;
        for (const QString &version : known.versions)
            if (compareSpellings(wanted, version) == VersionOrder::Equal)
                return version;
    }
    const QString bare = wanted.startsWith(u'v') ? wanted.mid(1) : wanted;
    return running.startsWith(u'v') ? u'v' + bare : bare;
}

} // namespace

Result<VersionReview> reviewVersions(const SeenVersions &seen, const ReviewWish &wish)
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
    WayFacts way;
    way.bakes = seen.bakes;
    way.overtaken = overtakenBakes(seen.bakes, seen.facts.releases);
    way.troubles = seen.troubles;
    way.now = seen.at;
    addRollouts(seen.facts, way);
    review.way = wayOf(*review.matrix, review.audit, way);
    return review;
}

Result<StepPlan> planOfStep(const WayStep &step, const SeenVersions &seen)
{
    const QString title = matrixGroupTitle(step.group);
    if (step.state == WayStep::State::Done || step.moves.isEmpty())
        return failure(Error::Code::Unsupported, Text::tr("%1 is where it is to be.").arg(title));
    if (step.state == WayStep::State::Rolling || step.state == WayStep::State::Baking)
        return failure(Error::Code::Unsupported, Text::tr("%1 is under way already.").arg(title));
    const WayMove &lead = step.moves.first();
    const auto found = std::find_if(
        seen.facts.releases.cbegin(), seen.facts.releases.cend(), [&](const ReleaseFact &release) {
            return !release.chart.isEmpty() && operatorOfChart(release.chart) == lead.component;
        });
    if (found == seen.facts.releases.cend())
        return failure(Error::Code::Unsupported,
                       Text::tr("No Helm release in this cluster brings %1 %2; it is upgraded outside of "
                                "Chartroom.")
                           .arg(versionTitle(lead.component), lead.to));
    return StepPlan{found->namespaceName, found->name,
                    chartVersion(lead.component, lead.to, found->chartVersion, seen.published)};
}

} // namespace chartroom
