// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_options.h"
#include "app/command_verbs.h"
#include "app/exit_code.h"
#include "app/helm_environment.h"
#include "app/help_text.h"
#include "app/invocation.h"
#include "tests/support/test_main.h"

#include <QScopeGuard>
#include <QTest>

using namespace chartroom;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_cli_invocation {

namespace {

Result<Invocation> parse(const char *line)
{
    return parseInvocation(QString::fromLatin1(line).split(u' ', Qt::SkipEmptyParts));
}

} // namespace

class CliInvocationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noVerbOpensTheWindow()
    {
        const auto given = parse("");
        QVERIFY(given);
        QCOMPARE(given->verb, VerbName::Window);
    }

    void aFileAloneOpensTheWindowWithIt()
    {
        const auto given = parse("night.jsonl.gz");
        QVERIFY(given);
        QCOMPARE(given->verb, VerbName::Window);
        QCOMPARE(given->file, QStringLiteral("night.jsonl.gz"));
    }

    void everyOptionIsRead()
    {
        const auto given = parse("list --kubeconfig k --context a --context=b -n ns -o json --no-color -qv "
                                 "--timeout 1m30s --transport kubectl --allow-exec");
        QVERIFY(given);
        QCOMPARE(given->verb, VerbName::List);
        QCOMPARE(given->kubeconfig, QStringLiteral("k"));
        QCOMPARE(given->contexts, QStringList({QStringLiteral("a"), QStringLiteral("b")}));
        QCOMPARE(given->namespaceName, QStringLiteral("ns"));
        QCOMPARE(given->format, OutputFormat::Json);
        QVERIFY(given->noColor && given->quiet && given->verbose && given->allowExec);
        QCOMPARE(given->timeout, 90s);
        QCOMPARE(given->access, SessionFactory::Access::Kubectl);
    }

    void findingsAreReadFromAClusterOrARecording()
    {
        const auto given = parse("findings --recording bundled --at 73s -o json");
        QVERIFY(given);
        QCOMPARE(given->verb, VerbName::Findings);
        QCOMPARE(given->format, OutputFormat::Json);
        QVERIFY(!parse("findings one-argument-too-many"));
    }

    void changesAreAskedForExplicitly()
    {
        const auto upgrade = parse("upgrade --plan p.yaml --reason window=agreed --reason a=b=c --yes");
        QVERIFY(upgrade);
        QCOMPARE(upgrade->planFile, QStringLiteral("p.yaml"));
        QCOMPARE(upgrade->reasons, QStringList({QStringLiteral("window=agreed"), QStringLiteral("a=b=c")}));
        QVERIFY(parse("upgrade ns/gpu --to 1.2.3 --strategy reset --set a=1 -f v.yaml"));
        QCOMPARE(parse("plan gpu --to 1.2.3 --save p.yaml")->planFile, QStringLiteral("p.yaml"));
        const auto rollback = parse("rollback ns/gpu 3 --confirm gpu@cmk --reason rollback=fails --yes");
        QVERIFY(rollback);
        QCOMPARE(rollback->reasons, QStringList(QStringLiteral("rollback=fails")));
        QCOMPARE(rollback->release, QStringLiteral("ns/gpu"));
        QCOMPARE(rollback->revision, std::optional(3));
        QCOMPARE(rollback->confirm, QStringLiteral("gpu@cmk"));
        QVERIFY(rollback->yes);
        QVERIFY(!parse("rollback gpu 3")->yes);
        QCOMPARE(parse("recover ns/gpu")->release, QStringLiteral("ns/gpu"));
        QVERIFY(parse("recover"));
        const auto first = parse("upgrade gpu --to 1.2.3 --strategy reset --canary gpu-1 --bake 2d");
        QVERIFY(first);
        QCOMPARE(first->canary, QStringLiteral("gpu-1"));
        QVERIFY(first->bake == 48h);
        // As helm writes it; the cluster has as long to answer.
        const auto patient = parse("upgrade gpu --to 1.2.3 --strategy reset --gpu-floor 48 --timeout 10m0s");
        QVERIFY(patient);
        QCOMPARE(patient->gpuFloor, std::optional(48));
        QVERIFY(patient->helmTimeout == 600s && patient->timeout == 600s);
        const auto back = parse("rollback gpu 3 --gpu-floor 8 --timeout 1h");
        QVERIFY(back);
        QCOMPARE(back->gpuFloor, std::optional(8));
        QVERIFY(back->helmTimeout == 3600s);
        QVERIFY(!parse("rollback gpu 3")->helmTimeout);
        QVERIFY(parse("plan gpu --to 1.2.3 --timeout 90s")->helmTimeout == 90s);
        QVERIFY(!parse("list --timeout 90s")->helmTimeout);
        const auto unhold = parse("recover 20261121t030000z-aaaaaaaa --unhold --reason unhold=now --yes");
        QVERIFY(unhold && unhold->unhold && unhold->yes);
        QCOMPARE(unhold->release, QStringLiteral("20261121t030000z-aaaaaaaa"));
    }

    void optionsMayStandBeforeTheVerbAndLettersStickToTheirValue()
    {
        const auto given = parse("--kubeconfig list -ojson values -na a/b --revision 3 --kind default");
        QVERIFY(given);
        QCOMPARE(given->verb, VerbName::Values);
        QCOMPARE(given->kubeconfig, QStringLiteral("list"));
        QCOMPARE(given->format, OutputFormat::Json);
        QCOMPARE(given->namespaceName, QStringLiteral("a"));
        QCOMPARE(given->release, QStringLiteral("a/b"));
        QCOMPARE(given->revision, 3);
        QCOMPARE(given->from, (Side{Side::Kind::Default, 3, {}, {}, {}}));
    }

    void theKindOfValuesIsASide()
    {
        QCOMPARE(parse("values a")->from, Side());
        QCOMPARE(parse("values a --kind computed --revision 2")->from,
                 (Side{Side::Kind::Computed, 2, {}, {}, {}}));
        const Side outcome = parse("values a --kind outcome:reset@1.2.3")->from;
        QCOMPARE(outcome.kind, Side::Kind::Outcome);
        QCOMPARE(outcome.version, QStringLiteral("1.2.3"));
    }

    void aDiffHasTwoSides()
    {
        const auto given = parse("diff a/b --from user:1 --to=outcome:reuse@2.0.0 -o patch --reveal");
        QVERIFY(given);
        QCOMPARE(given->verb, VerbName::Diff);
        QCOMPARE(given->release, QStringLiteral("a/b"));
        QCOMPARE(given->from, (Side{Side::Kind::User, 1, {}, {}, {}}));
        QCOMPARE(sideText(given->to), QStringLiteral("outcome:reuse@2.0.0"));
        QCOMPARE(given->format, OutputFormat::Patch);
        QVERIFY(given->reveal);
    }

    void aPlanTakesVersionEditsAndStrategy()
    {
        const auto given = parse("plan gpu --to v26.3.0 --set a.b=1 --set c=2,d=3 -f x.yaml --values y.yaml "
                                 "--strategy reuse");
        QVERIFY(given);
        QCOMPARE(given->verb, VerbName::Plan);
        QCOMPARE(given->toText, QStringLiteral("v26.3.0"));
        QCOMPARE(given->setArguments, QStringList({QStringLiteral("a.b=1"), QStringLiteral("c=2,d=3")}));
        QCOMPARE(given->valuesFiles, QStringList({QStringLiteral("x.yaml"), QStringLiteral("y.yaml")}));
        QCOMPARE(given->strategy, Strategy::Reuse);
        QVERIFY(!parse("plan gpu --to 1")->strategy);
    }

    void aTicketTakesItsPhaseAndWhatIsLeftOut()
    {
        const auto given =
            parse("ticket ns/gpu --phase during --without nodes --without add-ons --hide kestrel "
                  "--anonymous --attach t.zip --plan p.yaml -o pdf");
        QVERIFY(given);
        QCOMPARE(given->verb, VerbName::Ticket);
        QCOMPARE(given->release, QStringLiteral("ns/gpu"));
        QCOMPARE(given->phase, std::optional(TicketPhase::During));
        QCOMPARE(given->without, (QList<TicketPart>{TicketPart::Nodes, TicketPart::AddOns}));
        QCOMPARE(given->hidden, QStringList{QStringLiteral("kestrel")});
        QVERIFY(given->isAnonymous);
        QCOMPARE(given->attachments, QStringLiteral("t.zip"));
        QCOMPARE(given->planFile, QStringLiteral("p.yaml"));
        QCOMPARE(given->format, std::optional(OutputFormat::Pdf));
        QVERIFY(parse("ticket --phase before"));
    }

    void theOutputOfARecordingIsAFile()
    {
        const auto given = parse("record -o night.gz --for 1h");
        QVERIFY(given);
        QCOMPARE(given->file, QStringLiteral("night.gz"));
        QCOMPARE(given->duration, std::chrono::milliseconds(1h));
    }

    void wordsBehindTwoDashesAreNoOptions()
    {
        const auto given = parse("history -- -o");
        QVERIFY(given);
        QCOMPARE(given->release, QStringLiteral("-o"));
    }

    void helpAndVersionNeedNothingElse()
    {
        QVERIFY(parse("values --help")->help);
        QVERIFY(parse("-h")->help);
        QVERIFY(parse("--version")->version);
        for (const CommandVerb &verb : commandVerbs()) {
            QVERIFY(helpText(verb.verb).startsWith(QStringLiteral("Usage: chartroom")));
            for (const CommandOption &option : commandOptions())
                QVERIFY2(!option.isKnownTo(verb.verb) || helpText(verb.verb).contains(u"--"_s + option.name),
                         qPrintable(verb.name + u' ' + option.name));
            for (const qsizetype columns : {60, 80, 200})
                for (const QString &line : helpText(verb.verb, columns).split(u'\n'))
                    QVERIFY2(line.size() <= std::min<qsizetype>(columns, 100) ||
                                 !line.trimmed().contains(u' ') || verb.examples.contains(line.trimmed()),
                             qPrintable(line));
        }
    }

    void everyVerbIsInTheHelpAndItsExamplesAreRead()
    {
        for (const CommandVerb &verb : commandVerbs()) {
            QVERIFY2(verb.name.isEmpty() || helpText(VerbName::Window).contains(u"\n  "_s + verb.name),
                     qPrintable(verb.name));
            QVERIFY2(!verb.examples.isEmpty() && !verb.usage.isEmpty(), qPrintable(verb.name));
            for (const QString &example : verb.examples) {
                const auto given = parseInvocation(example.split(u' ').mid(1));
                QVERIFY2(given, qPrintable(given ? QString() : given.error().message));
                QVERIFY(given->verb == verb.verb || given->help);
            }
        }
    }

    void helpIsAVerbToo()
    {
        const auto rollout = parse("help rollout");
        QVERIFY(rollout && rollout->help);
        QCOMPARE(rollout->verb, VerbName::Rollout);
        QCOMPARE(parse("help")->verb, VerbName::Window);
        QVERIFY(parse("help")->help);
        QVERIFY(parse("help rolout").error().message.contains(u"\"rollout\"?"));
    }

    void theChoicesOfAnOptionAreInItsHelpAndTaken()
    {
        for (const CommandOption &option : commandOptions())
            for (const QString &choice : option.choices) {
                Invocation given;
                QVERIFY2(option.set(given, choice), qPrintable(option.name + u' ' + choice));
                QVERIFY2(option.help.contains(choice), qPrintable(option.name + u' ' + choice));
            }
        QVERIFY(parse("list -o wide")->isWide);
        QVERIFY(!parse("list -o table")->isWide);
    }

    void aMistypedWordIsGuessed_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("meant");
        const auto row = [](const char *line, const char *meant) {
            QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(meant);
        };
        row("lsit -A", "\"list\"?");
        row("rolout", "\"rollout\"?");
        row("find", "\"findings\"?");
        row("upgarde gpu", "\"upgrade\"?");
        row("list --namepsace x", "\"--namespace\"?");
        row("rollout --wacth", "\"--watch\"?");
        row("--recrding x list", "");
        row("frobnicate", "");
        row("rollout --canary x", ""); // another verb's
    }
    void aMistypedWordIsGuessed()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, meant);
        const auto given = parse(line.constData());
        QVERIFY(!given);
        QCOMPARE(given.error().code, Error::Code::Invalid);
        QVERIFY2(given.error().message.contains(meant) &&
                     given.error().message.contains(u'?') == !meant.isEmpty(),
                 qPrintable(given.error().message));
    }

    // helm/helm pkg/cli/environment.go
    void whatIsLeftOpenComesFromHelmsEnvironment()
    {
        qputenv("HELM_KUBECONTEXT", "staging");
        qputenv("HELM_NAMESPACE", "shop");
        const auto unset = qScopeGuard([] {
            qunsetenv("HELM_KUBECONTEXT");
            qunsetenv("HELM_NAMESPACE");
        });
        const auto taken = [](const char *line) {
            Invocation given = *parse(line);
            takeHelmEnvironment(given);
            return given;
        };
        QCOMPARE(taken("rollout").contexts, QStringList{u"staging"_s});
        QCOMPARE(taken("").contexts, QStringList{u"staging"_s});
        QCOMPARE(taken("rollout --context prod").contexts, QStringList{u"prod"_s});
        QVERIFY(taken("list --all-contexts").contexts.isEmpty());
        QVERIFY(taken("rollout --recording bundled").contexts.isEmpty());
        QCOMPARE(taken("list").namespaceName, u"shop"_s);
        QCOMPARE(taken("history web").namespaceName, u"shop"_s);
        QCOMPARE(taken("history web -n prod").namespaceName, u"prod"_s);
        for (const char *line : {"list -A", "history prod/web", "findings", "ticket --phase after", "recover",
                                 "list --recording bundled", "upgrade --plan p.yaml"})
            QVERIFY2(taken(line).namespaceName.isEmpty(), line);
    }

    void wrongUsageIsNamed_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("named");
        const auto row = [](const char *line, const char *named) {
            QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(named);
        };
        row("lsit", "lsit");
        row("list --frobnicate", "--frobnicate");
        row("list -x", "-x");
        row("list extra", "extra");
        row("list -o xml", "xml");
        row("list --timeout soon", "soon");
        row("list --timeout 0", "--timeout");
        row("list --timeout", "--timeout");
        row("list -n", "-n");
        row("list --quiet=yes", "--quiet");
        row("list -A -n x", "-n");
        row("list --at 5", "--at");
        row("list --recording f --context c", "recording");
        row("list --all-contexts --context c", "--all-contexts");
        row("list --transport pigeon", "pigeon");
        row("list --kubeconfig=", "--kubeconfig");
        row("contexts --reveal", "chartroom contexts has no option --reveal");
        row("contexts --context c", "--context"); // it lists them all
        row("history", "release");
        row("history a --context b --context c", "one context");
        row("rollout --watch --all-contexts", "--watch");
        row("versions init --all-contexts", "one context");
        row("versions audit --all-contexts -o junit", "one context");
        row("values a --kind manifest", "outcome:STRATEGY@VERSION");
        row("values a --kind user:3", "--kind");
        row("values a --kind outcome:keep@1", "Unknown strategy in");
        row("values a --kind outcome:reset@1 --revision 2", "--revision");
        row("values a -o patch", "yaml");
        row("list -o patch", "csv");
        row("diff a", "--from SIDE");
        row("diff a --from user:1", "--to SIDE");
        row("diff a --from user:x --to live", "user:x");
        row("diff a --from user:1 --to nowhere", "nowhere");
        row("diff a --from user:1 --to live -o csv", "patch");
        row("diff --from user:1 --to live", "Which release");
        row("diff a --from live --to live --set a=b", "--set");
        row("upgrade", "Which release");
        row("upgrade gpu", "Which chart version");
        row("upgrade gpu --to 1.2.3", "--strategy");
        row("upgrade gpu --plan p.yaml", "as it stands");
        row("upgrade --plan p.yaml --set a=1", "as it stands");
        row("upgrade --plan p.yaml --reason window", "--reason");
        row("rollback", "Which release");
        row("rollback a", "Back to which revision");
        row("rollback a b", "Back to which revision");
        row("rollback a 1 2", "too many");
        row("recover a", "namespace/name");
        row("recover --unhold", "Which operation");
        row("recover a/b --unhold", "Which operation");
        row("recover --yes", "--unhold");
        row("upgrade --plan p.yaml --canary a", "as it stands");
        row("upgrade --plan p.yaml --gpu-floor 8", "as it stands");
        row("upgrade --plan p.yaml --timeout 5m0s", "as it stands");
        row("rollback a 1 --timeout 25h", "--timeout");
        row("rollback a 1 --timeout 0s", "--timeout");
        row("rollback a 1 --gpu-floor none", "--gpu-floor");
        row("plan a --to 1 --bake soon", "--bake");
        row("plan a", "--to VERSION");
        row("plan a --to 1 --strategy keep", "keep");
        row("plan a --to 1 -o patch", "md");
        row("plan a --to 1 --from user", "--from");
        row("values a --revision 0", "--revision");
        row("values a --revision x", "--revision");
        row("values a -o table", "yaml");
        row("record", "-o");
        row("record -o f --recording g", "--recording");
        row("replay", "recording");
        row("ticket", "--phase");
        row("ticket --phase later", "later");
        row("ticket --phase during -o csv", "pdf");
        row("ticket --phase during --without everything", "everything");
        row("list -o pdf", "csv");
        row("completion", "zsh");
        row("completion tcsh", "tcsh");
        row("version extra", "extra");
        row("info extra", "extra");
        row("man extra", "extra");
        row("--upgrade", "--upgrade");
    }

    void wrongUsageIsNamed()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, named);
        const auto given = parse(line.constData());
        QVERIFY(!given);
        QCOMPARE(given.error().code, Error::Code::Invalid);
        QVERIFY2(given.error().message.contains(named), qPrintable(given.error().message));
    }

    /// As "$file" of a script is where nothing has set it.
    void anEmptyFileNameIsNoFile()
    {
        const auto given = parseInvocation({QStringLiteral("replay"), QString()});
        QVERIFY(!given);
        QCOMPARE(given.error().code, Error::Code::Invalid);
    }

    void lengthsOfTime_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("milliseconds");
        const auto row = [](const char *text, qint64 milliseconds) {
            QTest::newRow(text) << QString::fromLatin1(text) << milliseconds;
        };
        row("90", 90'000);
        row("90s", 90'000);
        row("1.5s", 1500);
        row("250ms", 250);
        row("5m", 300'000);
        row("1h30m", 5'400'000);
        row("1h2m3s", 3'723'000);
        row("", -1);
        row("s", -1);
        row("-5", -1);
        row("5x", -1);
        row("1m 5s", -1);
        row("99999999999", -1);
    }

    void lengthsOfTime()
    {
        QFETCH(QString, text);
        QFETCH(qint64, milliseconds);
        const auto duration = parseDuration(text);
        QCOMPARE(duration ? duration->count() : -1, milliseconds);
    }

    void anErrorBecomesTheExitStatusOfTheContract()
    {
        const auto status = [](Error::Code code) { return int(exitCode(Error{code, {}, {}, {}})); };
        QCOMPARE(status(Error::Code::Unreachable), 3);
        QCOMPARE(status(Error::Code::Forbidden), 3);
        QCOMPARE(status(Error::Code::Unauthorized), 3);
        QCOMPARE(status(Error::Code::NeedsConsent), 3);
        QCOMPARE(status(Error::Code::Timeout), 3);
        QCOMPARE(status(Error::Code::Invalid), 2);
        QCOMPARE(status(Error::Code::NotFound), 4);
        QCOMPARE(status(Error::Code::Damaged), 4);
        QCOMPARE(status(Error::Code::Process), 4);
        QCOMPARE(status(Error::Code::Throttled), 4); // somebody else is at work
        QCOMPARE(status(Error::Code::Cancelled), 130);
    }

    /// Whatever the error, it is never what a script takes for something found.
    void noErrorIsTheStatusOfSomethingFound()
    {
        for (int code = int(Error::Code::Cancelled); code <= int(Error::Code::File); ++code) {
            const int status = exitCode(Error{Error::Code(code), {}, {}, {}});
            QVERIFY2(status > Found, QByteArray::number(code).constData());
        }
    }

    void eachVerbThatNamesAReleaseTakesItsNamespace_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("history") << u"history web"_s;
        QTest::newRow("values") << u"values web"_s;
        QTest::newRow("diff") << u"diff web --from user:1 --to user:2"_s;
        QTest::newRow("plan") << u"plan web --to 1.0"_s;
        QTest::newRow("upgrade") << u"upgrade web --to 1.0 --strategy reuse"_s;
        QTest::newRow("rollback") << u"rollback web 3"_s;
        QTest::newRow("recover") << u"recover web"_s;
        QTest::newRow("unhold") << u"recover 20261121t220000z-1 --unhold"_s;
        QTest::newRow("ticket") << u"ticket web --phase after"_s;
    }
    void eachVerbThatNamesAReleaseTakesItsNamespace()
    {
        QFETCH(QString, line);
        for (const QString &option : {u"-n shop"_s, u"--namespace=shop"_s}) {
            const auto given = parseInvocation((line + u' ' + option).split(u' '));
            QVERIFY2(given, given ? "" : qPrintable(given.error().message));
            QCOMPARE(given->namespaceName, u"shop"_s);
        }
    }

    void twoNamespacesAtOnceAreAMistake()
    {
        QVERIFY(!parseInvocation(u"rollback test/web 3 -n prod"_s.split(u' ')));
        QVERIFY(parseInvocation(u"rollback prod/web 3 -n prod"_s.split(u' ')));
        QCOMPARE(parseInvocation(u"recover -n prod"_s.split(u' '))->release, QString());
        QVERIFY(!parseInvocation(u"upgrade --plan p.yaml -n prod"_s.split(u' ')));
        QCOMPARE(parseInvocation(u"recover web -n prod"_s.split(u' '))->release, u"prod/web"_s);
    }
};

#include "tst_cli_invocation.moc"
} // namespace tst_cli_invocation

CHARTROOM_TEST(tst_cli_invocation, CliInvocationTest)
