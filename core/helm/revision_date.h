// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

namespace chartroom {

/// When a stored revision was made and last changed, by each source that tells it, in UTC. The label
/// modifiedAt is none of them: Helm copies it from the record before into the new one (helm/helm
/// pkg/action/upgrade.go mergeCustomLabels over the labels that pkg/storage/driver/secrets.go Query gives
/// @v3.22.0, @v4.3.1), so it is that of an earlier revision until the record is written again.
struct RevisionDate
{
    QDateTime deployed; ///< info.last_deployed, by the clock of the machine that ran helm; once decoded
    QDateTime created;  ///< metadata.creationTimestamp, by the server's clock
    QDateTime written;  ///< the youngest time in metadata.managedFields, by the server's clock

    /// The moment that `helm history` shows; until the record is decoded the one closest to it.
    [[nodiscard]] QDateTime shown() const;
    /// What decides whether somebody may still be at work: no source makes it older than another says.
    [[nodiscard]] QDateTime youngest() const;

    friend bool operator==(const RevisionDate &, const RevisionDate &) = default;
};

} // namespace chartroom
