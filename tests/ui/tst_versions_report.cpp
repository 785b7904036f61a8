// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translator.h"
#include "tests/support/fake_ticket_source.h"
#include "tests/support/test_main.h"
#include "tests/support/ticket_samples.h"
#include "tests/ui/versions_fixture.h"
#include "ui/pages/tickets_page.h"
#include "ui/ticket/ticket_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_versions_report {

namespace {

struct ReportFixture : VersionsFixture
{
    FakeTicketSource tickets;

    void openReport()
    {
        fillWithAddons(*fleet.addLive(prod));
        tickets.facts = factsDuring();
        fleet.setTickets(prod, &tickets);
        openWith(usualMatrix);
    }
    [[nodiscard]] QAction *action(const char *name) const
    {
        const auto *report = page()->findChild<QToolButton *>(u"versionsReport"_s);
        for (QAction *one : report->menu()->actions())
            if (one->objectName() == QLatin1String(name))
                return one;
        return nullptr;
    }
    void saveTo(const QString &file) const
    {
        action("versionsSave")->trigger();
        auto *dialog = page()->findChild<QFileDialog *>(u"saveAuditDialog"_s);
        QVERIFY(dialog);
        Q_EMIT dialog->fileSelected(file);
        dialog->close();
    }
    [[nodiscard]] QString ticket() const { return window->findChild<TicketView *>()->toPlainText(); }
};

} // namespace

/// What was audited, where others read it.
class VersionsReportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::installTranslator(loadTranslator(QLocale::c()).release()); }
    void itIsCopiedAndSavedAlike();
    void aFolderThatIsNotThereIsSaid();
    void aTicketTellsWhatDrifts();
};

void VersionsReportTest::itIsCopiedAndSavedAlike()
{
    ReportFixture f;
    f.source.seen->facts.nodes[0].kernel = u"5.15.0 password=hunter2"_s;
    f.openReport();
    f.action("versionsCopy")->trigger();
    const QString copied = QApplication::clipboard()->text();
    QVERIFY(copied.startsWith(u"## Versions of"_s));
    QVERIFY(!copied.contains(u"hunter2"_s));
    const QString file = f.home.filePath(u"audit.md"_s);
    f.saveTo(file);
    QTRY_VERIFY(QFileInfo(file).size() > 0);
    QFile saved(file);
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(saved.readAll()), copied);
}

void VersionsReportTest::aFolderThatIsNotThereIsSaid()
{
    ReportFixture f;
    f.openReport();
    QSignalSpy failed(f.page(), &VersionsPage::failed);
    f.saveTo(f.home.filePath(u"no-folder/audit.md"_s));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!failed.first().first().value<Error>().message.isEmpty());
}

void VersionsReportTest::aTicketTellsWhatDrifts()
{
    ReportFixture f;
    f.openReport();
    f.action("versionsTicket")->trigger();
    QVERIFY(f.window->findChild<TicketsPage *>()->isVisible());
    QTRY_VERIFY(f.ticket().contains(u"580.95.05"_s));
    QVERIFY(f.ticket().contains(u"gpu-001, gpu-003"_s));
    auto *part = f.window->findChild<QCheckBox *>(u"part-versions"_s);
    QVERIFY(part && part->isChecked());
    part->click();
    QTRY_VERIFY(!f.ticket().contains(u"580.95.05"_s));
}

#include "tst_versions_report.moc"
} // namespace tst_versions_report

CHARTROOM_TEST(tst_versions_report, VersionsReportTest)
