// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/command_runner.h"

#include <QRegularExpression>

namespace chartroom {

QString CommandLine::display() const
{
    static const QRegularExpression safe(QStringLiteral("\\A[A-Za-z0-9_@%+=:,./-]+\\z"));
    const auto quoted = [](QString word) {
        return safe.match(word).hasMatch() ? word
                                           : u'\'' + word.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
    };
    QStringList words;
    for (const auto &[name, value] : environment)
        words.append(name + u'=' + quoted(value));
    words.append(quoted(program));
    for (const QString &word : arguments)
        words.append(quoted(word));
    return words.join(u' ');
}

} // namespace chartroom
