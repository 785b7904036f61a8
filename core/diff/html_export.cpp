// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/diff_export.h"
#include "core/diff/diff_tr.h"
#include "core/diff/exported_texts.h"
#include "core/diff/hunks.h"

namespace chartroom {

namespace {

constexpr auto head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>%1</title>
<style>
:root { color-scheme: light dark; --text: #1B2430; --muted: #5E6B7A; --page: #FAFBFC; --surface: #FFFFFF; --line: #E3E7EC;
  --gone: #FDECEE; --goneWord: #F5B9C0; --new: #E6F5EC; --newWord: #A9DFBF; }
@media (prefers-color-scheme: dark) { :root { --text: #E6EAF0; --muted: #97A3B3; --page: #15181D; --surface: #1C2027;
  --line: #2C323B; --gone: #3A2026; --goneWord: #74323D; --new: #17301F; --newWord: #236B40; } }
body { margin: 24px; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 140%; } .note { color: var(--muted); }
table { border-collapse: collapse; background: var(--surface); border: 1px solid var(--line); }
.paths { margin: 16px 0; } .paths th, .paths td { padding: 4px 12px; text-align: left; border-bottom: 1px solid var(--line);
  vertical-align: top; overflow-wrap: anywhere; }
code, .text td { font: 13px/20px ui-monospace, monospace; }
.text { width: 100%; } .text td { padding: 0 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
.text .number { width: 1%; color: var(--muted); text-align: right; white-space: nowrap; user-select: none; }
.text .sign { width: 1%; } .gone { background: var(--gone); } .new { background: var(--new); }
del, ins { text-decoration: none; font-weight: 600; } del { background: var(--goneWord); } ins { background: var(--newWord); }
.skip td { color: var(--muted); padding: 4px 8px; border: 1px solid var(--line); border-width: 1px 0; }
</style>
</head>
<body>
)";

QString escaped(const QString &text)
{
    return text.toHtmlEscaped();
}

QString tag(const char *name, const QString &text)
{
    return QStringLiteral("<%1>%2</%1>").arg(QLatin1String(name), escaped(text));
}

QString pathsOf(const QList<ExportedTexts::Row> &rows)
{
    if (rows.isEmpty())
        return {};
    QString out = QStringLiteral("<table class=\"paths\">\n<tr>");
    for (const QString &title : {DiffTr::tr("Object"), DiffTr::tr("Path"), DiffTr::tr("Change"),
                                 DiffTr::tr("Before"), DiffTr::tr("After")})
        out += tag("th", title);
    out += QStringLiteral("</tr>\n");
    for (const ExportedTexts::Row &row : rows) {
        out += QStringLiteral("<tr>") + tag("td", row.object) + QStringLiteral("<td>") +
               tag("code", row.path) + QStringLiteral("</td>") + tag("td", row.kind) +
               QStringLiteral("<td>") + tag("code", row.before) + QStringLiteral("</td><td>") +
               tag("code", row.after) + QStringLiteral("</td></tr>\n");
    }
    return out + QStringLiteral("</table>\n");
}

/// The line's text with its marked words in <del> or <ins>.
QString marked(const DiffLine &line)
{
    const char *word = line.kind == DiffLine::Kind::Added ? "ins" : "del";
    QString out;
    qsizetype from = 0;
    for (const DiffLine::Mark &mark : line.marks) {
        out += escaped(QString::fromUtf8(line.text.mid(from, mark.begin - from)));
        out += tag(word, QString::fromUtf8(line.text.mid(mark.begin, mark.length)));
        from = mark.begin + mark.length;
    }
    return out + escaped(QString::fromUtf8(line.text.mid(from)));
}

QString rowOf(const DiffLine &line)
{
    const auto number = [](int n) {
        return QStringLiteral("<td class=\"number\">%1</td>").arg(n > 0 ? QString::number(n) : QString());
    };
    const bool isNew = line.kind == DiffLine::Kind::Added;
    const bool isGone = line.kind == DiffLine::Kind::Removed;
    const QString look = isNew    ? QStringLiteral(" class=\"new\"")
                         : isGone ? QStringLiteral(" class=\"gone\"")
                                  : QString();
    const QString sign = isNew ? QStringLiteral("+") : isGone ? QStringLiteral("-") : QString();
    return QStringLiteral("<tr") + look + u'>' + number(line.before) + number(line.after) +
           QStringLiteral("<td class=\"sign\">") + sign + QStringLiteral("</td><td>") + marked(line) +
           QStringLiteral("</td></tr>\n");
}

QString skipped(qsizetype lines)
{
    if (lines == 0)
        return {};
    return QStringLiteral("<tr class=\"skip\"><td colspan=\"4\">%1</td></tr>\n")
        .arg(escaped(DiffTr::tr("%n unchanged line(s)", nullptr, int(lines))));
}

QString textOf(const TextDiff &diff)
{
    constexpr int context = 5;
    QString out = QStringLiteral("<table class=\"text\">\n");
    qsizetype at = 0;
    for (const Hunk &hunk : hunksOf(diff, context)) {
        out += skipped(hunk.begin - at);
        for (at = hunk.begin; at < hunk.end; ++at)
            out += rowOf(diff.lines[at]);
    }
    return out + skipped(diff.lines.size() - at) + QStringLiteral("</table>\n");
}

} // namespace

QByteArray exportHtml(const ExportedComparison &comparison, Secrets secrets)
{
    const ExportedTexts texts = exportedTexts(comparison, secrets);
    QString out = QString::fromUtf8(head).replace(QLatin1String("%1"), escaped(texts.title));
    out += tag("h1", texts.title) + u'\n' +
           tag("p", DiffTr::tr("From %1 to %2.").arg(texts.beforeTitle, texts.afterTitle)) + u'\n';
    for (const QString &notice : texts.notices)
        out += QStringLiteral("<p class=\"note\">") + escaped(notice) + QStringLiteral("</p>\n");
    out += pathsOf(texts.rows) + textOf(texts.diff) + QStringLiteral("</body>\n</html>\n");
    return out.toUtf8();
}

} // namespace chartroom
