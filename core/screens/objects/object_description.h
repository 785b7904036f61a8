// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"
#include "core/diagnosis/log_text.h"
#include "core/diff/manifest.h"

#include <QDateTime>

#include <optional>

namespace chartroom {

/// Where the API has an object of a kind that can be described.
struct ObjectPlace
{
    QString path;             ///< of the object
    QString namespaceName;    ///< "" for a kind without one
    QString resource;         ///< "daemonsets", as RBAC names it
    QString group;            ///< "" for core
    bool mayHavePods = false; ///< its pods are found by its selector
};

/// Nothing for a kind that is not described, or a name that no object can have. Of apiVersion only the group
/// counts, "" takes any: custom resources are read in the version that Chartroom knows.
[[nodiscard]] std::optional<ObjectPlace> objectPlace(const ObjectRef &object);

/// The object that a finding names: "Pod ops/driver-a", "Node gpu-01". `namespaceName` is for kinds that have
/// one where the text names none. Nothing where it cannot be described.
[[nodiscard]] std::optional<ObjectRef> namedObject(const QString &text, const QString &namespaceName);

/// Of the manifest of a release in that namespace, those that can be described: the policies that operators
/// act by first, then workloads, then the rest; in the order of the manifest else.
[[nodiscard]] QList<ObjectRef> describedObjects(const QList<ObjectRef> &manifest,
                                                const QString &namespaceName);

/// An entry of status.conditions.
struct DescribedCondition
{
    QString type;
    QString status;
    QString reason;
    QString message;
    QDateTime since; ///< of the last transition, UTC; invalid when that is unknown

    friend bool operator==(const DescribedCondition &, const DescribedCondition &) = default;
};

/// An Event (core/v1) about an object.
struct DescribedEvent
{
    QString type; ///< Normal, Warning
    QString reason;
    QString message;
    QString source; ///< who reports it
    int count = 1;
    QDateTime first; ///< UTC
    QDateTime last;  ///< UTC
    QString about;   ///< uid of the object

    friend bool operator==(const DescribedEvent &, const DescribedEvent &) = default;
};

/// A container whose log can be read.
struct DescribedContainer
{
    QString namespaceName;
    QString pod;
    QString node;
    QString name;
    bool isInit = false;
    QString image;
    QString state;     ///< "running", "waiting: CrashLoopBackOff", "terminated: Error (exit code 1)"
    QString lastState; ///< of the run before; "" where there was none
    bool isReady = false;
    int restarts = 0;

    [[nodiscard]] LogRequest log(bool isPrevious) const { return {namespaceName, pod, name, isPrevious}; }
    friend bool operator==(const DescribedContainer &, const DescribedContainer &) = default;
};

/// What a cluster knows of one object, as `kubectl describe` tells it. Secrets are masked; texts are not made
/// visible yet. A part that could not be read says why.
struct ObjectDescription
{
    /// More are counted, and not kept.
    static constexpr qsizetype mostEvents = 200;

    ObjectRef object;             ///< in the version that was read
    std::optional<Error> problem; ///< the object could not be read: all but the events is empty
    QString uid;
    QDateTime created;  ///< UTC
    QDateTime deleting; ///< UTC; since when it is being deleted, invalid where it is not
    QString owner;      ///< "DaemonSet nvidia-driver-daemonset"; ""
    QString node;       ///< of a pod; ""
    QList<std::pair<QString, QString>> labels;
    QList<std::pair<QString, QString>> status; ///< the plain fields of its status, and applied states by name
    QList<DescribedCondition> conditions;
    Value value;  ///< the object without managedFields
    QString yaml; ///< the same as text

    std::optional<Error> eventsProblem;
    QList<DescribedEvent> events; ///< the newest first
    bool hasMoreEvents = false;   ///< than are kept, or than the server told of

    std::optional<Error> podsProblem;     ///< of a workload: its pods could not be listed
    bool arePodsRead = false;             ///< of a workload
    bool hasMorePods = false;             ///< than were read
    QList<DescribedContainer> containers; ///< of the pod, or of the workload's pods, those in trouble first
};

/// Reads an object as GET gives it. A pure function for the pool.
[[nodiscard]] Result<ObjectDescription> readDescription(const ObjectRef &object, const QByteArray &json);

/// The Events of a list. A pure function for the pool.
struct DescribedEvents
{
    QList<DescribedEvent> events;
    bool hasMore = false; ///< on the pages behind this one
};
[[nodiscard]] Result<DescribedEvents> readEvents(const ObjectRef &object, const QByteArray &json);

struct DescribedPods
{
    QList<DescribedContainer> containers;
    bool hasMore = false; ///< on the pages behind this one
};
/// The containers of a list of pods. A pure function for the pool.
[[nodiscard]] Result<DescribedPods> readPods(const QByteArray &json);

/// spec.selector of a workload as a request's labelSelector; "" where there is none.
[[nodiscard]] QString podSelector(const Value &workload);

} // namespace chartroom
