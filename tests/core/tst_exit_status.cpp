// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_verbs.h"
#include "app/exit_code.h"
#include "app/help_text.h"
#include "tests/core/cli_bench.h"
#include "tests/support/chart_shelf.h"
#include "tests/support/gzipped.h"
#include "tests/support/release_builder.h"
#include "tests/support/tar_sample.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QSet>

#include <set>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_exit_status {

namespace {

/// Released: a cluster with the release n/web, a helm and a repository of its chart. Partial: an empty one
/// whose events may not be read; NoNodes: whose nodes. Narrow: one with n/web, of which only the namespace n
/// may be read.
enum class Where { Nowhere, Recording, Empty, Partial, NoNodes, Narrow, Released, Forbidden, Unreachable };

ReleaseBuilder web()
{
    ReleaseBuilder release;
    release.name = release.chartName = u"web"_s;
    release.namespaceName = u"n"_s;
    release.chartVersion = u"1.0.0"_s;
    return release;
}

/// An API server on the loopback that has nothing or one release, or that allows nothing.
class SmallServer
{
public:
    explicit SmallServer(Where where)
    {
        m_server.onRequest([where](FaultConnection *connection, const SeenRequest &request) {
            const QString path = request.url.path();
            const bool isNarrow = where == Where::Narrow;
            const bool hasWeb = where == Where::Released || isNarrow;
            if (path == u"/version")
                connection->answer(200, R"({"gitVersion":"v1.36.3"})");
            else if (where == Where::Forbidden || (where == Where::Partial && path == u"/api/v1/events") ||
                     (where == Where::NoNodes && path == u"/api/v1/nodes") ||
                     (isNarrow && !path.startsWith(u"/api/v1/namespaces/n/")))
                connection->answer(403, R"({"kind":"Status","apiVersion":"v1","status":"Failure",)"
                                        R"("reason":"Forbidden","message":"no","code":403})");
            else if (request.isWatch())
                connection->startChunked();
            else if (hasWeb && path.endsWith(web().objectName()))
                connection->answer(200, web().object());
            else if (hasWeb && path == (isNarrow ? u"/api/v1/namespaces/n/secrets"_s : u"/api/v1/secrets"_s))
                connection->answer(200, listAnswer({web().metadataObject()}, u"5"_s));
            else
                connection->answer(200, listAnswer({}, u"5"_s));
        });
    }
    [[nodiscard]] QString address() const { return m_server.address(); }

private:
    FaultServer m_server;
};

/// What came of it, in the words of the contract.
enum class Situation { Clean, Found, Usage, NoCluster, NotAllowed, NotDone };

int statusOf(Situation situation)
{
    switch (situation) {
    case Situation::Clean:
        return Done;
    case Situation::Found:
        return Found;
    case Situation::Usage:
        return WrongUsage;
    case Situation::NoCluster:
    case Situation::NotAllowed:
        return NoAccess;
    case Situation::NotDone:
        break;
    }
    return NotDone;
}

struct Case
{
    QString verb;
    Situation situation;
    Where where;
    QStringList arguments;
};

/// With what each verb that connects is tried.
QMap<QString, QStringList> connections()
{
    return {
        {u"list"_s, {}},
        {u"history"_s, {u"a"_s}},
        {u"values"_s, {u"a"_s}},
        {u"diff"_s, {u"a"_s, u"--from"_s, u"user"_s, u"--to"_s, u"user"_s}},
        {u"plan"_s, {u"a"_s, u"--to"_s, u"v1"_s}},
        {u"rollout"_s, {}},
        {u"findings"_s, {}},
        {u"gpus"_s, {}},
        {u"responsibility"_s, {}},
        {u"record"_s, {u"-o"_s, u"~/r.jsonl.gz"_s, u"--for"_s, u"1s"_s}},
        {u"upgrade"_s, {u"a"_s, u"--to"_s, u"v1"_s, u"--strategy"_s, u"reuse"_s, u"--yes"_s}},
        {u"rollback"_s, {u"a"_s, u"1"_s, u"--yes"_s}},
        {u"recover"_s, {u"n/a"_s}},
        {u"ticket"_s, {u"--phase"_s, u"after"_s}},
        {u"versions"_s, {u"audit"_s}},
    };
}

/// What the repository has of the chart web beside whole ones, by its version.
QMap<QString, QByteArray> damagedCharts()
{
    return {{u"1.3.0"_s, "this is no archive"},
            {u"1.4.0"_s, chartSample("web", "1.4.0").chopped(20)},
            {u"1.5.0"_s, TarSample().file("web/values.yaml", "a: 1\n").tgz()}}; // without Chart.yaml
}

/// "~" stands for the home of the test.
QList<Case> cases()
{
    using enum Situation;
    using enum Where;
    QList<Case> all{
        {u"contexts"_s, Clean, Empty, {}},
        {u"contexts"_s, Usage, Empty, {u"extra"_s}},
        {u"contexts"_s, NotDone, Nowhere, {u"--kubeconfig"_s, u"~/none"_s}},
        {u"list"_s, Clean, Empty, {}},
        {u"list"_s, Clean, Recording, {u"-A"_s}},
        {u"list"_s, Clean, Narrow, {u"-n"_s, u"n"_s}}, // as helm list -n does
        {u"list"_s, NotAllowed, Narrow, {u"-n"_s, u"other"_s}},
        {u"list"_s, Usage, Empty, {u"-A"_s, u"-n"_s, u"a"_s}},
        {u"list"_s, NotDone, Nowhere, {u"--recording"_s, u"~/none.jsonl.gz"_s}},
        {u"list"_s, NotDone, Nowhere, {u"--recording"_s, u"~/damaged.jsonl.gz"_s}},
        {u"history"_s, Clean, Recording, {u"gpu-operator"_s}},
        {u"history"_s, Clean, Narrow, {u"web"_s, u"-n"_s, u"n"_s}},
        {u"history"_s, Clean, Narrow, {u"n/web"_s}},
        {u"history"_s, Usage, Empty, {}},
        {u"history"_s, NotDone, Recording, {u"nothing"_s}},
        {u"values"_s, Clean, Recording, {u"gpu-operator"_s}},
        {u"values"_s, Clean, Narrow, {u"web"_s, u"-n"_s, u"n"_s}},
        {u"values"_s, Usage, Recording, {u"gpu-operator"_s, u"--kind"_s, u"what"_s}},
        {u"values"_s, NotDone, Recording, {u"gpu-operator"_s, u"--kind"_s, u"computed"_s}},
        {u"values"_s, NotDone, Recording, {u"nothing"_s}},
        {u"diff"_s,
         Clean,
         Recording,
         {u"gpu-operator"_s, u"--from"_s, u"file:~/a.yaml"_s, u"--to"_s, u"file:~/a.yaml"_s}},
        {u"diff"_s,
         Found,
         Recording,
         {u"gpu-operator"_s, u"--from"_s, u"file:~/a.yaml"_s, u"--to"_s, u"file:~/b.yaml"_s}},
        {u"diff"_s, Usage, Recording, {u"gpu-operator"_s, u"--from"_s, u"what"_s, u"--to"_s, u"live"_s}},
        {u"diff"_s,
         NotDone,
         Recording,
         {u"gpu-operator"_s, u"--from"_s, u"manifest"_s, u"--to"_s, u"manifest"_s}},
        {u"diff"_s, NotDone, Recording, {u"gpu-operator"_s, u"--from"_s, u"live"_s, u"--to"_s, u"live"_s}},
        {u"diff"_s, NotDone, Recording, {u"nothing"_s, u"--from"_s, u"user"_s, u"--to"_s, u"user"_s}},
        {u"plan"_s, Clean, Released, {u"web"_s, u"--to"_s, u"1.1.0"_s}},
        {u"plan"_s, Found, Released, {u"web"_s, u"--to"_s, u"1.2.0"_s}}, // for another Kubernetes
        {u"plan"_s, Usage, Empty, {u"gpu-operator"_s}},
        {u"plan"_s, NotDone, Empty, {u"nothing"_s, u"--to"_s, u"v1"_s}},
        {u"plan"_s, NotDone, Recording, {u"gpu-operator"_s, u"--to"_s, u"v1"_s}}, // it has no charts
        {u"rollout"_s, Clean, Empty, {}},
        {u"rollout"_s, Found, Recording, {u"--at"_s, u"300s"_s}},                     // one failed
        {u"rollout"_s, Found, Nowhere, {u"--recording"_s, u"~/cordoned.jsonl.gz"_s}}, // nobody knows by whom
        {u"rollout"_s, Usage, Empty, {u"--component"_s, u"what"_s}},
        {u"rollout"_s, NotDone, Empty, {u"--component"_s, u"n/what"_s}}, // there is no such DaemonSet
        {u"rollout"_s, NotDone, Nowhere, {u"--recording"_s, u"~/none.jsonl.gz"_s}},
        {u"findings"_s, Clean, Empty, {}},
        {u"findings"_s, Found, Recording, {u"--at"_s, u"300s"_s}},
        {u"findings"_s, Usage, Empty, {u"--yes"_s}},
        {u"findings"_s, NotDone, Partial, {}}, // what was not looked at is not clean
        {u"findings"_s, NotDone, NoNodes, {}},
        {u"rollout"_s, NotAllowed, NoNodes, {}}, // of which there is nothing to say without them
        {u"findings"_s, NotDone, Nowhere, {u"--recording"_s, u"~/damaged.jsonl.gz"_s}},
        {u"gpus"_s, Clean, Recording, {}},
        {u"gpus"_s, Clean, Empty, {}},
        {u"gpus"_s, Usage, Empty, {u"--yes"_s}},
        {u"gpus"_s, NotAllowed, NoNodes, {}},
        {u"gpus"_s, NotDone, Nowhere, {u"--recording"_s, u"~/damaged.jsonl.gz"_s}},
        {u"responsibility"_s, Clean, Recording, {}},
        {u"responsibility"_s, Usage, Empty, {u"--yes"_s}},
        {u"responsibility"_s, NotDone, Nowhere, {u"--recording"_s, u"~/damaged.jsonl.gz"_s}},
        {u"record"_s, Clean, Empty, {u"-o"_s, u"~/r.jsonl.gz"_s, u"--for"_s, u"1s"_s}},
        {u"record"_s, Usage, Empty, {}},
        {u"record"_s, NotDone, Empty, {u"-o"_s, u"~/a.yaml/r.jsonl.gz"_s}},
        {u"replay"_s, Clean, Nowhere, {u"bundled"_s}},
        {u"replay"_s, Usage, Nowhere, {u"bundled"_s, u"--at"_s, u"999h"_s}},
        {u"replay"_s, NotDone, Nowhere, {u"~/none.jsonl.gz"_s}},
        {u"upgrade"_s, Usage, Empty, {u"gpu-operator"_s}},
        {u"upgrade"_s,
         NotDone,
         Empty,
         {u"nothing"_s, u"-n"_s, u"a"_s, u"--to"_s, u"v1"_s, u"--strategy"_s, u"reuse"_s}},
        {u"upgrade"_s, NotDone, Empty, {u"--plan"_s, u"~/none.yaml"_s}},
        {u"upgrade"_s, Usage, Empty, {u"--plan"_s, u"~/object.yaml"_s}}, // of another kind
        {u"rollback"_s, Usage, Empty, {u"gpu-operator"_s}},
        {u"rollback"_s, NotDone, Empty, {u"nothing"_s, u"1"_s, u"-n"_s, u"a"_s}},
        {u"rollback"_s, NotDone, Released, {u"web"_s, u"99"_s, u"-n"_s, u"n"_s}}, // that is not stored
        {u"rollback"_s, NotDone, Released, {u"web"_s, u"99"_s, u"--yes"_s, u"-o"_s, u"json"_s}},
        {u"recover"_s, Clean, Empty, {}},
        {u"recover"_s, NotAllowed, Forbidden, {}},
        {u"recover"_s, NotAllowed, Narrow, {}},             // of the context's namespace, too
        {u"recover"_s, NotDone, Narrow, {u"-n"_s, u"n"_s}}, // its releases are known, the nodes are not
        {u"recover"_s, NotAllowed, Narrow, {u"-n"_s, u"o"_s}},
        {u"recover"_s, Usage, Empty, {u"nothing"_s}},
        {u"recover"_s, Usage, Empty, {u"a/nothing"_s, u"-n"_s, u"b"_s}},
        {u"recover"_s, NotDone, Empty, {u"nothing"_s, u"-n"_s, u"a"_s}},
        {u"recover"_s, NotDone, Empty, {u"20261121t220000z-0"_s, u"--forget"_s}},
        {u"ticket"_s, Clean, Recording, {u"--phase"_s, u"during"_s, u"--at"_s, u"300s"_s}}, // it is written
        {u"ticket"_s, Usage, Recording, {}},
        {u"ticket"_s, NotDone, Recording, {u"nothing"_s, u"--phase"_s, u"during"_s}},
        {u"ticket"_s, NotDone, Recording, {u"--phase"_s, u"during"_s, u"--attach"_s, u"~/a.yaml/a.zip"_s}},
        {u"versions"_s,
         Clean,
         Nowhere,
         {u"diff"_s, u"--matrix"_s, u"~/matrix.yaml"_s, u"--to"_s, u"current_production"_s}},
        {u"versions"_s,
         Found,
         Nowhere,
         {u"diff"_s, u"--matrix"_s, u"~/matrix.yaml"_s, u"--to"_s, u"canary_testing"_s}},
        {u"versions"_s, Usage, Empty, {u"what"_s}},
        {u"versions"_s, NotDone, Nowhere, {u"diff"_s, u"--matrix"_s, u"~/none.yaml"_s}},
        {u"versions"_s, NotDone, Recording, {u"audit"_s, u"--matrix"_s, u"~/none.yaml"_s}},
    };
    for (const QString &version : damagedCharts().keys()) { // not what a person typed
        const QString outcome = u"outcome:reuse@"_s + version;
        all.append({u"plan"_s, NotDone, Released, {u"web"_s, u"--to"_s, version}});
        all.append({u"upgrade"_s,
                    NotDone,
                    Released,
                    {u"web"_s, u"--to"_s, version, u"--strategy"_s, u"reuse"_s, u"--yes"_s}});
        all.append({u"values"_s, NotDone, Released, {u"web"_s, u"--kind"_s, outcome}});
        all.append({u"diff"_s, NotDone, Released, {u"web"_s, u"--from"_s, u"user"_s, u"--to"_s, outcome}});
    }
    const QMap<QString, QStringList> connecting = connections();
    for (auto it = connecting.cbegin(); it != connecting.cend(); ++it) {
        all.append({it.key(), NoCluster, Unreachable, *it + QStringList{u"--timeout"_s, u"2s"_s}});
        all.append({it.key(), NotAllowed, Forbidden, *it + QStringList{u"--timeout"_s, u"5s"_s}});
    }
    all.append({u"recover"_s, NoCluster, Unreachable, {u"--timeout"_s, u"2s"_s}});
    return all;
}

/// A place where the command line names a file.
struct FileUse
{
    QString verb;
    Where where;
    QStringList arguments;            ///< "FILE" stands for the file
    QMap<QString, Situation> endings; ///< by the file in the home of the test
};

QList<FileUse> fileUses()
{
    using enum Situation;
    using enum Where;
    const QMap<QString, Situation> recordings{
        {u"none"_s, NotDone}, {u"folder"_s, NotDone}, {u"empty"_s, NotDone}, {u"list"_s, NotDone}};
    const QMap<QString, Situation> texts{
        {u"none"_s, NotDone}, {u"folder"_s, NotDone}, {u"empty"_s, Usage}, {u"list"_s, Usage}};
    QMap<QString, Situation> values = texts; // an empty file holds none
    values.insert(u"empty"_s, Clean);
    QMap<QString, Situation> contexts = recordings; // an empty file holds none
    contexts.insert(u"empty"_s, Clean);
    const QMap<QString, Situation> kubeconfigs{
        {u"none"_s, NoCluster}, {u"folder"_s, NoCluster}, {u"empty"_s, NoCluster}, {u"list"_s, NoCluster}};
    const QMap<QString, Situation> targets{{u"folder"_s, NotDone}, {u"list/below"_s, NotDone}};
    QList<FileUse> all{
        {u"contexts"_s, Nowhere, {u"--kubeconfig"_s, u"FILE"_s}, contexts},
        {u"replay"_s, Nowhere, {u"FILE"_s}, recordings},
        {u"plan"_s, Released, {u"web"_s, u"--to"_s, u"1.1.0"_s, u"-f"_s, u"FILE"_s}, values},
        {u"upgrade"_s,
         Released,
         {u"web"_s, u"--to"_s, u"1.1.0"_s, u"--strategy"_s, u"reuse"_s, u"--values"_s, u"FILE"_s},
         {{u"none"_s, NotDone}, {u"folder"_s, NotDone}, {u"list"_s, Usage}}},
        {u"upgrade"_s, Empty, {u"--plan"_s, u"FILE"_s}, texts},
        {u"ticket"_s, Recording, {u"--phase"_s, u"before"_s, u"--plan"_s, u"FILE"_s}, texts},
        {u"diff"_s,
         Recording,
         {u"gpu-operator"_s, u"--from"_s, u"file:FILE"_s, u"--to"_s, u"file:FILE"_s},
         values},
        {u"versions"_s, Recording, {u"audit"_s, u"--matrix"_s, u"FILE"_s}, texts},
        {u"versions"_s, Recording, {u"audit"_s, u"--report"_s, u"FILE"_s}, texts},
        {u"versions"_s, Nowhere, {u"diff"_s, u"--matrix"_s, u"FILE"_s}, texts},
        {u"versions"_s,
         Nowhere,
         {u"promote"_s, u"--matrix"_s, u"FILE"_s, u"--reason"_s, u"cluster=none"_s},
         texts},
        {u"versions"_s, Nowhere, {u"rollback"_s, u"--matrix"_s, u"FILE"_s}, texts},
        {u"record"_s,
         Empty,
         {u"-o"_s, u"FILE"_s, u"--for"_s, u"1s"_s},
         {{u"folder"_s, NotDone}, {u"list"_s, NotDone}, {u"list/below"_s, NotDone}}},
        {u"ticket"_s, Recording, {u"--phase"_s, u"during"_s, u"--attach"_s, u"FILE"_s}, targets},
        {u"plan"_s, Released, {u"web"_s, u"--to"_s, u"1.1.0"_s, u"--save"_s, u"FILE"_s}, targets},
    };
    const QMap<QString, QStringList> connecting = connections();
    static const QStringList changing{u"record"_s, u"upgrade"_s, u"rollback"_s, u"recover"_s};
    for (auto it = connecting.cbegin(); it != connecting.cend(); ++it) {
        all.append({it.key(), Nowhere, *it + QStringList{u"--kubeconfig"_s, u"FILE"_s}, kubeconfigs});
        if (!changing.contains(it.key()))
            all.append({it.key(), Nowhere, *it + QStringList{u"--recording"_s, u"FILE"_s}, recordings});
    }
    return all;
}

} // namespace

/// What the built program says to a script at its end, verb by verb.
class ExitStatusTest : public QObject, private CliBench
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyVerbIsHere();
    void theStatusIsThatOfTheContract_data();
    void theStatusIsThatOfTheContract();
    void aFileThatCannotBeUsedEndsEachVerbInTheSameWay_data();
    void aFileThatCannotBeUsedEndsEachVerbInTheSameWay();
    void theContractIsWrittenDown();

private:
    void endsAsTold(const Case &one) const;
    [[nodiscard]] QString path(const QString &name) const { return m_home->filePath(name); }
    void write(const QString &name, const QByteArray &text) const;

    ChartShelf m_charts;
};

void ExitStatusTest::write(const QString &name, const QByteArray &text) const
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    file.write(text);
}

void ExitStatusTest::initTestCase()
{
    write(u"a.yaml"_s, "a: 1\n");
    write(u"b.yaml"_s, "a: 2\n");
    write(u"object.yaml"_s, "apiVersion: v1\nkind: ConfigMap\n");
    write(u"empty"_s, {});
    write(u"list"_s, "- a\n- b\n");
    write(u"damaged.jsonl.gz"_s, "no recording\n");
    write(
        u"cordoned.jsonl.gz"_s,
        gzipped("{\"chartroomRecording\":1,\"cluster\":\"told\",\"serverVersion\":\"v1.36.3\",\"start\":"
                "\"2026-11-21T00:00:00Z\"}\n{\"t\":0,\"resource\":\"nodes\",\"type\":\"ADDED\",\"object\":{"
                "\"metadata\":{\"uid\":\"a\",\"name\":\"gpu-a\",\"labels\":{"
                "\"nvidia.com/gpu-driver-upgrade-state\":\"upgrade-done\"}},\"spec\":{\"unschedulable\":"
                "true}}}\n{\"t\":0,\"resource\":\"nodes\",\"type\":\"SYNCED\",\"resourceVersion\":\"1\"}\n"));
    write(u"matrix.yaml"_s, "current_production:\n  gpu_operator: \"v24.9.0\"\n"
                            "canary_testing:\n  gpu_operator: \"v24.9.2\"\n  canary_node: gpu-4\n");
    for (const char *folder : {"bin", ".config/helm", "folder"})
        QVERIFY(QDir(m_home->path()).mkpath(QString::fromLatin1(folder)));
    write(u"bin/helm"_s, "#!/bin/sh\n[ \"$1\" != version ] || echo v4.1.4\n");
    QVERIFY(QFile::setPermissions(path(u"bin/helm"_s), QFile::ReadOwner | QFile::ExeOwner));
    m_charts.add("web", "1.1.0");
    m_charts.add("web", "1.2.0", "a: 1\n", {}, {}, "kubeVersion: '>=9.0.0'\n");
    const QMap<QString, QByteArray> damaged = damagedCharts();
    for (auto one = damaged.cbegin(); one != damaged.cend(); ++one)
        m_charts.addArchive("web", one.key().toUtf8(), *one);
}

void ExitStatusTest::everyVerbIsHere()
{
    QMap<QString, std::set<Situation>> seen;
    for (const Case &one : cases())
        seen[one.verb].insert(one.situation);
    static const QSet<VerbName> ofTheProgram{VerbName::Window, VerbName::Info,       VerbName::Version,
                                             VerbName::Help,   VerbName::Completion, VerbName::Man};
    for (const CommandVerb &one : commandVerbs()) {
        const QString &verb = one.name;
        const QByteArray name = verb.toUtf8();
        if (ofTheProgram.contains(one.verb)) // they read nothing that could be missing
            continue;
        QVERIFY2(seen.value(verb).contains(Situation::Usage), name.constData());
        QVERIFY2(seen.value(verb).contains(Situation::NotDone), name.constData());
        if (verb != u"upgrade" && verb != u"rollback") // of those tst_upgrade_verbs tells, with a real helm
            QVERIFY2(seen.value(verb).contains(Situation::Clean), name.constData());
        if (verb == u"contexts" || verb == u"replay") // they connect to nothing
            continue;
        QVERIFY2(seen.value(verb).contains(Situation::NoCluster), name.constData());
        QVERIFY2(seen.value(verb).contains(Situation::NotAllowed), name.constData());
    }
}

void ExitStatusTest::theStatusIsThatOfTheContract_data()
{
    QTest::addColumn<int>("place");
    const QList<Case> all = cases();
    for (qsizetype i = 0; i < all.size(); ++i)
        QTest::addRow("%s %s -> %d", qPrintable(all[i].verb), qPrintable(all[i].arguments.join(u' ')),
                      statusOf(all[i].situation))
            << int(i);
}

void ExitStatusTest::theStatusIsThatOfTheContract()
{
    QFETCH(int, place);
    endsAsTold(cases()[place]);
}

void ExitStatusTest::aFileThatCannotBeUsedEndsEachVerbInTheSameWay_data()
{
    QTest::addColumn<int>("place");
    QTest::addColumn<QString>("file");
    const QList<FileUse> all = fileUses();
    for (qsizetype i = 0; i < all.size(); ++i)
        for (const QString &file : all[i].endings.keys())
            QTest::addRow("%s %s: %s", qPrintable(all[i].verb), qPrintable(all[i].arguments.join(u' ')),
                          qPrintable(file))
                << int(i) << file;
}

void ExitStatusTest::aFileThatCannotBeUsedEndsEachVerbInTheSameWay()
{
    QFETCH(int, place);
    QFETCH(QString, file);
    const FileUse use = fileUses()[place];
    QStringList arguments = use.arguments;
    endsAsTold(
        {use.verb, use.endings[file], use.where, arguments.replaceInStrings(u"FILE"_s, u"~/"_s + file)});
}

void ExitStatusTest::endsAsTold(const Case &one) const
{
    QStringList arguments{one.verb};
    for (QString argument : one.arguments)
        arguments << argument.replace(u"~"_s, m_home->path());
    const SmallServer server(one.where);
    if (one.where == Where::Recording)
        arguments += {u"--recording"_s, recording()};
    else if (one.where == Where::Unreachable)
        arguments += {u"--kubeconfig"_s, kubeconfigFor(u"http://127.0.0.1:1"_s)};
    else if (one.where != Where::Nowhere)
        arguments += {u"--kubeconfig"_s, kubeconfigFor(server.address())};
    QMap<QString, QString> variables;
    if (one.where == Where::Released) {
        variables.insert(u"PATH"_s, path(u"bin"_s) + u":/usr/bin:/bin"_s);
        write(u".config/helm/repositories.yaml"_s,
              "repositories: [{name: s, url: \"" + m_charts.url().toUtf8() + "\"}]\n");
    }
    const Ended ended = run(arguments, variables);
    for (const char *made : {"r.jsonl.gz", ".config/helm/repositories.yaml"})
        QFile::remove(path(QString::fromLatin1(made)));
    QVERIFY2(ended.code == statusOf(one.situation),
             (QByteArray::number(ended.code) + ": " + ended.err).constData());
    QVERIFY2(one.situation == Situation::Clean || one.situation == Situation::Found || !ended.err.isEmpty(),
             "nothing says why");
}

void ExitStatusTest::theContractIsWrittenDown()
{
    for (const CommandVerb &verb : commandVerbs()) {
        const QString help = helpText(verb.verb);
        for (const char *words : {"Exit status: 0 done or clean", "1 differs or found", "2 wrong usage",
                                  "3 cannot connect", "4 could not be done", "130 interrupted"})
            QVERIFY2(QString(help).replace(u'\n', u' ').contains(QLatin1String(words)), qPrintable(help));
    }
}

#include "tst_exit_status.moc"
} // namespace tst_exit_status

CHARTROOM_TEST(tst_exit_status, ExitStatusTest)
