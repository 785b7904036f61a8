// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/versions/versions_controller.h"

#include "core/base/on_finished.h"
#include "core/versions/matrix_edit.h"

#include <QSaveFile>
#include <QtConcurrentRun>

namespace chartroom {

VersionsController::VersionsController(QObject *parent)
    : QObject(parent)
{}

VersionsController::~VersionsController()
{
    m_look.cancel();
}

void VersionsController::setCluster(const QString &cluster, VersionsSource *source)
{
    if (cluster == m_cluster && source == m_source)
        return;
    m_look.cancel();
    ++m_round;
    if (cluster != m_cluster)
        m_chosen.clear();
    m_cluster = cluster;
    m_source = source;
    m_isLooking = m_isJudging = false;
    m_seen.reset();
    m_review.reset();
    m_table = {};
    m_problem = {};
    m_matrixProblem = {};
    m_git.reset();
    Q_EMIT changed();
}

void VersionsController::forgetAfter(const QDateTime &moment)
{
    if (!m_seen || m_seen->at <= moment)
        return;
    m_look.cancel();
    ++m_round;
    m_isLooking = m_isJudging = false;
    m_seen.reset();
    m_review.reset();
    m_table = {};
    Q_EMIT changed();
}

void VersionsController::look()
{
    if (!m_source)
        return;
    m_look.cancel();
    m_look = m_source->look();
    m_isLooking = true;
    onFinished(m_look, this, [this, round = ++m_round](const Result<SeenVersions> &seen) {
        if (round != m_round)
            return;
        m_isLooking = false;
        m_problem = seen ? Error() : seen.error();
        if (seen) {
            m_seen = *seen;
            judge();
        } else {
            m_isJudging = false;
            Q_EMIT changed();
        }
    });
    Q_EMIT changed();
}

void VersionsController::choose(const QString &matrix)
{
    m_chosen = matrix;
    m_matrixProblem = {};
    if (m_seen && !m_isLooking)
        judge();
    Q_EMIT changed();
}

QString VersionsController::configMap() const
{
    if (!m_seen || m_seen->configMaps.size() != 1)
        return {};
    const MatrixConfigMap &map = m_seen->configMaps.first();
    return map.namespaceName + u'/' + map.name;
}

VersionsController::Judged VersionsController::judged(const SeenVersions &seen, const QString &chosen)
{
    Judged judged;
    ReviewRequest wish;
    if (!chosen.isEmpty()) {
        const Result<ChosenMatrix> source = readChosenMatrix(chosen, false);
        if (source) {
            wish.matrix = source->matrix;
            wish.label = source->text.label;
            judged.git = source->git;
        } else {
            judged.matrixProblem = source.error();
            wish.takesConfigMap = false; // another matrix than the one that was asked for would mislead
        }
    }
    judged.review = reviewVersions(seen, wish);
    if (!judged.review)
        return judged;
    judged.table = versionTable(*judged.review);
    judged.promotionHint = judged.rollbackHint = tr("There is no matrix yet.");
    if (const auto &matrix = judged.review->matrix) {
        const Result<MatrixEdit> forth = promoted(*matrix, seen.at.date());
        const Result<MatrixEdit> back = rolledBack(*matrix, seen.at.date());
        judged.promotionHint = forth ? QString() : forth.error().message;
        judged.rollbackHint = back || judged.git ? QString() : back.error().message; // Git has others
    }
    return judged;
}

void VersionsController::judge()
{
    m_isJudging = true;
    onFinished(QtConcurrent::run(&VersionsController::judged, *m_seen, m_chosen), this,
               [this, round = ++m_round](const Judged &judged) {
                   if (round == m_round)
                       take(judged);
               });
}

void VersionsController::take(const Judged &judged)
{
    m_isJudging = false;
    m_matrixProblem = judged.matrixProblem;
    m_git = judged.git;
    m_promotionHint = judged.promotionHint;
    m_rollbackHint = judged.rollbackHint;
    if (judged.review) {
        m_review = *judged.review;
        m_table = judged.table;
    } else {
        m_problem = judged.review.error();
    }
    Q_EMIT changed();
}

void VersionsController::writeMatrix(const QString &file)
{
    if (!m_review)
        return;
    const auto write = [audit = m_review->audit, file]() -> Result<void> {
        const Result<QByteArray> text = matrixOfWhatRuns(audit);
        if (!text)
            return tl::make_unexpected(text.error());
        QSaveFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(*text) != text->size() || !out.commit())
            return failure(Error::Code::File, tr("%1 could not be written. Choose another folder.").arg(file),
                           out.errorString());
        return {};
    };
    onFinished(QtConcurrent::run(write), this, [this, file, cluster = m_cluster](const Result<void> &result) {
        if (!result)
            Q_EMIT failed(result.error());
        else if (cluster == m_cluster)
            Q_EMIT written(file);
    });
}

} // namespace chartroom
