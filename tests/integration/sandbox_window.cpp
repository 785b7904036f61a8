// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/sandbox_window.h"

#include "core/screens/upgrade/rollback_controller.h"
#include "tests/support/patience.h"
#include "ui/widgets/choice_button.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace chartroom::test {

using namespace Qt::StringLiterals;

SandboxWindow::SandboxWindow() = default;
SandboxWindow::~SandboxWindow() = default;

void SandboxWindow::findSandbox()
{
    m_sandbox = Sandbox::find();
    QVERIFY(m_sandbox.has_value());
    m_charts.emplace(*m_sandbox);
}

void SandboxWindow::take(const PlannedUpgrade &upgrade)
{
    m_upgrade = upgrade;
    m_records.emplace(*m_sandbox, m_upgrade.release);
    m_told.emplace(*m_sandbox, m_upgrade.release);
    QCOMPARE(m_upgrade.awaitNodes(*m_sandbox, m_upgrade.before), QString());
}

void SandboxWindow::open(const char *helm)
{
    m_window.reset();
    m_fleet.reset();
    const QString program = m_sandbox->text(helm);
    m_factory.emplace(SessionFactory::Services{&m_runner, &m_consent, &m_rules, &m_clock,
                                               m_sandbox->text("kubectl"), program});
    KubeFleet::Services services;
    services.connect = [this](const KubeContext &context) { return m_factory->forContext(context); };
    services.consent = &m_consent;
    services.clock = &m_clock;
    services.charts = m_charts->sources();
    m_upgrading.runner = &m_runner;
    m_upgrading.charts = m_charts->sources();
    m_upgrading.clock = &m_clock;
    m_upgrading.helm = program;
    m_upgrading.chartCache = m_charts->cache();
    m_upgrading.operations = m_folder.filePath(u"operations"_s);
    m_upgrading.connect = services.connect;
    services.upgrades = [this](ClusterSession *session, const KubeContext &context) {
        return std::make_unique<SessionUpgrades>(m_upgrading, context, session);
    };
    m_fleet = std::make_unique<KubeFleet>(std::move(services), QStringList{m_sandbox->kubeconfig()}, true);
    m_window = std::make_unique<MainWindow>(UiContext{m_fleet.get(), &m_clock, &m_theme, &m_rules,
                                                      &m_settings, nullptr, m_folder.filePath(u"drafts"_s),
                                                      m_folder.filePath(u"operations"_s), &m_notes});
    m_window->resize(1280, 800); // the tests' screen is smaller
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_fleet->connectTo(m_sandbox->context());
    m_window->showCluster(m_sandbox->context());
}

void SandboxWindow::close()
{
    m_window.reset();
    m_fleet.reset();
    QVERIFY(m_records && m_records->restore());
    m_records.reset();
}

const Release *SandboxWindow::release() const
{
    const ReleaseSource *source = m_fleet->releases(m_sandbox->context());
    return source ? source->find(m_upgrade.release) : nullptr;
}

ChangeWizard *SandboxWindow::wizard() const
{
    const auto found = m_window->findChildren<ChangeWizard *>();
    for (ChangeWizard *one : found)
        if (one->isVisible())
            return one;
    return nullptr;
}

UpgradeController *SandboxWindow::controller() const
{
    return qobject_cast<UpgradeController *>(wizard()->controller());
}

bool SandboxWindow::says(const QString &part) const
{
    const auto labels = wizard()->findChildren<QLabel *>();
    return std::any_of(labels.begin(), labels.end(), [&part](const QLabel *label) {
        return label->isVisible() && label->text().contains(part);
    });
}

void SandboxWindow::press(Qt::Key key, Qt::KeyboardModifiers modifiers) const
{
    QTest::keyClick(m_window->focusWidget() ? m_window->focusWidget() : m_window.get(), key, modifiers);
}

void SandboxWindow::choose(const char *button, const QVariant &wanted) const
{
    auto *choice = its<ChoiceButton>(button);
    choice->setFocus();
    for (qsizetype i = choice->choices().size(); i > 0 && choice->current() != wanted; --i)
        press(Qt::Key_Down);
    QCOMPARE(choice->current(), wanted);
}

void SandboxWindow::plan()
{
    const auto isReady = [this] { return its<QAbstractButton>("strategy-reset-then-reuse")->isEnabled(); };
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 30000);
    choose("targetVersion", m_upgrade.to);
    its<QLineEdit>("settings")->setFocus();
    QTest::keyClicks(its<QLineEdit>("settings"), m_upgrade.settings);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(), 30000);
    its<QAbstractButton>("strategy-reset-then-reuse")->click();
    QTRY_VERIFY_WITH_TIMEOUT(controller()->impact().has_value(), 60000);
    QCOMPARE(controller()->pages().contains(Page::Nodes), m_upgrade.movesDrivers);
}

void SandboxWindow::goOn(Page from)
{
    QCOMPARE(int(wizard()->controller()->page()), int(from));
    if (from == Page::Review)
        its<QLineEdit>("confirmChange")->setText(wizard()->controller()->confirmationWish());
    const auto typed = [this] {
        const auto reasons = wizard()->findChildren<QPlainTextEdit *>();
        for (QPlainTextEdit *reason : reasons)
            if (reason->isVisible() && reason->objectName().startsWith(u"reason-") &&
                reason->toPlainText().isEmpty())
                reason->setPlainText(u"a sandbox"_s);
        return next()->isEnabled();
    };
    QVERIFY2(QTest::qWaitFor(typed, 60000), qPrintable(wizard()->controller()->currentHoldback()));
    next()->click();
}

void SandboxWindow::agree(const std::function<void()> &onNodes)
{
    goOn(Page::Version);
    if (wizard()->controller()->page() == Page::Nodes) {
        if (onNodes)
            onNodes();
        goOn(Page::Nodes);
    }
    goOn(Page::Preflight);
    QCOMPARE(int(wizard()->controller()->page()), int(Page::Coordination));
    its<QLineEdit>("supportReference")->setText(u"CS-1"_s);
    goOn(Page::Coordination);
    // Whom a canary lets wait is known with the preflight of the whole plan.
    QTRY_VERIFY2_WITH_TIMEOUT(its<QPlainTextEdit>("reviewCommands")->toPlainText().contains(u"upgrade"_s),
                              qPrintable(wizard()->controller()->currentHoldback()), 60000);
    goOn(Page::Review);
    QCOMPARE(int(wizard()->controller()->page()), int(Page::Run));
}

QString SandboxWindow::endOfRun() const
{
    if (!QTest::qWaitFor([this] { return wizard()->controller()->hasEnded(); }, 100000))
        return u"the test waited in vain"_s;
    next()->click();
    return its<QLabel>("resultTitle")->text() + u" / "_s + its<QLabel>("resultText")->text();
}

void SandboxWindow::checkRelease(int revision, const QString &version, const Value &values) const
{
    QTRY_COMPARE_WITH_TIMEOUT(release()->newest().revision, revision, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(release()->record->revision == revision, 60000);
    QCOMPARE(release()->record->chartVersion, version);
    QCOMPARE(m_told->otherThan(m_upgrade.chart(version), values), QString());
}

void SandboxWindow::check(int revision, const QString &version, const Value &values,
                          const PlannedUpgrade::NodeEnd &end) const
{
    const QString result = endOfRun();
    const OperationResult &came = wizard()->controller()->run()->result();
    QVERIFY2(came.end == OperationResult::End::Done && came.problems.isEmpty(), qPrintable(result));
    const bool isBack = qobject_cast<RollbackController *>(wizard()->controller());
    QVERIFY2(result.startsWith(isBack ? u"Rolled back to revision"_s : u"Deployed"_s), qPrintable(result));
    QCOMPARE(its<QAbstractButton>("watchNodes")->isVisible(), m_upgrade.movesDrivers);
    checkRelease(revision, version, values);
    QCOMPARE(m_upgrade.awaitNodes(*m_sandbox, end), QString());
}

void SandboxWindow::beginRollback(int revision)
{
    m_window->showRelease(m_upgrade.release);
    const QByteArray button = "rollBackTo" + QByteArray::number(revision);
    QTRY_VERIFY(m_window->findChild<QAbstractButton *>(QLatin1String(button)));
    m_window->findChild<QAbstractButton *>(QLatin1String(button))->click();
    QTRY_VERIFY(wizard() && wizard()->controller()->page() == Page::Preflight);
    goOn(Page::Preflight);
    QTRY_VERIFY(wizard()->controller()->run());
    its<QPlainTextEdit>("rollbackReason")->setPlainText(u"It was a test."_s);
    its<QLineEdit>("rollbackReference")->setText(u"CS-1"_s);
}

} // namespace chartroom::test
