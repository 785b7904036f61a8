// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/kept_records.h"
#include "tests/integration/program_home.h"
#include "tests/support/test_main.h"
#include "tests/support/zip_reader.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QScopeGuard>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_planted_secrets_live {

namespace {

const QString release = u"tenant-a/tenant-portal"_s;
const QByteArray livePassword = "sandbox-live-canary"; // somebody changed the Secret by hand

/// The words that are in the text, plain or as base64.
QByteArrayList foundIn(const QByteArray &text)
{
    QByteArrayList found;
    for (const QByteArray &word :
         {QByteArray("sandbox-not-a-secret"), QByteArray("sandbox-token-7d1f"), livePassword})
        if (text.contains(word) || text.contains(word.toBase64(QByteArray::OmitTrailingEquals)))
            found << word;
    return found;
}

} // namespace

/// Invariant I6 with the program as built, real Helm records and a real API server: the passwords that the
/// sandbox's tenant set are in no output and in no file that the program leaves behind.
class PlantedSecretsLiveTest : public QObject
{
    Q_OBJECT

    std::optional<Sandbox> m_sandbox;
    std::unique_ptr<ProgramHome> m_home;

    bool m_hasKeyring = false; ///< GNOME Keyring runs on a bus of its own, unlocked

    [[nodiscard]] Ran chartroom(const QString &words) const
    {
        QStringList line{QStringLiteral(CHARTROOM_PROGRAM)};
        line << words.split(u' ') << QStringList{u"-v"_s, u"--kubeconfig"_s, m_sandbox->kubeconfig()};
        const QStringList session{u"dbus-run-session"_s,
                                  u"--"_s,
                                  u"sh"_s,
                                  u"-c"_s,
                                  u"printf test | gnome-keyring-daemon --unlock --components=secrets "
                                  "> /dev/null && exec \"$@\""_s,
                                  u"sh"_s};
        if (m_hasKeyring)
            line = session + line;
        return run(line.takeFirst(), line, m_home->environment());
    }
    /// Where the words are among the files of the program's home: the folder's name and the file's.
    [[nodiscard]] QByteArrayList places() const
    {
        QByteArrayList found;
        for (QDirIterator all(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
             all.hasNext();) {
            QFile file(all.next());
            if (!file.open(QIODevice::ReadOnly) || !foundIn(file.readAll()).isEmpty())
                found << QFileInfo(file).dir().dirName().toUtf8() + '/' + QFileInfo(file).fileName().toUtf8();
        }
        return found;
    }
    [[nodiscard]] bool setLivePassword(const QByteArray &password) const
    {
        return m_sandbox
                   ->tool("kubectl",
                          {u"-n"_s, u"tenant-a"_s, u"patch"_s, u"secret"_s, u"tenant-portal"_s, u"-p"_s,
                           u"{\"stringData\":{\"DATABASE_PASSWORD\":\"%1\"}}"_s.arg(
                               QString::fromLatin1(password))})
                   .exitCode == 0;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_sandbox = Sandbox::find();
        QVERIFY(m_sandbox.has_value());
        m_home = std::make_unique<ProgramHome>(*m_sandbox);
        m_home->write(u"empty.yaml"_s, "replicas: 1\n");
        QVERIFY(setLivePassword(livePassword));
    }
    void cleanupTestCase()
    {
        if (m_sandbox)
            QVERIFY(setLivePassword("sandbox-not-a-secret"));
    }

    void noOutputHoldsThem_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("revealed"); // how many words --reveal shows; none for verbs without it
        const auto row = [](const QString &words, int revealed) {
            QTest::newRow(qPrintable(words)) << words << revealed;
        };
        row(u"list -A -o json"_s, 0);
        row(u"responsibility -o json"_s, 0);
        row(u"rollout -o json"_s, 0);
        row(u"history %1 -o json"_s.arg(release), 0); // between the revisions only replicas changed
        for (const char *format : {"json", "yaml"})
            for (const char *kind : {"user", "computed"})
                row(u"values %1 --kind %2 -o %3"_s.arg(release, QString::fromLatin1(kind),
                                                       QString::fromLatin1(format)),
                    2);
        const QString empty = u"file:"_s + m_home->filePath(u"empty.yaml"_s);
        for (const char *format : {"json", "yaml", "table", "md", "patch", "html"}) {
            const QString as = QString::fromLatin1(format);
            row(u"diff %1 --from %2 --to user -o %3"_s.arg(release, empty, as), 2);
            // Before and after; a patch has no line for the manifest's stringData, which the server turns
            // into data.
            row(u"diff %1 --from manifest --to live -o %2"_s.arg(release, as), as == u"patch"_s ? 1 : 2);
        }
        for (const char *format : {"json", "yaml", "table", "md"})
            row(u"plan %1 --to 2.4.1 -o %2"_s.arg(release, QString::fromLatin1(format)), 2);
    }
    void noOutputHoldsThem()
    {
        QFETCH(QString, words);
        QFETCH(int, revealed);
        const Ran ran = chartroom(words);
        QVERIFY2(ran.exitCode == 0 || ran.exitCode == 1, ran.err.constData());
        QVERIFY(!ran.out.isEmpty());
        QVERIFY2(foundIn(ran.out + ran.err).isEmpty(), (ran.out + ran.err).constData());
        if (revealed > 0)
            QCOMPARE(foundIn(chartroom(words + u" --reveal"_s).out).size(), revealed);
    }

    void noTicketHoldsThem_data()
    {
        QTest::addColumn<QString>("phase");
        for (const QString &phase : {u"before"_s, u"during"_s, u"after"_s, u"handover"_s})
            QTest::newRow(qPrintable(phase)) << phase;
    }
    void noTicketHoldsThem()
    {
        QFETCH(QString, phase);
        const QString zip = m_home->filePath(u"ticket.zip"_s);
        const Ran ran = chartroom(u"ticket %1 --phase %2 --attach %3"_s.arg(release, phase, zip));
        QVERIFY2(ran.exitCode == 0 || ran.exitCode == 1, ran.err.constData());
        QVERIFY2(ran.out.contains("tenant-portal"), ran.out.constData());
        QVERIFY2(foundIn(ran.out + ran.err).isEmpty(), (ran.out + ran.err).constData());
        QFile file(zip);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<UnzippedFile> files = unzipped(file.readAll());
        int values = 0;
        for (const UnzippedFile &one : files) {
            QVERIFY2(foundIn(one.bytes).isEmpty(), qPrintable(one.name));
            values += one.name.startsWith(u"values/") && one.bytes.contains("••••") ? 1 : 0;
        }
        QCOMPARE(values, 1);
        QVERIFY(file.remove());
    }

    void noUpgradeRollbackOrRecoveryHoldsThem_data()
    {
        QTest::addColumn<bool>("hasKeyring");
        QTest::newRow("without a keyring") << false;
        QTest::newRow("with a keyring") << true;
    }
    void noUpgradeRollbackOrRecoveryHoldsThem() // rule S22
    {
        QFETCH(bool, hasKeyring);
        m_hasKeyring = hasKeyring;
        const auto noKeyring = qScopeGuard([this] { m_hasKeyring = false; });
        const KeptRecords records(*m_sandbox, {u"tenant-a"_s, u"tenant-portal"_s, ReleaseStorage::Secret});
        const QString argv = m_home->filePath(u"argv"_s);
        for (const auto &[key, name] : {std::pair("helm4", u"helm"_s), std::pair("kubectl", u"kubectl"_s)}) {
            const QString path = m_home->filePath(u"bin/"_s + name);
            QFile::remove(path);
            m_home->write(u"bin/"_s + name, "#!/bin/sh\n{ printf '%s\\n' \"$0\" \"$@\"; env; } >> " +
                                                argv.toUtf8() + "\nexec " + m_sandbox->text(key).toUtf8() +
                                                " \"$@\"\n");
            QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        }
        const QString confirm = u" --yes --confirm tenant-portal@"_s + m_sandbox->context();
        QStringList operations;
        const QByteArray announced =
            "kept unencrypted in " + m_home->filePath(u"XDG_STATE_HOME/chartroom/operations/"_s).toUtf8();
        const auto ran = [&](const QString &words, const char *end) {
            const Ran one = chartroom(words + u" -o json"_s);
            QCOMPARE(one.err.contains(announced), !hasKeyring);
            operations << QJsonDocument::fromJson(one.out)[u"operation"_s].toString();
            QVERIFY2(foundIn(one.out + one.err).isEmpty(), (one.out + one.err).constData());
            QVERIFY2(QJsonDocument::fromJson(one.out)[u"end"_s].toString() == QLatin1String(end),
                     (one.out + one.err).constData());
        };
        ran(u"upgrade %1 --to 2.4.1 --strategy reset-then-reuse"_s.arg(release) + confirm, "done");
        ran(u"rollback %1 2 --reason rollback=test --reason ownership=CS-1"_s.arg(release) + confirm, "done");
        const Ran recovered = chartroom(u"recover %1 -o json"_s.arg(release));
        QVERIFY2(foundIn(recovered.out + recovered.err).isEmpty(), recovered.out.constData());
        QVERIFY(records.restore());
        QFile recorded(argv);
        QVERIFY(recorded.open(QIODevice::ReadOnly));
        const QByteArray commands = recorded.readAll();
        QVERIFY(commands.contains("\nrollback\n") && commands.contains("\n--filename=-\n"));
        QVERIFY(foundIn(commands).isEmpty());
        QFile::remove(argv);
        QByteArrayList open = places();
        QVERIFY2(open.isEmpty() == hasKeyring, open.join(' ').constData());
        open.removeAll("capture/values.yaml"); // to go back by hand
        open.removeAll("capture/manifest.yaml");
        open.removeAll("capture/record.json");
        QVERIFY2(open.isEmpty(), open.join(' ').constData());
        const QString out = m_home->filePath(u"unsealed"_s);
        const Ran unsealed = chartroom(u"recover %1 --unseal %2"_s.arg(operations.value(0), out));
        QVERIFY2(unsealed.exitCode == 0, unsealed.err.constData());
        QVERIFY(places().contains("unsealed/values.yaml"));
        QVERIFY(QDir(out).removeRecursively());
        for (const QString &operation : std::as_const(operations))
            QCOMPARE(chartroom(u"recover %1 --forget --yes"_s.arg(operation)).exitCode, 0);
        QVERIFY2(places().isEmpty(), places().join(' ').constData());
        QVERIFY(QDir(m_home->filePath(u"XDG_STATE_HOME/chartroom/operations"_s)).removeRecursively());
    }

    // S10, S22: nothing that the program leaves behind holds them.
    void noFileHoldsThem()
    {
        const Ran ran = chartroom(u"record -o %1 --for 3s"_s.arg(m_home->filePath(u"window.jsonl.gz"_s)));
        QVERIFY2(ran.exitCode == 0, ran.err.constData());
        const QByteArray recording = run(u"gzip"_s, {u"-dc"_s, m_home->filePath(u"window.jsonl.gz"_s)}).out;
        QVERIFY(recording.contains("tenant-portal") && recording.contains("••••"));
        QVERIFY(foundIn(recording).isEmpty());
        int files = 0;
        for (QDirIterator all(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
             all.hasNext(); ++files) {
            QFile file(all.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(foundIn(file.readAll()).isEmpty(), qPrintable(file.fileName()));
        }
        QVERIFY(files > 3); // the log, the chart and its index are among them
    }
};

#include "tst_planted_secrets_live.moc"
} // namespace tst_planted_secrets_live

CHARTROOM_TEST(tst_planted_secrets_live, PlantedSecretsLiveTest)
