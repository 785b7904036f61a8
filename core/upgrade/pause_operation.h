// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/release_operation.h"

#include <QObject>

#include <memory>

namespace chartroom {

/// Whose rollout is to stop taking new nodes, or to go on.
struct PauseOrder
{
    QString kind; ///< ClusterPolicy, NVIDIADriver or NicClusterPolicy
    QString name;
    bool pauses = true; ///< false: resume
    QString reason;
};

/// Sets the operator's own switch, `autoUpgrade` of its upgrade policy, and nothing else: with it off the
/// operators forget the states of nodes under way, which stay cordoned (NVIDIA/gpu-operator
/// controllers/upgrade_controller.go, removeNodeUpgradeStateLabels). start() reads and shows the exact
/// command; confirm() runs it, journaled before and after, only if nobody has written the object in between;
/// then the switch is read back.
class PauseOperation final : public QObject
{
    Q_OBJECT
public:
    /// Of the parts it takes the transport, kubectl, the clock, the context, the holder and the folder.
    PauseOperation(OperationParts parts, PauseOrder order, QObject *parent = nullptr);
    ~PauseOperation() override;

    void start();
    /// After prepared().
    void confirm();
    /// Before confirm() it ends the operation. Says what goes on, as a sentence.
    QString cancel();

    [[nodiscard]] const QString &id() const { return m_id; }
    /// Where its journal is, once it was confirmed.
    [[nodiscard]] QString folder() const { return m_parts.folder + u'/' + m_id; }

Q_SIGNALS:
    /// The command that confirm() will run.
    void prepared(const QString &command);
    /// Exactly once.
    void finished(const chartroom::OperationResult &result);

private:
    [[nodiscard]] Request objectRequest() const;
    [[nodiscard]] QStringList switchPath() const;
    [[nodiscard]] QStringList patchArguments() const;
    void take(const Result<Response> &answer);
    void patched(const Result<CommandOutput> &output);
    void readBack();
    bool write(JournalRecord::Kind kind, const QString &text, Value::Map data = {});
    void finish(OperationResult::End end, const QString &text);

    OperationParts m_parts;
    PauseOrder m_order;
    QString m_id;
    QString m_resourceVersion; ///< as read; "" before that
    QStringList m_notes;
    std::unique_ptr<Journal> m_journal;
    bool m_isConfirmed = false;
    bool m_isFinished = false;
};

} // namespace chartroom
