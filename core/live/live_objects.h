// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/diff/manifest.h"
#include "core/kube/transport.h"

#include <QFuture>
#include <QHash>
#include <QObject>

#include <optional>

namespace chartroom {

/// What the cluster has of one object of a manifest.
struct LiveObject
{
    enum class State {
        Found,
        Gone,        ///< the kind is served, the object is not there
        UnknownKind, ///< the cluster serves this kind in no version
        Forbidden,   ///< reading it is not allowed
        Unreadable,  ///< the server failed over this one, or its answer is damaged
    };
    ObjectRef object; ///< as asked for; the namespace filled in for a kind that has one, "" for the others
    State state = State::Gone;
    Value value;    ///< with Found: as the API gave it, metadata.managedFields too
    QString notice; ///< a sentence about this object or its kind; with Found only where it was read in
                    ///< another version than the manifest's
};

/// Which kinds an API group version serves: answer of GET /api/v1 and /apis/GROUP/VERSION.
struct ServedKinds
{
    struct Resource
    {
        QString plural; ///< the word of the path: daemonsets
        bool isNamespaced = false;
    };
    QHash<QString, Resource> byKind;
};

/// Reads an APIResourceList (k8s.io/apimachinery pkg/apis/meta/v1/types.go@v0.36); subresources are left out.
/// Damaged when it is none.
[[nodiscard]] Result<ServedKinds> readServedKinds(const QByteArray &json);

/// Reads the objects of a release's manifest from the cluster, whatever their kinds are: asks once a session
/// how each kind is called in paths, then for each object by itself, some at a time. A kind that is not
/// served in the manifest's version is read in another one of its group. Borrows the transport.
class LiveObjects : public QObject
{
    Q_OBJECT
public:
    struct Options
    {
        int atOnce = 8;
        std::chrono::milliseconds timeout{std::chrono::seconds(15)}; ///< of each request
        qint64 maxBytes = 8LL * 1024 * 1024;                         ///< of each object; etcd takes 1.5 MiB
    };
    explicit LiveObjects(Transport *transport, QObject *parent = nullptr);
    LiveObjects(Transport *transport, Options options, QObject *parent);

    /// One answer for each object, in the order asked for: none is left out, what cannot be read says why.
    /// Only what stops all of it is an Error: Unreachable, Timeout, Tls, Unauthorized, NeedsConsent,
    /// Throttled.
    [[nodiscard]] QFuture<Result<QList<LiveObject>>> read(const QList<ObjectRef> &objects,
                                                          const QString &releaseNamespace);

private:
    friend class LiveRead;

    Transport *m_transport;
    Options m_options;
    QHash<QString, ServedKinds> m_served; ///< by apiVersion
};

} // namespace chartroom
