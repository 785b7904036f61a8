// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/charts/helm_chart_sources.h"
#include "core/cluster/kube_fleet.h"
#include "core/cluster/session_factory.h"
#include "core/models/path_notes.h"
#include "core/process/process_runner.h"
#include "core/responsibility/rules.h"
#include "core/upgrade/session_upgrades.h"
#include "tests/integration/kept_records.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/no_consent.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"
#include "ui/widgets/release_table.h"
#include "ui/wizard/change_wizard.h"

#include <QAbstractButton>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace {

const ReleaseKey csi{u"crusoe-system"_s, u"crusoe-csi-driver"_s, ReleaseStorage::Secret};
using Page = ChangeController::Page;

} // namespace

/// A person's way through an upgrade of the CSI driver and back, by the real widgets, real helm of both
/// majors, and what helm says of it afterwards.
class UpgradeWindowTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    QTemporaryDir m_folder;
    SystemClock m_clock;
    ProcessRunner m_runner;
    NoConsent m_consent;
    const ResponsibilityRules m_rules = bundledRules();
    PathNotes m_notes{&m_rules};
    QSettings m_settings{m_folder.filePath(u"window.ini"_s), QSettings::IniFormat};
    Theme m_theme{&m_settings};
    std::unique_ptr<HelmChartSources> m_charts;
    std::optional<SessionFactory> m_factory;
    SessionUpgrades::Services m_upgrading;
    std::unique_ptr<KubeFleet> m_fleet;
    std::unique_ptr<MainWindow> m_window;
    std::optional<KeptRecords> m_records;

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
        services.charts = m_charts.get();
        m_upgrading = {&m_runner,
                       m_charts.get(),
                       &m_clock,
                       helm,
                       m_folder.filePath(u"cache"_s),
                       m_folder.filePath(u"operations"_s),
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
        m_window->showRelease(csi);
    }
    [[nodiscard]] const Release *release() const
    {
        const ReleaseSource *source = m_fleet->releases(m_sandbox->context());
        return source ? source->find(csi) : nullptr;
    }
    [[nodiscard]] Value values(const QString &helm) const
    {
        const Ran ran = run(helm, {u"get"_s, u"values"_s, csi.name, u"-n"_s, csi.namespaceName, u"-o"_s,
                                   u"yaml"_s, u"--kubeconfig"_s, m_sandbox->kubeconfig()});
        return readYaml(ran.out).value_or(Value());
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

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HELM_REPOSITORY_CONFIG"_s, m_folder.filePath(u"repositories.yaml"_s));
        environment.insert(u"HELM_REPOSITORY_CACHE"_s, m_folder.filePath(u"repository"_s));
        // The dry run of the preflight takes the repository by its name.
        qputenv("HELM_REPOSITORY_CONFIG", QFile::encodeName(m_folder.filePath(u"repositories.yaml"_s)));
        qputenv("HELM_REPOSITORY_CACHE", QFile::encodeName(m_folder.filePath(u"repository"_s)));
        m_records.emplace(*m_sandbox, csi);
        const Ran added = run(m_sandbox->text("helm3"),
                              {u"repo"_s, u"add"_s, u"sandbox"_s, m_sandbox->chartRepository()}, environment);
        QVERIFY2(added.exitCode == 0, added.err.constData());
        ChartPlaces places;
        places.helm = helmSettings(environment);
        places.cacheFolder = m_folder.filePath(u"cache"_s);
        places.pinFile = m_folder.filePath(u"pins.json"_s);
        m_charts = std::make_unique<HelmChartSources>(places, &m_runner, &m_clock);
    }

    void cleanupTestCase()
    {
        m_window.reset();
        m_fleet.reset();
        QVERIFY(m_records && m_records->restore());
    }

    void theCsiDriverGoesUpAndBackThroughTheWindow_data()
    {
        QTest::addColumn<QString>("major");
        QTest::newRow("helm 3") << u"helm3"_s;
        QTest::newRow("helm 4") << u"helm4"_s;
    }

    void theCsiDriverGoesUpAndBackThroughTheWindow()
    {
        QFETCH(QString, major);
        const QString helm = m_sandbox->text(major.toLatin1().constData());
        // What there is to upgrade: the version before the newest, with the values as they are.
        const Ran older =
            m_sandbox->tool(major.toLatin1().constData(),
                            {u"upgrade"_s, csi.name, csi.name, u"--repo"_s, m_sandbox->chartRepository(),
                             u"--version"_s, u"0.4.6"_s, u"--reuse-values"_s, u"-n"_s, csi.namespaceName});
        QVERIFY2(older.exitCode == 0, older.err.constData());
        open(helm);
        const Value before = values(helm);
        const QString version = release()->record->chartVersion;
        const int revision = release()->newest().revision;
        QElapsedTimer timer;
        timer.start();

        press(Qt::Key_U, Qt::ControlModifier);
        QTRY_VERIFY(wizard());
        QTRY_VERIFY_WITH_TIMEOUT(its<QAbstractButton>("strategy-reset-then-reuse")->isEnabled(), 30000);
        its<QAbstractButton>("strategy-reset-then-reuse")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!wizard()->controller()->pages().contains(Page::Nodes), 60000);
        goOn(Page::Version);
        goOn(Page::Preflight);
        QCOMPARE(int(wizard()->controller()->page()), int(Page::Coordination));
        its<QLineEdit>("supportReference")->setText(u"CS-1"_s);
        goOn(Page::Coordination);
        QVERIFY(its<QPlainTextEdit>("reviewCommands")->toPlainText().contains(u"upgrade"_s));
        goOn(Page::Review);
        QCOMPARE(int(wizard()->controller()->page()), int(Page::Run));
        m_window->close();
        QVERIFY(m_window->isVisible());
        const QString up = endOfRun();
        QVERIFY2(up.startsWith(u"Deployed as planned"_s), qPrintable(up));
        qInfo("%s: an upgrade through the window took %lld ms", qPrintable(major), timer.elapsed());
        QTRY_COMPARE_WITH_TIMEOUT(release()->newest().revision, revision + 1, 10000);
        QTRY_VERIFY_WITH_TIMEOUT(release()->record->revision == revision + 1, 10000);
        QVERIFY(release()->record->chartVersion != version);
        QVERIFY(values(helm) == before);

        m_window->showRelease(csi);
        const QByteArray button = "rollBackTo" + QByteArray::number(revision);
        QTRY_VERIFY(m_window->findChild<QAbstractButton *>(QLatin1String(button)));
        m_window->findChild<QAbstractButton *>(QLatin1String(button))->click();
        QTRY_VERIFY(wizard() && wizard()->controller()->run());
        its<QPlainTextEdit>("rollbackReason")->setPlainText(u"It was a test."_s);
        goOn(Page::Review);
        const QString down = endOfRun();
        QVERIFY2(down.startsWith(u"Deployed as planned"_s), qPrintable(down));
        QTRY_COMPARE_WITH_TIMEOUT(release()->newest().revision, revision + 2, 10000);
        QTRY_VERIFY_WITH_TIMEOUT(release()->record->revision == revision + 2, 10000);
        QCOMPARE(release()->record->chartVersion, version);
        QVERIFY(values(helm) == before);
    }
};

QTEST_MAIN(UpgradeWindowTest)
#include "tst_upgrade_window.moc"
