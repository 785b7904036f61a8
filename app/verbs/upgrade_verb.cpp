// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/upgrade_verb.h"

#include "app/verbs/upgrade_target.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/upgrade/draft_file.h"
#include "core/upgrade/upgrade_operation.h"

namespace chartroom {

namespace {

constexpr qint64 maxPlanBytes = 1024 * 1024;

} // namespace

void UpgradeVerb::print(const QList<ClusterSession *> &readable)
{
    m_session = readable.first();
    if (!invocation().planFile.isEmpty()) {
        const Result<UpgradeDraft> draft = readPlan();
        return draft ? check(*draft) : fail(draft.error());
    }
    onFinished(findTarget(invocation(), m_session, partsFor(m_session).charts, this), this,
               [this](const Result<UpgradeTarget> &target) {
                   if (!target)
                       return fail(target.error());
                   for (const QString &notice : target->found.notices)
                       console().note(notice);
                   check(target->draft(m_session->name(), *invocation().strategy));
               });
}

Result<UpgradeDraft> UpgradeVerb::readPlan() const
{
    const Result<QByteArray> bytes = readPlainFile(invocation().planFile, maxPlanBytes);
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    Result<UpgradeDraft> draft = readDraft(*bytes, invocation().planFile);
    if (draft && draft->context != m_session->name())
        return failure(Error::Code::Invalid,
                       tr("The plan is for the context %1, and this is %2. Give --context %1.")
                           .arg(draft->context, m_session->name()));
    return draft;
}

void UpgradeVerb::check(UpgradeDraft draft)
{
    for (const QString &reason : invocation().reasons)
        draft.reasons.insert(reason.section(u'=', 0, 0), reason.section(u'=', 1).trimmed());
    m_draft = std::move(draft);
    if (const QList<FieldIssue> issues = validate(m_draft); !issues.isEmpty())
        return fail({Error::Code::Invalid,
                     QStringLiteral("%1: %2").arg(issues.first().field, issues.first().text),
                     {},
                     {}});
    if (const auto meant = confirmed(*m_session, m_draft.release); !meant)
        return fail(meant.error());
    const OperationParts its = partsFor(m_session);
    auto *preflight =
        new PreflightOperation({m_session, its.charts, its.folder, its.chartCache}, m_draft, this);
    preflight->setRunNow();
    connect(preflight, &PreflightOperation::finished, this, [this, preflight] {
        if (preflight->report())
            judge(*preflight->report());
        else
            fail(preflight->report().error());
    });
    preflight->start();
}

void UpgradeVerb::judge(const PreflightReport &report)
{
    noteFindings(report.findings);
    noteReach(report, m_draft.policy);
    const QStringList open = findingsWithoutReason(report.findings, m_draft.reasons);
    needReasons(open);
    if (invocation().yes && !open.isEmpty())
        return refuse(tr("Nothing was run. Severe findings need a reason each, in the plan or as "
                         "--reason ID=TEXT: %1.")
                          .arg(open.join(QStringLiteral(", "))));
    const auto hold = nodeHold(m_draft, report.impact, report.rollout ? &*report.rollout : nullptr);
    if (!hold) {
        console().problem(hold.error());
        printResult({OperationResult::End::NotStarted, hold.error().message, 0, {}});
        return end(exitCode(hold.error()));
    }
    run(std::make_unique<UpgradeOperation>(partsFor(m_session), m_draft, *hold));
}

} // namespace chartroom
