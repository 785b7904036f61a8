// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/versions/matrix_change_controller.h"

#include "core/base/clock.h"
#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/screens/addons/page_message.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_text.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

constexpr int shortCommit = 12;

Result<ChosenMatrix> mapOf(const Result<SeenVersions> &seen)
{
    if (!seen)
        return tl::make_unexpected(seen.error());
    if (seen->configMaps.size() != 1)
        return failure(
            Error::Code::NotFound,
            ScreensTr::tr(
                "The cluster no longer has exactly one ConfigMap %1 with the matrix. Refresh the versions.")
                .arg(MatrixConfigMap::usualName.toString()));
    return chosenMatrixOf(seen->configMaps.first());
}

QByteArray masked(const QByteArray &text)
{
    return maskedText(QString::fromUtf8(text)).toUtf8();
}

} // namespace

MatrixChangeController::MatrixChangeController(Parts parts, MatrixRequest::Kind kind, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_source(m_parts.source)
{
    m_wish.kind = kind;
    m_retry.setSingleShot(true);
    m_retry.setInterval(200ms);
    connect(&m_retry, &QTimer::timeout, this, &MatrixChangeController::tryAgain);
}

MatrixChangeController::~MatrixChangeController()
{
    m_look.cancel();
    delete m_operation;
}

void MatrixChangeController::read()
{
    if (m_state == State::Writing || m_state == State::Done)
        return;
    m_look.cancel();
    m_retry.stop();
    dropOperation();
    m_state = State::Reading;
    m_problem = {};
    m_isTrying = false;
    const int round = ++m_round;
    const bool asksCluster = m_wish.kind == MatrixRequest::Kind::Promotion || m_parts.matrix.isEmpty();
    if (!asksCluster) {
        prepare({});
    } else if (!m_source) {
        prepare(failure(Error::Code::Unreachable, tr("The cluster is no longer connected.")));
    } else {
        m_look = m_source->look();
        onFinished(m_look, this, [this, round](const Result<SeenVersions> &seen) {
            if (round == m_round)
                prepare(seen);
        });
    }
    Q_EMIT changed();
}

void MatrixChangeController::addClusterGates(Read &read, const Result<SeenVersions> &seen)
{
    const ReviewRequest wish{read.source->matrix, read.source->text.label, {}, false};
    const Result<VersionReview> review =
        seen ? reviewVersions(*seen, wish) : Result<VersionReview>(tl::make_unexpected(seen.error()));
    if (!review) {
        read.clusterGates = {
            {clusterGate, false,
             ScreensTr::tr("The cluster could not be checked: %1").arg(review.error().message)}};
        return;
    }
    read.clusterGates = clusterGates(*review);
    read.looked = lookEvidence(seen->facts.cluster, seen->at);
}

MatrixChangeController::Read MatrixChangeController::prepared(const MatrixRequest &wish,
                                                              const QString &matrix, const Seen &seen,
                                                              const QDateTime &now)
{
    Read read;
    read.source = matrix.isEmpty() && seen ? mapOf(*seen) : readChosenMatrix(matrix, true);
    if (!read.source)
        return read;
    if (read.source->git && wish.kind == MatrixRequest::Kind::Rollback)
        read.tags = matrixGitNames(read.source->git->repository).value_or(MatrixGitNames()).tags;
    read.plan = planMatrix(wish, *read.source, now);
    if (!read.plan)
        return read;
    if (wish.kind == MatrixRequest::Kind::Promotion) {
        read.documentGates = documentGates(read.source->matrix);
        addClusterGates(read, *seen);
    }
    const MatrixCommit &commit = read.plan->commit;
    read.diff = std::make_shared<const TextDiff>(diffText(masked(commit.before), masked(commit.after)));
    if (!read.source->map)
        read.tried = tryWriteMatrix(*read.source, *read.plan);
    return read;
}

void MatrixChangeController::prepare(const Seen &seen)
{
    const auto work = [wish = m_wish, matrix = m_parts.matrix, seen, now = m_parts.clock->now()] {
        return prepared(wish, matrix, seen, now);
    };
    onFinished(QtConcurrent::run(work), this, [this, round = m_round](const Read &read) {
        if (round == m_round)
            take(read);
    });
}

void MatrixChangeController::take(const Read &read)
{
    m_read = read;
    m_state = State::Asking;
    m_problem = !read.source  ? read.source.error()
                : !read.plan  ? read.plan.error()
                : !read.tried ? read.tried.error()
                              : Error();
    if (m_problem.message.isEmpty() && isInConfigMap())
        startOperation();
    Q_EMIT changed();
}

void MatrixChangeController::setRevision(const QString &revision)
{
    if (std::exchange(m_wish.to, revision) != revision)
        read();
}

void MatrixChangeController::setReason(const QString &gate, const QString &reason)
{
    m_wish.reasons.insert(gate, reason);
    Q_EMIT changed();
}

void MatrixChangeController::setTag(const QString &tag)
{
    if (m_state != State::Asking || !m_read.plan || !isInGit() || tag.trimmed() == this->tag())
        return;
    m_wish.tag = m_read.plan->commit.tag = tag.trimmed();
    m_wish.hasTag = !m_wish.tag.isEmpty();
    m_isTrying = true;
    m_retry.start();
    Q_EMIT changed();
}

void MatrixChangeController::tryAgain()
{
    const auto tried = [source = *m_read.source, plan = *m_read.plan] {
        return tryWriteMatrix(source, plan);
    };
    onFinished(QtConcurrent::run(tried), this,
               [this, round = ++m_round](const Result<MatrixCommitted> &result) {
                   if (round != m_round || m_state != State::Asking)
                       return;
                   m_isTrying = m_retry.isActive();
                   m_read.tried = result;
                   m_problem = result ? Error() : result.error();
                   Q_EMIT changed();
               });
}

void MatrixChangeController::takeOver()
{
    if (!mayTakeOver())
        return;
    m_takesOver = true;
    m_problem = {};
    startOperation();
    Q_EMIT changed();
}

/// It tries the write on the API server and shows the command that will do it.
void MatrixChangeController::startOperation()
{
    dropOperation();
    const auto made =
        m_source ? m_source->write(matrixWriteRequest(m_wish.kind, *m_read.source, *m_read.plan, m_takesOver),
                                   this)
                 : Result<MatrixOperation *>(
                       failure(Error::Code::Unreachable, tr("The cluster is no longer connected.")));
    if (!made) {
        m_problem = made.error();
        return;
    }
    m_operation = *made;
    m_isTrying = true;
    connect(m_operation, &MatrixOperation::prepared, this, [this](const QString &command) {
        m_command = safeLines(command);
        m_isTrying = false;
        Q_EMIT changed();
    });
    connect(m_operation, &MatrixOperation::finished, this, &MatrixChangeController::ended);
    m_operation->start();
}

void MatrixChangeController::dropOperation()
{
    m_command.clear();
    if (!m_operation)
        return;
    m_operation->disconnect(this);
    m_operation->deleteLater();
    m_operation.clear();
}

void MatrixChangeController::write()
{
    if (!mayWrite())
        return;
    m_state = State::Writing;
    const MatrixPlan its = plan();
    if (m_operation) {
        m_operation->setEvidence(its.commit.evidence);
        m_operation->confirm();
    } else {
        const auto written = [source = *m_read.source, its] { return writeMatrix(source, its); };
        onFinished(QtConcurrent::run(written), this,
                   [this](const Result<MatrixCommitted> &result) { finish(result); });
    }
    Q_EMIT changed();
}

void MatrixChangeController::ended(const OperationResult &result)
{
    m_isTrying = false;
    if (result.end == OperationResult::End::Done) {
        m_state = State::Done;
        m_result = safeLines((QStringList(result.text) + result.problems).join(u' '));
    } else {
        m_state = State::Asking;
        m_problem = m_operation->problem().value_or(Error{Error::Code::Unreachable, result.text, {}, {}});
    }
    dropOperation();
    Q_EMIT changed();
    if (m_state == State::Done)
        Q_EMIT written();
}

void MatrixChangeController::finish(const Result<MatrixCommitted> &written)
{
    m_state = written ? State::Done : State::Asking;
    m_problem = written ? Error() : written.error();
    if (written) {
        QStringList sentences;
        if (!written->commit.isEmpty())
            sentences << (written->tag.isEmpty()
                              ? tr("Committed %1 on %2. Nothing was pushed.")
                                    .arg(written->commit.left(shortCommit), written->branch)
                              : tr("Committed %1 on %2 and tagged it %3. Nothing was "
                                   "pushed.")
                                    .arg(written->commit.left(shortCommit), written->branch, written->tag));
        m_result = safeLines((sentences + written->notes).join(u' '));
    }
    Q_EMIT changed();
    if (written)
        Q_EMIT this->written();
}

MatrixPlan MatrixChangeController::plan() const
{
    MatrixPlan its = *m_read.plan;
    its.gates = m_read.clusterGates;
    QStringList &evidence = its.commit.evidence;
    evidence += gateEvidence(m_read.documentGates, m_wish.reasons);
    if (!m_read.looked.isEmpty())
        evidence << m_read.looked;
    evidence += gateEvidence(m_read.clusterGates, m_wish.reasons);
    return its;
}

QString MatrixChangeController::label() const
{
    return m_read.source ? safeLines(m_read.source->text.label) : QString();
}

QString MatrixChangeController::message() const
{
    if (!m_read.plan || !(isInGit() || isInConfigMap()))
        return {};
    const MatrixPlan its = plan();
    return safeLines(commitMessage(its.commit, its.edit.changes()));
}

QString MatrixChangeController::tag() const
{
    return m_read.plan ? m_read.plan->commit.tag : QString();
}

QStringList MatrixChangeController::notes() const
{
    QStringList notes;
    if (!m_read.plan || !m_read.source || m_state == State::Done)
        return notes;
    if (isInGit() && m_read.tried)
        notes << tr("Commits on %1 as %2. Nothing is pushed.")
                     .arg(safeLines(m_read.tried->branch), safeLines(m_read.tried->author));
    if (isInConfigMap())
        notes << tr("Writes the ConfigMap %1/%2 only if it has not been changed since.")
                     .arg(safeLines(m_read.source->map->namespaceName), safeLines(m_read.source->map->name));
    for (const QString &note : m_read.tried.value_or(MatrixCommitted()).notes + m_read.plan->edit.notes())
        notes << safeLines(note);
    return notes;
}

bool MatrixChangeController::mayWrite() const
{
    return m_state == State::Asking && !m_isTrying && m_problem.message.isEmpty() && m_read.plan &&
           gatesInTheWay(gates(), m_wish.reasons).isEmpty();
}

bool MatrixChangeController::mayTakeOver() const
{
    return m_state == State::Asking && !m_takesOver && isInConfigMap() && m_read.plan &&
           m_problem.code == Error::Code::Forbidden && !m_problem.message.isEmpty();
}

QString MatrixChangeController::hint() const
{
    if (m_state == State::Reading)
        return m_wish.kind == MatrixRequest::Kind::Promotion ? tr("Checking the cluster and the matrix…")
                                                             : tr("Reading the matrix…");
    if (m_state == State::Writing)
        return tr("Writing the matrix.");
    if (m_state == State::Done || mayWrite() || !m_problem.message.isEmpty())
        return {};
    if (m_isTrying)
        return tr("Checking whether it can be written…");
    return tr("Some checks block this. Wait for them, or enter a reason for overriding under each.");
}

} // namespace chartroom
