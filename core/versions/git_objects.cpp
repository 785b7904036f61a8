// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/git_objects.h"

#include "core/base/document.h"
#include "core/versions/versions_tr.h"

#include <QFile>
#include <QFileInfo>

#include <array>

namespace chartroom {

using namespace Qt::StringLiterals;

tl::unexpected<Error> gitFailure(Error::Code code, const QString &message)
{
    const git_error *last = git_error_last();
    return failure(code, message, last && last->message ? QString::fromUtf8(last->message) : QString());
}

Result<GitRepository> openGitRepository(const QString &path)
{
    static const int started = git_libgit2_init();
    if (started < 0)
        return gitFailure(Error::Code::Unsupported,
                          VersionsTr::tr("This build cannot read Git repositories."));
    const QFileInfo info(path);
    const QString folder = info.isDir() ? info.absoluteFilePath() : info.absolutePath();
    git_repository *opened = nullptr;
    const int result = git_repository_open_ext(&opened, QFile::encodeName(folder).constData(), 0U, nullptr);
    if (result == 0)
        return GitRepository(opened);
    if (result == GIT_ENOTFOUND)
        return gitFailure(Error::Code::NotFound,
                          VersionsTr::tr("There is no Git repository at %1.").arg(path));
    const git_error *last = git_error_last();
    const bool isForeign =
        result == GIT_EOWNER || (last && last->message && QByteArrayView(last->message).contains("owner"));
    return gitFailure(isForeign ? Error::Code::Forbidden : Error::Code::Damaged,
                      isForeign
                          ? VersionsTr::tr("The Git repository at %1 belongs to another user; add it to "
                                           "safe.directory in your Git configuration if you trust it.")
                                .arg(path)
                          : VersionsTr::tr("The Git repository at %1 cannot be read.").arg(path));
}

Result<GitCommit> gitCommitOf(git_repository *repository, const QString &revision)
{
    const QByteArray name = revision.toUtf8();
    const std::array names{QByteArray(revision.isEmpty() ? "HEAD" : "refs/heads/" + name),
                           "refs/tags/" + name, "refs/remotes/" + name, name};
    for (const QByteArray &candidate : names) {
        const auto found = gitMake<GitObject>(&git_revparse_single, repository, candidate.constData());
        const auto peeled =
            found ? gitMake<GitObject>(&git_object_peel, found.get(), GIT_OBJECT_COMMIT) : GitObject();
        if (!peeled)
            continue;
        if (auto commit = gitMake<GitCommit>(&git_commit_lookup, repository, git_object_id(peeled.get())))
            return commit;
    }
    return gitFailure(
        Error::Code::NotFound,
        revision.isEmpty()
            ? VersionsTr::tr("The Git repository has no commit yet.")
            : VersionsTr::tr("The Git repository has no branch, tag or commit %1.").arg(revision));
}

GitTreeEntry gitEntryOf(const git_commit *commit, const QString &path)
{
    const auto tree = gitMake<GitTree>(&git_commit_tree, commit);
    return tree ? gitMake<GitTreeEntry>(&git_tree_entry_bypath, tree.get(), path.toUtf8().constData())
                : GitTreeEntry();
}

Result<QByteArray> gitFileOf(git_repository *repository, const git_commit *commit, const QString &path)
{
    const GitTreeEntry entry = gitEntryOf(commit, path);
    if (!entry || git_tree_entry_type(entry.get()) != GIT_OBJECT_BLOB)
        return gitFailure(
            Error::Code::NotFound,
            VersionsTr::tr("Commit %1 has no file %2.").arg(gitIdText(git_commit_id(commit)).left(12), path));
    const auto blob = gitMake<GitBlob>(&git_blob_lookup, repository, git_tree_entry_id(entry.get()));
    if (!blob)
        return gitFailure(Error::Code::Damaged, VersionsTr::tr("%1 cannot be read from Git.").arg(path));
    const auto size = git_blob_rawsize(blob.get());
    if (size > git_object_size_t(YamlLimits().maxBytes))
        return failure(Error::Code::TooLarge,
                       VersionsTr::tr("%1 is too large for a version matrix.").arg(path));
    return QByteArray(static_cast<const char *>(git_blob_rawcontent(blob.get())), qsizetype(size));
}

QString gitIdText(const git_oid *id)
{
    std::array<char, GIT_OID_HEXSZ + 1> text{};
    git_oid_tostr(text.data(), text.size(), id);
    return QString::fromLatin1(text.data());
}

} // namespace chartroom
