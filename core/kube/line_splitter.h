// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <utility>

namespace chartroom {

/// Cuts a byte stream into lines, whatever its chunks (faults 4 and 5). Holds at most one unfinished line of
/// `maxLine` bytes.
class LineSplitter
{
public:
    static constexpr qsizetype defaultMaxLine = 32 * 1024 * 1024;

    explicit LineSplitter(qsizetype maxLine = defaultMaxLine)
        : m_maxLine(maxLine)
    {}

    /// The lines that `chunk` completes, without their newline; empty lines are left out.
    [[nodiscard]] QList<QByteArray> feed(const QByteArray &chunk);
    /// A line grew over the limit; nothing more comes out.
    [[nodiscard]] bool overflowed() const { return m_overflowed; }
    /// What there is of a line that has not ended; "" for none.
    [[nodiscard]] QByteArray takeRest() { return std::exchange(m_rest, {}); }
    /// The stream ended here in the middle of a line.
    [[nodiscard]] bool isTorn() const { return !m_rest.isEmpty() || m_overflowed; }

private:
    qsizetype m_maxLine;
    QByteArray m_rest;
    bool m_overflowed = false;
};

} // namespace chartroom
