// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/kube/object_store.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QMap>
#include <QStringList>

namespace chartroom {

/// A matrix's text, with what a later write needs to notice that somebody else was quicker.
struct MatrixText
{
    QByteArray text;
    QString label;    ///< for a person: the path, repository and branch, or ConfigMap namespace/name
    QString revision; ///< commit or resourceVersion, "" of a file
};

/// A matrix in a Git repository.
struct MatrixGitPlace
{
    QString repository; ///< a folder in it, or a bare repository
    QString revision;   ///< branch, tag or commit; "" for what HEAD is
    QString path;       ///< in the repository, with /
};

/// One commit that changed the matrix.
struct MatrixRevision
{
    QString commit; ///< 40 hexadecimal digits
    QString author;
    QString email;
    QDateTime at; ///< the author's time, with its offset
    QString message;
    QStringList tags; ///< that stand on it, by name
};

/// A ConfigMap that holds a matrix.
struct MatrixConfigMap
{
    static constexpr QStringView usualName = u"gpu-version-matrix";

    QString uid;
    QString namespaceName;
    QString name;
    QString resourceVersion;
    QMap<QString, QString> texts; ///< its data

    [[nodiscard]] static Result<MatrixConfigMap> read(const KubeObject &object);
    /// The key that holds the matrix: matrix.yaml, else the only one that reads as a matrix; "" when there is
    /// none.
    [[nodiscard]] QString matrixKey() const;
    /// The one of a key, or of matrixKey() for "". Error: NotFound.
    [[nodiscard]] Result<MatrixText> matrix(const QString &key = {}) const;
};

/// The ConfigMaps of that name in any namespace, or in one.
using MatrixConfigMapStore = ObjectStore<MatrixConfigMap>;
[[nodiscard]] ResourceQuery matrixConfigMapQuery(const QString &namespaceName = {},
                                                 QStringView name = MatrixConfigMap::usualName);

/// Reads a file of at most 4 MiB. Errors: NotFound, File, TooLarge. This and all below wait for the disk: for
/// the pool.
[[nodiscard]] Result<MatrixText> readMatrixFile(const QString &path);
/// At the place's revision. Errors: NotFound for repository, revision and file; File; TooLarge.
[[nodiscard]] Result<MatrixText> readMatrixFromGit(const MatrixGitPlace &place);
/// The place of a file in a work tree, at a revision, HEAD for ""; NotFound where it is in none, or the
/// revision has no such file.
[[nodiscard]] Result<MatrixGitPlace> gitPlaceOf(const QString &file, const QString &revision = {});
/// Who changed the matrix when, the newest first, at most `most`; merges only where they changed it.
[[nodiscard]] Result<QList<MatrixRevision>> matrixHistory(const MatrixGitPlace &place, int most);
/// Branches and tags of the repository, each sorted by name.
struct MatrixGitNames
{
    QString head; ///< the branch that is checked out, "" when none is
    QStringList branches;
    QStringList tags;
};
[[nodiscard]] Result<MatrixGitNames> matrixGitNames(const QString &repository);

} // namespace chartroom
