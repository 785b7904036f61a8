// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/board.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_responsibility_board {

namespace {

OwnedRelease owned(const char *namespaceName, const char *name, const char *component, Owner owner)
{
    OwnedRelease made;
    made.key = {QString::fromLatin1(namespaceName), QString::fromLatin1(name), ReleaseStorage::Secret};
    made.ownership.component = QString::fromLatin1(component);
    made.ownership.owner = owner;
    made.ownership.scope = owner == Owner::Customer ? SupportScope::CustomerOwned : SupportScope::Supported;
    return made;
}

const ResponsibilityBoard::Entry *entry(const ResponsibilityBoard &board, Owner owner, const char *component)
{
    for (const auto &row : board.rows()) {
        for (const auto &found : row.column(owner)) {
            if (found.component.id == QLatin1String(component))
                return &found;
        }
    }
    return nullptr;
}

} // namespace

class ResponsibilityBoardTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutReleasesEveryComponentStandsOnceInItsColumn()
    {
        const ResponsibilityBoard board(m_rules, {});
        QCOMPARE(board.rows().size(), 9);
        qsizetype entries = 0;
        for (const auto &row : board.rows()) {
            for (const Owner owner : {Owner::Crusoe, Owner::Shared, Owner::Customer}) {
                for (const auto &found : row.column(owner)) {
                    QCOMPARE(found.component.layer, row.layer.id);
                    QCOMPARE(found.component.owner, owner);
                    ++entries;
                }
            }
        }
        QCOMPARE(entries, m_rules.components().size());
    }

    void releasesStandAtTheirComponents()
    {
        const ResponsibilityBoard board(m_rules, {owned("z", "own", "third-party-charts", Owner::Customer),
                                                  owned("a", "portal", "third-party-charts", Owner::Customer),
                                                  owned("kube-system", "cilium", "cilium", Owner::Crusoe)});
        QCOMPARE(entry(board, Owner::Crusoe, "cilium")->releases.size(), 1);
        const auto *third = entry(board, Owner::Customer, "third-party-charts");
        QCOMPARE(third->releases.size(), 2);
        QCOMPARE(third->releases.front().key.namespaceName, QStringLiteral("a"));
    }

    void aReleaseOfAnotherOwnerStandsInItsOwnersColumn()
    {
        const ResponsibilityBoard board(
            m_rules, {owned("nvidia-gpu-operator", "gpu-operator", "gpu-operator", Owner::Customer)});
        QVERIFY(entry(board, Owner::Shared, "gpu-operator")->releases.isEmpty());
        QCOMPARE(entry(board, Owner::Customer, "gpu-operator")->releases.size(), 1);
    }

    void aReleaseWithoutComponentIsStillSeen()
    {
        const ResponsibilityBoard board(m_rules, {owned("x", "damaged", "", Owner::Customer)});
        QCOMPARE(entry(board, Owner::Customer, "third-party-charts")->releases.size(), 1);
    }

    void theDocumentHasOneEntryAComponentWithTheContractsKeys()
    {
        const ResponsibilityBoard board(
            m_rules, {owned("nvidia-gpu-operator", "gpu-operator", "gpu-operator", Owner::Customer),
                      owned("ml-platform", "my-gpu-operator", "own-operator", Owner::Customer)});
        const Value document = board.toValue();
        QCOMPARE(document.list().size(), m_rules.components().size());
        for (const Value &item : document.list()) {
            for (const char *key :
                 {"layer", "component", "owner", "installs", "configures", "upgradesRoutine",
                  "upgradesCritical", "debugs", "supportScope", "releases"})
                QVERIFY2(item.map().contains(QString::fromLatin1(key)), key);
        }
        const auto find = [&](const char *id) {
            const auto found =
                std::find_if(document.list().cbegin(), document.list().cend(), [&](const Value &item) {
                    return item.at({QStringLiteral("component")}).toString() == QLatin1String(id);
                });
            return found == document.list().cend() ? Value() : *found;
        };
        const Value gpu = find("gpu-operator");
        QCOMPARE(gpu.at({QStringLiteral("owner")}).toString(), QStringLiteral("shared"));
        QCOMPARE(gpu.at({QStringLiteral("upgradesRoutine")}).toString(), QStringLiteral("customer"));
        QCOMPARE(gpu.at({QStringLiteral("upgradesCritical")}).toString(), QStringLiteral("crusoe"));
        const Value listed = gpu.at({QStringLiteral("releases")}).list().value(0);
        QCOMPARE(listed.at({QStringLiteral("name")}).toString(), QStringLiteral("gpu-operator"));
        QCOMPARE(listed.at({QStringLiteral("owner")}).toString(), QStringLiteral("customer"));
        QVERIFY(find("version-selection").at({QStringLiteral("installs")}).isNull());
        QCOMPARE(find("own-operator").at({QStringLiteral("releases")}).list().size(), 1);
    }

private:
    const ResponsibilityRules m_rules = test::bundledRules();
};

#include "tst_responsibility_board.moc"
} // namespace tst_responsibility_board

CHARTROOM_TEST(tst_responsibility_board, ResponsibilityBoardTest)
