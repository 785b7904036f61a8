// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/release_operation.h"

#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/base/one_line.h"
#include "core/base/private_file.h"
#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/helm/helm_client.h"
#include "core/helm/release_record.h"
#include "core/helm/release_situation.h"
#include "core/helm/stored_revision.h"
#include "core/kube/kubectl_client.h"
#include "core/secrets/log.h"
#include "core/secrets/masked_text.h"
#include "core/upgrade/helm_output.h"
#include "core/upgrade/kept_captures.h"
#include "core/upgrade/keyring.h"
#include "core/upgrade/pending_text.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/run_folder.h"
#include "core/upgrade/verify_operation.h"

#include <QMetaEnum>
#include <QUuid>
#include <QtConcurrentRun>

namespace chartroom {

namespace {

constexpr qsizetype longestReason = 600;

Value numberValue(qint64 n)
{
    return Value(Value::Number{QString::number(n)});
}

Value textList(const QStringList &texts)
{
    Value::List list;
    for (const QString &text : texts)
        list.append(Value(text));
    return Value(list);
}

/// By the program's name where this machine has none.
QString shownCommand(CommandLine command, const QString &name)
{
    if (command.program.isEmpty())
        command.program = name;
    return command.display();
}

/// What helm says before it has changed anything, because another revision is at work or is stored already
/// (pkg/action/upgrade.go errPending, pkg/storage/driver ErrReleaseExists @v3.22.0, @v4.3.1).
bool isTurnedAway(const QString &standardError)
{
    return standardError.contains(
               QLatin1String("another operation (install/upgrade/rollback) is in progress")) ||
           standardError.contains(QLatin1String("release: already exists"));
}

bool mayPass(const Error &error)
{
    switch (error.code) {
    case Error::Code::Unreachable:
    case Error::Code::Timeout:
    case Error::Code::Throttled:
    case Error::Code::Server:
    case Error::Code::Gone:
    case Error::Code::Unauthorized:
        return true;
    default:
        return false;
    }
}

} // namespace

ReleaseOperation::ReleaseOperation(OperationParts parts, OperationKind kind, const ReleaseKey &release,
                                   int plannedOn, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_kind(kind)
    , m_release(release)
    , m_plannedOn(plannedOn)
    , m_id(m_parts.clock->now().toUTC().toString(QStringLiteral("yyyyMMdd't'HHmmss'z-'")) +
           QUuid::createUuid().toString(QUuid::Id128).left(8))
    , m_cluster(m_parts.access.context)
{}

ReleaseOperation::~ReleaseOperation() = default;

QStringList ReleaseOperation::commands() const
{
    QStringList all;
    for (const QStringList &arguments : holdArguments(m_hold, m_id))
        all << shownCommand(m_parts.kubectl->command(arguments), QStringLiteral("kubectl"));
    return all << shownCommand(helmCommand(helmRun()), QStringLiteral("helm"));
}

HelmRun ReleaseOperation::helmRun() const
{
    const qsizetype stored =
        m_before.revisions.isEmpty() ? m_parts.storedRevisions : m_before.revisions.size();
    return {m_id, timeout(), keptHistory(stored, qEnvironmentVariable("HELM_MAX_HISTORY"))};
}

void ReleaseOperation::start()
{
    if (std::exchange(m_isStarted, true))
        return;
    auto journal = Journal::create(folder());
    if (!journal)
        return finish(OperationResult::End::NotStarted, journal.error().message);
    m_journal = std::move(*journal);
    onFinished(readClusterUid(m_parts.transport, this), this, [this](const Result<QString> &uid) {
        m_cluster.uid = uid.value_or(QString());
        whenClockIsRead(*m_parts.transport, this, [this] { takeLease(); });
    });
}

void ReleaseOperation::askKeyring()
{
    if (std::exchange(m_hasAsked, true))
        return;
    if (!m_parts.keyring)
        return keep(failure(Error::Code::Unsupported, noKeyringText()));
    onFinished(m_parts.keyring->key(Keyring::Absent::Make), this,
               [this](const Result<SealingKey> &key) { keep(key); });
}

void ReleaseOperation::keep(const Result<SealingKey> &key)
{
    m_keeping =
        key ? CaptureKeeping{*key, {}, {}} : CaptureKeeping{{}, key.error().message, m_parts.clearCaptureFor};
    Q_EMIT keepingKnown();
}

QString ReleaseOperation::keepingText() const
{
    return m_keeping ? chartroom::keepingText(*m_keeping, captureFolder()) : QString();
}

QString ReleaseOperation::cancel()
{
    m_isCancelled = true;
    if (m_verification) {
        m_verification->cancel();
        return tr("helm has completed. Chartroom no longer waits; the rollout continues by itself.");
    }
    if (m_hasWritten)
        return tr("helm keeps running, because stopping it would leave the release half-way. Chartroom reads "
                  "the result and then stops; a rollout of nodes continues by itself.");
    if (m_hasHeld)
        return tr("helm is not run. Nodes that are already on hold are released first.");
    return tr("Nothing has been changed yet, and nothing will be.");
}

bool ReleaseOperation::write(JournalRecord::Kind kind, Step step, const QString &text, Value::Map data)
{
    data.insert(QStringLiteral("text"), Value(maskedText(text)));
    const QString name = QString::fromLatin1(QMetaEnum::fromType<Step>().valueToKey(int(step)));
    const Result<void> written = m_journal->append({kind, name, m_parts.clock->now(), Value(data)});
    if (written)
        return true;
    if (m_hasWritten) {
        m_notes.append(written.error().message);
        return true; // helm was started with a durable intent; what is left only reads
    }
    finish(OperationResult::End::NotStarted, written.error().message);
    return false;
}

bool ReleaseOperation::begin(Step step, const QString &text, Value::Map data)
{
    if (stopsHere(step) || !write(JournalRecord::Kind::Intent, step, text, std::move(data)))
        return false;
    Q_EMIT stepChanged(step, StepState::Running, text);
    return true;
}

void ReleaseOperation::done(Step step, const QString &text, Value::Map data)
{
    data.insert(QStringLiteral("end"), Value(QStringLiteral("done")));
    if (!m_isFinished && write(JournalRecord::Kind::Outcome, step, text, std::move(data)))
        Q_EMIT stepChanged(step, StepState::Done, text);
}

/// Before helm was started.
void ReleaseOperation::fail(Step step, const Error &error)
{
    m_cause = error.code;
    Q_EMIT stepChanged(step, StepState::Failed, error.message);
    if (write(JournalRecord::Kind::Outcome, step, error.message,
              {{QStringLiteral("end"), Value(QStringLiteral("failed"))}}))
        finish(OperationResult::End::NotStarted, error.message);
}

/// A person, or another who has the lease now, stops what has not begun to write.
bool ReleaseOperation::stopsHere(Step step)
{
    if (m_isFinished)
        return true;
    if (m_hasWritten)
        return false;
    if (!m_lost && m_lease && m_lease->hasRunOut())
        m_lost = Error{Error::Code::Throttled,
                       tr("The release's lease has expired, as it does while a machine sleeps: another "
                          "operation may be in progress by now. Check the release, and then run it again."),
                       {},
                       {}};
    if (m_lost) {
        fail(step, *m_lost);
        return true;
    }
    if (m_isCancelled)
        finish(OperationResult::End::Cancelled, tr("Cancelled before anything was changed."));
    return m_isCancelled;
}

void ReleaseOperation::takeLease()
{
    m_lease = std::make_unique<ReleaseLease>(m_parts.kubectl, m_parts.clock, leaseSkew(*m_parts.transport),
                                             m_release, m_parts.holder, nullptr, m_parts.leaseDuration);
    connect(m_lease.get(), &ReleaseLease::lost, this, [this](const Error &error) {
        m_lost = error;
        if (m_hasWritten)
            m_notes.append(error.message);
    });
    Value::Map data = order();
    data.insert(QStringLiteral("operation"), Value(m_id));
    data.insert(QStringLiteral("kind"), Value(operationWord(m_kind)));
    data.insert(QStringLiteral("context"), Value(m_cluster.context));
    if (!m_cluster.uid.isEmpty())
        data.insert(QStringLiteral("clusterUid"), Value(m_cluster.uid));
    data.insert(QStringLiteral("namespace"), Value(m_release.namespaceName));
    data.insert(QStringLiteral("release"), Value(m_release.name));
    data.insert(QStringLiteral("storage"),
                Value(m_release.storage == ReleaseStorage::ConfigMap ? QStringLiteral("configmap")
                                                                     : QStringLiteral("secret")));
    data.insert(QStringLiteral("plannedOn"), numberValue(m_plannedOn));
    data.insert(QStringLiteral("holder"), Value(m_parts.holder.identity()));
    data.insert(QStringLiteral("process"), Value(m_parts.holder.process.text()));
    data.insert(QStringLiteral("commands"), textList(commands()));
    // Also where it was cancelled meanwhile: this line tells what the journal is about.
    const QString text = tr("Acquiring the release's lease.");
    if (!write(JournalRecord::Kind::Intent, Step::Lease, text, data) || stopsHere(Step::Lease))
        return;
    Q_EMIT stepChanged(Step::Lease, StepState::Running, text);
    onFinished(m_lease->take(), this, [this](const Result<void> &taken) {
        if (!taken)
            return fail(Step::Lease, taken.error());
        done(Step::Lease, m_lease->leftBy().isEmpty()
                              ? tr("Chartroom holds the release's lease; no other Chartroom does.")
                              : tr("Chartroom holds the release's lease. %1").arg(m_lease->leftBy()));
        check();
    });
}

void ReleaseOperation::check()
{
    if (!begin(Step::Check, tr("Reading the current release.")))
        return;
    const auto look = [folder = m_parts.folder, id = m_id, cluster = m_cluster,
                       files = m_parts.access.kubeconfigs, release = m_release] {
        HelmsHere here{findOrphan(folder, id, cluster, release), findHelmOn(release, cluster.context, files),
                       endedOperations(folder, cluster, release)};
        // An operation may have been started under another name of the same cluster.
        if (!here.orphan.isRunning() && here.other.isRunning() && here.other.unknown.isEmpty() &&
            runningOperations().values().contains(*here.other.process))
            here.orphan = here.other;
        return here;
    };
    onFinished(QtConcurrent::run(look), this, [this](const HelmsHere &here) {
        m_ended = here.ended;
        const QString why = busyText(here);
        if (why.isEmpty())
            return readBefore();
        fail(Step::Check, {Error::Code::Throttled, why, {}, {}});
    });
}

/// Whose helm runs on the release on this machine, or may.
QString ReleaseOperation::busyText(const HelmsHere &here) const
{
    if (here.orphan.isRunning())
        return tr("The helm of an earlier operation on this release is still running on this machine "
                  "(process %1). Wait until it completes, and see Activity (on the command line: chartroom "
                  "recover).")
            .arg(here.orphan.process->pid);
    if (!reasonFor(QStringLiteral("pending")).trimmed().isEmpty())
        return {};
    QString why;
    if (here.other.isRunning() && here.other.unknown.isEmpty())
        why = tr("A helm process that this program did not start is changing the release now (process %1 of "
                 "this machine).")
                  .arg(here.other.process->pid);
    else if (here.other.isRunning())
        why = tr("A helm process that this program did not start may be changing the release now (process %1 "
                 "of this machine). %2")
                  .arg(QString::number(here.other.process->pid), here.other.unknown);
    else if (!here.orphan.isRuledOut())
        why = tr("Whether the helm of an earlier operation on this release is still running is unknown: %1")
                  .arg(here.orphan.unknown);
    return why.isEmpty() ? why
                         : why + u' ' +
                               tr("Wait until it ends. If you know that it has ended, give that as the "
                                  "reason (on the command line: --reason pending=TEXT).");
}

QString ReleaseOperation::atWorkRefusal(const ReleaseTruth &before, const QDateTime &now) const
{
    const Release release{m_release, before.revisions, {}, {}, {}};
    const QList<int> over = ownRemnants(m_ended, before);
    const auto atWork = situationOf(release, now, over).underWay();
    if (!atWork || !reasonFor(QStringLiteral("pending")).trimmed().isEmpty())
        return {};
    return tr("Revision %1 is %2: an operation may be in progress, and this one would overwrite it. "
              "Ask, and check again in Activity (on the command line: chartroom recover). If you know that "
              "none is in progress, give that "
              "as the reason (on the command line: --reason pending=TEXT).")
        .arg(QString::number(atWork->revision), statusText(*atWork));
}

void ReleaseOperation::readBefore()
{
    onFinished(readTruth(m_parts.transport, m_release, this), this,
               [this](const Result<ReleaseTruth> &truth) {
                   if (!truth)
                       return fail(Step::Check, truth.error());
                   m_revision = truth->newest();
                   const RevisionEntry &newest = truth->revisions.front();
                   if (m_revision != m_plannedOn)
                       return fail(Step::Check,
                                   {Error::Code::Gone,
                                    tr("The plan is based on revision %1, and the newest is now %2: the "
                                       "release was changed in the meantime. Check it and create a new plan.")
                                        .arg(m_plannedOn)
                                        .arg(m_revision),
                                    {},
                                    {}});
                   const QDateTime now = m_parts.transport->serverTime(m_parts.clock->now());
                   if (const QString why = refusal(*truth, now); !why.isEmpty())
                       return fail(Step::Check, {Error::Code::Throttled, why, {}, {}});
                   m_before = *truth;
                   done(Step::Check,
                        tr("Revision %1 is still the newest, %2.").arg(m_revision).arg(newest.statusText),
                        {{QStringLiteral("chartVersion"), Value(m_before.record.chartVersion)}});
                   capture();
               });
}

void ReleaseOperation::capture()
{
    if (!m_keeping) {
        connect(this, &ReleaseOperation::keepingKnown, this, &ReleaseOperation::capture,
                Qt::SingleShotConnection);
        return askKeyring();
    }
    const QString to = captureFolder();
    if (!begin(Step::Capture, tr("Saving the current release to %1.").arg(to)))
        return;
    onFinished(captureRelease(m_parts.transport, m_release, m_before, m_parts.access.context, to,
                              m_keeping->key, this),
               this, [this, to](const Result<QStringList> &files) {
                   if (!files)
                       return fail(Step::Capture, files.error());
                   done(Step::Capture, tr("Saved to %1.").arg(to),
                        {{QStringLiteral("files"), textList(*files)},
                         {QStringLiteral("isEncrypted"), Value(m_keeping->key.has_value())}});
                   sealEarlier();
                   prepare();
               });
}

/// What was captured in clear while there was no keyring.
void ReleaseOperation::sealEarlier()
{
    if (!m_keeping->key)
        return;
    onFinished(QtConcurrent::run([folder = m_parts.folder, clock = m_parts.clock, keeping = *m_keeping] {
                   return tidyOperations(folder, *clock, keeping.clearFor, keeping.key);
               }),
               this, [](const QList<Error> &left) {
                   for (const Error &error : left)
                       logLine(error);
               });
}

void ReleaseOperation::prepare()
{
    if (!begin(Step::Stage, tr("Preparing what helm needs.")))
        return;
    if (const Result<void> made = makePrivateFolder(runFolder(folder())); !made)
        return fail(Step::Stage, made.error());
    stage(m_before, [this](const Result<void> &staged) {
        if (!staged)
            return fail(Step::Stage, staged.error());
        const Value values(Value::List{secrets(), m_before.record.userValues});
        m_secrets = SecretTexts(values);
        if (const Result<void> kept = keepSecrets(folder(), values); !kept)
            return fail(Step::Stage, kept.error());
        done(Step::Stage, tr("Everything that helm needs is prepared."));
        holdNodes();
    });
}

void ReleaseOperation::readRecord(const RevisionEntry &revision,
                                  const std::function<void(const Result<ReleaseRecord> &)> &then)
{
    Request get;
    get.path = recordPath(m_release, revision.objectName);
    onFinished(m_parts.transport->get(get), this, [this, then](const Result<Response> &answer) {
        if (!answer)
            return then(tl::make_unexpected(answer.error()));
        const auto decoding = QtConcurrent::run([body = answer->body, storage = m_release.storage] {
            return decodeReleaseObject(body, storage);
        });
        onFinished(decoding, this, then);
    });
}

void ReleaseOperation::runHelm()
{
    CommandLine command = helmCommand(helmRun());
    command.outputFile = helmOutputFile(folder());
    if (!begin(Step::Helm, tr("Running %1").arg(command.display()),
               {{QStringLiteral("command"), Value(command.display())}}))
        return;
    m_hasWritten = true;
    CommandStream *stream = m_parts.runner->stream(command, this);
    connect(stream, &CommandStream::linesReceived, this, [this](const QList<QByteArray> &lines) {
        QStringList shown;
        for (const QByteArray &line : lines)
            shown.append(shownHelmLine(line, m_secrets));
        Q_EMIT outputReceived(shown);
    });
    connect(stream, &CommandStream::stopped, this, [this, stream](const Error &error) {
        stream->deleteLater();
        helmEnded(error);
    });
}

void ReleaseOperation::helmEnded(const Error &error)
{
    // Its refusal, where it gave one; what else is on standard error are warnings.
    const bool isRefusal = error.detail.contains(QLatin1String("Error: "));
    m_isTurnedAway = isRefusal && isTurnedAway(error.detail);
    m_helmSaid = isRefusal ? helmError(error.detail.toUtf8(), m_secrets).message : error.message;
    if (!isRefusal && !error.detail.isEmpty()) {
        QStringList warnings;
        for (const QString &line : error.detail.split(u'\n', Qt::SkipEmptyParts))
            warnings.append(shownHelmLine(line.toUtf8(), m_secrets));
        Q_EMIT outputReceived(warnings);
    }
    if (const Result<void> settled = settleHelmOutput(folder(), m_secrets); !settled)
        m_notes.append(settled.error().message);
    done(Step::Helm, m_helmSaid);
    readBack(m_parts.readBackTries);
}

void ReleaseOperation::readBack(int triesLeft)
{
    if (triesLeft == m_parts.readBackTries)
        begin(Step::ReadBack, tr("Reading the result from the cluster."));
    onFinished(readTruth(m_parts.transport, m_release, this), this,
               [this, triesLeft](const Result<ReleaseTruth> &truth) {
                   if (truth)
                       return judge(*truth);
                   if (mayPass(truth.error()) && triesLeft > 1) {
                       QTimer::singleShot(m_parts.readBackPause, this,
                                          [this, triesLeft] { readBack(triesLeft - 1); });
                       return;
                   }
                   Q_EMIT stepChanged(Step::ReadBack, StepState::Failed, truth.error().message);
                   finish(OperationResult::End::Unknown,
                          tr("helm was run, and its result is unknown, because the cluster cannot be read: "
                             "%1 See Activity (on the command line: chartroom recover).")
                              .arg(truth.error().message));
               });
}

void ReleaseOperation::judge(const ReleaseTruth &after)
{
    m_revision = after.newest();
    const RevisionEntry &newest = after.revisions.front();
    const QString state = tr("Revision %1 is the newest, %2.").arg(m_revision).arg(newest.statusText);
    done(Step::ReadBack, state,
         {{QStringLiteral("revision"), numberValue(m_revision)},
          {QStringLiteral("status"), Value(newest.statusText)}});
    if (m_revision == m_plannedOn)
        return finish(OperationResult::End::NotStarted,
                      tr("helm changed nothing in its release records in the cluster: %1").arg(m_helmSaid));
    if (m_revision != m_plannedOn + 1 || !isOurs(after))
        return overtaken(after);
    if (newest.status == ReleaseStatus::Deployed)
        return verify(after);
    if (newest.status == ReleaseStatus::Failed)
        return finish(
            OperationResult::End::Failed,
            tr("Revision %1 failed: %2. %3")
                .arg(QString::number(m_revision),
                     shownHelmLine(oneLine(after.record.description, longestReason).toUtf8(), m_secrets),
                     m_helmSaid));
    m_leftPending = true;
    finish(
        OperationResult::End::Unknown,
        tr("helm ended, and revision %1 is still %2. See Activity (on the command line: chartroom recover).")
            .arg(m_revision)
            .arg(newest.statusText));
}

/// The newest revision is somebody else's (fault 54).
void ReleaseOperation::overtaken(const ReleaseTruth &after)
{
    const QString state =
        tr("Revision %1 is the newest, %2.").arg(m_revision).arg(after.revisions.front().statusText);
    const QString who =
        after.writer ? tr("another operation by %1 at %2")
                           .arg(visibleText(after.writer->manager), after.writer->time.toString(Qt::ISODate))
                     : tr("another operation");
    const QList<QString> makers = after.operations.values();
    if (m_isTurnedAway && !makers.contains(m_id))
        return finish(OperationResult::End::NotStarted,
                      tr("%1 It was made by %2, so helm changed nothing: %3").arg(state, who, m_helmSaid));
    finish(OperationResult::End::Unknown,
           tr("%1 It was made by %2, and what helm did before is unknown. See Activity (on the command line: "
              "chartroom recover). helm said: %3")
               .arg(state, who, m_helmSaid));
}

void ReleaseOperation::verify(const ReleaseTruth &after)
{
    begin(Step::Verify, tr("Comparing the new revision and the actual state with the plan."));
    m_verification =
        std::make_unique<VerifyOperation>(m_parts.transport, m_parts.clock, after.record.manifest,
                                          m_release.namespaceName, m_parts.rollOutLimit, m_parts.settleTime);
    connect(m_verification.get(), &VerifyOperation::progressChanged, this,
            [this](const QString &text) { Q_EMIT stepChanged(Step::Verify, StepState::Running, text); });
    connect(m_verification.get(), &VerifyOperation::finished, this,
            [this, found = problems(after)] { compared(found + m_verification->problems()); });
    if (m_isCancelled)
        m_verification->cancel();
    else
        m_verification->start();
}

void ReleaseOperation::compared(const QStringList &problems)
{
    const QString goesOn = m_verification->verifyingText();
    const QString text =
        !problems.isEmpty() ? tr("Revision %1 is deployed, but not as planned.").arg(m_revision)
        : goesOn.isEmpty()
            ? deployedText(m_revision)
            : tr("Revision %1 is deployed; as of %2 UTC, %3.") // it is read hours later
                  .arg(QString::number(m_revision),
                       m_parts.clock->now().toString(QStringLiteral("yyyy-MM-dd HH:mm")), goesOn);
    done(Step::Verify, text,
         {{QStringLiteral("problems"), textList(problems)},
          {QStringLiteral("facts"), textList(m_verification->facts())},
          {QStringLiteral("verifying"), Value(!goesOn.isEmpty())}});
    finish(OperationResult::End::Done, text, problems);
}

} // namespace chartroom
