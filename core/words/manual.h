// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace chartroom {

/// A chapter of the manual, compiled in from resources/manual.
struct ManualChapter
{
    enum class Part { Tasks, Pages, Reference };
    Part part = Part::Tasks;
    QString id;    ///< its file without ".md": "addons"
    QString title; ///< its first heading
    QString text;  ///< Markdown
};

/// What stands under one heading of a chapter.
struct ManualSection
{
    QString chapter; ///< its id
    QString title;
    QString text; ///< Markdown, without the heading
};

/// All, in the order in which they are read; the changelog is the last one, "changelog".
[[nodiscard]] const QList<ManualChapter> &manualChapters();
/// Null where there is none with that id.
[[nodiscard]] const ManualChapter *manualChapter(const QString &id);
[[nodiscard]] QString manualPartTitle(ManualChapter::Part part);

/// The sections of a chapter, the first one under the chapter's own title.
[[nodiscard]] QList<ManualSection> manualSections(const ManualChapter &chapter);
/// What a link calls a heading, as code forges do: "Exit status" is "exit-status".
[[nodiscard]] QString manualSlug(const QString &heading);
/// The sections that have each of the words, case aside; those with all of them in their title first.
[[nodiscard]] QList<ManualSection> searchManual(const QString &words);

} // namespace chartroom
