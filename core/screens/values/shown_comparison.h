// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"
#include "core/diff/diff_export.h"
#include "core/diff/text_diff.h"
#include "core/screens/values/change_tree.h"
#include "core/screens/values/diff_layout.h"
#include "core/screens/values/shown_setting.h"
#include "core/screens/values/yaml_outline.h"

#include <memory>

namespace chartroom {

/// A comparison as a person may see it.
struct ShownComparison
{
    QString from; ///< titles
    QString to;
    std::shared_ptr<const TextDiff> text; ///< masked unless revealed
    Comparison comparison;                ///< not masked
    QList<ObjectChange> objects;          ///< of `comparison`, for the tree
    ExportedComparison exported;          ///< not masked: what writes it does that
    /// Of the texts compared, to find a path's line; no documents when a text is past what is read.
    YamlOutline fromOutline;
    YamlOutline toOutline;
    QList<Value> fromDocuments;
    QList<Value> toDocuments;
    bool isRevealed = false;
    int hidden = 0; ///< values that are dots, on the side that has more of them

    /// All changes; an object that is new or gone counts as one.
    [[nodiscard]] int count() const;
    /// Nothing differs, comments and order neither.
    [[nodiscard]] bool isSameText() const { return !text || text->added + text->removed == 0; }
    /// See ChangeTree.
    [[nodiscard]] std::shared_ptr<const ChangeTree> tree(const QString &filter) const;
    /// Where a change stands in the text; `object` is its place in `objects`, -1 for values.
    [[nodiscard]] SideLine lineOf(int object, const QString &path) const;
    /// What the line sets, as it is shown.
    [[nodiscard]] ShownSetting settingOn(const SideLine &line) const;
    /// The same of a change, or of what leads to some: as it is after, else as it was before.
    [[nodiscard]] ShownSetting settingAt(int object, const QString &path) const;
};

/// Invalid as compareSides() has it. A pure function for the pool.
[[nodiscard]] Result<ShownComparison> shownComparison(const SideText &from, const SideText &to,
                                                      const QString &releaseNamespace, bool isRevealed);

} // namespace chartroom
