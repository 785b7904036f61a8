// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// With the real GNOME Keyring, on a bus and in a home of the test's own, and where there is no bus at all.
#include "app/desktop_keyring.h"
#include "tests/support/test_main.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_desktop_keyring {

namespace {

const char *const scene = "CHARTROOM_TEST_KEYRING"; // in whose environment the test runs: "own" or "none"

Result<SealingKey> asked(DesktopKeyring &keyring, Keyring::Absent absent)
{
    const QFuture<Result<SealingKey>> key = keyring.key(absent);
    if (!QTest::qWaitFor([&] { return key.isFinished(); }, 20'000))
        return failure(Error::Code::Timeout, u"it does not answer"_s);
    return key.result();
}

/// This test again, with a home of its own.
int runIn(const QString &which, const QStringList &session, const QStringList &arguments)
{
    const QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *variable : {"HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME"})
        environment.insert(QString::fromLatin1(variable), home.path());
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/no/such/bus"_s);
    environment.insert(QString::fromLatin1(scene), which);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    QStringList line = session + arguments;
    process.start(line.takeFirst(), line);
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
        return 1;
    return process.exitCode();
}

} // namespace

class DesktopKeyringTest : public QObject
{
    Q_OBJECT

    [[nodiscard]] static bool hasKeyring() { return qgetenv(scene) == "own"; }

private Q_SLOTS:
    void aKeyIsMadeOnceAndFoundByTheNextProgram()
    {
        if (!hasKeyring())
            return;
        DesktopKeyring first;
        const auto none = asked(first, Keyring::Absent::Tell);
        QVERIFY(!none);
        QVERIFY2(none.error().code == Error::Code::NotFound, qPrintable(none.error().message));
        const auto made = asked(first, Keyring::Absent::Make);
        QVERIFY2(made.has_value(), qPrintable(made ? QString() : made.error().detail));
        DesktopKeyring second;
        QVERIFY(asked(second, Keyring::Absent::Tell).value() == *made);
        QVERIFY(asked(second, Keyring::Absent::Make).value() == *made);
    }

    void withoutAKeyringItSaysSoAtOnce()
    {
        if (hasKeyring())
            return;
        QElapsedTimer took;
        took.start();
        DesktopKeyring keyring;
        const auto none = asked(keyring, Keyring::Absent::Make);
        QVERIFY(!none);
        QVERIFY(none.error().code != Error::Code::NotFound && none.error().code != Error::Code::Timeout);
        QVERIFY(!none.error().message.isEmpty());
        QVERIFY(took.elapsed() < 5'000);
    }
};

int runInBothScenes(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty(scene)) {
        const QCoreApplication application(argc, argv);
        const QStringList arguments =
            QStringList{QCoreApplication::applicationFilePath()} + QCoreApplication::arguments();
        const int without = runIn(u"none"_s, {}, arguments);
#ifdef CHARTROOM_HAS_KEYCHAIN
        const QStringList session{u"dbus-run-session"_s,
                                  u"--"_s,
                                  u"sh"_s,
                                  u"-c"_s,
                                  u"printf test | gnome-keyring-daemon --unlock --components=secrets "
                                  "> /dev/null && exec \"$@\""_s,
                                  u"sh"_s};
        return without != 0 ? without : runIn(u"own"_s, session, arguments);
#else
        return without;
#endif
    }
    return runTest<DesktopKeyringTest>(argc, argv);
}

#include "tst_desktop_keyring.moc"
} // namespace tst_desktop_keyring

CHARTROOM_TEST_MAIN(tst_desktop_keyring, tst_desktop_keyring::runInBothScenes)
