// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/visual_state.h"
#include "core/upgrade/release_operation.h"
#include "core/words/activity_log.h"

#include <QObject>

namespace chartroom {

/// What a person sees of one operation, from before its start to after its end. Owns it: deleting this while
/// it runs would end helm half-way, so wait for ended().
class OperationRun final : public QObject
{
    Q_OBJECT
public:
    enum class Phase { Ready, Running, Ended };
    /// One step of the operation, as a row.
    struct Row
    {
        ReleaseOperation::Step step;
        VisualState state = VisualState::Waiting;
        QString text; ///< what it does, or what came of it
    };

    explicit OperationRun(std::unique_ptr<ReleaseOperation> operation, QObject *parent = nullptr);

    void start();
    void cancel();

    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] const QList<Row> &rows() const { return m_rows; }
    /// What helm printed, masked.
    [[nodiscard]] const QStringList &output() const { return m_output; }
    /// What goes on and what does not; "" before cancel().
    [[nodiscard]] const QString &cancelText() const { return m_cancelText; }
    /// With Ended.
    [[nodiscard]] const OperationResult &result() const { return m_result; }
    /// How what it saves of the release is kept; "" while that is being found out.
    [[nodiscard]] QString keepingText() const { return m_operation->keepingText(); }
    [[nodiscard]] QStringList commands() const { return m_operation->commands(); }
    /// See ReleaseOperation.
    [[nodiscard]] QStringList stagedFiles() const { return m_operation->stagedFiles(); }
    [[nodiscard]] const NodeHold &hold() const { return m_operation->hold(); }
    [[nodiscard]] const QString &id() const { return m_operation->id(); }
    [[nodiscard]] QString folder() const { return m_operation->folder(); }

Q_SIGNALS:
    void changed();
    void outputReceived(const QStringList &lines);
    /// Once; the phase is Ended by then.
    void ended();

private:
    void take(ReleaseOperation::Step step, ReleaseOperation::StepState state, const QString &text);

    std::unique_ptr<ReleaseOperation> m_operation;
    Phase m_phase = Phase::Ready;
    QList<Row> m_rows;
    QStringList m_output;
    QString m_cancelText;
    OperationResult m_result;
};

/// Which step makes the files that commands refer to, as a comment of a shell, so that it goes along when
/// they are copied; "" for no file.
[[nodiscard]] QString stagedText(const QStringList &files);
/// How a result looks; deployed with something not as planned is no success.
[[nodiscard]] VisualState resultState(const OperationResult &result);
[[nodiscard]] QString resultTitle(const OperationResult &result);

} // namespace chartroom
