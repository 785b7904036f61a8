// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubeconfig_file.h"

#include "core/base/document.h"
#include "core/kube/kube_tr.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace chartroom {

namespace {

constexpr qint64 maxKubeconfigBytes = 4 * 1024 * 1024;

/// A map of the document with its path, read with Go's JSON types. The first wrong type throws an Error.
class Fields
{
public:
    Fields(const Value &value, QString path)
        : m_path(std::move(path))
    {
        if (!value.isNull() && !value.isMap())
            fail({}, KubeTr::tr("a map"));
        m_map = value.map();
    }

    [[nodiscard]] QString text(const QString &key) const
    {
        const Value value = m_map.value(key);
        if (!value.isNull() && !value.isString())
            fail(key, KubeTr::tr("text; put it in quotes"));
        return value.toString();
    }

    [[nodiscard]] bool flag(const QString &key) const
    {
        const Value value = m_map.value(key);
        if (!value.isNull() && value.kind() != Value::Kind::Bool)
            fail(key, KubeTr::tr("true or false"));
        return value.toBool();
    }

    [[nodiscard]] QByteArray bytes(const QString &key) const
    {
        if (m_map.value(key).isList())
            return byteList(key);
        QByteArray encoded = text(key).toLatin1();
        encoded.replace('\n', "").replace('\r', "");
        const auto decoded = QByteArray::fromBase64Encoding(encoded, QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded || encoded.size() % 4 != 0)
            fail(key, KubeTr::tr("base64"));
        return *decoded;
    }

    /// encoding/json takes a list of numbers for bytes too.
    [[nodiscard]] QByteArray byteList(const QString &key) const
    {
        QByteArray all;
        for (const Value &item : list(key)) {
            bool isNumber = item.kind() == Value::Kind::Number;
            const int number = isNumber ? item.scalarText().toInt(&isNumber) : 0;
            if ((!isNumber && !item.isNull()) || number < 0 || number > 255)
                fail(key, KubeTr::tr("base64"));
            all.append(char(number));
        }
        return all;
    }

    [[nodiscard]] Fields child(const QString &key) const { return Fields(m_map.value(key), pathOf(key)); }
    [[nodiscard]] bool has(const QString &key) const { return !m_map.value(key).isNull(); }
    [[nodiscard]] const Value::Map &map() const { return m_map; }

    [[nodiscard]] QList<Fields> children(const QString &key) const
    {
        QList<Fields> all;
        const Value::List items = list(key);
        for (qsizetype i = 0; i < items.size(); ++i)
            all.append(Fields(items.at(i), QStringLiteral("%1[%2]").arg(pathOf(key)).arg(i)));
        return all;
    }

    [[nodiscard]] QStringList texts(const QString &key) const
    {
        QStringList all;
        for (const Value &item : list(key)) {
            if (!item.isString() && !item.isNull())
                fail(key, KubeTr::tr("a list of texts; put each in quotes"));
            all.append(item.toString());
        }
        return all;
    }

    [[noreturn]] void failTwice(const QString &name) const
    {
        throw Error{
            Error::Code::Invalid, KubeTr::tr("%1: the name “%2” occurs twice.").arg(m_path, name), {}, {}};
    }

    [[noreturn]] void fail(const QString &key, const QString &wanted) const
    {
        throw Error{Error::Code::Invalid, KubeTr::tr("%1 is not %2.").arg(pathOf(key), wanted), {}, {}};
    }

private:
    [[nodiscard]] QString pathOf(const QString &key) const
    {
        if (key.isEmpty())
            return m_path.isEmpty() ? KubeTr::tr("The document") : m_path;
        return m_path.isEmpty() ? key : m_path + u'.' + key;
    }

    [[nodiscard]] Value::List list(const QString &key) const
    {
        const Value value = m_map.value(key);
        if (!value.isNull() && !value.isList())
            fail(key, KubeTr::tr("a list"));
        return value.list();
    }

    QString m_path;
    Value::Map m_map;
};

QString latin(const char *ascii)
{
    return QString::fromLatin1(ascii);
}

QString resolved(const QString &path, const QDir &base)
{
    return path.isEmpty() || QDir::isAbsolutePath(path) ? path : QDir::cleanPath(base.absoluteFilePath(path));
}

ClusterEntry clusterOf(const QString &name, const Fields &fields, const QDir &base)
{
    ClusterEntry cluster;
    cluster.name = name;
    cluster.server = fields.text(latin("server"));
    cluster.tlsServerName = fields.text(latin("tls-server-name"));
    cluster.proxyUrl = fields.text(latin("proxy-url"));
    cluster.certificateAuthorityFile = resolved(fields.text(latin("certificate-authority")), base);
    cluster.certificateAuthorityData = fields.bytes(latin("certificate-authority-data"));
    cluster.insecureSkipTlsVerify = fields.flag(latin("insecure-skip-tls-verify"));
    cluster.disableCompression = fields.flag(latin("disable-compression"));
    for (const Fields &extension : fields.children(latin("extensions"))) {
        if (extension.text(latin("name")) == u"client.authentication.k8s.io/exec")
            cluster.execConfig = writeJson(extension.map().value(latin("extension")), 0);
    }
    return cluster;
}

ExecPlugin pluginOf(const Fields &fields, const QDir &base)
{
    ExecPlugin plugin;
    plugin.apiVersion = fields.text(latin("apiVersion"));
    plugin.command = fields.text(latin("command"));
    if (plugin.command.contains(u'/'))
        plugin.command = resolved(plugin.command, base);
    plugin.arguments = fields.texts(latin("args"));
    for (const Fields &variable : fields.children(latin("env")))
        plugin.environment.append({variable.text(latin("name")), variable.text(latin("value"))});
    plugin.installHint = fields.text(latin("installHint"));
    plugin.provideClusterInfo = fields.flag(latin("provideClusterInfo"));
    plugin.interactiveMode = fields.text(latin("interactiveMode"));
    if (plugin.interactiveMode.isEmpty() && plugin.apiVersion == u"client.authentication.k8s.io/v1beta1")
        plugin.interactiveMode = latin("IfAvailable");
    return plugin;
}

AuthProvider authProviderOf(const Fields &fields)
{
    AuthProvider provider;
    provider.name = fields.text(latin("name"));
    const Fields config = fields.child(latin("config"));
    for (auto entry = config.map().cbegin(); entry != config.map().cend(); ++entry)
        (void)config.text(entry.key()); // all are texts
    provider.issuer = config.text(latin("idp-issuer-url"));
    provider.clientId = config.text(latin("client-id"));
    provider.idToken = Masked(config.text(latin("id-token")).toUtf8());
    provider.canRefresh = !config.text(latin("refresh-token")).isEmpty();
    return provider;
}

UserEntry userOf(const QString &name, const Fields &fields, const QDir &base)
{
    UserEntry user;
    user.name = name;
    user.clientCertificateFile = resolved(fields.text(latin("client-certificate")), base);
    user.clientCertificateData = fields.bytes(latin("client-certificate-data"));
    user.clientKeyFile = resolved(fields.text(latin("client-key")), base);
    user.clientKeyData = Masked(fields.bytes(latin("client-key-data")));
    user.token = Masked(fields.text(latin("token")).toUtf8());
    user.tokenFile = resolved(fields.text(latin("tokenFile")), base);
    user.username = fields.text(latin("username"));
    user.password = Masked(fields.text(latin("password")).toUtf8());
    user.impersonate = fields.text(latin("as"));
    user.impersonateGroups = fields.texts(latin("as-groups"));
    user.impersonateUid = fields.text(latin("as-uid"));
    const Fields extra = fields.child(latin("as-user-extra"));
    for (auto entry = extra.map().cbegin(); entry != extra.map().cend(); ++entry)
        user.impersonateExtra.insert(entry.key(), extra.texts(entry.key()));
    if (fields.has(latin("exec")))
        user.exec = pluginOf(fields.child(latin("exec")), base);
    if (fields.has(latin("auth-provider")))
        user.authProvider = authProviderOf(fields.child(latin("auth-provider")));
    return user;
}

/// Fills `entries` from a list of {name, <part>: {...}}.
template<typename Entry, typename Make>
void readNamed(const Fields &document, const QString &list, const QString &part,
               QMap<QString, Entry> &entries, Make make)
{
    for (const Fields &item : document.children(list)) {
        const QString name = item.text(latin("name"));
        if (entries.contains(name))
            item.failTwice(name);
        entries.insert(name, make(name, item.child(part)));
    }
}

KubeconfigFile fileOf(const Value &document, const QString &path)
{
    const Fields fields(document, {});
    const QString kind = fields.text(latin("kind"));
    const QString version = fields.text(latin("apiVersion"));
    if ((!kind.isEmpty() && kind != u"Config") || (!version.isEmpty() && version != u"v1"))
        throw Error{Error::Code::Invalid,
                    KubeTr::tr("This is a %1 of version %2, not a kubeconfig (Config of v1).")
                        .arg(kind.isEmpty() ? KubeTr::tr("document") : kind,
                             version.isEmpty() ? latin("v1") : version),
                    {},
                    {}};
    const QDir base = QFileInfo(path).absoluteDir();
    KubeconfigFile file;
    readNamed(fields, latin("clusters"), latin("cluster"), file.clusters,
              [&base](const QString &name, const Fields &entry) { return clusterOf(name, entry, base); });
    readNamed(fields, latin("users"), latin("user"), file.users,
              [&base, &path](const QString &name, const Fields &entry) {
                  UserEntry user = userOf(name, entry, base);
                  user.file = path;
                  return user;
              });
    readNamed(fields, latin("contexts"), latin("context"), file.contexts,
              [&path](const QString &, const Fields &entry) {
                  return KubeconfigFile::Context{entry.text(latin("cluster")), entry.text(latin("user")),
                                                 entry.text(latin("namespace")), path};
              });
    file.currentContext = fields.text(latin("current-context"));
    return file;
}

QString modeWarning(const QString &path)
{
    struct stat status
    {};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return {};
    if (status.st_uid != ::geteuid() && status.st_uid != 0)
        return KubeTr::tr(
                   "%1 belongs to another user, who can change which server you connect to and what runs.")
            .arg(path);
    const QString mode = QString::number(status.st_mode & 0777, 8).rightJustified(4, u'0');
    if ((status.st_mode & 022) != 0)
        return KubeTr::tr("%1 can be changed by others (mode %2); try: chmod 600.").arg(path, mode);
    if ((status.st_mode & 044) != 0)
        return KubeTr::tr("%1 can be read by others (mode %2); try: chmod 600.").arg(path, mode);
    return {};
}

QString systemReason()
{
    return QString::fromStdString(std::generic_category().message(errno));
}

} // namespace

Result<QByteArray> readRegularFile(const QString &path, qint64 maxBytes)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT)
        return failure(Error::Code::NotFound, KubeTr::tr("%1 does not exist.").arg(path));
    if (descriptor < 0 && errno == EACCES)
        return failure(Error::Code::File, KubeTr::tr("%1 cannot be read: permission denied.").arg(path));
    if (descriptor < 0)
        return failure(Error::Code::File, KubeTr::tr("%1 cannot be opened: %2.").arg(path, systemReason()));
    QFile file;
    struct stat status
    {};
    const bool known = ::fstat(descriptor, &status) == 0;
    if (!file.open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle) || !known)
        return failure(Error::Code::File, KubeTr::tr("%1 cannot be opened.").arg(path));
    if (S_ISDIR(status.st_mode))
        return failure(Error::Code::Invalid, KubeTr::tr("%1 is a folder, not a file.").arg(path));
    if (S_ISFIFO(status.st_mode))
        return failure(Error::Code::Invalid,
                       KubeTr::tr("%1 is a pipe (FIFO), not a regular file.").arg(path));
    if (!S_ISREG(status.st_mode))
        return failure(Error::Code::Invalid, KubeTr::tr("%1 is not a regular file.").arg(path));
    const QByteArray bytes = status.st_size > maxBytes ? QByteArray() : file.read(maxBytes + 1);
    if (status.st_size > maxBytes || bytes.size() > maxBytes)
        return failure(
            Error::Code::TooLarge,
            KubeTr::tr("%1 is larger than %2 MiB and is not read.").arg(path).arg(maxBytes / 1024 / 1024));
    if (file.error() != QFileDevice::NoError)
        return failure(Error::Code::File, KubeTr::tr("%1 cannot be read: %2.").arg(path, file.errorString()));
    return bytes;
}

Result<KubeconfigFile> readKubeconfigFile(const QString &path)
{
    const auto bytes = readRegularFile(path, maxKubeconfigBytes);
    if (!bytes)
        return tl::make_unexpected(bytes.error());
    const auto withPath = [&path](Error error) {
        error.message = path + QStringLiteral(": ") + error.message;
        return tl::make_unexpected(error);
    };
    const auto document = readYaml(*bytes);
    if (!document)
        return withPath(document.error());
    try {
        KubeconfigFile file = fileOf(*document, path);
        if (const QString warning = modeWarning(path); !warning.isEmpty())
            file.warnings.append(warning);
        if (bytes->startsWith("\xff\xfe") || bytes->startsWith("\xfe\xff"))
            file.warnings.append(
                KubeTr::tr("%1 is UTF-16; save it as UTF-8, which every tool reads.").arg(path));
        return file;
    } catch (const Error &error) {
        return withPath(error);
    }
}

} // namespace chartroom
