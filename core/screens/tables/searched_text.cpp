// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/tables/searched_text.h"

namespace chartroom {

namespace {

/// Also by a rule of its own, or as half of a character.
bool mayHaveCase(QChar letter)
{
    return letter.isSurrogate() || letter.isLetter() || letter.toLower() != letter;
}

} // namespace

/// Mostly it is plain English with a dot or an arrow, which takes a fraction of QString::toLower(): with
/// thousands of rows that counts.
QString searchedText(const QStringList &texts)
{
    QString searched = texts.join(u'\n');
    for (QChar &letter : searched) {
        if (letter.unicode() >= 0x80 && mayHaveCase(letter))
            return searched.toLower();
        if (letter >= u'A' && letter <= u'Z')
            letter = QChar(letter.unicode() + (u'a' - u'A'));
    }
    return searched;
}

} // namespace chartroom
