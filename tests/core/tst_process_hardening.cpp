// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/process_hardening.h"
#include "tests/support/file_bytes.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <elf.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_process_hardening {

namespace {

/// What stands at `offset`; zeros where the file is too short.
template<typename Part>
Part partAt(const QByteArray &bytes, quint64 offset)
{
    Part part = {};
    if (offset + sizeof part <= quint64(bytes.size()))
        std::memcpy(&part, bytes.constData() + offset, sizeof part);
    return part;
}

} // namespace

/// What protects the memory and the files of the program while it runs, and the program as it was built.
class ProcessHardeningTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // S10, S12: no core file, no debugger of the same user, and files for their owner alone.
    void memoryAndFilesAreForNobodyElse()
    {
        const mode_t before = ::umask(022);
        const auto restore = qScopeGuard([before] {
            ::umask(before);
            ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); // sanitizers look into their own process
        });
        hardenProcess();
        QCOMPARE(::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 0);
        rlimit core{1, 1};
        QCOMPARE(::getrlimit(RLIMIT_CORE, &core), 0);
        QCOMPARE(core.rlim_cur, rlim_t(0));
        QCOMPARE(core.rlim_max, rlim_t(0));
        QCOMPARE(::umask(077), mode_t(077));
    }

    // S10, S12: the program has done so by the time it talks to a cluster.
    void theProgramIsHardenedWhileItWorks()
    {
        QTcpServer server; // takes the connection and never answers
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const QTemporaryDir home;
        QFile kubeconfig(home.filePath(u"config"_s));
        QVERIFY(kubeconfig.open(QIODevice::WriteOnly));
        kubeconfig.write("apiVersion: v1\nkind: Config\ncurrent-context: x\nusers: [{name: u, user: {}}]\n"
                         "contexts: [{name: x, context: {cluster: c, user: u}}]\n"
                         "clusters: [{name: c, cluster: {server: \"http://127.0.0.1:" +
                         QByteArray::number(server.serverPort()) + "\"}}]\n");
        kubeconfig.close();
        QProcess program;
        QProcessEnvironment environment;
        environment.insert(u"HOME"_s, home.path());
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(CHARTROOM_PROGRAM),
                      {u"list"_s, u"--kubeconfig"_s, kubeconfig.fileName()});
        QTRY_VERIFY(server.hasPendingConnections());
        const QString process = u"/proc/%1/"_s.arg(program.processId());
        const QString limits = QString::fromUtf8(bytesOf(process + u"limits"_s));
        QVERIFY2(limits.contains(QRegularExpression(u"Max core file size +0 +0 "_s)), qPrintable(limits));
        const QByteArray status = bytesOf(process + u"status"_s);
        QVERIFY2(status.contains("Umask:\t0077\n"), status.constData());
        program.kill();
        QTRY_COMPARE(program.state(), QProcess::NotRunning);
    }

    // S21: position independent, bound before main() with relocations read-only after it, a stack that is not
    // executable, and functions that check theirs.
    void theProgramIsBuiltHardened()
    {
        QFile file(QStringLiteral(CHARTROOM_PROGRAM));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto *mapped = reinterpret_cast<const char *>(file.map(0, file.size()));
        QVERIFY(mapped);
        const QByteArray bytes = QByteArray::fromRawData(mapped, file.size());
        const auto head = partAt<Elf64_Ehdr>(bytes, 0);
        QVERIFY(bytes.startsWith(ELFMAG) && head.e_ident[EI_CLASS] == ELFCLASS64);
        QCOMPARE(int(head.e_type), ET_DYN);
        bool isReadOnly = false;
        bool isBoundNow = false;
        bool isStackData = false;
        for (quint64 i = 0; i < head.e_phnum; ++i) {
            const auto part = partAt<Elf64_Phdr>(bytes, head.e_phoff + i * head.e_phentsize);
            isReadOnly = isReadOnly || part.p_type == PT_GNU_RELRO;
            isStackData = isStackData || (part.p_type == PT_GNU_STACK && (part.p_flags & PF_X) == 0);
            const quint64 size = part.p_type == PT_DYNAMIC ? part.p_filesz : 0;
            for (quint64 at = 0; at < size; at += sizeof(Elf64_Dyn)) {
                const auto entry = partAt<Elf64_Dyn>(bytes, part.p_offset + at);
                isBoundNow = isBoundNow || (entry.d_tag == DT_FLAGS && (entry.d_un.d_val & DF_BIND_NOW) != 0);
            }
        }
        QVERIFY(isReadOnly);
        QVERIFY(isBoundNow);
        QVERIFY(isStackData);
        QVERIFY(bytes.contains("__stack_chk_fail"));
    }
};

#include "tst_process_hardening.moc"
} // namespace tst_process_hardening

CHARTROOM_TEST(tst_process_hardening, ProcessHardeningTest)
