// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/findings_verb.h"

#include "app/findings_printout.h"
#include "core/diagnosis/session_findings.h"
#include "core/upgrade/journal.h"

#include <QTimer>

#include <utility>

namespace chartroom {

namespace {

/// Of several clusters so many are looked at at a time: each reads events, resources and logs.
constexpr int mostLooks = 8;

} // namespace

FindingsVerb::FindingsVerb(Invocation invocation, Sessions sessions, Console *console,
                           const ResponsibilityRules *rules)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_rules(rules)
{}

FindingsVerb::~FindingsVerb() = default;

void FindingsVerb::readOne(ClusterSession *session)
{
    if (!invocation().isOverSeveral())
        return;
    m_waiting.append(session);
    next();
}

void FindingsVerb::print(const QList<ClusterSession *> &readable)
{
    m_readable = readable;
    if (!invocation().isOverSeveral())
        m_waiting = readable;
    m_isAllRead = true;
    next();
}

void FindingsVerb::next()
{
    while (!m_waiting.isEmpty() && m_running < mostLooks)
        look(m_waiting.takeFirst());
    if (m_isAllRead && m_running == 0)
        printData();
}

void FindingsVerb::look(ClusterSession *session)
{
    const Result<Signatures> signatures = Signatures::bundled();
    if (!signatures) {
        report(*session, signatures.error());
        return;
    }
    auto *look =
        new DiagnosisOperation(diagnosisParts(*session, *signatures, *m_rules, operationsFolder()), this);
    connect(look, &DiagnosisOperation::finished, this, [this, session, look] {
        look->deleteLater();
        --m_running;
        lookedAt(session, look->result());
        next();
    });
    auto *timeout = new QTimer(look);
    timeout->setSingleShot(true);
    connect(timeout, &QTimer::timeout, look, &DiagnosisOperation::cancel);
    timeout->start(invocation().timeout);
    ++m_running;
    look->start();
}

void FindingsVerb::lookedAt(ClusterSession *session, const Result<DiagnosisResult> &result)
{
    if (!result) {
        const bool isLate = result.error().code == Error::Code::Cancelled;
        report(*session, isLate ? Error{Error::Code::Timeout,
                                        tr("The cluster could not be looked at in time; try --timeout."),
                                        {},
                                        {}}
                                : result.error());
        return;
    }
    for (const QString &notice : result->notices)
        note(*session, notice);
    const int missing = int(result->missing.size());
    if (result->findings.isEmpty())
        note(*session, missing == 0
                           ? tr("Nothing was found to be wrong.")
                           : tr("Nothing was found in what could be read; %n reading(s) are missing.",
                                nullptr, missing));
    if (invocation().format.value_or(OutputFormat::Table) == OutputFormat::Table)
        printText(*session, result->findings);
    else
        m_printouts.insert(session, {session->name(), diagnosisPrintout(result->findings)});
    // What was not looked at is not clean.
    m_code = qMax<int>(m_code, !result->findings.isEmpty() ? Found : missing > 0 ? NotDone : Done);
}

void FindingsVerb::printText(const ClusterSession &session, const QList<Finding> &findings)
{
    if (findings.isEmpty())
        return;
    if (invocation().isOverSeveral()) {
        if (std::exchange(m_hasPrinted, true))
            console().data("\n");
        console().text(tr("Cluster %1").arg(session.name()) + QStringLiteral("\n\n"));
    }
    console().text(diagnosisText(findings));
}

void FindingsVerb::printData()
{
    QList<ClusterPrintout> printouts; // in the order of the contexts, whoever answered first
    for (ClusterSession *session : std::as_const(m_readable))
        if (const auto printout = m_printouts.constFind(session); printout != m_printouts.cend())
            printouts.append(*printout);
    printAll(printouts);
    end(m_code);
}

} // namespace chartroom
