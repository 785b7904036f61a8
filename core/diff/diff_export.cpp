// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/diff_export.h"

#include "core/diff/diff_tr.h"
#include "core/diff/exported_texts.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

/// Enough backticks that none in the text ends the code.
QString fenceFor(const QString &text, int least)
{
    qsizetype longest = 0;
    qsizetype run = 0;
    for (const QChar c : text) {
        run = c == u'`' ? run + 1 : 0;
        longest = qMax(longest, run);
    }
    return QString(qMax(qsizetype(least), longest + 1), u'`');
}

/// Prose: what Markdown or HTML would act on is escaped; mentions and bare addresses too.
QString prose(const QString &text)
{
    static const QRegularExpression special(QStringLiteral("([\\\\`*_{}\\[\\]<>#|~&@]|:(?=//)|(?<=www)\\.)"));
    return QString(text).replace(special, QStringLiteral("\\\\1"));
}

/// Code in the cell of a table. A pipe ends a cell even in code, so it is escaped (GFM 4.10).
QString cell(const QString &text)
{
    if (text.isEmpty())
        return {};
    const QString fence = fenceFor(text, 1);
    const QString pad = text.startsWith(u'`') || text.endsWith(u'`') ? QStringLiteral(" ") : QString();
    return fence + pad + QString(text).replace(u'|', QStringLiteral("\\|")) + pad + fence;
}

QString tableOf(const QList<ExportedTexts::Row> &rows)
{
    const bool hasObjects =
        std::any_of(rows.cbegin(), rows.cend(), [](const auto &row) { return !row.object.isEmpty(); });
    QString out = hasObjects ? QStringLiteral("| %1 ").arg(DiffTr::tr("Object")) : QString();
    out += QStringLiteral("| %1 | %2 | %3 | %4 |\n")
               .arg(DiffTr::tr("Path"), DiffTr::tr("Change"), DiffTr::tr("Before"), DiffTr::tr("After"));
    out += hasObjects ? QStringLiteral("|---") : QString();
    out += QStringLiteral("|---|---|---|---|\n");
    for (const ExportedTexts::Row &row : rows) {
        if (hasObjects)
            out += QStringLiteral("| ") + cell(row.object) + u' ';
        out += QStringLiteral("| ") + cell(row.path) + QStringLiteral(" | ") + row.kind +
               QStringLiteral(" | ") + cell(row.before) + QStringLiteral(" | ") + cell(row.after) +
               QStringLiteral(" |\n");
    }
    return out;
}

} // namespace

QByteArray exportPatch(const ExportedComparison &comparison, Secrets secrets)
{
    const ExportedTexts texts = exportedTexts(comparison, secrets);
    return unifiedPatch(texts.diff, texts.beforeTitle, texts.afterTitle);
}

QByteArray exportMarkdown(const ExportedComparison &comparison, Secrets secrets)
{
    const ExportedTexts texts = exportedTexts(comparison, secrets);
    QString out = QStringLiteral("# ") + prose(texts.title) + QStringLiteral("\n\n");
    out += DiffTr::tr("From %1 to %2.").arg(prose(texts.beforeTitle), prose(texts.afterTitle)) +
           QStringLiteral("\n\n");
    for (const QString &notice : texts.notices)
        out += QStringLiteral("> ") + prose(notice) + QStringLiteral("\n\n");
    if (!texts.rows.isEmpty())
        out += tableOf(texts.rows) + u'\n';
    const QString patch = QString::fromUtf8(unifiedPatch(texts.diff, texts.beforeTitle, texts.afterTitle));
    if (patch.isEmpty()) {
        out += (texts.rows.isEmpty() ? DiffTr::tr("Both sides are equal.")
                                     : DiffTr::tr("The texts look the same.")) +
               u'\n';
        return out.toUtf8();
    }
    const QString fence = fenceFor(patch, 3);
    return (out + fence + QStringLiteral("diff\n") + patch + fence + u'\n').toUtf8();
}

} // namespace chartroom
