// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/support_request.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace {

/// A driver upgrade in a night in Berlin, as the wizard has it before Support is asked.
SupportRequest fullRequest()
{
    SupportRequest request;
    request.cluster.serverVersion = u"v1.36.3"_s;
    request.cluster.gpuNodeCount = 16;
    ReleaseRecord record;
    record.chartVersion = u"v25.3.4"_s;
    request.release.record = record;
    request.ownership.owner = Owner::Shared;
    request.ownership.scope = SupportScope::Supported;
    UpgradeDraft &draft = request.draft;
    draft.context = u"prod-eu"_s;
    draft.release = {u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
    draft.plannedOn = 4;
    draft.chart = {u"gpu-operator"_s, u"nvidia"_s, {}, u"v25.10.1"_s, QString(64, u'a')};
    draft.strategy = Strategy::ResetThenReuse;
    const QDateTime start(QDate(2026, 11, 21), QTime(22, 0), Qt::UTC);
    draft.window = UpgradeWindow{start, start.addSecs(4 * 3600), "Europe/Berlin"};
    PreflightReport report;
    report.at = start.addDays(-1);
    report.impact.kind = NodeImpact::Kind::DriverReload;
    report.findings = {finding("helm", Severity::Ok, u"Helm v4.3.1 would run."_s),
                       finding("nodes", Severity::Warning, u"Every node is cordoned and emptied."_s),
                       finding("ownership", Severity::Severe, u"Support asks to be told first."_s),
                       finding("pending", Severity::Severe, u"Somebody is at work."_s)};
    request.report = report;
    return request;
}

QStringList linesOf(const SupportRequest &request)
{
    return supportRequestText(request).split(u'\n', Qt::SkipEmptyParts);
}

} // namespace

/// What Support is asked before an upgrade.
class TestSupportRequest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSaysWhatWhoseFromWhereToWhereAndWhen()
    {
        QCOMPARE(
            linesOf(fullRequest()),
            (QStringList{
                u"## Planned upgrade of gpu-operator on prod-eu"_s,
                u"- Cluster: prod-eu v1.36.3"_s,
                u"- GPU nodes: 16"_s,
                u"- Release: gpu-operator in namespace nvidia-gpu-operator, revision 4"_s,
                u"- Whose: shared, supported"_s,
                u"- Chart: gpu-operator, from v25.3.4 to v25.10.1"_s,
                u"- Archive, sha256: "_s + QString(64, u'a'),
                u"- Values: reset-then-reuse"_s,
                u"- Window: 2026-11-21 23:00 until 2026-11-22 03:00 Europe/Berlin (2026-11-21 22:00 until "
                u"2026-11-22 02:00 UTC)"_s,
                u"- Effect on nodes: Every node is cordoned and emptied."_s,
                u"What the preflight found at 2026-11-20 22:00 UTC:"_s,
                u"- severe: Somebody is at work."_s,
                u"- warning: Every node is cordoned and emptied."_s,
                u"May this be done in this window, and is there anything that it should wait for?"_s,
            }));
    }

    void whatIsNotKnownIsNotSaid()
    {
        SupportRequest request;
        request.draft.context = u"prod-eu"_s;
        request.draft.release = {u"tenant-a"_s, u"portal"_s, ReleaseStorage::Secret};
        request.draft.chart.name = u"portal"_s;
        request.draft.chart.version = u"2.0.0"_s;
        QCOMPARE(linesOf(request),
                 (QStringList{
                     u"## Planned upgrade of portal on prod-eu"_s,
                     u"- Cluster: prod-eu"_s,
                     u"- Release: portal in namespace tenant-a"_s,
                     u"- Whose: customer, customer-owned"_s,
                     u"- Chart: portal, from unknown to 2.0.0"_s,
                     u"- Values: reset-then-reuse"_s,
                     u"- Window: not agreed on yet"_s,
                     u"May this be done in this window, and is there anything that it should wait for?"_s,
                 }));
    }

    void aWindowIsSaidInItsZoneHoweverItIsHeld()
    {
        SupportRequest request = fullRequest();
        const QString inUtc = supportRequestText(request);
        const QTimeZone berlin("Europe/Berlin");
        request.draft.window->start = request.draft.window->start.toTimeZone(berlin);
        request.draft.window->end = request.draft.window->end.toTimeZone(berlin);
        QCOMPARE(supportRequestText(request), inUtc);
        request.draft.window->zone = "Nowhere/Atall";
        QVERIFY(linesOf(request).contains(u"- Window: 2026-11-21 22:00 until 2026-11-22 02:00 UTC"_s));
    }

    void aContentPreflightIsSaidToBe()
    {
        SupportRequest request = fullRequest();
        request.report->findings = {finding("helm", Severity::Ok, u"Helm v4.3.1 would run."_s)};
        const QStringList lines = linesOf(request);
        QVERIFY(lines.contains(u"- nothing that speaks against it"_s));
        QVERIFY(
            lines.contains(u"- Effect on nodes: driverReload"_s)); // by the difference, without a sentence
    }

    void hostileTextAndSecretsDoNotGetIntoIt()
    {
        SupportRequest request = fullRequest();
        request.draft.release.name = u"<b>x</b>\n# heading"_s;
        request.report->findings = {finding("pending", Severity::Severe, u"password=hunter2-canary-9"_s)};
        const QString text = supportRequestText(request);
        QVERIFY(!text.contains(u"<b>"));
        QVERIFY(!text.contains(u"\n# heading"));
        QVERIFY2(!text.contains(u"hunter2-canary-9"), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TestSupportRequest)
#include "tst_support_request.moc"
