// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/masked_text.h"
#include "core/secrets/masked_values.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_masked_text {

/// What is taken out of free text by the name that it is assigned to, and what is left.
class MaskedTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsAssignedToASecretNameIsHidden_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &text, const QString &expected) {
            QTest::newRow(name) << text << expected;
        };
        row("JSON in a JSON log", u"{\"msg\":\"{\\\"password\\\":\\\"hunter2\\\"}\",\"x\":1}"_s,
            u"{\"msg\":\"{\\\"password\\\":••••}\",\"x\":1}"_s);
        row("JSON in JSON in a log",
            u"\"{\\\"m\\\":\\\"{\\\\\\\"token\\\\\\\": \\\\\\\"a\\\\\\\\\\\\\\\"b\\\\\\\"}\\\"} end\""_s,
            u"\"{\\\"m\\\":\\\"{\\\\\\\"token\\\\\\\": ••••}\\\"} end\""_s);
        row("an escaped quote", u"{\"password\": \"hun\\\"ter2\", \"user\": \"a\"}"_s,
            u"{\"password\": ••••, \"user\": \"a\"}"_s);
        row("a backslash at the end", u"{\"password\": \"hunter\\\\\", \"user\": \"a\"}"_s,
            u"{\"password\": ••••, \"user\": \"a\"}"_s);
        row("YAML's quotes", u"password: 'it''s hunter2' # x"_s, u"password: •••• # x"_s);
        row("cut in its quotes", u"password: \"hunter2 and"_s, u"password: ••••"_s);
        row("cut in a text in quotes", u"{\"msg\":\"password=\\\"hunter2\"}"_s,
            u"{\"msg\":\"password=••••\"}"_s);
        row("environment", u"- name: PASSWORD\n  value: hunter2\n- name: A\n  value: b\n"_s,
            u"- name: PASSWORD\n  value: ••••\n- name: A\n  value: b\n"_s);
        row("environment in JSON",
            u"[{\"name\":\"DB_PASS\",\"value\":\"hunter2\"},{\"name\":\"A\",\"value\":\"b\"}]"_s,
            u"[{\"name\":\"DB_PASS\",\"value\":••••},{\"name\":\"A\",\"value\":\"b\"}]"_s);
        row("a block", u"db:\n  password: |\n    hunter2\n\n    more\n  user: a\n"_s,
            u"db:\n  password: |\n    ••••\n  user: a\n"_s);
        row("a block in a list", u"- password: >-\n    hunter2\n  user: a\n"_s,
            u"- password: >-\n    ••••\n  user: a\n"_s);
        row("a block in JSON", u"{\"a\":\"password: |\\n  hunter2\\nuser: x\",\"b\":1}"_s,
            u"{\"a\":\"password: ••••\",\"b\":1}"_s);
        row("a comma", u"password=ab,cd user=x"_s, u"password=•••• user=x"_s);
        row("beside what is hidden", u"password=••••-battery"_s, u"password=••••"_s);
        row("a comma behind", u"password=abcd, user=x"_s, u"password=••••, user=x"_s);
        row("an option", u"helm --password hunter2 --debug"_s, u"helm --password •••• --debug"_s);
        row("an option's equals", u"x --ngc-api-key=hunter2 -v"_s, u"x --ngc-api-key=•••• -v"_s);
        row("options in a list", u"[\"--password\", \"hunter2\", \"-v\"]"_s,
            u"[\"--password\", ••••, \"-v\"]"_s);
        row("options in YAML", u"args:\n- --password\n- hunter2\n- -v\n"_s,
            u"args:\n- --password\n- ••••\n- -v\n"_s);
        row("a connection", u"User=a;Pwd=hunter2;Port=1"_s, u"User=a;Pwd=••••;Port=1"_s);
        row("a variable", u"export DB_PASS=hunter2 X=1"_s, u"export DB_PASS=•••• X=1"_s);
        row("a key", u"encryption_key: hunter2 x"_s, u"encryption_key: •••• x"_s);
        row("cookies", u"Cookie: a=hunter2; b=hunter2\nnext"_s, u"Cookie: ••••\nnext"_s);
        row("a line break in JSON", u"{\"m\":\"a\\npw: hunter2\\nb: c\"}"_s, u"{\"m\":\"a\\npw: •••• c\"}"_s);
        row("a list", u"tokens: [hunter2, hunter3]\nx: 1"_s, u"tokens: ••••\nx: 1"_s);
        row("an anchor", u"password: &p hunter2\n"_s, u"password: &p ••••\n"_s);
        row("an assignment in code", u"password := \"hunter2\" x"_s, u"password := •••• x"_s);
        row("a short header", u"authorization: Bearer abc x"_s, u"authorization: Bearer •••• x"_s);
    }

    // S11: text is masked where its name says that it is secret.
    void whatIsAssignedToASecretNameIsHidden()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QList<SecretSign> found;
        const QString shown = maskedText(text, &found);
        QCOMPARE(shown, expected);
        QVERIFY(!found.isEmpty());
        found.clear();
        QCOMPARE(maskedText(shown, &found), shown); // and nothing more the second time
        QVERIFY(found.isEmpty());
    }

    void whatIsToldWithoutASignIsHidden_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &text, const QString &expected) {
            QTest::newRow(name) << text << expected;
        };
        row("Hugging Face", u"token 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 was refused"_s,
            u"token •••• was refused"_s);
        row("Databricks", u"with dapi3f9a01b2c3d4e5f60718293a4b5c6d7e for it"_s, u"with •••• for it"_s);
        row("Alibaba", u"id LTAI5tQkZpXwLrTnVbYc here"_s, u"id •••• here"_s);
        row("a short JWT", u"sent eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln to it"_s, u"sent •••• to it"_s);
        row("a signed link", u"GET https://a.example/b?sv=2024&sig=Zm9v%2Bbar%3D&se=1"_s,
            u"GET https://a.example/b?sv=2024&sig=••••&se=1"_s);
        row("a signed link in HTML", u"b?sv=2024&amp;sig=Zm9v%3D\">"_s, u"b?sv=2024&amp;sig=••••\">"_s);
        row("curl", u"curl -u robot:Tr0ub4dor3x https://h.example"_s,
            u"curl -u robot:•••• https://h.example"_s);
        row("curl in quotes", u"curl --user 'robot:hunter' -v"_s, u"curl --user 'robot:••••' -v"_s);
        row("curl in a list", u"[\"curl\",\"-u\",\"robot:hunter\"]"_s, u"[\"curl\",\"-u\",\"robot:••••\"]"_s);
        row("docker", u"docker login nvcr.io -u robot -p Tr0ub4dor3x"_s,
            u"docker login nvcr.io -u robot -p ••••"_s);
        row("docker in quotes", u"+ /usr/bin/docker login -p 'my pass' h"_s,
            u"+ /usr/bin/docker login -p '••••' h"_s);
        row("docker in a list", u"[\"docker\", \"login\", \"-p\", \"my pass\"]"_s,
            u"[\"docker\", \"login\", \"-p\", \"••••\"]"_s);
        row("docker in a log", u"{\"m\":\"docker login -p hunter\",\"n\":1}"_s,
            u"{\"m\":\"docker login -p ••••\",\"n\":1}"_s);
        row("mysql", u"mysqldump -h db -pTr0ub4dor3x all"_s, u"mysqldump -h db -p•••• all"_s);
        row("a sentence", u"signed in with password Tr0ub4dor3x at once"_s,
            u"signed in with password •••• at once"_s);
        row("a sentence with quotes", u"the password 'Tr0ub4dor3x' is wrong"_s,
            u"the password '••••' is wrong"_s);
        row("a sentence in JSON", u"{\"m\":\"password \\\"Tr0ub4dor3x\\\" x\"}"_s,
            u"{\"m\":\"password \\\"••••\\\" x\"}"_s);
        row("a password that is", u"Password is Tr0ub4dor3x"_s, u"Password is ••••"_s);
        row("netrc", u"machine h.example login robot password hunter"_s,
            u"machine h.example login robot password ••••"_s);
        row("netrc in lines", u"machine h\n  login robot\n  password hunter\n"_s,
            u"machine h\n  login robot\n  password ••••\n"_s);
        row("a bearer token", u"a bearer token abc12345 was sent"_s, u"a bearer token •••• was sent"_s);
        row("words of a variable", u"A=b\nPASSWORD=my pass phrase here\nX=1"_s, u"A=b\nPASSWORD=••••\nX=1"_s);
        row("words of a variable with dashes", u"PASSWORD=my pass-phrase_1 here"_s, u"PASSWORD=••••"_s);
        row("a variable before a command", u"DB_PASS=hunter2 run --fast"_s, u"DB_PASS=•••• run --fast"_s);
        row("words of a variable in a list", u"environment:\n  - DB_PASSWORD=my pass phrase\n"_s,
            u"environment:\n  - DB_PASSWORD=••••\n"_s);
        row("words of a variable in quotes", u"[\"PASSWORD=my pass phrase here\",\"A=b c\"]"_s,
            u"[\"PASSWORD=••••\",\"A=b c\"]"_s);
    }

    // S11: so is what is told without a sign between.
    void whatIsToldWithoutASignIsHidden() { whatIsAssignedToASecretNameIsHidden(); }

    void whatLooksRandomIsHidden_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("with slashes") << u"got Qk3/zPa9XwLrTnVbYcMdJs7hKfAe back"_s << u"got •••• back"_s;
        QTest::newRow("that begins with one")
            << u"got /Qk3zPa9XwLrTn/VbYcMdJs7hKfAe back"_s << u"got •••• back"_s;
        QTest::newRow("of no secret name") << u"X=Qk3zPa9XwLrTnVbYcMdJs7hKfAeQ=="_s << u"X=••••"_s;
        QTest::newRow("in a path") << u"/tmp/Qk3zPa9XwLrTnVbYcMdJs7hKfAeQ"_s << u"••••"_s;
    }

    void whatLooksRandomIsHidden() { whatIsAssignedToASecretNameIsHidden(); }

    void aPathThatWasTypedStaysAndSecretsAroundItDoNot()
    {
        const QString path = u"/data/long/Site/D03-chart-values.yaml"_s;
        const QString sentence = u"user:1 and file:%1 are equal, token=hunter2"_s;
        QVERIFY(maskedText(path) != path);
        QCOMPARE(maskedAroundPaths(sentence.arg(path), {QString(), path}),
                 u"user:1 and file:%1 are equal, token=••••"_s.arg(path));
        const QString part = u"Qk3zPa9XwLrTnVbYcMdJs7hKfAe"_s; // not where it is only a part of something
        QCOMPARE(maskedAroundPaths(part + u"Zt5"_s, {part}), u"••••"_s);
        QCOMPARE(maskedAroundPaths(u"got "_s + part, {path}), u"got ••••"_s);
    }

    void plainTextStays_data()
    {
        QTest::addColumn<QString>("text");
        for (
            const QString &text :
            {u"--password-file /etc/x --kubeconfig /etc/kube/admin.conf"_s,
             u"License: Apache-2.0"_s,
             u"topologyKey: kubernetes.io/hostname"_s,
             u"a user-password reset"_s,
             u"key: nvidia.com/gpu"_s,
             u"- name: LOG_LEVEL\n  value: debug"_s,
             u"compass: north, bypass=1, author: ana"_s,
             u"pass.go:12: x"_s,
             u"--password --debug"_s,
             u"the key: is it there?"_s,
             u"a password is required, and password authentication is off"_s,
             u"password 12345 days old; the password 90days after"_s,
             u"password /etc/pass1/file2"_s,
             u"the password sha256:0f343b0931126a20f133d67c2b018a3b5c0f343b0931126a20f133d67c2b018a"_s,
             u"nvcr.io/nvidia/driver@sha256:0f343b0931126a20f133d67c2b018a3b5c0f343b0931126a20f133d67c2b018a"_s,
             u"sha256 0f343b0931126a20f133d67c2b018a3b5c0f343b0931126a20f133d67c2b018a"_s,
             u"KUBECONFIG=/tmp/tmp.R298h6BAim/runtime/chartroom-sandbox-5d/kubeconfig HELM_DRIVER=secret "
             "CHARTROOM_OPERATION=20261128t233143z-66230289 /usr/bin/helm upgrade a"_s,
             u"kept in /tmp/tst_Planted-wXyZ3q/XDG_STATE_HOME/chartroom/operations/20261128t233143z-66230289/"_s,
             u"open ~/Library/Caches/helm/repository/NVIDIA-v26.3 failed"_s,
             u"docker run -u 1000:1000 -p 8080:80 nginx"_s,
             u"docker login failed"_s,
             u"login failed, see -p 8080"_s,
             u"mysql -p -h db; mysql -P 3306"_s,
             u"curl -u https://h.example:443/x"_s,
             u"the bearer token is missing"_s,
             u"Basic authentication and bearer authorization are off"_s,
             u"log in with password authentication, login with password prompts"_s,
             u"the design=1&signal=2"_s,
             u"hf_home and hf_cache_directory_of_models"_s,
             u"a dapiVersion of eyJustAWord.here"_s,
             u"LTAI is short"_s,
             u"KEY_COUNT=5 of them"_s,
             u"{\"name\":\"NGC_TOKEN\",\"valueFrom\":{\"secretKeyRef\":{\"name\":\"a\",\"key\":\"b\"}}}"_s})
            QTest::newRow(qPrintable(text)) << text;
    }

    void plainTextStays()
    {
        QFETCH(QString, text);
        QCOMPARE(maskedText(text), text);
    }

    /// Each would take minutes where a place is read again for every name before it.
    void longTextTakesTimeByItsLength()
    {
        constexpr int size = 256 * 1024;
        for (const QString &part : {u"token"_s,
                                    u"token:"_s,
                                    u"token: ["_s,
                                    u"token \\"_s,
                                    u"token:\\"_s,
                                    u"name:token "_s,
                                    u"name:\"token"_s,
                                    u"--token\n- "_s,
                                    u"token: |\n"_s,
                                    u"cookie\"='"_s,
                                    u"value: "_s,
                                    u"{\"token\":"_s,
                                    u"-token,"_s,
                                    u"token: & "_s,
                                    u"password "_s,
                                    u"login a "_s,
                                    u"login a password "_s,
                                    u"\nTOKEN=a b "_s,
                                    u"\"TOKEN=a "_s,
                                    u" -u a"_s,
                                    u" -u a:"_s,
                                    u"docker login -p "_s,
                                    u"mysql -p"_s,
                                    u"&sig="_s,
                                    u"bearer token "_s,
                                    u"eyJaaaa."_s,
                                    u"hf_"_s}) {
            const QString text = part.repeated(size / int(part.size()));
            QVERIFY(!maskedText(text).isEmpty());
        }
    }

    void aDocumentInAValueIsMaskedByItsKeys_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a tree") << u"secrets:\n  user: hunter2\nlevel: info\n"_s
                                << u"level: info\nsecrets:\n  user: ••••\n"_s;
        QTest::newRow("JSON") << u"{\"credentials\":{\"user\":\"hunter2\"},\"x\":1}"_s
                              << u"{\"credentials\":{\"user\":\"••••\"},\"x\":1}"_s;
        QTest::newRow("nothing in it")
            << u"# why\nlevel:   info\nport: 8080\n"_s << u"# why\nlevel:   info\nport: 8080\n"_s;
        QTest::newRow("hidden as text")
            << u"# why\npassword:   hunter2\nport: 8080\n"_s << u"# why\npassword:   ••••\nport: 8080\n"_s;
    }

    void aDocumentInAValueIsMaskedByItsKeys()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(maskedValues(Value(Value::Map{{u"config"_s, Value(text)}}))
                     .at({u"config"_s})
                     .toString()
                     .trimmed(),
                 expected.trimmed());
    }

    void theArgumentBehindAnOptionIsHidden()
    {
        const auto list = [](const QStringList &texts) {
            Value::List out;
            for (const QString &text : texts)
                out.append(Value(text));
            return Value(out);
        };
        QCOMPARE(maskedValues(list({u"--password"_s, u"hunter2"_s, u"-v"_s, u"--token-file"_s, u"/x"_s})),
                 list({u"--password"_s, u"••••"_s, u"-v"_s, u"--token-file"_s, u"/x"_s}));
    }
};

#include "tst_masked_text.moc"
} // namespace tst_masked_text

CHARTROOM_TEST(tst_masked_text, MaskedTextTest)
