// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/tar_archive.h"

#include "core/charts/charts_tr.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace chartroom {

namespace {

constexpr qsizetype blockSize = 512;

tl::unexpected<Error> damaged(const QString &message)
{
    return failure(Error::Code::Damaged, message);
}

/// Up to the first NUL.
QByteArrayView cText(QByteArrayView field)
{
    const qsizetype end = field.indexOf('\0');
    return end < 0 ? field : field.first(end);
}

/// A number in octal, or in GNU's base-256 when the first bit is set; nothing when it is none or negative.
std::optional<qint64> number(QByteArrayView field)
{
    if (uchar(field.front()) == 0x80) {
        qint64 value = 0;
        for (const char c : field.sliced(1)) {
            if (value > (qint64(1) << 54))
                return std::nullopt;
            value = value << 8 | uchar(c);
        }
        return value;
    }
    const QByteArrayView digits = cText(field).trimmed();
    qint64 value = 0;
    const auto [stop, error] = std::from_chars(digits.begin(), digits.end(), value, 8);
    if (digits.isEmpty())
        return 0;
    if (error != std::errc() || stop != digits.end() || value < 0)
        return std::nullopt;
    return value;
}

bool isZero(QByteArrayView block)
{
    return std::all_of(block.begin(), block.end(), [](char c) { return c == '\0'; });
}

bool hasValidChecksum(QByteArrayView block)
{
    const auto said = number(block.sliced(148, 8));
    qint64 asUnsigned = 8 * ' ';
    qint64 asSigned = asUnsigned; // some old programs sum signed bytes
    for (qsizetype i = 0; i < blockSize; ++i) {
        if (i >= 148 && i < 156)
            continue;
        asUnsigned += uchar(block.at(i));
        asSigned += static_cast<signed char>(block.at(i));
    }
    return said == asUnsigned || said == asSigned;
}

/// What an extended header says of the file that follows it.
struct Extension
{
    std::optional<QByteArray> path;
    std::optional<QByteArray> longName; ///< GNU's, which goes before `path` (Go's reader.go, next())
    std::optional<qint64> size;
    bool isSparse = false;
};

/// Records "LENGTH KEY=VALUE\n".
bool readRecords(QByteArrayView text, Extension &extension)
{
    while (!text.isEmpty()) {
        qsizetype length = 0;
        const auto [stop, error] = std::from_chars(text.begin(), text.end(), length);
        const qsizetype start = stop - text.begin() + 1;
        if (error != std::errc() || length <= start || length > text.size() || *stop != ' ' ||
            text.at(length - 1) != '\n')
            return false;
        const QByteArrayView record = text.sliced(start, length - start - 1);
        const qsizetype equals = record.indexOf('=');
        if (equals <= 0)
            return false;
        const QByteArrayView key = record.first(equals);
        const QByteArrayView value = record.sliced(equals + 1);
        if (key == "path") {
            if (value.contains('\0'))
                return false;
            extension.path = value.toByteArray();
        } else if (key == "size") {
            qint64 size = 0;
            const auto [end, wrong] = std::from_chars(value.begin(), value.end(), size);
            if (wrong != std::errc() || end != value.end() || size < 0)
                return false;
            extension.size = size;
        } else if (key.startsWith("GNU.sparse.")) {
            extension.isSparse = true;
        }
        text = text.sliced(length);
    }
    return true;
}

QByteArray headerPath(QByteArrayView block)
{
    QByteArray path = cText(block.first(100)).toByteArray();
    const QByteArrayView prefix = cText(block.sliced(345, 155));
    if (block.sliced(257, 6) == QByteArrayView("ustar\0", 6) && !prefix.isEmpty())
        path = prefix.toByteArray() + '/' + path;
    return path;
}

/// Walks the archive block by block.
class TarReader
{
public:
    TarReader(QByteArrayView tar, int maxFiles)
        : m_rest(tar)
        , m_maxFiles(maxFiles)
    {}

    Result<QList<TarFile>> read()
    {
        while (!m_rest.isEmpty()) {
            if (m_rest.size() < blockSize)
                return endsEarly();
            const QByteArrayView block = m_rest.first(blockSize);
            if (isZero(block) && isZero(m_rest.first(std::min(m_rest.size(), 2 * blockSize))))
                break;
            if (isZero(block) || !hasValidChecksum(block))
                return damaged(
                    ChartsTr::tr("The archive is damaged: the checksum of a header does not match."));
            m_rest = m_rest.sliced(blockSize);
            if (const Result<void> taken = take(block); !taken)
                return tl::make_unexpected(taken.error());
        }
        return m_files;
    }

private:
    [[nodiscard]] static tl::unexpected<Error> endsEarly()
    {
        return damaged(ChartsTr::tr("The archive is truncated; download it again."));
    }

    Result<void> take(QByteArrayView block)
    {
        const char type = block.at(156);
        const bool isExtension = type == 'x' || type == 'g' || type == 'L' || type == 'K';
        std::optional<qint64> size = number(block.sliced(124, 12));
        if (!isExtension && m_extension.size)
            size = m_extension.size;
        if (type >= '1' &&
            type <= '6') // links, devices and folders have no content, whatever the header says
            size = 0;
        if (!size)
            return damaged(ChartsTr::tr("The archive is damaged: the size of a file is not a number."));
        if (*size > m_rest.size())
            return endsEarly();
        const QByteArrayView content = m_rest.first(*size);
        const qsizetype padded = (*size + blockSize - 1) / blockSize * blockSize;
        m_rest = m_rest.sliced(std::min(padded, m_rest.size()));

        if (type == 'x' && !readRecords(content, m_extension))
            return damaged(ChartsTr::tr("The archive is damaged: an extended header cannot be read."));
        if (type == 'L')
            m_extension.longName = cText(content).toByteArray();
        if (isExtension)
            return {};
        return takeFile(block, type, content);
    }

    Result<void> takeFile(QByteArrayView block, char type, QByteArrayView content)
    {
        const Extension extension = std::exchange(m_extension, {});
        const QString path =
            QString::fromUtf8(extension.longName.value_or(extension.path.value_or(headerPath(block))));
        if (type == '5' || path.endsWith(u'/'))
            return {};
        if ((type != '0' && type != '\0' && type != '7') || extension.isSparse)
            return failure(Error::Code::Invalid,
                           ChartsTr::tr("The archive contains “%1”, which is a link or not a regular file; "
                                        "such an archive is not unpacked.")
                               .arg(path.left(200)));
        if (m_files.size() >= m_maxFiles)
            return failure(Error::Code::TooLarge,
                           ChartsTr::tr("The archive contains more than %1 files.").arg(m_maxFiles));
        m_files.append({path, content});
        return {};
    }

    QByteArrayView m_rest;
    int m_maxFiles;
    Extension m_extension;
    QList<TarFile> m_files;
};

} // namespace

Result<QList<TarFile>> readTar(QByteArrayView tar, int maxFiles)
{
    return TarReader(tar, maxFiles).read();
}

} // namespace chartroom
