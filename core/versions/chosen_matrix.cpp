// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/chosen_matrix.h"

#include "core/versions/git_objects.h"
#include "core/versions/versions_tr.h"

#include <QDir>
#include <QFileInfo>

namespace chartroom {

namespace {

/// A file is written by itself only where there is no repository, or where Git was told to leave it alone.
std::optional<Error> whyNotPlain(const QString &file)
{
    const QString whole = QFileInfo(file).canonicalFilePath(); // a link leads to where it is kept
    if (whole.isEmpty())
        return {};
    const auto repository = openGitRepository(whole);
    if (!repository)
        return repository.error().code == Error::Code::NotFound ? std::nullopt
                                                                : std::optional(repository.error());
    const char *workTree = git_repository_workdir(repository->get());
    const QDir root(QFileInfo(QFile::decodeName(workTree ? workTree : "")).canonicalFilePath());
    const QByteArray path = QFile::encodeName(root.relativeFilePath(whole));
    int isIgnored = 0;
    if (git_ignore_path_is_ignored(&isIgnored, repository->get(), path.constData()) == 0 && isIgnored != 0)
        return {};
    return Error{Error::Code::Invalid,
                 VersionsTr::tr("%1 is in a Git repository, but was never committed there: commit it first.")
                     .arg(file),
                 {},
                 {}};
}

Result<ChosenMatrix> withMatrix(ChosenMatrix source)
{
    const auto matrix = VersionMatrix::read(source.text.text);
    if (!matrix)
        return tl::make_unexpected(matrix.error());
    source.matrix = *matrix;
    return source;
}

} // namespace

Result<VersionMatrix> matrixAt(const ChosenMatrix &source, const QString &revision)
{
    if (!source.git && source.gitProblem)
        return tl::make_unexpected(*source.gitProblem);
    if (!source.git)
        return failure(Error::Code::Invalid,
                       VersionsTr::tr("%1 is not in Git: there is no revision %2 of it.")
                           .arg(source.text.label, revision));
    MatrixGitPlace place = *source.git;
    place.revision = revision;
    const auto text = readMatrixFromGit(place);
    return text ? VersionMatrix::read(text->text) : Result<VersionMatrix>(tl::make_unexpected(text.error()));
}

Result<ChosenMatrix> readChosenMatrix(const QString &words, bool isWritten)
{
    ChosenMatrix source;
    const qsizetype at = QFileInfo::exists(words) ? -1 : words.lastIndexOf(u'@');
    const QString file = at > 0 ? words.left(at) : words;
    if (const auto place = gitPlaceOf(file, at > 0 ? words.mid(at + 1) : QString())) {
        source.git = *place;
    } else if (at > 0) {
        return tl::make_unexpected(place.error());
    } else if (const auto reason = whyNotPlain(file)) {
        if (isWritten)
            return tl::make_unexpected(*reason);
        source.gitProblem = reason;
    }
    source.file = file;
    const bool isFromGit = source.git && (at > 0 || isWritten);
    auto text = isFromGit ? readMatrixFromGit(*source.git) : readMatrixFile(file);
    if (!text)
        return tl::make_unexpected(text.error());
    source.text = *std::move(text);
    return withMatrix(std::move(source));
}

Result<ChosenMatrix> chosenMatrixOf(const MatrixConfigMap &map)
{
    auto text = map.matrix();
    if (!text)
        return tl::make_unexpected(text.error());
    ChosenMatrix source;
    source.text = *std::move(text);
    source.map = map;
    return withMatrix(std::move(source)).map_error([](Error error) {
        if (error.code == Error::Code::Invalid)
            error.code = Error::Code::Damaged; // the cluster has it, and no argument names it
        return error;
    });
}

Result<MatrixSide> readMatrixSide(const ChosenMatrix &source, const QString &words, QStringView otherwise)
{
    const qsizetype at = words.indexOf(u'@');
    const QString revision = at < 0 ? QString() : words.mid(at + 1);
    QString name = words.left(at);
    if (name.isEmpty())
        name = at < 0 ? otherwise.toString() : VersionMatrix::production.toString();
    Result<VersionMatrix> matrix = source.matrix;
    if (!revision.isEmpty())
        matrix = matrixAt(source, revision);
    if (!matrix)
        return tl::make_unexpected(matrix.error());
    const MatrixEntry *entry = matrix->find(name);
    if (!entry)
        return failure(Error::Code::NotFound,
                       revision.isEmpty()
                           ? VersionsTr::tr("The matrix has no entry %1.").arg(name)
                           : VersionsTr::tr("The matrix has no entry %1 in %2.").arg(name, revision));
    return MatrixSide{*entry, revision};
}

} // namespace chartroom
