// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/operation_verb.h"

#include "app/preflight_printout.h"
#include "app/printout.h"
#include "core/base/on_finished.h"
#include "core/responsibility/coordination.h"
#include "core/screens/upgrade/operation_run.h"
#include "core/upgrade/change_reach.h"

namespace chartroom {

namespace {

Value holdsValue(const QList<HeldNode> &held, const QString &context)
{
    Value::List holds;
    QStringList holders = holdersOf(held);
    if (!heldBy(held, {}).isEmpty())
        holders << QString(); // of nobody knows whom
    for (const QString &operation : std::as_const(holders))
        holds.append(
            Value(Value::Map{{QStringLiteral("operation"), textOrNull(operation)},
                             {QStringLiteral("nodes"), textList(heldBy(held, operation))},
                             {QStringLiteral("command"),
                              operation.isEmpty() ? Value() : Value(unholdCommand(operation, context))}}));
    return Value(holds);
}

} // namespace

OperationVerb::OperationVerb(Invocation invocation, Sessions sessions, Console *console, OperationParts parts)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_parts(std::move(parts))
{}

OperationVerb::~OperationVerb() = default;

void OperationVerb::interrupt()
{
    if (m_operation)
        console().note(m_operation->cancel());
    else
        SessionVerb::interrupt();
}

OperationParts OperationVerb::partsFor(ClusterSession *session) const
{
    OperationParts parts = m_parts;
    parts.transport = session->transport();
    parts.helm = session->helm();
    parts.kubectl = session->kubectl();
    return parts;
}

Result<void> OperationVerb::confirmed(const ClusterSession &session, const ReleaseKey &key)
{
    const Ownership ownership = session.ownership(key);
    const QString phrase = confirmationPhrase(ownership, key.name, session.name());
    if (phrase.isEmpty() || invocation().confirm == phrase)
        return {};
    if (!invocation().yes) {
        addNeeded(QStringLiteral("--confirm ") + phrase);
        return {};
    }
    return failure(Error::Code::Forbidden,
                   tr("%1 Say that you mean this release and this cluster: --confirm %2")
                       .arg(ownership.summary, phrase));
}

void OperationVerb::run(std::unique_ptr<ReleaseOperation> operation)
{
    m_shown = std::move(operation);
    connect(m_shown.get(), &ReleaseOperation::keepingKnown, this, &OperationVerb::showCommands);
    m_shown->askKeyring();
}

void OperationVerb::showCommands()
{
    const QStringList commands = m_shown->commands();
    if (const QString staged = stagedText(m_shown->stagedFiles()); !staged.isEmpty())
        console().note(staged);
    for (const QString &command : commands)
        console().note(command);
    if (m_parts.access.program.isEmpty()) {
        const Error missing{
            Error::Code::NotFound,
            tr("helm was not found on this machine. Install Helm 3 or 4 and add it to $PATH."),
            {},
            {}};
        if (invocation().yes)
            return fail(missing);
        console().note(missing.message);
    }
    m_keeping = m_shown->keepingText();
    console().note(m_keeping);
    if (invocation().yes)
        return runShown();
    printResult({OperationResult::End::NotStarted, notRunText(), 0, {}}, commands);
    end(previewCode());
}

void OperationVerb::runShown()
{
    m_operation = std::move(m_shown);
    connect(m_operation.get(), &ReleaseOperation::stepChanged, this,
            [this](ReleaseOperation::Step, ReleaseOperation::StepState, const QString &text) {
                console().note(text);
            });
    connect(m_operation.get(), &ReleaseOperation::outputReceived, this, [this](const QStringList &lines) {
        for (const QString &line : lines)
            console().note(QStringLiteral("  ") + line);
    });
    setOperation(m_operation->id(), m_operation->folder());
    connect(m_operation.get(), &ReleaseOperation::finished, this, [this](const OperationResult &result) {
        if (result.end == OperationResult::End::Failed || result.end == OperationResult::End::Unknown)
            console().note(tr("The way out is told by %1").arg(m_operation->recoverCommand()));
        ended(result, m_operation->commands());
    });
    m_operation->start();
}

void OperationVerb::addNeeded(const QString &option)
{
    if (!m_needed.contains(option))
        m_needed << option;
}

void OperationVerb::needReasons(const QStringList &findings)
{
    m_isBlocked = m_isBlocked || !findings.isEmpty();
    for (const QString &id : findings)
        addNeeded(QStringLiteral("--reason %1=%2")
                      .arg(id, id == u"ownership" ? QStringLiteral("TICKET") : QStringLiteral("TEXT")));
}

QString OperationVerb::notRunText() const
{
    const QStringList options = m_needed + QStringList{QStringLiteral("--yes")};
    return tr("Nothing was run. To run it, add %1.").arg(options.join(u' '));
}

void OperationVerb::printResult(const OperationResult &result, const QStringList &commands)
{
    for (const QString &text : result.facts + result.problems)
        console().note(text);
    if (result.nodesToGo > 0)
        console().note(tr("Follow the nodes with chartroom rollout --watch."));
    const bool isUnchanged =
        result.end == OperationResult::End::NotStarted || result.end == OperationResult::End::Cancelled;
    Printout printout;
    printout.data = Value(Value::Map{
        {QStringLiteral("operation"), textOrNull(m_id)},
        {QStringLiteral("end"), Value(endText(result.end))},
        {QStringLiteral("text"), Value(result.text)},
        {QStringLiteral("revision"), result.revision > 0 ? numberValue(result.revision) : Value()},
        {QStringLiteral("problems"), textList(result.problems)},
        {QStringLiteral("facts"), textList(result.facts)},
        {QStringLiteral("nodesToGo"), numberValue(result.nodesToGo)},
        {QStringLiteral("verifying"), Value(result.isVerifying)},
        {QStringLiteral("holds"),
         holdsValue(isUnchanged && result.held.isEmpty() ? m_held : result.held, m_parts.access.context)},
        {QStringLiteral("folder"), textOrNull(m_folder)},
        {QStringLiteral("keeping"), textOrNull(m_keeping)},
        {QStringLiteral("commands"), textList(commands)},
        {QStringLiteral("findings"), m_findings},
        {QStringLiteral("needed"), textList(m_needed)},
    });
    printout.columns = {{QStringLiteral("END")},
                        {QStringLiteral("REVISION")},
                        {QStringLiteral("TEXT"), 0, Column::Fit::Below},
                        {QStringLiteral("FOLDER"), 0, Column::Fit::Below}};
    printout.rows = {{endPhrase(result.end, result.isVerifying, !result.problems.isEmpty()),
                      result.revision > 0 ? QString::number(result.revision) : QString(), result.text,
                      m_folder}};
    console().print(printout, invocation().format);
}

void OperationVerb::ended(const OperationResult &result, const QStringList &commands)
{
    printResult(result, commands);
    if (result.end == OperationResult::End::Cancelled)
        return end(Interrupted);
    if (result.end == OperationResult::End::Done)
        return end(result.problems.isEmpty() ? int(chartroom::Done) : int(Found));
    const bool isKeptOut = result.cause && *result.cause != Error::Code::Gone && // somebody was faster
                           exitCode(Error{*result.cause, {}, {}, {}}) == NoAccess;
    end(isKeptOut ? NoAccess : NotDone);
}

void OperationVerb::noteReach(const PreflightReport &report, const PolicyChanges &changes) const
{
    console().note(reachText(changeReach(report, changes)));
    console().note(shiftText(report.values));
}

void OperationVerb::noteFindings(const QList<PreflightFinding> &findings)
{
    m_findings = preflightValue(findings);
    const QStringList lines = preflightText(findings, OutputFormat::Table).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines)
        console().note(line);
}

void OperationVerb::refuse(const QString &text)
{
    console().problem({Error::Code::Forbidden, text, {}, {}});
    printResult({OperationResult::End::NotStarted, text, 0, {}});
    end(Found);
}

QString OperationVerb::reason(QStringView id) const
{
    for (const QString &given : invocation().reasons)
        if (given.section(u'=', 0, 0) == id)
            return given.section(u'=', 1).trimmed();
    return {};
}

/// With --yes, what can be known without the cluster's answer is asked for first.
void RollbackVerb::print(const QList<ClusterSession *> &readable)
{
    m_session = readable.first();
    const auto key = findRelease(*m_session->releases(), invocation().release, invocation().namespaceName);
    if (!key)
        return fail(key.error());
    const Release &release = *m_session->releases()->find(*key);
    m_order.release = *key;
    m_order.plannedOn = release.newest().revision;
    m_order.toRevision = *invocation().revision;
    if (const QString text = notStoredText(release, m_order.toRevision); !text.isEmpty())
        return fail({Error::Code::NotFound, text, {}, {}});
    m_order.gpuFloor = invocation().gpuFloor;
    m_order.timeout = invocation().helmTimeout.value_or(m_order.timeout);
    for (const QString &given : invocation().reasons)
        m_order.reasons.insert(given.section(u'=', 0, 0), given.section(u'=', 1).trimmed());
    m_order.reason = m_order.reasons.take(QStringLiteral("rollback"));
    m_order.supportReference = m_order.reasons.take(QStringLiteral("ownership"));
    const QList<RollbackLack> lacks = rollbackLacks(m_order, m_session->ownership(*key));
    QStringList missing;
    for (const RollbackLack &lack : lacks) {
        addNeeded(QStringLiteral("--reason ") + lack.flag);
        missing << lack.text + u' ' + tr("It is given with --reason %1.").arg(lack.flag);
    }
    if (const auto meant = confirmed(*m_session, *key); !meant)
        missing << meant.error().message;
    if (invocation().yes && !missing.isEmpty())
        return fail({Error::Code::Forbidden, missing.join(u' '), {}, {}});
    onFinished(readHeldNodes(m_session->transport(), this), this,
               [this](const Result<QList<HeldNode>> &held) { show(held); });
}

/// A rollback does not release nodes that are on hold.
void RollbackVerb::show(const Result<QList<HeldNode>> &held)
{
    const Release *release = m_session->releases()->find(m_order.release);
    if (!release)
        return fail(
            {Error::Code::NotFound, tr("%1 has been uninstalled.").arg(m_order.release.name), {}, {}});
    const QList<HeldNode> its = heldOf(held.value_or(QList<HeldNode>()), release);
    if (held)
        setHeld(its);
    else
        console().note(tr("Which nodes are on hold is unknown: %1").arg(held.error().message));
    for (const QString &text : stillHeldTexts(its, m_session->name()))
        console().note(text);
    const OperationParts parts = partsFor(m_session);
    auto *preflight =
        new PreflightOperation({m_session, parts.charts, parts.folder, parts.chartCache}, m_order, this);
    connect(preflight, &PreflightOperation::finished, this, [this, preflight] {
        if (preflight->report())
            judge(*preflight->report());
        else
            fail(preflight->report().error());
    });
    preflight->start();
}

void RollbackVerb::judge(const PreflightReport &report)
{
    for (const QString &note : rollbackNotes(report.impact))
        console().note(note);
    noteFindings(report.findings);
    noteReach(report, {});
    const QStringList open = findingsWithoutReason(report.findings, m_order.allReasons());
    needReasons(open);
    if (invocation().yes && !open.isEmpty())
        return refuse(tr("Nothing was run. Severe findings need a reason each, as --reason ID=TEXT: %1.")
                          .arg(open.join(QStringLiteral(", "))));
    run(std::make_unique<RollbackOperation>(partsFor(m_session), m_order));
}

} // namespace chartroom
