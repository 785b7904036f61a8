// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/compare/session_side_reader.h"
#include "core/helm/helm_client.h"
#include "tests/support/fake_chart_sources.h"
#include "tests/support/fake_runner.h"
#include "tests/support/release_builder.h"
#include "tests/support/scripted_transport.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_side_reader {

namespace {

const ReleaseKey key{u"gpu"_s, u"gpu-operator"_s, ReleaseStorage::Secret};

/// One release with a history of its own records.
class HistorySource final : public ReleaseSource
{
public:
    void put(int revision, const QByteArray &userValues, const QString &version, const QByteArray &defaults)
    {
        ReleaseRecord record;
        record.name = key.name;
        record.namespaceName = key.namespaceName;
        record.revision = revision;
        record.chartName = u"gpu-operator"_s;
        record.chartVersion = version;
        record.userValues = *readYaml(userValues);
        record.chartValuesJson = writeJson(*readYaml(defaults), 0);
        record.manifest =
            "---\n# Source: x\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {n: \"" +
            QByteArray::number(revision) + "\"}\n---\n";
        records.insert(revision, record);
        release.key = key;
        release.revisions.prepend({{}, {}, {}, revision, ReleaseStatus::Deployed, {}, {}});
        release.record = record;
    }

    QDateTime now() const override { return {}; }
    QList<ReleaseKey> keys() const override { return {key}; }
    const Release *find(const ReleaseKey &wanted) const override
    {
        return wanted == key ? &release : nullptr;
    }
    Ownership ownership(const ReleaseKey &) const override { return {}; }
    std::optional<PinnedReference> pinnedReference(const ReleaseKey &) const override { return pinned; }
    Result<ReleasePods> pods(const ReleaseKey &) const override { return ReleasePods(); }
    QFuture<Result<ReleaseRecord>> record(const ReleaseKey &, int revision) override
    {
        if (!records.contains(revision))
            return readyFuture(Result<ReleaseRecord>(
                failure(Error::Code::NotFound, u"Revision %1 is no longer stored."_s.arg(revision))));
        return readyFuture(Result<ReleaseRecord>(records.value(revision)));
    }
    void prefer(const QList<ReleaseKey> &) override {}

    QMap<int, ReleaseRecord> records;
    Release release;
    std::optional<PinnedReference> pinned;
};

} // namespace

class SideReaderTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<HistorySource> m_releases;
    std::unique_ptr<FakeChartSources> m_charts;
    std::unique_ptr<ScriptedTransport> m_transport;
    std::unique_ptr<LiveObjects> m_live;
    std::unique_ptr<SessionSideReader> m_reader;
    QTemporaryDir m_folder;
    QString m_repository;

    Result<SideText> read(const QString &side, const ReleaseKey &of = key)
    {
        std::optional<Result<SideText>> got;
        onFinished(m_reader->read(of, *readSide(side)), this,
                   [&got](const Result<SideText> &result) { got = result; });
        if (!QTest::qWaitFor([&] { return got.has_value(); }, 20'000))
            return failure(Error::Code::Timeout, u"no answer"_s);
        return *got;
    }
    QByteArray yaml(const QString &side)
    {
        const auto text = read(side);
        return text ? writeYaml(text->documents.value(0)) : text.error().message.toUtf8();
    }
    QString write(const QString &name, const QByteArray &text)
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return u"file:"_s + file.fileName();
    }
    void makeReader(ChartSources *charts, LiveObjects *live, HelmClient *helm = nullptr)
    {
        m_reader = std::make_unique<SessionSideReader>(
            SessionSideReader::Sources{u"prod"_s, m_releases.get(), charts, live, helm, m_repository});
    }

private Q_SLOTS:
    /// Helm has stored it, and may not have applied it.
    void theNewestRevisionIsSaidToBePending_data()
    {
        QTest::addColumn<QString>("side");
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("user") << u"user"_s << true;
        QTest::newRow("computed") << u"rev"_s << true;
        QTest::newRow("manifest") << u"manifest"_s << true;
        QTest::newRow("the revision by its number") << u"user:3"_s << false;
        QTest::newRow("the reference") << u"reference"_s << false;
    }
    void theNewestRevisionIsSaidToBePending()
    {
        QFETCH(QString, side);
        QFETCH(bool, isSaid);
        QVERIFY(read(side).value_or(SideText()).notices.filter(u"is deployed"_s).isEmpty());
        m_releases->release.revisions.first().status = ReleaseStatus::PendingUpgrade;
        const auto text = read(side);
        QVERIFY2(text, text ? "" : qPrintable(text.error().message));
        const QStringList said = text->notices.filter(u"is deployed"_s);
        QCOMPARE(said, isSaid ? QStringList{u"Revision 3 is the newest and is pending-upgrade; "
                                            "revision 2 is deployed."_s}
                              : QStringList());
    }

    void init()
    {
        m_releases = std::make_unique<HistorySource>();
        m_releases->put(1, "{}", u"1.0.0"_s, "driver: {version: '550', repository: a}");
        m_releases->put(2, "driver: {version: '570'}", u"1.0.0"_s, "driver: {version: '550', repository: a}");
        m_releases->put(3, "driver: {version: '570'}\nextra: 1", u"2.0.0"_s,
                        "driver: {version: '580', repository: a, kernel: auto}");
        m_charts = std::make_unique<FakeChartSources>();
        m_charts->putSource(u"nvidia"_s);
        m_charts->putChart(u"nvidia"_s, u"2.0.0"_s, "# the driver\ndriver:\n  version: '580'\n");
        m_charts->putChart(u"nvidia"_s, u"3.0.0"_s,
                           "# the driver\ndriver:\n  version: '595'\n  repository: b\n  kernel: auto\n");
        m_transport = std::make_unique<ScriptedTransport>();
        m_live = std::make_unique<LiveObjects>(m_transport.get());
        makeReader(m_charts.get(), m_live.get());
    }
    void cleanup()
    {
        m_reader.reset();
        m_live.reset();
    }

    void userValuesAreThoseOfTheRevision()
    {
        QCOMPARE(yaml(u"user:1"_s), QByteArray("{}\n"));
        QCOMPARE(yaml(u"user:2"_s), QByteArray("driver:\n  version: \"570\"\n"));
        QCOMPARE(yaml(u"user"_s), QByteArray("driver:\n  version: \"570\"\nextra: 1\n"));
        const auto side = read(u"user:2"_s);
        QCOMPARE(side->title, u"user values of revision 2"_s);
        QVERIFY(!side->isManifest);
        QCOMPARE(side->text, QByteArray("driver:\n  version: \"570\"\n"));
    }

    void computedValuesAreUserValuesOverTheStoredDefaults()
    {
        QCOMPARE(yaml(u"rev:2"_s), QByteArray("driver:\n  repository: a\n  version: \"570\"\n"));
        QCOMPARE(yaml(u"rev"_s),
                 QByteArray("driver:\n  kernel: auto\n  repository: a\n  version: \"570\"\nextra: 1\n"));
    }

    void theHelmAtHandDecidesHowValuesAreRead_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("documents"); ///< two of them, as they are read
        QTest::addColumn<QByteArray>("computed");
        QTest::addColumn<bool>("isTold");
        const QByteArray all = "a: 3\nb: 2\n";
        QTest::newRow("3") << QByteArray("v3.17.2") << QByteArray("a: 1\n") << QByteArray("d: null\n")
                           << false;
        QTest::newRow("4.1") << QByteArray("v4.1.4") << all << QByteArray("d: null\n") << false;
        QTest::newRow("4.2") << QByteArray("v4.2.0") << all << QByteArray("{}\n") << false;
        QTest::newRow("unknown") << QByteArray("Helm, the package manager") << all << QByteArray("{}\n")
                                 << true;
    }
    void theHelmAtHandDecidesHowValuesAreRead()
    {
        QFETCH(const QByteArray, version);
        QFETCH(const QByteArray, documents);
        QFETCH(const QByteArray, computed);
        QFETCH(const bool, isTold);
        FakeRunner runner;
        runner.answerWith(version + '\n');
        HelmClient helm(u"/opt/helm"_s, {{}, u"cmk"_s}, &runner, nullptr);
        makeReader(m_charts.get(), m_live.get(), &helm);
        Chart &chart = m_charts->chartOf(u"nvidia"_s, u"3.0.0"_s);
        chart.values = *readYaml("{a: 3, b: 2}");
        chart.firstValues = *readYaml("a: 1");
        m_releases->put(4, "{}", u"2.0.0"_s, "d: null");
        const QString file = write(u"two.yaml"_s, "a: 1\n---\nb: 2\na: 3\n");
        for (const QString &side : {file, u"default:3.0.0"_s}) {
            QCOMPARE(yaml(side), documents);
            const QStringList notices = read(side)->notices;
            QCOMPARE(notices.join(u' ').contains(u"several YAML documents"_s), isTold);
        }
        QCOMPARE(yaml(u"rev:4"_s), computed);
        m_reader.reset();
    }

    void numbersAreThoseThatHelmReads()
    {
        m_releases->put(4, "{a: 1, b: 1000, c: 9007199254740992}", u"2.0.0"_s, "{a: 1.0, b: 1e3}");
        const QString file = write(u"numbers.yaml"_s, "a: 1.0\nb: 1e3\nc: 9007199254740993\n");
        QCOMPARE(yaml(file), yaml(u"user:4"_s));
        QCOMPARE(yaml(u"default"_s), QByteArray("a: 1\nb: 1000\n"));
    }

    void theReferenceIsTheFirstRevision()
    {
        const auto side = read(u"reference"_s);
        QVERIFY(side.has_value());
        QCOMPARE(writeYaml(side->documents[0]), QByteArray("{}\n"));
        QVERIFY(side->title.contains(u"revision 1"));
        m_releases->release.revisions.removeLast();
        QCOMPARE(read(u"reference"_s).error().code, Error::Code::NotFound);
    }

    void theReferenceIsThePinnedFileWhereThereIsOne()
    {
        m_releases->pinned =
            PinnedReference{{}, {}, u"gpu.yaml"_s, *readYaml("driver: {version: '545'}"), {}};
        QCOMPARE(yaml(u"reference"_s), QByteArray("driver:\n  version: \"545\"\n"));
        QCOMPARE(read(u"reference"_s)->title, u"reference: pinned file gpu.yaml"_s);
        m_releases->pinned->problem = u"gpu.yaml is gone."_s; // revision 1 does not take its place
        QCOMPARE(read(u"reference"_s).error().message, u"gpu.yaml is gone."_s);
    }

    void defaultsOfAVersionComeWithTheirCommentsFromTheChart()
    {
        const auto side = read(u"default:3.0.0"_s);
        QVERIFY2(side.has_value(), side ? "" : qPrintable(side.error().message));
        QVERIFY(side->text.startsWith("# the driver"));
        QCOMPARE(side->documents[0].at({u"driver"_s, u"version"_s}).toString(), u"595"_s);
        QVERIFY(side->notices.isEmpty());
    }

    void defaultsAloneAreWhatTheNewestRevisionStores()
    {
        QCOMPARE(yaml(u"default"_s),
                 QByteArray("driver:\n  kernel: auto\n  repository: a\n  version: \"580\"\n"));
        QVERIFY(read(u"default"_s)->notices.join(u' ').contains(u"revision 3"));
    }

    void theInstalledVersionsDefaultsAreHadWithoutARepository()
    {
        m_charts->breakSource(u"nvidia"_s, {Error::Code::Unreachable, u"No answer."_s, {}, {}});
        QCOMPARE(read(u"default:2.0.0"_s)->documents[0].at({u"driver"_s, u"kernel"_s}).toString(), u"auto"_s);
        QCOMPARE(read(u"default:3.0.0"_s).error().code, Error::Code::Unreachable);
        makeReader(nullptr, m_live.get());
        QVERIFY(read(u"default:2.0.0"_s).has_value());
        QCOMPARE(read(u"default:3.0.0"_s).error().code, Error::Code::Unsupported);
    }

    void whatTheArchiveBringsIsReadOfAnyVersion()
    {
        Chart &next = m_charts->chartOf(u"nvidia"_s, u"3.0.0"_s);
        next.readme = "# GPU operator\n";
        next.changes = "- kind: added\n";
        next.crds = {
            {u"crds/a.yaml"_s, "kind: CustomResourceDefinition\nmetadata: {name: a}"},
            {u"crds/b.yaml"_s, "# A licence\n---\nkind: CustomResourceDefinition\nmetadata: {name: b}\n"}};
        Chart below;
        below.crds = {{u"crds/c.yaml"_s, "kind: CustomResourceDefinition\nmetadata: {name: c}\n"}};
        next.dependencies = {below};
        QCOMPARE(read(u"readme:3.0.0"_s)->text, QByteArray("# GPU operator\n"));
        QCOMPARE(read(u"readme:3.0.0"_s)->title, u"README of gpu-operator 3.0.0"_s);
        QCOMPARE(read(u"changes:3.0.0"_s)->text, QByteArray("- kind: added\n"));
        const auto crds = read(u"crds:3.0.0"_s);
        QVERIFY(crds->isManifest);
        QCOMPARE(crds->documents.size(), 3);
        QCOMPARE(crds->documents[2].at({u"metadata"_s, u"name"_s}).toString(), u"c"_s);
        QCOMPARE(crds->text.count("---\n"), 3);
    }

    void withoutAVersionTheArchiveIsTheInstalledOnes()
    {
        const auto readme = read(u"readme"_s);
        QCOMPARE(readme->title, u"README of gpu-operator 2.0.0"_s);
        QVERIFY(readme->text.isEmpty());
        QVERIFY(read(u"crds"_s)->documents.isEmpty());
        QCOMPARE(read(u"changes:9.9.9"_s).error().code, Error::Code::NotFound);
        makeReader(nullptr, m_live.get());
        QCOMPARE(read(u"readme"_s).error().code, Error::Code::Unsupported);
    }

    void anUnlistedVersionOrChartSaysSo()
    {
        const Error missing = read(u"default:9.9.9"_s).error();
        QCOMPARE(missing.code, Error::Code::NotFound);
        QVERIFY(missing.message.contains(u"9.9.9"));
        FakeChartSources none;
        makeReader(&none, m_live.get());
        QVERIFY(read(u"default:3.0.0"_s).error().message.contains(u"helm repo add"));
        m_reader.reset();
    }

    void theSecondSourceHelpsWhereTheFirstFails()
    {
        m_charts->breakSource(u"nvidia"_s, {Error::Code::Unreachable, u"No answer."_s, {}, {}});
        m_charts->putSource(u"mirror"_s, ChartOrigin::Sureness::NameOnly);
        m_charts->putChart(u"mirror"_s, u"3.0.0"_s, "a: 1\n");
        const auto side = read(u"default:3.0.0"_s);
        QCOMPARE(writeYaml(side->documents[0]), QByteArray("a: 1\n"));
        QCOMPARE(side->notices.size(), 2);
        QVERIFY(side->notices[0].contains(u"No answer."));
        QVERIFY(side->notices[1].contains(u"only its name is known"));
    }

    void anOutcomeIsWhatHelmWouldStore()
    {
        QCOMPARE(yaml(u"outcome:reset@3.0.0"_s), QByteArray("{}\n"));
        QCOMPARE(yaml(u"outcome:reset-then-reuse@3.0.0"_s),
                 QByteArray("driver:\n  version: \"570\"\nextra: 1\n"));
        makeReader(nullptr, nullptr);
        QCOMPARE(read(u"outcome:reset@3.0.0"_s).error().code, Error::Code::Unsupported);
    }

    void aFileHoldsValuesOrObjects()
    {
        QCOMPARE(yaml(write(u"v.yaml"_s, "# mine\na: {b: 1}\n")), QByteArray("a:\n  b: 1\n"));
        QCOMPARE(read(write(u"v.yaml"_s, "# mine\na: 1\n"))->text, QByteArray("# mine\na: 1\n"));
        QCOMPARE(yaml(write(u"empty.yaml"_s, "")), QByteArray("{}\n"));
        const auto objects = read(write(u"m.yaml"_s, "---\napiVersion: v1\nkind: A\nmetadata: {name: a}\n"
                                                     "---\napiVersion: v1\nkind: B\nmetadata: {name: b}\n"));
        QVERIFY(objects->isManifest);
        QCOMPARE(objects->documents.size(), 2);
    }

    void aFileThatCannotBeUsedSaysWhy()
    {
        QCOMPARE(read(u"file:/nowhere/x.yaml"_s).error().code, Error::Code::NotFound);
        const Error broken = read(write(u"b.yaml"_s, "a: 1\nb: [\n")).error();
        QCOMPARE(broken.code, Error::Code::Invalid);
        QVERIFY2(broken.message.contains(u"line"), qPrintable(broken.message));
        QCOMPARE(read(write(u"l.yaml"_s, "- a\n- b\n")).error().code, Error::Code::Invalid);
    }

    void aManifestHasItsTextAndItsObjects()
    {
        m_releases->records[2].manifest += "kind: [\n---\napiVersion: v1\n";
        const auto side = read(u"manifest:2"_s);
        QVERIFY(side->isManifest);
        QCOMPARE(side->documents.size(), 1);
        QVERIFY(side->text.contains("# Source: x"));
        QCOMPARE(side->notices.size(), 2);
    }

    void theLiveSideHasEachObjectOrSaysWhyNot()
    {
        m_transport->answer(u"/api/v1"_s,
                            R"({"resources":[{"name":"configmaps","kind":"ConfigMap","namespaced":true}]})");
        m_transport->answer(u"/api/v1/namespaces/gpu/configmaps/settings"_s,
                            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"settings",
                            "managedFields":[{"manager":"x"}]},"data":{"n":"9"}})");
        m_releases->records[3].manifest += "apiVersion: a.example/v1\nkind: Thing\nmetadata: {name: t}\n";
        const auto side = read(u"live"_s);
        QVERIFY2(side.has_value(), side ? "" : qPrintable(side.error().message));
        QVERIFY(side->isManifest);
        QCOMPARE(side->documents.size(), 1);
        QVERIFY(!side->text.contains("managedFields"));
        QCOMPARE(side->notices, QStringList{u"The cluster does not serve a.example/v1."_s});
        QCOMPARE(side->live.size(), 2);
        QVERIFY(!side->live[0].value.at({u"metadata"_s, u"managedFields"_s}).isNull());
        makeReader(nullptr, nullptr);
        QCOMPARE(read(u"live"_s).error().code, Error::Code::Unsupported);
    }

    void whatIsComputedIsWhatThisHelmComputes()
    {
        m_releases->put(4, "{}", u"2.0.0"_s, "driver: {version: '580'}\nnothing: null");
        for (const auto &[version, computed] :
             {std::pair(QByteArray("v3.22.0+g0"), QByteArray("driver:\n  version: \"580\"\nnothing: null\n")),
              std::pair(QByteArray("v4.3.0+g0"), QByteArray("driver:\n  version: \"580\"\n"))}) {
            FakeRunner runner;
            runner.answerWith(version);
            HelmClient helm(u"/opt/helm"_s, {{u"/a"_s}, u"cmk"_s}, &runner, nullptr);
            m_reader = std::make_unique<SessionSideReader>(
                SessionSideReader::Sources{{}, m_releases.get(), m_charts.get(), m_live.get(), &helm});
            QCOMPARE(yaml(u"rev:4"_s), computed);
            m_reader.reset();
        }
    }

    void anUpgradeIsWhatHelmWouldSend()
    {
        FakeRunner runner;
        runner.answerWith(ReleaseBuilder().json());
        HelmClient helm(u"/opt/helm"_s, {{u"/a"_s}, u"cmk"_s}, &runner, nullptr);
        SessionSideReader reader({{}, m_releases.get(), m_charts.get(), m_live.get(), &helm});
        std::optional<Result<SideText>> got;
        onFinished(reader.read(key, *readSide(u"upgrade:reuse@3.0.0"_s)), this,
                   [&got](const Result<SideText> &result) { got = result; });
        QTRY_VERIFY(got.has_value());
        QVERIFY2(got->has_value(), *got ? "" : qPrintable(got->error().message));
        QVERIFY((*got)->isManifest);
        QCOMPARE((*got)->title, u"manifest after --reuse-values to 3.0.0"_s);
        const QStringList arguments = runner.commands.last().arguments;
        QVERIFY(arguments.contains(u"nvidia/gpu-operator"_s));
        QVERIFY(arguments.contains(u"--dry-run=server"_s));
        QCOMPARE(read(u"upgrade:reuse@3.0.0"_s).error().code, Error::Code::Unsupported);
    }

    /// A recording has no manifests, and not always values: neither is an empty one.
    void whatWasNotRecordedIsNotEmpty()
    {
        for (ReleaseRecord &record : m_releases->records) {
            record.isRecorded = true;
            record.manifest.clear();
            record.chartValuesJson.clear();
        }
        QCOMPARE(read(u"manifest:1"_s).error().code, Error::Code::Unsupported);
        QCOMPARE(read(u"rev:1"_s).error().code, Error::Code::NotFound);
        QVERIFY(read(u"user:2"_s));
        m_releases->records[2].hasUserValues = false;
        QCOMPARE(read(u"user:2"_s).error().code, Error::Code::NotFound);
        m_releases->records[1].hasUserValues = false;
        QCOMPARE(read(u"reference"_s).error().code, Error::Code::NotFound);
    }

    void twoRepositoriesAreLookedIntoAndNotChosenBetween()
    {
        m_charts->putSource(u"mirror"_s);
        m_charts->putChart(u"mirror"_s, u"4.0.0"_s, "from: mirror\n");
        QCOMPARE(yaml(u"default:4.0.0"_s), QByteArray("from: mirror\n")); // only the second has it
        m_charts->setDigest(u"nvidia"_s, u"3.0.0"_s, QString(64, u'a'));
        m_charts->putChart(u"mirror"_s, u"3.0.0"_s, "from: mirror\n");
        m_charts->setDigest(u"mirror"_s, u"3.0.0"_s, u"sha256:"_s + QString(64, u'A'));
        QVERIFY(read(u"default:3.0.0"_s)); // the same archive in both
        m_charts->setDigest(u"mirror"_s, u"3.0.0"_s, QString(64, u'b'));
        const auto ambiguous = read(u"default:3.0.0"_s);
        QCOMPARE(ambiguous.error().code, Error::Code::Invalid);
        QVERIFY2(ambiguous.error().message.contains(u"nvidia and mirror") &&
                     ambiguous.error().message.contains(u"--repository"),
                 qPrintable(ambiguous.error().message));
        m_repository = u"mirror"_s;
        makeReader(m_charts.get(), m_live.get());
        QCOMPARE(yaml(u"default:3.0.0"_s), QByteArray("from: mirror\n"));
        m_repository = u"elsewhere"_s;
        makeReader(m_charts.get(), m_live.get());
        QCOMPARE(read(u"default:3.0.0"_s).error().code, Error::Code::Invalid);
        m_repository.clear();
        makeReader(m_charts.get(), m_live.get());
        QVERIFY(m_charts->pin(u"prod"_s, key,
                              {u"mirror"_s,
                               u"https://mirror.example/charts"_s,
                               u"gpu-operator"_s,
                               ChartOrigin::Sureness::Likely,
                               {}}));
        QCOMPARE(yaml(u"default:3.0.0"_s), QByteArray("from: mirror\n")); // somebody chose before
    }

    void whatIsNotStoredIsNotFound()
    {
        QCOMPARE(read(u"user:7"_s).error().code, Error::Code::NotFound);
        QCOMPARE(read(u"user"_s, {u"gpu"_s, u"other"_s, ReleaseStorage::Secret}).error().code,
                 Error::Code::NotFound);
    }

    void aRecordingKeepsNoChartValues()
    {
        m_releases->records[3].chartValuesJson.clear();
        for (const char *side : {"default", "rev"})
            QCOMPARE(read(QString::fromLatin1(side)).error().code, Error::Code::NotFound);
    }
};

#include "tst_side_reader.moc"
} // namespace tst_side_reader

CHARTROOM_TEST(tst_side_reader, SideReaderTest)
