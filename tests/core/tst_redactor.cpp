// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"
#include "core/secrets/redactor.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_redactor {

namespace {

const QString dots = u"••••"_s;
const QString place = u"Findings"_s;

QString redacted(const QString &text, RedactionRules rules = {})
{
    return Redactor(std::move(rules)).text(place, text);
}

RedactionRules withNames()
{
    RedactionRules rules;
    rules.names = NameTable();
    rules.hosts = {u"gpu-011"_s, u"gpu-011.eu.example"_s, u"api.prod.example"_s,
                   u"ip-10-9-9-9.eu.internal"_s};
    rules.namespaces = {u"tenant-b"_s};
    return rules;
}

RedactionRules knowing(const QByteArray &secret)
{
    RedactionRules rules;
    rules.known.add(Masked(secret));
    return rules;
}

} // namespace

/// What hides and replaces text on its way out, and the account of it.
class TestRedactor final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKnownCredentialIsHiddenInEveryForm_data()
    {
        QTest::addColumn<QString>("text");
        const QByteArray secret = "s3/cr t+\"pw\"=x";
        const auto row = [](const char *name, const QByteArray &text) {
            QTest::newRow(name) << QString::fromUtf8(text);
        };
        row("as it is", "before " + secret + " after");
        row("base64", "data " + secret.toBase64() + " after");
        row("base64 for URLs", "data " + secret.toBase64(QByteArray::Base64UrlEncoding) + " after");
        row("base64 behind one byte", "data " + ("u" + secret).toBase64() + " after");
        row("base64 behind two bytes", "data " + ("u:" + secret + ":v").toBase64() + " after");
        row("URL", "https://x/?p=" + secret.toPercentEncoding() + " after");
        row("URL with small hex", "https://x/?p=" + secret.toPercentEncoding().toLower() + " after");
        row("JSON", "{\"p\":\"s3/cr t+\\\"pw\\\"=x\"}");
    }

    // S11: a known credential is hidden in each of its forms.
    void aKnownCredentialIsHiddenInEveryForm()
    {
        QFETCH(QString, text);
        Redactor redactor(knowing("s3/cr t+\"pw\"=x"));
        const QString shown = redactor.text(place, text);
        QVERIFY2(shown.contains(dots), qPrintable(shown));
        for (const QString &part : {u"s3"_s, u"cr t"_s, u"czMv"_s, u"MvY3Ig"_s, u"s3%2"_s})
            QVERIFY2(!shown.contains(part, Qt::CaseInsensitive), qPrintable(shown));
        QVERIFY(redactor.report().total() >= 1);
        QCOMPARE(redactor.report().entries().first().reason, RedactionReason::Known);
    }

    void aLineOfASecretOfSeveralLinesIsHiddenByItself()
    {
        const QString line = u"first line of a private thing"_s;
        const QString shown = redacted(u"log: "_s + line, knowing("BEGIN\n  " + line.toUtf8() + "\nEND\n"));
        QVERIFY2(!shown.contains(line), qPrintable(shown));
    }

    void aShortKnownSecretHidesNoOtherWords()
    {
        // Its base64 is too short to be told from a part of a word.
        QCOMPARE(redacted(u"Update of YWI nodes"_s, knowing("ab")), u"Update of YWI nodes"_s);
        QCOMPARE(redacted(u"a"_s, knowing("a")), u"a"_s);
    }

    void whatLooksSecretIsHiddenAndSaidWhy_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("secret");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const QString &text, const QString &secret,
                            const QString &reason) { QTest::newRow(name) << text << secret << reason; };
        row("user part", u"https://bob:hunter2@x.example/a"_s, u"hunter2"_s, u"userPart"_s);
        row("assigned", u"password=hunter2 x"_s, u"hunter2"_s, u"assigned"_s);
        row("request", u"Authorization: Bearer abcdefgh12"_s, u"abcdefgh12"_s, u"scheme"_s);
        row("scheme behind a name", u"token: Bearer lowercaseonly"_s, u"lowercaseonly"_s, u"scheme"_s);
        row("prefix", u"used ghp_0123456789abcdef"_s, u"0123456789abcdef"_s, u"token"_s);
        row("PEM", u"-----BEGIN PRIVATE KEY-----\nMIIabc\n-----END PRIVATE KEY-----"_s, u"MIIabc"_s,
            u"pem"_s);
        row("random", u"id 9f86d081884c7d659a2feaa0c55ad015 x"_s, u"9f86d081884c7d65"_s, u"random"_s);
        row("encoded", u"x "_s + QString::fromLatin1(QByteArray("password: hunter2").toBase64()),
            u"cGFzc3dvcmQ"_s, u"encoded"_s);
        row("colours in between", u"password\x1b[0m=\x1b[1;31mhunter2"_s, u"hunter2"_s, u"assigned"_s);
    }

    void whatLooksSecretIsHiddenAndSaidWhy()
    {
        QFETCH(QString, text);
        QFETCH(QString, secret);
        QFETCH(QString, reason);
        Redactor redactor({});
        const QString shown = redactor.text(place, text, Redactor::Lines::Kept);
        QVERIFY2(!shown.contains(secret), qPrintable(shown));
        QStringList reasons;
        for (const RedactionEntry &entry : redactor.report().entries()) {
            QCOMPARE(entry.place, place);
            reasons.append(redactionReasonText(entry.reason));
        }
        QVERIFY2(reasons.contains(reason), qPrintable(reasons.join(u' ')));
    }

    void whatIsPlainStaysAndIsNotReported()
    {
        Redactor redactor({});
        for (const QString &text : {u"Driver 580.105.08 of gpu-011: CrashLoopBackOff"_s, QString(),
                                    u"sha256:"_s + QString(32, u'a') + QString(32, u'1'), dots})
            QCOMPARE(redactor.text(place, text), text);
        QVERIFY(redactor.report().isEmpty());
        QCOMPARE(redactor.report().total(), 0);
    }

    void theSameTextTwiceIsHiddenOnceAndReportedOnce()
    {
        Redactor redactor({});
        const QString once = redactor.text(place, u"password=hunter2"_s);
        const int total = redactor.report().total();
        QCOMPARE(redactor.text(place, once), once);
        QCOMPARE(redactor.report().total(), total);
    }

    void valuesAreHiddenByTheirKeysAndCounted()
    {
        Redactor redactor({});
        ValueChange change;
        change.path = u"auth.password"_s;
        change.before = Value(u"old-one"_s);
        change.after = Value(u"new-one"_s);
        const ValueChange shown = redactor.change(place, change);
        QCOMPARE(shown.before, Value(dots));
        QCOMPARE(shown.after, Value(dots));
        QCOMPARE(redactor.report().entries(),
                 (QList<RedactionEntry>{{place, RedactionReason::SecretKey, 2}}));
        const Value values(Value::Map{{u"password"_s, Value(u"x1"_s)},
                                      {u"url"_s, Value(u"https://bob:pw@h.example"_s)},
                                      {u"replicas"_s, Value(Value::Number{u"3"_s})}});
        const Value masked = redactor.values(u"values"_s, values);
        QCOMPARE(masked.at({u"password"_s}), Value(dots));
        QCOMPARE(masked.at({u"replicas"_s}).scalarText(), u"3"_s);
        QCOMPARE(redactor.report().entries().mid(1),
                 (QList<RedactionEntry>{{u"values"_s, RedactionReason::SecretKey, 1},
                                        {u"values"_s, RedactionReason::UserPart, 1}}));
    }

    void aKnownCredentialIsTakenOutOfAValueBeforeItIsCutShort()
    {
        Redactor redactor(knowing("correct-horse"));
        ValueChange change;
        change.path = u"args"_s;
        change.after = Value(Value::List{Value(u"word "_s.repeated(50) + u"correct-horse"_s)});
        const ValueChange shown = redactor.change(place, change);
        QCOMPARE(shown.after.list().first().toString(), u"word "_s.repeated(50) + dots);
        QCOMPARE(redactor.report().entries(), (QList<RedactionEntry>{{place, RedactionReason::Known, 1}}));
        QCOMPARE(redactor.values(place, Value(u"correct-horse"_s)), Value(dots));
    }

    void controlsAreShownAsSigns()
    {
        const QString shown = redacted(u"\x1b]52;c;aGk=\x07 \r\u202e\u200b"_s);
        for (const QChar c : shown)
            QVERIFY(isVisible(c));
        QVERIFY(shown.contains(u'␛'));
        QCOMPARE(Redactor({}).text(place, u"a\n\tb"_s, Redactor::Lines::Kept), u"a\n\tb"_s);
        QCOMPARE(Redactor({}).text(place, u"a\nb"_s), u"a␊b"_s);
    }

    void aLongTextIsCutAndAFileIsNot()
    {
        const QString text = u"word "_s.repeated(40'000);
        Redactor redactor({});
        QVERIFY(redactor.text(place, text).size() < 70'000);
        QCOMPARE(redactor.file(u"a.log"_s, text), text);
    }

    // S11: a person hides more and never less.
    void aPersonHidesMoreAndNeverLess()
    {
        RedactionRules rules = withNames();
        rules.byHand = {u"project kestrel"_s, u"host-1"_s, QString(), dots};
        Redactor redactor(rules);
        const QString shown =
            redactor.text(place, u"project kestrel on api.prod.example, password=hunter2"_s);
        QCOMPARE(shown, u"•••• on ••••, password=••••"_s);
        QVERIFY(
            std::any_of(redactor.report().entries().cbegin(), redactor.report().entries().cend(),
                        [](const RedactionEntry &entry) { return entry.reason == RedactionReason::ByHand; }));
    }

    void whatIsHiddenByHandUncoversNothing()
    {
        RedactionRules rules = knowing("correct-horse-battery");
        rules.byHand = {u"password"_s, u"correct-horse"_s, u"said correct-horse-battery to"_s};
        Redactor redactor(rules);
        const auto shown = [&](const QString &text) { return redactor.text(place, text); };
        QCOMPARE(shown(u"password: hunter2"_s), u"••••: ••••"_s);
        QCOMPARE(shown(u"x correct-horse-battery y"_s), u"x •••• y"_s);
        QCOMPARE(shown(u"He said correct-horse-battery to me"_s), u"He •••• me"_s);
        QCOMPARE(redactor.file(u"a.log"_s, u"password: hunter2\n"_s), u"••••: ••••\n"_s);
    }

    void namesAreReplacedWhereTheyStandByThemselvesOrInLongerNames_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const QString &text, const QString &expected) {
            QTest::newRow(qPrintable(text)) << text << expected;
        };
        row(u"gpu-011 is lost"_s, u"host-2 is lost"_s);
        row(u"kube-proxy-gpu-011"_s, u"kube-proxy-host-2"_s);
        row(u"gpu-011.eu.example:6443"_s, u"host-3:6443"_s);
        row(u"tenant-b/trainer-0"_s, u"namespace-1/trainer-0"_s);
        row(u"gpu-0111 and xgpu-011"_s, u"gpu-0111 and xgpu-011"_s);
        row(u"at 10.1.2.3:443 and fe80::1"_s, u"at address-1:443 and address-2"_s);
        row(u"10.1.2.3-10.1.2.4"_s, u"address-1-address-2"_s);
        row(u"from ::ffff:10.0.0.1 to [::ffff:10.0.0.2]:443"_s, u"from address-1 to [address-2]:443"_s);
        row(u"64:ff9b::192.0.2.33"_s, u"address-1"_s);
        row(u"ip-10-1-2-3 is 10.1.2.3, not ip-10-1-2-999"_s, u"address-1 is address-1, not ip-10-1-2-999"_s);
        row(u"ip-10-1-2-3.eu.internal and kubelet-ip-10-1-2-4"_s,
            u"address-1.eu.internal and kubelet-address-2"_s);
        row(u"ip-10-9-9-9.eu.internal"_s, u"host-4"_s);
        row(u"zip-10-1-2-3 and ip-1-2-3"_s, u"zip-10-1-2-3 and ip-1-2-3"_s);
        row(u"24.10-0.7.0.0-0 at 22:00:00"_s, u"24.10-0.7.0.0-0 at 22:00:00"_s);
        row(u"gpu-operator 25.10.1"_s, u"gpu-operator 25.10.1"_s);
    }

    void namesAreReplacedWhereTheyStandByThemselvesOrInLongerNames()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(redacted(text, withNames()), expected);
        QCOMPARE(redacted(text), text); // not asked for
    }

    void theTableOfNamesIsKeptAndGivesTheSameNamesAgain()
    {
        Redactor first(withNames());
        const QString shown = first.text(place, u"gpu-011 at 10.0.0.9"_s);
        const QByteArray json = first.names()->toJson();
        const Result<NameTable> read = NameTable::fromJson(json);
        QVERIFY(read && *read == *first.names());
        RedactionRules rules = withNames();
        rules.names = *read;
        rules.hosts.prepend(u"gpu-001"_s); // a new one takes no other's name
        Redactor second(rules);
        QCOMPARE(second.text(place, u"gpu-011 at 10.0.0.9"_s), shown);
        QCOMPARE(second.text(place, u"gpu-001"_s), u"host-5"_s);
        QCOMPARE(second.names()->toJson(), Redactor(rules).names()->toJson());
    }

    void aDamagedTableIsRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("a kind is missing") << QByteArray(R"({"hosts":{},"namespaces":{}})");
        QTest::newRow("an alias twice")
            << QByteArray(R"({"hosts":{"a":"host-1","b":"host-1"},"namespaces":{},"addresses":{}})");
    }

    void aDamagedTableIsRefused()
    {
        QFETCH(QByteArray, json);
        const Result<NameTable> read = NameTable::fromJson(json);
        QVERIFY(!read);
        QCOMPARE(read.error().code, Error::Code::Damaged);
    }
};

#include "tst_redactor.moc"
} // namespace tst_redactor

CHARTROOM_TEST(tst_redactor, TestRedactor)
