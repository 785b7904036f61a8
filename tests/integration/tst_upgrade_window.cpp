// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kube_fleet.h"
#include "core/cluster/session_factory.h"
#include "core/models/path_notes.h"
#include "core/models/upgrade_controller.h"
#include "core/responsibility/rules.h"
#include "core/upgrade/session_upgrades.h"
#include "tests/integration/installed_release.h"
#include "tests/integration/kept_records.h"
#include "tests/integration/planned_upgrade.h"
#include "tests/integration/sandbox_charts.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/no_consent.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/release_table.h"
#include "ui/wizard/change_wizard.h"

#include <QAbstractButton>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

using Page = ChangeController::Page;

} // namespace

/// A person's way through an upgrade of each of the provider's add-ons and back, by the real widgets and real
/// helm of both majors, down to the last node.
class UpgradeWindowTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::optional<SandboxCharts> m_charts;
    QTemporaryDir m_folder;
    SystemClock m_clock;
    ProcessRunner m_runner;
    NoConsent m_consent;
    const ResponsibilityRules m_rules = bundledRules();
    PathNotes m_notes{&m_rules};
    QSettings m_settings{m_folder.filePath(u"window.ini"_s), QSettings::IniFormat};
    Theme m_theme{&m_settings};
    std::optional<SessionFactory> m_factory;
    SessionUpgrades::Services m_upgrading;
    std::unique_ptr<KubeFleet> m_fleet;
    std::unique_ptr<MainWindow> m_window;
    std::optional<KeptRecords> m_records;
    std::optional<InstalledRelease> m_told;
    PlannedUpgrade m_upgrade;

    void open(const QString &helm)
    {
        m_window.reset();
        m_fleet.reset();
        m_factory.emplace(SessionFactory::Services{&m_runner, &m_consent, &m_rules, &m_clock,
                                                   m_sandbox->text("kubectl"), helm});
        KubeFleet::Services services;
        services.connect = [this](const KubeContext &context) { return m_factory->forContext(context); };
        services.consent = &m_consent;
        services.clock = &m_clock;
        services.charts = m_charts->sources();
        m_upgrading = {&m_runner,         m_charts->sources(),
                       &m_clock,          helm,
                       m_charts->cache(), m_folder.filePath(u"operations"_s),
                       services.connect};
        services.upgrades = [this](ClusterSession *session, const KubeContext &context) {
            return std::make_unique<SessionUpgrades>(m_upgrading, context, session);
        };
        m_fleet =
            std::make_unique<KubeFleet>(std::move(services), QStringList{m_sandbox->kubeconfig()}, true);
        m_window = std::make_unique<MainWindow>(
            UiContext{m_fleet.get(), &m_clock, &m_theme, &m_rules, &m_settings, nullptr,
                      m_folder.filePath(u"drafts"_s), m_folder.filePath(u"operations"_s), &m_notes});
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_fleet->connectTo(m_sandbox->context());
        m_window->showCluster(m_sandbox->context());
        QTRY_VERIFY_WITH_TIMEOUT(release() && release()->record, 30000);
        m_window->showRelease(m_upgrade.release);
    }
    [[nodiscard]] const Release *release() const
    {
        const ReleaseSource *source = m_fleet->releases(m_sandbox->context());
        return source ? source->find(m_upgrade.release) : nullptr;
    }
    [[nodiscard]] ChangeWizard *wizard() const
    {
        const auto found = m_window->findChildren<ChangeWizard *>();
        for (ChangeWizard *one : found)
            if (one->isVisible())
                return one;
        return nullptr;
    }
    template<typename Widget>
    [[nodiscard]] Widget *its(const char *name) const
    {
        return wizard()->findChild<Widget *>(QLatin1String(name));
    }
    [[nodiscard]] QAbstractButton *next() const { return its<QAbstractButton>("wizardNext"); }
    [[nodiscard]] QString currentHoldback() const { return wizard()->controller()->currentHoldback(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(m_window->focusWidget() ? m_window->focusWidget() : m_window.get(), key, modifiers);
    }
    /// Waits until the page lets one go on, typing what its severe findings ask for.
    void goOn(Page from)
    {
        QCOMPARE(int(wizard()->controller()->page()), int(from));
        const auto typed = [this] {
            const auto reasons = wizard()->findChildren<QPlainTextEdit *>();
            for (QPlainTextEdit *reason : reasons)
                if (reason->isVisible() && reason->objectName().startsWith(u"reason-") &&
                    reason->toPlainText().isEmpty())
                    reason->setPlainText(u"a sandbox"_s);
            return next()->isEnabled();
        };
        QVERIFY2(QTest::qWaitFor(typed, 60000), qPrintable(currentHoldback()));
        next()->click();
    }
    /// From the page Run to the result's title.
    [[nodiscard]] QString endOfRun()
    {
        if (!QTest::qWaitFor([this] { return wizard()->controller()->hasEnded(); }, 100000))
            return u"the test waited in vain"_s;
        next()->click();
        return its<QLabel>("resultTitle")->text() + u" / "_s + its<QLabel>("resultText")->text();
    }

    /// The version, the outcome, and what is set beside.
    void plan()
    {
        QTRY_VERIFY_WITH_TIMEOUT(its<QAbstractButton>("strategy-reset-then-reuse")->isEnabled(), 30000);
        auto *target = its<ChoiceButton>("targetVersion");
        target->setFocus();
        for (qsizetype i = target->choices().size(); i > 0 && target->current() != m_upgrade.to; --i)
            press(Qt::Key_Down);
        QCOMPARE(target->current().toString(), m_upgrade.to);
        its<QLineEdit>("settings")->setFocus();
        QTest::keyClicks(its<QLineEdit>("settings"), m_upgrade.settings);
        const auto isReady = [this] {
            return its<QAbstractButton>("strategy-reset-then-reuse")->isEnabled();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 30000);
        its<QAbstractButton>("strategy-reset-then-reuse")->click();
        const auto *controller = qobject_cast<UpgradeController *>(wizard()->controller());
        QTRY_VERIFY_WITH_TIMEOUT(controller->impact().has_value(), 60000);
        QCOMPARE(controller->pages().contains(Page::Nodes), m_upgrade.movesDrivers);
    }
    /// From the first page to the run.
    void agree()
    {
        goOn(Page::Version);
        if (wizard()->controller()->page() == Page::Nodes)
            goOn(Page::Nodes);
        goOn(Page::Preflight);
        QCOMPARE(int(wizard()->controller()->page()), int(Page::Coordination));
        its<QLineEdit>("supportReference")->setText(u"CS-1"_s);
        goOn(Page::Coordination);
        QVERIFY(its<QPlainTextEdit>("reviewCommands")->toPlainText().contains(u"upgrade"_s));
        goOn(Page::Review);
        QCOMPARE(int(wizard()->controller()->page()), int(Page::Run));
    }
    /// What the window, helm and the nodes say at the end.
    void check(int revision, const QString &version, const Value &values, const PlannedUpgrade::NodeEnd &end)
    {
        const QString result = endOfRun();
        QVERIFY2(result.startsWith(u"Deployed as planned"_s), qPrintable(result));
        QCOMPARE(its<QAbstractButton>("watchNodes")->isVisible(), m_upgrade.movesDrivers);
        QTRY_COMPARE_WITH_TIMEOUT(release()->newest().revision, revision, 10000);
        QTRY_VERIFY_WITH_TIMEOUT(release()->record->revision == revision, 10000);
        QCOMPARE(release()->record->chartVersion, version);
        QCOMPARE(m_told->otherThan(m_upgrade.chart(version), values), QString());
        QCOMPARE(m_upgrade.awaitNodes(*m_sandbox, end), QString());
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_charts.emplace(*m_sandbox);
    }

    void cleanup()
    {
        m_window.reset();
        m_fleet.reset();
        QVERIFY(m_records && m_records->restore());
        m_records.reset();
    }

    void anAddOnGoesUpAndBackThroughTheWindow_data() { addUpgradeRows("helm4"); }
    void anAddOnGoesUpAndBackThroughTheWindow()
    {
        QFETCH(int, upgrade);
        QFETCH(QByteArray, helm);
        m_upgrade = plannedUpgrades()[upgrade];
        m_records.emplace(*m_sandbox, m_upgrade.release);
        m_told.emplace(*m_sandbox, m_upgrade.release);
        QCOMPARE(m_upgrade.awaitNodes(*m_sandbox, m_upgrade.before), QString());
        open(m_sandbox->text(helm.constData()));
        const Value before = m_told->values();
        const int revision = release()->newest().revision;
        QCOMPARE(release()->record->chartVersion, m_upgrade.from);
        QElapsedTimer timer;
        timer.start();

        press(Qt::Key_U, Qt::ControlModifier);
        QTRY_VERIFY(wizard());
        plan();
        agree();
        m_window->close();
        QVERIFY(m_window->isVisible());
        check(revision + 1, m_upgrade.to, m_upgrade.values(before), m_upgrade.after);

        m_window->showRelease(m_upgrade.release);
        const QByteArray button = "rollBackTo" + QByteArray::number(revision);
        QTRY_VERIFY(m_window->findChild<QAbstractButton *>(QLatin1String(button)));
        m_window->findChild<QAbstractButton *>(QLatin1String(button))->click();
        QTRY_VERIFY(wizard() && wizard()->controller()->run());
        its<QPlainTextEdit>("rollbackReason")->setPlainText(u"It was a test."_s);
        goOn(Page::Review);
        check(revision + 2, m_upgrade.from, before, m_upgrade.before);
        qInfo("up and back through the window: %lld ms", timer.elapsed());
    }
};

QTEST_MAIN(UpgradeWindowTest)
#include "tst_upgrade_window.moc"
