// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

    /// Invalid for a draft that cannot be run or holds a secret; File.
    [[nodiscard]] Result<void> keep(const UpgradeDraft &draft) const;
    /// Nothing where none is kept, or none that can be read.
    [[nodiscard]] std::optional<UpgradeDraft> find(const QString &context, const ReleaseKey &key) const;
    void forget(const QString &context, const ReleaseKey &key) const;

private:
    [[nodiscard]] QString file(const QString &context, const ReleaseKey &key) const;

    QString m_folder;
};

} // namespace chartroom
