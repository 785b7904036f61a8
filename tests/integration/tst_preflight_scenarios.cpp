// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/preflight_checks.h"
#include "tests/integration/preflight_scenarios.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

const Finding *findingOf(const PreflightReport &report, const char *check)
{
    const auto found = std::find_if(report.findings.cbegin(), report.findings.cend(),
                                    [&](const Finding &one) { return one.id == QLatin1String(check); });
    return found == report.findings.cend() ? nullptr : &*found;
}

QString textOf(const Finding &finding)
{
    return (QStringList{severityText(finding.severity), finding.sentence} + finding.evidence).join(u" | "_s);
}

bool isAsExpected(const PreflightReport &report, const Expected &expected)
{
    const Finding *found = findingOf(report, expected.check);
    return found && found->severity == expected.severity &&
           textOf(*found).contains(QLatin1String(expected.words));
}

} // namespace

/// Every check of the preflight, against a real API server, helm and kubectl: what makes it speak, and that
/// it keeps quiet otherwise, before and afterwards.
class PreflightScenariosTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<PreflightStage> m_stage;
    QList<Scenario> m_scenarios;
    QHash<QString, Result<PreflightReport>> m_reports; ///< by the scenario's name
    QSet<QString> m_fired;
    QSet<QString> m_quiet;

    /// Judges until all is as expected, as controllers and watches take their time, and puts all back.
    [[nodiscard]] Result<PreflightReport> reportOf(const Scenario &scenario)
    {
        std::unique_ptr<SandboxSession> own;
        ClusterSession *session = m_stage->session();
        const UpgradeDraft draft = scenario.plan();
        if (scenario.who) {
            own = m_stage->sessionOf(scenario.who(), draft.release);
            session = own ? own->get() : nullptr;
        }
        if (!session || (scenario.arrange && !scenario.arrange()))
            return failure(Error::Code::Invalid, u"the scenario did not come about"_s);
        Result<PreflightReport> report = m_stage->judge(draft, session);
        const QDeadlineTimer patience(30'000);
        while (report && !patience.hasExpired() &&
               !std::all_of(scenario.expected.cbegin(), scenario.expected.cend(),
                            [&](const Expected &one) { return isAsExpected(*report, one); }))
            report = m_stage->judge(draft, session);
        if (scenario.undo && !scenario.undo())
            return failure(Error::Code::Invalid, u"the scenario could not be undone"_s);
        return report;
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
        QTest::addColumn<int>("expected");
        for (int i = 0; i < m_scenarios.size(); ++i)
            for (int j = 0; j < m_scenarios[i].expected.size(); ++j)
                QTest::addRow("%s: %s %d", qPrintable(m_scenarios[i].name), m_scenarios[i].expected[j].check,
                              j)
                    << i << j;
    }
    void aCheckSpeaksOrKeepsQuiet()
    {
        QFETCH(int, scenario);
        QFETCH(int, expected);
        const Scenario &played = m_scenarios[scenario];
        if (!m_reports.contains(played.name)) {
            QElapsedTimer time;
            time.start();
            m_reports.insert(played.name, reportOf(played));
            qInfo("%s: %.1f s", qPrintable(played.name), double(time.elapsed()) / 1000);
        }
        const Result<PreflightReport> &report = *m_reports.constFind(played.name);
        QVERIFY2(report, report ? "" : qPrintable(report.error().message));
        const Expected &wish = played.expected[expected];
        const Finding *found = findingOf(*report, wish.check);
        QVERIFY(found);
        QVERIFY2(isAsExpected(*report, wish), qPrintable(textOf(*found)));
        (wish.severity == Severity::Ok ? m_quiet : m_fired).insert(found->id);
    }

    void everyCheckSpokeAndKeptQuiet()
    {
        PreflightEvidence nothing;
        nothing.draft.canary = u"gpu-006"_s;
        const QList<Finding> all = preflightFindings(nothing);
        qInfo("%lld checks, %lld fired, %lld kept quiet, in %lld scenarios", qlonglong(all.size()),
              qlonglong(m_fired.size()), qlonglong(m_quiet.size()), qlonglong(m_scenarios.size()));
        for (const Finding &one : all) {
            QVERIFY2(m_fired.contains(one.id), qPrintable(one.id + u" never fired"_s));
            QVERIFY2(m_quiet.contains(one.id), qPrintable(one.id + u" never kept quiet"_s));
        }
    }

    void cleanupTestCase()
    {
        if (m_stage)
            QVERIFY(m_stage->clear());
    }
};

QTEST_GUILESS_MAIN(PreflightScenariosTest)
#include "tst_preflight_scenarios.moc"
