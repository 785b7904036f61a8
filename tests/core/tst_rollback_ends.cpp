// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/one_node.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_rollback_ends {

namespace {

OneNode doneNode()
{
    OneNode scene(DriverKind::Gpu, "upgrade-done");
    scene.node.isCordoned = false;
    return scene;
}

} // namespace

/// What may be said of nodes that a rollback left with the label of the rollout before.
class RollbackEndsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// The rollback made another DaemonSet, whose first template is younger than the failure.
    void aFailureOfAnEarlierRolloutIsNotToldOfALaterOne()
    {
        OneNode scene = doneNode();
        scene.healed = OneNode::now().addSecs(-25 * 60);
        QVERIFY(hasNote(scene.track(60min).contradictions, u"healedByItself"));
        DaemonSetSample set;
        set.name = u"ops/other"_s;
        set.podLabels = scene.driver.labels;
        scene.tellSet(set);
        scene.driver.ownerName = u"other"_s;
        scene.tellRevision(set.revision(u"new"_s, 1, u"2026-11-21T03:30:00Z"_s));
        QVERIFY(hasNote(scene.track(60min).contradictions, u"healedByItself")); // at 03:35
        scene.healed = OneNode::now().addSecs(-35 * 60);
        QVERIFY(!hasNote(scene.track(60min).contradictions, u"healedByItself"));
        scene.relabelled =
            StepInterval{u"upgrade-required"_s, RolloutStep::Queued, scene.healed, true, {}, false, true};
        QVERIFY(!hasNote(scene.track(60min).contradictions, u"relabelled"));
    }
};

#include "tst_rollback_ends.moc"
} // namespace tst_rollback_ends

CHARTROOM_TEST(tst_rollback_ends, RollbackEndsTest)
