// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hostile kubeconfigs. What can be read must be written so that it reads the same, and what counts as usable
// must be so.
#include "core/base/document.h"
#include "core/kube/header_value.h"
#include "core/kube/kubeconfig.h"

#include <algorithm>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace chartroom;

namespace {

/// A file that needs no folder and ends with the process.
class MemoryFile
{
public:
    [[nodiscard]] QString path() const { return QStringLiteral("/proc/self/fd/%1").arg(m_file); }
    void write(const QByteArray &bytes)
    {
        if (::ftruncate(m_file, 0) != 0 ||
            ::pwrite(m_file, bytes.constData(), size_t(bytes.size()), 0) != bytes.size())
            std::abort();
    }

private:
    int m_file = ::memfd_create("kubeconfig", MFD_CLOEXEC);
};

bool isSame(const KubeContext &a, const KubeContext &b)
{
    return a.name == b.name && a.cluster == b.cluster && a.user == b.user &&
           a.namespaceName == b.namespaceName && a.current == b.current && a.clusterEntry == b.clusterEntry &&
           a.userEntry == b.userEntry && a.problem == b.problem;
}

bool isSame(const Kubeconfig &a, const Kubeconfig &b)
{
    return a.currentContext == b.currentContext &&
           std::equal(a.contexts.cbegin(), a.contexts.cend(), b.contexts.cbegin(), b.contexts.cend(),
                      [](const KubeContext &x, const KubeContext &y) { return isSame(x, y); });
}

/// It has an address, and no header that it sets ends a line.
void checkUsable(const KubeContext &context)
{
    const QUrl url = context.clusterEntry.url();
    if (!url.isValid() || url.host().isEmpty() || context.clusterEntry.hostAndPort().isEmpty() ||
        context.clusterEntry.usesTls() != (url.scheme() == u"https"))
        std::abort();
    QStringList headers = QStringList{context.userEntry.impersonate, context.userEntry.impersonateUid} +
                          context.userEntry.impersonateGroups;
    for (const QStringList &values : context.userEntry.impersonateExtra)
        headers += values;
    for (const QString &header : headers) {
        if (!isHeaderValue(header.toUtf8()))
            std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static MemoryFile file;
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    file.write(text);
    const Kubeconfig config = loadKubeconfig({file.path()}, true);
    for (const Error &problem : config.problems) {
        const QString start = file.path() + QStringLiteral(": ");
        if (!problem.message.startsWith(start) || problem.message.size() == start.size())
            std::abort();
    }
    if (config.files.size() + config.problems.size() != 1)
        std::abort();
    if (!config.problems.isEmpty())
        return 0;
    for (const KubeContext &context : config.contexts) {
        if (config.find(context.name) != &context)
            std::abort();
        if (context.problem.isEmpty())
            checkUsable(context);
    }
    // Of equal names the first counts, so the same file again adds nothing.
    if (!isSame(loadKubeconfig({file.path(), file.path()}, true), config))
        std::abort();
    const Result<Value> document = readYaml(text);
    if (!document)
        std::abort();
    file.write(writeYaml(*document));
    const Kubeconfig again = loadKubeconfig({file.path()}, true);
    const bool hasGrown = !again.problems.isEmpty() && again.problems.first().code == Error::Code::TooLarge;
    if (!hasGrown && (!again.problems.isEmpty() || !isSame(again, config))) // aliases are written out
        std::abort();
    return 0;
}
