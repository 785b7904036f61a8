// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/upgrade/upgrade_controller.h"
#include "tests/ui/upgrade_fixture.h"

namespace chartroom::test {

/// An upgrade of the drivers of six nodes, of which one may go first.
struct CanaryFixture : UpgradeFixture
{
    CanaryFixture()
    {
        planDrivers();
        upgrades.answer->rollout->policy->autoUpgrade = true;
        upgrades.journals = operations = folder.filePath(QStringLiteral("operations"));
    }
    void openNodes()
    {
        openPlanned();
        goTo(WizardStep::Nodes);
    }
    [[nodiscard]] QLineEdit *field(const char *name) const
    {
        return wizard()->findChild<QLineEdit *>(QLatin1String(name));
    }
    [[nodiscard]] const UpgradeDraft &draft() const
    {
        return static_cast<UpgradeController *>(controller())->draft();
    }
    [[nodiscard]] FakeRolloutSource &nodes() const { return *fleet.rolloutSource(QStringLiteral("prod-eu")); }
    [[nodiscard]] bool says(const QString &part) const
    {
        const auto labels = wizard()->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&part](const QLabel *label) {
            // A long word may be broken at marks that nobody sees.
            return label->isVisible() && label->text().remove(QChar(0x200B)).contains(part);
        });
    }
    /// Planned with gpu-1 first, run, and deployed; the journal as the operation leaves it.
    void openResult()
    {
        openNodes();
        field("canary")->setText(QStringLiteral("gpu-1"));
        goTo(WizardStep::Run);
        endRun();
    }
    void endRun(const QStringList &facts = {})
    {
        writeJournal();
        const QString id = upgrades.operation->id();
        upgrades.held = QList<HeldNode>{{QStringLiteral("gpu-2"), DriverKind::Gpu, id},
                                        {QStringLiteral("gpu-3"), DriverKind::Gpu, id}};
        upgrades.operation->end(OperationResult::End::Done,
                                QStringLiteral("Revision 5 is deployed as planned."), 5, {}, facts);
        goTo(WizardStep::Result);
    }
    void writeJournal() const
    {
        using Kind = JournalRecord::Kind;
        auto journal = Journal::create(upgrades.operation->folder());
        QVERIFY(journal);
        const auto write = [&](Kind kind, const QString &step, const Value::Map &data) {
            QVERIFY((*journal)->append({kind, step, clock.now().addSecs(-3600), Value(data)}));
        };
        write(Kind::Intent, QStringLiteral("Lease"),
              {{QStringLiteral("operation"), Value(upgrades.operation->id())},
               {QStringLiteral("kind"), Value(QStringLiteral("upgrade"))},
               {QStringLiteral("context"), Value(QStringLiteral("prod-eu"))},
               {QStringLiteral("namespace"), Value(gpuOperator.namespaceName)},
               {QStringLiteral("release"), Value(gpuOperator.name)},
               {QStringLiteral("chart"), Value(QStringLiteral("gpu-operator"))},
               {QStringLiteral("version"), Value(QStringLiteral("v26.7.0"))},
               {QStringLiteral("holder"), Value(QStringLiteral("anna@laptop (process 1)"))},
               {QStringLiteral("canary"), Value(QStringLiteral("gpu-1"))},
               {QStringLiteral("bakeSeconds"), Value(Value::Number{QStringLiteral("60")})}});
        write(Kind::Intent, QStringLiteral("Hold"), {});
        write(Kind::Intent, QStringLiteral("Helm"), {});
        write(Kind::Outcome, QStringLiteral("Finish"),
              {{QStringLiteral("end"), Value(QStringLiteral("done"))}});
    }
    void putCanaryThrough() const
    {
        ShownTrack track;
        track.node = QStringLiteral("gpu-1");
        track.secondsAgo = 600;
        nodes().put(track);
    }
};

} // namespace chartroom::test
