// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/operation_run.h"
#include "core/session/release_source.h"
#include "core/upgrade/change_reach.h"
#include "core/upgrade/upgrade_source.h"

#include <QFutureWatcher>
#include <QPointer>

namespace chartroom {

/// A person's way through one careful change of a release: pages on which it is planned, the run, and what
/// came of it. Knows which pages there are, what holds each back, and what would happen if one stopped here.
/// Planning changes nothing; the operation is made when its commands are shown and run as shown, and only
/// past a preflight: no severe finding is without a reason, and none is older than five minutes.
class ChangeController : public QObject
{
    Q_OBJECT
public:
    enum class Page { Version, Nodes, Preflight, Coordination, Review, Run, Result };
    enum class PreflightState { Missing, Reading, Ready, Failed };

    ChangeController(const QString &context, const ReleaseKey &key, Page first, QObject *parent);

    /// Null while the cluster is not connected; what was planned stays.
    virtual void setSources(ReleaseSource *releases, UpgradeSource *upgrades);

    [[nodiscard]] const QString &context() const { return m_context; }
    [[nodiscard]] const ReleaseKey &key() const { return m_key; }
    /// "Upgrade gpu-operator"
    [[nodiscard]] virtual QString title() const = 0;
    /// What the button that writes says: "Upgrade".
    [[nodiscard]] virtual QString runText() const = 0;
    /// In their order; only those that this change needs.
    [[nodiscard]] virtual QList<Page> pages() const = 0;
    /// Why a page that others of its kind have is not needed, a few words; "" when there is nothing to say.
    [[nodiscard]] virtual QString leftOut(Page page) const;
    [[nodiscard]] Page page() const { return m_page; }
    /// Why one cannot go on from the page, a sentence; "" when one can.
    [[nodiscard]] virtual QString holdback(Page page) const = 0;
    /// No page before it holds back, and a run that was begun is not left for planning.
    [[nodiscard]] bool isReachable(Page page) const;
    /// Why one cannot go on from the page that is shown: what it or one before it lacks.
    [[nodiscard]] QString currentHoldback() const;
    [[nodiscard]] virtual VisualState stateOf(Page page) const;
    /// What its nodes say of the result once none goes on any more; nothing: what the operation said stands.
    void setNodesEnd(std::optional<VisualState> state);
    /// What happens if one stops here.
    [[nodiscard]] QString stopText() const;

    void goTo(Page page);
    void next();
    void back();
    [[nodiscard]] bool canGoBack() const;

    [[nodiscard]] PreflightState preflightState() const { return m_preflightState; }
    /// With Reading; nothing before the first step.
    [[nodiscard]] std::optional<PreflightOperation::Step> preflightStep() const { return m_preflightStep; }
    /// With Ready.
    [[nodiscard]] const PreflightReport &report() const { return m_report; }
    /// With Failed.
    [[nodiscard]] const Error &preflightError() const { return m_preflightError; }
    /// What it does to nodes, GPUs, namespaces and values, for the place where a person decides; says what is
    /// unknown.
    [[nodiscard]] QString decisionText() const;
    /// By the report; nothing without one.
    [[nodiscard]] const std::optional<ChangeReach> &reach() const { return m_reach; }
    virtual void rerunPreflight() = 0;
    /// The newest revision of the release, or its status, is another than when the preflight was started. On
    /// the pages after the first the preflight looks again by itself then.
    [[nodiscard]] bool isOvertaken() const;
    /// Why it is done in spite of this finding; "" while nobody says.
    [[nodiscard]] virtual QString reason(const QString &finding) const = 0;
    virtual void setReason(const QString &finding, const QString &reason) = 0;
    /// Whose it is asks for words with Support first, on a page of its own.
    [[nodiscard]] bool needsCoordination() const;

    /// Made with the page Review; null before, and when it could not be: see runProblem().
    [[nodiscard]] OperationRun *run() const { return m_run.get(); }
    [[nodiscard]] const QString &runProblem() const { return m_runProblem; }
    [[nodiscard]] bool isRunning() const { return m_run && m_run->phase() == OperationRun::Phase::Running; }
    [[nodiscard]] bool hasEnded() const { return m_run && m_run->phase() == OperationRun::Phase::Ended; }
    /// When it was started; invalid before.
    [[nodiscard]] const QDateTime &startedAt() const { return m_startedAt; }
    /// Whose it is; by default while the cluster is not connected.
    [[nodiscard]] Ownership ownership() const;
    /// What a person types on the page Review before it is run; "" where nothing has to be typed. See
    /// confirmationPhrase().
    [[nodiscard]] QString confirmationWish() const;
    [[nodiscard]] const QString &confirmation() const { return m_confirmation; }
    void setConfirmation(const QString &text);
    /// From the page Review, when nothing holds back.
    void start();
    /// The object that holds the switch of the rollout that follows: ClusterPolicy cluster-policy; "" where
    /// none is known.
    [[nodiscard]] virtual QString rolloutSwitch() const { return {}; }
    /// How it ended, as a heading.
    [[nodiscard]] virtual QString endTitle(const OperationResult &result) const
    {
        return resultTitle(result);
    }
    /// For rolloutSwitch(); see UpgradeSource.
    [[nodiscard]] virtual Result<PauseOperation *> makePause(bool pauses, QObject *owner);
    /// After the end: the same plan again from its first page.
    void planAgain();

Q_SIGNALS:
    void changed();
    void pageChanged();
    void runStarted();
    void runEnded();

protected:
    [[nodiscard]] virtual Result<ReleaseOperation *> makeOperation() = 0;
    /// What goes from where to where, a sentence; "" for nothing to say.
    [[nodiscard]] virtual QString changeText() const { return {}; }
    /// The preflight is overtaken: the reasons for its findings go, and it looks again.
    virtual void overtake() = 0;
    /// A page is about to be shown.
    virtual void enter(Page /*page*/) {}
    /// That what is to be typed is not there yet, as a sentence; "" when it is.
    [[nodiscard]] QString confirmationHoldback() const;
    /// The plan is another: what was made and confirmed for the one before goes.
    void dropRun();
    /// What was made for the plan is made again where it is shown.
    void remakeRun();
    /// From now on, until what the future brings; the newest wins.
    void readPreflight(const QFuture<Result<PreflightReport>> &future);
    void cancelPreflight();
    /// A report is there; before changed().
    virtual void takeReport() {}
    /// The plan outlives the program as it stands.
    [[nodiscard]] virtual bool isKept() const { return false; }
    /// What it changes of the operator's policy.
    [[nodiscard]] virtual PolicyChanges policyChanges() const { return {}; }
    /// The report is of a cluster that may be another by now: it is to be run on, and five minutes old or of
    /// another revision.
    [[nodiscard]] bool isOld() const;
    /// What is severe and has no reason among these.
    [[nodiscard]] QStringList openFindings(const QMap<QString, QString> &reasons) const;
    /// That these need a reason, a sentence; "" for none.
    [[nodiscard]] static QString openText(const QStringList &open);
    /// Of the page Preflight; "" when nothing is open but what a later page asks for.
    [[nodiscard]] QString preflightHoldback(const QMap<QString, QString> &reasons) const;

    [[nodiscard]] const Release *release() const;
    [[nodiscard]] ReleaseSource *releases() const { return m_releases; }
    [[nodiscard]] UpgradeSource *upgrades() const { return m_upgrades; }

private:
    void followRelease();
    [[nodiscard]] std::optional<std::pair<int, ReleaseStatus>> newestRevision() const;
    /// The preflight, which is behind this page, found something that a person should keep in mind.
    [[nodiscard]] bool hasDoubt(Page page) const;
    /// What the preflight found and what the change does, for comparison; "" while it is being read.
    [[nodiscard]] QString foundText() const;
    void show(Page page);
    void prepareRun();

    QString m_context;
    ReleaseKey m_key;
    Page m_first;
    Page m_page;
    QPointer<ReleaseSource> m_releases;
    QPointer<UpgradeSource> m_upgrades;
    std::unique_ptr<OperationRun> m_run;
    QDateTime m_startedAt;
    std::optional<VisualState> m_nodesEnd;
    QString m_runProblem;
    QString m_confirmation; ///< as it was typed
    QString m_confirmedOn;  ///< foundText() as it was typed
    PreflightState m_preflightState = PreflightState::Missing;
    std::optional<PreflightOperation::Step> m_preflightStep;
    PreflightReport m_report;
    std::optional<ChangeReach> m_reach; ///< with Ready
    Error m_preflightError;
    QDateTime m_judgedAt;                                    ///< with Ready: when it had read that
    std::optional<std::pair<int, ReleaseStatus>> m_judgedOn; ///< the newest revision when it was started
    QFutureWatcher<Result<PreflightReport>> *m_watcher = nullptr;
};

[[nodiscard]] QString pageTitle(ChangeController::Page page);

/// "Reading the release", ...: what a preflight does at this step.
[[nodiscard]] QString preflightStepText(PreflightOperation::Step step);

} // namespace chartroom
