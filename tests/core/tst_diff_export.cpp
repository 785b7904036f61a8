// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/translator.h"
#include "core/diff/diff_export.h"
#include "core/diff/value_diff.h"
#include "tests/support/test_main.h"

#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_diff_export {

namespace {

constexpr auto before = "driver: {version: '570.1', enabled: true}\n";
constexpr auto after = "driver: {version: '580.2', enabled: true}\n";

ExportedComparison comparison(const QByteArray &from, const QByteArray &to)
{
    ExportedComparison out{u"gpu-operator in gpu-operator"_s, u"user:3"_s, u"user:4"_s, from, to, {}, {}};
    const auto old = readYamlDocuments(from);
    const auto now = readYamlDocuments(to);
    if (old && now) {
        for (const ValueChange &change : diffValues(old->value(0), now->value(0)))
            out.changes.append({{}, change});
    }
    return out;
}

using Export = QByteArray (*)(const ExportedComparison &, Secrets);
const QList<std::pair<const char *, Export>> exports{
    {"patch", exportPatch}, {"Markdown", exportMarkdown}, {"HTML", exportHtml}};

/// The page's text, when it is well-formed and has only elements that do nothing.
QString readHtml(QByteArray html)
{
    static const QSet<QString> harmless{u"html"_s, u"head"_s, u"meta"_s, u"title"_s, u"style"_s,
                                        u"body"_s, u"h1"_s,   u"p"_s,    u"table"_s, u"tr"_s,
                                        u"th"_s,   u"td"_s,   u"code"_s, u"del"_s,   u"ins"_s};
    html.replace("<!DOCTYPE html>\n", "");
    for (const char *end : {"utf-8\">", "'unsafe-inline'\">", "device-width\">"}) // void elements
        html.replace(end, QByteArray(end).chopped(1) + "/>");
    QXmlStreamReader reader(html);
    QString text;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && !harmless.contains(reader.name().toString()))
            return u"element "_s + reader.name().toString();
        if (reader.isStartElement()) {
            for (const QXmlStreamAttribute &attribute : reader.attributes()) {
                static const QSet<QString> known{u"class"_s,      u"colspan"_s, u"charset"_s, u"content"_s,
                                                 u"http-equiv"_s, u"name"_s,    u"lang"_s};
                if (!known.contains(attribute.name().toString()))
                    return u"attribute "_s + attribute.name().toString();
            }
        }
        if (reader.isCharacters())
            text += reader.text();
    }
    return reader.hasError() ? u"not well-formed: "_s + reader.errorString() : text;
}

} // namespace

class DiffExportTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTranslator> m_plurals;

private Q_SLOTS:
    void initTestCase()
    {
        m_plurals = loadTranslator(QLocale(QLocale::English));
        QVERIFY(QCoreApplication::installTranslator(m_plurals.get()));
    }

    void aPatchHasBothTitlesAndTheHunk()
    {
        QCOMPARE(exportPatch(comparison(before, after)),
                 QByteArray("--- user:3\n+++ user:4\n@@ -1 +1 @@\n") + '-' + before + '+' + after);
        QVERIFY(exportPatch(comparison(before, before)).isEmpty());
    }

    void markdownHasTheTableOfPathsAndThePatch()
    {
        const QByteArray text = exportMarkdown(comparison(before, after));
        QVERIFY(text.startsWith("# gpu-operator in gpu-operator\n"));
        QVERIFY2(text.contains("| `driver.version` | changed | `570.1` | `580.2` |\n"), text.constData());
        QVERIFY(text.contains("\n```diff\n--- user:3\n"));
        QVERIFY(text.endsWith("\n```\n"));
    }

    void equalSidesSaySo()
    {
        QVERIFY(exportMarkdown(comparison(before, before)).contains("Both sides are equal."));
    }

    void htmlIsAPageOnItsOwnWithNothingThatActs()
    {
        const QByteArray html = exportHtml(comparison(before, after));
        const QString text = readHtml(html);
        QVERIFY2(text.contains(u"driver: {version: '570.1', enabled: true}"_s), qPrintable(text));
        QVERIFY(html.contains("<ins>580"));
        QVERIFY(html.contains("default-src 'none'"));
        QVERIFY(html.contains("prefers-color-scheme: dark"));
        QVERIFY(!html.contains("http://") && !html.contains("https://") && !html.contains("url("));
    }

    void longUnchangedPartsAreCountedNotShown()
    {
        QByteArray from;
        for (int i = 0; i < 100; ++i)
            from += "key" + QByteArray::number(i) + ": 1\n";
        QByteArray to = from;
        to.replace("key50: 1", "key50: 2");
        const QString text = readHtml(exportHtml(comparison(from, to)));
        QVERIFY2(text.contains(u"45 unchanged lines"_s) && text.contains(u"44 unchanged lines"_s),
                 qPrintable(text));
        QVERIFY(!text.contains(u"key30"_s));
    }

    // S15, S16: text in an exported diff is inert.
    void hostileTextActsNowhere()
    {
        const QByteArray hostile = "a: |\n  <script>alert(1)</script>\n  ```\n  | x | \\\n  & \"quoted\"\n";
        ExportedComparison one = comparison("a: 1\n", hostile + "b: \"\\u202e\\x1b[31m\"\n");
        one.title = u"x</title><img src=x onerror=alert(1)> [link](http://x) @team"_s;
        one.beforeTitle = u"a\n# forged"_s;
        one.changes.append(
            {u"Kind `a|b`"_s, {ValueChange::Kind::Added, u"<b>|`"_s, {}, Value(u"`` | <i>"_s)}});
        const QByteArray html = exportHtml(one);
        const QString text = readHtml(html);
        QVERIFY2(text.contains(u"<script>alert(1)</script>"_s), qPrintable(text.left(300)));
        QVERIFY(text.contains(u"x</title><img src=x onerror=alert(1)>"_s));
        const QByteArray markdown = exportMarkdown(one);
        QVERIFY2(markdown.startsWith(
                     "# x\\</title\\>\\<img src=x onerror=alert(1)\\> \\[link\\](http\\://x) \\@team\n"),
                 markdown.constData());
        QVERIFY(markdown.contains("\n````diff\n"));
        QVERIFY(markdown.contains("| ``Kind `a\\|b` `` |") || markdown.contains("| `` Kind `a\\|b` `` |"));
        QVERIFY(!markdown.contains("\n# forged"));
        for (const auto &[name, write] : exports) {
            const QByteArray file = write(one, Secrets::Revealed);
            QVERIFY2(!file.contains('\x1b') && !file.contains("\u202e"), name);
        }
    }

    void aPlantedSecretIsInNoFileUnlessRevealed_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        const auto row = [](const char *name, const QByteArray &text) {
            QTest::newRow(name) << QByteArray(text).replace("%", "S3cr3tCanary1")
                                << QByteArray(text).replace("%", "S3cr3tCanary2");
        };
        row("password", "registry:\n  password: %\n");
        row("comment", "a: 1 # the password: %\n");
        row("list", "tokens: [%]\n");
        row("environment", "env:\n- name: DB_PASSWORD\n  value: %\n");
        row("URL", "proxy: http://bob:%@proxy:3128\n");
        row("Secret", "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\ndata: {plain: %}\n");
        row("second document",
            "a: 1\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: x}\nstringData: {plain: %}\n");
        row("no YAML", "password: %\n\t: [\n");
        row("PEM", "ca: |\n  -----BEGIN PRIVATE KEY-----\n  %\n  -----END PRIVATE KEY-----\n");
        for (const char *secret : {"S3cr3tCanary1"})
            QTest::newRow("base64") << "blob: " + QByteArray("password: ").append(secret).toBase64() + '\n'
                                    << QByteArray("blob: ");
    }

    // S11: an exported diff is masked by default.
    void aPlantedSecretIsInNoFileUnlessRevealed()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const QByteArrayList forms{"S3cr3tCanary", QByteArray("password: S3cr3tCanary").toBase64().left(24)};
        for (const auto &[name, write] : exports) {
            const QByteArray masked = write(comparison(from, to), Secrets::Masked);
            for (const QByteArray &form : forms)
                QVERIFY2(!masked.contains(form), masked.constData());
            const QByteArray revealed = write(comparison(from, to), Secrets::Revealed);
            QVERIFY2(revealed.contains(forms[0]) || revealed.contains(forms[1]), name);
        }
        QVERIFY(!exportPatch(comparison(from, to)).contains(forms[0])); // masked is what one gets unasked
    }

    void aChangedSecretIsListedThoughBothSidesShowDots()
    {
        const auto one = comparison("registry: {password: hunter1}\n", "registry: {password: hunter2}\n");
        const QByteArray markdown = exportMarkdown(one);
        QVERIFY2(markdown.contains("| `registry.password` | changed | `••••` | `••••` |"),
                 markdown.constData());
        QVERIFY(markdown.contains("The texts look the same."));
        QVERIFY(!markdown.contains("hunter"));
    }

    void textThatWasMaskedBeforeStaysAsItIs()
    {
        const auto one =
            comparison("registry:\n  password: ••••\n", "registry:\n  password: •••• (changed)\n");
        QVERIFY2(exportPatch(one).contains("+  password: •••• (changed)\n"), exportPatch(one).constData());
    }

    void aFileWithSecretsSaysSo()
    {
        const auto one = comparison(before, after);
        QVERIFY(exportMarkdown(one, Secrets::Revealed).contains("secrets in plain text"));
        QVERIFY(!exportMarkdown(one).contains("secrets in plain text"));
        QVERIFY(exportMarkdown(one).contains("Secrets are hidden"));
    }
};

#include "tst_diff_export.moc"
} // namespace tst_diff_export

CHARTROOM_TEST(tst_diff_export, DiffExportTest)
