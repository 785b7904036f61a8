// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/manual.h"

#include "core/base/private_file.h"
#include "core/words/words_tr.h"

#include <algorithm>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerManual()
{
    Q_INIT_RESOURCE(manual);
}

namespace chartroom {

namespace {

constexpr qint64 maxChapterBytes = 1024 * 1024;

/// The text of a file without the comment that it begins with.
QString chapterText(const QString &id)
{
    const auto read = readPlainFile(QStringLiteral(":/manual/%1.md").arg(id), maxChapterBytes);
    const QString text = read ? QString::fromUtf8(*read) : QString();
    const qsizetype end = text.startsWith(u"<!--") ? text.indexOf(u"-->") : -1;
    return (end < 0 ? text : text.mid(end + 3)).trimmed() + u'\n';
}

/// How many "#" the heading in this line has; 0 for any other line.
qsizetype headingLevel(const QString &line)
{
    qsizetype level = 0;
    while (level < line.size() && line[level] == u'#')
        ++level;
    return level < line.size() && line[level] == u' ' ? level : 0;
}

QList<ManualChapter> readChapters()
{
    using Part = ManualChapter::Part;
    QList<ManualChapter> chapters;
    const auto add = [&chapters](Part part, const QStringList &ids) {
        for (const QString &id : ids) {
            const QString text = chapterText(id);
            chapters.append({part, id, text.section(u'\n', 0, 0).mid(2), text});
        }
    };
    add(Part::Tasks, QStringLiteral("start yours prepare run stuck after matrix clusters permissions privacy")
                         .split(u' '));
    add(Part::Pages, QStringLiteral("fleet addons values rollout upgrade plan responsibility versions "
                                    "findings tickets activity")
                         .split(u' '));
    add(Part::Reference, QStringLiteral("verbs options exit-status shortcuts preferences files "
                                        "recording-format matrix-format terms parts changelog")
                             .split(u' '));
    return chapters;
}

} // namespace

const QList<ManualChapter> &manualChapters()
{
    static const QList<ManualChapter> chapters = [] {
        registerManual();
        return readChapters();
    }();
    return chapters;
}

const ManualChapter *manualChapter(const QString &id)
{
    const QList<ManualChapter> &all = manualChapters();
    const auto found = std::find_if(all.cbegin(), all.cend(),
                                    [&id](const ManualChapter &chapter) { return chapter.id == id; });
    return found == all.cend() ? nullptr : &*found;
}

QString manualPartTitle(ManualChapter::Part part)
{
    switch (part) {
    case ManualChapter::Part::Tasks:
        return WordsTr::tr("Tasks", "part of the manual");
    case ManualChapter::Part::Pages:
        return WordsTr::tr("Pages", "part of the manual");
    case ManualChapter::Part::Reference:
        break;
    }
    return WordsTr::tr("Reference", "part of the manual");
}

QList<ManualSection> manualSections(const ManualChapter &chapter)
{
    QList<ManualSection> sections;
    const QStringList lines = chapter.text.split(u'\n');
    for (const QString &line : lines) {
        if (const qsizetype level = headingLevel(line))
            sections.append({chapter.id, line.mid(level + 1), {}});
        else if (!sections.isEmpty())
            sections.last().text += line + u'\n';
    }
    return sections;
}

QString manualSlug(const QString &heading)
{
    QString slug;
    for (const QChar letter : heading.toLower()) {
        if (letter.isLetterOrNumber() || letter == u'-' || letter == u'_')
            slug += letter;
        else if (letter == u' ')
            slug += u'-';
    }
    return slug;
}

QList<ManualSection> searchManual(const QString &words)
{
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    const auto hasAll = [&wanted](const QString &text) {
        return std::all_of(wanted.cbegin(), wanted.cend(),
                           [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
    };
    QList<ManualSection> found;
    if (wanted.isEmpty())
        return found;
    for (const ManualChapter &chapter : manualChapters())
        for (const ManualSection &section : manualSections(chapter))
            if (hasAll(section.title + u'\n' + section.text))
                found.append(section);
    std::stable_partition(found.begin(), found.end(),
                          [&hasAll](const ManualSection &section) { return hasAll(section.title); });
    return found;
}

} // namespace chartroom
