// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "tests/support/loop_watch.h"
#include "tests/support/test_main.h"
#include "tests/support/work_gate.h"
#include "ui/editor/code_view.h"
#include "ui/editor/find_bar.h"
#include "ui/editor/yaml_pane.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_code_view {

namespace {

constexpr auto frame = 16ms;

const QString values = QStringLiteral(R"(driver:
  env:
  - name: HTTP_PROXY
    value: http://proxy:3128
  upgradePolicy:
    autoUpgrade: true
    maxParallelUpgrades: 4
  version: 580.105.08
registry:
  password: ••••
toolkit:
  enabled: true
)");

QString longValues(int lines)
{
    QString text;
    for (int i = 0; i < lines / 10; ++i)
        text += QStringLiteral("component%1:\n  enabled: true\n  image:\n    repository: nvcr.io/nvidia\n"
                               "    tag: \"v24.9.%2\"\n  env:\n  - name: LEVEL\n    value: info # quiet\n"
                               "  resources:\n    limits: {cpu: 500m, memory: 350Mi}\n")
                    .arg(i)
                    .arg(i % 10);
    return text;
}

struct Fixture
{
    Theme theme{nullptr};
    CodeView view{UiContext{nullptr, nullptr, &theme, nullptr, nullptr, nullptr, {}, {}}};

    Fixture()
    {
        view.resize(900, 600);
        view.show();
        view.activateWindow();
    }

    void load(const QString &text)
    {
        const Result<Value> value = readYaml(text.toUtf8());
        view.setText(text, {value.value_or(Value())});
        QTRY_VERIFY_WITH_TIMEOUT(view.isReady(), 20'000);
        QTRY_VERIFY(view.isActiveWindow());
        view.pane()->setFocus();
    }
    void press(const char *keys) const
    {
        const QKeyCombination key = QKeySequence(QLatin1String(keys))[0];
        QWidget *target = QApplication::focusWidget();
        QTest::keyClick(target ? target : view.pane(), key.key(), key.keyboardModifiers());
    }
    [[nodiscard]] QString label(const char *name) const
    {
        return view.findChild<QLabel *>(QLatin1String(name))->text();
    }
    [[nodiscard]] int shownLines() const
    {
        int shown = 0;
        for (QTextBlock block = view.pane()->document()->begin(); block.isValid(); block = block.next())
            shown += block.isVisible() ? 1 : 0;
        return shown;
    }
};

} // namespace

class CodeViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePathOfTheCursorIsShownAndCopied();
    void aValueIsCopiedAsItIsAndAsSet();
    void hiddenValuesAreNotOfferedAsSet();
    void foldsHideAndFindOpensThem();
    void searchCountsAndGoesRound();
    void hostileTextIsMadeVisible();
    void keysHaveAColourAndCommentsAnother();
    void aNewTextReplacesOneThatStillComesIn();
    void thePathIsGoneToOnceTheTextIsThere();
    void tenThousandLinesHoldNoFrame();
    void aHundredThousandLinesOpen();
};

void CodeViewTest::thePathOfTheCursorIsShownAndCopied()
{
    Fixture f;
    f.load(values);
    f.view.pane()->goToLine(6);
    QCOMPARE(f.label("codePath"), QStringLiteral("driver.upgradePolicy.maxParallelUpgrades"));
    f.press("Ctrl+Shift+P");
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("driver.upgradePolicy.maxParallelUpgrades"));
    f.press("Down");
    QCOMPARE(f.label("codePath"), QStringLiteral("driver.version"));
}

void CodeViewTest::aValueIsCopiedAsItIsAndAsSet()
{
    Fixture f;
    f.load(values);
    f.view.goTo(*readPath(u"driver.env[0].value"));
    f.press("Ctrl+Shift+V");
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("http://proxy:3128"));
    f.press("Ctrl+Shift+S");
    QCOMPARE(QApplication::clipboard()->text(),
             QStringLiteral("--set 'driver.env[0].value=http://proxy:3128'"));
    f.view.goTo(*readPath(u"driver.upgradePolicy"));
    f.press("Ctrl+Shift+V");
    QCOMPARE(QApplication::clipboard()->text(),
             QStringLiteral("autoUpgrade: true\nmaxParallelUpgrades: 4\n"));
}

void CodeViewTest::hiddenValuesAreNotOfferedAsSet()
{
    Fixture f;
    f.load(values);
    f.view.goTo(*readPath(u"registry.password"));
    QApplication::clipboard()->setText(QStringLiteral("before"));
    f.press("Ctrl+Shift+S");
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
}

void CodeViewTest::foldsHideAndFindOpensThem()
{
    Fixture f;
    f.load(values);
    QCOMPARE(f.shownLines(), 12);
    f.view.pane()->goToLine(1);
    f.press("Ctrl+.");
    QCOMPARE(f.shownLines(), 10);
    f.press("Ctrl+Shift+[");
    QCOMPARE(f.shownLines(), 3); // the keys
    QCOMPARE(f.label("codePath"), QStringLiteral("driver"));
    f.press("Ctrl+F");
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("HTTP_"));
    QTRY_COMPARE(f.label("findCount"), QStringLiteral("1 of 1"));
    QVERIFY(f.view.pane()->document()->findBlockByNumber(2).isVisible());
    QCOMPARE(f.label("codePath"), QStringLiteral("driver.env[0].name"));
    f.press("Esc");
    QVERIFY(f.view.pane()->hasFocus());
    f.press("Ctrl+Shift+]");
    QCOMPARE(f.shownLines(), 12);
}

void CodeViewTest::searchCountsAndGoesRound()
{
    Fixture f;
    f.load(values);
    f.press("Ctrl+F");
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("TRUE"));
    QTRY_COMPARE(f.label("findCount"), QStringLiteral("1 of 2"));
    f.press("Return");
    QCOMPARE(f.label("findCount"), QStringLiteral("2 of 2"));
    QCOMPARE(f.label("codePath"), QStringLiteral("toolkit.enabled"));
    f.press("F3");
    QCOMPARE(f.label("findCount"), QStringLiteral("1 of 2"));
    f.press("Shift+F3");
    QCOMPARE(f.label("findCount"), QStringLiteral("2 of 2"));
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("x"));
    QTRY_COMPARE(f.label("findCount"), QStringLiteral("not found"));
}

// S15: controls and bidi marks are made visible.
void CodeViewTest::hostileTextIsMadeVisible()
{
    Fixture f;
    f.load(QStringLiteral("a: \u202Eevil\u202C\nb: \x1b[31m\nc: %1\n").arg(QString(100'000, u'x')));
    const QString shown = f.view.pane()->toPlainText();
    QVERIFY(!shown.contains(QChar(0x202E)));
    QVERIFY(!shown.contains(QChar(0x1b)));
    QVERIFY(shown.contains(QStringLiteral("\\u{202E}evil")));
    QVERIFY(shown.size() < 5000);
}

void CodeViewTest::keysHaveAColourAndCommentsAnother()
{
    Fixture f;
    f.load(QStringLiteral("key: \"text\" # why\n# all of it\nnumber: 42\n"));
    const auto colourAt = [&](int line, int column) {
        const auto formats = f.view.pane()->document()->findBlockByNumber(line).layout()->formats();
        for (const auto &range : formats)
            if (column >= range.start && column < range.start + range.length)
                return range.format.foreground().color();
        return QColor();
    };
    const Palette &palette = f.theme.palette();
    QCOMPARE(colourAt(0, 0), palette.color(Role::SyntaxKey));
    QCOMPARE(colourAt(0, 7), palette.color(Role::SyntaxString));
    QCOMPARE(colourAt(0, 14), palette.color(Role::Muted));
    QCOMPARE(colourAt(1, 3), palette.color(Role::Muted));
    QCOMPARE(colourAt(2, 8), palette.color(Role::SyntaxConstant));
    f.theme.setMode(Theme::Mode::Dark);
    QCOMPARE(colourAt(0, 0), Palette::dark().color(Role::SyntaxKey));
}

void CodeViewTest::aNewTextReplacesOneThatStillComesIn()
{
    Fixture f;
    f.view.setText(longValues(50'000), {});
    f.view.setText(values, {});
    QTRY_VERIFY_WITH_TIMEOUT(f.view.isReady(), 20'000);
    QCOMPARE(f.view.pane()->blockCount(), 12);
    QCOMPARE(f.view.pane()->toPlainText() + u'\n', values);
}

void CodeViewTest::thePathIsGoneToOnceTheTextIsThere()
{
    Fixture f;
    f.view.setText(longValues(10'000), {});
    f.view.goTo(*readPath(u"component900.image.tag"));
    QTRY_VERIFY_WITH_TIMEOUT(f.view.isReady(), 20'000);
    QCOMPARE(f.label("codePath"), QStringLiteral("component900.image.tag"));
    QCOMPARE(f.view.pane()->currentLine(), 9004);
}

void CodeViewTest::tenThousandLinesHoldNoFrame()
{
    Fixture f;
    f.load(values); // definitions and fonts are read once a program
    LoopWatch watch;
    watch.start();
    f.view.setText(longValues(10'000), {});
    QTRY_VERIFY_WITH_TIMEOUT(f.view.isReady(), 20'000);
    QScrollBar *bar = f.view.pane()->verticalScrollBar();
    for (int step = 0; step < 200; ++step) {
        bar->setValue(bar->maximum() * step / 200);
        QTest::qWait(1);
    }
    f.view.pane()->goToLine(0);
    f.press("Ctrl+Shift+["); // folds a thousand settings
    QTest::qWait(5);
    f.press("Ctrl+Shift+]");
    QTest::qWait(5);
    watch.stop();
    qInfo("10,000 lines: longest work %lld us, longest gap %lld us", (long long)watch.longestWork().count(),
          (long long)watch.longestGap().count());
    VERIFY_WORK(watch.longestWork(), frame);
}

void CodeViewTest::aHundredThousandLinesOpen()
{
    Fixture f;
    f.load(values);
    LoopWatch watch;
    watch.start();
    QElapsedTimer timer;
    timer.start();
    f.view.setText(longValues(100'000), {});
    QTRY_VERIFY_WITH_TIMEOUT(f.view.isReady(), 60'000);
    qInfo("100,000 lines: there after %lld ms", (long long)timer.elapsed());
    QCOMPARE(f.view.pane()->blockCount(), 100'000);
    f.view.pane()->goToLine(99'990);
    QTest::qWait(20);
    watch.stop();
    qInfo("100,000 lines: longest work %lld us", (long long)watch.longestWork().count());
    VERIFY_WORK(watch.longestWork(), frame * 3);
    QCOMPARE(f.label("codePath"), QStringLiteral("component9999"));
}

#include "tst_code_view.moc"
} // namespace tst_code_view

CHARTROOM_TEST(tst_code_view, CodeViewTest)
