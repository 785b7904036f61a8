// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/searched_text.h"

namespace chartroom {

/// Mostly it is plain English, which takes a fraction of QString::toLower(): with thousands of rows that
/// counts.
QString searchedText(const QStringList &texts)
{
    QString searched = texts.join(u'\n');
    for (QChar &letter : searched) {
        if (letter.unicode() >= 0x80)
            return searched.toLower();
        if (letter >= u'A' && letter <= u'Z')
            letter = QChar(letter.unicode() + (u'a' - u'A'));
    }
    return searched;
}

} // namespace chartroom
