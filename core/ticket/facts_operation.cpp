// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/facts_operation.h"

#include "core/base/document.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/diagnosis/session_findings.h"
#include "core/responsibility/rules.h"
#include "core/rollout/driver_components.h"
#include "core/rollout/rollout_store.h"
#include "core/ticket/told_facts.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace chartroom {

namespace {

/// "nvidia-gpu-operator_nvidia-driver-daemonset-x7k2p_nvidia-driver-ctr.previous.log".
TicketFile logFile(const LogText &log)
{
    const LogRequest &from = log.request;
    QStringList names{from.namespaceName, from.pod, from.container};
    names.removeAll(QString());
    return {names.join(u'_') + (from.isPrevious ? QStringLiteral(".previous.log") : QStringLiteral(".log")),
            log.text};
}

/// And whether the helm still runs of those that noted no revision.
QList<ActivityEntry> readOperations(const QString &folder)
{
    QList<ActivityEntry> entries = readActivity(folder);
    for (ActivityEntry &one : entries)
        if (one.problem.isEmpty() && !one.isHeld && one.revision <= 0)
            one.helm = tracesOf(one.folder, one.order.id).helm;
    return entries;
}

/// What a person's own values were and are.
ExportedComparison lastUpgrade(const TicketRelease &one)
{
    const ReleaseKey &key = one.release.key;
    const QString before = QString::number(one.previous->revision);
    const QString after = QString::number(one.release.record->revision);
    ExportedComparison comparison;
    comparison.title =
        QStringLiteral("%1.%2-revision-%3-to-%4").arg(key.namespaceName, key.name, before, after);
    comparison.beforeTitle = QStringLiteral("revision %1").arg(before);
    comparison.afterTitle = QStringLiteral("revision %1").arg(after);
    comparison.before = writeYaml(one.previous->userValues);
    comparison.after = writeYaml(one.release.record->userValues);
    return comparison;
}

} // namespace

FactsOperation::FactsOperation(Parts parts, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_step == Step::Rollouts)
            diagnose();
        else if (m_step == Step::Revisions)
            readNodes();
        else if (m_step == Step::Nodes)
            end();
        else if (m_diagnosis)
            m_diagnosis->cancel();
    });
}

FactsOperation::~FactsOperation() = default;

void FactsOperation::start()
{
    if (std::exchange(m_isStarted, true))
        return;
    RolloutStore *rollout = m_parts.session->rollout();
    m_patience.start(m_parts.patience);
    rollout->start();
    rollout->whenComplete(this, [this] { diagnose(); });
}

void FactsOperation::diagnose()
{
    if (m_step != Step::Rollouts)
        return;
    m_step = Step::Findings;
    const RolloutStore *rollout = m_parts.session->rollout();
    m_areRolloutsLate = !rollout->isComplete();
    if (m_areRolloutsLate) {
        m_facts.unknown = {tr("The findings of the nodes could not be determined in time.")};
        m_notices += m_facts.unknown;
    }
    if (const auto refusal = rollout->refusal())
        m_notices.append(refusal->message);
    if (m_areRolloutsLate || rollout->refusal())
        return readJournals();
    m_patience.start(m_parts.patience);
    // Off this thread: the file is long.
    onFinished(QtConcurrent::run(&Signatures::bundled), this, [this](const Result<Signatures> &signatures) {
        if (!signatures) {
            m_notices.append(signatures.error().message);
            return readJournals();
        }
        auto parts = diagnosisParts(*m_parts.session, *signatures, *m_parts.rules);
        parts.isUrgent = true;
        m_diagnosis = std::make_unique<DiagnosisOperation>(std::move(parts));
        connect(m_diagnosis.get(), &DiagnosisOperation::finished, this, &FactsOperation::takeFindings);
        m_diagnosis->start();
    });
}

void FactsOperation::takeFindings()
{
    if (m_step != Step::Findings)
        return;
    m_patience.stop();
    if (const Result<DiagnosisResult> &result = m_diagnosis->result()) {
        m_facts.findings = result->findings;
        m_notices += result->notices;
        m_facts.unknown = result->missing;
        for (const LogText &log : m_diagnosis->logs())
            m_facts.files.append(logFile(log));
    } else if (result.error().code == Error::Code::Cancelled) {
        m_facts.unknown = {tr("The findings of the nodes could not be determined in time.")};
    } else {
        m_facts.unknown = {result.error().message};
    }
    m_notices += m_facts.unknown;
    readJournals();
}

/// A recording has no operations of this machine.
void FactsOperation::readJournals()
{
    if (m_step != Step::Rollouts && m_step != Step::Findings)
        return;
    m_step = Step::Journal;
    if (m_parts.operations.isEmpty() || !m_parts.session->helm())
        return readRevisions();
    onFinished(QtConcurrent::run(readOperations, m_parts.operations), this,
               [this](const QList<ActivityEntry> &entries) {
                   for (const ActivityEntry &entry : entries)
                       if (isOurs(entry))
                           m_facts.operations.prepend(entry); // the newest last
                   m_facts.operation = mainChange(m_facts.operations);
                   readRevisions();
               });
}

/// On one of the releases, or a pause of what drives nodes, which is done to its policy.
bool FactsOperation::isOurs(const ActivityEntry &entry) const
{
    const OperationHeader &order = entry.order;
    if (!entry.problem.isEmpty() || !isOn(m_parts.session->identity(), order))
        return false;
    const bool isPause = order.kind == OperationKind::Pause || order.kind == OperationKind::Resume;
    return std::any_of(m_parts.releases.cbegin(), m_parts.releases.cend(), [&](const ReleaseKey &key) {
        const Release *release = m_parts.session->releases()->find(key);
        if (release && release->record && isOfEarlierRelease(order, *release->record))
            return false;
        const bool bringsDrivers =
            release && release->record && !mainDriverComponent(release->record->chartName).isEmpty();
        return (isPause && bringsDrivers) ||
               (key.name == order.release.name && key.namespaceName == order.release.namespaceName);
    });
}

/// Those before the newest ones, to say what the last upgrade changed; and those of the last day, to say what
/// others did.
void FactsOperation::readRevisions()
{
    m_step = Step::Revisions;
    m_patience.start(m_parts.patience);
    ReleaseStore *store = m_parts.session->releases();
    const QDateTime aDayAgo = laterBy(m_parts.session->now(), -std::chrono::hours(24));
    for (const ReleaseKey &key : std::as_const(m_parts.releases)) {
        const Release *release = store->find(key);
        if (!release)
            continue;
        const QList<RevisionEntry> revisions = release->revisions;
        for (qsizetype i = 1; i < revisions.size(); ++i) {
            const bool isPrevious = i == 1;
            if (!isPrevious && !(revisions[i].date.shown() >= aDayAgo))
                continue;
            ++m_awaited;
            onFinished(store->record(key, revisions[i].revision), this,
                       [this, key, isPrevious](const Result<ReleaseRecord> &record) {
                           takeRevision(key, record, isPrevious);
                       });
        }
    }
    if (m_awaited == 0)
        readNodes();
}

void FactsOperation::takeRevision(const ReleaseKey &key, const Result<ReleaseRecord> &record, bool isPrevious)
{
    if (m_step != Step::Revisions)
        return;
    if (record)
        m_words[key].insert(record->revision, {record->chartVersion, record->description});
    if (record && isPrevious)
        m_previous.insert(key, *record);
    else if (isPrevious)
        m_notices.append(tr("The previous state of %1 is unknown: %2").arg(key.name, record.error().message));
    if (--m_awaited == 0)
        readNodes();
}

/// They are asked last, so that they are those of the ticket's own moment.
void FactsOperation::readNodes()
{
    m_step = Step::Nodes;
    m_patience.start(m_parts.patience);
    if (m_areRolloutsLate)
        end();
    else
        m_parts.session->rollout()->whenComplete(this, [this] { end(); });
}

void FactsOperation::end()
{
    if (m_step != Step::Nodes)
        return;
    m_step = Step::Over;
    m_patience.stop();
    if (m_diagnosis)
        m_diagnosis.release()->deleteLater(); // it may be the one that speaks
    TicketFacts now = sessionFacts(m_parts.session, *m_parts.rules, m_parts.releases, m_previous);
    for (TicketRelease &one : now.releases)
        one.words = m_words.value(one.release.key);
    for (const TicketRelease &one : std::as_const(now.releases))
        if (one.previous && one.release.record)
            now.comparisons.append(lastUpgrade(one));
    now.findings = std::move(m_facts.findings);
    now.files = std::move(m_facts.files);
    now.unknown += m_facts.unknown;
    now.unknown.removeDuplicates();
    now.operations = std::move(m_facts.operations);
    now.operation = std::move(m_facts.operation);
    now.cluster.notices += m_notices;
    now.cluster.notices.removeDuplicates();
    for (const Masked &credential : std::as_const(m_parts.credentials))
        now.secrets.add(credential);
    m_facts = std::move(now);
    Q_EMIT finished();
}

} // namespace chartroom
