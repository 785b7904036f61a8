// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "core/upgrade/draft.h"

namespace chartroom {

/// Drafts of upgrades between two starts of the program: one plan file a release, mode 0600, in the folder
/// given. None holds a secret: writeDraft() refuses those.
class KeptDrafts
{
public:
    explicit KeptDrafts(QString folder)
        : m_folder(std::move(folder))
    {}

    /// $XDG_STATE_HOME/chartroom/drafts.
    [[nodiscard]] static QString ofThisUser();

    /// A draft and the revision that it was made on.
    struct Kept
    {
        UpgradeDraft draft;
        QString base; ///< uid of that revision's record: no other cluster or release has it; "" unknown

        /// It was made for the release as it is now.
        [[nodiscard]] bool isFor(const Release &release) const;
    };

    /// Invalid for a draft that cannot be run or holds a secret; File. `release` is as it is now.
    [[nodiscard]] Result<void> keep(const UpgradeDraft &draft, const Release &release) const;
    /// Nothing where none is kept, or none that can be read.
    [[nodiscard]] std::optional<Kept> find(const QString &context, const ReleaseKey &key) const;
    void forget(const QString &context, const ReleaseKey &key) const;

private:
    [[nodiscard]] QString file(const QString &context, const ReleaseKey &key) const;

    QString m_folder;
};

} // namespace chartroom
