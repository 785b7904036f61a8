// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/confirmed_operation.h"
#include "core/versions/matrix_commit.h"

namespace chartroom {

/// What is to be written into a ConfigMap, and why.
struct MatrixWriteRequest
{
    QString action; ///< promote or rollback
    MatrixApply apply;
    QList<MatrixChange> changes;
    QStringList evidence;
};

/// Writes a changed matrix back into its ConfigMap: start() tries it on the API server without writing, so
/// that the command it shows is the one that will do; confirm() takes the lease, applies, looks at what the
/// ConfigMap has now, and gives the lease back. Only if nobody has written the ConfigMap in between.
class MatrixOperation final : public ConfirmedOperation
{
    Q_OBJECT
public:
    MatrixOperation(OperationParts parts, MatrixWriteRequest order, QObject *parent = nullptr);
    ~MatrixOperation() override;

    void start() override;
    /// Before confirm(): what the journal keeps of why.
    void setEvidence(const QStringList &evidence) { m_order.evidence = evidence; }
    /// After finished(): what the ConfigMap has now; "" where it was not written.
    [[nodiscard]] const QString &resourceVersion() const { return m_resourceVersion; }
    /// After finished(): why it was not written, as far as an error says so.
    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem; }

private:
    [[nodiscard]] Value::Map order() const override;
    void run() override;
    void takeLease();
    void apply();
    void readBack();
    void end(OperationResult::End end, const QString &text);

    MatrixWriteRequest m_order;
    std::unique_ptr<ReleaseLease> m_lease;
    QString m_resourceVersion;
    std::optional<Error> m_problem;
};

} // namespace chartroom
