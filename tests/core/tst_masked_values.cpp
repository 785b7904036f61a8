// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/release_record.h"
#include "core/secrets/masked_values.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_masked_values {

namespace {

const QString dots = u"••••"_s;

Value map(std::initializer_list<std::pair<QString, Value>> fields)
{
    Value::Map map;
    for (const auto &[key, value] : fields)
        map.insert(key, value);
    return Value(map);
}

Value text(const QString &s)
{
    return Value(s);
}

bool holds(const Value &value, const QString &needle)
{
    switch (value.kind()) {
    case Value::Kind::Map:
        for (const Value &part : value.map()) {
            if (holds(part, needle))
                return true;
        }
        return false;
    case Value::Kind::List:
        for (const Value &part : value.list()) {
            if (holds(part, needle))
                return true;
        }
        return false;
    default:
        return value.scalarText().contains(needle);
    }
}

} // namespace

class MaskedValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysThatNameASecretHideTheirText_data()
    {
        QTest::addColumn<QString>("key");
        for (const char *key : {"password",
                                "dbPassword",
                                "DB_PASSWD",
                                "adminPass",
                                "token",
                                "NGC_TOKEN",
                                "mytoken",
                                "apiKey",
                                "API_KEY",
                                "ngc-api-key",
                                "secretKey",
                                "clientSecret",
                                "credentials",
                                "privateKey",
                                "sshKey",
                                "encryption_key",
                                "dockerconfigjson",
                                ".dockerconfigjson",
                                "htpasswd",
                                "auth",
                                "licenseKey",
                                "bearerToken",
                                "key"})
            QTest::newRow(key) << QString::fromLatin1(key);
    }

    // S11: values are masked by their keys.
    void keysThatNameASecretHideTheirText()
    {
        QFETCH(QString, key);
        const Value shown = maskedValues(map({{u"outer"_s, map({{key, text(u"hunter2"_s)}})}}));
        QCOMPARE(shown.at({u"outer"_s, key}).toString(), dots);
    }

    void ordinaryKeysStayReadable_data()
    {
        QTest::addColumn<QString>("value");
        QTest::newRow("version") << u"580.95.05"_s;
        QTest::newRow("image") << u"nvcr.io/nvidia/cloud-native/gpu-operator-validator:v25.10.1"_s;
        QTest::newRow("digest")
            << u"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"_s;
        QTest::newRow("device")
            << u"XidCriticalError: Xid=79 on Device=GPU-6f4b12aa-0f3b-4d0c-9c55-2f9a1a0d7e11; marking"_s;
        QTest::newRow("secretName") << u"ngc-registry"_s;
        QTest::newRow("existingSecret") << u"ngc-registry"_s;
        QTest::newRow("tokenFile") << u"/var/run/token"_s;
        QTest::newRow("topologyKey") << u"kubernetes.io/hostname"_s;
        QTest::newRow("repository") << u"https://helm.ngc.nvidia.com/nvidia"_s;
        QTest::newRow("path") << u"/usr/local/nvidia/toolkit/nvidia-container-runtime.cdi"_s;
        QTest::newRow("schedule") << u"*/15 * * * *"_s;
        QTest::newRow("uuid") << u"0b7e1a52-4f3c-4a77-9d52-1f6b0a1c2d3e"_s;
    }

    void ordinaryKeysStayReadable()
    {
        QFETCH(QString, value);
        const QString key = QString::fromLatin1(QTest::currentDataTag());
        QCOMPARE(maskedValues(map({{key, text(value)}})).at({key}).toString(), value);
    }

    void shapeBooleansNullsAndEmptyTextStay()
    {
        const Value values = map({{u"password"_s, text(u""_s)},
                                  {u"secret"_s, map({{u"create"_s, Value(true)}, {u"name"_s, text(u"a"_s)}})},
                                  {u"token"_s, Value()},
                                  {u"pullSecrets"_s, Value(Value::List{map({{u"name"_s, text(u"ngc"_s)}})})},
                                  {u"replicas"_s, Value(Value::Number{u"3"_s})}});
        QCOMPARE(maskedValues(values), values);
        QCOMPARE(maskedValues(map({{u"pin"_s, map({{u"password"_s, Value(Value::Number{u"1234"_s})}})}}))
                     .at({u"pin"_s, u"password"_s})
                     .toString(),
                 dots);
    }

    void aTolerationKeepsItsKey()
    {
        const Value values = map({{u"key"_s, text(u"nvidia.com/gpu"_s)}, {u"operator"_s, text(u"Exists"_s)}});
        QCOMPARE(maskedValues(values), values);
    }

    void anEnvironmentVariableIsJudgedByItsName()
    {
        const auto variable = [](const QString &name) {
            return map({{u"name"_s, text(name)}, {u"value"_s, text(u"hunter2"_s)}});
        };
        QCOMPARE(maskedValues(variable(u"NGC_API_KEY"_s)).at({u"value"_s}).toString(), dots);
        QCOMPARE(maskedValues(variable(u"LOG_LEVEL"_s)).at({u"value"_s}).toString(), u"hunter2"_s);
    }

    // S11: an object of the kind Secret is masked.
    void aSecretObjectAmongTheValuesIsHidden()
    {
        const Value shown = maskedValues(
            map({{u"kind"_s, text(u"Secret"_s)}, {u"stringData"_s, map({{u"user"_s, text(u"hunter2"_s)}})}}));
        QVERIFY(!holds(shown, u"hunter2"_s));
    }

    void aChangeIsMaskedByItsPath_data()
    {
        QTest::addColumn<bool>("hidden");
        QTest::newRow("db.password") << true;
        QTest::newRow("secrets.user") << true;
        QTest::newRow("env[name=NGC_API_KEY].value") << true;
        QTest::newRow("env[name=LOG_LEVEL].value") << false;
        QTest::newRow("driver.version") << false;
    }

    void aChangeIsMaskedByItsPath()
    {
        QFETCH(bool, hidden);
        const QString path = QString::fromLatin1(QTest::currentDataTag());
        const ValueChange shown =
            maskedChange({ValueChange::Kind::Changed, path, text(u"hunter1"_s), text(u"hunter2"_s)});
        QCOMPARE(shown.before.toString(), hidden ? dots : u"hunter1"_s);
        QCOMPARE(shown.after.toString(), hidden ? dots : u"hunter2"_s);
        QCOMPARE(shown.path, path);
    }

    /// Invariant I6: one secret planted in every place that a chart has for one.
    void noPlantedSecretSurvives_data()
    {
        QTest::addColumn<QString>("json");
        const auto row = [](const char *where, const QString &json) { QTest::newRow(where) << json; };
        row("URL user", u"{\"proxy\":\"http://bob:S3cr3tCanary@proxy:3128\"}"_s);
        row("URL token", u"{\"repo\":\"https://S3cr3tCanary@github.com/x/y\"}"_s);
        row("argument", u"{\"args\":[\"--registry-password=S3cr3tCanary\",\"-v\"]}"_s);
        row("query", u"{\"url\":\"https://x/y?access_token=S3cr3tCanary&z=1\"}"_s);
        row("YAML in text", u"{\"extraConfig\":\"user: a\\npassword: S3cr3tCanary\\n\"}"_s);
        row("JSON in text", u"{\"extraConfig\":\"{\\\"clientSecret\\\": \\\"S3cr3tCanary\\\"}\"}"_s);
        row("quoted with spaces", u"{\"extra\":\"password = \\\"a S3cr3tCanary b\\\"\"}"_s);
        row("connection string", u"{\"dsn\":\"Server=db;Password=S3cr3tCanary;Port=1\"}"_s);
        row("header", u"{\"header\":\"Authorization: Bearer S3cr3tCanary.abc\"}"_s);
        row("PEM",
            u"{\"tls\":{\"crt\":\"-----BEGIN PRIVATE KEY-----\\nS3cr3tCanary\\n-----END PRIVATE KEY-----\\n\"}}"_s);
        row("cut PEM", u"{\"a\":\"-----BEGIN RSA PRIVATE KEY-----\\nS3cr3tCanary\\n\"}"_s);
        row("docker", u"{\"dockerconfigjson\":{\"auths\":{\"nvcr.io\":{\"auth\":\"S3cr3tCanary\"}}}}"_s);
        row("auths", u"{\"auths\":{\"nvcr.io\":{\"auth\":\"S3cr3tCanary\"}}}"_s);
        row("list", u"{\"tokens\":[\"S3cr3tCanary\"]}"_s);
        row("tree", u"{\"credentials\":{\"a\":{\"b\":[\"S3cr3tCanary\"]}}}"_s);
        row("base64", u"{\"blob\":\"UzNjcjN0Q2FuYXJ5S3cr3tCanaryUzNjcjN0Q2FuYXJ5\"}"_s);
        row("password with @", u"{\"proxy\":\"http://bob:a@S3cr3tCanary@proxy:3128\"}"_s);
        row("pair of key and value", u"{\"extra\":[{\"key\":\"DB_PASSWORD\",\"value\":\"S3cr3tCanary\"}]}"_s);
        row("Secret's reference-like key",
            u"{\"kind\":\"Secret\",\"data\":{\"token_name\":\"S3cr3tCanary\",\"path\":\"S3cr3tCanary\"}}"_s);
        row("last applied",
            u"{\"kind\":\"Secret\",\"metadata\":{\"annotations\":{\"kubectl.kubernetes.io/"
            u"last-applied-configuration\":\"{\\\"data\\\":{\\\"x\\\":\\\"S3cr3tCanary\\\"}}\"}}}"_s);
        row("AWS", u"{\"id\":\"AKIAS3cr3tCanary\"}"_s);
        row("GitHub", u"{\"x\":\"ghp_S3cr3tCanary0\"}"_s);
        row("NGC", u"{\"x\":\"nvapi-S3cr3tCanary\"}"_s);
    }

    void base64OfASecretIsHiddenWithIt_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("PEM") << u"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n"
                                u"-----END PRIVATE KEY-----\n"_s;
        QTest::newRow("assignment") << u"db:\n  password: hunter2\n"_s;
        QTest::newRow("docker") << u"{\"auths\":{\"nvcr.io\":{\"auth\":\"dTpodW50ZXIy\"}}}"_s;
        QTest::newRow("user and password") << u"$oauthtoken:hunter2"_s;
        QTest::newRow("URL") << u"see https://bob:hunter2@repo.example/ for it"_s;
        QTest::newRow("base64 again") << QString::fromLatin1("password=hunter2hunter2"_ba.toBase64());
    }

    void base64OfASecretIsHiddenWithIt()
    {
        QFETCH(QString, text);
        const QByteArray packed = text.toUtf8().toBase64();
        QByteArray broken = packed;
        for (qsizetype at = 64; at < broken.size(); at += 67)
            broken.insert(at, "\n  ");
        for (const QByteArray &block :
             {packed, text.toUtf8().toBase64(QByteArray::Base64UrlEncoding), broken}) {
            const QString shown = maskedText(u"blob = "_s + QString::fromLatin1(block) + u" # end"_s);
            QCOMPARE(shown, u"blob = •••• # end"_s);
        }
    }

    void base64OfPlainTextStaysReadable()
    {
        for (const QString &text :
             {QString::fromLatin1("plain notes"_ba.toBase64()), u"nvidia-container-toolkit"_s,
              u"usr/local/nvidia/toolkit/nvidia-container-runtime"_s, u"aGVsbG8="_s})
            QCOMPARE(maskedText(text), text);
    }

    void namesInAPathAreHiddenAsTheirFieldsAre()
    {
        const auto shown = [](const QString &path) {
            return maskedChange({ValueChange::Kind::Changed, path, {}, {}}).path;
        };
        QCOMPARE(shown(u"users[name=bob].password"_s), u"users[name=bob].password"_s);
        QCOMPARE(shown(u"credentials[id=hunter2].x"_s), u"credentials[id=••••].x"_s);
        QCOMPARE(shown(u"env[name=ghp_abcdefgh12].x"_s), u"env[name=••••].x"_s);
        QCOMPARE(shown(u"tolerations[key=\"nvidia.com/gpu\"].effect"_s),
                 u"tolerations[key=\"nvidia.com/gpu\"].effect"_s);
    }

    // S11: no form of a planted secret survives.
    void noPlantedSecretSurvives()
    {
        QFETCH(QString, json);
        const auto record = readReleaseJson("{\"config\":" + json.toUtf8() + "}");
        QVERIFY(record);
        QVERIFY(holds(record->userValues, u"S3cr3tCanary"_s));
        const Value shown = maskedValues(record->userValues);
        QVERIFY(!holds(shown, u"S3cr3tCanary"_s));
        QVERIFY(holds(shown, dots));
    }
};

#include "tst_masked_values.moc"
} // namespace tst_masked_values

CHARTROOM_TEST(tst_masked_values, MaskedValuesTest)
