// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translator.h"
#include "core/screens/values/change_tree_model.h"
#include "tests/support/fake_chart_sources.h"
#include "tests/support/fake_side_reader.h"
#include "tests/support/gpu_operator_sides.h"
#include "tests/support/patience.h"
#include "tests/ui/window_fixture.h"
#include "ui/editor/code_view.h"
#include "ui/editor/diff_pane.h"
#include "ui/editor/diff_view.h"
#include "ui/editor/yaml_pane.h"
#include "ui/pages/values_page.h"
#include "ui/panels/values_compare_panel.h"
#include "ui/widgets/change_list.h"

#include <QAbstractButton>
#include <QAction>
#include <QTreeView>

namespace chartroom::test {

inline const ReleaseKey gpuOperator{QStringLiteral("nvidia-gpu-operator"), QStringLiteral("gpu-operator"),
                                    ReleaseStorage::Secret};
inline const ReleaseKey cilium{QStringLiteral("kube-system"), QStringLiteral("cilium"),
                               ReleaseStorage::Secret};

/// The window with gpu-operator at revision 4: its sides, its record and its charts. What a person writes
/// down goes to the temporary folder.
struct ValuesFixture : WindowFixture
{
    FakeSideReader reader;
    FakeChartSources charts;

    ValuesFixture()
    {
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(folder.path()));
        fillGpuOperatorSides(reader);
        fillGpuOperatorCharts(charts);
        fleet.setSides(QStringLiteral("prod-eu"), &reader);
        fleet.setCharts(&charts);
    }
    /// What a person noted at a path of gpu-operator.
    [[nodiscard]] PathNote note(const char *path, const QString &text) const
    {
        return {QStringLiteral("prod-eu"),
                gpuOperator.namespaceName,
                gpuOperator.name,
                QLatin1String(path),
                text,
                QStringLiteral("ada"),
                clock.now()};
    }
    void openValues()
    {
        openWithAddons();
        fillGpuOperatorRecord(*fleet.source(QStringLiteral("prod-eu")));
        window->showValues(gpuOperator);
    }
    /// "viewCompare", "viewOutcomes", ...
    void openView(const char *action)
    {
        openValues();
        QTRY_VERIFY(!text().isEmpty());
        trigger(action);
    }
    void trigger(const char *action) const { window->findChild<QAction *>(QLatin1String(action))->trigger(); }

    [[nodiscard]] CodeView *code() const { return window->findChild<CodeView *>(); }
    [[nodiscard]] QString text() const
    {
        return code()->isVisible() && code()->isReady() ? code()->pane()->toPlainText() : QString();
    }
    [[nodiscard]] QAbstractButton *button(const char *name) const
    {
        return window->findChild<QAbstractButton *>(QLatin1String(name));
    }
    /// The visible button with that text.
    [[nodiscard]] QAbstractButton *segment(const char *text) const
    {
        const auto buttons = window->findChildren<QAbstractButton *>();
        for (QAbstractButton *found : buttons)
            if (found->isVisible() && found->text() == QLatin1String(text))
                return found;
        return nullptr;
    }
    [[nodiscard]] ValuesComparePanel *compare() const { return window->findChild<ValuesComparePanel *>(); }
    [[nodiscard]] QTreeView *tree() const { return compare()->list()->tree(); }
    [[nodiscard]] bool isCompared() const
    {
        return compare()->isVisible() && compare()->diff()->isReady() && tree()->isVisible();
    }
    [[nodiscard]] int count() const { return int(qobject_cast<ChangeTreeModel *>(tree()->model())->count()); }
    /// The changes of the tree, in the order shown.
    [[nodiscard]] QStringList paths(const QModelIndex &parent = {}) const
    {
        QStringList out;
        const QAbstractItemModel *model = tree()->model();
        for (int row = 0; row < model->rowCount(parent); ++row) {
            const QModelIndex index = model->index(row, 0, parent);
            if (index.data(ChangeKindRole).isValid())
                out.append(index.data(ChangePathRole).toString());
            out += paths(index);
        }
        return out;
    }
};

} // namespace chartroom::test
