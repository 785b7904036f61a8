// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/fleet/kube_fleet.h"
#include "core/responsibility/rules.h"
#include "core/screens/upgrade/upgrade_controller.h"
#include "core/session/session_factory.h"
#include "core/upgrade/session_upgrades.h"
#include "core/words/path_notes.h"
#include "tests/integration/installed_release.h"
#include "tests/integration/kept_records.h"
#include "tests/integration/planned_upgrade.h"
#include "tests/integration/sandbox_charts.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/no_consent.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/wizard/change_wizard.h"

#include <QAbstractButton>
#include <QSettings>

namespace chartroom::test {

/// The whole window on the sandbox's cluster, with a real helm, as a person has it who never used it before:
/// its settings, plans and journals are in a folder that goes with this. Each of the steps below fails the
/// running test where it cannot be done.
class SandboxWindow
{
public:
    using Page = ChangeController::Page;

    SandboxWindow();
    virtual ~SandboxWindow();

protected:
    void findSandbox();
    /// What is done next, to what there is now.
    void take(const PlannedUpgrade &upgrade);
    /// The window as the program opens it, by the helm of that key of the sandbox.
    void open(const char *helm);
    void close();

    [[nodiscard]] const Sandbox &sandbox() const { return *m_sandbox; }
    [[nodiscard]] const PlannedUpgrade &taken() const { return m_upgrade; }
    /// As helm tells of it.
    [[nodiscard]] const InstalledRelease &told() const { return *m_told; }
    [[nodiscard]] MainWindow *window() const { return m_window.get(); }
    [[nodiscard]] const Release *release() const;
    /// The one that is seen.
    [[nodiscard]] ChangeWizard *wizard() const;
    [[nodiscard]] UpgradeController *controller() const;
    template<typename Widget>
    [[nodiscard]] Widget *its(const char *name) const
    {
        return wizard()->findChild<Widget *>(QLatin1String(name));
    }
    [[nodiscard]] QAbstractButton *next() const { return its<QAbstractButton>("wizardNext"); }
    /// A label, or a part of one, that is seen in the wizard.
    [[nodiscard]] bool says(const QString &part) const;
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const;
    /// Steps to it by keys.
    void choose(const char *button, const QVariant &wanted) const;

    /// The version, the outcome, and what is set beside.
    void plan();
    /// Waits until the page lets one go on, typing what its severe findings ask for.
    void goOn(Page from);
    /// From the first page to the run. `onNodes` is done on the page of the nodes.
    void agree(const std::function<void()> &onNodes = {});
    /// From the page Run to the result's title and text.
    [[nodiscard]] QString endOfRun() const;
    /// What the window and helm say at the end.
    void checkRelease(int revision, const QString &version, const Value &values) const;
    /// The same and the nodes.
    void check(int revision, const QString &version, const Value &values,
               const PlannedUpgrade::NodeEnd &end) const;
    /// By the button beside the revision, past the preflight to the page before the run.
    void beginRollback(int revision);

private:
    std::optional<Sandbox> m_sandbox;
    std::optional<SandboxCharts> m_charts;
    QTemporaryDir m_folder;
    SystemClock m_clock;
    ProcessRunner m_runner;
    NoConsent m_consent;
    const ResponsibilityRules m_rules = bundledRules();
    PathNotes m_notes{&m_rules};
    QSettings m_settings{m_folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
    Theme m_theme{&m_settings};
    std::optional<SessionFactory> m_factory;
    SessionUpgrades::Services m_upgrading;
    std::unique_ptr<KubeFleet> m_fleet;
    std::unique_ptr<MainWindow> m_window;
    std::optional<KeptRecords> m_records;
    std::optional<InstalledRelease> m_told;
    PlannedUpgrade m_upgrade;
};

} // namespace chartroom::test
