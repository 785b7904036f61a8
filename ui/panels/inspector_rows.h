// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/hook_run.h"
#include "core/helm/release.h"
#include "core/screens/addons/standing.h"
#include "core/session/release_source.h"

#include <QHash>

#include <functional>

class QWidget;

namespace chartroom {

class Theme;

/// The rows of the inspector's sections, each a widget without a parent.
[[nodiscard]] QWidget *evidenceRow(const Evidence &evidence, const Theme &theme);
/// A state's shape beside what it rests on.
[[nodiscard]] QWidget *standingRow(const Standing &standing, const Theme &theme);
/// `change` as it may be shown: mask it first.
[[nodiscard]] QWidget *changeRow(const ValueChange &change, const Theme &theme);
/// A hook with its state, and what its object, pods, events and log say.
[[nodiscard]] QWidget *hookRow(const HookRun &run, const Theme &theme);
[[nodiscard]] QWidget *podRow(const ReleasePod &pod, const Theme &theme);
/// Revision, chart version ("…" while unknown), date, and the status where it is not the usual one. With
/// `rollBack` a button beside each revision that can be gone back to.
[[nodiscard]] QWidget *historyGrid(const QList<RevisionEntry> &revisions, const QHash<int, QString> &versions,
                                   const QDateTime &now, const Theme &theme,
                                   const std::function<void(int)> &rollBack);
/// Into the row of the revision, if `grid` has one.
void showVersion(const QWidget &grid, int revision, const QString &version);

/// "supported", "supported, likely", ...
[[nodiscard]] QString scopeText(const Ownership &ownership);
[[nodiscard]] QString interruptionText(const Ownership &ownership);

} // namespace chartroom
