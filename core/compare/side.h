// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"
#include "core/helm/release.h"
#include "core/live/live_objects.h"
#include "core/outcomes/outcomes.h"

#include <QDateTime>
#include <QFuture>
#include <QObject>

#include <optional>

namespace chartroom {

/// One side of a comparison, as the verb `diff` names it.
struct Side
{
    enum class Kind {
        Computed,  ///< rev:N, what the templates saw
        User,      ///< user:N
        Default,   ///< default:VERSION, values.yaml of the chart
        File,      ///< file:PATH
        Reference, ///< what the divergence is measured against
        Outcome,   ///< outcome:STRATEGY@VERSION, the user values that Helm would store
        Manifest,  ///< manifest:N
        Live,      ///< the manifest's objects as they are in the cluster
        Upgrade,   ///< upgrade:STRATEGY@VERSION, the manifest that helm would send (its dry run)
        Crds,      ///< crds:VERSION, the definitions in the folder crds of the chart and its sub-charts
        Readme,    ///< readme:VERSION; plain text, to read and not to compare
        Changes,   ///< changes:VERSION, CHANGELOG.md or the annotation artifacthub.io/changes; plain text
    };
    Kind kind = Kind::User;
    std::optional<int> revision; ///< Computed, User, Manifest; none: the newest
    QString version; ///< Default, Crds, Readme, Changes (none: that of the newest revision), Outcome, Upgrade
    QString path;    ///< File
    Strategy strategy = Strategy::Reuse; ///< Outcome, Upgrade

    friend bool operator==(const Side &, const Side &) = default;
};

/// What the archive of a chart holds beside its values.
[[nodiscard]] bool isOfArchive(Side::Kind kind);
/// That is plain text: it has no documents.
[[nodiscard]] bool isPlainText(Side::Kind kind);

/// rev:N, user:N, default:VERSION, file:PATH, reference, outcome:STRATEGY@VERSION, manifest:N, live,
/// upgrade:STRATEGY@VERSION, crds:VERSION, readme:VERSION, changes:VERSION; what takes N or a VERSION alone
/// means the newest revision, except with a strategy. Invalid names what is wrong with the text.
[[nodiscard]] Result<Side> readSide(const QString &text);
/// The inverse.
[[nodiscard]] QString sideText(const Side &side);

/// What stands on a side. Values sides have one document; manifests, CRDs and live have one an object, plain
/// text has none.
struct SideText
{
    Side side;
    QString title; ///< "user values of revision 7"
    bool isManifest = false;
    QList<Value> documents; ///< not masked
    QByteArray text;        ///< YAML as stored, else as writeYaml() writes the documents; not masked
    QStringList notices;    ///< "The index is 3 days old.", objects that could not be read
    QList<LiveObject> live; ///< with Live: what became of each object, with its managedFields
    /// What of the side could not be read, sentences that `notices` has too: where there are some, no
    /// comparison says that nothing differs.
    QStringList gaps = {};
};

/// Reads sides of one release. Lives with its cluster's session.
class SideReader : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    /// A side that is not there is an error and never an empty text: Unsupported (live or a manifest in a
    /// recording), NotFound (revision, version, values that were not recorded).
    [[nodiscard]] virtual QFuture<Result<SideText>> read(const ReleaseKey &key, const Side &side) = 0;
};

} // namespace chartroom
