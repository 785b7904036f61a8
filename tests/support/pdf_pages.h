// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QRegularExpression>
#include <QString>

namespace chartroom::test {

/// What is packed says nothing by its bytes.
inline QString withoutStreams(const QByteArray &pdf)
{
    static const QRegularExpression stream(QStringLiteral("\\bstream\\r?\\n.*?endstream"),
                                           QRegularExpression::DotMatchesEverythingOption);
    return QString::fromLatin1(pdf).remove(stream);
}

inline int pagesOf(const QByteArray &pdf)
{
    static const QRegularExpression page(QStringLiteral("/Type\\s*/Page\\b(?!s)"));
    int pages = 0;
    for (auto it = page.globalMatch(withoutStreams(pdf)); it.hasNext(); it.next())
        ++pages;
    return pages;
}

} // namespace chartroom::test
