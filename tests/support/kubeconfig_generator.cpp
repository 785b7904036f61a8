// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kubeconfig_generator.h"

namespace chartroom::test {

bool KubeconfigGenerator::spend()
{
    if (m_oddities == 0 || !oneIn(10))
        return false;
    --m_oddities;
    return true;
}

QByteArray KubeconfigGenerator::server()
{
    // A port of its own: client-go keeps the first id-token of a server.
    const QByteArray port = QByteArray::number(10000 + m_seed % 50000);
    if (spend())
        return pick({"127.0.0.1:" + port, "127.0.0.1", "''", "api.example:" + port + "/k8s",
                     "HTTPS://127.0.0.1:" + port, "ftp://127.0.0.1", "'https://'", "https://127.0.0.1:x",
                     "'https://[::1]:" + port + "'", "https://127.0.0.1:" + port + "/?a=b", "'https://a b'",
                     "'//127.0.0.1:" + port + "'", "localhost", "https:///path",
                     "'https://127.0.0.1:" + port + "/#x'", "/path"});
    return pick({"https://127.0.0.1:" + port, "https://127.0.0.1:" + port, "https://api.example:" + port,
                 "https://127.0.0.1:" + port + "/k8s/clusters/c-1", "https://127.0.0.1:" + port + '/',
                 "http://127.0.0.1:" + port, "'https://API.Example:" + port + "'"});
}

QByteArrayList KubeconfigGenerator::clusterFields()
{
    QByteArrayList fields{"server: " + server()};
    if (oneIn(3))
        fields.append("certificate-authority-data: @CA@");
    else if (oneIn(4))
        fields.append("certificate-authority: pki/ca.crt");
    else if (oneIn(6))
        fields.append("insecure-skip-tls-verify: true");
    if (oneIn(6))
        fields.append("tls-server-name: " + pick({"kubernetes.example", "10.0.0.1", "''", "'k'"}));
    if (oneIn(8))
        fields.append("proxy-url: " + pick({"http://127.0.0.1:3128", "'socks5://127.0.0.1:1080'",
                                            "'http://u:p@proxy.example:8080'"}));
    if (oneIn(8))
        fields.append("disable-compression: true");
    if (oneIn(10))
        fields.append("extensions: [{name: client.authentication.k8s.io/exec, extension: {a: 1}}]");
    if (spend())
        fields.append(pick({"insecure-skip-tls-verify: 'true'",
                            "insecure-skip-tls-verify: yes",
                            "insecure-skip-tls-verify: true",
                            "certificate-authority: gone.crt",
                            "certificate-authority: pki/broken.crt",
                            "certificate-authority: pki/empty.crt",
                            "certificate-authority: /nowhere/ca.crt",
                            "certificate-authority: pki",
                            "certificate-authority-data: '%%%'",
                            "certificate-authority-data: aGVsbG8=",
                            "certificate-authority-data: aGVsbG8",
                            "certificate-authority-data: ''",
                            "certificate-authority-data: \"aGVs\\nbG8=\"",
                            "proxy-url: 'ftp://x'",
                            "proxy-url: '://'",
                            "proxy-url: proxy.example",
                            "proxy-url: 'https://proxy.example'",
                            "proxy-url: ''",
                            "server: again",
                            "tls-server-name: 5",
                            "tls-server-name: null",
                            "extensions: {}",
                            "Server: 'https://other.example'",
                            "colour: blue",
                            "extensions: [{name: a}, {name: a}]",
                            "certificate-authority-data: [1]"}));
    return fields;
}

QByteArray KubeconfigGenerator::plugin()
{
    const QByteArray version =
        spend()
            ? pick({"client.authentication.k8s.io/v1alpha1", "''", "v1", "client.authentication.k8s.io/v2"})
            : pick({"client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"});
    QByteArrayList fields{"apiVersion: " + version,
                          "command: " + (spend() ? pick({"''", "/nowhere/plugin", "bin/gone", "5"})
                                                 : QByteArray("bin/plugin"))};
    fields.append("args: [" + version + ", " +
                  (spend() ? pick({"fail", "line", "empty", "json", "kind", "certificate", "yaml", "number"})
                           : QByteArray("good")) +
                  ']');
    if (!version.endsWith("beta1") || oneIn(2))
        fields.append("interactiveMode: " + (spend() ? pick({"Always", "Sometimes", "''", "null"})
                                                     : pick({"Never", "IfAvailable"})));
    if (oneIn(4))
        fields.append("env: " + (spend() ? pick({"[{name: '', value: x}]", "[{value: x}]", "{A: b}", "null"})
                                         : QByteArray("[{name: PLUGIN_TOKEN, value: from-env}]")));
    if (oneIn(5))
        fields.append("provideClusterInfo: true");
    if (oneIn(6))
        fields.append("installHint: get it");
    return "exec: {" + fields.join(", ") + '}';
}

QByteArray KubeconfigGenerator::authProvider()
{
    // {"alg":"none"}.{"exp":4102444800}.sig and {"exp":1}
    const QByteArray good = "eyJhbGciOiJub25lIn0.eyJleHAiOjQxMDI0NDQ4MDB9.c2ln";
    const QByteArray expired = "eyJhbGciOiJub25lIn0.eyJleHAiOjF9.c2ln";
    if (spend())
        return "auth-provider: " +
               pick({"{name: gcp}", "{name: azure, config: {a: b}}", "{name: other}", "{name: ''}", "{}",
                     "{name: oidc, config: {client-id: k}}", "{name: oidc, config: {a: 5}}", "{name: oidc}",
                     "{name: oidc, config: {idp-issuer-url: 'https://127.0.0.1:2', client-id: k, id-token: " +
                         expired + "}}",
                     "{name: oidc, config: {idp-issuer-url: 'https://127.0.0.1:2', client-id: k, id-token: "
                     "x}}",
                     "{name: oidc, config: {idp-issuer-url: 'https://127.0.0.1:2', client-id: k}}", "null"});
    return "auth-provider: {name: oidc, config: {idp-issuer-url: 'https://127.0.0.1:2', client-id: k, "
           "id-token: " +
           good + "}}";
}

QByteArrayList KubeconfigGenerator::impersonation()
{
    QByteArrayList fields{
        "as: " + (spend() ? pick({"\"a\\nb\"", "\"a\\tb\"", "''", "5", "null", "\"\\u00e9\"", "\"a\\x7f\""})
                          : pick({"anna", "'system:serviceaccount:a:b'"}))};
    if (oneIn(3))
        fields.append("as-uid: " + (spend() ? pick({"7", "\"1\\r2\"", "''"}) : QByteArray("'7'")));
    if (oneIn(3))
        fields.append("as-groups: " + (spend() ? pick({"[a, b]", "a", "[5]", "[null]", "null", "[\"a\\nb\"]"})
                                               : QByteArray("[a]")));
    if (oneIn(3))
        fields.append("as-user-extra: " + (spend() ? pick({"{k: [v, w]}", "{k: v}", "{k: []}", "{'a b': [v]}",
                                                           "{'k/\xc3\xa9': [v]}", "{'': [v]}", "{k: null}"})
                                                   : pick({"{k: [v]}", "{example.org/k: [v], Z: [w]}"})));
    if (spend())
        fields.removeFirst();
    return fields;
}

QByteArrayList KubeconfigGenerator::userFields()
{
    QByteArrayList fields;
    const int way = below(9);
    if (way < 2)
        fields.append("token: " +
                      (spend() ? pick({"123", "\"a\\nb\"", "''", "null", "\" t \"", "[t]", "\"\\u00e9\"",
                                       "yes", "\"t\\n\"", "1.5", "2001-01-01", "\"t\\t\"", "*t"})
                               : pick({"t0ken", "'123'", "eyJ.x.y"})));
    if (way == 2)
        fields.append("tokenFile: " +
                      (spend() ? pick({"gone", "pki/empty.crt", "pki", "5", "/nowhere/token", "''"})
                               : pick({"token", "./token"})));
    if (way == 3) {
        fields.append("username: " + pick({"anna", "'a:b'", "\"\\u00e9\""}));
        if (!spend())
            fields.append("password: " + pick({"'p:w'", "secret", "\"\\u00e9\""}));
    }
    if (way == 4 || oneIn(10)) {
        fields.append(oneIn(2) ? "client-certificate-data: @CERT@" : "client-certificate: pki/client.crt");
        if (!spend())
            fields.append(spend()    ? "client-key-data: @OTHERKEY@"
                          : oneIn(2) ? "client-key-data: @KEY@"
                                     : "client-key: ./pki/client.key");
    }
    if (way == 5)
        fields.append(plugin());
    if (way == 6)
        fields.append(authProvider());
    if (oneIn(5))
        fields += impersonation();
    if (spend())
        fields.append(pick({"token: second", "tokenFile: token", "username: anna", "password: p",
                            "client-key: pki/client.key", "client-certificate: gone.crt",
                            "client-certificate-data: aGVsbG8=", "client-key-data: aGVsbG8=",
                            "client-certificate: pki/client.crt", "client-key-data: @KEY@",
                            "extensions: null", "shoe: 9", "Token: other"}));
    if (spend())
        fields.append(oneIn(2) ? plugin() : authProvider());
    return fields;
}

/// One named entry of a list, in flow or block style.
QByteArray KubeconfigGenerator::entry(const QByteArray & /*list*/, const QByteArray &part,
                                      const QByteArray &name, QByteArrayList fields)
{
    if (oneIn(3))
        return "- name: " + name + "\n  " + part + ": {" + fields.join(", ") + "}\n";
    QByteArray out = oneIn(2) ? "- name: " + name + "\n  " + part + ":\n" : "- " + part + ":\n";
    const bool isNameLast = !out.startsWith("- name");
    for (const QByteArray &field : fields)
        out += "    " + field + '\n';
    if (fields.isEmpty())
        out = out.trimmed() + " {}\n";
    return isNameLast ? out + "  name: " + name + '\n' : out;
}

QByteArray KubeconfigGenerator::file()
{
    QByteArray text = oneIn(2) ? "apiVersion: v1\nkind: Config\n" : "";
    if (spend())
        text = pick({"apiVersion: v2\n", "kind: Pod\n", "apiVersion: v1\n", "%YAML 1.2\n---\n", "---\n",
                     "\t\n", "apiVersion: ''\nkind: ''\n"});
    const auto name = [this](const QByteArrayList &names) {
        return spend() ? pick({"''", "5", "null", "'1'", "yes", "gone", "\"\\u00e9\""}) : pick(names);
    };
    QByteArray clusters;
    QByteArray users;
    QByteArray contexts;
    const QByteArrayList clusterNames = oneIn(3) ? QByteArrayList{"c", "d"} : QByteArrayList{"c"};
    const QByteArrayList userNames = oneIn(3) ? QByteArrayList{"u", "v"} : QByteArrayList{"u"};
    for (const QByteArray &cluster : clusterNames)
        clusters += entry("clusters", "cluster", name({cluster}), clusterFields());
    for (const QByteArray &user : userNames)
        users += entry("users", "user", name({user}), userFields());
    for (const QByteArray &context : oneIn(3) ? QByteArrayList{"x", "z"} : QByteArrayList{"x"}) {
        QByteArrayList fields{"cluster: " + name(clusterNames), "user: " + name(userNames)};
        if (oneIn(3))
            fields.append("namespace: " + (spend() ? pick({"5", "''", "null"}) : QByteArray("gpu-operator")));
        if (spend())
            fields.removeAt(below(2));
        contexts += entry("contexts", "context", name({context}), fields);
    }
    const auto list = [this](const QByteArray &key, const QByteArray &entries) {
        return spend() ? key + ": " + pick({"[]", "null", "{}", "x"}) + '\n' : key + ":\n" + entries;
    };
    QByteArrayList parts{list("clusters", clusters), list("users", users), list("contexts", contexts)};
    if (!oneIn(6))
        parts.append("current-context: " + name({"x", "x", "x", "z"}) + '\n');
    if (spend())
        parts.append(pick({"preferences: {}\n", "preferences: null\n", "users: []\n", "extensions: []\n",
                           "weather: [sun]\n", "Clusters: []\n", "current-context: z\n",
                           "---\nclusters: []\n", "...\n"}));
    while (parts.size() > 1)
        text += parts.takeAt(below(int(parts.size())));
    text += parts.first();
    if (spend())
        text = pick({"", "# nothing\n", "- a\n", "hello\n", "clusters: [\n", text.left(text.size() / 2),
                     text + "~: 1\n", text + '\x01', "\xef\xbb\xbf" + text,
                     QByteArray(text).replace('\n', "\r\n"), text + "\xff"});
    return text;
}

KubeconfigInput KubeconfigGenerator::input()
{
    m_oddities = below(3);
    KubeconfigInput input;
    const int count = oneIn(4) ? 2 + below(2) : 1;
    for (int i = 0; i < count; ++i)
        input.files.append(file());
    if (oneIn(3))
        input.context = pick({"x", "x", "z", "gone"});
    return input;
}

} // namespace chartroom::test
