// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/kube_fleet.h"
#include "core/process/process_runner.h"
#include "core/responsibility/rules.h"
#include "core/session/session_factory.h"
#include "core/words/path_notes.h"
#include "tests/integration/outside_helm.h"
#include "tests/integration/sandbox.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/no_consent.h"
#include "tests/support/test_main.h"
#include "ui/theme/theme.h"
#include "ui/widgets/release_table.h"
#include "ui/window/main_window.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;

namespace HIDDEN_FROM_MOC tst_window {

/// The window on a real cluster while somebody else works on it with helm.
class WindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_factory.emplace(SessionFactory::Services{&m_runner, &m_consent, &m_rules, &m_clock});
        KubeFleet::Services services;
        services.connect = [this](const KubeContext &context) { return m_factory->forContext(context); };
        services.consent = &m_consent;
        m_fleet =
            std::make_unique<KubeFleet>(std::move(services), QStringList{m_sandbox->kubeconfig()}, true);
        m_settings = std::make_unique<QSettings>(m_folder.filePath(QStringLiteral("window.ini")),
                                                 QSettings::IniFormat);
        m_theme = std::make_unique<Theme>(m_settings.get());
        m_window = std::make_unique<MainWindow>(UiContext{
            m_fleet.get(), &m_clock, m_theme.get(), &m_rules, m_settings.get(), nullptr, {}, {}, &m_notes});
        m_window->resize(1000, 420);
        m_window->show();
        m_fleet->connectTo(m_sandbox->context());
        m_window->showCluster(m_sandbox->context());
        QTRY_VERIFY_WITH_TIMEOUT(table() && !statusOf(QStringLiteral("volcano")).isEmpty(), 20000);
    }

    void cleanupTestCase()
    {
        m_window.reset();
        m_fleet.reset();
    }

    void whatHelmDoesOutsideIsShownWithinASecond_data()
    {
        QTest::addColumn<QString>("helm");
        QTest::newRow("helm 3") << QStringLiteral("helm3");
        QTest::newRow("helm 4") << QStringLiteral("helm4");
    }

    void whatHelmDoesOutsideIsShownWithinASecond()
    {
        QFETCH(QString, helm);
        OutsideHelm outside(m_sandbox->text(helm.toLatin1().constData()), m_sandbox->kubeconfig());
        const QString name = QStringLiteral("aaa-outside-") + helm; // sorts above all, so rows have to move
        const auto act = [&](QStringList arguments, const QString &expected) {
            arguments << QStringLiteral("-n") << QStringLiteral("default");
            QVERIFY2(outside.run(arguments) == 0, outside.errors().constData());
            QElapsedTimer timer;
            timer.start();
            QTRY_COMPARE_WITH_TIMEOUT(statusOf(name), expected, 10000);
            qInfo("%s %s: shown after %lld ms", qPrintable(helm), qPrintable(arguments[0]), timer.elapsed());
        };

        selectVolcanoAndScrollDown();
        QSignalSpy reset(table()->model(), &QAbstractItemModel::modelReset);
        const QString inView = topRowInView();
        act({QStringLiteral("install"), name, outside.chart(QStringLiteral("1.0.0"))},
            QStringLiteral("1 deployed"));
        act({QStringLiteral("upgrade"), name, outside.chart(QStringLiteral("1.1.0"))},
            QStringLiteral("2 deployed"));
        act({QStringLiteral("rollback"), name, QStringLiteral("1")}, QStringLiteral("3 deployed"));
        QCOMPARE(table()->selectedKeys().value(0).name, QStringLiteral("volcano"));
        QCOMPARE(topRowInView(), inView);
        act({QStringLiteral("uninstall"), name}, QString());
        QCOMPARE(table()->selectedKeys().value(0).name, QStringLiteral("volcano"));
        QCOMPARE(topRowInView(), inView);
        QCOMPARE(reset.size(), 0);
    }

private:
    ReleaseTable *table() const { return m_window->findChild<ReleaseTable *>(); }

    int rowOf(const QString &name) const
    {
        const QAbstractItemModel *model = table()->model();
        for (int row = 0; model && row < model->rowCount(); ++row) {
            if (model->index(row, int(ReleaseColumn::Name)).data().toString() == name)
                return row;
        }
        return -1;
    }

    /// "4 deployed"; "" when there is no such row.
    QString statusOf(const QString &name) const
    {
        const int row = rowOf(name);
        if (row < 0)
            return {};
        const auto text = [&](ReleaseColumn column) {
            return table()->model()->index(row, int(column)).data().toString();
        };
        return text(ReleaseColumn::Revision) + u' ' + text(ReleaseColumn::Status);
    }

    QString topRowInView() const
    {
        return table()->model()->index(table()->rowAt(1), int(ReleaseColumn::Name)).data().toString();
    }

    void selectVolcanoAndScrollDown()
    {
        table()->selectRow(rowOf(QStringLiteral("volcano")));
        table()->verticalScrollBar()->setValue(table()->verticalScrollBar()->maximum());
        QVERIFY(table()->verticalScrollBar()->value() > 0);
    }

    std::optional<Sandbox> m_sandbox;
    QTemporaryDir m_folder;
    SystemClock m_clock;
    ProcessRunner m_runner;
    NoConsent m_consent;
    const ResponsibilityRules m_rules = bundledRules();
    PathNotes m_notes{&m_rules};
    std::optional<SessionFactory> m_factory;
    std::unique_ptr<KubeFleet> m_fleet;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<MainWindow> m_window;
};

#include "tst_window.moc"
} // namespace tst_window

CHARTROOM_TEST(tst_window, WindowTest)
