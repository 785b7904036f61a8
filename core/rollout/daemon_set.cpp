// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/daemon_set.h"

#include "core/kube/lenient_json.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

Result<DaemonSet> DaemonSet::read(const KubeObject &object)
{
    return readFields<DaemonSet>(object, [&](const LenientJson &root) {
        DaemonSet set;
        set.uid = object.uid;
        set.namespaceName = object.namespaceName;
        set.name = object.name;
        set.generation = root["metadata"]["generation"].integer();
        set.templateGeneration =
            root["metadata"]["annotations"]["deprecated.daemonset.template.generation"].integer();
        root["metadata"]["ownerReferences"].forEachItem([&](const LenientJson &owner) {
            const bool isOfNodes =
                owner["kind"].view() == "NVIDIADriver" || owner["kind"].view() == "NicNodePolicy";
            if (owner["controller"].boolean() && isOfNodes)
                set.madeFor = owner["name"].text();
        });
        const LenientJson spec = root["spec"];
        const LenientJson podLabels = spec["template"]["metadata"]["labels"];
        set.component = podLabels["app.kubernetes.io/component"].text();
        set.hasOfedLabel = podLabels["nvidia.com/ofed-driver"].exists();
        set.updateStrategy = spec["updateStrategy"]["type"].text();
        set.maxUnavailable = spec["updateStrategy"]["rollingUpdate"]["maxUnavailable"].text();
        set.maxSurge = spec["updateStrategy"]["rollingUpdate"]["maxSurge"].text();
        set.minReadySeconds = int(spec["minReadySeconds"].integer());
        spec["template"]["spec"]["containers"].forEachItem([&](const LenientJson &container) {
            if (set.image.isEmpty())
                set.image = container["image"].text();
        });
        spec["template"]["spec"]["nodeSelector"].forEachMember(
            [&](std::string_view key, const LenientJson &value) {
                set.nodeSelector.insert(QString::fromUtf8(key.data(), qsizetype(key.size())), value.text());
            });
        const LenientJson status = root["status"];
        set.observedGeneration = status["observedGeneration"].integer();
        set.desired = status["desiredNumberScheduled"].integer();
        set.scheduled = status["currentNumberScheduled"].integer();
        set.misplaced = status["numberMisscheduled"].integer();
        set.updated = status["updatedNumberScheduled"].integer();
        set.available = status["numberAvailable"].integer();
        return set;
    });
}

Result<ControllerRevision> ControllerRevision::read(const KubeObject &object)
{
    return readFields<ControllerRevision>(object, [&](const LenientJson &root) {
        ControllerRevision revision;
        revision.uid = object.uid;
        revision.hash = root["metadata"]["labels"]["controller-revision-hash"].text();
        if (revision.hash.isEmpty()) // its name ends with it
            revision.hash = object.name.section(u'-', -1);
        revision.revision = root["revision"].integer();
        revision.created = root["metadata"]["creationTimestamp"].time();
        const QDateTime written =
            object.written.isEmpty()
                ? root["chartroom"]["written"].time() // as a recording keeps it
                : QDateTime::fromString(QString::fromLatin1(object.written), Qt::ISODate);
        revision.since = written.isValid() ? std::max(written, revision.created) : revision.created;
        root["metadata"]["ownerReferences"].forEachItem([&](const LenientJson &owner) {
            if (owner["controller"].boolean())
                revision.ownerUid = owner["uid"].text();
        });
        return revision;
    });
}

QString imageTag(const QString &image)
{
    QStringView name(image);
    if (const qsizetype digest = name.indexOf(u'@'); digest >= 0)
        name.truncate(digest);
    name = name.sliced(name.lastIndexOf(u'/') + 1);
    const qsizetype colon = name.lastIndexOf(u':');
    return colon < 0 ? QString() : name.sliced(colon + 1).toString();
}

DriverTag driverTag(const QString &image)
{
    static const QRegularExpression system(
        QStringLiteral("-(ubuntu|rhel|rhcos|rocky|ubi|sles|sl-micro|debian|ol|openshift)[0-9].*$"));
    static const QRegularExpression builtFor(
        QStringLiteral("^(.+?)-(\\d+\\.\\d+\\.\\d+-\\d[\\d.]*(?:-[a-z][\\w-]*|\\.(?:el|fc)\\d[\\w.]*))$"));
    constexpr qsizetype mostKnown = 64; // thousands of nodes run a few images
    static thread_local QHash<QString, DriverTag> known;
    if (const auto found = known.constFind(image); found != known.cend())
        return *found;
    if (known.size() >= mostKnown)
        known.clear();
    DriverTag tag{imageTag(image).remove(system), {}};
    if (const auto match = builtFor.match(tag.version); match.hasMatch())
        tag = {match.captured(1), match.captured(2)};
    return *known.insert(image, tag);
}

} // namespace chartroom
