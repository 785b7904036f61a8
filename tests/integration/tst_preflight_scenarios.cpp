// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/preflight_checks.h"
#include "tests/integration/preflight_scenarios.h"
#include "tests/support/test_main.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_preflight_scenarios {

namespace {

const PreflightFinding *findingOf(const PreflightReport &report, const char *check)
{
    const auto found =
        std::find_if(report.findings.cbegin(), report.findings.cend(),
                     [&](const PreflightFinding &one) { return one.id == QLatin1String(check); });
    return found == report.findings.cend() ? nullptr : &*found;
}

QString textOf(const PreflightFinding &finding)
{
    return (QStringList{severityText(finding.severity), finding.sentence} + finding.evidence).join(u" | "_s);
}

bool isAsExpected(const PreflightReport &report, const Expected &expected)
{
    const PreflightFinding *found = findingOf(report, expected.check);
    return found && found->severity == expected.severity &&
           textOf(*found).contains(QLatin1String(expected.words));
}

} // namespace

/// Every check of the preflight, against a real API server, helm and kubectl: what makes it speak, and that
/// it keeps quiet otherwise, before and afterwards.
class PreflightScenariosTest : public QObject
{
    Q_OBJECT

    /// What was found of a scenario's plan, and of the rollback.
    struct Judged
    {
        Result<PreflightReport> plan;
        Result<PreflightReport> back;
    };
    /// The checks that spoke, and those that kept quiet.
    struct Heard
    {
        QSet<QString> fired;
        QSet<QString> quiet;
    };

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<PreflightStage> m_stage;
    QList<Scenario> m_scenarios;
    QHash<QString, Judged> m_judged; ///< by the scenario's name
    Heard m_heard;
    Heard m_heardBack;

    /// Judges until all is as expected, as controllers and watches take their time.
    template<typename Judge>
    [[nodiscard]] static Result<PreflightReport> awaited(const QList<Expected> &expected, const Judge &judge)
    {
        if (expected.isEmpty())
            return failure(Error::Code::Invalid, u"nobody wants to know"_s);
        const QDeadlineTimer patience(120'000);
        Result<PreflightReport> report = judge();
        while (report && !patience.hasExpired() &&
               !std::all_of(expected.cbegin(), expected.cend(),
                            [&](const Expected &one) { return isAsExpected(*report, one); }))
            report = judge();
        return report;
    }
    /// Puts all back.
    [[nodiscard]] Judged judgedOf(const Scenario &scenario)
    {
        std::unique_ptr<SandboxSession> own;
        ClusterSession *session = m_stage->session();
        const UpgradeDraft draft = scenario.plan();
        if (scenario.who) {
            own = m_stage->sessionOf(scenario.who(), draft.release);
            session = own ? own->get() : nullptr;
        }
        const auto failed = [](const QString &why) {
            return Judged{failure(Error::Code::Invalid, why), failure(Error::Code::Invalid, why)};
        };
        if (!session || (scenario.arrange && !scenario.arrange()))
            return failed(u"the scenario did not come about"_s);
        Judged judged;
        judged.plan = awaited(scenario.expected, [&] { return m_stage->judge(draft, session); });
        judged.back =
            awaited(scenario.back, [&] { return m_stage->judgeBack(draft, scenario.toRevision, session); });
        if (scenario.undo && !scenario.undo())
            return failed(u"the scenario could not be undone"_s);
        return judged;
    }
    /// `elsewhere`: checks that speak in the unit tests only.
    static void hasBoth(const QList<PreflightFinding> &all, const Heard &heard, const QStringList &elsewhere)
    {
        qInfo("%lld checks, %lld fired, %lld kept quiet", qlonglong(all.size()),
              qlonglong(heard.fired.size()), qlonglong(heard.quiet.size()));
        QStringList missed;
        for (const PreflightFinding &one : all) {
            if (elsewhere.contains(one.id))
                continue;
            if (!heard.fired.contains(one.id))
                missed << one.id + u" never fired"_s;
            if (!heard.quiet.contains(one.id))
                missed << one.id + u" never kept quiet"_s;
        }
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u", "_s)));
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_stage = std::make_unique<PreflightStage>(*m_sandbox);
        QVERIFY(m_stage->prepare());
        m_scenarios = preflightScenarios(*m_stage);
    }

    void aCheckSpeaksOrKeepsQuiet_data()
    {
        QTest::addColumn<int>("scenario");
        QTest::addColumn<bool>("isBack");
        QTest::addColumn<int>("expected");
        for (int i = 0; i < m_scenarios.size(); ++i)
            for (const bool isBack : {false, true}) {
                const QList<Expected> &wishes = isBack ? m_scenarios[i].back : m_scenarios[i].expected;
                for (int j = 0; j < wishes.size(); ++j)
                    QTest::addRow("%s: %s%s %d", qPrintable(m_scenarios[i].name), isBack ? "back, " : "",
                                  wishes[j].check, j)
                        << i << isBack << j;
            }
    }
    void aCheckSpeaksOrKeepsQuiet()
    {
        QFETCH(int, scenario);
        QFETCH(bool, isBack);
        QFETCH(int, expected);
        const Scenario &played = m_scenarios[scenario];
        if (!m_judged.contains(played.name)) {
            QElapsedTimer time;
            time.start();
            m_judged.insert(played.name, judgedOf(played));
            qInfo("%s: %.1f s", qPrintable(played.name), double(time.elapsed()) / 1000);
        }
        const Judged &judged = *m_judged.constFind(played.name);
        const Result<PreflightReport> &report = isBack ? judged.back : judged.plan;
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        const Expected &wish = (isBack ? played.back : played.expected)[expected];
        const PreflightFinding *found = findingOf(*report, wish.check);
        QVERIFY(found);
        QVERIFY2(isAsExpected(*report, wish), qPrintable(textOf(*found)));
        // A ticket speaks for a rollback only as the reason: quiet is what asks for none.
        const bool isQuiet = wish.severity == Severity::Ok ||
                             (isBack && found->id == u"ownership" && wish.severity == Severity::Note);
        Heard &heard = isBack ? m_heardBack : m_heard;
        (isQuiet ? heard.quiet : heard.fired).insert(found->id);
    }

    void anUpgradeSucceedsWithFieldsThatItsHookBrings()
    {
        const ReleaseKey release{u"preflight"_s, u"fabric"_s, ReleaseStorage::Secret};
        KeptRecords kept(*m_sandbox, release);
        QProcess helm;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"KUBECONFIG"_s, m_sandbox->kubeconfig());
        helm.setProcessEnvironment(environment);
        helm.start(m_sandbox->text("helm4"),
                   {u"upgrade"_s, release.name, u"fabric/fabric-agent"_s, u"--version"_s, u"1.2.0"_s, u"-n"_s,
                    release.namespaceName, u"--reset-then-reuse-values"_s,
                    u"--force-conflicts"_s, // an image was put back by hand
                    u"--set"_s, u"hook=true,asks.sharp=true"_s});
        const QStringList job{u"job"_s, u"fabric-hook"_s, u"-n"_s, release.namespaceName};
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->kubectl(QStringList{u"get"_s} + job), 30'000);
        // Its image holds the chart's CRDs; nothing runs here, so this does what it would do.
        QVERIFY(m_stage->kubectl(u"apply"_s, FabricCharts::crd(u"1.2.0"_s)));
        QVERIFY(m_stage->kubectl(QStringList{u"patch"_s} + job +
                                 QStringList{u"-p"_s, uR"({"spec":{"suspend":false}})"_s}));
        QTRY_COMPARE_WITH_TIMEOUT(helm.state(), QProcess::NotRunning, 120'000);
        QVERIFY2(helm.exitCode() == 0, helm.readAllStandardError().constData());
        const Ran asked = m_sandbox->tool(
            "kubectl", {u"get"_s, u"fabric"_s, u"fabric"_s, u"-o"_s, u"jsonpath={.spec.sharp}"_s});
        QCOMPARE(asked.out, QByteArray("true"));
        QVERIFY(m_stage->kubectl({u"delete"_s, u"fabric"_s, u"fabric"_s}));
        QVERIFY(m_stage->kubectl(QStringList{u"delete"_s} + job + QStringList{u"--ignore-not-found"_s}));
        QVERIFY(m_stage->kubectl(u"replace"_s, FabricCharts::crd(u"1.0.0"_s)));
        QVERIFY(kept.restore());
    }

    void everyCheckSpokeAndKeptQuiet()
    {
        PreflightEvidence nothing;
        nothing.draft.canary = u"gpu-006"_s;
        hasBoth(preflightFindings(nothing), m_heard, {u"history"_s});
    }

    void everyCheckOfARollbackSpokeAndKeptQuiet()
    {
        PreflightEvidence nothing;
        nothing.toRevision = 1;
        hasBoth(preflightFindings(nothing), m_heardBack, {u"history"_s, u"versionStep"_s, u"crds"_s});
    }

    void cleanupTestCase()
    {
        if (m_stage)
            QVERIFY(m_stage->clear());
    }
};

#include "tst_preflight_scenarios.moc"
} // namespace tst_preflight_scenarios

CHARTROOM_TEST(tst_preflight_scenarios, PreflightScenariosTest)
