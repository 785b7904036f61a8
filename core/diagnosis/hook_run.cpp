// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/hook_run.h"

#include "core/base/short_list.h"
#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/diagnosis/diagnosis_tr.h"
#include "core/secrets/masked_text.h"

#include <algorithm>
#include <tuple>

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostHookPods = 5; ///< and warnings
constexpr qsizetype lastHookLines = 12;
constexpr qsizetype longestHookText = 400;

QString shownWords(const QString &text)
{
    return visibleText(maskedText(text), false, longestHookText);
}

QString spacedName(const QString &namespaceName, const QString &name)
{
    return namespaceName + u'/' + name;
}

/// Of a Job its pods, of a Pod itself; the newest first.
QList<const Pod *> podsOf(const ReleaseHook &hook, const DiagnosisEvidence &evidence)
{
    QList<const Pod *> pods;
    for (const Pod &pod : evidence.pods) {
        const bool isOfIt = hook.kind == u"Pod" ? pod.name == hook.name
                                                : pod.ownerKind == hook.kind && pod.ownerName == hook.name;
        if (isOfIt && pod.namespaceName == hook.namespaceName)
            pods.append(&pod);
    }
    std::sort(pods.begin(), pods.end(), [](const Pod *a, const Pod *b) {
        return std::tie(b->created, a->name) < std::tie(a->created, b->name);
    });
    return pods;
}

bool isRunningWell(const Pod &pod)
{
    return pod.health == Pod::Health::Ready && pod.phase == u"Running";
}

/// What it is in, or waits for.
QString hookPodText(const Pod &pod)
{
    QString state = pod.phase;
    if (!pod.notScheduledText.isEmpty())
        state = u"Unschedulable: "_s + pod.notScheduledText;
    else if (!pod.reason.isEmpty())
        state = pod.reasonText.isEmpty() ? pod.reason : pod.reason + u": "_s + pod.reasonText;
    else if (!pod.waitingInit.isEmpty())
        state = DiagnosisTr::tr("waiting for the init container %1").arg(pod.waitingInit);
    QString place = spacedName(pod.namespaceName, pod.name);
    if (!pod.reasonContainer.isEmpty())
        place += u", "_s + pod.reasonContainer;
    if (!pod.place().isEmpty())
        place = DiagnosisTr::tr("%1 on %2", "pod, node").arg(place, pod.place());
    return shownWords(place + u": "_s + state);
}

/// Helm waits for no other kind (helm/helm pkg/kube/client.go watchUntilReady@v3.22.0, statuswait.go
/// WatchUntilReady@v4.2.4).
bool isWaitedFor(const ReleaseHook &hook)
{
    return hook.kind == u"Job" || hook.kind == u"Pod";
}

/// Where it was looked for, and is not there.
bool isGone(const ReleaseHook &hook, const QList<const Pod *> &pods, const DiagnosisEvidence &evidence)
{
    if (hook.kind == u"Pod")
        return pods.isEmpty() && !evidence.pods.isEmpty();
    const auto job = evidence.hookJobs.constFind(spacedName(hook.namespaceName, hook.name));
    return hook.kind == u"Job" && job != evidence.hookJobs.cend() && !*job;
}

/// The record is written late, so that a Job may know of an end that helm has not recorded.
void judgeRun(const ReleaseHook &hook, const HookJob *job, const QList<const Pod *> &pods,
              const DiagnosisEvidence &evidence, HookRun &run)
{
    const Pod *pod = hook.kind == u"Pod" && !pods.isEmpty() ? pods.first() : nullptr;
    run.ended = hook.completed;
    if (hook.isFailed || (job && job->isFailed) || (pod && pod->phase == u"Failed"))
        run.state = HookRun::State::Failed;
    else if ((job && job->isComplete) || (pod && pod->phase == u"Succeeded") || !isWaitedFor(hook))
        run.state = HookRun::State::Unrecorded;
    else if (hook.isUnknown || isGone(hook, pods, evidence))
        run.state = HookRun::State::Unknown;
    else if ((!job && evidence.pods.isEmpty()) || (job && job->ready > 0) ||
             std::any_of(pods.cbegin(), pods.cend(), [](const Pod *one) { return isRunningWell(*one); }))
        run.state = HookRun::State::Running;
    if (!run.ended.isValid() && job)
        run.ended = job->ended;
}

QString goneText(const ReleaseHook &hook)
{
    return hook.deletePolicies.isEmpty() ? DiagnosisTr::tr("%1 is gone.").arg(hook.kind)
                                         : DiagnosisTr::tr("%1 is gone; its hook-delete-policy is %2.")
                                               .arg(hook.kind, hook.deletePolicies.join(u", "_s));
}

QString hookJobText(const HookJob &job)
{
    const QString counts = u"active=%1, ready=%2, failed=%3, succeeded=%4"_s.arg(
        QString::number(job.active), QString::number(job.ready), QString::number(job.failed),
        QString::number(job.succeeded));
    return shownWords(job.words.isEmpty() ? counts : job.words + u" ("_s + counts + u')');
}

QStringList firstOf(QStringList texts)
{
    if (const qsizetype more = texts.size() - mostHookPods; more > 0) {
        texts.resize(mostHookPods);
        texts.append(andMore(more));
    }
    return texts;
}

/// The events of the kubelet and of the Job's controller, each reason of an object once.
QStringList warningsOf(const ReleaseHook &hook, const QList<const Pod *> &pods,
                       const QList<WarningEvent> &events)
{
    QList<const WarningEvent *> heard;
    for (const WarningEvent &event : events) {
        if (event.namespaceName != hook.namespaceName)
            continue;
        const bool isOfPod =
            event.kind == u"Pod" && std::any_of(pods.cbegin(), pods.cend(),
                                                [&event](const Pod *pod) { return pod->name == event.name; });
        if (isOfPod || (event.kind == hook.kind && event.name == hook.name))
            heard.append(&event);
    }
    std::sort(heard.begin(), heard.end(), [](const WarningEvent *a, const WarningEvent *b) {
        return std::tie(b->last, a->name, a->message) < std::tie(a->last, b->name, b->message);
    });
    QStringList texts;
    for (const WarningEvent *event : std::as_const(heard))
        texts.append(shownWords(u"%1 %2: %3: %4"_s.arg(
            event->kind, spacedName(event->namespaceName, event->name), event->reason, event->message)));
    texts.removeDuplicates();
    return firstOf(texts);
}

void addLog(const QList<const Pod *> &pods, const QList<LogText> &logs, HookRun &run)
{
    for (const Pod *pod : pods) {
        const auto read = std::find_if(logs.cbegin(), logs.cend(), [pod](const LogText &log) {
            return log.request.namespaceName == pod->namespaceName && log.request.pod == pod->name;
        });
        if (read == logs.cend())
            continue;
        const QStringList lines = read->text.split(u'\n', Qt::SkipEmptyParts);
        run.log =
            visibleText(lines.mid(std::max<qsizetype>(0, lines.size() - lastHookLines)).join(u'\n'), true);
        run.logOf = visibleText(spacedName(pod->namespaceName, pod->name));
        if (!read->request.container.isEmpty())
            run.logOf += u", "_s + visibleText(read->request.container);
        return;
    }
}

HookRun runOf(const ReleaseHook &hook, const DiagnosisEvidence &evidence)
{
    HookRun run;
    run.object = visibleText(hook.kind + u' ' + spacedName(hook.namespaceName, hook.name));
    for (const QString &event : hook.events)
        run.events.append(visibleText(event));
    run.started = hook.started;
    const QList<const Pod *> pods = podsOf(hook, evidence);
    const auto job = evidence.hookJobs.constFind(spacedName(hook.namespaceName, hook.name));
    const bool isRead = hook.kind == u"Job" && job != evidence.hookJobs.cend();
    judgeRun(hook, isRead && *job ? &**job : nullptr, pods, evidence, run);
    if (isGone(hook, pods, evidence))
        run.job = goneText(hook);
    else if (isRead)
        run.job = hookJobText(**job);
    for (const Pod *pod : pods)
        run.pods.append(hookPodText(*pod));
    run.pods = firstOf(run.pods);
    run.warnings = warningsOf(hook, pods, evidence.events);
    addLog(pods, evidence.logs, run);
    return run;
}

} // namespace

QString hookStateText(HookRun::State state)
{
    switch (state) {
    case HookRun::State::Failed:
        return u"failed"_s;
    case HookRun::State::Hanging:
        return u"hanging"_s;
    case HookRun::State::Running:
        return u"running"_s;
    case HookRun::State::Unknown:
        return u"unknown"_s;
    case HookRun::State::Unrecorded:
        break;
    }
    return u"unrecorded"_s;
}

QString HookRun::title() const
{
    return DiagnosisTr::tr("%1 hook %2", "pre-upgrade, Job ns/name").arg(events.join(u", "_s), object);
}

QString HookRun::stateText() const
{
    const QString since = utcText(started);
    switch (state) {
    case State::Failed:
        return ended.isValid() ? DiagnosisTr::tr("failed %1, started %2").arg(utcText(ended), since)
                               : DiagnosisTr::tr("failed, started %1").arg(since);
    case State::Hanging:
        return DiagnosisTr::tr("has been running since %1, and has no ready pod").arg(since);
    case State::Running:
        return DiagnosisTr::tr("running since %1").arg(since);
    case State::Unknown:
        return DiagnosisTr::tr("result unknown, because helm has not recorded it; started %1").arg(since);
    case State::Unrecorded:
        break;
    }
    return DiagnosisTr::tr("ended, but helm has not recorded it; started %1").arg(since);
}

QString HookRun::words() const
{
    QStringList known{job};
    known.insert(state == State::Failed ? 1 : 0, pods.value(0));
    known.removeAll(QString());
    return known.isEmpty() ? warnings.value(0) : known.first();
}

QList<HookRun> hookRuns(const DiagnosisEvidence &evidence)
{
    QList<HookRun> runs;
    for (const OwnedRelease &release : evidence.releases) {
        for (const ReleaseHook &hook : release.standing.hooks) {
            runs.append(runOf(hook, evidence));
            runs.last().release = visibleText(spacedName(release.key.namespaceName, release.key.name));
            runs.last().revision = release.standing.revision;
        }
    }
    return runs;
}

QList<LogRequest> hookLogs(const DiagnosisEvidence &evidence)
{
    QList<LogRequest> logs;
    for (const OwnedRelease &release : evidence.releases) {
        for (const ReleaseHook &hook : release.standing.hooks) {
            for (const Pod *pod : podsOf(hook, evidence)) {
                if (pod->phase == u"Succeeded" || pod->node.isEmpty())
                    continue;
                const QString container =
                    pod->reasonContainer.isEmpty() ? pod->waitingInit : pod->reasonContainer;
                logs.append({pod->namespaceName, pod->name, container, false});
                break;
            }
        }
    }
    return logs;
}

QList<std::pair<QString, QString>> hookFacts(const HookRun &run)
{
    QList<std::pair<QString, QString>> facts{
        {DiagnosisTr::tr("Hook"), run.title() + QStringLiteral(": ") + run.stateText()}};
    const auto add = [&facts](const QString &name, const QString &text) {
        if (!text.isEmpty())
            facts.append({name, text});
    };
    add(DiagnosisTr::tr("Its object", "of a hook"), run.job);
    add(DiagnosisTr::tr("Pods"), run.pods.join(QStringLiteral("; ")));
    add(DiagnosisTr::tr("Events"), run.warnings.join(QStringLiteral("; ")));
    if (!run.log.isEmpty())
        facts.append({DiagnosisTr::tr("Last lines of the log of %1").arg(run.logOf), run.log});
    return facts;
}

} // namespace chartroom
