// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless.h"
#include "app/invocation.h"
#include "tests/support/test_main.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <arpa/inet.h>
#include <array>
#include <sys/socket.h>
#include <unistd.h>

using namespace chartroom;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_headless_end {

namespace {

/// A server that takes connections and never says a word: the kernel answers for it.
class SilentServer
{
public:
    SilentServer()
    {
        m_address.sin_family = AF_INET;
        m_address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto *address = reinterpret_cast<sockaddr *>(&m_address);
        socklen_t size = sizeof m_address;
        m_isUp = ::bind(m_socket, address, size) == 0 && ::listen(m_socket, 64) == 0 &&
                 ::getsockname(m_socket, address, &size) == 0;
    }
    ~SilentServer() { ::close(m_socket); }
    Q_DISABLE_COPY_MOVE(SilentServer)

    [[nodiscard]] bool isUp() const { return m_isUp; }
    [[nodiscard]] int port() const { return ntohs(m_address.sin_port); }

private:
    int m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in m_address = {};
    bool m_isUp = false;
};

/// Threads of this process; 0: the system does not tell.
qsizetype threads()
{
    return QDir(u"/proc/self/task"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size();
}

} // namespace

/// How a verb ends.
class HeadlessEndTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A thread that goes on while the process takes its statics down breaks the heap.
    void noThreadIsLeftAtTheEnd()
    {
        const SilentServer server;
        QVERIFY(server.isUp());
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        QFile file(home.filePath(u"kubeconfig"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("apiVersion: v1\nkind: Config\ncurrent-context: c\n"
                   "clusters: [{name: c, cluster: {server: \"https://127.0.0.1:" +
                   QByteArray::number(server.port()) +
                   "\"}}]\n"
                   "users: [{name: u, user: {token: t}}]\n"
                   "contexts: [{name: c, context: {cluster: c, user: u}}]\n");
        file.close();
        const auto invocation =
            parseInvocation({u"list"_s, u"--kubeconfig"_s, file.fileName(), u"--timeout"_s, u"1s"_s});
        QVERIFY2(invocation.has_value(), invocation ? "" : qPrintable(invocation.error().message));

        const qsizetype before = threads(); // with QTest's own
        QVERIFY(before > 0);
        int argc = 1;
        std::array<char, 10> name{"chartroom"};
        std::array<char *, 2> argv{name.data(), nullptr};
        const int code = runHeadless(argc, argv.data(), *invocation, {});

        QVERIFY(code != 0);
        // A thread that has ended is listed for a moment longer.
        for (QDeadlineTimer patience(30s); threads() > before && !patience.hasExpired();)
            QThread::yieldCurrentThread();
        QCOMPARE(threads(), before);
    }
};

/// Without an application, as runHeadless() makes its own.
int runWithoutApplication(int argc, char **argv)
{
    HeadlessEndTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_headless_end.moc"
} // namespace tst_headless_end

CHARTROOM_TEST_MAIN(tst_headless_end, tst_headless_end::runWithoutApplication)
