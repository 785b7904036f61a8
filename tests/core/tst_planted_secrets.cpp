// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Invariant I6, rules S11, S19 and S22: a secret planted in every place where one can be reaches no output.
// Each output is first seen to hold the same words where nothing marks them as secret, and those of verbs
// with
// --reveal again with it.
#include "app/console.h"
#include "app/verbs/findings_verb.h"
#include "app/verbs/list_verb.h"
#include "app/verbs/plan_verb.h"
#include "app/verbs/release_verbs.h"
#include "app/verbs/responsibility_verb.h"
#include "app/verbs/rollout_verb.h"
#include "app/verbs/ticket_verb.h"
#include "core/base/document.h"
#include "core/compare/shown_text.h"
#include "core/compare/side_texts.h"
#include "core/recording/recorder.h"
#include "core/screens/values/change_tree_model.h"
#include "core/screens/values/read_message.h"
#include "core/screens/values/values_controller.h"
#include "core/secrets/log.h"
#include "tests/support/bundled_rules.h"
#include "tests/support/chart_shelf.h"
#include "tests/support/fake_chart_sources.h"
#include "tests/support/fake_release_source.h"
#include "tests/support/fake_side_reader.h"
#include "tests/support/planted_cluster.h"
#include "tests/support/test_main.h"
#include "tests/support/zip_reader.h"

#include <QBuffer>
#include <QDirIterator>
#include <QJsonDocument>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_planted_secrets {

namespace {

using As = PlantedCluster::As;

const QStringList ofValues{u"Block"_s, u"Header"_s, u"Key"_s, u"Name"_s, u"Pem"_s, u"Url"_s, u"Variable"_s};
const QStringList ofManifest{u"Argument"_s, u"ObjectName"_s, u"SecretData"_s};

QStringList sorted(QStringList list)
{
    list.sort();
    return list;
}

QByteArray joined(const QByteArrayList &parts)
{
    return parts.join('\n');
}

Side sideOf(const QString &text)
{
    return readSide(text).value();
}

/// A file's bytes, unpacked when it is a recording.
QByteArray contents(const QString &path)
{
    if (path.endsWith(u".gz")) {
        QProcess gzip;
        gzip.start(u"gzip"_s, {u"-dc"_s, path});
        return gzip.waitForFinished() && gzip.exitCode() == 0 ? gzip.readAllStandardOutput() : QByteArray();
    }
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray filesUnder(const QString &folder)
{
    QByteArrayList all;
    for (QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         files.hasNext();)
        all << contents(files.next());
    return joined(all);
}

QByteArray textsOf(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QByteArrayList texts;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                                   int(ChangeShownPathRole)})
                texts << index.data(role).toString().toUtf8();
        }
        texts << textsOf(model, model.index(row, 0, parent));
    }
    return joined(texts);
}

} // namespace

class PlantedSecretsTest : public QObject
{
    Q_OBJECT

    SystemClock m_clock;
    const ResponsibilityRules m_rules = bundledRules();
    FakeRunner m_helm;
    FakeChartSources m_charts;

    std::unique_ptr<ClusterSession> session(As as)
    {
        auto transport = std::make_unique<ScriptedTransport>();
        PlantedCluster(as).serve(*transport);
        ClusterSession::Parts parts;
        parts.name = u"prod-eu"_s;
        parts.rules = &m_rules;
        parts.clock = &m_clock;
        parts.helm = std::make_unique<HelmClient>(u"/opt/helm"_s, HelmClient::Access{{}, u"prod-eu"_s},
                                                  &m_helm, nullptr);
        parts.transport = std::move(transport);
        return std::make_unique<ClusterSession>(std::move(parts));
    }

    std::unique_ptr<SessionVerb> verb(const Invocation &invocation, SessionVerb::Sessions sessions,
                                      Console *console)
    {
        switch (invocation.verb) {
        case VerbName::List:
            return std::make_unique<ListVerb>(invocation, std::move(sessions), console);
        case VerbName::History:
            return std::make_unique<HistoryVerb>(invocation, std::move(sessions), console);
        case VerbName::Values:
            return std::make_unique<ValuesVerb>(invocation, std::move(sessions), console, &m_charts);
        case VerbName::Diff:
            return std::make_unique<DiffVerb>(invocation, std::move(sessions), console, &m_charts);
        case VerbName::Plan:
            return std::make_unique<PlanVerb>(invocation, std::move(sessions), console, &m_charts, &m_rules);
        case VerbName::Responsibility:
            return std::make_unique<ResponsibilityVerb>(invocation, std::move(sessions), console, &m_rules);
        case VerbName::Findings:
            return std::make_unique<FindingsVerb>(invocation, std::move(sessions), console, &m_rules);
        case VerbName::Ticket:
            return std::make_unique<TicketVerb>(
                invocation, std::move(sessions), console,
                TicketVerb::Parts{&m_charts, &m_rules, u"/no/such/operations"_s, {}, nullptr});
        default:
            return std::make_unique<RolloutVerb>(invocation, std::move(sessions), console);
        }
    }

    /// All that the verb prints, on both devices.
    QByteArray printed(Invocation invocation, As as)
    {
        QByteArray bytes;
        QBuffer device(&bytes);
        device.open(QIODevice::WriteOnly);
        Console console(&device, &device, {false, false, true});
        invocation.setArguments = {as == As::Secrets ? u"registry.password=CanaryKeyc"_s
                                                     : u"registry.version=CanaryKeyc"_s};
        SessionVerb::Sessions sessions;
        sessions.push_back(session(as));
        const auto running = verb(invocation, std::move(sessions), &console);
        const QSignalSpy finished(running.get(), &Verb::finished);
        running->start();
        if (!QTest::qWaitFor([&] { return !finished.isEmpty(); }, 20'000))
            return "the verb does not end";
        return bytes;
    }

    SideText side(As as, const QString &name, int revision)
    {
        const PlantedCluster cluster(as);
        FakeSideReader reader;
        const QByteArray text = name.startsWith(u"manifest")
                                    ? cluster.manifest(revision).toUtf8()
                                    : QJsonDocument(cluster.userValues(revision)).toJson();
        reader.put(name, text);
        return reader.read({}, sideOf(name)).result().value();
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_helm.answerWith("v4.3.0\n");
        m_charts.putSource(u"nvidia"_s);
        m_charts.putChart(u"nvidia"_s, u"v26.3.0"_s, "driver: {version: '595'}\nreplicas: 1\n");
    }

    void noVerbPrintsThem_data()
    {
        QTest::addColumn<int>("verb");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<int>("format");
        QTest::addColumn<bool>("canReveal");
        QTest::addColumn<QStringList>("places");
        using Format = OutputFormat;
        const std::initializer_list<std::pair<Format, const char *>> tables{
            {Format::Json, "json"}, {Format::Yaml, "yaml"}, {Format::Table, "table"}, {Format::Csv, "csv"}};
        const auto rows = [](const char *name, VerbName verb, const QString &from, const QString &to,
                             std::initializer_list<std::pair<Format, const char *>> formats, bool canReveal,
                             const QStringList &places) {
            for (const auto &[format, word] : formats)
                QTest::addRow("%s as %s", name, word)
                    << int(verb) << from << to << int(format) << canReveal << sorted(places);
        };
        rows("list", VerbName::List, {}, {}, {{Format::Json, "json"}, {Format::Yaml, "yaml"}}, false,
             {u"Name"_s, u"Home"_s});
        rows("history", VerbName::History, {}, {}, {{Format::Json, "json"}, {Format::Yaml, "yaml"}}, true,
             ofValues + QStringList{u"Hook"_s});
        rows("history", VerbName::History, {}, {}, {{Format::Table, "table"}, {Format::Csv, "csv"}}, true,
             {u"Name"_s, u"Hook"_s});
        for (const char *from : {"user:2", "rev:2"})
            rows(from, VerbName::Values, QString::fromLatin1(from), {},
                 {{Format::Json, "json"}, {Format::Yaml, "yaml"}}, true, ofValues);
        rows("a diff of values", VerbName::Diff, u"user:1"_s, u"user:2"_s, tables, true, ofValues);
        rows("a diff of manifests", VerbName::Diff, u"manifest:1"_s, u"manifest:2"_s, tables, true,
             ofManifest);
        const std::initializer_list<std::pair<Format, const char *>> exports{
            {Format::Patch, "a patch"}, {Format::Markdown, "Markdown"}, {Format::Html, "HTML"}};
        rows("a diff of values", VerbName::Diff, u"user:1"_s, u"user:2"_s, exports, true, ofValues);
        rows("a diff of manifests", VerbName::Diff, u"manifest:1"_s, u"manifest:2"_s,
             {{Format::Markdown, "Markdown"}, {Format::Html, "HTML"}}, true, ofManifest);
        rows("a diff of manifests", VerbName::Diff, u"manifest:1"_s, u"manifest:2"_s,
             {{Format::Patch, "a patch"}}, true,
             {u"Argument"_s, u"SecretData"_s}); // the name stands too far from what differs
        const std::initializer_list<std::pair<Format, const char *>> withPreflight{
            {Format::Json, "json"},
            {Format::Yaml, "yaml"},
            {Format::Table, "table"},
            {Format::Markdown, "Markdown"}};
        rows("a plan", VerbName::Plan, {}, u"v26.3.0"_s, withPreflight, true,
             ofValues + QStringList{u"Home"_s});
        rows("a plan", VerbName::Plan, {}, u"v26.3.0"_s, {{Format::Csv, "csv"}}, true, ofValues);
        rows("a rollout", VerbName::Rollout, {}, {}, tables, false, {u"Pod"_s});
        // What Helm says of a revision that failed is told with it.
        rows("findings", VerbName::Findings, {}, {}, tables, false, {u"Pod"_s, u"Hook"_s});
    }

    void noVerbPrintsThem()
    {
        QFETCH(int, verb);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(int, format);
        QFETCH(bool, canReveal);
        QFETCH(QStringList, places);
        Invocation invocation;
        invocation.verb = VerbName(verb);
        invocation.release = u"gpu-operator"_s;
        invocation.format = OutputFormat(format);
        invocation.from = from.isEmpty() ? Side() : sideOf(from);
        invocation.toText = to;
        if (invocation.verb == VerbName::Diff)
            invocation.to = sideOf(to);
        QCOMPARE(sorted(PlantedCluster::foundIn(printed(invocation, As::OpenText))), places);
        const QByteArray hidden = printed(invocation, As::Secrets);
        QVERIFY2(PlantedCluster::foundIn(hidden).isEmpty(), hidden.constData());
        QVERIFY2(hidden.contains("••••"), hidden.constData());
        if (canReveal) {
            invocation.reveal = true;
            places.removeAll(u"Home"_s); // who signs in to a site is no value: it stays hidden
            QCOMPARE(sorted(PlantedCluster::foundIn(printed(invocation, As::Secrets))), places);
        }
    }

    void noTicketHoldsThem_data()
    {
        QTest::addColumn<TicketPhase>("phase");
        QTest::addColumn<int>("format");
        using Format = OutputFormat;
        for (const TicketPhase phase : allTicketPhases)
            for (const auto &[format, word] :
                 {std::pair(Format::Markdown, "Markdown"), std::pair(Format::Html, "HTML"),
                  std::pair(Format::Text, "text"), std::pair(Format::Json, "json")})
                QTest::addRow("%s as %s", qPrintable(ticketPhaseText(phase)), word) << phase << int(format);
    }

    void noTicketHoldsThem()
    {
        QFETCH(TicketPhase, phase);
        QFETCH(int, format);
        QTemporaryDir folder;
        Invocation invocation;
        invocation.verb = VerbName::Ticket;
        invocation.release = u"gpu-operator"_s;
        invocation.phase = phase;
        invocation.format = OutputFormat(format);
        invocation.attachments = folder.filePath(u"ticket.zip"_s);
        const auto all = [&](As as) {
            QByteArrayList parts{printed(invocation, as)};
            const QList<UnzippedFile> files = unzipped(contents(invocation.attachments));
            for (const UnzippedFile &file : files)
                parts << file.bytes;
            return joined(parts);
        };
        QVERIFY(!PlantedCluster::foundIn(all(As::OpenText)).isEmpty());
        const QByteArray hidden = all(As::Secrets);
        QVERIFY2(PlantedCluster::foundIn(hidden).isEmpty(), hidden.constData());
        QVERIFY(hidden.contains("••••"));
    }

    void whoIsResponsibleHoldsNothingOfARelease()
    {
        Invocation invocation;
        invocation.verb = VerbName::Responsibility;
        invocation.format = OutputFormat::Json;
        const QByteArray text = printed(invocation, As::OpenText);
        QVERIFY(text.contains("gpu-operator"));
        QCOMPARE(PlantedCluster::foundIn(text), QStringList());
    }

    void aPageOfValuesShowsThemWhenRevealedOnly()
    {
        for (const auto &[name, places] :
             {std::pair(u"user:2"_s, ofValues), std::pair(u"manifest:2"_s, ofManifest)}) {
            const auto shown = [&, name = name](As as, bool isRevealed) {
                const ShownText text = shownText(side(as, name, 2), isRevealed);
                QByteArray all = text.text.toUtf8() + text.notices.join(u'\n').toUtf8();
                for (const Value &document : text.documents)
                    all += writeYaml(document);
                return sorted(PlantedCluster::foundIn(all));
            };
            QCOMPARE(shown(As::OpenText, false), places);
            QCOMPARE(shown(As::Secrets, false), QStringList());
            QCOMPARE(shown(As::Secrets, true), places);
        }
    }

    // S11: what is revealed is hidden again once it is left.
    void revealingIsNotRemembered()
    {
        FakeReleaseSource releases;
        ShownRelease one;
        ShownRelease other;
        other.name = u"other"_s;
        releases.put(QList{one, other});
        FakeSideReader reader;
        const QByteArray values = QJsonDocument(PlantedCluster(As::Secrets).userValues(2)).toJson();
        reader.put(u"user"_s, values);
        reader.put(u"rev"_s, values);
        ValuesController page;
        page.setSource(&releases, &reader);
        page.setActive(true);
        const auto found = [](const ValuesController &on) {
            return sorted(PlantedCluster::foundIn(on.shown().text.toUtf8()));
        };
        const auto reveal = [&] {
            page.setRevealed(true);
            QTRY_COMPARE(found(page), ofValues);
        };
        const auto hides = [&](const ValuesController &on) {
            QTRY_COMPARE(on.phase(), ReadPhase::Ready);
            QVERIFY(!on.isRevealed());
            QVERIFY(on.shown().hidden > 0);
            QCOMPARE(found(on), QStringList());
        };
        page.setRelease(one.key());
        hides(page);
        reveal();
        page.setRelease(other.key());
        hides(page);
        reveal();
        page.setRelease(one.key()); // back again
        hides(page);
        reveal();
        page.choose(Side::Kind::Computed, {});
        hides(page);
        reveal();
        page.setSource(nullptr, nullptr); // the cluster goes and comes back
        page.setSource(&releases, &reader);
        page.setRelease(one.key());
        hides(page);
        reveal();
        ValuesController second; // a new page
        second.setSource(&releases, &reader);
        second.setActive(true);
        second.setRelease(one.key());
        hides(second);
    }

    void aTreeOfChangesAndTheTwoTextsOfADiffHideThem()
    {
        for (const auto &[name, places] :
             {std::pair(u"user"_s, ofValues), std::pair(u"manifest"_s, ofManifest)}) {
            const auto seen = [&, name = name](As as, bool isRevealed) {
                const SideText from = side(as, name + u":1"_s, 1);
                const SideText to = side(as, name + u":2"_s, 2);
                const Comparison comparison = compareSides(from, to, u"gpu"_s, isRevealed).value();
                const SideTexts texts = sideTexts(from, to, comparison, isRevealed);
                return std::pair(sorted(PlantedCluster::foundIn(texts.from)),
                                 sorted(PlantedCluster::foundIn(texts.to)));
            };
            QCOMPARE(seen(As::OpenText, false), std::pair(places, places));
            QCOMPARE(seen(As::Secrets, false), std::pair(QStringList(), QStringList()));
            QCOMPARE(seen(As::Secrets, true), std::pair(places, places));
        }
        const auto tree = [&](As as, bool isRevealed) {
            ChangeTreeModel model;
            const QList<ValueChange> changes =
                compareSides(side(as, u"user:1"_s, 1), side(as, u"user:2"_s, 2), {}).value().changes;
            model.setTree(ChangeTree::ofChanges(changes), isRevealed);
            return sorted(PlantedCluster::foundIn(textsOf(model)));
        };
        QCOMPARE(tree(As::OpenText, false), ofValues);
        QCOMPARE(tree(As::Secrets, false), QStringList());
        for (const QString &place : ofValues)
            QVERIFY2(place == u"Name" || tree(As::Secrets, true).contains(place), qPrintable(place));
    }

    void aMessageOfAPageHidesThem()
    {
        const auto shown = [](As as) {
            const PlantedCluster cluster(as);
            const PageMessage message =
                readMessage(ReadPhase::Failed,
                            {Error::Code::Process, cluster.hookMessage(), cluster.url(u"CanaryUrl"_s), {}},
                            u"These values cannot be read"_s);
            return sorted(PlantedCluster::foundIn((message.text + message.details).toUtf8()));
        };
        QCOMPARE(shown(As::OpenText), (QStringList{u"Hook"_s, u"Url"_s}));
        QCOMPARE(shown(As::Secrets), QStringList());
    }

    void theLogDoesNotHoldThem()
    {
        const auto logged = [](As as) {
            const PlantedCluster cluster(as);
            const QTemporaryDir folder;
            if (!startLog(folder.path()))
                return QStringList{u"no log"_s};
            logLine({Error::Code::Process, cluster.hookMessage(), {}, {}});
            logLine(u"read "_s + cluster.url(u"CanaryUrl"_s));
            return sorted(PlantedCluster::foundIn(filesUnder(folder.path())));
        };
        QCOMPARE(logged(As::OpenText), (QStringList{u"Hook"_s, u"Url"_s}));
        QCOMPARE(logged(As::Secrets), QStringList());
    }

    void aRecordingDoesNotHoldThem()
    {
        const auto recorded = [this](As as) {
            ScriptedTransport transport;
            PlantedCluster(as).serve(transport);
            ReleaseStore releases(&transport, &m_clock, {});
            const QTemporaryDir folder;
            auto recorder = Recorder::create(folder.filePath(u"r.gz"_s), {u"prod-eu"_s, u"v1.36.3"_s, {}},
                                             {&transport, &releases, &m_clock});
            if (!recorder)
                return QStringList{recorder.error().message};
            QStringList synced;
            connect(recorder->get(), &Recorder::resourceSynced, this,
                    [&synced](const QString &resource) { synced << resource; });
            const QSignalSpy finished(recorder->get(), &Recorder::finished);
            releases.start();
            (*recorder)->start();
            const QStringList wanted{u"nodes"_s, u"pods"_s, u"events"_s, u"clusterpolicies"_s, u"releases"_s};
            const bool isThere = QTest::qWaitFor(
                [&] {
                    return std::all_of(wanted.cbegin(), wanted.cend(),
                                       [&](const QString &one) { return synced.contains(one); });
                },
                20'000);
            (*recorder)->note(u"remark: "_s + PlantedCluster(as).assigned(u"CanaryNote"_s));
            (*recorder)->stop();
            if (!isThere || !QTest::qWaitFor([&] { return !finished.isEmpty(); }, 20'000))
                return QStringList{u"not recorded"_s};
            return sorted(PlantedCluster::foundIn(filesUnder(folder.path())));
        };
        QCOMPARE(recorded(As::OpenText),
                 sorted(ofValues + QStringList{u"Annotation"_s, u"EventName"_s, u"Home"_s, u"Hook"_s,
                                               u"Message"_s, u"Note"_s, u"Pod"_s, u"Policy"_s}));
        QCOMPARE(recorded(As::Secrets), QStringList());
    }

    void theCacheOfChartsDoesNotHoldASignIn()
    {
        const auto kept = [this](bool isSecret) {
            ChartShelf shelf;
            shelf.add("c", "1.0.0", isSecret ? "a: 1\n" : "a: CanaryKey\n");
            ChartHome home;
            home.addRepository(u"r"_s, isSecret ? shelf.url().replace(u"://"_s, u"://bob:CanaryUrl@"_s) +
                                                      u"?access_token=CanaryKey"_s
                                                : shelf.url() + u"?version=CanaryUrl"_s);
            const auto charts = home.open();
            ReleaseRecord record;
            record.chartName = u"c"_s;
            const auto candidates = charts->candidates(u"prod"_s, record);
            if (!QTest::qWaitFor([&] { return candidates.isFinished(); }, 20'000) ||
                !candidates.result().has_value() || candidates.result()->isEmpty())
                return QStringList{u"no source"_s};
            const ChartOrigin source = candidates.result()->first();
            const auto chart = charts->chart(source, u"1.0.0"_s);
            if (!QTest::qWaitFor([&] { return chart.isFinished(); }, 20'000) || !chart.result().has_value())
                return QStringList{u"no chart"_s};
            if (!charts->pin(u"prod"_s, {u"ns"_s, u"c"_s, ReleaseStorage::Secret}, source))
                return QStringList{u"no pin"_s};
            const ChartPlaces places = home.places();
            return sorted(PlantedCluster::foundIn(filesUnder(places.cacheFolder) + contents(places.pinFile)));
        };
        QCOMPARE(kept(false), QStringList{u"Url"_s});
        QCOMPARE(kept(true), QStringList());
    }
};

#include "tst_planted_secrets.moc"
} // namespace tst_planted_secrets

CHARTROOM_TEST(tst_planted_secrets, PlantedSecretsTest)
