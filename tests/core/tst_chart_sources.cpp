// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/private_file.h"
#include "tests/support/chart_shelf.h"
#include "tests/support/tar_sample.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_chart_sources {

namespace {

const QString cluster = u"prod-eu"_s;

template<typename T>
Result<T> finished(QFuture<Result<T>> future)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 20'000) || future.resultCount() == 0)
        return failure(Error::Code::Cancelled, u"the test waited in vain"_s);
    return future.takeResult();
}

ReleaseRecord recordOf(const char *chart, const char *version, const char *home = "")
{
    ReleaseRecord record;
    record.name = u"gpu"_s;
    record.namespaceName = u"nvidia-gpu-operator"_s;
    record.chartName = QString::fromLatin1(chart);
    record.chartVersion = QString::fromLatin1(version);
    record.chartHome = QString::fromLatin1(home);
    return record;
}

ChartOrigin sourceOf(const QString &repository, const QString &url, const char *chart)
{
    ChartOrigin source;
    source.repository = repository;
    source.url = url;
    source.chart = QString::fromLatin1(chart);
    return source;
}

QStringList texts(const Result<ChartVersions> &versions)
{
    QStringList all;
    if (versions) {
        for (const ChartVersion &version : versions->versions)
            all.append(version.version);
    }
    return all;
}

QStringList filesIn(const QString &folder)
{
    QStringList files;
    QDirIterator each(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (each.hasNext())
        files.append(each.next());
    return files;
}

/// The shelf is the repository r of that home, which trusts the authority.
bool trust(ChartHome &home, const ChartShelf &shelf, const TestCertificate &authority)
{
    const QString file = home.path(u"ca.pem"_s);
    home.addRepository(u"r"_s, shelf.url(), "  caFile: " + file.toUtf8() + '\n');
    return writePrivateFile(file, authority.certificate).has_value();
}

} // namespace

class ChartSourcesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const char *name :
             {"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"})
            qunsetenv(name);
    }

    void candidatesAreListedTheSurestFirstWithReasons()
    {
        ChartShelf other;
        other.add("gpu-operator", "v1.0.0");
        ChartShelf nvidia;
        nvidia.add("gpu-operator", "v26.3.0", {}, "    home: https://docs.example.org/gpu/\n");
        ChartShelf without;
        ChartHome home;
        home.addRepository(u"other"_s, other.url());
        home.addRepository(u"nvidia"_s, nvidia.url());
        home.addRepository(u"without"_s, without.url());
        const auto sources = home.open();
        const auto found = finished(sources->candidates(
            cluster, recordOf("gpu-operator", "v26.3.0", "https://docs.example.org/gpu")));
        QVERIFY2(found, found ? "" : qPrintable(found.error().message));
        QCOMPARE(found->size(), 2);
        QCOMPARE(found->at(0).repository, u"nvidia"_s);
        QCOMPARE(found->at(0).sureness, ChartOrigin::Sureness::Likely);
        QCOMPARE(found->at(0).reasons.size(), 2);
        QCOMPARE(found->at(1).repository, u"other"_s);
        QCOMPARE(found->at(1).sureness, ChartOrigin::Sureness::NameOnly);
    }

    void anArchiveWithTheStoredValuesIsSurerThanAHome()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0", "a: 1000\nb: [x]\n");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const auto sources = home.open();
        QVERIFY(finished(sources->chart(sourceOf(u"r"_s, shelf.url(), "c"), u"1.0.0"_s)));
        ReleaseRecord record = recordOf("c", "1.0.0");
        record.chartValuesJson = R"({"b":["x"],"a":1e+03})";
        QCOMPARE(finished(sources->candidates(cluster, record)).value().first().sureness,
                 ChartOrigin::Sureness::Digest);
        record.chartValuesJson = R"({"b":["y"],"a":1000})";
        QCOMPARE(finished(sources->candidates(cluster, record)).value().first().sureness,
                 ChartOrigin::Sureness::NameOnly);
    }

    void withoutRepositoriesThereAreNoCandidates()
    {
        ChartHome home;
        const auto sources = home.open();
        const auto none = finished(sources->candidates(cluster, recordOf("c", "1.0.0")));
        QVERIFY(none && none->isEmpty());
    }

    void versionsAreAskedForAgainWithTheirTag()
    {
        ChartShelf shelf;
        shelf.add("c", "1.9.0");
        shelf.add("c", "1.10.0");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const ChartOrigin source = sourceOf(u"r"_s, shelf.url(), "c");
        auto sources = home.open();
        const auto first = finished(sources->versions(source));
        QCOMPARE(texts(first), QStringList({u"1.10.0"_s, u"1.9.0"_s}));
        QVERIFY(!first->isFromCache && first->notice.isEmpty());
        QCOMPARE(first->indexTime, home.clock.now());
        QCOMPARE(first->versions.first().digest.size(), 64);

        QVERIFY(finished(sources->versions(source)));
        QCOMPARE(shelf.asked().size(), 1); // fresh enough

        home.clock.advance(1h);
        sources = home.open();
        const auto again = finished(sources->versions(source));
        QCOMPARE(shelf.asked().size(), 2);
        QVERIFY(!shelf.server().requests().last().headers.value("if-none-match").isEmpty());
        QCOMPARE(texts(again), texts(first));
        QCOMPARE(again->indexTime, home.clock.now());

        shelf.add("c", "2.0.0");
        home.clock.advance(1h);
        QCOMPARE(texts(finished(sources->versions(source))).first(), u"2.0.0"_s);
    }

    void manyWhoAskAtOnceShareOneDownload()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const auto sources = home.open();
        const ChartOrigin source = sourceOf(u"r"_s, shelf.url(), "c");
        auto one = sources->versions(source);
        auto two = sources->versions(source);
        auto three = sources->candidates(cluster, recordOf("c", "1.0.0"));
        QVERIFY(finished(one) && finished(two) && finished(three));
        QCOMPARE(shelf.asked().size(), 1);
    }

    void aDeadRepositoryAnswersFromTheCacheWithItsAge()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const ChartOrigin source = sourceOf(u"r"_s, shelf.url(), "c");
        const auto sources = home.open();
        QVERIFY(finished(sources->chart(source, u"1.0.0"_s)));
        const QDateTime fetched = home.clock.now();
        shelf.stop();
        home.clock.advance(72h);
        const auto versions = finished(sources->versions(source));
        QCOMPARE(texts(versions), QStringList{u"1.0.0"_s});
        QVERIFY(versions->isFromCache);
        QCOMPARE(versions->indexTime, fetched);
        QVERIFY2(versions->notice.contains(u"2026-11-21 03:31"), qPrintable(versions->notice));
        QVERIFY(finished(sources->chart(source, u"1.0.0"_s)));
        const auto found = finished(sources->candidates(cluster, recordOf("c", "1.0.0")));
        QCOMPARE(found.value().size(), 1);
        QCOMPARE(found->first().reasons.last(), versions->notice);
    }

    void withoutACacheTheIndexThatHelmFetchedAnswers()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        home.putHelmsIndex(u"r"_s, shelf.file(u"/charts/index.yaml"_s));
        const QString url = shelf.url();
        shelf.stop();
        const auto sources = home.open();
        const auto versions = finished(sources->versions(sourceOf(u"r"_s, url, "c")));
        QCOMPARE(texts(versions), QStringList{u"1.0.0"_s});
        QVERIFY(versions->isFromCache);
        QVERIFY(versions->indexTime.secsTo(QDateTime::currentDateTimeUtc()) < 600);
    }

    void whatHelmHasPulledIsUsedWhenItsDigestFits()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0", "from: shelf\n");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const ChartOrigin source = sourceOf(u"r"_s, shelf.url(), "c");
        const QString helms = home.path(u"helm-cache/c-1.0.0.tgz"_s);
        QVERIFY(writePrivateFile(helms, chartSample("c", "1.0.0", "from: elsewhere\n")));
        const auto sources = home.open();
        const auto chart = finished(sources->chart(source, u"1.0.0"_s));
        QCOMPARE(chart.value().valuesText, QByteArray("from: shelf\n"));

        ChartHome second;
        second.addRepository(u"r"_s, shelf.url());
        QVERIFY(writePrivateFile(second.path(u"helm-cache/c-1.0.0.tgz"_s),
                                 shelf.file(u"/charts/files/c-1.0.0.tgz"_s)));
        const qsizetype before = shelf.asked().size();
        const auto others = second.open();
        QVERIFY(finished(others->chart(source, u"1.0.0"_s)));
        QCOMPARE(shelf.asked().mid(before), QStringList{u"/charts/index.yaml"_s});
    }

    void whatHelmHasPulledIsKeptForTheUpgradeThatTakesIt()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const QByteArray archive = shelf.file(u"/charts/files/c-1.0.0.tgz"_s);
        QVERIFY(writePrivateFile(home.path(u"helm-cache/c-1.0.0.tgz"_s), archive));
        const ChartOrigin source = sourceOf(u"r"_s, shelf.url(), "c");
        QVERIFY(finished(home.open()->chart(source, u"1.0.0"_s)));
        const QString own =
            ChartCache(home.places().cacheFolder).archivePath(shelf.url(), u"c"_s, u"1.0.0"_s);
        QCOMPARE(readPlainFile(own, 1 << 20).value_or(QByteArray()), archive);

        QVERIFY(QFile::remove(own) && QDir().mkdir(own)); // where nothing can be written
        QVERIFY(finished(home.open()->chart(source, u"1.0.0"_s)));
    }

    void aDeadRepositoryWithoutAnyCacheIsAnError()
    {
        ChartHome home;
        ChartShelf shelf;
        const QString url = shelf.url();
        home.addRepository(u"r"_s, url);
        shelf.stop();
        const auto sources = home.open();
        const auto versions = finished(sources->versions(sourceOf(u"r"_s, url, "c")));
        QVERIFY(!versions);
        QCOMPARE(versions.error().code, Error::Code::Unreachable);
        // Whether it has the chart is unknown, which is not the same as that it has not.
        const auto found = finished(sources->candidates(cluster, recordOf("c", "1.0.0")));
        QCOMPARE(found.value().size(), 1);
        QCOMPARE(found->first().sureness, ChartOrigin::Sureness::Unread);
    }

    // S12: what is cached is for its owner alone.
    void aChartIsKeptPrivatelyAndNotFetchedTwice()
    {
        ChartShelf shelf;
        shelf.add("c", "v1.0.0", "a: 5\n");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const ChartOrigin source = sourceOf(u"r"_s, shelf.url(), "c");
        auto sources = home.open();
        const auto chart = finished(sources->chart(source, u"1.0.0"_s));
        QVERIFY2(chart, chart ? "" : qPrintable(chart.error().message));
        QCOMPARE(chart->valuesText, QByteArray("a: 5\n"));
        sources = home.open();
        QVERIFY(finished(sources->chart(source, u"1.0.0"_s)));
        QCOMPARE(shelf.asked(), QStringList({u"/charts/index.yaml"_s, u"/charts/files/c-v1.0.0.tgz"_s}));
        const QStringList files = filesIn(home.path(u"cache"_s));
        QCOMPARE(files.size(), 3); // index, its note, archive
        for (const QString &file : files)
            QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    // S9: an archive that has not the digest of the index is not used.
    void anArchiveThatIsNotWhatTheIndexPromisesIsThrownAway()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0");
        shelf.put(u"/charts/files/c-1.0.0.tgz"_s, chartSample("c", "1.0.0", "evil: true\n"));
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const auto sources = home.open();
        const auto chart = finished(sources->chart(sourceOf(u"r"_s, shelf.url(), "c"), u"1.0.0"_s));
        QVERIFY(!chart);
        QCOMPARE(chart.error().code, Error::Code::Damaged);
        QCOMPARE(filesIn(home.path(u"cache"_s)).size(), 2);
    }

    void whatCannotBeHadIsAnErrorOfItsKind()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0");
        shelf.add("gone", "1.0.0", {}, {}, "files/nothing.tgz");
        shelf.add("other", "1.0.0", {}, {}, "files/c-1.0.0.tgz");
        shelf.add("plugin", "1.0.0", {}, {}, "s3://bucket/x.tgz");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const auto sources = home.open();
        const auto code = [&](const char *chart, const char *version) {
            const auto result =
                finished(sources->chart(sourceOf(u"r"_s, shelf.url(), chart), QString::fromLatin1(version)));
            return result ? Error::Code::Cancelled : result.error().code;
        };
        QCOMPARE(code("c", "9.9.9"), Error::Code::NotFound);
        QCOMPARE(code("unknown", "1.0.0"), Error::Code::NotFound);
        QCOMPARE(code("gone", "1.0.0"), Error::Code::NotFound);
        QCOMPARE(code("other", "1.0.0"), Error::Code::Damaged); // another digest
        QCOMPARE(code("plugin", "1.0.0"), Error::Code::Unsupported);
        QCOMPARE(finished(sources->versions(sourceOf(u"r"_s, shelf.url(), "unknown"))).error().code,
                 Error::Code::NotFound);
        QCOMPARE(finished(sources->versions(sourceOf(u"left"_s, shelf.url(), "c"))).error().code,
                 Error::Code::NotFound);
    }

    void aWebPageDoesNotReplaceAGoodIndex()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const auto sources = home.open();
        const ChartOrigin source = sourceOf(u"r"_s, shelf.url(), "c");
        QVERIFY(finished(sources->versions(source)));
        shelf.put(u"/charts/index.yaml"_s, "<html>Sign in</html>\n");
        home.clock.advance(1h);
        const auto versions = finished(sources->versions(source));
        QCOMPARE(texts(versions), QStringList{u"1.0.0"_s});
        QVERIFY(versions->isFromCache);
    }

    void sourcesThatAreGoneLeaveTheirFuturesCancelled()
    {
        ChartShelf shelf;
        shelf.fallSilent();
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        auto sources = home.open();
        auto versions = sources->versions(sourceOf(u"r"_s, shelf.url(), "c"));
        auto candidates = sources->candidates(cluster, recordOf("c", "1.0.0"));
        QTRY_COMPARE(shelf.asked().size(), 1);
        sources.reset();
        QTRY_VERIFY(versions.isFinished() && candidates.isFinished());
        QVERIFY(versions.isCanceled() && candidates.isCanceled());
    }

    void whatAKilledProgramLeftIsRemovedADayLater()
    {
        ChartHome home;
        const ChartCache cache(home.places().cacheFolder);
        QVERIFY(cache.makeFolder());
        const QString file = cache.freshPath();
        QVERIFY(writePrivateFile(file, "half"));
        QVERIFY(makePrivateFolder(cache.freshPath()));
        const QString archive = cache.archivePath(u"http://a"_s, u"c"_s, u"1.0.0"_s);
        QVERIFY(writePrivateFile(archive, "chart"));
        const QDateTime now = QDateTime::currentDateTimeUtc();
        cache.removeOld(now);
        QVERIFY(QFile::exists(file));
        cache.removeOld(now.addDays(2));
        QCOMPARE(QDir(cache.folder()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 QStringList{QFileInfo(archive).fileName()});
        cache.removeOld(now.addDays(91));
        QVERIFY(!QFile::exists(archive));
    }

    void anArchiveThatIsUsedStaysInTheCache()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const ChartOrigin source = sourceOf(u"r"_s, shelf.url(), "c");
        const auto sources = home.open();
        QVERIFY(finished(sources->chart(source, u"1.0.0"_s)));
        QFile archive(ChartCache(home.places().cacheFolder).archivePath(shelf.url(), u"c"_s, u"1.0.0"_s));
        const QDateTime longAgo = QDateTime::currentDateTimeUtc().addDays(-80);
        QVERIFY(archive.open(QIODevice::ReadWrite));
        QVERIFY(archive.setFileTime(longAgo, QFileDevice::FileModificationTime));
        archive.close();
        QVERIFY(finished(sources->chart(source, u"1.0.0"_s)));
        QVERIFY(QFileInfo(archive.fileName()).lastModified() > longAgo.addDays(79));
    }

    // S6: a repository that is silent is given up.
    void aSilentRepositoryIsGivenUp()
    {
        ChartShelf shelf;
        shelf.fallSilent();
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        RepositoryTiming timing;
        timing.silence = 100ms;
        const auto sources = home.open(timing);
        const auto versions = finished(sources->versions(sourceOf(u"r"_s, shelf.url(), "c")));
        QVERIFY(!versions);
        QCOMPARE(versions.error().code, Error::Code::Timeout);
    }

    void signInsStayWithTheirOwnServer_data()
    {
        QTest::addColumn<bool>("passesAll");
        QTest::newRow("own server only") << false;
        QTest::newRow("pass_credentials_all") << true;
    }

    // S6: a sign-in stays with its origin, and requests carry the program's own User-Agent.
    void signInsStayWithTheirOwnServer()
    {
        QFETCH(bool, passesAll);
        ChartShelf other;
        other.put(u"/far.tgz"_s, chartSample("far", "1.0.0"));
        other.put(u"/moved.tgz"_s, chartSample("moved", "1.0.0"));
        ChartShelf shelf;
        shelf.add("near", "1.0.0");
        shelf.add("far", "1.0.0", "a: 1\n", {}, other.server().address().toLatin1() + "/far.tgz");
        shelf.add("moved", "1.0.0");
        shelf.redirect(u"/charts/files/moved-1.0.0.tgz"_s,
                       other.server().address().toLatin1() + "/moved.tgz");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url(),
                           QByteArray("  username: ann\n  password: s3cret\n") +
                               (passesAll ? "  pass_credentials_all: true\n" : ""));
        const auto sources = home.open();
        for (const char *chart : {"near", "far", "moved"})
            QVERIFY2(finished(sources->chart(sourceOf(u"r"_s, shelf.url(), chart), u"1.0.0"_s)), chart);
        const QByteArray expected = "Basic " + QByteArray("ann:s3cret").toBase64();
        for (const SeenRequest &request : shelf.server().requests())
            QCOMPARE(request.headers.value("authorization"), expected);
        QCOMPARE(other.server().requests().size(), 2);
        for (const SeenRequest &request : other.server().requests()) {
            QCOMPARE(request.headers.value("authorization"), passesAll ? expected : QByteArray());
            QVERIFY(request.headers.value("user-agent").startsWith("chartroom/"));
        }
        for (const QString &file : filesIn(home.path(u"cache"_s)))
            QVERIFY(!readPlainFile(file, 1 << 20).value().contains("s3cret"));
    }

    // S5: a repository is verified, whatever Helm was told.
    void aRepositoryOverTlsNeedsATrustedCertificate()
    {
        const TestCertificate authority = makeAuthority();
        ChartShelf shelf(makeCertificate(authority, u"server"_s, "DNS:localhost,IP:127.0.0.1"));
        shelf.add("c", "1.0.0");
        ChartHome trusting;
        QVERIFY(trust(trusting, shelf, authority));
        auto sources = trusting.open();
        const auto chart = finished(sources->chart(sourceOf(u"r"_s, shelf.url(), "c"), u"1.0.0"_s));
        QVERIFY2(chart, chart ? "" : qPrintable(chart.error().message));

        ChartHome careless;
        careless.addRepository(u"r"_s, shelf.url(), "  insecure_skip_tls_verify: true\n");
        sources = careless.open();
        const auto refused = finished(sources->versions(sourceOf(u"r"_s, shelf.url(), "c")));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Error::Code::Tls);
        QVERIFY2(refused.error().message.contains(u"--ca-file"), qPrintable(refused.error().message));
    }

    // S5: as for Helm, a Common Name is no name.
    void aRepositoryOverTlsNeedsACertificateForItsName()
    {
        const TestCertificate authority = makeAuthority();
        ChartShelf shelf(makeCertificate(authority, u"127.0.0.1"_s, {}));
        shelf.add("c", "1.0.0");
        ChartHome home;
        QVERIFY(trust(home, shelf, authority));
        const auto sources = home.open();
        const auto versions = finished(sources->versions(sourceOf(u"r"_s, shelf.url(), "c")));
        QVERIFY(!versions);
        QCOMPARE(versions.error().code, Error::Code::Tls);
        QVERIFY2(versions.error().message.contains(u"Common Name"), qPrintable(versions.error().message));
        QVERIFY(shelf.asked().isEmpty());
    }

    // S6: no redirect leads from TLS to plain HTTP.
    void aRedirectFromTlsToPlainHttpIsNotFollowed()
    {
        ChartShelf plain;
        plain.add("c", "1.0.0");
        const TestCertificate authority = makeAuthority();
        ChartShelf shelf(makeCertificate(authority, u"server"_s, "DNS:localhost,IP:127.0.0.1"));
        shelf.redirect(u"/charts/index.yaml"_s, plain.url().toLatin1() + "/index.yaml");
        ChartHome home;
        QVERIFY(trust(home, shelf, authority));
        const auto sources = home.open();
        const auto versions = finished(sources->versions(sourceOf(u"r"_s, shelf.url(), "c")));
        QVERIFY(!versions);
        QCOMPARE(versions.error().code, Error::Code::Tls);
        QVERIFY(plain.asked().isEmpty());
    }

    void endlessRedirectsEnd()
    {
        ChartShelf shelf;
        shelf.redirect(u"/charts/index.yaml"_s, "index.yaml");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        const auto sources = home.open();
        QCOMPARE(finished(sources->versions(sourceOf(u"r"_s, shelf.url(), "c"))).error().code,
                 Error::Code::Server);
        QCOMPARE(shelf.asked().size(), 6);
    }

    void aPinIsKeptForTheReleaseAndTheChart()
    {
        ChartShelf first;
        first.add("c", "1.0.0");
        ChartShelf second;
        second.add("c", "1.0.0");
        ChartHome home;
        home.addRepository(u"first"_s, first.url());
        home.addRepository(u"second"_s, second.url());
        const ReleaseKey key{u"nvidia-gpu-operator"_s, u"gpu"_s, ReleaseStorage::Secret};
        auto sources = home.open();
        QVERIFY(sources->pin(cluster, key, sourceOf(u"second"_s, second.url(), "c")));
        QVERIFY(sources->pin(cluster, {u"x"_s, u"gpu"_s, ReleaseStorage::Secret},
                             sourceOf({}, u"oci://r.example.org/c"_s, "c")));
        sources = home.open();
        const auto found = finished(sources->candidates(cluster, recordOf("c", "1.0.0")));
        QCOMPARE(found.value().size(), 3);
        QCOMPARE(found->at(0).repository, u"second"_s);
        QCOMPARE(found->at(0).sureness, ChartOrigin::Sureness::Pinned);
        QVERIFY(found->at(1).isOci());
        QCOMPARE(found->at(1).sureness, ChartOrigin::Sureness::Likely);
        QCOMPARE(found->at(2).sureness, ChartOrigin::Sureness::NameOnly);
        QVERIFY(!sources->pin(cluster, key, sourceOf({}, u"oci://r.example.org/c --post-renderer=x"_s, "c")));
    }

    void aPinOfAnotherClusterIsOnlyAHint()
    {
        ChartShelf first;
        first.add("c", "1.0.0");
        ChartShelf second;
        second.add("c", "1.0.0");
        ChartHome home;
        home.addRepository(u"first"_s, first.url());
        home.addRepository(u"second"_s, second.url());
        const ReleaseKey key{u"nvidia-gpu-operator"_s, u"gpu"_s, ReleaseStorage::Secret};
        const auto sources = home.open();
        QVERIFY(sources->pin(u"lab"_s, key, sourceOf(u"second"_s, second.url(), "c")));
        const auto hinted = finished(sources->candidates(cluster, recordOf("c", "1.0.0")));
        QCOMPARE(hinted->at(0).repository, u"second"_s);
        QCOMPARE(hinted->at(0).sureness, ChartOrigin::Sureness::Likely);
        QVERIFY(hinted->at(0).reasons.join(u' ').contains(u"of the cluster lab"));
        QVERIFY(sources->pin(cluster, key, sourceOf(u"first"_s, first.url(), "c")));
        const auto own = finished(sources->candidates(cluster, recordOf("c", "1.0.0")));
        QCOMPARE(own->at(0).repository, u"first"_s);
        QCOMPARE(own->at(0).sureness, ChartOrigin::Sureness::Pinned);
        const auto other = finished(sources->candidates(u"lab"_s, recordOf("c", "1.0.0")));
        QCOMPARE(other->at(0).repository, u"second"_s);
        QCOMPARE(other->at(0).sureness, ChartOrigin::Sureness::Pinned);
    }

    void anOciChartIsPulledWithHelmOnce()
    {
        ChartHome home;
        QStringList seen;
        home.runner.answer = [&](const CommandLine &command) -> Result<CommandOutput> {
            seen.append(command.arguments.mid(0, 4).join(u' '));
            const qsizetype at = command.arguments.indexOf(u"--destination"_s);
            if (at < 0)
                return CommandOutput{0, "name: nfd\nversion: 0.19.0\n", {}};
            const QString folder = command.arguments.at(at + 1);
            (void)writePrivateFile(folder + u"/nfd-0.18.0.tgz"_s,
                                   chartSample("nfd", "0.18.0", "pulled: true\n"));
            return CommandOutput{0, {}, {}};
        };
        const ChartOrigin source = sourceOf({}, u"oci://registry.example.org:5000/nfd/charts/nfd"_s, "nfd");
        const auto sources = home.open();
        const auto versions = finished(sources->versions(source));
        QCOMPARE(texts(versions), QStringList{u"0.19.0"_s});
        QVERIFY(!versions->notice.isEmpty());
        const auto chart = finished(sources->chart(source, u"0.18.0"_s));
        QCOMPARE(chart.value().valuesText, QByteArray("pulled: true\n"));
        QVERIFY(finished(sources->chart(source, u"0.18.0"_s)));
        QCOMPARE(seen.size(), 2);
        const CommandLine pull = home.runner.commands.last();
        QCOMPARE(pull.program, u"/usr/bin/helm"_s);
        QCOMPARE(pull.arguments.last(), source.url);
        QCOMPARE(pull.arguments.at(pull.arguments.size() - 2), u"--"_s);
        QVERIFY(pull.arguments.contains(home.path(u"registry.json"_s)));
        QCOMPARE(filesIn(home.path(u"cache"_s)).size(), 1); // what helm left is gone
    }

    void anOciChartThatHelmCannotReadIsExplained()
    {
        ChartHome home;
        QByteArray said;
        home.runner.answer = [&said](const CommandLine &) { return CommandOutput{1, {}, said}; };
        const auto sources = home.open();
        const ChartOrigin source = sourceOf({}, u"oci://registry.example.org/nfd"_s, "nfd");
        const auto code = [&](const char *text) {
            said = text;
            return finished(sources->chart(source, u"1.0.0"_s)).error().code;
        };
        QCOMPARE(code("Error: failed: 401 Unauthorized"), Error::Code::Unauthorized);
        QCOMPARE(code("Error: x:1.0.0: not found"), Error::Code::NotFound);
        QCOMPARE(code("Error: dial tcp: connect: connection refused"), Error::Code::Unreachable);
        QCOMPARE(code("Error: something"), Error::Code::Process);
        QCOMPARE(finished(sources->chart(source, u"--help"_s)).error().code, Error::Code::Invalid);
        QCOMPARE(finished(sources->versions(sourceOf({}, u"oci://x/../y"_s, "y"))).error().code,
                 Error::Code::Invalid);
    }

    void nothingOfHelmsOwnIsWritten()
    {
        ChartShelf shelf;
        shelf.add("c", "1.0.0");
        ChartHome home;
        home.addRepository(u"r"_s, shelf.url());
        home.putHelmsIndex(u"r"_s, "old");
        const QByteArray before = readPlainFile(home.path(u"repositories.yaml"_s), 1 << 20).value();
        const auto sources = home.open();
        QVERIFY(finished(sources->chart(sourceOf(u"r"_s, shelf.url(), "c"), u"1.0.0"_s)));
        QCOMPARE(readPlainFile(home.path(u"repositories.yaml"_s), 1 << 20).value(), before);
        QCOMPARE(filesIn(home.path(u"helm-cache"_s)), QStringList{home.path(u"helm-cache/r-index.yaml"_s)});
        QCOMPARE(readPlainFile(home.path(u"helm-cache/r-index.yaml"_s), 100).value(), QByteArray("old"));
    }

    void aListOfRepositoriesThatCannotBeReadIsAnError()
    {
        ChartHome home;
        home.addRepository(u"../r"_s, u"http://127.0.0.1:1"_s);
        const auto sources = home.open();
        QCOMPARE(finished(sources->candidates(cluster, recordOf("c", "1.0.0"))).error().code,
                 Error::Code::Damaged);
    }
};

#include "tst_chart_sources.moc"
} // namespace tst_chart_sources

CHARTROOM_TEST(tst_chart_sources, ChartSourcesTest)
