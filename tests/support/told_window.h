// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/recorded_transport.h"
#include "core/rollout/rollout_store.h"

#include <QJsonObject>
#include <QMap>

namespace chartroom::test {

using Texts = QMap<QString, QString>;

/// API objects with the fields that a rollout reads; everything else is left out.
struct NodeSample
{
    QString name;
    Texts labels;
    Texts annotations;
    bool isCordoned = false;
    QString ready = QStringLiteral("True");
    int devices = 8;
    int allocatable = 8;
    QString device = QStringLiteral("nvidia.com/gpu");
    QDateTime cordonedAt = {}; ///< as the node controller notes it; invalid: no controller did
    QString cordonedBy = {};   ///< the field manager, as a recording keeps it
    QStringList taints = {};   ///< keys of others
    QString kernel = {};       ///< that it runs; "" is not told

    [[nodiscard]] QJsonObject object() const;
};

struct PodSample
{
    QString name; ///< namespace/name
    QString node;
    Texts labels;
    QString ownerKind = QStringLiteral("DaemonSet");
    QString ownerName;
    QString image;
    bool isReady = true;
    QString phase;   ///< "": Running, or Pending while its init container has not ended
    QString waiting; ///< reason of its container
    QString said;    ///< the message it ended with last
    QString init;    ///< reason of its init container; "running": it has not ended
    int restarts = 0;
    int gpus = 0;
    QString device = QStringLiteral("nvidia.com/gpu");
    bool hasEmptyDir = false;
    QString created = QStringLiteral("2026-11-20T00:00:00Z");
    QString deleting;
    int deletionGrace = 30; ///< seconds, where it is being deleted
    QStringList finalizers;
    QString readySince;   ///< of its condition Ready
    QString notScheduled; ///< the scheduler's text: the pod is for `node`, and not on it
    QString waitingText;  ///< the message beside `waiting`

    [[nodiscard]] QJsonObject object() const;
};

/// The GPU driver's pod on a node, ready.
[[nodiscard]] inline PodSample driverPod(const QString &node)
{
    const QString app = QStringLiteral("nvidia-driver-daemonset");
    PodSample driver;
    driver.name = QStringLiteral("nvidia-gpu-operator/driver-") + node;
    driver.node = node;
    driver.ownerName = app;
    driver.labels = {{QStringLiteral("app"), app},
                     {QStringLiteral("app.kubernetes.io/component"), QStringLiteral("nvidia-driver")}};
    return driver;
}

struct DaemonSetSample
{
    QString name; ///< namespace/name
    Texts podLabels;
    QString image;
    QString strategy = QStringLiteral("OnDelete");
    QString maxUnavailable;
    QString maxSurge;
    int desired = 2;
    std::optional<int> scheduled; ///< pods; nothing: all that are desired
    int misplaced = 0;            ///< pods on nodes that are not meant for it
    int updated = 2;
    QString madeFor{}; ///< the NVIDIADriver that controls it, or the object of another kind
    QString madeForKind = QStringLiteral("NVIDIADriver");
    int generation = 0; ///< 0 is not told, as for the next two
    int observedGeneration = 0;
    int templateGeneration = 0;
    Texts nodeSelector{};

    [[nodiscard]] QJsonObject object() const;
    /// The revision of that number, of this DaemonSet.
    [[nodiscard]] QJsonObject revision(const QString &hash, int number,
                                       const QString &created = QStringLiteral("2026-11-20T00:00:00Z")) const;
};

/// An object of any kind; name is namespace/name, or a name alone.
[[nodiscard]] QJsonObject anyObject(const QString &apiVersion, const QString &kind, const QString &name,
                                    const QJsonObject &spec, const QJsonObject &status,
                                    const Texts &annotations = {});
/// JSON text as an object; the test's own words for a status.
[[nodiscard]] QJsonObject toldJson(const char *text);

/// A recording made by hand, which starts at 2026-11-21T00:00:00Z.
class ToldWindow
{
public:
    /// The object is so from that second on; lists given at 0 are complete.
    void put(const QString &resource, const QJsonObject &object, int second = 0);
    void remove(const QString &resource, const QJsonObject &object, int second);
    /// A list that is there and may be empty; what is never told is not in the recording.
    void tell(const QString &resource);

    [[nodiscard]] std::shared_ptr<const Recording> recording() const;

private:
    struct Line
    {
        int second = 0;
        QByteArray text;
    };
    QStringList m_resources;
    QList<Line> m_lines;
};

/// A rollout over a told window that stands still until it is wound.
struct ToldRollout
{
    explicit ToldRollout(std::shared_ptr<const Recording> recording);

    [[nodiscard]] NodeTrack track(const QString &node, const QString &component) const;
    [[nodiscard]] Pace pace(const QString &component) const;

    RecordedTransport transport;
    RecordingClock clock;
    NodeStore nodes;
    PodStore pods;
    RolloutStore rollout;
};

[[nodiscard]] bool hasNote(const QList<TrackNote> &notes, QStringView kind);
[[nodiscard]] QString noteText(const QList<TrackNote> &notes, QStringView kind);

} // namespace chartroom::test
