// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tar_sample.h"

#include "tests/support/gzipped.h"

#include <utility>

namespace chartroom::test {

namespace {

constexpr qsizetype blockSize = 512;

QByteArray octal(qint64 number, int digits)
{
    return QByteArray::number(number, 8).rightJustified(digits, '0');
}

QByteArray paxRecord(const QByteArray &key, const QByteArray &value)
{
    const qsizetype rest = key.size() + value.size() + 3;
    qsizetype length = rest + 1;
    while (QByteArray::number(length).size() + rest != length)
        ++length;
    return QByteArray::number(length) + ' ' + key + '=' + value + '\n';
}

} // namespace

TarSample &TarSample::file(const QByteArray &path, const QByteArray &content, char type)
{
    QByteArray header(blockSize, '\0');
    header.replace(0, qMin(path.size(), qsizetype(100)), path.left(100));
    header.replace(100, 7, "0000644");
    header.replace(108, 7, "0000000");
    header.replace(116, 7, "0000000");
    const qint64 size = std::exchange(m_lie, -1);
    header.replace(124, 11, octal(size < 0 ? content.size() : size, 11));
    header.replace(136, 11, "00000000000");
    header.replace(148, 8, "        ");
    header[156] = type;
    header.replace(257, 8, QByteArray("ustar\00000", 8));
    qint64 sum = 0;
    for (const char c : std::as_const(header))
        sum += uchar(c);
    header.replace(148, 7, octal(sum, 6) + '\0');
    m_bytes += header + content;
    m_bytes.append((blockSize - m_bytes.size() % blockSize) % blockSize, '\0');
    return *this;
}

TarSample &TarSample::paxFile(const QByteArray &path, const QByteArray &content)
{
    file("PaxHeaders/x", paxRecord("mtime", "1.5") + paxRecord("path", path), 'x');
    return file("cut", content);
}

TarSample &TarSample::gnuFile(const QByteArray &path, const QByteArray &content)
{
    file("././@LongLink", path + '\0', 'L');
    return file(path.left(100), content);
}

TarSample &TarSample::lyingSize(qint64 size)
{
    m_lie = size;
    return *this;
}

QByteArray TarSample::tar() const
{
    return m_bytes + QByteArray(2 * blockSize, '\0');
}

QByteArray TarSample::tgz() const
{
    return gzipped(tar());
}

QByteArray chartSample(const QByteArray &name, const QByteArray &version, const QByteArray &values,
                       const QByteArray &more)
{
    return TarSample()
        .file(name + "/Chart.yaml", "apiVersion: v2\nname: " + name + "\nversion: " + version + "\n" + more)
        .file(name + "/values.yaml", values)
        .tgz();
}

} // namespace chartroom::test
