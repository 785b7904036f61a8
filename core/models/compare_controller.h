// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/shown_comparison.h"
#include "core/models/values_controller.h"

namespace chartroom {

/// Two sides of one release against each other: which, hidden or revealed, and how far the reading is. Sides
/// are read at once, again with each new revision, and compared on the pool; the newest question wins.
class CompareController final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Null when the cluster is not connected. Forgets the release.
    void setSource(ReleaseSource *releases, SideReader *sides);
    void setRelease(const ReleaseKey &key);
    void compare(const Side &from, const Side &to);
    void swap();
    void setRevealed(bool revealed);
    void retry();

    [[nodiscard]] const Side &from() const { return m_from; }
    [[nodiscard]] const Side &to() const { return m_to; }
    [[nodiscard]] bool isRevealed() const { return m_revealed; }
    [[nodiscard]] ReadPhase phase() const { return m_phase; }
    [[nodiscard]] const Error &error() const { return m_error; }
    [[nodiscard]] const ShownComparison &shown() const { return *m_shown; }
    /// The changes that the filter leaves.
    [[nodiscard]] const std::shared_ptr<const ChangeTree> &tree() const { return m_tree; }
    /// The tree follows by treeChanged(); a filter stays with another comparison.
    void setFilter(const QString &pathPart);
    /// Only read while somebody looks.
    void setActive(bool active);
    /// Where a change stands in the text; `object` is its place in ShownComparison::objects, -1 for values.
    [[nodiscard]] SideLine lineOf(int object, const QString &path) const;
    /// Who set a path of a live object, and when; nothing when that is not known.
    [[nodiscard]] std::optional<FieldOwner> ownerOf(int object, const QString &path) const;

Q_SIGNALS:
    void changed();
    /// Another filter; with another comparison changed() says it.
    void treeChanged();

private:
    struct Compared
    {
        std::shared_ptr<const ShownComparison> shown;
        std::shared_ptr<const ChangeTree> tree;
        QString filter; ///< the tree's
    };
    void followReleases();
    void read();
    void take(bool isFrom, const Result<SideText> &text);
    void work();
    void grow();
    void enter(ReadPhase phase, const Error &error = {});

    QPointer<ReleaseSource> m_releases;
    QPointer<SideReader> m_sides;
    ReleaseKey m_key;
    Side m_from;
    Side m_to;
    std::optional<SideText> m_fromText;
    std::optional<SideText> m_toText;
    int m_newest = 0; ///< the newest revision when they were read
    bool m_revealed = false;
    bool m_active = false;
    bool m_stale = true;
    ReadPhase m_phase = ReadPhase::Idle;
    Error m_error;
    QString m_filter;
    std::shared_ptr<const ShownComparison> m_shown = std::make_shared<const ShownComparison>();
    std::shared_ptr<const ChangeTree> m_tree = std::make_shared<const ChangeTree>();
    int m_question = 0;
};

} // namespace chartroom
