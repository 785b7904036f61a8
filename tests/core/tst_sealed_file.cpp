// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/sealed_file.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_sealed_file {

class SealedFileTest : public QObject
{
    Q_OBJECT

    const SealingKey m_key = *SealingKey::make();
    const QString m_label = u"capture op-1/values.yaml"_s;
    const QByteArray m_text = "driver:\n  password: hunter2\n";

private Q_SLOTS:
    void whatWasSealedComesBack_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("text") << m_text;
        QTest::newRow("zeros") << QByteArray(100, '\0');
        QTest::newRow("many") << QByteArray(3'000'001, 'x');
    }
    void whatWasSealedComesBack()
    {
        QFETCH(QByteArray, bytes);
        const auto sealed = seal(bytes, m_key, m_label);
        QVERIFY(sealed && isSealed(*sealed));
        QCOMPARE(unseal(*sealed, m_key, m_label).value(), bytes);
    }

    void nothingOfItIsReadable()
    {
        const QByteArray sealed = *seal(m_text, m_key, m_label);
        QVERIFY(!sealed.contains("password") && !sealed.contains("hunter2"));
        QVERIFY(!sealed.contains(m_key.bytes().reveal()));
        QVERIFY(!isSealed(m_text));
    }

    void eachHasANonceOfItsOwn() { QVERIFY(*seal(m_text, m_key, m_label) != *seal(m_text, m_key, m_label)); }

    void aChangedByteAnywhereIsRefused()
    {
        const QByteArray sealed = *seal(m_text, m_key, m_label);
        for (qsizetype i = 0; i < sealed.size(); ++i) {
            QByteArray other = sealed;
            other[i] = char(other[i] ^ 1);
            QVERIFY2(!unseal(other, m_key, m_label), QByteArray::number(i).constData());
        }
    }

    void aCutOrLongerOneIsRefused()
    {
        const QByteArray sealed = *seal(m_text, m_key, m_label);
        for (qsizetype size = 0; size < sealed.size(); ++size) {
            const auto read = unseal(sealed.first(size), m_key, m_label);
            QVERIFY2(!read && read.error().code == Error::Code::Damaged,
                     QByteArray::number(size).constData());
        }
        QVERIFY(!unseal(sealed + 'x', m_key, m_label));
    }

    void anotherKeyIsToldFromADamagedFile()
    {
        const auto read = unseal(*seal(m_text, m_key, m_label), *SealingKey::make(), m_label);
        QVERIFY(!read && read.error().code == Error::Code::NotFound);
    }

    void itBelongsToItsLabel()
    {
        const auto read = unseal(*seal(m_text, m_key, m_label), m_key, u"capture op-2/values.yaml"_s);
        QVERIFY(!read && read.error().code == Error::Code::Damaged);
    }

    void oneOfANewerProgramIsNotCalledDamaged()
    {
        QByteArray sealed = *seal(m_text, m_key, m_label);
        sealed[QByteArray("chartroom-sealed").size()] = 2;
        const auto read = unseal(sealed, m_key, m_label);
        QVERIFY(!read && read.error().code == Error::Code::Unsupported);
    }

    void aClearFileIsNoSealedOne()
    {
        const auto read = unseal(m_text, m_key, m_label);
        QVERIFY(!read && read.error().code == Error::Code::Damaged);
    }

    void aKeyHasThirtyTwoBytes()
    {
        QVERIFY(SealingKey::of(m_key.bytes()).value() == m_key);
        QVERIFY(!SealingKey::of(Masked("short")));
        QVERIFY(!SealingKey::of(Masked()));
        QVERIFY(*SealingKey::make() != *SealingKey::make());
        QVERIFY(!m_key.bytes().reveal().contains(m_key.id()));
    }
};

#include "tst_sealed_file.moc"
} // namespace tst_sealed_file

CHARTROOM_TEST(tst_sealed_file, SealedFileTest)
