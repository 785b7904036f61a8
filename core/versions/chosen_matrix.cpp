// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/chosen_matrix.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace chartroom {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(chartroom::MatrixSource)
};

Result<MatrixSource> withMatrix(MatrixSource source)
{
    const auto matrix = VersionMatrix::read(source.text.text);
    if (!matrix)
        return tl::make_unexpected(matrix.error());
    source.matrix = *matrix;
    return source;
}

} // namespace

Result<VersionMatrix> matrixAt(const MatrixSource &source, const QString &revision)
{
    if (!source.git)
        return failure(
            Error::Code::Invalid,
            Text::tr("%1 is not in Git: there is no revision %2 of it.").arg(source.text.label, revision));
    MatrixGitPlace place = *source.git;
    place.revision = revision;
    const auto text = readMatrixFromGit(place);
    return text ? VersionMatrix::read(text->text) : Result<VersionMatrix>(tl::make_unexpected(text.error()));
}

Result<MatrixSource> readMatrixSource(const QString &words, bool isWritten)
{
    MatrixSource source;
    const qsizetype at = QFileInfo::exists(words) ? -1 : words.lastIndexOf(u'@');
    const QString file = at > 0 ? words.left(at) : words;
    if (const auto place = gitPlaceOf(file, at > 0 ? words.mid(at + 1) : QString())) {
        source.git = *place;
    } else if (at > 0) {
        return tl::make_unexpected(place.error());
    }
    source.file = file;
    const bool isFromGit = source.git && (at > 0 || isWritten);
    auto text = isFromGit ? readMatrixFromGit(*source.git) : readMatrixFile(file);
    if (!text)
        return tl::make_unexpected(text.error());
    source.text = *std::move(text);
    return withMatrix(std::move(source));
}

Result<MatrixSide> readMatrixSide(const MatrixSource &source, const QString &words, QStringView otherwise)
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
                           ? Text::tr("The matrix has no entry %1.").arg(name)
                           : Text::tr("The matrix has no entry %1 in %2.").arg(name, revision));
    return MatrixSide{*entry, revision};
}

} // namespace chartroom
