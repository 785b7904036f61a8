// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/matrix_source.h"

#include <git2.h>
#include <memory>

namespace chartroom {

/// libgit2's objects, each freed by its own function.
template<auto freeObject>
struct GitFree
{
    template<typename T>
    void operator()(T *object) const
    {
        freeObject(object);
    }
};
template<typename T, auto freeObject>
using GitPointer = std::unique_ptr<T, GitFree<freeObject>>;

using GitRepository = GitPointer<git_repository, git_repository_free>;
using GitReference = GitPointer<git_reference, git_reference_free>;
using GitCommit = GitPointer<git_commit, git_commit_free>;
using GitObject = GitPointer<git_object, git_object_free>;
using GitTree = GitPointer<git_tree, git_tree_free>;
using GitTreeEntry = GitPointer<git_tree_entry, git_tree_entry_free>;
using GitBlob = GitPointer<git_blob, git_blob_free>;
using GitWalk = GitPointer<git_revwalk, git_revwalk_free>;
using GitSignature = GitPointer<git_signature, git_signature_free>;
using GitConfig = GitPointer<git_config, git_config_free>;
using GitStatusList = GitPointer<git_status_list, git_status_list_free>;

/// Calls a libgit2 function whose first argument takes what it makes; null where it fails.
template<typename Pointer, typename Function, typename... Arguments>
[[nodiscard]] Pointer gitMake(Function function, Arguments... arguments)
{
    typename Pointer::pointer made = nullptr;
    return function(&made, arguments...) == 0 ? Pointer(made) : Pointer();
}

/// With libgit2's own words as the detail.
[[nodiscard]] tl::unexpected<Error> gitFailure(Error::Code code, const QString &message);

/// The repository that a folder or a file is in. Errors: NotFound where there is none, Forbidden for somebody
/// else's, Damaged.
[[nodiscard]] Result<GitRepository> openGitRepository(const QString &path);
/// A branch, tag, remote branch or commit, "" for HEAD; in that order.
[[nodiscard]] Result<GitCommit> gitCommitOf(git_repository *repository, const QString &revision);
/// The file in a commit's tree; null when it is not there.
[[nodiscard]] GitTreeEntry gitEntryOf(const git_commit *commit, const QString &path);
/// Errors: NotFound, TooLarge.
[[nodiscard]] Result<QByteArray> gitFileOf(git_repository *repository, const git_commit *commit,
                                           const QString &path);
[[nodiscard]] QString gitIdText(const git_oid *id);

} // namespace chartroom
