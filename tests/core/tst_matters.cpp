// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/matters.h"
#include "core/diagnosis/statements.h"
#include "tests/core/diagnosis_scene.h"
#include "tests/support/test_main.h"
#include "tests/support/thread_time.h"
#include "tests/support/work_gate.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_matters {

namespace {

/// A cluster whose driver has failed everywhere, and pods of a tenant that no node takes.
DiagnosisScene waitingCluster(int nodes, int pending)
{
    DiagnosisScene scene(nodes);
    for (const QString &node : scene.evidence.nodes.keys())
        scene.breakDriver(node);
    for (int i = 0; i < pending; ++i) {
        Pod &pod = scene.add("", "trainer", QString::number(i));
        pod.namespaceName = u"tenant-b"_s;
        pod.node.clear();
        pod.health = Pod::Health::Starting;
        pod.phase = u"Pending"_s;
        pod.notScheduledText = u"0/3 nodes are available: 3 Insufficient nvidia.com/gpu."_s;
    }
    return scene;
}

} // namespace

class MattersTest : public QObject, private DiagnosisBench
{
    Q_OBJECT

private:
    /// The least of three goes.
    std::chrono::microseconds workOf(int pending) const
    {
        const DiagnosisScene scene = waitingCluster(16, pending);
        const QList<Statement> statements = statementsOf(scene.evidence, m_signatures);
        std::chrono::microseconds least = 1h;
        for (int i = 0; i < 3; ++i) {
            const auto before = threadTime();
            const QList<Matter> matters = mattersOf(statements, m_signatures, scene.evidence.now);
            least = std::min(least, threadTime() - before);
            if (matters.size() < pending)
                return -1us;
        }
        return least;
    }

private Q_SLOTS:
    void thePodsThatNoNodeTookPointToOneRootThatIsNoneOfThem()
    {
        const DiagnosisScene scene = waitingCluster(3, 50);
        const QList<Matter> matters =
            mattersOf(statementsOf(scene.evidence, m_signatures), m_signatures, scene.evidence.now);
        int consequences = 0;
        for (const Matter &matter : matters) {
            if (matter.lead.statement.operand != Signatures::workload)
                continue;
            QVERIFY(matter.behind.has_value());
            QCOMPARE(matters[*matter.behind].lead.statement.operand, u"gpu-driver"_s);
            ++consequences;
        }
        QCOMPARE(consequences, 50);
    }

    void fourTimesThePodsThatNoNodeTookAreAboutFourTimesTheWork()
    {
        const auto few = workOf(1000);
        const auto many = workOf(4000);
        QVERIFY(few > 0us && many > 0us);
        const QByteArray seen = QByteArray::number(qlonglong(few.count())) + " us, " +
                                QByteArray::number(qlonglong(many.count())) + " us";
        qInfo("%s", seen.constData());
        QVERIFY2(!isBuiltForSpeed || many < 8 * few, seen.constData());
    }
};

#include "tst_matters.moc"
} // namespace tst_matters

CHARTROOM_TEST(tst_matters, MattersTest)
