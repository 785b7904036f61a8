// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/versions/versions_controller.h"
#include "core/screens/versions/versions_model.h"
#include "core/versions/matrix_plan.h"
#include "ui/pages/list_page.h"

#include <QTimer>

namespace chartroom {

class VersionPanel;
class VersionTree;
class VersionsBar;
class UpgradePathStrip;

/// What one cluster runs beside what its matrix has, what was found, and the way to what is planned. Looks
/// when it is first shown, when a person asks, and when a recording is at another moment; the matrix is
/// written only by the dialogs that it opens. Which file is the matrix is kept for each cluster.
class VersionsPage final : public ListPage
{
    Q_OBJECT
public:
    explicit VersionsPage(const UiContext &context, QWidget *parent = nullptr);
    ~VersionsPage() override;

    void setCluster(const QString &name) override;
    /// "12 components, 10 as expected, 2 drift · seen 04:13:05"
    [[nodiscard]] std::optional<QString> summary() const override;
    /// Esc: from a step back to the table, else closes the inspector.
    bool goBack() override;
    /// Where it is shown.
    void lookAgain();
    /// FILE or FILE@REVISION; "" for the cluster's ConfigMap.
    void openMatrix(const QString &matrix);

protected:
    void followCluster() override { attach(); }
    void refresh() override;
    void showEvent(QShowEvent *event) override;

private:
    void buildCommands();
    void buildBar();
    void attach();
    void refreshCommands();
    void inspect();
    void showStep(int step);
    [[nodiscard]] QString report() const;
    void copyReport() const;
    void saveReport(const QString &file);
    void askFile(const char *name, const QString &title, const QString &proposed,
                 void (VersionsPage::*take)(const QString &file));
    void writeMatrix(const QString &file);
    void showHistory();
    void change(MatrixRequest::Kind kind);
    void plan();
    /// Of the next step; an error says why it cannot be planned here.
    [[nodiscard]] Result<std::pair<ReleaseKey, StepPlan>> nextPlan() const;
    [[nodiscard]] QString settingsKey() const;
    [[nodiscard]] QString keptMatrix() const;

    VersionsController *m_controller;
    VersionsModel *m_model;
    VersionsBar *m_bar;
    UpgradePathStrip *m_upgradePath;
    VersionTree *m_tree;
    VersionPanel *m_panel;
    QTimer m_again; ///< a recording that is wound is looked at once it rests
    QMetaObject::Connection m_played;
    QDateTime m_looked; ///< when the last look began
    bool m_isRefreshing = false;
    int m_step = -1; ///< of the way, that the inspector tells about
};

} // namespace chartroom
