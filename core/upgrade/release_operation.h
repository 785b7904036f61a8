// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/secrets/secret_texts.h"
#include "core/session/cluster_identity.h"
#include "core/upgrade/capture.h"
#include "core/upgrade/helm_commands.h"
#include "core/upgrade/helm_process.h"
#include "core/upgrade/journal.h"
#include "core/upgrade/lease.h"
#include "core/upgrade/node_hold.h"
#include "core/upgrade/operation_kind.h"
#include "core/upgrade/operation_result.h"
#include "core/upgrade/release_truth.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace chartroom {

class ChartSources;
class HelmClient;
class Keyring;
class VerifyOperation;
struct EndedOperation;

/// What an operation stands on; all of it outlives the operation.
struct OperationParts
{
    CommandRunner *runner = nullptr;
    Transport *transport = nullptr;
    HelmClient *helm = nullptr;
    KubectlClient *kubectl = nullptr;
    ChartSources *charts = nullptr; ///< of an upgrade
    const Clock *clock = nullptr;
    HelmAccess access;
    LeaseHolder holder;
    std::chrono::seconds leaseDuration = ReleaseLease::defaultDuration;
    QString chartCache;                    ///< the folder of ChartCache
    QString folder;                        ///< in which each operation gets its own: operationsFolder()
    Keyring *keyring = nullptr;            ///< null: this build knows none
    std::chrono::days clearCaptureFor{14}; ///< see CaptureKeeping
    qsizetype storedRevisions = 0;         ///< of the release, for commands() before they are read
    std::chrono::milliseconds readBackPause{2000};
    int readBackTries = 30;
    /// How long what helm changed may take to roll out before that is a problem.
    std::chrono::milliseconds rollOutLimit{std::chrono::minutes(5)};
    /// How long what an operator says has to hold: a new pod of it leads once the lease of the old one has
    /// run out (controller-runtime pkg/leaderelection: 15 s), and then looks.
    std::chrono::milliseconds settleTime{std::chrono::seconds(30)};
};

/// One careful change of one release, step by step: the lease, a check that nobody was faster, a capture of
/// all that is needed to go back by hand, what the kind needs, the nodes that are to wait for another one,
/// helm, the truth from the cluster whatever helm says, and how that and what rolls out compare with the
/// plan. Each step is in the journal before and after; without a durable intent nothing is written. A helm
/// that runs is never ended: deleted before finished(), the operation leaves it to itself, and recover tells
/// what came of it.
class ReleaseOperation : public QObject
{
    Q_OBJECT
public:
    enum class Step { Lease, Check, Capture, Stage, Hold, Helm, ReadBack, Verify };
    Q_ENUM(Step)
    enum class StepState { Running, Done, Failed };
    Q_ENUM(StepState)

    ~ReleaseOperation() override;

    virtual void start();
    /// Finds out how the capture will be kept, for keepingText(); start() does so where nobody has.
    void askKeyring();
    /// How the capture will be kept, for a person to read before the start; "" until keepingKnown().
    [[nodiscard]] QString keepingText() const;
    /// Before helm runs it ends the operation; from then on nothing is stopped, because a helm that is killed
    /// leaves the release half-way: the operation goes on to the truth, and no longer waits for what rolls
    /// out. Says which of them, as a sentence.
    virtual QString cancel();

    [[nodiscard]] const QString &id() const { return m_id; }
    /// Where its journal and its capture are.
    [[nodiscard]] QString folder() const { return m_parts.folder + u'/' + m_id; }
    [[nodiscard]] QString captureFolder() const { return folder() + QStringLiteral("/capture"); }
    /// The commands that write, exactly as they will run; --history-max by the revisions that are
    /// stored.
    [[nodiscard]] virtual QStringList commands() const;
    /// What commands() refer to and the step Stage makes: before it runs there are no such files.
    [[nodiscard]] virtual QStringList stagedFiles() const { return {}; }
    /// What tells the way out of the state that it left the release in; it changes nothing.
    [[nodiscard]] QString recoverCommand() const;
    /// Which nodes wait for which; empty where none does, and then there is no step Hold. When nothing came
    /// of helm the operation takes its labels away again; a helm that changed something leaves them.
    [[nodiscard]] const NodeHold &hold() const { return m_hold; }

Q_SIGNALS:
    /// Once, also from within askKeyring().
    void keepingKnown();
    void stepChanged(chartroom::ReleaseOperation::Step step, chartroom::ReleaseOperation::StepState state,
                     const QString &text);
    /// What helm prints, masked.
    void outputReceived(const QStringList &lines);
    /// Exactly once.
    void finished(const chartroom::OperationResult &result);

protected:
    using Done = std::function<void(const Result<void> &)>;

    ReleaseOperation(OperationParts parts, OperationKind kind, const ReleaseKey &release, int plannedOn,
                     QObject *parent);

    /// Of an earlier revision, for `then`; it is not called once this is gone.
    void readRecord(const RevisionEntry &revision,
                    const std::function<void(const Result<ReleaseRecord> &)> &then);

    /// What is asked for, for the journal's first line.
    [[nodiscard]] virtual Value::Map order() const = 0;
    /// Why nothing is done to the release as it is, a sentence; "" when it can be. `now` by the server's
    /// clock.
    [[nodiscard]] virtual QString refusal(const ReleaseTruth & /*before*/, const QDateTime & /*now*/) const
    {
        return {};
    }
    /// Why a person goes on past that finding of the preflight; "" without a reason.
    [[nodiscard]] virtual QString reasonFor(const QString & /*finding*/) const { return {}; }
    /// Makes ready what helm needs; nothing in the cluster changes.
    virtual void stage(const ReleaseTruth &before, const Done &done) = 0;
    [[nodiscard]] virtual CommandLine helmCommand(const HelmRun &run) const = 0;
    [[nodiscard]] virtual bool isOurs(const ReleaseTruth &after) const = 0;
    /// Where the new revision is not what was planned: sentences.
    [[nodiscard]] virtual QStringList problems(const ReleaseTruth &after) const = 0;
    /// That the revision is deployed as planned, a sentence.
    [[nodiscard]] virtual QString deployedText(int revision) const
    {
        return tr("Revision %1 is deployed as planned.").arg(revision);
    }
    [[nodiscard]] virtual std::chrono::seconds timeout() const = 0;
    /// Values whose secrets must not be in what helm is quoted with, beside those of the release as it was.
    [[nodiscard]] virtual Value secrets() const { return {}; }

    /// Before start().
    void setHold(NodeHold hold) { m_hold = std::move(hold); }
    [[nodiscard]] const OperationParts &parts() const { return m_parts; }
    [[nodiscard]] const ReleaseKey &release() const { return m_release; }
    [[nodiscard]] int plannedOn() const { return m_plannedOn; }
    /// That somebody may be at work on the release, and no reason `pending` is given; "" otherwise (fault
    /// 45). What an ended operation of this machine left counts for nobody. `now` by the server's clock.
    [[nodiscard]] QString atWorkRefusal(const ReleaseTruth &before, const QDateTime &now) const;

private:
    [[nodiscard]] HelmRun helmRun() const;
    /// What this machine's processes tell before helm is started.
    struct HelmsHere
    {
        HelmSearch orphan; ///< of an earlier operation of ours
        HelmSearch other;  ///< whoever's
        QList<EndedOperation> ended;
    };
    bool write(JournalRecord::Kind kind, Step step, const QString &text, Value::Map data = {});
    bool begin(Step step, const QString &text, Value::Map data = {});
    void done(Step step, const QString &text, Value::Map data = {});
    void fail(Step step, const Error &error);
    bool stopsHere(Step step);
    void takeLease();
    void check();
    [[nodiscard]] QString busyText(const HelmsHere &here) const;
    void readBefore();
    void keep(const Result<SealingKey> &key);
    void capture();
    void sealEarlier();
    void prepare();
    void holdNodes();
    void labelNodes(const QString &change);
    void heldBack(const Error &error);
    void unholdNodes(const OperationResult &result);
    void seeHeld(const OperationResult &result);
    void runHelm();
    void helmEnded(const Error &error);
    void readBack(int triesLeft);
    void judge(const ReleaseTruth &after);
    void overtaken(const ReleaseTruth &after);
    void verify(const ReleaseTruth &after);
    void compared(const QStringList &problems);
    void finish(OperationResult::End end, const QString &text, const QStringList &problems = {});
    void giveBack(const OperationResult &result);
    [[nodiscard]] QString stillWaitingText() const;
    void conclude(OperationResult result);

    OperationParts m_parts;
    OperationKind m_kind;
    ReleaseKey m_release;
    int m_plannedOn;
    QString m_id;
    ClusterIdentity m_cluster; ///< its uid from start() on, as far as it may be read
    std::unique_ptr<Journal> m_journal;
    std::unique_ptr<ReleaseLease> m_lease;
    NodeHold m_hold;
    QList<EndedOperation> m_ended;
    ReleaseTruth m_before;
    bool m_hasAsked = false;                 ///< the keyring
    std::optional<CaptureKeeping> m_keeping; ///< once that is known
    SecretTexts m_secrets;                   ///< from which what helm prints is kept free
    QString m_helmSaid;
    std::unique_ptr<VerifyOperation> m_verification;
    std::optional<QStringList> m_waiting; ///< whom it still holds back, once that was read at the end
    QStringList m_notes;                  ///< what went wrong beside the point: the journal, the lease
    int m_revision = 0;
    bool m_isStarted = false;
    bool m_isCancelled = false;
    bool m_hasHeld = false;      ///< labels may have been set
    bool m_hasWritten = false;   ///< helm was started
    bool m_isTurnedAway = false; ///< and says that it did nothing, because somebody else was faster
    bool m_leftPending = false;  ///< helm ended, and its revision is still pending
    bool m_isFinished = false;
    std::optional<Error> m_lost;
    std::optional<Error::Code> m_cause; ///< of what failed before helm was started
};

} // namespace chartroom
