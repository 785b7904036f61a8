// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/reflector.h"

#include <QFuture>
#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace chartroom {

/// A kind of the API that is recorded.
struct RecordedKind
{
    const char *path;
    const char *resource; ///< plural
    const char *apiVersion;
    const char *kind;
    bool isNamespaced;
};

/// All that happens to the objects of one kind: in the whole cluster, or where listing it there is forbidden
/// in each namespace that allows it.
class KindFeed final : public QObject
{
    Q_OBJECT
public:
    /// Each costs a watch.
    static constexpr qsizetype mostNamespaces = 25;

    /// Those to try, the likeliest first; asked when it matters.
    using Namespaces = std::function<QFuture<QStringList>()>;

    /// `kind`, `transport` and `clock` outlive it.
    KindFeed(const RecordedKind &kind, Transport *transport, const Clock *clock, Namespaces namespaces);
    ~KindFeed() override;

    void start();
    [[nodiscard]] const RecordedKind &kind() const { return m_kind; }
    /// The last contact of a list that is cut off; nothing when none is.
    [[nodiscard]] std::optional<QDateTime> cutSince() const;

Q_SIGNALS:
    void eventsReceived(const QList<chartroom::ObjectEvent> &events);
    /// What may be listed is listed; `namespaces` is empty where that is the whole cluster.
    void synced(const QString &listVersion, const QStringList &namespaces);
    /// A sentence about what cannot be recorded.
    void missing(const QString &sentence);
    void stateChanged();

private:
    struct Part
    {
        QString namespaceName; ///< "" for the whole cluster
        std::unique_ptr<Reflector> reflector;
        bool isRefused = false;
    };

    Part *open(const QString &namespaceName);
    void clusterChanged();
    void askNamespaces();
    void narrow(const QStringList &namespaces);
    void partChanged(Part *part);
    void partAnswered();

    const RecordedKind &m_kind;
    Transport *m_transport;
    const Clock *m_clock;
    Namespaces m_namespaces;
    std::vector<std::unique_ptr<Part>> m_parts; ///< the whole cluster first
    QString m_why;                              ///< the whole cluster may not be listed
    bool m_isNarrowed = false;
    bool m_hasSynced = false;  ///< all parts
    bool m_isCutShort = false; ///< there are more namespaces than are tried
};

} // namespace chartroom
