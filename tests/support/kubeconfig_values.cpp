// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kubeconfig_values.h"

#include <QFileInfo>

namespace chartroom::test {

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

Value text(const QString &value)
{
    return value.isEmpty() ? Value() : Value(value);
}

Value path(const QString &value)
{
    return text(value.contains(u'/') ? QFileInfo(value).fileName() : value);
}

Value bytes(const QByteArray &value)
{
    return text(QString::fromLatin1(value.toBase64()));
}

/// Drops what kubectl leaves out: null, "", false, empty lists and maps.
Value::Map compact(const Value::Map &map)
{
    Value::Map kept;
    for (auto entry = map.cbegin(); entry != map.cend(); ++entry) {
        const Value &value = entry.value();
        const bool empty = value.isNull() || (value.isString() && value.toString().isEmpty()) ||
                           (value.isList() && value.list().isEmpty()) ||
                           (value.isMap() && value.map().isEmpty()) ||
                           (value.kind() == Value::Kind::Bool && !value.toBool());
        if (!empty)
            kept.insert(entry.key(), value);
    }
    return kept;
}

Value texts(const QStringList &values)
{
    Value::List list;
    for (const QString &value : values)
        list.append(Value(value));
    return Value(list);
}

Value clusterValue(const ClusterEntry &cluster)
{
    Value::Map map{{s("server"), text(cluster.server)},
                   {s("tls-server-name"), text(cluster.tlsServerName)},
                   {s("proxy-url"), text(cluster.proxyUrl)},
                   {s("certificate-authority"), path(cluster.certificateAuthorityFile)},
                   {s("certificate-authority-data"), bytes(cluster.certificateAuthorityData)},
                   {s("insecure-skip-tls-verify"), Value(cluster.insecureSkipTlsVerify)}};
    return Value(compact(map));
}

Value pluginValue(const ExecPlugin &plugin)
{
    Value::List environment;
    for (const auto &[name, value] : plugin.environment)
        environment.append(Value(Value::Map{{s("name"), Value(name)}, {s("value"), Value(value)}}));
    Value::Map map{{s("apiVersion"), text(plugin.apiVersion)},
                   {s("command"), path(plugin.command)},
                   {s("args"), texts(plugin.arguments)},
                   {s("env"), Value(environment)},
                   {s("installHint"), text(plugin.installHint)},
                   {s("provideClusterInfo"), Value(plugin.provideClusterInfo)},
                   {s("interactiveMode"), text(plugin.interactiveMode)}};
    return Value(compact(map));
}

Value userValue(const UserEntry &user)
{
    Value::Map extra;
    for (auto entry = user.impersonateExtra.cbegin(); entry != user.impersonateExtra.cend(); ++entry)
        extra.insert(entry.key(), texts(entry.value()));
    Value::Map map{{s("client-certificate"), path(user.clientCertificateFile)},
                   {s("client-certificate-data"), bytes(user.clientCertificateData)},
                   {s("client-key"), path(user.clientKeyFile)},
                   {s("client-key-data"), bytes(user.clientKeyData.reveal())},
                   {s("token"), text(QString::fromUtf8(user.token.reveal()))},
                   {s("tokenFile"), path(user.tokenFile)},
                   {s("username"), text(user.username)},
                   {s("password"), text(QString::fromUtf8(user.password.reveal()))},
                   {s("as"), text(user.impersonate)},
                   {s("as-uid"), text(user.impersonateUid)},
                   {s("as-groups"), texts(user.impersonateGroups)},
                   {s("as-user-extra"), Value(extra)},
                   {s("exec"), user.exec ? pluginValue(*user.exec) : Value()}};
    return Value(compact(map));
}

Value named(const Value &config, const char *list, const char *part, const QString &name)
{
    for (const Value &item : config.at({s(list)}).list()) {
        if (item.at({s("name")}).toString() == name) {
            Value::Map map = item.at({s(part)}).map();
            map.remove(s("extensions"));
            map.remove(s("auth-provider"));
            Value::Map plugin = map.value(s("exec")).map();
            plugin.insert(s("command"), path(plugin.value(s("command")).toString()));
            map.insert(s("exec"), Value(compact(plugin)));
            for (const char *key : {"certificate-authority", "client-certificate", "client-key", "tokenFile"})
                map.insert(s(key), path(map.value(s(key)).toString()));
            return Value(compact(map));
        }
    }
    return {};
}

} // namespace

Value valueOf(const Kubeconfig &config)
{
    Value::Map all{{s("current-context"), Value(config.currentContext)}};
    for (const KubeContext &context : config.contexts) {
        const Value::Map map{{s("cluster"), text(context.cluster)},
                             {s("user"), text(context.user)},
                             {s("namespace"), text(context.namespaceName)},
                             {s("clusterEntry"), clusterValue(context.clusterEntry)},
                             {s("userEntry"), userValue(context.userEntry)}};
        all.insert(s("context ") + context.name, Value(compact(map)));
    }
    return Value(all);
}

Value valueOfView(const Value &config)
{
    Value::Map all{{s("current-context"), config.at({s("current-context")})}};
    for (const Value &item : config.at({s("contexts")}).list()) {
        Value::Map map = item.at({s("context")}).map();
        map.remove(s("extensions"));
        map.insert(s("clusterEntry"),
                   named(config, "clusters", "cluster", item.at({s("context"), s("cluster")}).toString()));
        map.insert(s("userEntry"),
                   named(config, "users", "user", item.at({s("context"), s("user")}).toString()));
        all.insert(s("context ") + item.at({s("name")}).toString(), Value(compact(map)));
    }
    return Value(all);
}

} // namespace chartroom::test
