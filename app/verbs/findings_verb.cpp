// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/findings_verb.h"

#include "app/findings_printout.h"
#include "core/diagnosis/session_findings.h"
#include "core/upgrade/journal.h"

namespace chartroom {

FindingsVerb::FindingsVerb(Invocation invocation, Sessions sessions, Console *console,
                           const ResponsibilityRules *rules)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_rules(rules)
{
    m_timeout.setSingleShot(true);
}

FindingsVerb::~FindingsVerb() = default;

void FindingsVerb::print(const QList<ClusterSession *> &readable)
{
    const ClusterSession &session = *readable.first();
    const Result<Signatures> signatures = Signatures::bundled();
    if (!signatures) {
        fail(signatures.error());
        return;
    }
    m_operation = std::make_unique<DiagnosisOperation>(
        diagnosisParts(session, *signatures, *m_rules, operationsFolder()));
    connect(m_operation.get(), &DiagnosisOperation::finished, this, &FindingsVerb::printAll);
    connect(&m_timeout, &QTimer::timeout, m_operation.get(), &DiagnosisOperation::cancel);
    m_timeout.start(invocation().timeout);
    m_operation->start();
}

void FindingsVerb::printAll()
{
    m_timeout.stop();
    const Result<DiagnosisResult> &result = m_operation->result();
    if (!result) {
        const bool isLate = result.error().code == Error::Code::Cancelled;
        fail(isLate ? Error{Error::Code::Timeout,
                            tr("The cluster could not be looked at in time; try --timeout."),
                            {},
                            {}}
                    : result.error());
        return;
    }
    for (const QString &notice : result->notices)
        console().note(notice);
    const int missing = int(result->missing.size());
    if (result->findings.isEmpty())
        console().note(missing == 0
                           ? tr("Nothing was found to be wrong.")
                           : tr("Nothing was found in what could be read; %n reading(s) are missing.",
                                nullptr, missing));
    const OutputFormat format = invocation().format.value_or(OutputFormat::Table);
    if (format == OutputFormat::Table)
        console().text(diagnosisText(result->findings));
    else
        console().print(diagnosisPrintout(result->findings), format);
    // What was not looked at is not clean.
    end(!result->findings.isEmpty() ? Found : missing > 0 ? NotDone : Done);
}

} // namespace chartroom
