// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace chartroom::test {

/// Writes tar archives, well made ones and others.
class TarSample
{
public:
    /// A plain file; `type` makes it a link ('2'), a device ('3') and so on.
    TarSample &file(const QByteArray &path, const QByteArray &content = {}, char type = '0');
    /// A file whose path stands in a pax header.
    TarSample &paxFile(const QByteArray &path, const QByteArray &content);
    /// A file whose path stands in a GNU long name header.
    TarSample &gnuFile(const QByteArray &path, const QByteArray &content);
    /// The next header says this size, whatever follows.
    TarSample &lyingSize(qint64 size);

    [[nodiscard]] QByteArray tar() const; ///< with the two empty blocks that end it
    [[nodiscard]] QByteArray tgz() const;

private:
    QByteArray m_bytes;
    qint64 m_lie = -1;
};

/// A chart with Chart.yaml and values.yaml as given, in a folder of its name.
[[nodiscard]] QByteArray chartSample(const QByteArray &name, const QByteArray &version,
                                     const QByteArray &values = "a: 1\n", const QByteArray &more = {});

} // namespace chartroom::test
