// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/told_window.h"

#include "core/recording/recording_reader.h"
#include "tests/support/gzipped.h"
#include "tests/support/resource_queries.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace chartroom::test {

namespace {

QJsonObject texts(const Texts &map)
{
    QJsonObject object;
    for (auto text = map.cbegin(); text != map.cend(); ++text)
        object.insert(text.key(), *text);
    return object;
}

QJsonObject metadata(const QString &name, const Texts &labels, const Texts &annotations = {})
{
    QJsonObject metadata{{QStringLiteral("name"), name.section(u'/', -1)},
                         {QStringLiteral("uid"), QStringLiteral("uid-of-") + name},
                         {QStringLiteral("labels"), texts(labels)},
                         {QStringLiteral("annotations"), texts(annotations)}};
    if (name.contains(u'/'))
        metadata.insert(QStringLiteral("namespace"), name.section(u'/', 0, 0));
    return metadata;
}

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

QJsonObject NodeSample::object() const
{
    const QJsonObject condition{
        {QStringLiteral("type"), QStringLiteral("Ready")},
        {QStringLiteral("status"), ready},
        {QStringLiteral("reason"), QStringLiteral("Told")},
        {QStringLiteral("lastTransitionTime"), QStringLiteral("2026-11-20T00:00:00Z")}};
    QJsonObject spec{{QStringLiteral("unschedulable"), isCordoned}};
    QJsonArray all;
    if (cordonedAt.isValid())
        all.append(QJsonObject{{QStringLiteral("key"), QStringLiteral("node.kubernetes.io/unschedulable")},
                               {QStringLiteral("effect"), QStringLiteral("NoSchedule")},
                               {QStringLiteral("timeAdded"), cordonedAt.toString(Qt::ISODate)}});
    for (const QString &key : taints)
        all.append(QJsonObject{{QStringLiteral("key"), key},
                               {QStringLiteral("effect"), QStringLiteral("NoSchedule")}});
    if (!all.isEmpty())
        spec.insert(QStringLiteral("taints"), all);
    QJsonObject node{
        {QStringLiteral("metadata"), metadata(name, labels, annotations)},
        {QStringLiteral("spec"), spec},
        {QStringLiteral("status"),
         QJsonObject{{QStringLiteral("nodeInfo"), QJsonObject{{QStringLiteral("kernelVersion"), kernel}}},
                     {QStringLiteral("capacity"), QJsonObject{{device, QString::number(devices)}}},
                     {QStringLiteral("allocatable"), QJsonObject{{device, QString::number(allocatable)}}},
                     {QStringLiteral("conditions"), QJsonArray{condition}}}}};
    if (!cordonedBy.isEmpty())
        node.insert(QStringLiteral("chartroom"),
                    QJsonObject{{QStringLiteral("cordon"), QJsonObject{{QStringLiteral("by"), cordonedBy}}}});
    return node;
}

namespace {

/// As the controller of a DaemonSet makes it, and the scheduler leaves it.
QJsonObject unscheduled(const PodSample &pod, const QJsonObject &metadata, const QJsonObject &container)
{
    QJsonObject affinity = toldJson(
        R"({"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
           {"matchFields":[{"key":"metadata.name","operator":"In","values":["NODE"]}]}]}}})");
    const QByteArray text =
        QJsonDocument(affinity).toJson(QJsonDocument::Compact).replace("NODE", pod.node.toUtf8());
    affinity = QJsonDocument::fromJson(text).object();
    const QJsonObject condition{{QStringLiteral("type"), QStringLiteral("PodScheduled")},
                                {QStringLiteral("status"), QStringLiteral("False")},
                                {QStringLiteral("reason"), QStringLiteral("Unschedulable")},
                                {QStringLiteral("message"), pod.notScheduled},
                                {QStringLiteral("lastTransitionTime"), pod.created}};
    return {{QStringLiteral("metadata"), metadata},
            {QStringLiteral("spec"), QJsonObject{{QStringLiteral("affinity"), affinity},
                                                 {QStringLiteral("containers"), QJsonArray{container}}}},
            {QStringLiteral("status"), QJsonObject{{QStringLiteral("phase"), QStringLiteral("Pending")},
                                                   {QStringLiteral("conditions"), QJsonArray{condition}}}}};
}

} // namespace

QJsonObject PodSample::object() const
{
    QJsonObject meta = metadata(name, labels);
    meta.insert(QStringLiteral("creationTimestamp"), created);
    if (!deleting.isEmpty()) {
        meta.insert(QStringLiteral("deletionTimestamp"), deleting);
        meta.insert(QStringLiteral("deletionGracePeriodSeconds"), deletionGrace);
    }
    if (!finalizers.isEmpty())
        meta.insert(QStringLiteral("finalizers"), QJsonArray::fromStringList(finalizers));
    if (!ownerName.isEmpty())
        meta.insert(QStringLiteral("ownerReferences"),
                    QJsonArray{QJsonObject{{QStringLiteral("controller"), true},
                                           {QStringLiteral("kind"), ownerKind},
                                           {QStringLiteral("name"), ownerName}}});
    QJsonObject limits;
    if (gpus > 0)
        limits.insert(device, QString::number(gpus));
    const QJsonObject container{
        {QStringLiteral("image"), image},
        {QStringLiteral("resources"), QJsonObject{{QStringLiteral("limits"), limits}}}};
    QJsonObject state{{QStringLiteral("running"), QJsonObject()}};
    if (!waiting.isEmpty())
        state = {{QStringLiteral("waiting"), QJsonObject{{QStringLiteral("reason"), waiting},
                                                         {QStringLiteral("message"), waitingText}}}};
    const QJsonObject ended{{QStringLiteral("exitCode"), 1}, {QStringLiteral("message"), said}};
    QJsonObject status{{QStringLiteral("name"), QStringLiteral("main")},
                       {QStringLiteral("ready"), isReady},
                       {QStringLiteral("restartCount"), restarts},
                       {QStringLiteral("state"), state}};
    QJsonArray inits;
    if (!init.isEmpty()) {
        const bool runs = init == u"running";
        const QJsonObject initState =
            runs ? QJsonObject{{QStringLiteral("running"), QJsonObject()}}
                 : QJsonObject{{QStringLiteral("waiting"), QJsonObject{{QStringLiteral("reason"), init}}}};
        inits.append(
            QJsonObject{{QStringLiteral("name"), QStringLiteral("k8s-driver-manager")},
                        {QStringLiteral("restartCount"), restarts},
                        {QStringLiteral("state"), initState},
                        {QStringLiteral("lastState"), QJsonObject{{QStringLiteral("terminated"), ended}}}});
        status.insert(QStringLiteral("restartCount"), 0);
    } else if (!said.isEmpty()) {
        status.insert(QStringLiteral("lastState"), QJsonObject{{QStringLiteral("terminated"), ended}});
    }
    QJsonArray conditions;
    if (!readySince.isEmpty())
        conditions.append(QJsonObject{{QStringLiteral("type"), QStringLiteral("Ready")},
                                      {QStringLiteral("status"), QStringLiteral("True")},
                                      {QStringLiteral("lastTransitionTime"), readySince}});
    if (!notScheduled.isEmpty())
        return unscheduled(*this, meta, container);
    QJsonArray volumes;
    if (hasEmptyDir)
        volumes.append(QJsonObject{{QStringLiteral("emptyDir"), QJsonObject()}});
    return {{QStringLiteral("metadata"), meta},
            {QStringLiteral("spec"), QJsonObject{{QStringLiteral("nodeName"), node},
                                                 {QStringLiteral("containers"), QJsonArray{container}},
                                                 {QStringLiteral("volumes"), volumes}}},
            {QStringLiteral("status"),
             QJsonObject{{QStringLiteral("phase"), !phase.isEmpty()  ? phase
                                                   : inits.isEmpty() ? QStringLiteral("Running")
                                                                     : QStringLiteral("Pending")},
                         {QStringLiteral("conditions"), conditions},
                         {QStringLiteral("initContainerStatuses"), inits},
                         {QStringLiteral("containerStatuses"), QJsonArray{status}}}}};
}

QJsonObject DaemonSetSample::object() const
{
    QJsonObject rolling;
    if (!maxUnavailable.isEmpty())
        rolling.insert(QStringLiteral("maxUnavailable"), maxUnavailable);
    if (!maxSurge.isEmpty())
        rolling.insert(QStringLiteral("maxSurge"), maxSurge);
    const QJsonObject pod{
        {QStringLiteral("metadata"), QJsonObject{{QStringLiteral("labels"), texts(podLabels)}}},
        {QStringLiteral("spec"), QJsonObject{{QStringLiteral("containers"),
                                              QJsonArray{QJsonObject{{QStringLiteral("image"), image}}}},
                                             {QStringLiteral("nodeSelector"), texts(nodeSelector)}}}};
    Texts annotations;
    if (templateGeneration > 0)
        annotations.insert(QStringLiteral("deprecated.daemonset.template.generation"),
                           QString::number(templateGeneration));
    QJsonObject meta = metadata(name, {}, annotations);
    if (!madeFor.isEmpty())
        meta.insert(QStringLiteral("ownerReferences"),
                    QJsonArray{QJsonObject{{QStringLiteral("controller"), true},
                                           {QStringLiteral("kind"), madeForKind},
                                           {QStringLiteral("name"), madeFor}}});
    if (generation > 0)
        meta.insert(QStringLiteral("generation"), generation);
    QJsonObject status{{QStringLiteral("desiredNumberScheduled"), desired},
                       {QStringLiteral("currentNumberScheduled"), scheduled.value_or(desired)},
                       {QStringLiteral("numberMisscheduled"), misplaced},
                       {QStringLiteral("updatedNumberScheduled"), updated}};
    if (observedGeneration > 0)
        status.insert(QStringLiteral("observedGeneration"), observedGeneration);
    return {{QStringLiteral("metadata"), meta},
            {QStringLiteral("spec"), QJsonObject{{QStringLiteral("updateStrategy"),
                                                  QJsonObject{{QStringLiteral("type"), strategy},
                                                              {QStringLiteral("rollingUpdate"), rolling}}},
                                                 {QStringLiteral("template"), pod}}},
            {QStringLiteral("status"), status}};
}

QJsonObject DaemonSetSample::revision(const QString &hash, int number, const QString &created) const
{
    QJsonObject meta = metadata(name + u'-' + hash, {{QStringLiteral("controller-revision-hash"), hash}});
    meta.insert(QStringLiteral("creationTimestamp"), created);
    meta.insert(QStringLiteral("ownerReferences"),
                QJsonArray{QJsonObject{{QStringLiteral("controller"), true},
                                       {QStringLiteral("uid"), QStringLiteral("uid-of-") + name}}});
    return {{QStringLiteral("metadata"), meta}, {QStringLiteral("revision"), number}};
}

QJsonObject anyObject(const QString &apiVersion, const QString &kind, const QString &name,
                      const QJsonObject &spec, const QJsonObject &status, const Texts &annotations)
{
    return {{QStringLiteral("apiVersion"), apiVersion},
            {QStringLiteral("kind"), kind},
            {QStringLiteral("metadata"), metadata(name, {}, annotations)},
            {QStringLiteral("spec"), spec},
            {QStringLiteral("status"), status}};
}

QJsonObject toldJson(const char *text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray(text).replace('\'', '"'), &error);
    Q_ASSERT_X(error.error == QJsonParseError::NoError, "toldJson", text);
    return document.object();
}

void ToldWindow::put(const QString &resource, const QJsonObject &object, int second)
{
    tell(resource);
    const char *type = second == 0 ? "ADDED" : "MODIFIED";
    m_lines.append({second, "{\"t\":" + QByteArray::number(second) + ",\"resource\":\"" + resource.toUtf8() +
                                "\",\"type\":\"" + type + "\",\"object\":" + compact(object) + "}\n"});
}

void ToldWindow::remove(const QString &resource, const QJsonObject &object, int second)
{
    m_lines.append({second, "{\"t\":" + QByteArray::number(second) + ",\"resource\":\"" + resource.toUtf8() +
                                "\",\"type\":\"DELETED\",\"object\":" + compact(object) + "}\n"});
}

void ToldWindow::tell(const QString &resource)
{
    if (!m_resources.contains(resource))
        m_resources << resource;
}

std::shared_ptr<const Recording> ToldWindow::recording() const
{
    QByteArray text = "{\"chartroomRecording\":1,\"cluster\":\"told\",\"serverVersion\":\"v1.36.3\","
                      "\"start\":\"2026-11-21T00:00:00Z\"}\n";
    QList<Line> lines = m_lines;
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line &a, const Line &b) { return a.second < b.second; });
    const auto later =
        std::find_if(lines.cbegin(), lines.cend(), [](const Line &line) { return line.second > 0; });
    for (auto line = lines.cbegin(); line != later; ++line)
        text += line->text;
    for (const QString &resource : m_resources)
        text += "{\"t\":0,\"resource\":\"" + resource.toUtf8() +
                "\",\"type\":\"SYNCED\",\"resourceVersion\":\"1\"}\n";
    for (auto line = later; line != lines.cend(); ++line)
        text += line->text;
    return std::make_shared<const Recording>(readRecording(gzipped(text)).value());
}

ToldRollout::ToldRollout(std::shared_ptr<const Recording> recording)
    : transport(std::move(recording))
    , clock(&transport)
    , nodes(&transport, all("/api/v1/nodes"), &clock, nullptr)
    , pods(&transport, all("/api/v1/pods"), &clock, nullptr)
    , rollout(&transport, &nodes, &pods, &clock)
{
    rollout.start();
}

NodeTrack ToldRollout::track(const QString &node, const QString &component) const
{
    const NodeTrack *found = rollout.find({node, component});
    return found ? *found : NodeTrack();
}

Pace ToldRollout::pace(const QString &component) const
{
    const QList<Pace> paces = rollout.paces();
    const auto found = std::find_if(paces.cbegin(), paces.cend(),
                                    [&](const Pace &pace) { return pace.component == component; });
    return found == paces.cend() ? Pace() : *found;
}

bool hasNote(const QList<TrackNote> &notes, QStringView kind)
{
    return std::any_of(notes.cbegin(), notes.cend(),
                       [&](const TrackNote &note) { return noteWord(note.kind) == kind; });
}

QString noteText(const QList<TrackNote> &notes, QStringView kind)
{
    for (const TrackNote &note : notes) {
        if (noteWord(note.kind) == kind)
            return note.text;
    }
    return {};
}

} // namespace chartroom::test
