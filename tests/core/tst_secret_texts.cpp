// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/secret_texts.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_secret_texts {

/// Which texts of values are secrets that are hidden wherever they stand.
class SecretTextsTest : public QObject
{
    Q_OBJECT

    static SecretTexts knownOf(const QString &key, const Value &value, const QStringList &plainNames = {})
    {
        return SecretTexts(Value(Value::Map{{key, value}}), plainNames);
    }

private Q_SLOTS:
    void numbersAndShortTextsAreNotHiddenElsewhere()
    {
        const QString text = u"64 of 1064 nodes, 123456 pods, abc and x"_s;
        QCOMPARE(knownOf(u"maxTokens"_s, Value(Value::Number{u"64"_s})).without(text), text);
        for (const QString &value : {u"123456"_s, u"abc"_s, u"nodes"_s})
            QCOMPARE(knownOf(u"password"_s, Value(value)).without(text), text);
        QCOMPARE(knownOf(u"password"_s, Value(u"hunter2"_s)).without(u"is hunter2 it?"_s), u"is •••• it?"_s);
        SecretTexts signIn;
        signIn.add(Masked("abc")); // a credential is one, however short
        QCOMPARE(signIn.without(u"is abc it?"_s), u"is •••• it?"_s);
    }

    void namesOfReleasesAndTheirPartsAreNoSecrets()
    {
        const QStringList names{u"nvidia-gpu-operator"_s, u"harbor"_s};
        for (const QString &value : {u"nvidia"_s, u"Harbor"_s, u"operator"_s})
            QCOMPARE(knownOf(u"password"_s, Value(value), names).without(value), value);
        QCOMPARE(knownOf(u"password"_s, Value(u"nvidia"_s)).without(u"nvidia"_s), u"••••"_s);
    }

    void ofSeveralLinesThoseWithASecretAreHidden()
    {
        const SecretTexts known =
            knownOf(u"config"_s, Value(u"# a comment about levels\nlevel-of-all-the-logs: debug\n"
                                       "password: hunter2\n"_s));
        QCOMPARE(known.without(u"level-of-all-the-logs: debug"_s), u"level-of-all-the-logs: debug"_s);
        QCOMPARE(known.without(u"# a comment about levels"_s), u"# a comment about levels"_s);
        QCOMPARE(known.without(u"with password: hunter2 in it"_s), u"with •••• in it"_s);
        const SecretTexts whole = knownOf(u"token"_s, Value(u"first line of a thing\nsecond line of it\n"_s));
        QCOMPARE(whole.without(u"a second line of it"_s), u"a ••••"_s);
    }
};

#include "tst_secret_texts.moc"
} // namespace tst_secret_texts

CHARTROOM_TEST(tst_secret_texts, SecretTextsTest)
