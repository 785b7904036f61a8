// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/api_server.h"
#include "core/kube/proxy.h"
#include "core/process/process_runner.h"
#include "tests/integration/input_oracle.h"
#include "tests/support/key_pair_sample.h"
#include "tests/support/kubeconfig_generator.h"
#include "tests/support/test_certificates.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_oracle_kubeconfigs {

namespace {

/// The plugins of the kubeconfigs are this test's own.
class OwnPlugins final : public ExecConsent
{
public:
    [[nodiscard]] bool isAllowed(const ExecRequest & /*request*/) const override { return true; }
    [[nodiscard]] Result<void> allow(const ExecRequest & /*request*/) override { return {}; }
};

constexpr const char *pluginScript = R"(#!/bin/sh
token=${PLUGIN_TOKEN:-from-plugin}
case $2 in
    fail) exit 3 ;;
    line) token='a\nb' ;;
    empty) token= ;;
    json) printf '{'; exit ;;
    yaml) printf 'apiVersion: %s\nkind: ExecCredential\nstatus: {token: %s}\n' "$1" "$token"; exit ;;
    number) printf '{"apiVersion":"%s","kind":"ExecCredential","status":{"token":5}}' "$1"; exit ;;
    kind) printf '{"apiVersion":"%s","kind":"Other","status":{"token":"x"}}' "$1"; exit ;;
    certificate)
        printf '{"apiVersion":"%s","kind":"ExecCredential","status":{"clientCertificateData":"x"}}' "$1"
        exit
        ;;
esac
printf '{"apiVersion":"%s","kind":"ExecCredential","status":{"token":"%s"}}' "$1" "$token"
)";

Value written(const KubeconfigInput &input)
{
    Value::List files;
    for (const QByteArray &file : input.files)
        files.append(partOf(file));
    return Value(
        Value::Map{{u"files"_s, Value(files)}, {u"context"_s, Value(QString::fromUtf8(input.context))}});
}

KubeconfigInput read(const Value &corpus)
{
    KubeconfigInput input;
    for (const Value &file : corpus.at({u"files"_s}).list())
        input.files.append(bytesOf(file));
    input.context = corpus.at({u"context"_s}).toString().toUtf8();
    return input;
}

Value textList(const QStringList &texts)
{
    Value::List list;
    for (const QString &text : texts)
        list.append(Value(text));
    return Value(list);
}

QStringList digests(const QList<QSslCertificate> &certificates)
{
    QStringList all;
    for (const QSslCertificate &certificate : certificates)
        all.append(QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex()));
    return all;
}

QStringList sortedTexts(QStringList texts)
{
    texts.sort();
    return texts;
}

/// Authorization and Impersonate-...: names in lower case, of one value each.
Value::Map whoAsks(const Value::Map &headers)
{
    Value::Map kept;
    for (auto header = headers.cbegin(); header != headers.cend(); ++header) {
        const QString name = header.key().toLower();
        if (name == u"authorization" || name.startsWith(u"impersonate-"))
            kept.insert(name, *header);
    }
    return kept;
}

Value::Map headersOf(const QNetworkRequest &request)
{
    Value::Map headers;
    const QByteArrayList names = request.rawHeaderList();
    for (const QByteArray &name : names)
        headers.insert(QString::fromLatin1(name), textList({QString::fromUtf8(request.rawHeader(name))}));
    return headers;
}

/// "https://host:port/path" of a URL, with the port said and no slash at the end.
QString place(const QUrl &url)
{
    QString path = url.path();
    while (path.endsWith(u'/'))
        path.chop(1);
    return url.scheme().toLower() + u"://"_s + url.host().toLower() + u':' +
           QString::number(url.port(url.scheme().toLower() == u"https" ? 443 : 80)) + path;
}

/// The built-in connection leaves to kubectl what Qt cannot do, and says so: a proxy spoken to over TLS, a
/// header that is there twice, an id-token that only a change of the kubeconfig could renew.
bool isLeftToKubectl(const Error &error)
{
    return error.code == Error::Code::Unsupported && error.message.contains(u"--transport kubectl");
}

/// Chartroom asks about a context by its name, so there is no request without one; client-go takes the
/// cluster without a name.
const QString unnamed = u"no context is named"_s;

/// With an empty file of certificates client-go trusts no server, so no connection is made; Chartroom says
/// why.
bool isEmptyAuthority(const Error &error, const Value &theirs)
{
    return error.message.contains(u"contains no certificate in PEM form") &&
           theirs.at({u"roots"_s}).list().isEmpty();
}

} // namespace

/// Kubeconfigs, through client-go as kubectl uses it and through Chartroom: the merged files, whether a
/// request can be made, and all that it carries.
class TestOracleKubeconfigs final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QMap<QByteArray, QByteArray> m_pem; ///< by placeholder, in base64
    ProcessRunner m_runner;
    OwnPlugins m_consent;
    SystemClock m_clock;

    [[nodiscard]] bool write(const QString &name, const QByteArray &content) const
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
               file.write(content) == content.size();
    }

    /// The second file of an input is in a folder of its own, beside which nothing that paths lead to.
    [[nodiscard]] QStringList place(const KubeconfigInput &input, const QString &number) const
    {
        QStringList paths;
        for (qsizetype i = 0; i < input.files.size(); ++i) {
            QByteArray text = input.files.at(i);
            for (auto pem = m_pem.cbegin(); pem != m_pem.cend(); ++pem)
                text.replace(pem.key(), pem.value());
            const QString name = (i == 1 ? u"sub/"_s : QString()) + number + u'-' + QString::number(i);
            if (!write(name, text))
                qFatal("%s cannot be written", qPrintable(name));
            paths.append(m_folder.filePath(name));
        }
        return paths;
    }

    Result<Value> request(const KubeContext &context)
    {
        if (!context.problem.isEmpty())
            return failure(Error::Code::Invalid, context.problem);
        if (const auto obstacle = ApiServer::obstacle(context))
            return tl::make_unexpected(*obstacle);
        CredentialSource source(context, &m_runner, &m_consent, &m_clock);
        const auto signIn = source.credential();
        if (!QTest::qWaitFor([&signIn] { return signIn.isFinished(); }, 30'000))
            return failure(Error::Code::Timeout, u"no credential"_s);
        const Result<Credential> credential = signIn.result();
        if (!credential)
            return tl::make_unexpected(credential.error());
        ApiServer server(context, &source, &m_clock, {}, nullptr);
        const auto prepared = server.prepare({}, *credential, ApiServer::Use::Get);
        if (!prepared)
            return tl::make_unexpected(prepared.error());
        const ClusterEntry &cluster = context.clusterEntry;
        const bool isSecure = cluster.usesTls();
        const bool ownRoots = isSecure && (!cluster.certificateAuthorityData.isEmpty() ||
                                           !cluster.certificateAuthorityFile.isEmpty());
        const QSslConfiguration tls = prepared->sslConfiguration();
        const auto proxy = proxyFor(cluster.url(), cluster.proxyUrl, QProcessEnvironment());
        return Value(Value::Map{
            {u"namespace"_s, Value(context.namespaceName.isEmpty() ? u"default"_s : context.namespaceName)},
            {u"url"_s, Value(tst_oracle_kubeconfigs::place(prepared->url()))},
            {u"proxy"_s, Value(proxy ? proxy->hostName() : QString())},
            {u"headers"_s, Value(whoAsks(headersOf(*prepared)))},
            {u"serverName"_s, Value(isSecure ? prepared->peerVerifyName() : QString())},
            {u"insecure"_s, Value(isSecure && tls.peerVerifyMode() == QSslSocket::VerifyNone)},
            {u"ownRoots"_s, Value(ownRoots)},
            {u"roots"_s, textList(ownRoots ? sortedTexts(digests(tls.caCertificates())) : QStringList())},
            {u"certificate"_s, textList(isSecure ? digests(tls.localCertificateChain()) : QStringList())}});
    }

    /// What Chartroom makes of it, in the oracle's words.
    Result<Value> reading(const QStringList &paths, const QString &wanted)
    {
        const Kubeconfig config = loadKubeconfig(paths, paths.size() == 1);
        if (!config.problems.isEmpty())
            return tl::make_unexpected(config.problems.first());
        if (wanted.isEmpty() && config.currentContext.isEmpty())
            return failure(Error::Code::NotFound, unnamed);
        const KubeContext *context = config.find(wanted.isEmpty() ? config.currentContext : wanted);
        if (!context)
            return failure(Error::Code::NotFound, u"no such context"_s);
        const auto sent = request(*context);
        if (!sent)
            return sent;
        Value::Map all = sent->map();
        all.insert(u"current"_s, Value(config.currentContext));
        QStringList names;
        for (const KubeContext &known : config.contexts)
            names.append(known.name);
        all.insert(u"contexts"_s, textList(sortedTexts(names)));
        return Value(all);
    }

    static Value told(const Value &kubeconfig)
    {
        Value::Map map = kubeconfig.map();
        map.insert(u"url"_s, Value(tst_oracle_kubeconfigs::place(QUrl(map.value(u"url"_s).toString()))));
        map.insert(u"proxy"_s, Value(QUrl(map.value(u"proxy"_s).toString()).host()));
        map.insert(u"headers"_s, Value(whoAsks(map.value(u"headers"_s).map())));
        for (const QString &list : {u"roots"_s, u"certificate"_s, u"contexts"_s}) {
            if (!map.value(list).isList())
                map.insert(list, Value(Value::List()));
        }
        return Value(map);
    }

    static QString difference(const Value &theirs, const Result<Value> &ours)
    {
        const QString error = theirs.at({u"error"_s}).toString();
        if (!error.isEmpty())
            return ours ? u"client-go refuses: "_s + error : QString();
        const Value sent = told(theirs.at({u"kubeconfig"_s}));
        if (ours)
            return valueDifference(sent, *ours);
        const bool isRule = isLeftToKubectl(ours.error()) || ours.error().message == unnamed ||
                            isEmptyAuthority(ours.error(), sent);
        return isRule ? refusedOnPurpose : u"chartroom refuses: "_s + ours.error().message;
    }

    void compare(const QList<KubeconfigInput> &inputs, const char *what)
    {
        QList<Value> questions;
        QList<QStringList> placed;
        for (qsizetype i = 0; i < inputs.size(); ++i) {
            placed.append(place(inputs.at(i), QString::number(i)));
            questions.append(
                Value(Value::Map{{u"sort"_s, Value(u"kubeconfig"_s)},
                                 {u"paths"_s, textList(placed.last())},
                                 {u"context"_s, Value(QString::fromUtf8(inputs.at(i).context))}}));
        }
        const QList<Value> answers = askOracle(questions);
        QCOMPARE(answers.size(), inputs.size());
        OracleTally tally(u"kubeconfigs"_s);
        for (qsizetype i = 0; i < inputs.size(); ++i)
            tally.add(
                answers.at(i),
                difference(answers.at(i), reading(placed.at(i), QString::fromUtf8(inputs.at(i).context))),
                written(inputs.at(i)));
        QVERIFY2(tally.isEqual(u"%1, client-go"_s.arg(QLatin1String(what))), tally.report().constData());
    }

private slots:
    void initTestCase()
    {
        qputenv("KUBERC", "off");
        for (const char *variable :
             {"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"})
            qunsetenv(variable);
        const TestCertificate authority = makeAuthority();
        const KeyPairSample pair = KeyPairSample::make(KeyPairSample::Kind::Ec);
        const KeyPairSample other = KeyPairSample::make(KeyPairSample::Kind::Ec);
        m_pem = {{"@CA@", authority.certificate.toBase64()},
                 {"@CERT@", pair.certificate.toBase64()},
                 {"@KEY@", pair.key.toBase64()},
                 {"@OTHERKEY@", other.key.toBase64()}};
        QVERIFY(m_folder.isValid());
        QVERIFY(write(u"pki/ca.crt"_s, authority.certificate) &&
                write(u"pki/client.crt"_s, pair.certificate) && write(u"pki/client.key"_s, pair.key) &&
                write(u"pki/empty.crt"_s, {}) &&
                write(u"pki/broken.crt"_s, authority.certificate.left(100)) &&
                write(u"token"_s, "from-file\n") && write(u"bin/plugin"_s, pluginScript));
        QVERIFY(QFile::setPermissions(m_folder.filePath(u"bin/plugin"_s),
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    void kubeconfigsThatOnceDifferedAreUsedAsClientGoUsesThem()
    {
        QList<KubeconfigInput> inputs;
        for (const CorpusInput &kept : corpusOf(u"kubeconfigs"_s))
            inputs.append(read(kept.input));
        QVERIFY(!inputs.isEmpty());
        compare(inputs, "corpus of kubeconfigs");
    }

    void generatedKubeconfigsAreUsedAsClientGoUsesThem()
    {
        const quint32 seed = propertySeed();
        QList<KubeconfigInput> inputs;
        for (int i = 0; i < propertyInputs(); ++i)
            inputs.append(KubeconfigGenerator(seed * 1'000'000 + quint32(i)).input());
        compare(inputs, "generated kubeconfigs");
    }
};

#include "tst_oracle_kubeconfigs.moc"
} // namespace tst_oracle_kubeconfigs

CHARTROOM_TEST(tst_oracle_kubeconfigs, TestOracleKubeconfigs)
