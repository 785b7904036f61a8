// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_options.h"
#include "app/command_verbs.h"
#include "app/exit_code.h"
#include "core/words/manual.h"
#include "tests/support/test_main.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_manual_verbs {

namespace {

/// What the manual says of a verb; "" where it has no section.
QString sectionOf(const QString &verb)
{
    const QList<ManualSection> sections = manualSections(*manualChapter(u"verbs"_s));
    const auto found = std::find_if(sections.cbegin(), sections.cend(),
                                    [&verb](const ManualSection &section) { return section.title == verb; });
    return found == sections.cend() ? QString() : found->text;
}

bool names(const QString &text, const QString &option)
{
    return text.contains(QRegularExpression(u"--%1(?![a-z-])"_s.arg(option)));
}

/// The commands that stand in lines of their own, without the program's name.
QStringList examples()
{
    static const QRegularExpression command(u"^ {4,}chartroom (.*)$"_s, QRegularExpression::MultilineOption);
    QStringList lines;
    for (const ManualChapter &chapter : manualChapters())
        for (auto found = command.globalMatch(chapter.text); found.hasNext();)
            lines.append(found.next().captured(1));
    lines.removeDuplicates();
    return lines;
}

} // namespace

class ManualVerbsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyVerbAndOptionIsInTheManual()
    {
        const QString common = manualChapter(u"options"_s)->text;
        for (const CommandVerb &verb : commandVerbs()) {
            if (verb.name.isEmpty())
                continue; // the window
            const QString section = sectionOf(verb.name);
            QVERIFY2(!section.isEmpty(), qPrintable(verb.name));
            for (const CommandOption &option : commandOptions())
                if (option.isKnownTo(verb.verb))
                    QVERIFY2(names(section, option.name) || names(common, option.name),
                             qPrintable(verb.name + u" --"_s + option.name));
        }
        QVERIFY(names(u"`--to VERSION`"_s, u"to"_s) && !names(u"`--tokens`, --to-do"_s, u"to"_s));
    }

    void everyExitStatusIsInTheManual()
    {
        const QString chapter = manualChapter(u"exit-status"_s)->text;
        for (const ExitCode code : {Done, Found, WrongUsage, NoAccess, NotDone, Interrupted})
            QVERIFY2(chapter.contains(u"**%1**"_s.arg(int(code))), qPrintable(QString::number(code)));
    }

    void everyVerbHasExamplesThatAreRead()
    {
        QStringList missing;
        for (const CommandVerb &verb : commandVerbs())
            missing.append(verb.name);
        missing.removeAll(QString()); // the window
        const QStringList lines = examples();
        for (const QString &line : lines) {
            const QStringList words = QProcess::splitCommand(line);
            const Result<Invocation> given = parseInvocation(words);
            QVERIFY2(given, qPrintable(line + u": "_s + (given ? QString() : given.error().message)));
            QVERIFY2(given->verb != VerbName::Window, qPrintable(line)); // a word that is no verb is a file
            missing.removeAll(words.first());
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u' ')));
    }

    void theExamplesOnTheBundledRecordingRun_data()
    {
        QTest::addColumn<QString>("line");
        const QStringList lines = examples();
        for (const QString &line : lines)
            if (line.contains(u"--recording bundled"))
                QTest::newRow(qPrintable(line)) << line;
    }
    void theExamplesOnTheBundledRecordingRun()
    {
        QFETCH(QString, line);
        const QTemporaryDir home;
        QProcessEnvironment environment;
        environment.insert(u"HOME"_s, home.path());
        environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
        QProcess program;
        program.setProcessEnvironment(environment);
        program.setWorkingDirectory(home.path());
        program.start(QStringLiteral(CHARTROOM_PROGRAM), QProcess::splitCommand(line));
        QVERIFY(QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 60'000));
        const QByteArray said = program.readAllStandardError();
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QVERIFY2(program.exitCode() == Done || program.exitCode() == Found, said.constData());
        QVERIFY(!program.readAllStandardOutput().isEmpty());
    }
};

#include "tst_manual_verbs.moc"
} // namespace tst_manual_verbs

CHARTROOM_TEST(tst_manual_verbs, ManualVerbsTest)
