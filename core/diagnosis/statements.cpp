// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/statements.h"

#include "core/base/moments.h"
#include "core/base/utc_text.h"
#include "core/diagnosis/missing_devices.h"
#include "core/diagnosis/missing_features.h"
#include "core/diagnosis/release_statements.h"
#include "core/rollout/driver_keys.h"
#include "core/rollout/node_notes.h"
#include "core/rollout/retry.h"
#include "core/rollout/selector_fit.h"
#include "core/secrets/masked_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <tuple>
#include <utility>

namespace chartroom {

namespace {

/// The kubelet, the scheduler and controllers repeat an event while it is so.
constexpr std::chrono::minutes staleAfter(10);

constexpr NoteKind cordonLeft = NoteKind::DoneUnschedulable;

/// Which place a pod has, where another one may take it; empty where none can. Of a DaemonSet there is one on
/// each node. A ReplicaSet is known by its Deployment, as an upgrade leaves the old one's failed pods behind.
QStringList placeOf(const Pod &pod)
{
    if (pod.ownerKind == u"DaemonSet")
        return {pod.namespaceName, pod.ownerKind, pod.ownerName, pod.node};
    if (pod.ownerKind == u"ReplicaSet")
        return {pod.namespaceName, pod.ownerKind, pod.ownerName.section(u'-', 0, -2)};
    return {};
}

/// Nobody but a person takes it away.
bool keepsNode(const TrackNote &note)
{
    return isOfBudget(note) || note.kind == NoteKind::UnmanagedPod || note.kind == NoteKind::EmptyDir ||
           note.kind == NoteKind::DaemonSetPod;
}

/// Goes through the evidence once, kind by kind.
class StatementCollector
{
    Q_DECLARE_TR_FUNCTIONS(Diagnosis)
public:
    StatementCollector(const DiagnosisEvidence &evidence, const Signatures &signatures)
        : m_evidence(evidence)
        , m_signatures(signatures)
        , m_replaced(replacedPods(evidence))
    {
        for (const Pod &pod : evidence.pods) {
            if (evidence.isUnwanted())
                return;
            m_pods.insert(fullName(pod), &pod);
        }
        for (const NodeTrack &track : evidence.tracks) {
            m_tracks.insert({track.node, track.component}, &track);
            for (const TrackNote &note : track.blockers)
                if (note.kind == NoteKind::UnwantedDriverPod)
                    m_unwanted.insert(track.driverPod);
        }
        for (const Node &node : evidence.nodes) {
            m_cordoned.insert(node.name, node.cordonedAt);
            if (node.isLost)
                m_lost.insert(node.name);
        }
    }

    QList<Statement> hear()
    {
        for (const Pod &pod : m_evidence.pods) {
            if (m_evidence.isUnwanted())
                return {};
            if ((isTroubled(pod) || isHeldUnready(pod)) && !m_replaced.contains(pod.uid))
                hearPod(pod);
        }
        for (const Node &node : m_evidence.nodes)
            hearNode(node);
        for (const NodeTrack &track : m_evidence.tracks) {
            if (m_evidence.isUnwanted())
                return {};
            hearTrack(track);
        }
        for (auto gone = m_evidence.goneOperators.cbegin(); gone != m_evidence.goneOperators.cend(); ++gone)
            hearGone(gone.key(), *gone);
        for (const WarningEvent &event : m_evidence.events)
            hearEvent(event);
        for (const ResourceStatus &resource : m_evidence.resources) {
            if (resource.policy)
                m_policies.append(*resource.policy);
        }
        for (const KindCount &count : m_evidence.counts) // of the resources only the first are kept
            if (!count.waiting.isEmpty())
                m_waiting = count.waiting;
        for (const ResourceStatus &resource : m_evidence.resources)
            hearResource(resource);
        for (const LogText &log : m_evidence.logs)
            hearLog(log);
        if (m_signatures.operand(Signatures::release))
            m_statements += releaseStatements(m_evidence);
        m_statements += missingDevices(m_evidence, m_signatures);
        m_statements += missingFeatures(m_evidence);
        if (m_evidence.isUnwanted())
            return {};
        const auto rank = [](const Statement &one) {
            return std::tie(one.operand, one.node, one.object, one.kind, one.container, one.reason, one.text);
        };
        std::sort(m_statements.begin(), m_statements.end(),
                  [rank](const Statement &a, const Statement &b) { return rank(a) < rank(b); });
        return m_statements;
    }

private:
    /// Its containers are ready, and its condition Ready is False. On a lost node the node controller sets
    /// that on every pod (kubernetes pkg/controller/util/node/controller_utils.go MarkPodsNotReady).
    bool isHeldUnready(const Pod &pod) const
    {
        return pod.health == Pod::Health::Ready && pod.isUnready() && !m_lost.contains(pod.node);
    }

    /// A statement of the pod, without its words.
    Statement ofPod(const Pod &pod, StatementKind kind) const
    {
        Statement said;
        said.kind = kind;
        said.operand = operandIdOf(pod, m_evidence, m_signatures);
        // An operator may run anywhere; what it does concerns the cluster.
        if (pod.ownerKind != u"ReplicaSet" || said.operand == Signatures::workload)
            said.node = pod.place();
        said.namespaceName = pod.namespaceName;
        said.object = QStringLiteral("Pod ") + fullName(pod);
        said.instance = pod.instance;
        said.isOfUnwantedPod = m_unwanted.contains(fullName(pod));
        said.since = pod.notReadySince.isValid() ? pod.notReadySince : pod.created;
        return said;
    }

    void add(Statement said, const QString &reason, const QString &text)
    {
        said.reason = reason;
        said.text = maskedText(text);
        m_statements.append(std::move(said));
    }

    void hearPod(const Pod &pod)
    {
        if (!pod.notScheduledText.isEmpty())
            add(ofPod(pod, StatementKind::Pod), QStringLiteral("Unschedulable"), pod.notScheduledText);
        Statement ofContainer = ofPod(pod, StatementKind::Container);
        ofContainer.container = pod.reasonContainer;
        if (!pod.reason.isEmpty() && pod.reasonContainer.isEmpty()) {
            add(ofPod(pod, StatementKind::Pod), pod.reason, pod.reasonText);
        } else if (!pod.reason.isEmpty()) {
            add(std::move(ofContainer), pod.reason, pod.reasonText);
        } else if (!pod.waitingInit.isEmpty()) {
            ofContainer.container = pod.waitingInit;
            add(std::move(ofContainer), QStringLiteral("Init:Waiting"), {});
        } else if (pod.phase == u"Running") {
            add(ofPod(pod, StatementKind::Pod), QStringLiteral("NotReady"), {});
        }
    }

    void hearNode(const Node &node)
    {
        for (const NodeCondition &condition : node.badConditions) {
            Statement said = ofNode(node.name, StatementKind::Node, Signatures::node.toString());
            said.since = condition.since;
            add(std::move(said), condition.type + u'=' + condition.status,
                condition.reason + QStringLiteral(": ") + condition.message);
        }
    }

    static Statement ofNode(const QString &node, StatementKind kind, const QString &operand)
    {
        Statement said;
        said.kind = kind;
        said.operand = operand;
        said.node = node;
        said.object = QStringLiteral("Node ") + node;
        return said;
    }

    /// Of a DaemonSet that is no known operand: it came with some add-on.
    QString operandOfTrack(const QString &component) const
    {
        const Operand *operand = isPlainDaemonSet(component)
                                     ? operandOfWorkload(component.section(u'/', 0, 0),
                                                         component.section(u'/', 1), m_evidence, m_signatures)
                                     : m_signatures.operandOfTrack(component);
        return operand ? operand->id : Signatures::addOn.toString();
    }

    bool isOtherDriverUp(const NodeTrack &track) const
    {
        return std::any_of(allDrivers.begin(), allDrivers.end(), [&](DriverKind kind) {
            const NodeTrack *other = m_tracks.value({track.node, componentText(kind)});
            return other && other->component != track.component && other->verdict != Verdict::Done &&
                   other->verdict != Verdict::NotPart && other->verdict != Verdict::Skipped;
        });
    }

    /// What it tells of began with the node's step, but for what is not of the step.
    QDateTime sinceOf(const TrackNote &note, const NodeTrack &track, const QDateTime &step) const
    {
        switch (note.kind) {
        case NoteKind::OperatorBehind: // a policy changed after the node came to rest; nothing tells when
        case NoteKind::AutoUpgradeOff:
            return {};
        case NoteKind::OperatorGone:
            return m_evidence.goneOperators.value(track.component).unavailableSince;
        case NoteKind::MaintenanceOperatorGone:
            return m_evidence.goneOperators.value(QStringLiteral("maintenance")).unavailableSince;
        case NoteKind::LeftCordoned:
        case cordonLeft:
            return m_cordoned.value(track.node);
        default:
            return step;
        }
    }

    /// No pod comes to such a node, whichever driver's rollout is done there. The other driver's may have
    /// cordoned it: then that one is not at rest.
    void hearStandingCordon(const NodeTrack &track)
    {
        const QString standing = track.verdict == Verdict::Done ? track.evidence.standingCordon() : QString();
        if (standing.isEmpty() || m_standing.contains(track.node) || isOtherDriverUp(track))
            return;
        m_standing.insert(track.node);
        Statement said = ofNode(track.node, StatementKind::Node, Signatures::node.toString());
        said.since = m_cordoned.value(track.node);
        add(std::move(said), QStringLiteral("cordonStanding"), standing);
    }

    void hearTrack(const NodeTrack &track)
    {
        Statement said = ofNode(track.node, StatementKind::Rollout, operandOfTrack(track.component));
        const QDateTime since = laterBy(track.since, m_evidence.skew);
        said.since = since;
        if (track.verdict == Verdict::Failed)
            said.retry = retryOf(track);
        said.driverSpace = track.driverPod.section(u'/', 0, 0);
        if (isPlainDaemonSet(track.component))
            said.namespaceName = track.component.section(u'/', 0, 0);
        // What frees the node is no reason for its trouble.
        const auto cause = std::find_if_not(track.blockers.cbegin(), track.blockers.cend(), isRetryNote);
        const QString first = cause == track.blockers.cend() ? track.label : cause->text;
        const QList<TrackNote> lasting = isVerifying(track) ? QList<TrackNote>() : track.contradictions;
        for (const TrackNote &note : track.blockers + lasting) {
            if (note.kind == cordonLeft && isCordonOfOther(track))
                continue;
            // Of a node in trouble the cause is told as soon as the trouble is: it says whose that is.
            const bool isUnknownCordon = note.kind == cordonLeft && track.verdict == Verdict::NotKnown;
            said.isUrgent =
                isTrouble(track.verdict) || isUnknownCordon || (m_evidence.isUrgent && keepsNode(note));
            said.since = sinceOf(note, track, since);
            add(said, noteWord(note.kind),
                (isRetryNote(note) ? first : note.text) +
                    (note.kind == cordonLeft ? cordonText(track) : QString()));
        }
        hearStandingCordon(track);
        said.since = since;
        said.isUrgent = false;
        if (track.verdict == Verdict::Failed)
            add(said, QStringLiteral("failed"), first);
        else if (track.verdict == Verdict::Stuck)
            add(said, QStringLiteral("stuck"), first);
        else if (track.verdict == Verdict::Slow)
            add(said, QStringLiteral("slow"), first.isEmpty() ? stepPhrase(track.step) : first);
        else if (track.verdict == Verdict::Lost && track.step == RolloutStep::DriverRestart)
            add(said, QStringLiteral("lostInRestart"),
                tr("The node was lost in the step %1.").arg(stepPhrase(track.step)));
    }

    /// Of an operator that does not run, where no node that it leaves where it is says so.
    void hearGone(const QString &component, const OperatorDeployment &gone)
    {
        static const QMap<QString, QString> operands{
            {QStringLiteral("gpu"), QStringLiteral("gpu-operator")},
            {QStringLiteral("ib"), QStringLiteral("network-operator")},
            {QStringLiteral("sriov"), QStringLiteral("sriov-operator")},
            {QStringLiteral("amd"), QStringLiteral("amd-operator")},
            {QStringLiteral("maintenance"), QStringLiteral("maintenance-operator")}};
        const bool isMaintainer = component == u"maintenance";
        const NoteKind kind = isMaintainer ? NoteKind::MaintenanceOperatorGone : NoteKind::OperatorGone;
        const auto says = [&](const NodeTrack &track) {
            return (isMaintainer || track.component == component) &&
                   std::any_of(track.blockers.cbegin(), track.blockers.cend(),
                               [&](const TrackNote &note) { return note.kind == kind; });
        };
        const QString operand = operands.value(component);
        if (!m_signatures.operand(operand) ||
            std::any_of(m_evidence.tracks.cbegin(), m_evidence.tracks.cend(), says))
            return;
        Statement said;
        said.kind = StatementKind::Rollout;
        said.operand = operand;
        said.driverSpace = gone.namespaceName;
        said.object = gone.isMissing ? QStringLiteral("Namespace ") + gone.namespaceName
                                     : QStringLiteral("Deployment ") + gone.fullName();
        said.since = gone.unavailableSince;
        add(std::move(said), noteWord(kind), goneText(gone));
    }

    /// The only driver whose rollout events tell of on that node; nothing where they tell of none or of both.
    [[nodiscard]] std::optional<DriverKind> toldDriver(const QString &node) const
    {
        const QSet<DriverKind> told = m_evidence.toldRollouts.value(node);
        return told.size() == 1 ? std::optional(*told.cbegin()) : std::nullopt;
    }

    /// The other driver's rollout was switched off and left the node so; or events name that rollout, and its
    /// own track has the cordon.
    [[nodiscard]] bool isCordonOfOther(const NodeTrack &track) const
    {
        const auto told = toldDriver(track.node);
        for (const DriverKind kind : allDrivers) {
            const NodeTrack *other = m_tracks.value({track.node, componentText(kind)});
            if (!other || other->component == track.component)
                continue;
            const auto has = [other](NoteKind note) {
                return std::any_of(other->contradictions.cbegin(), other->contradictions.cend(),
                                   [note](const TrackNote &one) { return one.kind == note; });
            };
            if (has(NoteKind::LeftCordoned) || (told == kind && has(cordonLeft)))
                return true;
        }
        return false;
    }

    [[nodiscard]] QString cordonText(const NodeTrack &track) const
    {
        const auto told = toldDriver(track.node);
        if (!told)
            return {};
        return u' ' + (*told == DriverKind::Gpu
                           ? tr("There were only events of the GPU driver rollout.")
                           : tr("There were only events of the InfiniBand driver rollout."));
    }

    [[nodiscard]] bool isFresh(const WarningEvent &event) const
    {
        return event.last.isValid() && timeBetween(event.last, m_evidence.now) <= staleAfter;
    }

    void hearEvent(const WarningEvent &event)
    {
        if (event.kind == u"Pod") {
            const Pod *pod = m_pods.value(event.namespaceName + u'/' + event.name);
            if (pod && isTroubled(*pod) && !m_replaced.contains(pod->uid) && isFresh(event))
                addEvent(ofPod(*pod, StatementKind::Event), event);
        } else if (event.kind == u"Node") {
            hearNodeEvent(event);
        } else if (const Operand *operand = operandOfEvent(event); operand && isFresh(event)) {
            Statement said;
            said.kind = StatementKind::Event;
            said.operand = operand->id;
            said.namespaceName = event.namespaceName;
            said.object = event.kind + u' ' + event.namespaceName + u'/' + event.name;
            addEvent(std::move(said), event);
        }
    }

    /// A Job with an operator's name is none of its parts, see operandIdOf().
    [[nodiscard]] const Operand *operandOfEvent(const WarningEvent &event) const
    {
        const Operand *operand = operandOfWorkload(event.namespaceName, event.name, m_evidence, m_signatures);
        const bool isOtherJob = operand && event.kind == u"Job" && operand->id != Signatures::hook;
        return isOtherJob ? m_signatures.operand(Signatures::addOn) : operand;
    }

    /// The upgrade controllers tell once of a failed try; when the next one worked it is history.
    void hearNodeEvent(const WarningEvent &event)
    {
        for (const DriverKind kind : allDrivers) {
            const NodeTrack *track = m_tracks.value({event.name, componentText(kind)});
            if (event.reason == driverKeys(kind).eventReason && track && isTrouble(track->verdict))
                addEvent(ofNode(event.name, StatementKind::Event, operandOfTrack(track->component)), event);
        }
    }

    /// Of a pull that failed the kubelet tells by a reason that stands for other failures too (kubernetes
    /// pkg/kubelet/images/image_manager.go EnsureImageExists). Up to v1.31 the container's status does not
    /// repeat why.
    void addEvent(Statement said, const WarningEvent &event)
    {
        const bool isPull = event.reason == u"Failed" && event.message.startsWith(u"Failed to pull image");
        said.since = event.first;
        add(std::move(said), isPull ? QStringLiteral("ErrImagePull") : event.reason, event.message);
    }

    /// Of an add-on's operator, one matter each.
    void hearOperated(const ResourceStatus &resource, const Operand &operand)
    {
        Statement said;
        said.kind = StatementKind::Condition;
        said.operand = operand.id;
        said.object = resource.fullName();
        said.release = resource.release;
        const int waiting = resource.kind == u"Queue" ? m_waiting.value(resource.name) : 0;
        for (qsizetype i = 0; i < resource.complaints.size(); ++i) {
            ResourceStatus::Complaint complaint = resource.complaints[i];
            if (resource.kind == u"Queue") {
                if (waiting == 0) // somebody closed it, and nobody is in it
                    continue;
                complaint.message = tr("PodGroups waiting in it: %1", "queue").arg(waiting);
            }
            said.since = complaint.since;
            if (i == 0 || tellsMore(resource.complaints, i))
                add(said, otherCondition.toString(), complaintText(resource, complaint, m_evidence.counts));
        }
    }

    void hearResource(const ResourceStatus &resource)
    {
        const Operand *operand = m_signatures.operandOfKind(resource.kind);
        if (!operand)
            return;
        if (isOperatorKind(resource.kind))
            return hearOperated(resource, *operand);
        Statement said;
        said.kind = StatementKind::Condition;
        said.operand = operand->id;
        said.namespaceName = resource.namespaceName;
        said.object = resource.kind + u' ' + resource.name;
        said.release = resource.release;
        if (isIgnored(resource)) {
            said.since = resource.stateSince;
            const bool isNoneUsed =
                resource.policy->kind != u"NVIDIADriver" && countingName(resource.policy->kind).isEmpty();
            add(said, (isNoneUsed ? unusedObject : ignoredObject).toString(), ignoredText(resource));
            return;
        }
        const qsizetype known = m_statements.size();
        const QList<ResourceStatus::Complaint> complaints = joinedComponents(resource.complaints, *operand);
        for (qsizetype i = 0; i < complaints.size(); ++i) {
            const ResourceStatus::Complaint &complaint = complaints[i];
            said.since = complaint.since;
            if (complaint.type.isEmpty() || m_signatures.namesCondition(operand->id, complaint.reason))
                add(said, complaint.reason, complaint.message);
            else if (tellsMore(complaints, i))
                add(said, otherCondition.toString(), conditionText(complaint));
        }
        if (m_statements.size() == known)
            hearState(resource, said);
        for (const ResourceStatus::Complaint &remark : resource.remarks) {
            said.since = remark.since;
            if (m_signatures.namesCondition(operand->id, remark.reason))
                add(said, remark.reason, remark.message);
        }
        if (fitsNoNode(resource.nodeSelector)) {
            QStringList labels;
            for (auto it = resource.nodeSelector.cbegin(); it != resource.nodeSelector.cend(); ++it)
                labels.append(it.key() + u'=' + *it);
            add(said, QStringLiteral("FitsNoNode"),
                tr("nodeSelector: %1").arg(labels.join(QStringLiteral(", "))));
        }
    }

    /// A network policy has a condition for each component (Mellanox/network-operator
    /// controllers/conditions.go
    /// @v26.7.0-rc.2), and its message does not name the component.
    static bool isOfComponent(const ResourceStatus::Complaint &one)
    {
        return one.type.endsWith(u"Ready=False") && one.type != u"Ready=False";
    }

    /// Those whose reason a signature names as one for each reason, which names them.
    [[nodiscard]] QList<ResourceStatus::Complaint>
    joinedComponents(const QList<ResourceStatus::Complaint> &all, const Operand &operand) const
    {
        QList<ResourceStatus::Complaint> joined;
        QHash<QString, qsizetype> places; // by reason
        for (ResourceStatus::Complaint one : all) {
            if (!isOfComponent(one) || !m_signatures.namesCondition(operand.id, one.reason)) {
                joined.append(one);
                continue;
            }
            one.message = one.message.isEmpty()
                              ? one.type
                              : one.type.section(u'=', 0, 0) + QStringLiteral(": ") + one.message;
            one.type.clear();
            const auto place = places.constFind(one.reason);
            if (place == places.cend()) {
                places.insert(one.reason, joined.size());
                joined.append(one);
                continue;
            }
            ResourceStatus::Complaint &first = joined[*place];
            first.message += QStringLiteral("; ") + one.message;
            if (one.since.isValid() && one.since < first.since)
                first.since = one.since;
        }
        return joined;
    }

    /// A state that nothing in the resource explains. Of one that may be of this moment nothing is said: the
    /// condition Ready tells since when it is so, else the last change of the object since when at least.
    void hearState(const ResourceStatus &resource, Statement said)
    {
        const QString &state = resource.state;
        const bool isTrouble = state == u"notReady" || state == u"error" || state.startsWith(u"ignore");
        said.since = resource.stateSince;
        said.calmSince = resource.unchanged;
        if (!isTrouble || !(said.since.isValid() || said.calmSince.isValid()))
            return;
        QString text = QStringLiteral("state: ") + state;
        if (!resource.notReady.isEmpty())
            text += QStringLiteral(" (%1)").arg(resource.notReady.join(QStringLiteral(", ")));
        if (!said.since.isValid())
            text = tr("%1, at least since %2", "state, time").arg(text, utcText(said.calmSince));
        const bool isNamed = m_signatures.namesCondition(said.operand, state);
        add(std::move(said), isNamed ? state : otherCondition.toString(), text);
    }

    /// One that is no Error and has no message only repeats that there is one, unless it is a state that is
    /// not known; so does one with the words of another.
    static bool tellsMore(const QList<ResourceStatus::Complaint> &all, qsizetype index)
    {
        const ResourceStatus::Complaint &one = all[index];
        if (one.type.contains(u": ")) // a state that is not known
            return true;
        return (one.type.endsWith(u"=True") || !one.message.isEmpty()) &&
               std::none_of(all.cbegin(), all.cbegin() + index, [&one](const auto &earlier) {
                   return earlier.reason == one.reason && earlier.message == one.message;
               });
    }

    /// Its operator goes by another object, or leaves all of that kind alone. Operators before v26.3.0 make
    /// the DaemonSets of an NVIDIADriver whatever the ClusterPolicy says; those after say that they do not
    /// (NVIDIA/gpu-operator controllers/nvidiadriver_controller.go Reconcile).
    [[nodiscard]] bool isIgnored(const ResourceStatus &resource) const
    {
        if (!resource.policy)
            return false;
        const DriverPolicy &policy = *resource.policy;
        const bool isLeftAlone =
            policy.kind == u"NVIDIADriver" && policy.state == u"disabled" && !isInForce(policy, m_policies);
        return isLeftAlone || isPassedOver(policy, m_policies);
    }

    [[nodiscard]] QString ignoredText(const ResourceStatus &resource) const
    {
        if (!resource.ownWords.isEmpty())
            return resource.ownWords;
        const QString counting = countingName(resource.policy->kind);
        return counting.isEmpty() ? tr("The operator ignores %1.").arg(resource.name)
                                  : tr("The operator uses %1 and ignores %2.").arg(counting, resource.name);
    }

    /// "" where none counts, and of NVIDIADrivers, none of which takes another one's place.
    [[nodiscard]] QString countingName(const QString &kind) const
    {
        const auto counts = [&](const DriverPolicy &one) {
            return one.kind == kind && kind != u"NVIDIADriver" && !isPassedOver(one, m_policies);
        };
        const auto counting = std::find_if(m_policies.cbegin(), m_policies.cend(), counts);
        return counting == m_policies.cend() ? QString() : counting->name;
    }

    [[nodiscard]] bool fitsNoNode(const QMap<QString, QString> &selector) const
    {
        return !m_evidence.nodes.isEmpty() &&
               std::all_of(m_evidence.nodes.cbegin(), m_evidence.nodes.cend(),
                           [&](const Node &node) { return fitOf(node, selector) == SelectorFit::No; });
    }

    void hearLog(const LogText &log)
    {
        const Pod *pod = m_pods.value(log.request.namespaceName + u'/' + log.request.pod);
        if (!pod)
            return;
        Statement said = ofPod(*pod, StatementKind::Log);
        said.container = log.request.container;
        if (!isTroubled(*pod))
            said.since = {};
        said.text = log.text; // masked where it was read
        m_statements.append(std::move(said));
    }

    const DiagnosisEvidence &m_evidence;
    const Signatures &m_signatures;
    const QSet<QString> m_replaced;
    QHash<QString, const Pod *> m_pods; ///< by namespace/name
    QHash<TrackKey, const NodeTrack *> m_tracks;
    QSet<QString> m_unwanted;             ///< driver pods of failed nodes, by namespace/name
    QSet<QString> m_lost;                 ///< nodes
    QSet<QString> m_standing;             ///< nodes
    QHash<QString, QDateTime> m_cordoned; ///< since when, by node
    QList<DriverPolicy> m_policies;       ///< of all resources that are such
    QHash<QString, int> m_waiting;        ///< PodGroups that wait, by queue
    QList<Statement> m_statements;
};

} // namespace

QList<Statement> statementsOf(const DiagnosisEvidence &evidence, const Signatures &signatures)
{
    return StatementCollector(evidence, signatures).hear();
}

const Operand *operandOfWorkload(const QString &namespaceName, const QString &name,
                                 const DiagnosisEvidence &evidence, const Signatures &signatures)
{
    const Operand *operand = signatures.operandOfWorkload(name);
    if (!operand || evidence.managedNamespaces.contains(namespaceName))
        return operand;
    // An operator that the customer installed is known by its chart, which is called as its component.
    const bool isHere =
        std::any_of(evidence.releases.cbegin(), evidence.releases.cend(), [&](const OwnedRelease &release) {
            return release.key.namespaceName == namespaceName && !operand->component.isEmpty() &&
                   (release.ownership.component == operand->component || release.chart == operand->component);
        });
    return isHere ? operand : nullptr;
}

QString operandIdOf(const Pod &pod, const DiagnosisEvidence &evidence, const Signatures &signatures)
{
    const QString &workload = pod.ownerName.isEmpty() ? pod.name : pod.ownerName;
    const Operand *byName = operandOfWorkload(pod.namespaceName, workload, evidence, signatures);
    // A Job of an operator has the operator's labels and name, and is none of its parts: nobody waits for it.
    const bool isJob = pod.ownerKind == u"Job";
    if (isJob && byName && byName->id == Signatures::hook)
        return byName->id;
    if (const Operand *operand = isJob ? nullptr : signatures.operandOfLabels(pod))
        return operand->id;
    if (byName && !isJob)
        return byName->id;
    const bool isReleased = std::any_of(
        evidence.releases.cbegin(), evidence.releases.cend(), [&pod](const OwnedRelease &release) {
            return release.key.name == pod.instance && release.key.namespaceName == pod.namespaceName;
        });
    return (isReleased ? Signatures::addOn : Signatures::workload).toString();
}

bool isTroubled(const Pod &pod)
{
    return pod.health == Pod::Health::Starting || pod.health == Pod::Health::Unhealthy;
}

QSet<QString> replacedPods(const DiagnosisEvidence &evidence)
{
    QHash<QStringList, QDateTime> newest;
    for (const Pod &pod : evidence.pods) {
        if (evidence.isUnwanted())
            return {};
        if (pod.health != Pod::Health::Ready)
            continue;
        QDateTime &created = newest[placeOf(pod)];
        if (!created.isValid() || pod.created > created)
            created = pod.created;
    }
    QSet<QString> replaced;
    for (const Pod &pod : evidence.pods) {
        const QStringList place = pod.phase == u"Failed" ? placeOf(pod) : QStringList();
        if (place.isEmpty())
            continue;
        const auto ready = newest.constFind(place);
        if (ready != newest.cend() && *ready >= pod.created)
            replaced.insert(pod.uid);
    }
    return replaced;
}

} // namespace chartroom
