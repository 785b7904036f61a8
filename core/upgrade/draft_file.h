// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/draft.h"

#include <QByteArray>

namespace chartroom {

/// The draft as YAML for a colleague to read and approve: keys in the order of the work, comments that name
/// units. readDraft() gives an equal draft back. A plan file holds no secrets: Invalid, naming the paths,
/// when the edits or a text hold what looks like one.
[[nodiscard]] Result<QByteArray> writeDraft(const UpgradeDraft &draft);

/// Reads what writeDraft() writes. Invalid with "FILE:LINE:COLUMN: what" for what is no YAML, an unknown key,
/// a wrong type, a time whose offset is not that of its zone, an edit that looks like a secret or was masked,
/// another kind or version, and for the first field that validate() refuses.
[[nodiscard]] Result<UpgradeDraft> readDraft(const QByteArray &yaml, const QString &fileName);

} // namespace chartroom
