// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/diagnosis/statements.h"
#include "core/helm/release_situation.h"
#include "core/rollout/track.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/test_main.h"

#include <QElapsedTimer>
#include <QMetaEnum>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_signatures {

namespace {

const QByteArray head = "chartroomSignatures: 1\n"
                        "operands:\n"
                        "  - {id: node, name: Node}\n"
                        "  - {id: add-on, name: Add-on}\n"
                        "  - {id: workload, name: Workload}\n";

StatementKind kindOf(const QString &word)
{
    static const QStringList words{u"pod"_s,       u"container"_s, u"log"_s,     u"event"_s,  u"node"_s,
                                   u"condition"_s, u"rollout"_s,   u"missing"_s, u"release"_s};
    return StatementKind(words.indexOf(word));
}

Value::List samples()
{
    const auto yaml =
        readPlainFile(QString::fromUtf8(CHARTROOM_TEST_DATA) + u"/diagnosis/samples.yaml"_s, 1024 * 1024);
    return yaml ? readYaml(*yaml).value_or(Value()).at({u"samples"_s}).list() : Value::List();
}

Statement statementOf(const Value &sample)
{
    Statement said;
    said.kind = kindOf(sample.at({u"in"_s}).toString());
    said.operand = sample.at({u"of"_s}).toString();
    said.container = sample.at({u"container"_s}).toString();
    said.reason = sample.at({u"reason"_s}).toString();
    said.text = sample.at({u"text"_s}).toString();
    return said;
}

/// The id of the first signature that fits; "" for none.
QString firstFit(const Signatures &signatures, const Statement &said, const QDateTime &now = {})
{
    const QList<SignatureMatch> matches = signatures.match(said, now);
    return matches.isEmpty() ? QString() : signatures.signatures()[matches.first().index].id;
}

} // namespace

class SignaturesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto read = Signatures::bundled();
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error().message));
        m_bundled = *read;
        QVERIFY(m_bundled.signatures().size() > 80);
    }

    void eachSampleHasItsSignatureAndNoNeighbours()
    {
        const Value::List all = samples();
        QVERIFY(all.size() > 100);
        for (const Value &sample : all) {
            const QString text = sample.at({u"text"_s}).toString();
            const QString expected = sample.at({u"expect"_s}).toString();
            const QString found = firstFit(m_bundled, statementOf(sample));
            QVERIFY2(found == expected,
                     qPrintable(u"\"%1\" is %2 and should be \"%3\""_s.arg(text, found, expected)));
        }
    }

    void eachSignatureHasASample()
    {
        QSet<QString> sampled;
        for (const Value &sample : samples())
            sampled.insert(sample.at({u"expect"_s}).toString());
        for (const Signature &signature : m_bundled.signatures())
            QVERIFY2(sampled.contains(signature.id), qPrintable(signature.id));
    }

    /// The window shows these texts too, and has pages and buttons.
    void aCommandOfOursIsNamedBesideThePageThatDoesTheSame()
    {
        const QString command = u"chartroom "_s;
        const QString beside = u"(on the command line: chartroom "_s;
        for (const Signature &signature : m_bundled.signatures())
            for (const QString &text : {signature.meaning, signature.nextStep, signature.sameKernelNextStep})
                QVERIFY2(text.count(command) == text.count(beside), qPrintable(signature.id));
    }

    /// Words of the headless contract: each kind of note has its own, and no signature waits for another one.
    void eachKindOfNoteHasAWordOfItsOwn()
    {
        const QMetaEnum kinds = QMetaEnum::fromType<NoteKind>();
        QSet<QString> words;
        for (int i = 0; i < kinds.keyCount(); ++i)
            words.insert(noteWord(NoteKind(kinds.value(i))));
        QCOMPARE(words.size(), kinds.keyCount());
        QCOMPARE(noteWord(NoteKind::RetryLabelAfterOther), u"retryLabelAfterOther"_s);
        const QSet<QString> ofVerdicts{u"failed"_s, u"stuck"_s, u"slow"_s, u"lostInRestart"_s};
        for (const Signature &signature : m_bundled.signatures())
            for (const QString &reason : signature.reasons)
                QVERIFY2(signature.in != StatementKind::Rollout || (words + ofVerdicts).contains(reason),
                         qPrintable(signature.id + u' ' + reason));
    }

    /// Other operators have no such labels, and a failed node keeps no slot with them.
    void whatNvidiasLibraryDoesIsSaidOfItsDriversAlone()
    {
        const QSet<QString> ofNvidia{u"gpu-driver"_s, u"ofed-driver"_s, u"gpu-operator"_s,
                                     u"network-operator"_s, u"maintenance-operator"_s};
        for (const Signature &signature : m_bundled.signatures()) {
            const QSet<QString> of(signature.of.cbegin(), signature.of.cend());
            if (signature.in != StatementKind::Rollout || (!of.isEmpty() && ofNvidia.contains(of)))
                continue;
            const QString said = signature.meaning + u' ' + signature.nextStep;
            for (const QString &word : {u"keeps its slot"_s, u"upgrade-required"_s, u"upgrade-failed"_s,
                                        u"drain-required"_s, u"upgrade library"_s})
                QVERIFY2(!said.contains(word), qPrintable(signature.id + u": "_s + word));
        }
    }

    /// helm/helm pkg/action/upgrade.go prepareUpgrade, rollback.go prepareRollback@v3.22.0, @v4.3.1
    void adviceOnReleasesIsWhatHelmDoes()
    {
        const auto all = m_bundled.signatures();
        const auto signature = [&all](const QString &id) {
            const auto found =
                std::find_if(all.cbegin(), all.cend(), [&id](const Signature &one) { return one.id == id; });
            return found == all.cend() ? Signature() : *found;
        };
        const Signature failed = signature(u"release-none-deployed"_s);
        QVERIFY(!failed.meaning.contains(u"refuse"));
        QCOMPARE(failed.nextStep, u"%wayOn"_s); // one advice with `recover`
        QVERIFY(signature(u"release-at-work"_s).meaning.contains(u"does not refuse a rollback"));
        // From the same moment on every page says that helm's own time limit is past.
        QVERIFY(signature(u"release-at-work"_s).patience == ReleaseSituation::usualTimeout);
        QVERIFY(signature(u"release-pending"_s).meaning.contains(u"has no deployed releases"));
    }

    void eachOwnerIsInTheResponsibilityModel()
    {
        const ResponsibilityRules rules = bundledRules();
        for (const Signature &signature : m_bundled.signatures())
            QVERIFY2(signature.component.isEmpty() || rules.component(signature.component),
                     qPrintable(signature.id));
        for (const Operand &operand : m_bundled.operands())
            QVERIFY2(operand.component.isEmpty() || rules.component(operand.component),
                     qPrintable(operand.id));
    }

    void podsAreToldByLabelsAndThenByWorkload_data()
    {
        QTest::addColumn<QByteArray>("labels");
        QTest::addColumn<QString>("workload");
        QTest::addColumn<QString>("operand");
        const auto row = [](const char *operand, const char *labels, const char *workload) {
            QTest::newRow(workload) << QByteArray(labels).replace('\'', '"') << QString::fromLatin1(workload)
                                    << QString::fromLatin1(operand);
        };
        row("gpu-driver", "{'app.kubernetes.io/component':'nvidia-driver'}",
            "nvidia-gpu-driver-ubuntu22.04-5f");
        row("gpu-driver", "{'app':'nvidia-driver-daemonset'}", "nvidia-driver-daemonset");
        row("gpu-operator", "{'app':'gpu-operator'}", "gpu-operator-77c44");
        row("node-feature-discovery", "{}", "gpu-operator-node-feature-discovery-worker");
        row("ofed-driver", "{'nvidia.com/ofed-driver':''}", "mofed-ubuntu22.04-79d-ds");
        row("rdma-plugin", "{'app':'rdma-shared-dp'}", "rdma-shared-dp-ds");
        row("sriov-plugin", "{'app':'sriovdp'}", "network-operator-sriov-device-plugin");
        row("network-operator", "{}", "network-operator-6f9c");
        row("cilium", "{'k8s-app':'cilium'}", "cilium");
        row("workload", "{'app':'gpu-operator-look-alike'}", "web");
    }
    void podsAreToldByLabelsAndThenByWorkload()
    {
        QFETCH(QByteArray, labels);
        QFETCH(QString, workload);
        QFETCH(QString, operand);
        Pod pod;
        pod.labels = labels;
        pod.ownerName = workload;
        pod.namespaceName = u"nvidia-gpu-operator"_s;
        DiagnosisEvidence evidence;
        evidence.managedNamespaces = QStringList{pod.namespaceName};
        QCOMPARE(operandIdOf(pod, evidence, m_bundled), operand);
    }

    void aWorkloadsNameTellsOnlyWhereItIsNobodyElses()
    {
        Pod pod;
        pod.namespaceName = u"tenant-b"_s;
        pod.ownerName = u"cluster-network-operator-6f9c"_s;
        DiagnosisEvidence evidence;
        evidence.managedNamespaces = QStringList{u"nvidia-network-operator"_s};
        const auto operand = [&] { return operandIdOf(pod, evidence, m_bundled); };
        QCOMPARE(operand(), u"workload"_s);
        OwnedRelease release;
        release.key.namespaceName = pod.namespaceName;
        release.key.name = pod.instance = u"own"_s;
        release.chart = u"web"_s;
        evidence.releases = {release};
        QCOMPARE(operand(), u"add-on"_s);
        evidence.releases.first().chart = u"network-operator"_s;
        QCOMPARE(operand(), u"network-operator"_s);
        evidence.releases.first().chart.clear();
        evidence.releases.first().ownership.component = u"network-operator"_s;
        QCOMPARE(operand(), u"network-operator"_s);
        evidence.releases.first().key.namespaceName = u"tenant-c"_s;
        QCOMPARE(operand(), u"workload"_s);
        pod.labels = R"({"app":"rdma-shared-dp"})"; // which nobody has by chance
        QCOMPARE(operand(), u"rdma-plugin"_s);
    }

    void waitingGoesByWayOfOthers()
    {
        QVERIFY(m_bundled.waitsFor(u"validator"_s, u"gpu-driver"_s));
        QVERIFY(m_bundled.waitsFor(u"workload"_s, u"node"_s));
        QVERIFY(!m_bundled.waitsFor(u"gpu-driver"_s, u"validator"_s));
        QVERIFY(!m_bundled.waitsFor(u"gpu-driver"_s, u"gpu-driver"_s));
    }

    void whatIsNormalForAWhileIsNoFindingUntilThen()
    {
        Statement said;
        said.kind = StatementKind::Event;
        said.operand = u"device-plugin"_s;
        said.reason = u"FailedCreatePodSandBox"_s;
        said.text = u"no runtime for \"nvidia\" is configured"_s;
        const QDateTime now = QDateTime::fromString(u"2026-11-22T03:00:00Z"_s, Qt::ISODate);
        said.since = now.addSecs(-60);
        QCOMPARE(firstFit(m_bundled, said, now), QString());
        const QDateTime next = m_bundled.nextMatch(said, now);
        QVERIFY(next > now);
        QCOMPARE(firstFit(m_bundled, said, next.addMSecs(-1)), QString());
        QCOMPARE(firstFit(m_bundled, said, next), u"runtime-not-configured"_s);
        said.since = now.addSecs(-600);
        QCOMPARE(firstFit(m_bundled, said, now), u"runtime-not-configured"_s);
        QVERIFY(!m_bundled.nextMatch(said, now).isValid());
        said.since = now.addSecs(-60);
        said.text = u"something else"_s; // that no signature waits for
        QVERIFY(!m_bundled.nextMatch(said, now).isValid());
    }

    void aLogIsReadFromItsEnd()
    {
        Statement said;
        said.kind = StatementKind::Log;
        said.operand = u"device-plugin"_s;
        said.text = u"XidCriticalError: Xid=13 on Device=GPU-a; marking device as unhealthy.\nfine\n"
                    "XidCriticalError: Xid=79 on Device=GPU-b; marking device as unhealthy.\n"_s;
        const auto matches = m_bundled.match(said, {});
        QCOMPARE(matches.size(), 1);
        QVERIFY(matches.first().line.contains(u"Xid=79"));
    }

    void aTextSaysWhatItMeansWhoeverSaidIt()
    {
        const auto match = m_bundled.meaningOf(u"ERROR: Could not resolve Linux kernel version"_s);
        QVERIFY(match);
        QCOMPARE(match->found, u"Could not resolve Linux kernel version"_s);
        QVERIFY(!m_bundled.meaningOf(u"all is well"_s));
        QVERIFY(!m_bundled.meaningOf(QString()));
        // Of a registry it speaks only where an image is being pulled.
        const QString unreachable = u"dial tcp: lookup nvcr.io: no such host"_s;
        QVERIFY(!m_bundled.meaningOf(unreachable));
        QVERIFY(!m_bundled.meaningOf(unreachable, u"CrashLoopBackOff"_s));
        QVERIFY(m_bundled.meaningOf(unreachable, u"ErrImagePull"_s));
    }

    void aStarStandsForAnyRun_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("found");
        QTest::newRow("plain") << u"b c"_s << u"a b c d"_s << u"b c"_s;
        QTest::newRow("star") << u"Xid=*unhealthy"_s << u"an Xid=79 is unhealthy now"_s
                              << u"Xid=79 is unhealthy"_s;
        QTest::newRow("empty run") << u"a*b"_s << u"xaby"_s << u"ab"_s;
        QTest::newRow("order") << u"a*b"_s << u"b a"_s << QString();
        QTest::newRow("capitals") << u"Failed"_s << u"failed"_s << QString();
        QTest::newRow("no overlap") << u"aa*aa"_s << u"aaa"_s << QString();
        QTest::newRow("empty line") << u"a"_s << QString() << QString();
        QTest::newRow("regular expression") << u"a.c"_s << u"abc"_s << QString();
    }
    void aStarStandsForAnyRun()
    {
        QFETCH(QString, pattern);
        QFETCH(QString, line);
        QFETCH(QString, found);
        const auto read = TextPattern::read(pattern);
        QVERIFY(read);
        const auto place = read->find(line);
        QCOMPARE(place ? line.mid(place->start, place->length) : QString(), found);
    }

    void aHostileLogCostsNoMoreThanItsLength()
    {
        Statement said;
        said.kind = StatementKind::Log;
        said.operand = u"device-plugin"_s;
        said.text =
            u"XidCriticalError: Xid="_s.repeated(200'000); // the start of a pattern, and never its end
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(firstFit(m_bundled, said), QString());
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    }

    void wrongFilesNameTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const char *entry, const char *part) {
            QTest::newRow(name) << head + "signatures:\n  - " + entry + '\n' << QString::fromLatin1(part);
        };
        const auto whole = [](const char *name, const QByteArray &yaml, const char *part) {
            QTest::newRow(name) << yaml << QString::fromLatin1(part);
        };
        row("key", "{id: a, in: log, texts: [x], meaning: m, nextStep: n, source: s, colour: red}",
            "x.yaml:7:");
        row("place", "{id: a, in: dream, texts: [x], meaning: m, nextStep: n, source: s}", "x.yaml:7:");
        row("operand", "{id: a, in: log, of: [gpu], texts: [x], meaning: m, nextStep: n, source: s}",
            "\"gpu\"");
        row("explains", "{id: a, in: log, explains: [b], texts: [x], meaning: m, nextStep: n, source: s}",
            "\"b\"");
        row("about", "{id: a, in: log, about: b, texts: [x], meaning: m, nextStep: n, source: s}", "\"b\"");
        row("no text in a log", "{id: a, in: log, reasons: [x], meaning: m, nextStep: n, source: s}",
            "x.yaml:7:");
        row("fits everything", "{id: a, in: pod, meaning: m, nextStep: n, source: s}", "everything");
        row("only a star", "{id: a, in: log, texts: [\"*\"], meaning: m, nextStep: n, source: s}",
            "not a search text");
        row("no meaning", "{id: a, in: log, texts: [x], nextStep: n, source: s}", "meaning is missing");
        row("no source", "{id: a, in: log, texts: [x], meaning: m, nextStep: n}", "source is missing");
        row("patience", "{id: a, in: log, texts: [x], patience: soon, meaning: m, nextStep: n, source: s}",
            "patience");
        row("bearing", "{id: a, in: log, texts: [x], bearing: bad, meaning: m, nextStep: n, source: s}",
            "bearing");
        row("sparesNodes",
            "{id: a, in: pod, reasons: [x], sparesNodes: some, meaning: m, nextStep: n, source: s}",
            "sparesNodes");
        row("without", "{id: a, in: pod, reasons: [x], without: [y], meaning: m, nextStep: n, source: s}",
            "without");
        row("kernel",
            "{id: a, in: log, texts: [x], sameKernel: {meaning: m}, meaning: m, nextStep: n, source: s}",
            "nextStep is missing");
        row("container of a node",
            "{id: a, in: node, containers: [c], reasons: [x], meaning: m, nextStep: n, "
            "source: s}",
            "container");
        const QByteArray good = "{id: a, in: pod, reasons: [x], meaning: m, nextStep: n, source: s}\n";
        whole("twice", head + "signatures:\n  - " + good + "  - " + good, "x.yaml:8:");
        whole("version", "chartroomSignatures: 2\n", "version 1");
        whole("no workload", "chartroomSignatures: 1\noperands:\n  - {id: node, name: N}\n", "add-on");
        whole("circle", head + "  - {id: a, name: A, waitsFor: [b]}\n  - {id: b, name: B, waitsFor: [a]}\n",
              "depends on itself");
        whole("unknown wait", head + "  - {id: a, name: A, waitsFor: [c]}\n", "\"c\"");
        whole("empty label", head + "  - {id: a, name: A, labels: [\"\"]}\n", "every pod");
        whole("no YAML", "chartroomSignatures: [1\n", "x.yaml");
    }
    void wrongFilesNameTheirPlace()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QString, part);
        const auto read = Signatures::load(yaml, u"x.yaml"_s);
        QVERIFY(!read.has_value());
        QVERIFY2(read.error().message.contains(part), qPrintable(read.error().message));
    }

private:
    Signatures m_bundled;
};

#include "tst_signatures.moc"
} // namespace tst_signatures

CHARTROOM_TEST(tst_signatures, SignaturesTest)
