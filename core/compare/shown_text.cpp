// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/shown_text.h"

#include "core/base/document.h"
#include "core/base/masked.h"
#include "core/base/visible_text.h"
#include "core/diff/value_diff.h"
#include "core/secrets/masked_text.h"
#include "core/secrets/masked_values.h"

namespace chartroom {

namespace {

constexpr qsizetype longestLine = 200;

/// Where a comment begins in a line of YAML, -1 for none. A number sign in quotes may pass for one: that only
/// hides more.
qsizetype commentStart(const QString &line)
{
    const qsizetype inside = line.indexOf(QStringLiteral(" #"));
    return line.startsWith(u'#') ? 0 : inside < 0 ? -1 : inside + 1;
}

/// Values need no hiding; what people wrote beside them may.
QString withMaskedComments(const QString &text)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        if (const qsizetype start = commentStart(line); start >= 0)
            line = line.first(start) + maskedText(line.sliced(start));
    return lines.join(u'\n');
}

QString written(const QList<Value> &documents)
{
    QByteArray text;
    for (const Value &document : documents) {
        if (documents.size() > 1)
            text += "---\n";
        text += writeYaml(document);
    }
    return QString::fromUtf8(text);
}

} // namespace

ShownText shownText(const SideText &side, bool isRevealed)
{
    ShownText shown;
    shown.title = side.title;
    shown.notices = side.notices;
    shown.documents = side.documents;
    shown.isYaml = !isPlainText(side.side.kind);
    if (isRevealed) {
        shown.text = QString::fromUtf8(side.text);
        return shown;
    }
    for (QString &notice : shown.notices)
        notice = maskedAroundPaths(notice, {side.side.path});
    if (isOfArchive(side.side.kind)) {
        // A schema's keys name fields, not secrets; what looks like one is hidden wherever it stands.
        const QString open = QString::fromUtf8(side.text);
        shown.text = maskedText(open);
        shown.hidden = int(shown.text.count(dots) - open.count(dots));
        if (shown.hidden > 0)
            shown.documents.clear();
        return shown;
    }
    for (Value &document : shown.documents) {
        const Value masked = maskedValues(document);
        shown.hidden += int(changedSettings(document, masked).size());
        document = masked;
    }
    shown.text =
        shown.hidden == 0 ? withMaskedComments(QString::fromUtf8(side.text)) : written(shown.documents);
    return shown;
}

QString valueLine(const Value &value)
{
    if (value.isNull())
        return {};
    const bool tree = value.isMap() || value.isList();
    QString text = tree ? QString::fromUtf8(writeJson(value, 0)).trimmed() : value.scalarText();
    if (value.isString() && text.isEmpty())
        text = QStringLiteral("\"\"");
    return visibleText(text.replace(u'\n', QStringLiteral("↵")), false, longestLine);
}

} // namespace chartroom
