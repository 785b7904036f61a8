// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/label_map.h"
#include "core/rollout/openshift_facts.h"

#include <QDateTime>
#include <QMap>
#include <QStringList>

#include <optional>

namespace chartroom {

/// A container's image, as a manifest or a live DaemonSet has it.
struct WorkloadImage
{
    QString kind; ///< DaemonSet, Deployment
    QString namespaceName;
    QString name;
    QString container;
    QString image;

    friend bool operator==(const WorkloadImage &, const WorkloadImage &) = default;
};

/// What versions need of a Helm release.
struct ReleaseFact
{
    QString namespaceName;
    QString name;
    int revision = 0;
    QString status; ///< of the newest revision
    QString chart;
    QString chartVersion;
    QString appVersion;
    bool isRunning = true;       ///< false: the versions are of a revision that was never deployed
    QList<WorkloadImage> images; ///< of the manifest's DaemonSets
    bool isManifestKnown = false;

    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }
    /// The DaemonSets of a manifest; what leaves out its namespace stands in the release's.
    [[nodiscard]] static QList<WorkloadImage> daemonSetImages(const QByteArray &manifest,
                                                              const QString &namespaceName);
};

/// An operator that the Operator Lifecycle Manager installed: ClusterServiceVersion
/// (operators.coreos.com/v1alpha1).
struct OperatorFact
{
    QString namespaceName;
    QString name; ///< gpu-operator-certified.v24.9.0
    QString version;
    QString phase;         ///< Succeeded, Installing, Replacing, ...
    bool isCopied = false; ///< of another namespace's, for an operator that watches them all

    [[nodiscard]] static Result<OperatorFact> read(const KubeObject &object);
    /// gpu-operator-certified
    [[nodiscard]] QString package() const { return name.section(u'.', 0, 0); }
};

/// ClusterPolicy, NVIDIADriver, NicClusterPolicy or NicNodePolicy: which versions an operator is told to
/// bring.
struct PolicyFact
{
    QString kind;
    QString name;
    QDateTime created; ///< UTC
    QString state;
    QString stateText;        ///< what explains it
    QString releaseNamespace; ///< of the Helm release that made it; "" for none
    QString releaseName;
    bool isInUse = true;             ///< false: another one is
    QMap<QString, QString> versions; ///< by component, as written
    bool leavesDriver = false;       ///< a ClusterPolicy: the GPU driver is left to NVIDIADriver objects
    std::optional<bool> openModules; ///< of the GPU driver; nothing where the operator chooses

    [[nodiscard]] static Result<PolicyFact> read(const KubeObject &object);
    [[nodiscard]] QString fullName() const { return kind + u' ' + name; }
};

/// A DaemonSet as it is.
struct DaemonSetFact
{
    QString namespaceName;
    QString name;
    QString ownerKind; ///< of the object that controls it; "" for none
    QString ownerName;
    QString releaseNamespace; ///< of the Helm release that it is of; "" for none
    QString releaseName;
    QString app;       ///< pod label app
    QString component; ///< pod label app.kubernetes.io/component
    bool isOfed = false;
    QList<WorkloadImage> images;

    [[nodiscard]] static Result<DaemonSetFact> read(const KubeObject &object);
    [[nodiscard]] QString fullName() const { return namespaceName + u'/' + name; }
};

/// What Node Feature Discovery found on a node: NodeFeature (nfd.k8s-sigs.io/v1alpha1).
struct NodeFeatureFact
{
    QString namespaceName;
    QString name;
    QString node;
    QMap<QString, QString> labels; ///< kernel-version.full and those of versions (versionLabelComponent())

    [[nodiscard]] static Result<NodeFeatureFact> read(const KubeObject &object);
};

/// A network card that the NIC Configuration Operator found: NicDevice
/// (configuration.net.nvidia.com/v1alpha1; Mellanox/network-operator-docs docs/nic-conf-operator/crds.rst).
struct NicDeviceFact
{
    QString namespaceName;
    QString name;
    QString node;
    QString component; ///< firmware_cx7, ...; "" for a card that is not known
    QString firmware;

    [[nodiscard]] static Result<NicDeviceFact> read(const KubeObject &object);
};

/// A node's part of the SR-IOV operator's work.
struct SriovFact
{
    QString namespaceName;
    QString node; ///< its name too
    QString sync; ///< Succeeded, Failed, InProgress
    QString error;

    [[nodiscard]] static Result<SriovFact> read(const KubeObject &object);
};

/// What a node says of itself.
struct NodeFact
{
    QString name;
    QString kernel;
    QString kubelet;
    QString osImage;
    QString runtime; ///< containerd://1.7.24
    QString system;  ///< as Node Feature Discovery labels it: ubuntu 22.04; "" where it does not
    bool hasGpu = false;
    QDateTime readySince; ///< UTC; invalid while it is not ready
    LabelMap labels;
};

/// A pod of a component that runs on a node.
struct PodFact
{
    QString namespaceName;
    QString name;
    QString node;
    QString component; ///< gpu_driver, ..., nfd
    QString instance;  ///< label app.kubernetes.io/instance
    QString image;
    bool isReady = false;
    bool isLeaving = false; ///< being deleted
    bool hasEnded = false;  ///< it runs no more: Succeeded, Failed, evicted
    int restarts = 0;       ///< of the container that restarted most
    QDateTime created;      ///< UTC
};

/// What a person or a tool measured where the API tells nothing, such as firmware.
struct ReportFact
{
    QString file;
    QMap<QString, QString> cluster;              ///< by component
    QMap<QString, QMap<QString, QString>> nodes; ///< by node and component

    /// A file such as {cluster: {nccl: 2.22.3}, nodes: {gpu-1: {firmware_cx7: 28.40.1000}}}. Errors name line
    /// and column.
    [[nodiscard]] static Result<ReportFact> read(const QByteArray &yaml, const QString &fileName);
};

/// All that says which versions run: an observation is a pure function of it.
struct VersionFacts
{
    QString cluster;
    QString serverVersion; ///< of the API server; "" when unknown
    QList<NodeFact> nodes;
    QList<PodFact> pods;
    QList<ReleaseFact> releases;
    QList<OperatorFact> operators;
    QList<PolicyFact> policies;
    QList<DaemonSetFact> daemonSets;
    OpenShiftFacts openShift;
    QList<NodeFeatureFact> features;
    QList<NicDeviceFact> devices;
    QList<SriovFact> sriovNodes;
    std::optional<ReportFact> report;
    QStringList notices; ///< sentences about what could not be read, and is then not judged
};

/// Of several ClusterPolicies one is in use, and an NVIDIADriver is only obeyed where the ClusterPolicy in
/// use leaves the driver to such objects.
void settlePolicies(QList<PolicyFact> &policies);

/// The component that a pod or DaemonSet of these labels is of, the operands of the operators and the
/// operators themselves; "" for any other.
[[nodiscard]] QString componentOfWorkload(const QString &app, const QString &component, bool isOfed,
                                          const QString &image);
/// Below which key of a policy's spec, and of the operator's values, a component's version stands: driver for
/// gpu_driver; "" for one that has none.
[[nodiscard]] QString policyField(const QString &component);
/// A label by which a site tells a version that the API does not have: chartroom.github.io/version.COMPONENT.
/// Gives the component, "" for any other label.
[[nodiscard]] QString versionLabelComponent(QStringView key);

} // namespace chartroom
