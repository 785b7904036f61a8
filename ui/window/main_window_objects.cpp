// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/on_finished.h"
#include "core/fleet/fleet.h"
#include "core/screens/objects/object_description.h"
#include "core/session/release_source.h"
#include "core/session/rollout_source.h"
#include "ui/dialogs/object_dialog.h"
#include "ui/pages/addons_page.h"
#include "ui/pages/findings_page.h"
#include "ui/pages/rollout_page.h"
#include "ui/widgets/release_table.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QStackedWidget>
#include <QtConcurrentRun>

// The ways to the description of an object: from a finding, a node, and an add-on.

namespace chartroom {

namespace {

constexpr qsizetype mostDescribed = 60;

/// Who says so, then the nodes that it is about.
QList<ObjectRef> objectsOfFinding(const Finding &finding)
{
    QStringList names = finding.objects;
    for (const QString &node : finding.nodes)
        names << QStringLiteral("Node ") + node;
    QList<ObjectRef> objects;
    for (const QString &name : std::as_const(names))
        if (const auto object = namedObject(name, finding.namespaceName);
            object && !objects.contains(*object))
            objects.append(*object);
    return objects;
}

/// The driver's pod of the rollout that is shown, those of the others, and the node.
QList<ObjectRef> objectsOfNode(const RolloutSource &rollout, const QString &node, const QString &component)
{
    QStringList names;
    for (const bool isShown : {true, false}) {
        for (const NodeTrack *track : rollout.tracksOf(node)) {
            if ((track->component == component) != isShown)
                continue;
            if (!track->driverPod.isEmpty())
                names << QStringLiteral("Pod ") + track->driverPod;
            if (isPlainDaemonSet(track->component) && isShown)
                names << QStringLiteral("DaemonSet ") + track->component;
        }
    }
    names << QStringLiteral("Node ") + node;
    QList<ObjectRef> objects;
    for (const QString &name : std::as_const(names))
        if (const auto object = namedObject(name, {}); object && !objects.contains(*object))
            objects.append(*object);
    return objects;
}

QList<ObjectRef> objectsOfManifest(const QByteArray &manifest, const QString &namespaceName)
{
    QList<ObjectRef> objects = manifestObjects(manifest);
    for (ObjectRef &object : objects)
        if (object.namespaceName.isEmpty())
            object.namespaceName = namespaceName;
    return describedObjects(objects);
}

} // namespace

void MainWindow::buildObjectActions()
{
    QAction *describe =
        addAction("describe", tr("&Describe the selection…"), {QKeySequence(QStringLiteral("Ctrl+D"))});
    connect(describe, &QAction::triggered, this, &MainWindow::describeSelection);
    connect(m_addons, &AddonsPage::descriptionRequested, this, &MainWindow::describeSelection);
    connect(m_rollout, &RolloutPage::descriptionRequested, this, &MainWindow::describeSelection);
    connect(m_findings, &FindingsPage::descriptionRequested, this, &MainWindow::describeSelection);
    m_addons->table()->addActions({describe, action("copyMarkdown")});
    m_addons->table()->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_findings->setFindingActions({describe, action("copyFinding")});
}

/// Of the page that is shown: its finding, its node, else the release that is chosen.
void MainWindow::describeSelection()
{
    const QWidget *page = m_pages->currentWidget();
    const RolloutSource *rollout = m_context.fleet->rollout(m_cluster);
    if (page == m_findings) {
        const std::optional<Finding> finding = m_findings->selected();
        describe(finding ? objectsOfFinding(*finding) : QList<ObjectRef>());
    } else if (page == m_rollout) {
        const QString node = m_rollout->chosenNodes().value(0);
        describe(rollout && !node.isEmpty() ? objectsOfNode(*rollout, node, m_rollout->component())
                                            : QList<ObjectRef>());
    } else {
        describeRelease(m_addons->selected());
    }
}

void MainWindow::describeRelease(const ReleaseKey &key)
{
    const ReleaseSource *releases = m_context.fleet->releases(m_cluster);
    const Release *release = releases ? releases->find(key) : nullptr;
    if (!release || !release->record)
        return describe({});
    onFinished(QtConcurrent::run(objectsOfManifest, release->record->manifest, key.namespaceName), this,
               [this, cluster = m_cluster](const QList<ObjectRef> &objects) {
                   if (cluster == m_cluster)
                       describe(objects);
               });
}

void MainWindow::describe(const QList<ObjectRef> &objects)
{
    if (objects.isEmpty()) {
        const bool isRecording = m_context.fleet->entry(m_cluster).isRecording;
        showError({Error::Code::Invalid,
                   isRecording
                       ? tr("Nothing is selected that can be described. A recording holds no manifests "
                            "of add-ons; select a node or a finding.")
                       : tr("Nothing is selected that can be described. Select an add-on, a node or a "
                            "finding that names an object."),
                   {},
                   {}});
        return;
    }
    (new ObjectDialog(m_context, m_cluster, objects.mid(0, mostDescribed), this))->show();
}

} // namespace chartroom
