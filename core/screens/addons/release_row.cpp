// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/release_row.h"

#include "core/base/visible_text.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_text.h"
#include "core/session/release_source.h"
#include "core/words/relative_time.h"
#include "core/words/situation_text.h"

namespace chartroom {

namespace {

QString ownerName(Owner owner)
{
    switch (owner) {
    case Owner::Crusoe:
        return ScreensTr::tr("Crusoe", "owner");
    case Owner::Shared:
        return ScreensTr::tr("Shared", "owner");
    case Owner::Customer:
        break;
    }
    return ScreensTr::tr("Customer", "owner");
}

QString scopeName(SupportScope scope)
{
    switch (scope) {
    case SupportScope::Supported:
        return ScreensTr::tr("supported", "support scope");
    case SupportScope::BestEffort:
        return ScreensTr::tr("best effort", "support scope");
    case SupportScope::CustomerOwned:
        break;
    }
    return ScreensTr::tr("customer-owned", "support scope");
}

} // namespace

ReleaseRow releaseRow(const ReleaseSource *source, const ReleaseKey &key)
{
    ReleaseRow row;
    row.key = key;
    row.name = visibleText(key.name);
    row.namespaceName = visibleText(key.namespaceName);
    const Release *release = source ? source->find(key) : nullptr;
    if (!release || release->revisions.isEmpty())
        return row;
    const RevisionEntry &newest = release->newest();
    row.revision = newest.revision;
    row.status = newest.status;
    row.statusText =
        visibleText(newest.statusText.isEmpty() ? releaseStatusText(newest.status) : newest.statusText);
    row.standing = {visualState(row.status), row.statusText, {row.statusText}};
    row.earlier = earlierRevisionsText(*release, source->serverNow());
    row.updated = newest.date.shown();
    row.problem = visibleText(maskedText(release->recordProblem));
    if (release->record) {
        row.hasRecord = true;
        row.chartName = visibleText(release->record->chartName);
        row.chartVersion = visibleText(release->record->chartVersion);
        row.appVersion = visibleText(release->record->appVersion);
    }
    if (release->divergence && release->divergence->known()) {
        row.divergenceKnown = true;
        row.changedPaths = int(release->divergence->changes.size());
        row.hasMaskedPaths = !release->divergence->unknown.isEmpty();
    }
    if (!row.isPending()) {
        const Ownership ownership = source->ownership(key);
        row.owner = ownership.owner;
        row.scope = ownership.scope;
    }
    return row;
}

Standing withEarlier(Standing standing, const ReleaseRow &row)
{
    if (row.earlier.isEmpty())
        return standing;
    const QString word = standing.word;
    standing = worse({VisualState::Attention, {}, {}}, standing);
    standing.word = QStringLiteral("%1 · %2").arg(word, row.earlier);
    return standing;
}

QString releaseCellText(const ReleaseRow &row, ReleaseColumn column, const QDateTime &now)
{
    const QString pending = QStringLiteral("…");
    const QString none = QStringLiteral("–");
    switch (column) {
    case ReleaseColumn::Name:
        return row.name;
    case ReleaseColumn::Namespace:
        return row.namespaceName;
    case ReleaseColumn::Chart:
        if (row.isPending())
            return pending;
        if (!row.hasRecord)
            return ScreensTr::tr("unreadable record");
        return row.chartVersion.isEmpty() ? row.chartName : row.chartName + u' ' + row.chartVersion;
    case ReleaseColumn::AppVersion:
        return row.isPending() ? pending : row.appVersion.isEmpty() ? none : row.appVersion;
    case ReleaseColumn::Revision:
        return QString::number(row.revision);
    case ReleaseColumn::Status:
        return row.standing.word;
    case ReleaseColumn::Owner:
        return row.isPending() ? pending : ownerName(row.owner);
    case ReleaseColumn::Scope:
        return row.isPending() ? pending : scopeName(row.scope);
    case ReleaseColumn::Diverges:
        if (row.isPending())
            return pending;
        if (!row.divergenceKnown)
            return none;
        if (row.changedPaths == 0 && row.hasMaskedPaths)
            return ScreensTr::tr("none found", "no divergence, but masked values");
        return row.changedPaths == 0 ? ScreensTr::tr("none", "no divergence")
                                     : ScreensTr::tr("%n path(s)", nullptr, row.changedPaths);
    case ReleaseColumn::Updated:
        return row.updated.isValid() ? agoText(row.updated, now) : none;
    }
    return {};
}

QString releaseCellDetail(const ReleaseRow &row, ReleaseColumn column)
{
    if (column == ReleaseColumn::Chart)
        return row.chartVersion;
    if (column == ReleaseColumn::Revision && row.revision == 1)
        return ScreensTr::tr("never upgraded");
    return {};
}

QVariant releaseSortValue(const ReleaseRow &row, ReleaseColumn column)
{
    switch (column) {
    case ReleaseColumn::Revision:
        return row.revision;
    case ReleaseColumn::Diverges:
        return row.divergenceKnown ? row.changedPaths : -1;
    case ReleaseColumn::Updated:
        return row.updated;
    case ReleaseColumn::Owner:
        return row.isPending() ? 99 : int(row.owner);
    case ReleaseColumn::Scope:
        return row.isPending() ? 99 : int(row.scope);
    default:
        return releaseCellText(row, column, {});
    }
}

QString releaseCellToolTip(const ReleaseRow &row, ReleaseColumn column, const QDateTime &now)
{
    switch (column) {
    case ReleaseColumn::Updated:
        return absoluteTimeText(row.updated);
    case ReleaseColumn::Status:
        return row.standing.text();
    case ReleaseColumn::Chart:
        return row.problem.isEmpty() ? releaseCellText(row, column, now) : row.problem;
    case ReleaseColumn::Revision:
        return row.revision == 1 ? ScreensTr::tr("Never upgraded since it was installed.")
                                 : ScreensTr::tr("Upgrades, rollbacks and failed attempts all count.");
    case ReleaseColumn::Diverges:
        return row.isPending()        ? ScreensTr::tr("Still loading.")
               : !row.divergenceKnown ? ScreensTr::tr("There is no reference to compare with.")
               : row.hasMaskedPaths
                   ? ScreensTr::tr(
                         "User values that differ from the reference; masked ones could not be compared.")
                   : ScreensTr::tr("User values that differ from the reference; this is not a verdict.");
    default:
        return releaseCellText(row, column, now);
    }
}

} // namespace chartroom
