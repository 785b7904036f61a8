// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/kubectl_client.h"
#include "core/versions/matrix_edit.h"
#include "core/versions/matrix_source.h"

#include <functional>

namespace chartroom {

/// A changed matrix that goes onto a branch as one commit.
struct MatrixCommit
{
    MatrixGitPlace place; ///< its revision is a branch, "" for the one that is checked out
    QString readAt;       ///< MatrixText::revision: the commit that `before` was read from
    QByteArray before;
    QByteArray after;
    QString subject;
    QStringList evidence; ///< lines of the message's body
    QString tag;          ///< "" for none
    QDateTime at;
};

struct MatrixCommitted
{
    QString commit;
    QString branch;
    QString tag;
    QString author;    ///< Anna Berg <anna@example.com>
    QStringList notes; ///< sentences: what is dirty and was left, what is not signed
};

/// vYYYY-MM-stable.
[[nodiscard]] QString stableTag(QDate date);
/// Subject and body for an edit: what moved from which version to which, then the evidence.
[[nodiscard]] QString commitMessage(const MatrixCommit &commit, const QList<MatrixChange> &changes);

/// Commits onto the branch and tags it, with the author of the Git configuration; never pushes. The work
/// tree's copy follows where nobody changed it; anything else in a work tree is left as it is, and a note
/// says so. Errors: Throttled where the branch or the file moved since it was read, Invalid for a tag that is
/// there already, a copy with changes that are not committed or a missing author, NotFound, File. Nothing is
/// changed then. Waits for the disk: for the pool.
[[nodiscard]] Result<MatrixCommitted> commitMatrix(const MatrixCommit &commit,
                                                   const QList<MatrixChange> &changes);

/// What commitMatrix() would come to, with the same errors: its branch, its author and its notes. Nothing is
/// written, and somebody may be quicker all the same. For the pool.
[[nodiscard]] Result<MatrixCommitted> tryCommitMatrix(const MatrixCommit &commit);

/// A changed matrix that goes back into its ConfigMap.
struct MatrixApply
{
    QString namespaceName;
    QString name;
    QString key;
    QString resourceVersion; ///< that was read
    QByteArray after;
    bool takesOwnership = false; ///< from another manager of the field
};

/// Server-side apply as field manager chartroom-versions; the object comes by standard input.
[[nodiscard]] QStringList applyArguments(const MatrixApply &apply);
/// What it takes to write it, tried on the API server without writing: it takes ownership where only a person
/// with kubectl wrote the key. Nothing comes when the guard is gone. Errors: as applyMatrix().
void tryMatrix(KubectlClient *kubectl, const MatrixApply &apply, QObject *guard,
               const std::function<void(const Result<MatrixApply> &)> &done);
/// Only MatrixOperation writes to a cluster with it. `done` gets the new resourceVersion, unless the guard is
/// gone. Errors: Throttled where the ConfigMap changed since it was read, Forbidden with its name where
/// another manager owns the key.
void applyMatrix(KubectlClient *kubectl, const MatrixApply &apply, QObject *guard,
                 const std::function<void(const Result<QString> &)> &done);

} // namespace chartroom
