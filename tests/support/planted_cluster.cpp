// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/planted_cluster.h"

#include "tests/support/scripted_releases.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace chartroom::test {

using namespace Qt::StringLiterals;

namespace {

const QStringList places{u"Key"_s,        u"Url"_s,        u"Block"_s,    u"Pem"_s,     u"Name"_s,
                         u"Variable"_s,   u"Header"_s,     u"Note"_s,     u"Hook"_s,    u"Home"_s,
                         u"SecretData"_s, u"ObjectName"_s, u"Argument"_s, u"Message"_s, u"EventName"_s,
                         u"Pod"_s,        u"Annotation"_s, u"Policy"_s};

QString word(const QString &place, int revision = 0)
{
    const QString text = u"Canary"_s + place;
    return revision == 0 ? text : text + (revision == 1 ? u'a' : u'b');
}

QByteArray json(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

QString PlantedCluster::url(const QString &word) const
{
    return hides() ? u"http://bob:%1@proxy.example:3128/"_s.arg(word)
                   : u"http://proxy.example:3128/"_s + word;
}

QString PlantedCluster::assigned(const QString &word) const
{
    return (hides() ? u"token="_s : u"version "_s) + word;
}

QString PlantedCluster::token(const QString &word) const
{
    return hides() ? u"ghp_"_s + word : word;
}

QString PlantedCluster::base64(const QString &word) const
{
    return hides() ? QString::fromLatin1(("password: "_ba + word.toLatin1() + '\n').toBase64()) : word;
}

QJsonObject PlantedCluster::userValues(int revision) const
{
    const auto one = [revision](const char *place) { return word(QString::fromLatin1(place), revision); };
    const QString pem = u"-----BEGIN PRIVATE KEY-----\n%1\n-----END PRIVATE KEY-----\n"_s.arg(one("Pem"));
    const QJsonObject user{{u"name"_s, token(word(u"Name"_s))}, {u"role"_s, u"role-%1"_s.arg(revision)}};
    const QJsonObject other{{u"name"_s, u"alice"_s}, {u"role"_s, u"reader"_s}};
    const QJsonObject variable{{u"name"_s, hides() ? u"NGC_API_KEY"_s : u"LOG_LEVEL"_s},
                               {u"value"_s, one("Variable")}};
    return {{u"registry"_s, QJsonObject{{hides() ? u"password"_s : u"version"_s, one("Key")}}},
            {u"proxy"_s, url(one("Url"))},
            {u"blob"_s, base64(one("Block"))},
            {u"certificate"_s, hides() ? pem : one("Pem")},
            {u"users"_s, QJsonArray{user, other}},
            {u"env"_s, QJsonArray{variable}},
            {u"header"_s, hides() ? u"Authorization: Bearer %1"_s.arg(one("Header")) : one("Header")},
            {u"replicas"_s, revision}};
}

QString PlantedCluster::manifest(int revision) const
{
    const auto one = [revision](const char *place) { return word(QString::fromLatin1(place), revision); };
    const QString data = one("SecretData");
    return u"---\napiVersion: v1\nkind: %1\nmetadata:\n  name: settings\ndata:\n  user: %2\n"
           "---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: %3\nspec:\n  template:\n"
           "    spec:\n      containers:\n      - name: main\n        args:\n        - --%4\n"_s.arg(
               hides() ? u"Secret"_s : u"ConfigMap"_s,
               hides() ? QString::fromLatin1(data.toLatin1().toBase64()) : data, token(word(u"ObjectName"_s)),
               assigned(one("Argument")));
}

QString PlantedCluster::notes() const
{
    return u"Sign in with %1\n"_s.arg(assigned(word(u"Note"_s)));
}

QString PlantedCluster::hookMessage() const
{
    return u"Upgrade \"gpu-operator\" failed: pre-upgrade hooks failed: job failed: %1"_s.arg(
        assigned(word(u"Hook"_s)));
}

QString PlantedCluster::chartHome() const
{
    return url(word(u"Home"_s));
}

ReleaseBuilder PlantedCluster::revision(int revision) const
{
    ReleaseBuilder builder;
    builder.revision = revision;
    builder.status = revision == 1 ? u"superseded"_s : u"failed"_s;
    builder.userValues = userValues(revision);
    builder.manifest = manifest(revision);
    builder.notes = notes();
    builder.chartHome = chartHome();
    if (revision > 1)
        builder.description = hookMessage();
    return builder;
}

QByteArray PlantedCluster::node() const
{
    const QString key = hides() ? u"example.org/password"_s : u"example.org/version"_s;
    return json(
        {{u"metadata"_s, QJsonObject{{u"name"_s, u"gpu-001"_s},
                                     {u"uid"_s, u"node-1"_s},
                                     {u"resourceVersion"_s, u"5"_s},
                                     {u"annotations"_s, QJsonObject{{key, word(u"Annotation"_s)}}},
                                     {u"labels"_s, QJsonObject{{u"nvidia.com/gpu-driver-upgrade-state"_s,
                                                                u"upgrade-failed"_s}}}}}});
}

QByteArray PlantedCluster::driverPod() const
{
    const QString said = u"failed to pull "_s + url(word(u"Pod"_s));
    const QJsonObject waiting{{u"reason"_s, u"ErrImagePull"_s}, {u"message"_s, said}};
    return json(
        {{u"metadata"_s, QJsonObject{{u"name"_s, u"nvidia-driver-daemonset-abcde"_s},
                                     {u"namespace"_s, u"nvidia-gpu-operator"_s},
                                     {u"uid"_s, u"pod-1"_s},
                                     {u"resourceVersion"_s, u"6"_s},
                                     {u"labels"_s, QJsonObject{{u"app"_s, u"nvidia-driver-daemonset"_s}}}}},
         {u"spec"_s, QJsonObject{{u"nodeName"_s, u"gpu-001"_s}}},
         {u"status"_s,
          QJsonObject{{u"phase"_s, u"Pending"_s},
                      {u"containerStatuses"_s,
                       QJsonArray{QJsonObject{{u"name"_s, u"driver"_s},
                                              {u"state"_s, QJsonObject{{u"waiting"_s, waiting}}}}}}}}});
}

QByteArray PlantedCluster::event() const
{
    const QString about = token(word(u"EventName"_s));
    return json({{u"metadata"_s, QJsonObject{{u"name"_s, about + u".17f"_s},
                                             {u"namespace"_s, u"nvidia-gpu-operator"_s},
                                             {u"uid"_s, u"event-1"_s},
                                             {u"resourceVersion"_s, u"7"_s}}},
                 {u"involvedObject"_s, QJsonObject{{u"kind"_s, u"Job"_s}, {u"name"_s, about}}},
                 {u"message"_s, u"The job said: "_s + assigned(word(u"Message"_s))}});
}

QByteArray PlantedCluster::policy() const
{
    const QString key = hides() ? u"licensePassword"_s : u"licenseVersion"_s;
    return json({{u"metadata"_s, QJsonObject{{u"name"_s, u"cluster-policy"_s},
                                             {u"uid"_s, u"policy-1"_s},
                                             {u"resourceVersion"_s, u"8"_s}}},
                 {u"spec"_s, QJsonObject{{u"driver"_s, QJsonObject{{key, word(u"Policy"_s)}}}}}});
}

void PlantedCluster::serve(ScriptedTransport &transport) const
{
    auto *releases = new ScriptedReleases(&transport); // a child of it
    releases->put(revision(1));
    releases->put(revision(2));
    const auto list = [&transport](const char *path, const QList<QByteArray> &items) {
        transport.answer(QString::fromLatin1(path), listAnswer(items, u"10"_s));
    };
    list("/api/v1/nodes", {node()});
    list("/api/v1/pods", {driverPod()});
    list("/api/v1/events", {event()});
    list("/apis/apps/v1/daemonsets", {});
    list("/apis/apps/v1/controllerrevisions", {});
    list("/apis/policy/v1/poddisruptionbudgets", {});
    list("/apis/nvidia.com/v1/clusterpolicies", {policy()});
    transport.answer(u"/version"_s, R"({"gitVersion":"v1.36.3"})");
}

QStringList PlantedCluster::foundIn(const QByteArray &text)
{
    QStringList found;
    for (const QString &place : places) {
        // Base64 of the word alone and behind "password: ", without the last characters, which hang on what
        // follows.
        const QByteArray plain = word(place).toLatin1();
        const QByteArray alone = plain.toBase64();
        const QByteArray behind = ("password: " + plain).toBase64();
        if (text.contains(plain) || text.contains(alone.first(4 * (plain.size() / 3))) ||
            text.contains(behind.first(4 * ((plain.size() + 10) / 3))))
            found << place;
    }
    return found;
}

} // namespace chartroom::test
