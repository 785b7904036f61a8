// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/process_identity.h"
#include "core/upgrade/journal.h"
#include "tests/support/fake_upgrades.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/activity_page.h"

#include <QAbstractButton>
#include <QTableView>

namespace chartroom::test {

inline const QDateTime operationStart(QDate(2026, 11, 21), QTime(3, 0), Qt::UTC);

/// Journals of operations in a temporary folder.
struct ActivityFixture : WindowFixture
{
    FakeUpgrades upgrades;
    ProcessIdentity process = ProcessIdentity::ofThisProcess(); ///< that starts the operations
    QString namespaceName = QStringLiteral("crusoe-system");    ///< of the release
    QString release = QStringLiteral("crusoe-csi-driver");
    QString clusterUid;      ///< that the journals hold
    bool areVerified = true; ///< those that end

    ActivityFixture() { operations = folder.filePath(QStringLiteral("operations")); }

    [[nodiscard]] static Value text(const QString &words) { return Value(words); }
    /// As far as `steps` go; `end` "" leaves it open.
    void put(const QString &id, const QString &kind, const QStringList &steps, const QString &end)
    {
        auto journal = Journal::create(operations + u'/' + id);
        QVERIFY(journal);
        using Kind = JournalRecord::Kind;
        const auto write = [&](Kind what, const QString &step, int second, Value::Map data) {
            QVERIFY((*journal)->append({what, step, operationStart.addSecs(second), Value(data)}));
        };
        int second = 0;
        for (const QString &step : steps) {
            Value::Map data{{QStringLiteral("text"), text(QStringLiteral("About to ") + step)}};
            if (second == 0) {
                data.insert(QStringLiteral("operation"), text(id));
                data.insert(QStringLiteral("kind"), text(kind));
                data.insert(QStringLiteral("context"), text(QStringLiteral("prod-eu")));
                if (!clusterUid.isEmpty())
                    data.insert(QStringLiteral("clusterUid"), text(clusterUid));
                data.insert(QStringLiteral("namespace"), text(namespaceName));
                data.insert(QStringLiteral("release"), text(release));
                data.insert(QStringLiteral("storage"), text(QStringLiteral("secret")));
                data.insert(QStringLiteral("plannedOn"), Value(Value::Number{QStringLiteral("3")}));
                data.insert(QStringLiteral("version"), text(QStringLiteral("0.5.0")));
                data.insert(QStringLiteral("chart"), text(QStringLiteral("gpu-operator")));
                data.insert(QStringLiteral("canary"), text(QStringLiteral("gpu-1")));
                data.insert(QStringLiteral("toRevision"), Value(Value::Number{QStringLiteral("2")}));
                data.insert(QStringLiteral("holder"), text(QStringLiteral("anna@laptop (process 1)")));
                data.insert(QStringLiteral("process"), text(process.text()));
                data.insert(QStringLiteral("commands"),
                            Value(Value::List{text(QStringLiteral("helm upgrade crusoe-csi-driver"))}));
            }
            write(Kind::Intent, step, second++, data);
            if (!end.isEmpty() || step != steps.last())
                write(Kind::Outcome, step, second++,
                      {{QStringLiteral("text"), text(step + QStringLiteral(" is done"))},
                       {QStringLiteral("end"), text(QStringLiteral("done"))}});
        }
        if (end.isEmpty())
            return;
        Value::Map finish{{QStringLiteral("end"), text(end)},
                          {QStringLiteral("text"), text(QStringLiteral("Revision 4 is deployed."))}};
        if (!areVerified) {
            finish.insert(QStringLiteral("verifying"), Value(true));
            finish.insert(QStringLiteral("revision"), Value(Value::Number{QStringLiteral("4")}));
        }
        write(Kind::Outcome, QStringLiteral("Finish"), second, finish);
    }
    void openActivity()
    {
        openWithAddons();
        fleet.setUpgrades(QStringLiteral("prod-eu"), &upgrades);
        showPage(QStringLiteral("Activity"));
        QVERIFY(window->findChild<ActivityPage *>()->isVisible());
    }
    [[nodiscard]] QTableView *operationsTable() const
    {
        return window->findChild<QTableView *>(QStringLiteral("activityTable"));
    }
    [[nodiscard]] QAbstractButton *button(const char *name) const
    {
        return window->findChild<QAbstractButton *>(QLatin1String(name));
    }
    [[nodiscard]] bool says(const QString &part) const
    {
        const auto labels = window->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&part](const QLabel *label) {
            return label->isVisible() && label->text().contains(part);
        });
    }
};

} // namespace chartroom::test
