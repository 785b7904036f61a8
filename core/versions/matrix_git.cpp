// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/git_objects.h"
#include "core/versions/matrix_source.h"
#include "core/versions/versions_tr.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTimeZone>

#include <algorithm>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostCommits = 50'000; ///< that a history looks at

QDateTime timeOf(const git_signature *signature)
{
    return QDateTime::fromSecsSinceEpoch(signature->when.time, Qt::OffsetFromUTC,
                                         signature->when.offset * 60);
}

/// Names of tags by the commit they stand on.
QMap<QString, QStringList> tagsByCommit(git_repository *repository)
{
    QMap<QString, QStringList> tags;
    git_strarray names{};
    if (git_tag_list(&names, repository) != 0)
        return tags;
    for (size_t i = 0; i < names.count; ++i) {
        const QString name = QString::fromUtf8(names.strings[i]);
        if (const auto commit = gitCommitOf(repository, u"refs/tags/"_s + name))
            tags[gitIdText(git_commit_id(commit->get()))].append(name);
    }
    git_strarray_dispose(&names);
    for (QStringList &list : tags)
        list.sort();
    return tags;
}

bool isSameEntry(const GitTreeEntry &a, const GitTreeEntry &b)
{
    if (!a || !b)
        return !a && !b;
    return git_oid_equal(git_tree_entry_id(a.get()), git_tree_entry_id(b.get())) != 0;
}

/// Whether a commit has the file other than each of its parents.
bool changesFile(const git_commit *commit, const QString &path)
{
    const GitTreeEntry entry = gitEntryOf(commit, path);
    const unsigned count = git_commit_parentcount(commit);
    for (unsigned i = 0; i < count; ++i) {
        const auto parent = gitMake<GitCommit>(&git_commit_parent, commit, i);
        if (parent && isSameEntry(entry, gitEntryOf(parent.get(), path)))
            return false;
    }
    return entry || count > 0;
}

} // namespace

Result<MatrixText> readMatrixFromGit(const MatrixGitPlace &place)
{
    const auto repository = openGitRepository(place.repository);
    if (!repository)
        return tl::make_unexpected(repository.error());
    const auto commit = gitCommitOf(repository->get(), place.revision);
    if (!commit)
        return tl::make_unexpected(commit.error());
    const auto bytes = gitFileOf(repository->get(), commit->get(), place.path);
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    const QString revision = gitIdText(git_commit_id(commit->get()));
    const QString shown = place.revision.isEmpty() ? u"HEAD"_s : place.revision;
    return MatrixText{*bytes, VersionsTr::tr("%1 at %2 in %3").arg(place.path, shown, place.repository),
                      revision};
}

Result<MatrixGitPlace> gitPlaceOf(const QString &file, const QString &revision)
{
    const QFileInfo info(file);
    // A link leads to where it is kept.
    const auto repository = openGitRepository(info.exists() ? info.canonicalFilePath() : info.absolutePath());
    if (!repository)
        return tl::make_unexpected(repository.error());
    const char *workTree = git_repository_workdir(repository->get());
    if (!workTree)
        return failure(Error::Code::NotFound, VersionsTr::tr("%1 is not in a work tree.").arg(file));
    const QDir root(QFileInfo(QFile::decodeName(workTree)).canonicalFilePath());
    const QDir folder(QFileInfo(info.absolutePath()).canonicalFilePath());
    // One that only another branch has is not there now.
    const QString whole = info.exists() ? info.canonicalFilePath() : folder.filePath(info.fileName());
    const QString path = root.relativeFilePath(whole);
    const auto commit = gitCommitOf(repository->get(), revision);
    if (!commit)
        return tl::make_unexpected(commit.error());
    if (path.startsWith(u"../"_s) || !gitEntryOf(commit->get(), path))
        return failure(Error::Code::NotFound,
                       revision.isEmpty() ? VersionsTr::tr("%1 is not in Git.").arg(file)
                                          : VersionsTr::tr("%1 is not in Git at %2.").arg(file, revision));
    return MatrixGitPlace{root.path(), revision, path};
}

Result<QList<MatrixRevision>> matrixHistory(const MatrixGitPlace &place, int most)
{
    const auto repository = openGitRepository(place.repository);
    if (!repository)
        return tl::make_unexpected(repository.error());
    const auto tip = gitCommitOf(repository->get(), place.revision);
    if (!tip)
        return tl::make_unexpected(tip.error());
    const auto walk = gitMake<GitWalk>(&git_revwalk_new, repository->get());
    if (!walk || git_revwalk_sorting(walk.get(), GIT_SORT_TOPOLOGICAL | GIT_SORT_TIME) != 0 ||
        git_revwalk_push(walk.get(), git_commit_id(tip->get())) != 0)
        return gitFailure(Error::Code::Damaged,
                          VersionsTr::tr("The history of %1 cannot be read.").arg(place.path));
    const QMap<QString, QStringList> tags = tagsByCommit(repository->get());
    QList<MatrixRevision> revisions;
    git_oid id{};
    for (int seen = 0; seen < mostCommits && revisions.size() < most; ++seen) {
        if (git_revwalk_next(&id, walk.get()) != 0)
            break;
        const auto commit = gitMake<GitCommit>(&git_commit_lookup, repository->get(), &id);
        if (!commit || !changesFile(commit.get(), place.path))
            continue;
        const git_signature *author = git_commit_author(commit.get());
        const QString text = gitIdText(&id);
        revisions.append({text, QString::fromUtf8(author->name), QString::fromUtf8(author->email),
                          timeOf(author), QString::fromUtf8(git_commit_message(commit.get())),
                          tags.value(text)});
    }
    return revisions;
}

Result<MatrixGitNames> matrixGitNames(const QString &path)
{
    const auto repository = openGitRepository(path);
    if (!repository)
        return tl::make_unexpected(repository.error());
    MatrixGitNames names;
    const auto head = gitMake<GitReference>(&git_repository_head, repository->get());
    if (head && git_reference_is_branch(head.get()) != 0)
        names.head = QString::fromUtf8(git_reference_shorthand(head.get()));
    git_branch_iterator *branches = nullptr;
    if (git_branch_iterator_new(&branches, repository->get(), GIT_BRANCH_ALL) == 0) {
        git_reference *branch = nullptr;
        git_branch_t kind{};
        while (git_branch_next(&branch, &kind, branches) == 0) {
            const GitReference owned(branch);
            if (git_reference_type(branch) == GIT_REFERENCE_DIRECT) // origin/HEAD is none
                names.branches.append(QString::fromUtf8(git_reference_shorthand(branch)));
        }
        git_branch_iterator_free(branches);
    }
    git_strarray tags{};
    if (git_tag_list(&tags, repository->get()) == 0) {
        for (size_t i = 0; i < tags.count; ++i)
            names.tags.append(QString::fromUtf8(tags.strings[i]));
        git_strarray_dispose(&tags);
    }
    names.branches.sort();
    names.tags.sort();
    return names;
}

} // namespace chartroom
