// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_options.h"
#include "app/command_verbs.h"
#include "app/completion.h"
#include "app/manual_page.h"
#include "tests/support/test_main.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_cli_completion {

namespace {

struct Ended
{
    int code = -1;
    QString out;
    QString err;
};

Ended run(const QString &program, const QStringList &arguments, const QString &input)
{
    QProcess process;
    process.start(program, arguments);
    process.write(input.toUtf8());
    process.closeWriteChannel();
    Ended ended;
    if (QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, 30'000))
        ended.code = process.exitCode();
    ended.out = QString::fromUtf8(process.readAllStandardOutput());
    ended.err = QString::fromUtf8(process.readAllStandardError());
    return ended;
}

/// What bash offers behind such a line, the last word of it begun.
QStringList offered(const QStringList &words)
{
    const QString script =
        completionScript(u"bash"_s) +
        u"COMP_WORDS=(chartroom %1); COMP_CWORD=%2; compopt() { :; }; _chartroom\n"
        "printf '%s\\n' \"${COMPREPLY[@]}\"\n"_s.arg(words.join(u' '), QString::number(words.size()));
    return run(u"bash"_s, {u"--norc"_s, u"-s"_s}, script).out.split(u'\n', Qt::SkipEmptyParts);
}

} // namespace

class CliCompletionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyVerbAndOptionIsInEachScript_data()
    {
        QTest::addColumn<QString>("shell");
        for (const QString &shell : commandVerb(VerbName::Completion).choices)
            QTest::newRow(qPrintable(shell)) << shell;
    }
    void everyVerbAndOptionIsInEachScript()
    {
        QFETCH(QString, shell);
        const QString script = completionScript(shell);
        const QString dashes = shell == u"fish" ? u"-l "_s : u"--"_s;
        for (const CommandVerb &verb : commandVerbs())
            QVERIFY2(script.contains(verb.name), qPrintable(verb.name));
        for (const CommandOption &option : commandOptions()) {
            QVERIFY2(script.contains(dashes + option.name), qPrintable(option.name));
            for (const QString &choice : option.choices)
                QVERIFY2(script.contains(choice), qPrintable(option.name + u' ' + choice));
        }
        QVERIFY(completionScript(u"tcsh"_s).isEmpty());
    }

    void eachShellThatIsHereReadsItsScript()
    {
        int shells = 0;
        for (const QString &shell : commandVerb(VerbName::Completion).choices) {
            if (QStandardPaths::findExecutable(shell).isEmpty())
                continue;
            const Ended ended = run(shell, {u"-n"_s, u"/dev/stdin"_s}, completionScript(shell));
            QVERIFY2(ended.code == 0, qPrintable(shell + u": "_s + ended.err));
            ++shells;
        }
        QVERIFY(shells > 0); // bash is always here
    }

    void bashCompletesVerbsOptionsAndValues()
    {
        QCOMPARE(offered({u"roll"_s}), QStringList({u"rollout"_s, u"rollback"_s}));
        QCOMPARE(offered({u"rollout"_s, u"--wa"_s}), QStringList{u"--watch"_s});
        QCOMPARE(offered({u"list"_s, u"-o"_s, u"w"_s}), QStringList{u"wide"_s});
        QCOMPARE(offered({u"values"_s, u"x"_s, u"--output"_s, u"y"_s}), QStringList{u"yaml"_s});
        QCOMPARE(offered({u"versions"_s, u"pro"_s}), QStringList{u"promote"_s});
        QCOMPARE(offered({u"list"_s, u"--can"_s}), QStringList());        // another verb's
        QCOMPARE(offered({u"record"_s, u"-o"_s, u"x"_s}), QStringList()); // a file
    }

    void theManualNamesEveryVerbAndOption()
    {
        const QString page = manualPage();
        const auto typed = [](QString text) { return text.replace(u'-', u"\\-"_s); };
        for (const CommandVerb &verb : commandVerbs()) {
            QVERIFY2(verb.name.isEmpty() || page.contains(u".SS "_s + verb.name), qPrintable(verb.name));
            for (const QString &usage : verb.usage)
                QVERIFY2(page.contains(typed(usage)), qPrintable(usage));
        }
        for (const CommandOption &option : commandOptions())
            QVERIFY2(page.contains(typed(u"--"_s + option.name)), qPrintable(option.name));
        for (const char *heading : {"NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES"})
            QVERIFY2(page.contains(u".SH "_s + QLatin1String(heading)), heading);
        for (const char *variable :
             {"KUBECONFIG", "HELM_KUBECONTEXT", "HELM_NAMESPACE", "NO_COLOR", "COLUMNS"})
            QVERIFY2(page.contains(QLatin1String(variable)), variable);
    }

    void theManualIsReadWithoutAWarning()
    {
        QVERIFY(!manualPage().contains(u"\n\n"));
        if (QStandardPaths::findExecutable(u"groff"_s).isEmpty())
            return;
        const Ended ended = run(u"groff"_s, {u"-man"_s, u"-Tutf8"_s, u"-ww"_s}, manualPage());
        QCOMPARE(ended.code, 0);
        QCOMPARE(ended.err, QString());
        QVERIFY(ended.out.contains(u"chartroom [RECORDING]"));
    }
};

#include "tst_cli_completion.moc"
} // namespace tst_cli_completion

CHARTROOM_TEST(tst_cli_completion, CliCompletionTest)
