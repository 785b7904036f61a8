// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/helm_process.h"

#include "core/kube/kubeconfig.h"
#include "core/upgrade/upgrade_tr.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHostAddress>
#include <QUrl>

#include <algorithm>
#include <unistd.h>

namespace chartroom {

namespace {

/// Nothing where the file cannot be read.
std::optional<QByteArray> bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? std::optional(file.readAll()) : std::nullopt;
}

/// The files of /proc/PID.
class Process
{
public:
    Process(const QString &processes, qint64 pid)
        : m_folder(processes + u'/' + QString::number(pid))
        , m_pid(pid)
    {}

    [[nodiscard]] std::optional<QByteArray> environment() const { return read("/environ"); }
    /// "" where it is not set, or cannot be read.
    [[nodiscard]] QByteArray variable(const QByteArray &name) const
    {
        for (const QByteArray &one : environment().value_or(QByteArray()).split('\0'))
            if (one.startsWith(name + '='))
                return one.mid(name.size() + 1);
        return {};
    }
    [[nodiscard]] std::optional<QByteArray> arguments() const { return read("/cmdline"); }
    /// "" where it cannot be read.
    [[nodiscard]] QString workingFolder() const
    {
        return QFile::symLinkTarget(m_folder + QStringLiteral("/cwd"));
    }
    [[nodiscard]] bool isOurs() const { return QFileInfo(m_folder).ownerId() == ::geteuid(); }
    /// What it is called (proc(5): comm), as far as that is told.
    [[nodiscard]] QByteArray name() const { return read("/comm").value_or(QByteArray()); }
    [[nodiscard]] std::optional<HelmProcess> living() const
    {
        const auto started = startOfLiving(read("/stat").value_or(QByteArray()));
        return started ? std::optional(HelmProcess{m_pid, *started}) : std::nullopt;
    }

private:
    [[nodiscard]] std::optional<QByteArray> read(const char *file) const
    {
        return bytesOf(m_folder + QLatin1String(file));
    }

    QString m_folder;
    qint64 m_pid;
};

QList<qint64> pidsIn(const QString &processes)
{
    QList<qint64> pids;
    for (const QString &name : QDir(processes).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isPid = false;
        const qint64 pid = name.toLongLong(&isPid);
        if (isPid)
            pids.append(pid);
    }
    return pids;
}

/// Whether the folder is that of this process' own pid namespace.
bool isReadable(const QString &processes)
{
    const Process self(processes, ::getpid());
    return self.environment() && self.living();
}

QString notReadable()
{
    return UpgradeTr::tr("The processes of this machine cannot be read.");
}

bool isHelmName(const QByteArray &program)
{
    return program.mid(program.lastIndexOf('/') + 1).startsWith("helm");
}

/// The values of a flag in any of its spellings: --name V, --name=V, -n V, -nV, -n=V.
QByteArrayList valuesOf(const QByteArrayList &words, const QByteArray &name, const QByteArray &letter = {})
{
    QByteArrayList values;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QByteArray &word = words[i];
        if (word == name || (!letter.isEmpty() && word == letter))
            values += words.value(i + 1);
        else if (word.startsWith(name + '='))
            values += word.mid(name.size() + 1);
        else if (!letter.isEmpty() && word.startsWith(letter) && !word.startsWith("--"))
            values += word.mid(letter.size() + (word.mid(letter.size()).startsWith('=') ? 1 : 0));
    }
    return values;
}

/// Whether a helm may be told to work in that namespace (helm/helm pkg/cli/environment.go@v3.22.0, @v4.3.1).
bool isIn(const QString &namespaceName, const Process &process, const QByteArrayList &words)
{
    const QByteArrayList flags = valuesOf(words, "--namespace", "-n"); // of two the last one counts
    const QByteArray told = flags.isEmpty() ? process.variable("HELM_NAMESPACE") : flags.last();
    // Without one it is the kubeconfig's, which may have been another when helm read it.
    return told.isEmpty() || told == namespaceName.toUtf8();
}

/// Whether a helm with this command line may change the release, or one of the same name in another cluster.
bool changes(const Process &process, const QByteArrayList &words, const ReleaseKey &release)
{
    static const QByteArrayList verbs{"upgrade", "install", "rollback", "uninstall", "delete", "del", "un"};
    if (words.isEmpty() || !isHelmName(words.first()) || !words.contains(release.name.toUtf8()))
        return false;
    const auto verb = std::find_first_of(words.cbegin(), words.cend(), verbs.cbegin(), verbs.cend());
    if (verb == words.cend() || std::find(words.cbegin(), verb, "diff") != verb)
        return false;
    const bool isRehearsal = std::any_of(words.cbegin(), words.cend(), [](const QByteArray &word) {
        return (word.startsWith("--dry-run") && word != "--dry-run=none" && word != "--dry-run=false") ||
               word == "--help" || word == "-h";
    });
    return !isRehearsal && isIn(release.namespaceName, process, words);
}

/// As the process means it; nothing where its working folder is unknown.
std::optional<QString> absolutePath(const Process &process, const QString &path)
{
    const QString folder = process.workingFolder();
    if (QDir::isRelativePath(path) && folder.isEmpty())
        return std::nullopt;
    return QDir(folder).absoluteFilePath(path);
}

/// The kubeconfig files that a helm reads (k8s.io/client-go tools/clientcmd/loader.go@v0.36); nothing where
/// that cannot be told.
std::optional<QStringList> kubeconfigsOf(const Process &process, const QByteArrayList &words)
{
    const QByteArrayList told = valuesOf(words, "--kubeconfig");
    QByteArrayList files;
    if (!told.isEmpty()) {
        files = {told.last()};
    } else {
        if (!process.environment())
            return std::nullopt;
        files = process.variable("KUBECONFIG").split(':');
        files.removeAll(QByteArray());
        if (files.isEmpty())
            files = {process.variable("HOME") + "/.kube/config"};
    }
    QStringList paths;
    for (const QByteArray &file : std::as_const(files)) {
        const auto path = absolutePath(process, QFile::decodeName(file));
        if (!path)
            return std::nullopt;
        paths << *path;
    }
    return paths;
}

enum class Cluster { This, Another, Unclear };

/// The cluster that a helm is told to change (helm/helm pkg/cli/environment.go@v3.22.0, @v4.3.1); nothing
/// where that cannot be read.
std::optional<ClusterEntry> toldCluster(const Process &process, const QByteArrayList &words)
{
    const bool isHidden = !process.environment();
    const auto told = [&](const QByteArray &flag, const QByteArray &variable) {
        const QByteArrayList flags = valuesOf(words, flag); // of two the last one counts
        return QString::fromUtf8(flags.isEmpty() ? process.variable(variable) : flags.last());
    };
    ClusterEntry direct;
    direct.server = told("--kube-apiserver", "HELM_KUBEAPISERVER");
    if (!direct.server.isEmpty()) {
        const QString authority = told("--kube-ca-file", "HELM_KUBECAFILE");
        if (!authority.isEmpty())
            direct.certificateAuthorityFile = absolutePath(process, authority).value_or(QString());
        return direct;
    }
    const QString context = told("--kube-context", "HELM_KUBECONTEXT");
    const auto files = isHidden && context.isEmpty() ? std::nullopt : kubeconfigsOf(process, words);
    const Kubeconfig config = files ? loadKubeconfig(*files, false) : Kubeconfig();
    const KubeContext *its = config.find(context.isEmpty() ? config.currentContext : context);
    return its ? std::optional(its->clusterEntry) : std::nullopt;
}

std::optional<ClusterEntry> ownCluster(const QString &context, const QStringList &kubeconfigs)
{
    const Kubeconfig config = kubeconfigs.isEmpty() ? Kubeconfig() : loadKubeconfig(kubeconfigs, false);
    const KubeContext *ours = config.find(context);
    return ours ? std::optional(ours->clusterEntry) : std::nullopt;
}

QByteArray authorityOf(const ClusterEntry &cluster)
{
    if (!cluster.certificateAuthorityData.isEmpty() || cluster.certificateAuthorityFile.isEmpty())
        return cluster.certificateAuthorityData.trimmed();
    return bytesOf(cluster.certificateAuthorityFile).value_or(QByteArray()).trimmed();
}

bool isSameServer(const ClusterEntry &one, const ClusterEntry &other)
{
    const auto normal = [](const ClusterEntry &cluster) {
        const QUrl url = cluster.url();
        QString path = url.path();
        while (path.endsWith(u'/'))
            path.chop(1);
        return QStringList{url.host().toLower(),
                           QString::number(url.port(url.scheme() == u"https" ? 443 : 80)), path};
    };
    return one.server == other.server || (one.url().isValid() && normal(one) == normal(other));
}

bool isLoopback(const ClusterEntry &cluster)
{
    const QString host = cluster.url().host();
    return host == u"localhost" || QHostAddress(host).isLoopback();
}

/// A cluster has as many names as people give it, and several addresses where tunnels, proxies or load
/// balancers lead to it; behind two proxies one address is two servers.
Cluster comparedBy(const ClusterEntry &ours, const ClusterEntry &its)
{
    if (isSameServer(ours, its))
        return ours.proxyUrl == its.proxyUrl ? Cluster::This : Cluster::Unclear;
    const QByteArray authority = authorityOf(ours);
    const QByteArray itsAuthority = authorityOf(its);
    const bool isAlike = !authority.isEmpty() && authority == itsAuthority;
    // Two clusters of this machine, such as kind's.
    if (isLoopback(ours) && isLoopback(its) && !isAlike && !authority.isEmpty() && !itsAuthority.isEmpty())
        return Cluster::Another;
    const bool isOneUnknown = authority.isEmpty() || itsAuthority.isEmpty();
    return isAlike || isOneUnknown || isLoopback(ours) || isLoopback(its) ? Cluster::Unclear
                                                                          : Cluster::Another;
}

Cluster clusterOf(const Process &process, const QByteArrayList &words,
                  const std::optional<ClusterEntry> &ours)
{
    const auto its = toldCluster(process, words);
    return ours && its ? comparedBy(*ours, *its) : Cluster::Unclear;
}

/// One that ends has no command line any more (proc(5)), and what it read may be gone with it.
bool isStill(const Process &process, const QByteArrayList &words, const HelmProcess &before)
{
    return process.arguments().value_or(QByteArray()).split('\0') == words && process.living() == before;
}

/// Another process sees what this one cannot (proc(5); the number is PROC_PID_INIT_INO of Linux'
/// include/linux/proc_ns.h).
bool isInContainer()
{
    const QString space = ProcessIdentity::ofThisProcess().space;
    return !space.isEmpty() && space != u"pid:[4026531836]";
}

} // namespace

HelmSearch findHelm(const QString &operation, const ProcessIdentity &origin, const QString &processes)
{
    const QByteArray mark = operationVariable.toUtf8() + '=' + operation.toUtf8();
    HelmSearch search;
    for (const qint64 pid : pidsIn(processes)) {
        const Process process(processes, pid);
        const auto environment = process.environment();
        const bool isEnding = process.arguments().value_or(QByteArray()).isEmpty();
        if (!environment && !isEnding && process.isOurs() && isHelmName(process.name()) && process.living())
            search.unknown =
                UpgradeTr::tr("What helm with process id %1 runs for cannot be determined.").arg(pid);
        if (environment && environment->split('\0').contains(mark))
            if (const auto living = process.living())
                return {living, {}};
    }
    switch (placeOf(origin)) {
    case ProcessPlace::Ended:
        return {};
    case ProcessPlace::Elsewhere:
        return {
            {},
            UpgradeTr::tr("It was started on another machine or in another container, whose processes cannot "
                          "be seen from here.")};
    case ProcessPlace::Here:
        break;
    }
    if (!isReadable(processes))
        search.unknown = notReadable();
    return search;
}

QHash<QString, HelmProcess> runningOperations(const QString &processes)
{
    const QByteArray mark = operationVariable.toUtf8() + '=';
    QHash<QString, HelmProcess> running;
    for (const qint64 pid : pidsIn(processes)) {
        const Process process(processes, pid);
        for (const QByteArray &variable : process.environment().value_or(QByteArray()).split('\0'))
            if (variable.startsWith(mark))
                if (const auto living = process.living())
                    running.insert(QString::fromUtf8(variable.mid(mark.size())), *living);
    }
    return running;
}

HelmSearch findHelmOn(const ReleaseKey &release, const QString &context, const QStringList &kubeconfigs,
                      const QString &processes)
{
    HelmSearch unclear;
    std::optional<std::optional<ClusterEntry>> ours; // read where there is something to compare
    for (const qint64 pid : pidsIn(processes)) {
        const Process process(processes, pid);
        const QByteArrayList words = process.arguments().value_or(QByteArray()).split('\0');
        const auto living = changes(process, words, release) ? process.living() : std::nullopt;
        if (living && !ours)
            ours = ownCluster(context, kubeconfigs);
        const Cluster cluster = living ? clusterOf(process, words, *ours) : Cluster::Another;
        if (cluster == Cluster::This)
            return {living, {}};
        if (cluster == Cluster::Unclear && isStill(process, words, *living))
            unclear = {living, UpgradeTr::tr("Whether it changes this cluster is unknown: its server could "
                                             "not be compared with this one's.")};
    }
    if (unclear.isRunning())
        return unclear;
    if (!isReadable(processes))
        return {{}, notReadable()};
    if (!Process(processes, 1).arguments()) // proc(5), hidepid
        return {{}, UpgradeTr::tr("The processes of other users of this machine cannot be read.")};
    if (isInContainer())
        return {{}, UpgradeTr::tr("Only the processes of this container can be seen.")};
    return {};
}

QString runningHelmText(const HelmSearch &search)
{
    const qint64 pid = search.process ? search.process->pid : 0;
    if (search.unknown.isEmpty())
        return UpgradeTr::tr("A helm process that changes it runs on this machine (process %1).").arg(pid);
    return UpgradeTr::tr(
               "A helm process that changes a release of this name runs on this machine (process %1).")
               .arg(pid) +
           u' ' + search.unknown;
}

} // namespace chartroom
