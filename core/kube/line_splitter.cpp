// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/line_splitter.h"

namespace chartroom {

QList<QByteArray> LineSplitter::feed(const QByteArray &chunk)
{
    QList<QByteArray> lines;
    qsizetype from = 0;
    while (!m_overflowed) {
        const qsizetype newline = chunk.indexOf('\n', from);
        const qsizetype end = newline < 0 ? chunk.size() : newline;
        if (m_rest.size() + (end - from) > m_maxLine) {
            m_overflowed = true;
            m_rest.clear();
            break;
        }
        m_rest.append(chunk.constData() + from, end - from);
        if (newline < 0)
            break;
        if (m_rest.endsWith('\r'))
            m_rest.chop(1);
        if (!m_rest.isEmpty())
            lines.append(std::exchange(m_rest, {}));
        from = newline + 1;
    }
    return lines;
}

} // namespace chartroom
