// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/release_statements.h"

#include "core/base/one_line.h"
#include "core/base/visible_text.h"
#include "core/diagnosis/hook_run.h"
#include "core/secrets/masked_text.h"
#include "core/signatures/signatures.h"
#include "core/upgrade/pending_text.h"

#include <QCoreApplication>

#include <utility>

namespace chartroom {

namespace {

constexpr qsizetype longestWords = 300; ///< of a record's description, below what a finding quotes

Statement ofRelease(const OwnedRelease &release)
{
    Statement said;
    said.kind = StatementKind::Release;
    said.operand = Signatures::release.toString();
    said.namespaceName = release.key.namespaceName;
    said.instance = release.key.name;
    said.object = QStringLiteral("Release ") + release.key.namespaceName + u'/' + release.key.name;
    return said;
}

/// Goes through the releases once, each with its hooks.
class ReleaseCollector
{
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
public:
    explicit ReleaseCollector(const DiagnosisEvidence &evidence)
        : m_hooks(hookRuns(evidence))
    {
        for (const OwnedRelease &release : evidence.releases) {
            hearStatus(release);
            hearBelow(release);
            hearDeployed(release);
            hearHooks(release);
        }
    }

    [[nodiscard]] const QList<Statement> &statements() const { return m_statements; }

private:
    void add(Statement said, const QString &reason, const QString &text)
    {
        said.reason = reason;
        said.text = maskedText(text);
        m_statements.append(std::move(said));
    }

    void hearStatus(const OwnedRelease &release)
    {
        const OwnedRelease::Standing &standing = release.standing;
        const bool isFailed = standing.status == ReleaseStatus::Failed;
        if (!isFailed && !isPending(standing.status))
            return;
        Statement said = ofRelease(release);
        said.since = standing.since;
        const QString status = releaseStatusText(standing.status);
        QString text = tr("Revision %1 is %2").arg(QString::number(standing.revision), status);
        if (!standing.words.isEmpty())
            text += QStringLiteral(": ") + oneLine(standing.words, longestWords);
        const bool isNoneDeployed = standing.situation.deployed.isEmpty();
        const QString reason = standing.isRemnant           ? QStringLiteral("interruptedHere")
                               : standing.situation.isCut() ? QStringLiteral("interrupted")
                               : isFailed && isNoneDeployed ? QStringLiteral("noneDeployed")
                                                            : status;
        add(said, reason, text);
    }

    void hearBelow(const OwnedRelease &release)
    {
        const std::optional<RevisionEntry> &below = release.standing.situation.below;
        if (!below)
            return;
        Statement said = ofRelease(release);
        said.object += tr(", revision %1").arg(below->revision); // whatever is wrong with the newest one
        said.since = below->since();
        add(std::move(said), QStringLiteral("pendingBelow"),
            tr("Revision %1 is %2, and a later revision has replaced it.")
                .arg(QString::number(below->revision), releaseStatusText(below->status)));
    }

    void hearDeployed(const OwnedRelease &release)
    {
        const OwnedRelease::Standing &standing = release.standing;
        if (!standing.situation.hasSeveralDeployed())
            return;
        Statement said = ofRelease(release);
        if (standing.status == ReleaseStatus::Deployed)
            said.since = standing.since;
        add(said, QStringLiteral("severalDeployed"), severalDeployedText(standing.situation.deployed));
    }

    void hearHooks(const OwnedRelease &release)
    {
        for (const HookRun &run : m_hooks) {
            if (run.release != visibleText(release.key.namespaceName + u'/' + release.key.name))
                continue;
            const bool isOpen =
                run.state == HookRun::State::Unrecorded || run.state == HookRun::State::Unknown;
            if (isOpen && release.standing.status != ReleaseStatus::Failed &&
                !release.standing.situation.isCut() && !release.standing.isRemnant)
                continue; // helm records an end late
            Statement said = ofRelease(release);
            said.since = run.state == HookRun::State::Failed && run.ended.isValid() ? run.ended : run.started;
            const QString words = run.words();
            add(std::move(said), run.reason(),
                words.isEmpty() ? run.title() + QStringLiteral(": ") + run.stateText()
                                : run.title() + QStringLiteral(": ") + words);
        }
    }

    const QList<HookRun> m_hooks;
    QList<Statement> m_statements;
};

} // namespace

OwnedRelease::Standing standingOf(const Release &release, const QDateTime &now)
{
    const RevisionEntry &newest = release.newest();
    OwnedRelease::Standing standing;
    standing.revision = newest.revision;
    standing.status = newest.status;
    standing.since = newest.since();
    standing.revisions = release.revisions;
    standing.situation = situationOf(release, now);
    if (release.record && release.record->revision == standing.revision) {
        standing.words = release.record->description;
        standing.hooks = openHooks(*release.record);
    }
    return standing;
}

QList<Statement> releaseStatements(const DiagnosisEvidence &evidence)
{
    return ReleaseCollector(evidence).statements();
}

} // namespace chartroom
