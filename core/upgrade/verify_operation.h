// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/kube/reflector.h"
#include "core/upgrade/operation_result.h"
#include "core/upgrade/presence_operation.h"
#include "core/upgrade/workload_state.h"

#include <QHash>
#include <QMap>
#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>

namespace chartroom {

/// Watches what a revision's manifest rolls out until all of it is there or goes on without us, or until the
/// time is over. What an operator says of itself counts once it has held for a while, as it is of the time
/// before until the operator has looked. Meanwhile it looks whether each other object of the manifest is in
/// the cluster; what it may not look at is named so. Reads only; lists and watches, so that nothing is asked
/// twice. Rollouts of nodes are not waited for but handed over, with how many are still to go.
class VerifyOperation final : public QObject
{
    Q_OBJECT
public:
    /// `manifest` of the release in `releaseNamespace`. What it borrows outlives it.
    VerifyOperation(Transport *transport, const Clock *clock, QByteArray manifest, QString releaseNamespace,
                    std::chrono::milliseconds limit, std::chrono::milliseconds settling,
                    QObject *parent = nullptr);
    ~VerifyOperation() override;

    void start();
    /// Ends it with what is known so far.
    void cancel();

    /// What is as planned, or was handed over, and what was not looked at: sentences.
    [[nodiscard]] QStringList facts() const;
    /// What is not: sentences.
    [[nodiscard]] QStringList problems() const;
    /// What goes on after it: "3 of 16 nodes rolled, verifying"; "" when all was seen.
    [[nodiscard]] QString verifyingText() const;
    /// The facts, and how many nodes were handed over.
    void addTo(OperationResult &result) const;

Q_SIGNALS:
    /// What is waited for.
    void progressChanged(const QString &text);
    /// Exactly once.
    void finished();

private:
    struct Part
    {
        ObjectRef object;
        QString list;
        Value planned;
        Value live;              ///< null until it was seen
        QString initImage;       ///< see operatorState()
        bool isOptional = false; ///< not of the manifest: it may well not be there
    };

    void take(const ManifestDocuments &documents);
    void watch(const QString &list);
    void receive(const QString &list, const QList<ObjectEvent> &events);
    void look();
    /// An operator's resource looks done, and may be of the time before.
    [[nodiscard]] bool isToSettle() const;
    void finish();
    [[nodiscard]] WorkloadState stateOf(const Part &part) const;
    void lookFor(const QList<ObjectRef> &others);
    [[nodiscard]] QString foundText() const;
    [[nodiscard]] QString passedOverText() const;
    [[nodiscard]] QString unknownText() const;
    /// Nothing once that list was read.
    [[nodiscard]] std::optional<WorkloadState> unread(const QString &list, const QString &name) const;
    /// In which an operator's DaemonSets are.
    [[nodiscard]] QString driverSetList() const;

    Transport *m_transport;
    const Clock *m_clock;
    QByteArray m_manifest;
    QString m_namespace;
    QTimer m_limit;
    QTimer m_settling; ///< runs while all looks done
    QList<Part> m_parts;
    QHash<QString, Value> m_daemonSets; ///< of the release's namespace, by name, where an operator makes some
    std::map<QString, std::unique_ptr<Reflector>> m_reflectors; ///< by list
    QList<WorkloadState> m_states;
    std::unique_ptr<PresenceOperation> m_presence; ///< of all that rolls out nothing; null when all does
    QList<ObjectRef> m_passedOver;                 ///< what may well be gone by itself
    QStringList m_unread;                          ///< what the manifest says unreadably
    QString m_said;
    bool m_isRead = false;   ///< the manifest
    bool m_isPresent = true; ///< m_presence is through
    bool m_isSettled = false;
    bool m_isOver = false;
};

} // namespace chartroom
