// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/hook_run.h"

#include "core/base/moments.h"
#include "core/base/one_line.h"
#include "core/base/short_list.h"
#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/diagnosis/diagnosis_tr.h"
#include "core/secrets/masked_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <optional>
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

/// Of an earlier run: the record's start is by helm's clock, so what is little older may be of this one.
bool isOlder(const QDateTime &created, const ReleaseHook &hook)
{
    constexpr std::chrono::seconds mostSkew(60);
    return created.isValid() && hook.started.isValid() && timeBetween(created, hook.started) > mostSkew;
}

/// Of a Job its pods, of a Pod itself, made by this run; the newest first.
QList<const Pod *> podsOf(const ReleaseHook &hook, const DiagnosisEvidence &evidence)
{
    QList<const Pod *> pods;
    for (const Pod &pod : evidence.pods) {
        const bool isOfIt = hook.kind == u"Pod" ? pod.name == hook.name
                                                : pod.ownerKind == hook.kind && pod.ownerName == hook.name;
        if (isOfIt && pod.namespaceName == hook.namespaceName && !isOlder(pod.created, hook))
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

/// Which is in trouble.
QString containerOf(const Pod &pod)
{
    return pod.reasonContainer.isEmpty() ? pod.endedContainer : pod.reasonContainer;
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
    if (!pod.ending.isEmpty())
        state += u": "_s + pod.ending;
    QString place = spacedName(pod.namespaceName, pod.name);
    if (const QString container = containerOf(pod); !container.isEmpty())
        place += u", "_s + container;
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
void judgeRun(const ReleaseHook &hook, const HookJob *job, const QList<const Pod *> &pods, bool isMissing,
              const DiagnosisEvidence &evidence, HookRun &run)
{
    const Pod *pod = hook.kind == u"Pod" && !pods.isEmpty() ? pods.first() : nullptr;
    run.ended = hook.completed;
    if (hook.isFailed || (job && job->isFailed) || (pod && pod->phase == u"Failed"))
        run.state = HookRun::State::Failed;
    else if ((job && job->isComplete) || (pod && pod->phase == u"Succeeded") || !isWaitedFor(hook))
        run.state = HookRun::State::Unrecorded;
    else if (hook.isUnknown || isMissing)
        run.state = HookRun::State::Unknown;
    else if ((!job && evidence.pods.isEmpty()) || (job && job->ready > 0) ||
             std::any_of(pods.cbegin(), pods.cend(), [](const Pod *one) { return isRunningWell(*one); }))
        run.state = HookRun::State::Running;
    if (!run.ended.isValid() && job)
        run.ended = job->ended;
}

QString goneText(const ReleaseHook &hook)
{
    return hook.deletePolicies.isEmpty() ? DiagnosisTr::tr("%1 does not exist.").arg(hook.kind)
                                         : DiagnosisTr::tr("%1 does not exist; its hook-delete-policy is %2.")
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

/// A record may hold any name.
QString shellWord(const QString &text)
{
    static const QRegularExpression plain(u"\\A[A-Za-z0-9.-]+\\z"_s);
    return plain.match(text).hasMatch() ? text : u'\'' + QString(text).replace(u'\'', u"'\\''"_s) + u'\'';
}

QString placeWords(const ReleaseHook &hook)
{
    return visibleText(u"-n %1 %2 %3"_s.arg(shellWord(hook.namespaceName), shellWord(hook.kind.toLower()),
                                            shellWord(hook.name)));
}

/// Whether something of that name is there, of whatever run; nothing where that is unknown.
std::optional<bool> isLeft(const ReleaseHook &hook, const DiagnosisEvidence &evidence)
{
    if (hook.kind == u"Job") {
        const auto job = evidence.hookJobs.constFind(spacedName(hook.namespaceName, hook.name));
        return job == evidence.hookJobs.cend() ? std::nullopt : std::optional(job->has_value());
    }
    if (hook.kind != u"Pod" || evidence.pods.isEmpty())
        return std::nullopt;
    return std::any_of(evidence.pods.cbegin(), evidence.pods.cend(), [&hook](const Pod &pod) {
        return pod.namespaceName == hook.namespaceName && pod.name == hook.name;
    });
}

/// Without before-hook-creation helm creates the object beside what is left, and is refused.
QString retryAdvice(const ReleaseHook &hook, std::optional<bool> isLeft)
{
    if (hook.isDeletedBefore())
        return DiagnosisTr::tr("run the operation again; helm then deletes and recreates the hook.");
    if (isLeft && !*isLeft)
        return DiagnosisTr::tr("run the operation again; helm then creates the hook again.");
    const QString why = hook.kind == u"CustomResourceDefinition"
                            ? DiagnosisTr::tr("it is a CRD")
                            : DiagnosisTr::tr("its hook-delete-policy is %1")
                                  .arg(visibleText(hook.deletePolicies.join(u", "_s)));
    return (isLeft
                ? DiagnosisTr::tr("delete the object of the hook (kubectl delete %1), because helm does not: "
                                  "%2. Then run the operation again.")
                : DiagnosisTr::tr("if the object of the hook still exists, delete it (kubectl delete %1), "
                                  "because helm does not: %2. Then run the operation again."))
        .arg(placeWords(hook), why);
}

/// Where pods were read, and none of this run is there, no log is left.
QString failedAdvice(const HookRun &run, const QString &retry, bool arePodsRead)
{
    if (run.pods.isEmpty() && arePodsRead)
        return DiagnosisTr::tr("No pod of it exists, so there is no log. Correct what the record's "
                               "description and the events say, and %1")
            .arg(retry);
    return run.pods.isEmpty()
               ? DiagnosisTr::tr("Read its log if its pod still exists, correct the cause, and %1").arg(retry)
               : DiagnosisTr::tr("Read its log, correct the cause, and %1").arg(retry);
}

QString resumeAdvice(const ReleaseHook &hook, const HookJob &job)
{
    if (!job.queue.isEmpty())
        return DiagnosisTr::tr("Kueue resumes it once its queue %1 admits it; to see what it waits for, run: "
                               "kubectl get workloads.kueue.x-k8s.io -n %2")
            .arg(visibleText(job.queue), visibleText(shellWord(hook.namespaceName)));
    return DiagnosisTr::tr("Resume it, unless a controller such as Kueue does: kubectl patch %1 --type=merge "
                           "-p '{\"spec\":{\"suspend\":false}}'")
        .arg(placeWords(hook));
}

HookRun runOf(const ReleaseHook &hook, const OwnedRelease::Standing &standing,
              const DiagnosisEvidence &evidence)
{
    HookRun run;
    run.object = visibleText(hook.kind + u' ' + spacedName(hook.namespaceName, hook.name));
    for (const QString &event : hook.events)
        run.events.append(visibleText(event));
    run.started = hook.started;
    const auto known = evidence.hookJobs.constFind(spacedName(hook.namespaceName, hook.name));
    const bool isRead = hook.kind == u"Job" && known != evidence.hookJobs.cend();
    const HookJob *there = isRead && *known ? &**known : nullptr;
    const bool isRefused = hook.isFailed && hook.isRefused(standing.words);
    const bool isOfOther = isRefused || (there && isOlder(there->created, hook));
    const HookJob *job = isOfOther ? nullptr : there;
    const QList<const Pod *> pods = isOfOther ? QList<const Pod *>() : podsOf(hook, evidence);
    const bool isMissing = isGone(hook, pods, evidence);
    judgeRun(hook, job, pods, isMissing || isOfOther, evidence, run);
    run.isSuspended = run.state == HookRun::State::Hanging && job && job->isSuspended;
    if (job)
        run.job = hookJobText(*job);
    else if (there)
        run.job = DiagnosisTr::tr("not of this run: %1").arg(hookJobText(*there));
    else if (isRefused)
        run.job = DiagnosisTr::tr("%1 was not created.").arg(hook.kind);
    else if (isMissing)
        run.job = goneText(hook);
    for (const Pod *pod : pods)
        run.pods.append(hookPodText(*pod));
    run.pods = firstOf(run.pods);
    if (run.isSuspended)
        run.advice = resumeAdvice(hook, *job);
    if (run.state == HookRun::State::Failed) {
        const bool isTold = (job && job->isFailed) ||
                            (hook.kind == u"Pod" && !pods.isEmpty() && pods.first()->phase == u"Failed");
        if (!isTold && !run.isTest() && standing.status == ReleaseStatus::Failed)
            run.record = shownWords(oneLine(maskedText(standing.words), longestHookText));
        if (!pods.isEmpty())
            run.ending = shownWords(pods.first()->ending);
        run.advice = failedAdvice(run, retryAdvice(hook, isLeft(hook, evidence)),
                                  isOfOther || !evidence.pods.isEmpty());
    }
    if (!isOfOther)
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
        return isSuspended ? DiagnosisTr::tr("is suspended; started %1").arg(since)
                           : DiagnosisTr::tr("has been running since %1, and has no ready pod").arg(since);
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
    if (state == State::Failed) {
        const QString &told = record.isEmpty() ? job : record;
        if (told.isEmpty())
            return pods.isEmpty() ? warnings.value(0) : pods.first();
        return ending.isEmpty() ? told : told + u"; "_s + ending;
    }
    QStringList known{pods.value(0), warnings.value(0)};
    known.insert(isSuspended ? 0 : known.size(), job);
    known.removeAll(QString());
    return known.value(0);
}

QString HookRun::reason() const
{
    switch (state) {
    case State::Failed:
        return isTest() ? u"testFailed"_s : u"hookFailed"_s;
    case State::Hanging:
        return isSuspended ? u"hookSuspended"_s : u"hookHangs"_s;
    case State::Running:
        return u"hookRuns"_s;
    case State::Unrecorded:
    case State::Unknown:
        break;
    }
    return u"hookUnrecorded"_s;
}

QList<HookRun> hookRuns(const DiagnosisEvidence &evidence)
{
    QList<HookRun> runs;
    for (const OwnedRelease &release : evidence.releases) {
        for (const ReleaseHook &hook : release.standing.hooks) {
            runs.append(runOf(hook, release.standing, evidence));
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
                const QString known = containerOf(*pod);
                const QString container = known.isEmpty() ? pod->waitingInit : known;
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
    add(DiagnosisTr::tr("Description in the record"), run.record);
    add(DiagnosisTr::tr("Its object", "of a hook"), run.job);
    add(DiagnosisTr::tr("Pods"), run.pods.join(QStringLiteral("; ")));
    add(DiagnosisTr::tr("Events"), run.warnings.join(QStringLiteral("; ")));
    if (!run.log.isEmpty())
        facts.append({DiagnosisTr::tr("Last lines of the log of %1").arg(run.logOf), run.log});
    return facts;
}

} // namespace chartroom
