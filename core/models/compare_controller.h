// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/comparison.h"
#include "core/diff/text_diff.h"
#include "core/models/values_controller.h"

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
};

/// Two sides of one release against each other: which, hidden or revealed, and how far the reading is. Sides
/// are read at once, compared on the pool; the newest question wins.
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
    [[nodiscard]] const ShownComparison &shown() const { return m_shown; }
    /// The person who asks for it reads only while somebody looks.
    void setActive(bool active);

Q_SIGNALS:
    void changed();

private:
    void read();
    void take(bool isFrom, const Result<SideText> &text);
    void work();
    void enter(ReadPhase phase, const Error &error = {});

    QPointer<ReleaseSource> m_releases;
    QPointer<SideReader> m_sides;
    ReleaseKey m_key;
    Side m_from;
    Side m_to;
    std::optional<SideText> m_fromText;
    std::optional<SideText> m_toText;
    bool m_revealed = false;
    bool m_active = false;
    bool m_stale = true;
    ReadPhase m_phase = ReadPhase::Idle;
    Error m_error;
    ShownComparison m_shown;
    int m_question = 0;
};

} // namespace chartroom
