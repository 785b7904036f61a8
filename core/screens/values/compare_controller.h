// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/side.h"
#include "core/screens/values/release_controller.h"
#include "core/screens/values/shown_comparison.h"

namespace chartroom {

/// Two sides of one release against each other, compared on the pool.
class CompareController final : public ReleaseController
{
    Q_OBJECT
public:
    using ReleaseController::ReleaseController;

    void setSource(ReleaseSource *releases, SideReader *sides);
    void compare(const Side &from, const Side &to);
    void swap();

    [[nodiscard]] const Side &from() const { return m_from; }
    [[nodiscard]] const Side &to() const { return m_to; }
    [[nodiscard]] const ShownComparison &shown() const { return *m_shown; }
    /// The changes that the filter leaves.
    [[nodiscard]] const std::shared_ptr<const ChangeTree> &tree() const { return m_tree; }
    /// The tree follows by treeChanged(); a filter stays with another comparison.
    void setFilter(const QString &pathPart);
    /// Where a change stands in the text; `object` is its place in ShownComparison::objects, -1 for values.
    [[nodiscard]] SideLine lineOf(int object, const QString &path) const;
    /// Who set a path of a live object, and when; nothing when that is not known.
    [[nodiscard]] std::optional<FieldOwner> ownerOf(int object, const QString &path) const;

Q_SIGNALS:
    /// Another filter; with another comparison changed() says it.
    void treeChanged();

private:
    struct Compared
    {
        std::shared_ptr<const ShownComparison> shown;
        std::shared_ptr<const ChangeTree> tree;
        QString filter; ///< the tree's
    };
    void clear() override;
    void read(const Release &release) override;
    void show() override;
    void take(std::optional<SideText> &side, const SideText &text);
    void grow();

    QPointer<SideReader> m_sides;
    Side m_from;
    Side m_to;
    std::optional<SideText> m_fromText;
    std::optional<SideText> m_toText;
    QString m_filter;
    std::shared_ptr<const ShownComparison> m_shown = std::make_shared<const ShownComparison>();
    std::shared_ptr<const ChangeTree> m_tree = std::make_shared<const ChangeTree>();
};

} // namespace chartroom
