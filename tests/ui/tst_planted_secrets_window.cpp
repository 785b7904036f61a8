// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's part of tst_planted_secrets: what its widgets say, and what gets into the clipboard.
#include "tests/support/fake_side_reader.h"
#include "tests/support/planted_cluster.h"
#include "tests/support/test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/editor/code_view.h"
#include "ui/editor/yaml_pane.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QJsonDocument>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_planted_secrets_window {

namespace {

using As = PlantedCluster::As;

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

/// A window over one release of the planted cluster.
struct PlantedWindow : WindowFixture
{
    explicit PlantedWindow(As as)
    {
        const PlantedCluster cluster(as);
        const Value values =
            Value(Value::Map{{as == As::Secrets ? u"password"_s : u"version"_s, Value(u"CanaryKeya"_s)}});
        shown.notes = cluster.notes();
        shown.recordProblem.clear();
        const QString name = as == As::Secrets ? u"ghp_CanaryName"_s : u"CanaryName"_s;
        shown.extraChange = ValueChange{ValueChange::Kind::Changed, u"users[name=%1].registry"_s.arg(name),
                                        Value(Value::Map()), values};
        reader.put(u"user"_s,
                   QJsonDocument(cluster.userValues(2)).toJson()); // JSON: no line of a PEM parts documents
        FakeReleaseSource *source = fleet.addLive(u"prod-eu"_s);
        fleet.setSides(u"prod-eu"_s, &reader);
        source->put(shown, Ownership());
        open();
    }
    [[nodiscard]] CodeView *code() const { return window->findChild<CodeView *>(); }

    /// What a person, or a screen reader, can read.
    [[nodiscard]] QStringList found() const
    {
        QStringList texts;
        const auto widgets = window->findChildren<QWidget *>();
        for (const QWidget *widget : widgets) {
            texts << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription();
            if (const auto *label = qobject_cast<const QLabel *>(widget))
                texts << label->text();
            if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
                texts << button->text();
            if (const auto *text = qobject_cast<const QPlainTextEdit *>(widget))
                texts << text->toPlainText();
        }
        return sorted(PlantedCluster::foundIn(texts.join(u'\n').toUtf8()));
    }

    /// Everything that each way of copying takes from each line, and all of it at once.
    [[nodiscard]] QStringList copied() const
    {
        YamlPane *pane = code()->pane();
        QStringList copies;
        for (int line = 0; line < pane->blockCount(); ++line) {
            pane->goToLine(line);
            for (const char *command : {"copyPath", "copyValue", "copySetForm"}) {
                QApplication::clipboard()->clear();
                code()->findChild<QAction *>(QLatin1String(command))->trigger();
                copies << QApplication::clipboard()->text();
            }
        }
        pane->selectAll();
        pane->copy();
        copies << QApplication::clipboard()->text();
        return sorted(PlantedCluster::foundIn(copies.join(u'\n').toUtf8()));
    }

    FakeSideReader reader;
    ShownRelease shown;
};

} // namespace

class PlantedSecretsWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theInspectorHidesThem()
    {
        const auto seen = [](As as) {
            PlantedWindow window(as);
            window.table()->selectKey(window.shown.key());
            return QTest::qWaitFor([&] { return window.shows("inspectorValues"); }, 20'000)
                       ? window.found()
                       : QStringList{u"no inspector"_s};
        };
        QCOMPARE(seen(As::OpenText), (QStringList{u"Key"_s, u"Name"_s, u"Note"_s}));
        QCOMPARE(seen(As::Secrets), QStringList());
    }

    // S11: page and clipboard are masked until a person reveals.
    void pageAndClipboardHoldWhatIsShown()
    {
        const QStringList places{u"Block"_s, u"Header"_s, u"Key"_s,     u"Name"_s,
                                 u"Pem"_s,   u"Url"_s,    u"Variable"_s};
        const auto opened = [](PlantedWindow &window) {
            window.window->showValues(window.shown.key());
            return QTest::qWaitFor([&] { return window.code()->isVisible() && window.code()->isReady(); },
                                   20'000);
        };
        PlantedWindow open(As::OpenText);
        QVERIFY(opened(open));
        QCOMPARE(open.copied(), places);

        PlantedWindow hidden(As::Secrets);
        QVERIFY(opened(hidden));
        QCOMPARE(hidden.copied(), QStringList());
        QCOMPARE(hidden.found(), QStringList());
        auto *reveal = hidden.window->findChild<QAbstractButton *>(u"reveal"_s);
        reveal->click();
        QTRY_COMPARE(PlantedCluster::foundIn(hidden.code()->pane()->toPlainText().toUtf8()).size(),
                     places.size());
        QCOMPARE(hidden.copied(), places);
        reveal->click();
        QTRY_COMPARE(PlantedCluster::foundIn(hidden.code()->pane()->toPlainText().toUtf8()), QStringList());
        QCOMPARE(hidden.copied(), QStringList());
    }
};

#include "tst_planted_secrets_window.moc"
} // namespace tst_planted_secrets_window

CHARTROOM_TEST(tst_planted_secrets_window, PlantedSecretsWindowTest)
