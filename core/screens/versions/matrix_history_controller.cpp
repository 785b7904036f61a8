// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/versions/matrix_history_controller.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_text.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr int shortHistoryCommit = 8;
constexpr int mostRevisions = 200;

Result<QByteArray> textAt(MatrixGitPlace place, const QString &revision)
{
    if (revision.isEmpty())
        return QByteArray();
    place.revision = revision;
    const Result<MatrixText> text = readMatrixFromGit(place);
    if (!text)
        return tl::make_unexpected(text.error());
    return maskedText(QString::fromUtf8(text->text)).toUtf8();
}

} // namespace

MatrixHistoryController::MatrixHistoryController(Parts parts, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
{}

MatrixHistoryController::Read MatrixHistoryController::readAll(const Parts &parts)
{
    return {matrixHistory(parts.place, mostRevisions + 1),
            matrixGitNames(parts.place.repository).value_or(MatrixGitNames()),
            matrixEvents(parts.operations, parts.cluster)};
}

void MatrixHistoryController::read()
{
    m_isReading = true;
    onFinished(QtConcurrent::run(&MatrixHistoryController::readAll, m_parts), this,
               [this, round = ++m_round](const Read &read) {
                   if (round != m_round)
                       return;
                   m_isReading = false;
                   m_problem = read.revisions ? Error() : read.revisions.error();
                   m_revisions = read.revisions.value_or(QList<MatrixRevision>());
                   m_hasOlder = m_revisions.size() > mostRevisions;
                   if (m_hasOlder)
                       m_revisions.removeLast();
                   m_names = read.names;
                   m_events = read.events;
                   if (!m_revisions.isEmpty())
                       compare(commit(1), commit(0));
                   Q_EMIT changed();
               });
    Q_EMIT changed();
}

void MatrixHistoryController::compare(const QString &from, const QString &to)
{
    using Sides = Result<std::shared_ptr<const TextDiff>>;
    m_from = from;
    m_to = to;
    const auto diff = [place = m_parts.place, from, to]() -> Sides {
        const Result<QByteArray> old = textAt(place, from);
        const Result<QByteArray> now = textAt(place, to);
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

QString MatrixHistoryController::leftOutText() const
{
    QStringList sentences;
    if (m_hasOlder)
        sentences << tr("Commits before these are left out.");
    if (m_events.older > 0)
        sentences << ScreensTr::tr("%n older operation(s) left out.", nullptr, m_events.older);
    return sentences.join(u' ');
}

QString MatrixHistoryController::commit(qsizetype revision) const
{
    return m_revisions.value(revision).commit;
}

QString MatrixHistoryController::sideTitle(const QString &side) const
{
    for (const MatrixRevision &revision : m_revisions)
        if (revision.commit == side)
            return u"%1 · %2"_s.arg(revision.commit.left(shortHistoryCommit),
                                    revision.at.toUTC().toString(u"yyyy-MM-dd"_s));
    return side.isEmpty() ? tr("nothing before it") : visibleText(side);
}

QString revisionTitle(const MatrixRevision &revision)
{
    const QString what = visibleText(maskedText(revision.message.section(u'\n', 0, 0)));
    return revision.tags.isEmpty() ? what : u"%1  [%2]"_s.arg(what, visibleText(revision.tags.join(u", "_s)));
}

QString revisionDetail(const MatrixRevision &revision)
{
    return u"%1 · %2 · %3"_s.arg(visibleText(maskedText(revision.author)),
                                 revision.at.toUTC().toString(u"yyyy-MM-dd HH:mm 'UTC'"_s),
                                 revision.commit.left(shortHistoryCommit));
}

} // namespace chartroom
