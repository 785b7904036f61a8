// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/finding.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/diagnosis/finding_owner.h"
#include "core/diagnosis/kernel_peers.h"
#include "core/diagnosis/matters.h"
#include "core/diagnosis/statements.h"
#include "core/rollout/retry.h"
#include "core/upgrade/next_move.h"

#include <QCoreApplication>
#include <QHash>
#include <QMap>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestQuote = 400;
constexpr qsizetype mostEvidence = 20;

/// The last line that speaks of a failure, else the last one: what ends badly tidies up after it.
QString lastWords(const QString &log)
{
    static constexpr std::array failures{u"error",     u"fatal",  u"panic",   u"fail",   u"cannot",
                                         u"could not", u"unable", u"invalid", u"denied", u"not found"};
    const QStringList lines = log.split(u'\n', Qt::SkipEmptyParts);
    const auto tells = [](const QString &line) {
        return std::any_of(failures.begin(), failures.end(), [&line](const char16_t *word) {
            return line.contains(QStringView(word), Qt::CaseInsensitive);
        });
    };
    const auto told = std::find_if(lines.crbegin(), lines.crend(), tells);
    return told != lines.crend() ? *told : lines.value(lines.size() - 1);
}

/// Makes findings of matters: those of one signature, operand and owner become one.
class Findings
{
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
public:
    Findings(const DiagnosisEvidence &evidence, const Signatures &signatures,
             const ResponsibilityRules &rules)
        : m_evidence(evidence)
        , m_signatures(signatures)
        , m_rules(rules)
        , m_hooks(hookRuns(evidence))
    {}

    QList<Finding> of(const QList<Matter> &matters)
    {
        QList<qsizetype> findingOf(matters.size(), -1); // of each root
        for (qsizetype i = 0; i < matters.size(); ++i) {
            if (matters[i].isRoot())
                findingOf[i] = addRoot(matters[i]);
        }
        for (qsizetype i = 0; i < matters.size(); ++i) {
            const Matter &matter = matters[i];
            const qsizetype finding = matter.isRoot() ? findingOf[i] : findingOf[*matter.behind];
            if (!matter.isRoot())
                addConsequence(m_findings[finding], matter);
            noteRetry(finding, matter);
        }
        const KernelPeers peers(m_evidence);
        for (qsizetype i = 0; i < m_findings.size(); ++i) {
            m_findings[i].nodes.sort();
            compareKernels(m_findings[i], peers);
            addRetries(m_findings[i], m_retries.value(i));
            finish(m_findings[i]);
        }
        sort();
        return m_findings;
    }

private:
    [[nodiscard]] const Signature &signatureOf(const Sign &sign) const
    {
        return m_signatures.signatures()[sign.match.index];
    }

    static QString quoteOf(const Sign &sign)
    {
        const QString quote = visibleText(sign.match.line, false, longestQuote);
        return quote.isEmpty() ? visibleText(sign.statement.reason, false, longestQuote) : quote;
    }

    static QString naming(QString text, const QStringList &objects)
    {
        return text.replace(u"%object"_s, shortList(objects));
    }

    /// To go on in the same sentence.
    static QString withoutStop(QString quote)
    {
        if (quote.endsWith(u'.') && !quote.endsWith(u".."))
            quote.chop(1);
        return quote;
    }

    static QString placeOf(const Statement &said)
    {
        const QString object = visibleText(said.object);
        const QString container = visibleText(said.container);
        switch (said.kind) {
        case StatementKind::Log:
            return container.isEmpty() ? tr("the log of %1").arg(object)
                                       : tr("the log of %1 in %2").arg(container, object);
        case StatementKind::Container:
            return tr("the container %1 of %2").arg(container, object);
        case StatementKind::Event:
            return tr("an event of %1").arg(object);
        case StatementKind::Rollout:
            if (said.node.isEmpty()) // of an operator
                break;
            return tr("the rollout on %1").arg(object);
        case StatementKind::Release:
            return tr("the record of %1").arg(object);
        case StatementKind::Pod:
        case StatementKind::Node:
        case StatementKind::Condition:
        case StatementKind::Missing:
            break;
        }
        return tr("the status of %1").arg(object);
    }

    /// Where the kubelet only says that the container ended, its log says why.
    [[nodiscard]] Sign telling(Sign lead) const
    {
        Statement &said = lead.statement;
        if (said.kind != StatementKind::Container || !said.text.startsWith(u"back-off "))
            return lead;
        for (const LogText &log : m_evidence.logs) {
            const QString pod = log.request.namespaceName + u'/' + log.request.pod;
            if (said.object != QStringLiteral("Pod ") + pod || said.container != log.request.container)
                continue;
            if (const QString line = lastWords(log.text); !line.isEmpty()) {
                said.kind = StatementKind::Log;
                lead.match.line = line;
                return lead;
            }
        }
        return lead;
    }

    /// What is somebody else's (a tenant's budget that holds both drivers) is one thing, whoever speaks of
    /// it.
    [[nodiscard]] QString concerned(const Statement &said, const Signature &signature) const
    {
        const bool isOwn = signature.component.isEmpty() ||
                           signature.component == m_signatures.operand(said.operand)->component;
        return isOwn ? said.operand : signature.component;
    }

    /// What was said, as of the operand that it is about: one may speak of another.
    [[nodiscard]] Statement subjectOf(const Sign &lead) const
    {
        Statement said = lead.statement;
        const QString &about = signatureOf(lead).about;
        if (about.isEmpty() || about == said.operand)
            return said;
        if (m_signatures.operand(about)->component != m_signatures.operand(said.operand)->component) {
            said.namespaceName.clear();
            said.driverSpace.clear();
            said.instance.clear();
            said.release.clear();
        }
        said.operand = about;
        return said;
    }

    /// Where a finding of the same kind is there already, the matter joins it, with its own words.
    qsizetype addRoot(const Matter &matter)
    {
        Statement said = subjectOf(matter.lead);
        const Signature &signature = signatureOf(matter.lead);
        const FindingOwner owner = ownerOf(said, signature, m_evidence, m_signatures, m_rules);
        if (said.namespaceName != matter.lead.statement.namespaceName)
            said.namespaceName = owner.release.section(u'/', 0, 0);
        const QStringList key{signature.id, concerned(said, signature), said.namespaceName, owner.release};
        const auto known = m_index.constFind(key);
        const qsizetype index = known == m_index.cend() ? m_findings.size() : *known;
        if (known == m_index.cend()) {
            m_index.insert(key, index);
            m_findings.append(started({said, matter.lead.match}, owner));
            m_findings.last().concerns = key[1];
        }
        Finding &finding = m_findings[index];
        if (said.operand != finding.operand) // one budget holds both drivers
            addConsequence(finding, matter);
        if (const QString quote = quoteOf(matter.lead); quote != finding.quote)
            finding.evidence.append(tr("%1, in %2").arg(withoutStop(quote), placeOf(said)));
        if (const QString quote = quoteOf(telling({said, matter.lead.match}));
            quote != finding.quote && !said.node.isEmpty() && !finding.nodes.contains(said.node))
            finding.quotes.insert(said.node, quote);
        if (!said.node.isEmpty() && !finding.nodes.contains(said.node))
            finding.nodes.append(said.node);
        finding.objects.append(visibleText(said.object));
        if (said.since.isValid() && (!finding.since.isValid() || said.since < finding.since))
            finding.since = said.since;
        for (const Sign &other : matter.others) {
            if (signatureOf(other).id == retryDueSignature) // the cause that leads is to be removed first
                continue;
            const QString quote = withoutStop(quoteOf(other));
            const QString place = placeOf(other.statement);
            finding.evidence.append(
                other.statement.isOfUnwantedPod // of which the meaning is no advice for the wanted one
                    ? tr("%1, in %2").arg(quote, place)
                    : tr("%1, in %2: %3")
                          .arg(quote, place,
                               naming(signatureOf(other).meaning, {visibleText(other.statement.object)})));
        }
        return index;
    }

    /// The pod of the driver's namespace on the node that waits for one of its containers, the driver's own
    /// before the others; null where none does.
    [[nodiscard]] const Pod *waitingPod(const QString &node, const QString &driverPod) const
    {
        const Pod *found = nullptr;
        const auto rank = [&](const Pod &pod) {
            return std::pair(pod.namespaceName + u'/' + pod.name != driverPod, pod.name);
        };
        for (const Pod &pod : m_evidence.pods) {
            const bool waits = pod.node == node && pod.namespaceName == driverPod.section(u'/', 0, 0) &&
                               !(pod.reasonContainer.isEmpty() && pod.waitingInit.isEmpty());
            if (waits && (!found || rank(pod) < rank(*found)))
                found = &pod;
        }
        return found;
    }

    /// What tells why a stuck node stays in its step, and the command that shows it.
    [[nodiscard]] QString placeToLook(const Statement &said) const
    {
        const QString &component = m_signatures.operand(said.operand)->track;
        const auto track =
            std::find_if(m_evidence.tracks.cbegin(), m_evidence.tracks.cend(), [&](const NodeTrack &one) {
                return one.node == said.node && one.verdict == Verdict::Stuck &&
                       (component.isEmpty() || one.component == component);
            });
        const QString driver = track == m_evidence.tracks.cend() ? QString() : track->driverPod;
        const QString node = visibleText(said.node);
        if (const Pod *pod = driver.isEmpty() ? nullptr : waitingPod(said.node, driver)) {
            const QString container =
                visibleText(pod->reasonContainer.isEmpty() ? pod->waitingInit : pod->reasonContainer);
            return tr("the log of %1 on %2: kubectl logs -n %3 %4 -c %1")
                .arg(container, node, visibleText(pod->namespaceName), visibleText(pod->name));
        }
        if (!driver.isEmpty() && track->step == RolloutStep::DriverRestart)
            return tr("the events of the driver pod on %1: kubectl describe pod -n %2 %3")
                .arg(node, visibleText(driver.section(u'/', 0, 0)), visibleText(driver.section(u'/', 1)));
        return tr("the pods and conditions of %1: kubectl describe node %1").arg(node);
    }

    /// As `recover` has it; "" where its revisions are not known.
    [[nodiscard]] QString wayOnOf(const QString &release) const
    {
        for (const OwnedRelease &one : m_evidence.releases)
            if (one.key.namespaceName + u'/' + one.key.name == release && !one.standing.revisions.isEmpty())
                return wayOnText(one.standing.situation, {one.key, one.standing.revisions, {}, {}, {}});
        return {};
    }

    [[nodiscard]] QString hookAdviceOf(const QString &release, const QString &reason) const
    {
        for (const HookRun &run : m_hooks)
            if (run.release == release && run.reason() == reason)
                return run.advice;
        return {};
    }

    [[nodiscard]] Finding started(const Sign &lead, const FindingOwner &owner) const
    {
        const Signature &signature = signatureOf(lead);
        Finding finding;
        finding.signature = signature.id;
        finding.operand = lead.statement.operand;
        finding.component = m_signatures.operand(lead.statement.operand)->name;
        finding.namespaceName = lead.statement.namespaceName;
        finding.release = owner.release;
        const Sign words = telling(lead);
        finding.where = placeOf(words.statement);
        finding.quote = quoteOf(words);
        finding.meaning = signature.meaning;
        finding.nextStep = QString(signature.nextStep).replace(u"%release"_s, visibleText(owner.release));
        if (finding.nextStep.contains(u"%wayOn"))
            finding.nextStep.replace(u"%wayOn"_s, wayOnOf(owner.release));
        if (finding.nextStep.contains(u"%look"))
            finding.nextStep.replace(u"%look"_s, placeToLook(lead.statement));
        if (finding.nextStep.contains(u"%hook"))
            finding.nextStep.replace(u"%hook"_s, hookAdviceOf(owner.release, lead.statement.reason));
        finding.source = signature.source;
        finding.bearing = signature.bearing;
        finding.confidence = signature.confidence;
        finding.sparesNodes = signature.sparesNodes;
        if (lead.statement.kind == StatementKind::Release)
            std::copy_if(m_hooks.cbegin(), m_hooks.cend(), std::back_inserter(finding.hooks),
                         [&owner](const HookRun &run) { return run.release == owner.release; });
        finding.owner = owner.owner;
        finding.scope = owner.scope;
        finding.ownership = owner.sentence;
        return finding;
    }

    void addConsequence(Finding &finding, const Matter &matter) const
    {
        const Statement &said = matter.lead.statement;
        const QString &id = signatureOf(matter.lead).id;
        auto known = std::find_if(
            finding.consequences.begin(), finding.consequences.end(),
            [&](const Consequence &one) { return one.signature == id && one.operand == said.operand; });
        if (known == finding.consequences.end()) {
            const QString quote = quoteOf(matter.lead);
            finding.consequences.append({said.operand,
                                         m_signatures.operand(said.operand)->name,
                                         id,
                                         {},
                                         0,
                                         quote == finding.quote ? QString() : quote});
            known = std::prev(finding.consequences.end());
        }
        ++known->objects;
        if (!said.node.isEmpty() && !known->nodes.contains(said.node))
            known->nodes.append(said.node);
    }

    /// Nodes that failed: how they are retried, and of which component they are.
    using Retries = QMap<Retry, QMap<QString, QStringList>>;

    /// Of what is said of a node that failed, whatever leads: what leads has to be mended before a retry.
    void noteRetry(qsizetype finding, const Matter &matter)
    {
        for (const Sign &sign : QList<Sign>{matter.lead} + matter.others) {
            const Statement &said = sign.statement;
            if (!said.retry || *said.retry == Retry::ByOperator)
                continue;
            const bool isDue = m_findings[finding].signature == retryDueSignature;
            const Retry retry = *said.retry == Retry::Now && !isDue ? Retry::Later : *said.retry;
            QStringList &nodes = m_retries[finding][retry][m_signatures.operand(said.operand)->track];
            if (!nodes.contains(said.node))
                nodes.append(said.node);
        }
    }

    /// The advice is whole only where it frees the node.
    static void addRetries(Finding &finding, const Retries &retries)
    {
        for (auto retry = retries.cbegin(); retry != retries.cend(); ++retry) {
            QMap<QStringList, QStringList> components; // by their nodes
            for (auto component = retry->cbegin(); component != retry->cend(); ++component) {
                QStringList nodes = *component;
                nodes.sort();
                components[nodes] << component.key();
            }
            QStringList commands;
            for (auto of = components.cbegin(); of != components.cend(); ++of)
                commands << retryCommand(*of, of.key());
            commands.removeAll(QString());
            if (!commands.isEmpty())
                finding.nextStep += u' ' + retryAdvice(retry.key()).arg(commands.join(QStringLiteral("; ")));
        }
    }

    static QString retryAdvice(Retry retry)
    {
        switch (retry) {
        case Retry::Now:
            return tr("Run now: %1");
        case Retry::Later:
            return tr("Failed nodes are not retried automatically. Once the cause is removed, run: %1");
        case Retry::AfterOther:
            return tr(
                "Failed nodes are not retried automatically, and another rollout is in progress on them. "
                "Once that is complete there and the cause is removed, run: %1");
        case Retry::ByItself:
        case Retry::ByOperator: // has no advice, see noteRetry()
            break;
        }
        return tr(
            "The node completes once its driver pod is ready. After a change of the driver's version or "
            "settings, run: %1");
    }

    /// What blames the kernel is refuted where the same driver came up with it elsewhere.
    void compareKernels(Finding &finding, const KernelPeers &peers) const
    {
        const auto signature =
            std::find_if(m_signatures.signatures().cbegin(), m_signatures.signatures().cend(),
                         [&finding](const Signature &one) { return one.id == finding.signature; });
        if (signature->sameKernelMeaning.isEmpty())
            return;
        constexpr qsizetype mostNames = 3;
        const QList<KernelPeers::Peers> all =
            peers.of(finding.nodes, m_signatures.operand(finding.operand)->track);
        for (const KernelPeers::Peers &one : all)
            finding.evidence.prepend(
                tr("%n other node(s) with the same kernel (%1) took %2.", nullptr, int(one.nodes.size()))
                    .arg(visibleText(one.kernel), visibleText(one.version)));
        if (all.isEmpty())
            return;
        const QStringList &some = all.first().nodes;
        finding.meaning = signature->sameKernelMeaning;
        finding.nextStep = signature->sameKernelNextStep.arg(
            visibleText(some.first(qMin(mostNames, some.size())).join(QStringLiteral(", "))));
        finding.confidence = std::max(finding.confidence, Confidence::Likely);
    }

    static void finish(Finding &finding)
    {
        finding.objects.sort();
        finding.objects.removeDuplicates();
        finding.meaning = naming(finding.meaning, finding.objects);
        finding.nextStep = naming(finding.nextStep, finding.objects);
        finding.evidence.removeDuplicates();
        if (const qsizetype more = finding.evidence.size() - mostEvidence; more > 0) {
            finding.evidence.resize(mostEvidence);
            finding.evidence.append(tr("And %1 more.").arg(more));
        }
        for (Consequence &consequence : finding.consequences)
            consequence.nodes.sort();
        std::sort(finding.consequences.begin(), finding.consequences.end(),
                  [](const Consequence &a, const Consequence &b) {
                      return std::tie(a.operand, a.signature) < std::tie(b.operand, b.signature);
                  });
    }

    /// Causes first, then what costs most nodes, then what is most certain, then by name.
    void sort()
    {
        const auto rank = [](const Finding &one) {
            return std::tuple(one.bearing, -one.nodes.size(), one.confidence, one.component, one.signature,
                              one.namespaceName, one.release);
        };
        std::sort(m_findings.begin(), m_findings.end(),
                  [rank](const Finding &a, const Finding &b) { return rank(a) < rank(b); });
    }

    const DiagnosisEvidence &m_evidence;
    const Signatures &m_signatures;
    const ResponsibilityRules &m_rules;
    const QList<HookRun> m_hooks;
    QMap<QStringList, qsizetype> m_index;
    QList<Finding> m_findings;
    QHash<qsizetype, Retries> m_retries; ///< by finding
};

} // namespace

bool isSameFinding(const Finding &a, const Finding &b)
{
    return a.signature == b.signature && a.concerns == b.concerns && a.namespaceName == b.namespaceName &&
           a.release == b.release;
}

QList<int> knownRemnants(const QList<Finding> &findings, const Release &release)
{
    const QDateTime made = release.newest().date.shown();
    const QString name = release.key.namespaceName + u'/' + release.key.name;
    const bool isKnown =
        made.isValid() && std::any_of(findings.cbegin(), findings.cend(), [&](const auto &one) {
            return one.signature == u"release-interrupted-here" && one.release == name && one.since == made;
        });
    return isKnown ? allRevisions(release) : QList<int>();
}

QString confidenceText(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return QStringLiteral("certain");
    case Confidence::Likely:
        return QStringLiteral("likely");
    case Confidence::Guess:
        break;
    }
    return QStringLiteral("guess");
}

QList<Finding> diagnose(const DiagnosisEvidence &evidence, const Signatures &signatures,
                        const ResponsibilityRules &rules, QDateTime *next)
{
    const QList<Statement> statements = statementsOf(evidence, signatures);
    if (next) {
        *next = {};
        for (const Statement &statement : statements)
            if (const QDateTime end = signatures.nextMatch(statement, evidence.now);
                end.isValid() && (!next->isValid() || end < *next))
                *next = end;
    }
    return Findings(evidence, signatures, rules).of(mattersOf(statements, signatures, evidence.now));
}

} // namespace chartroom
