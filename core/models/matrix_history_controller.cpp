// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/matrix_history_controller.h"

#include "core/base/masked_text.h"
#include "core/base/on_finished.h"
#include "core/base/visible_text.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr int shortCommit = 8;

Result<QByteArray> textAt(MatrixGitPlace place, const QString &commit)
{
    if (commit.isEmpty())
        return QByteArray();
    place.revision = commit;
    const Result<MatrixText> text = readMatrixFromGit(place);
    if (!text)
        return tl::make_unexpected(text.error());
    return maskedText(QString::fromUtf8(text->text)).toUtf8();
}

} // namespace

MatrixHistoryController::MatrixHistoryController(const MatrixGitPlace &place, QObject *parent)
    : QObject(parent)
    , m_place(place)
{}

void MatrixHistoryController::read()
{
    m_isReading = true;
    const auto read = [place = m_place] { return matrixHistory(place); };
    onFinished(QtConcurrent::run(read), this,
               [this, round = ++m_round](const Result<QList<MatrixRevision>> &revisions) {
                   if (round != m_round)
                       return;
                   m_isReading = false;
                   m_problem = revisions ? Error() : revisions.error();
                   m_revisions = revisions.value_or(QList<MatrixRevision>());
                   if (!m_revisions.isEmpty())
                       compare(1, 0);
                   Q_EMIT changed();
               });
    Q_EMIT changed();
}

void MatrixHistoryController::compare(int from, int to)
{
    using Sides = Result<std::shared_ptr<const TextDiff>>;
    if (to < 0 || to >= m_revisions.size())
        return;
    m_from = std::min(from, int(m_revisions.size()));
    m_to = to;
    const QString before = m_from < m_revisions.size() ? m_revisions[m_from].commit : QString();
    const auto diff = [place = m_place, before, after = m_revisions[to].commit]() -> Sides {
        const Result<QByteArray> old = textAt(place, before);
        const Result<QByteArray> now = textAt(place, after);
        if (!old || !now)
            return tl::make_unexpected(old ? now.error() : old.error());
        return std::make_shared<const TextDiff>(diffText(*old, *now));
    };
    m_isReading = true;
    onFinished(QtConcurrent::run(diff), this, [this, round = ++m_round](const Sides &sides) {
        if (round != m_round)
            return;
        m_isReading = false;
        m_problem = sides ? Error() : sides.error();
        m_diff = sides.value_or(nullptr);
        Q_EMIT changed();
    });
}

QString revisionTitle(const MatrixRevision &revision)
{
    const QString what = visibleText(maskedText(revision.message.section(u'\n', 0, 0)));
    return revision.tags.isEmpty() ? what : u"%1  [%2]"_s.arg(what, visibleText(revision.tags.join(u", "_s)));
}

QString revisionDetail(const MatrixRevision &revision)
{
    return u"%1 · %2 · %3"_s.arg(visibleText(maskedText(revision.author)),
                                 revision.at.toString(u"yyyy-MM-dd HH:mm"_s),
                                 revision.commit.left(shortCommit));
}

} // namespace chartroom
