// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/command_runner.h"

#include <QRegularExpression>

namespace chartroom {

QString CommandLine::display() const
{
    static const QRegularExpression safe(QStringLiteral("\\A[A-Za-z0-9_@%+=:,./-]+\\z"));
    QStringList words;
    for (QString word : QStringList{program} + arguments) {
        if (!safe.match(word).hasMatch())
            word = u'\'' + word.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
        words.append(word);
    }
    return words.join(u' ');
}

} // namespace chartroom
