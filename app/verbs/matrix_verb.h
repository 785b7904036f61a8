// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/matrix_work.h"
#include "app/verbs/session_verb.h"
#include "core/base/clock.h"

namespace chartroom {

/// `versions diff`, `versions promote` and `versions rollback`: the document itself. One in a file or in Git
/// needs no cluster, so there is no session then; a ConfigMap is read and written with kubectl. Nothing is
/// written without --yes.
class MatrixVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// `clock` outlives the verb.
    MatrixVerb(Invocation invocation, Sessions sessions, Console *console, const Clock *clock);
    void start() override;

    [[nodiscard]] static bool isMeantBy(const Invocation &invocation);

protected:
    void print(const QList<ClusterSession *> &readable) override;
    /// 1 of a diff says "different"; of the others, that the matrix was not written.
    [[nodiscard]] int codeOf(const Error &error) const override;

private:
    void take(const Result<MatrixSource> &source);
    void diff();
    void plan();
    void write();
    void apply();
    void printPlan(const std::optional<MatrixCommitted> &written, const QString &resourceVersion = {});

    const Clock *m_clock;
    ClusterSession *m_session = nullptr;
    MatrixSource m_source;
    MatrixPlan m_plan;
};

} // namespace chartroom
