// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/findings_source.h"
#include "core/session/cluster_session.h"

#include <QElapsedTimer>

namespace chartroom {

/// The session's releases and whose they are, by namespace and name.
[[nodiscard]] QList<OwnedRelease> ownedReleases(const ClusterSession &session);

/// What a diagnosis of a session's cluster is made of. Starts the session's rollouts and pods. `operations`
/// is the folder of the journals, "" for none.
[[nodiscard]] DiagnosisOperation::Parts diagnosisParts(const ClusterSession &session,
                                                       const Signatures &signatures,
                                                       const ResponsibilityRules &rules,
                                                       const QString &operations = {});

/// A session's findings as models and pages see them. Looks again a moment after the rollouts or the owners
/// of releases changed, when pods and nodes that changed have come to rest, when what was seen is old enough
/// to be a finding, and now and then for what tells nobody that it changed, such as logs. One look at a time,
/// and between two a rest ten times as long as the last one took, so that a large cluster is not asked all
/// the time. What a node's trouble comes to, and its end, is judged at once, with what the last look read;
/// all other changes some seconds later, and then ahead of the machine's other work. A node that is in
/// trouble since the last look has a look by then, without a rest. Where a recording is wound back, what was
/// found later is forgotten at once; once it stays at a moment, that one is looked at without a rest. Owned
/// beside its session, dies before it.
class SessionFindings final : public FindingsSource
{
    Q_OBJECT
public:
    struct Pauses
    {
        std::chrono::milliseconds gather{std::chrono::seconds(2)}; ///< for what else may change
        /// In which no pod and no node may change, and no recording move; where one always does, the round is
        /// what looks.
        std::chrono::milliseconds settle{std::chrono::seconds(2)};
        std::chrono::milliseconds shortestRest{std::chrono::seconds(5)};
        std::chrono::milliseconds longestRest{std::chrono::minutes(1)};
        std::chrono::milliseconds round{std::chrono::seconds(30)}; ///< when nothing told of a change
        /// In which a recording that is wound from moment to moment has no look to its end.
        std::chrono::milliseconds longestWay{std::chrono::seconds(10)};
        /// So long a change waits at most until it is judged, whatever changes meanwhile and however long a
        /// look takes or rests.
        std::chrono::milliseconds late{std::chrono::seconds(6)};
    };
    /// `rules` outlives it.
    SessionFindings(ClusterSession *session, Signatures signatures, const ResponsibilityRules *rules,
                    QObject *parent = nullptr);
    SessionFindings(ClusterSession *session, Signatures signatures, const ResponsibilityRules *rules,
                    Pauses pauses, QObject *parent);
    ~SessionFindings() override;

    /// The folder of the journals, in which an operation that was cut off is found; "" at first: none is.
    void setOperations(const QString &folder) { m_operations = folder; }
    void start() override;
    void setActive(bool isActive) override;
    void lookAgain() override;
    [[nodiscard]] const DiagnosisResult &result() const override { return m_result; }
    [[nodiscard]] const std::optional<Error> &problem() const override { return m_problem; }
    [[nodiscard]] QDateTime judgedAt() const override { return m_judgedAt; }
    [[nodiscard]] QDateTime now() const override { return m_session->now(); }

private:
    void note();
    void leave();
    void forgetFuture();
    void stay();
    void schedule();
    void look();
    void take();
    void follow(const QList<TrackKey> &keys);
    /// NotPart too where there is no such track any more.
    [[nodiscard]] Verdict verdictNow(const TrackKey &key) const;
    [[nodiscard]] bool hasTurned(const TrackKey &key) const;
    void judgeAgain();
    void judge(bool isAwaited);
    void noteLater();
    void catchUp();
    void takeJudgement();
    /// Waits for the last result's `next`, where it has one.
    void ripen(std::chrono::milliseconds atLeast);
    [[nodiscard]] std::chrono::milliseconds restLeft() const;

    ClusterSession *m_session;
    Signatures m_signatures;
    const ResponsibilityRules *m_rules;
    Pauses m_pauses;
    bool m_isStarted = false;
    bool m_isActive = true;
    bool m_isOld = false;     ///< something changed since the last look began
    bool m_isAsked = false;   ///< the next look is the first, or a person asked for it
    bool m_isAwaited = false; ///< the look that is under way is one that was asked for
    QTimer m_soon;
    QTimer m_settled;
    QTimer m_stayed; ///< since a recording moved last
    QTimer m_round;
    QTimer m_late;          ///< since something changed that was not judged
    QTimer m_ripe;          ///< until the last result's `next`
    QDateTime m_begun;      ///< the moment that the look under way is of, at the earliest
    QElapsedTimer m_spent;  ///< since the look began that is under way
    QElapsedTimer m_rested; ///< since the last one ended
    QElapsedTimer m_left;   ///< since a recording was first wound after that
    std::chrono::milliseconds m_rest{0};
    std::unique_ptr<DiagnosisOperation> m_operation; ///< null between two looks
    DiagnosisResult m_result;
    std::optional<Error> m_problem;

    QString m_operations;
    bool m_hasTurned = false; ///< a node came into trouble, out of it or into another since the judgement
    std::unique_ptr<DiagnosisOperation> m_again; ///< judges with what the last look read; null between two
    bool m_isJudgedAhead = false;                ///< of the machine's other work
    DiagnosisEvidence m_read;                    ///< by the last look
    QDateTime m_judgedAt;                        ///< invalid: not since the last look
    DiagnosisResult m_looked;                    ///< what that came to
    QStringList m_unread;                        ///< of its notices those about the stores
    QHash<TrackKey, Verdict> m_verdicts;         ///< that m_result rests on
    QSet<QString> m_turned;                      ///< nodes that came into trouble since that look
};

} // namespace chartroom
