// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/masked_text.h"
#include "core/helm/masked_values.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

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

    void plainTextStays_data()
    {
        QTest::addColumn<QString>("text");
        for (const QString &text :
             {u"--password-file /etc/x --kubeconfig /etc/kube/admin.conf"_s, u"License: Apache-2.0"_s,
              u"topologyKey: kubernetes.io/hostname"_s, u"a user-password reset"_s, u"key: nvidia.com/gpu"_s,
              u"- name: LOG_LEVEL\n  value: debug"_s, u"compass: north, bypass=1, author: ana"_s,
              u"pass.go:12: x"_s, u"--password --debug"_s, u"the key: is it there?"_s,
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
        for (const QString &part :
             {u"token"_s, u"token:"_s, u"token: ["_s, u"token \\"_s, u"token:\\"_s, u"name:token "_s,
              u"name:\"token"_s, u"--token\n- "_s, u"token: |\n"_s, u"cookie\"='"_s, u"value: "_s,
              u"{\"token\":"_s, u"-token,"_s, u"token: & "_s}) {
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

QTEST_GUILESS_MAIN(MaskedTextTest)
#include "tst_masked_text.moc"
