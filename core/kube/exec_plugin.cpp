// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/exec_plugin.h"

#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/kube/kube_tr.h"
#include "core/kube/kubeconfig_file.h"
#include "core/process/program_search.h"

#include <QDir>
#include <QRegularExpression>

namespace chartroom {

namespace {

QString asciiText(const char *ascii)
{
    return QString::fromLatin1(ascii);
}

void insertText(Value::Map &map, const char *key, const QString &text)
{
    if (!text.isEmpty())
        map.insert(asciiText(key), Value(text));
}

Value clusterInfo(const ClusterEntry &cluster, const QByteArray &caData)
{
    Value::Map map{{asciiText("server"), Value(cluster.server)}};
    insertText(map, "tls-server-name", cluster.tlsServerName);
    insertText(map, "proxy-url", cluster.proxyUrl);
    insertText(map, "certificate-authority-data", QString::fromLatin1(caData.toBase64()));
    if (cluster.insecureSkipTlsVerify)
        map.insert(asciiText("insecure-skip-tls-verify"), Value(true));
    if (cluster.disableCompression)
        map.insert(asciiText("disable-compression"), Value(true));
    // null when there is none: omitempty leaves out no struct (client-go pkg/apis/clientauthentication@v0.36)
    const auto config = cluster.execConfig.isEmpty() ? Result<Value>(Value()) : readJson(cluster.execConfig);
    map.insert(asciiText("config"), config.value_or(Value()));
    return Value(map);
}

/// As Go reads RFC 3339 (time.Parse; apimachinery pkg/apis/meta/v1/time.go@v0.36 UnmarshalJSON); else
/// invalid.
QDateTime goTime(const QString &text)
{
    static const QRegularExpression shape(
        QStringLiteral(R"(\A\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)\z)"));
    return shape.match(text).hasMatch() ? QDateTime::fromString(text, Qt::ISODateWithMs).toUTC()
                                        : QDateTime();
}

/// client-go takes an answer without a kind for the one it waits for, and no other
/// (apimachinery pkg/runtime/serializer/json@v0.36, gvkWithDefaults).
bool isExecCredential(const Value &answer)
{
    const Value kind = answer.at({asciiText("kind")});
    return answer.isMap() && !answer.at({asciiText("apiVersion")}).isNull() &&
           (kind.isNull() || kind.toString() == u"ExecCredential");
}

tl::unexpected<Error> damaged(const QString &message)
{
    return failure(Error::Code::Damaged, message);
}

Result<PluginPolicy> policyOf(const Value &preference)
{
    PluginPolicy policy;
    const QString kind = preference.at({asciiText("credentialPluginPolicy")}).toString();
    const Value::List entries = preference.at({asciiText("credentialPluginAllowlist")}).list();
    for (const Value &entry : entries) {
        const QString command = entry.at({asciiText("command")}).toString();
        const QString name = entry.at({asciiText("name")}).toString();
        if (command.isEmpty() && name.isEmpty())
            return failure(Error::Code::Invalid, KubeTr::tr("the allow-list has an entry without a command"));
        policy.allowlist.append(command.isEmpty() ? name : command);
    }
    if (kind == u"Allowlist" && entries.isEmpty())
        return failure(Error::Code::Invalid, KubeTr::tr("the policy is Allowlist, and the list is empty"));
    if (kind != u"Allowlist" && !entries.isEmpty())
        return failure(Error::Code::Invalid,
                       KubeTr::tr("there is an allow-list, and the policy is not Allowlist"));
    if (kind == u"Allowlist")
        policy.kind = PluginPolicy::Kind::Allowlist;
    else if (kind == u"DenyAll")
        policy.kind = PluginPolicy::Kind::DenyAll;
    else if (!kind.isEmpty() && kind != u"AllowAll")
        return failure(Error::Code::Invalid, KubeTr::tr("the policy “%1” is unknown").arg(kind));
    return policy;
}

} // namespace

bool PluginPolicy::allows(const ExecRequest &request) const
{
    if (kind != Kind::Allowlist)
        return kind == Kind::AllowAll;
    for (const QString &entry : allowlist) {
        if (entry == request.command || entry == request.program || findProgram(entry) == request.program)
            return true;
    }
    return false;
}

Result<PluginPolicy> readPluginPolicy()
{
    const QString variable = qEnvironmentVariable("KUBERC");
    if (variable == u"off")
        return PluginPolicy();
    const QString path = variable.isEmpty() ? QDir::home().filePath(asciiText(".kube/kuberc")) : variable;
    const auto bytes = readRegularFile(path, 1024 * 1024);
    if (!bytes && bytes.error().code == Error::Code::NotFound)
        return PluginPolicy();
    const auto document = bytes ? readYaml(*bytes) : Result<Value>(tl::make_unexpected(bytes.error()));
    auto policy =
        document ? policyOf(*document) : Result<PluginPolicy>(tl::make_unexpected(document.error()));
    if (!policy)
        return failure(
            Error::Code::Invalid,
            KubeTr::tr("kubectl's preferences %1 may forbid credential plugins, but cannot be parsed: %2.")
                .arg(path, policy.error().message));
    return policy;
}

Result<ExecRequest> pluginRequest(const KubeContext &context)
{
    const ExecPlugin &plugin = *context.userEntry.exec;
    ExecRequest request;
    request.kubeconfig = context.userEntry.file;
    request.command = plugin.command;
    request.program = findProgram(plugin.command);
    request.arguments = plugin.arguments;
    for (const auto &[name, value] : plugin.environment)
        request.environment.append(name + u'=' + value);
    if (!request.program.isEmpty())
        return request;
    return failure(
        Error::Code::NotFound,
        KubeTr::tr("The credential plugin “%1” is not installed, or not in any folder that is searched.")
            .arg(visibleText(plugin.command)),
        visibleText(plugin.installHint, true, 4096));
}

CommandLine pluginCommand(const ExecRequest &request, const KubeContext &context, const QByteArray &caData)
{
    const ExecPlugin &plugin = *context.userEntry.exec;
    Value::Map spec{{asciiText("interactive"), Value(false)}};
    if (plugin.provideClusterInfo)
        spec.insert(asciiText("cluster"), clusterInfo(context.clusterEntry, caData));
    const Value info(Value::Map{{asciiText("kind"), Value(asciiText("ExecCredential"))},
                                {asciiText("apiVersion"), Value(plugin.apiVersion)},
                                {asciiText("spec"), Value(spec)}});
    CommandLine command;
    command.program = request.program;
    command.arguments = request.arguments;
    // A plugin calls others of its kind (gcloud, aws), which a start from the desktop does not find either.
    command.environment.append({asciiText("PATH"), programFolders().join(u':')});
    command.environment.append(plugin.environment);
    command.environment.append({asciiText("KUBERNETES_EXEC_INFO"), QString::fromUtf8(writeJson(info, 0))});
    command.timeout = std::chrono::seconds(60);
    command.maxOutput = 1024 * 1024;
    return command;
}

Result<Credential> readExecCredential(const QByteArray &output, const QString &apiVersion)
{
    // k8s.io/apimachinery@v0.36 pkg/util/yaml/decoder.go, IsJSONBuffer: what starts with a brace is JSON
    const auto document = output.trimmed().startsWith('{') ? readJson(output) : readYaml(output);
    if (!document || !isExecCredential(*document))
        return damaged(KubeTr::tr("The credential plugin did not print an ExecCredential."));
    if (document->at({asciiText("apiVersion")}).toString() != apiVersion)
        return damaged(
            KubeTr::tr("The credential plugin answered with another API version than %1.").arg(apiVersion));
    const Value status = document->at({asciiText("status")});
    const QString token = status.at({asciiText("token")}).toString();
    const QByteArray certificate = status.at({asciiText("clientCertificateData")}).toString().toUtf8();
    const Masked key(status.at({asciiText("clientKeyData")}).toString().toUtf8());
    if (token.isEmpty() && certificate.isEmpty() && key.isEmpty())
        return damaged(KubeTr::tr("The credential plugin returned neither a token nor a certificate."));
    if (certificate.isEmpty() != key.isEmpty())
        return damaged(KubeTr::tr("The credential plugin returned only one of certificate and key."));
    Credential credential;
    if (!certificate.isEmpty()) {
        auto pair = readKeyPair(certificate, key);
        if (!pair)
            return pair;
        credential = *std::move(pair);
    }
    if (!token.isEmpty())
        credential.authorization = Masked("Bearer " + token.toUtf8());
    const Value expires = status.at({asciiText("expirationTimestamp")});
    if (!expires.isNull()) {
        credential.expires = goTime(expires.toString());
        if (!credential.expires.isValid())
            return damaged(
                KubeTr::tr("The credential plugin returned an expirationTimestamp that is not a time."));
    }
    return credential;
}

} // namespace chartroom
