// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/responsibility/rules.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_responsibility_references {

namespace {

const QByteArray head = "chartroomResponsibility: 1\nreferences:\n";

} // namespace

class ResponsibilityReferencesTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;

    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    /// What `items` pin in prod-eu.
    [[nodiscard]] QList<PinnedReference> pinned(const QByteArray &items) const
    {
        write(u"responsibility.yaml"_s, head + items);
        const auto rules = ResponsibilityRules::withUserFile(m_path);
        if (!rules)
            qWarning("%s", qPrintable(rules.error().message));
        return rules ? rules->references(u"prod-eu"_s) : QList<PinnedReference>();
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        QVERIFY(QDir(m_folder->path()).mkdir(u"pinned"_s));
        m_path = m_folder->filePath(u"responsibility.yaml"_s);
    }

    void aFileIsReadRelativeToTheUsersFile()
    {
        write(u"pinned/gpu.yaml"_s, "driver:\n  version: 580.82.07\n");
        const auto found =
            pinned("- {namespace: nvidia-gpu-operator, release: gpu-operator, file: pinned/gpu.yaml}\n");
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0].problem, QString());
        QCOMPARE(found[0].name(), u"pinned file gpu.yaml"_s);
        QCOMPARE(found[0].values.map().value(u"driver"_s).map().value(u"version"_s).scalarText(),
                 u"580.82.07"_s);
    }

    void theValuesAreThoseThatEveryHelmReads()
    {
        write(u"x.yaml"_s, "# ours\n---\na: 1.0\nb: 1e3\na: 2.50\n--- # nothing more\n");
        const auto found = pinned("- {namespace: a, release: b, file: x.yaml}\n");
        QCOMPARE(found.value(0).problem, QString());
        QCOMPARE(writeJson(found.value(0).values, 0).trimmed(), QByteArray(R"({"a":2.5,"b":1000})"));
    }

    void anEmptyFilePinsNoValues()
    {
        write(u"none.yaml"_s, "# as it comes\n");
        const auto found = pinned("- {namespace: a, release: b, file: none.yaml}\n");
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0].problem, QString());
        QVERIFY(found[0].values.isMap() && found[0].values.map().isEmpty());
    }

    void whatNamesTheClusterComesFirst()
    {
        write(u"all.yaml"_s, "at: all\n");
        write(u"eu.yaml"_s, "at: eu\n");
        const auto found = pinned("- {namespace: a, release: b, file: all.yaml}\n"
                                  "- {cluster: prod-eu, namespace: a, release: b, file: eu.yaml}\n"
                                  "- {cluster: prod-us, namespace: a, release: b, file: us.yaml}\n");
        QCOMPARE(found.size(), 2);
        QCOMPARE(found[0].file, u"eu.yaml"_s);
        QCOMPARE(found[1].file, u"all.yaml"_s);
    }

    void aFileThatCannotBeReadSaysSo_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("why");
        QTest::newRow("missing") << QByteArray() << u"x.yaml"_s;
        QTest::newRow("broken") << QByteArray("a: [1\n") << u"line "_s;
        QTest::newRow("no map") << QByteArray("- a\n") << u"not a map"_s;
        QTest::newRow("several documents") << QByteArray("a: 1\n---\nb: 2\n") << u"several YAML documents"_s;
        QTest::newRow("a list second") << QByteArray("a: 1\n---\n- 2\n") << u"not a map"_s;
    }

    void aFileThatCannotBeReadSaysSo()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, why);
        if (!text.isEmpty())
            write(u"x.yaml"_s, text);
        const auto found = pinned("- {namespace: a, release: b, file: x.yaml}\n");
        QCOMPARE(found.size(), 1);
        QVERIFY2(found[0].problem.startsWith(u"The values pinned for a/b in x.yaml cannot be read: "),
                 qPrintable(found[0].problem));
        QVERIFY2(found[0].problem.contains(why), qPrintable(found[0].problem));
        QVERIFY(found[0].values.isNull());
    }

    void aBrokenEntryNamesItsLine_data()
    {
        QTest::addColumn<QByteArray>("items");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("text");
        QTest::newRow("no file") << QByteArray("- {namespace: a, release: b}\n") << u"f.yaml:3:"_s
                                 << u"file is missing"_s;
        QTest::newRow("misspelt") << QByteArray("- {namespace: a, relase: b, file: x}\n") << u"f.yaml:3:"_s
                                  << u"relase"_s;
        QTest::newRow("no list") << QByteArray("  a: b\n") << u"f.yaml:"_s << u"references must be a list"_s;
        QTest::newRow("twice") << QByteArray("- {namespace: a, release: b, file: x}\n"
                                             "- {namespace: a, release: b, file: y}\n")
                               << u"f.yaml:4:"_s << u"a/b already"_s;
    }

    void aBrokenEntryNamesItsLine()
    {
        QFETCH(QByteArray, items);
        QFETCH(QString, place);
        QFETCH(QString, text);
        const auto model = ResponsibilityRules::bundled();
        QVERIFY(model);
        const auto rules = model->overriddenBy(head + items, u"f.yaml"_s);
        QVERIFY(!rules);
        QCOMPARE(rules.error().code, Error::Code::Invalid);
        QVERIFY2(rules.error().message.startsWith(place), qPrintable(rules.error().message));
        QVERIFY2(rules.error().message.contains(text), qPrintable(rules.error().message));
    }

    void aDecisionLeavesWhatIsPinned()
    {
        write(u"x.yaml"_s, "a: 1\n");
        QCOMPARE(pinned("- {namespace: a, release: b, file: x.yaml} # agreed\n").size(), 1);
        const auto saved = recordDecision(m_path, {u"prod-eu"_s, u"a"_s, u"b"_s, Decision::Verdict::Diverged,
                                                   u"ours"_s, u"Ada"_s, QDateTime::currentDateTimeUtc()});
        QVERIFY2(saved, qPrintable(saved ? QString() : saved.error().message));
        const auto rules = ResponsibilityRules::withUserFile(m_path);
        QVERIFY(rules);
        QVERIFY(rules->decision(u"prod-eu"_s, u"a"_s, u"b"_s));
        QCOMPARE(rules->references(u"prod-eu"_s).size(), 1);
    }
};

#include "tst_responsibility_references.moc"
} // namespace tst_responsibility_references

CHARTROOM_TEST(tst_responsibility_references, ResponsibilityReferencesTest)
