// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/text_diff.h"
#include "core/versions/matrix_plan.h"
#include "core/versions/versions_source.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>

namespace chartroom {

class Clock;

/// A promotion or a rollback of a matrix in a person's hand: what would be written, what speaks against it,
/// and then the same write as the headless verb's. Looks at the cluster itself, where the verb does, and
/// reads and writes on the pool. Nothing is written before write().
class MatrixChangeController final : public QObject
{
    Q_OBJECT
public:
    enum class State { Reading, Asking, Writing, Done };
    struct Parts
    {
        VersionsSource *source = nullptr;
        QString cluster;
        QString matrix; ///< FILE or FILE@BRANCH; "" for the cluster's ConfigMap
        const Clock *clock = nullptr;
    };
    MatrixChangeController(Parts parts, MatrixRequest::Kind kind, QObject *parent = nullptr);
    ~MatrixChangeController() override;

    /// From the beginning; what a person said stays.
    void read();
    /// Of a rollback: a tag, "" for the entry rollback. Reads again.
    void setRevision(const QString &revision);
    /// Why in spite of a gate, by its id.
    void setReason(const QString &gate, const QString &reason);
    /// "" for none.
    void setTag(const QString &tag);
    /// Takes the ConfigMap's key from its manager; where mayTakeOver().
    void takeOver();
    /// Where mayWrite().
    void write();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] MatrixRequest::Kind kind() const { return m_wish.kind; }
    /// Where the matrix is, safe to show; "" until it was read.
    [[nodiscard]] QString label() const;
    [[nodiscard]] bool isInGit() const { return m_read.source && m_read.source->git; }
    [[nodiscard]] bool isInConfigMap() const { return m_read.source && m_read.source->map; }
    /// Of a promotion: the document's own first.
    [[nodiscard]] QList<UpgradePathGate> gates() const { return m_read.documentGates + m_read.clusterGates; }
    [[nodiscard]] QString reason(const QString &gate) const { return m_wish.reasons.value(gate); }
    /// Null where nothing would change. Secrets are masked.
    [[nodiscard]] const std::shared_ptr<const TextDiff> &diff() const { return m_read.diff; }
    /// What the commit, or the journal, will say with the reasons given so far; safe to show.
    [[nodiscard]] QString message() const;
    [[nodiscard]] QString tag() const;
    /// Tags that one can go back to.
    [[nodiscard]] const QStringList &revisions() const { return m_read.tags; }
    /// Of a ConfigMap: what will be run, once that is known.
    [[nodiscard]] const QString &command() const { return m_command; }
    /// Sentences: where it goes, what stays as it is and what to look at; safe to show.
    [[nodiscard]] QStringList notes() const;
    [[nodiscard]] bool mayWrite() const;
    [[nodiscard]] bool mayTakeOver() const;
    /// Why it may not be written, where no problem says so; "" where it may.
    [[nodiscard]] QString hint() const;
    /// Why nothing can be written, or was; empty message: it can.
    [[nodiscard]] const Error &problem() const { return m_problem; }
    /// What came of it, once it is done: sentences, safe to show.
    [[nodiscard]] const QString &result() const { return m_result; }

Q_SIGNALS:
    void changed();
    /// The matrix is another now.
    void written();

private:
    /// What comes back from the pool.
    struct Read
    {
        Result<ChosenMatrix> source;
        Result<MatrixPlan> plan;
        Result<MatrixCommitted> tried;
        QList<UpgradePathGate> documentGates;
        QList<UpgradePathGate> clusterGates;
        QString looked; ///< lookEvidence()
        QStringList tags;
        std::shared_ptr<const TextDiff> diff;
    };
    using Seen = std::optional<Result<SeenVersions>>; ///< nothing where the cluster was not asked
    [[nodiscard]] static Read prepared(const MatrixRequest &wish, const QString &matrix, const Seen &seen,
                                       const QDateTime &now);
    static void addClusterGates(Read &read, const Result<SeenVersions> &seen);
    void prepare(const Seen &seen);
    void take(const Read &read);
    void tryAgain();
    void startOperation();
    void dropOperation();
    void ended(const OperationResult &result);
    void finish(const Result<MatrixCommitted> &written);
    [[nodiscard]] MatrixPlan plan() const;

    Parts m_parts;
    QPointer<VersionsSource> m_source;
    MatrixRequest m_wish;
    State m_state = State::Reading;
    QFuture<Result<SeenVersions>> m_look;
    Read m_read;
    QPointer<MatrixOperation> m_operation; ///< of a ConfigMap
    QString m_command;
    QTimer m_retry; ///< a tag is tried once a person pauses
    int m_round = 0;
    bool m_isTrying = false;
    bool m_takesOver = false;
    Error m_problem;
    QString m_result;
};

} // namespace chartroom
