// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "core/ticket/ticket_writers.h"
#include "tests/support/fake_versions_source.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"

#include <QCoreApplication>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_ticket_versions {

namespace {

VersionAudit driftingAudit()
{
    return auditVersions(auditParts(driftingVersions().facts));
}

QString written(const TicketFacts &facts, const TicketOptions &options)
{
    return QString::fromUtf8(ticketMarkdown(composeTicket(facts, options).document));
}

} // namespace

/// An audit of versions as a part of a ticket.
class TicketVersionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCoreApplication::installTranslator(loadTranslator(QLocale::c()).release()); }

    void withoutAnAuditThereIsNoPart()
    {
        for (const TicketPhase phase : allTicketPhases) {
            TicketOptions options;
            options.phase = phase;
            QVERIFY(!written(factsDuring(), options).contains(u"gpu-version-matrix"_s));
        }
    }

    void whatDriftsIsToldInEachPhase()
    {
        TicketFacts facts = factsDuring();
        facts.versions = driftingAudit();
        for (const TicketPhase phase : allTicketPhases) {
            TicketOptions options;
            options.phase = phase;
            const QString text = written(facts, options);
            QVERIFY2(text.contains(u"580.95.05"_s), qUtf8Printable(text));
            QVERIFY(text.contains(u"2: gpu-001, gpu-003"_s));
            QVERIFY(text.contains(u"gpu-version-matrix.yaml"_s));
            options.without = {TicketPart::Versions};
            QVERIFY(!written(facts, options).contains(u"580.95.05"_s));
        }
    }

    void itIsMaskedAsAllElse()
    {
        VersionFacts versions = driftingVersions().facts;
        versions.nodes[0].kernel = u"5.15.0 password=hunter2"_s;
        TicketFacts facts = factsDuring();
        facts.versions = auditVersions(auditParts(versions));
        TicketOptions options;
        options.phase = TicketPhase::During;
        options.names = NameTable();
        const QString text = written(facts, options);
        QVERIFY(text.contains(u"580.95.05"_s));
        QVERIFY2(!text.contains(u"hunter2"_s), qUtf8Printable(text));
        QVERIFY2(!text.contains(u"gpu-003"_s), qUtf8Printable(text));
    }
};

#include "tst_ticket_versions.moc"
} // namespace tst_ticket_versions

CHARTROOM_TEST(tst_ticket_versions, TicketVersionsTest)
