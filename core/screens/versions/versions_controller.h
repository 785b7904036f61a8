// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/versions/version_table.h"
#include "core/versions/chosen_matrix.h"
#include "core/versions/versions_source.h"

#include <QPointer>

namespace chartroom {

/// What one cluster runs beside its matrix, for a screen: which matrix that is, the newest look at the
/// cluster, and what comes of both. Judges on the pool; of several looks the newest counts, and what was
/// found before stays until then.
class VersionsController final : public QObject
{
    Q_OBJECT
public:
    explicit VersionsController(QObject *parent = nullptr);
    ~VersionsController() override;

    /// `source` is null while it is not connected; what was found before is forgotten then, as it is with
    /// another cluster. Nothing is read yet.
    void setCluster(const QString &cluster, VersionsSource *source);
    /// Looks at the cluster now; nothing without a source.
    void look();
    /// A recording shows that moment: what was seen at a later one is dropped.
    void forgetAfter(const QDateTime &moment);
    /// FILE, or FILE@REVISION of its repository; "" for the cluster's ConfigMap, where there is one.
    void choose(const QString &matrix);
    /// Writes what runs now as a matrix to a file; written() or failed() follows.
    void writeMatrix(const QString &file);

    [[nodiscard]] const QString &cluster() const { return m_cluster; }
    [[nodiscard]] const QString &chosen() const { return m_chosen; }
    [[nodiscard]] bool hasSource() const { return m_source; }
    /// A look or a judgement is under way; what was found before may be there.
    [[nodiscard]] bool isLooking() const { return m_isLooking || m_isJudging; }
    /// Something was seen and judged.
    [[nodiscard]] bool hasReview() const { return m_review.has_value(); }
    [[nodiscard]] const VersionReview &review() const { return *m_review; }
    [[nodiscard]] const VersionTable &table() const { return m_table; }
    [[nodiscard]] const SeenVersions &seen() const { return *m_seen; }
    /// Why the last look came to nothing; empty message: it did not.
    [[nodiscard]] const Error &problem() const { return m_problem; }
    /// Why the chosen matrix cannot be read; empty message: it can. What runs is shown without it then.
    [[nodiscard]] const Error &matrixProblem() const { return m_matrixProblem; }
    /// Where the matrix is in Git; nothing where it is not.
    [[nodiscard]] const std::optional<MatrixGitPlace> &git() const { return m_git; }
    /// Why the canary cannot become production, or production go back, by the document alone: a sentence; ""
    /// where it may be tried.
    [[nodiscard]] const QString &promotionHint() const { return m_promotionHint; }
    [[nodiscard]] const QString &rollbackHint() const { return m_rollbackHint; }
    /// The ConfigMap that would be the matrix if no file was chosen; "" for none or several.
    [[nodiscard]] QString configMap() const;

Q_SIGNALS:
    /// Anything above is another.
    void changed();
    void written(const QString &file);
    void failed(const chartroom::Error &error);

private:
    /// What comes back from the pool.
    struct Judged
    {
        Result<VersionReview> review;
        VersionTable table;
        Error matrixProblem;
        std::optional<MatrixGitPlace> git;
        QString promotionHint;
        QString rollbackHint;
    };
    [[nodiscard]] static Judged judged(const SeenVersions &seen, const QString &chosen);
    void judge();
    void take(const Judged &judged);

    QString m_cluster;
    QPointer<VersionsSource> m_source;
    QString m_chosen;
    QFuture<Result<SeenVersions>> m_look;
    int m_round = 0; ///< of looks and judgements: an answer to an older one does not count
    bool m_isLooking = false;
    bool m_isJudging = false;
    std::optional<SeenVersions> m_seen;
    std::optional<VersionReview> m_review;
    VersionTable m_table;
    Error m_problem;
    Error m_matrixProblem;
    std::optional<MatrixGitPlace> m_git;
    QString m_promotionHint;
    QString m_rollbackHint;
};

} // namespace chartroom
