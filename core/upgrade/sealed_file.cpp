// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/sealed_file.h"

#include "core/upgrade/upgrade_tr.h"

#include <QCryptographicHash>

#include <limits>
#include <memory>
#include <openssl/evp.h>
#include <openssl/rand.h>

namespace chartroom {

namespace {

const QByteArray mark("chartroom-sealed");
constexpr char formatVersion = 1;
constexpr qsizetype idSize = 8;
constexpr qsizetype nonceSize = 12; // 96 bits, which GCM takes as they are (SP 800-38D, 7.1)
constexpr qsizetype tagSize = 16;

struct FreeContext
{
    void operator()(EVP_CIPHER_CTX *context) const { EVP_CIPHER_CTX_free(context); }
};
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, FreeContext>;

const unsigned char *in(const QByteArray &bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.constData());
}

unsigned char *out(QByteArray &bytes)
{
    return reinterpret_cast<unsigned char *>(bytes.data());
}

tl::unexpected<Error> noCipher()
{
    return failure(Error::Code::Unsupported,
                   UpgradeTr::tr("This machine's OpenSSL does not support AES-256-GCM."));
}

tl::unexpected<Error> changed()
{
    return failure(
        Error::Code::Damaged,
        UpgradeTr::tr("The encrypted file is damaged, was changed, or belongs to another operation."));
}

QByteArray headerOf(const SealingKey &key)
{
    return mark + formatVersion + key.id();
}

} // namespace

Result<SealingKey> SealingKey::make()
{
    QByteArray bytes(size, '\0');
    if (RAND_bytes(out(bytes), int(size)) != 1)
        return failure(Error::Code::Unsupported, UpgradeTr::tr("OpenSSL has no randomness for a key."));
    return SealingKey(Masked(bytes));
}

Result<SealingKey> SealingKey::of(const Masked &bytes)
{
    if (bytes.reveal().size() != size)
        return failure(Error::Code::Damaged,
                       UpgradeTr::tr("Chartroom's entry in the keyring is not a valid key."));
    return SealingKey(bytes);
}

QByteArray SealingKey::id() const
{
    return QCryptographicHash::hash("chartroom sealing key" + m_bytes.reveal(), QCryptographicHash::Sha256)
        .first(idSize);
}

Result<QByteArray> seal(const QByteArray &bytes, const SealingKey &key, const QString &label)
{
    if (bytes.size() > std::numeric_limits<int>::max() - 1024)
        return failure(Error::Code::TooLarge, UpgradeTr::tr("The file is too large to be encrypted."));
    QByteArray nonce(nonceSize, '\0');
    if (RAND_bytes(out(nonce), int(nonceSize)) != 1)
        return noCipher();
    const QByteArray header = headerOf(key);
    const QByteArray about = header + label.toUtf8();
    QByteArray hidden(bytes.size(), '\0');
    QByteArray tag(tagSize, '\0');
    const Cipher cipher(EVP_CIPHER_CTX_new());
    int length = 0;
    if (!cipher ||
        EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, in(key.bytes().reveal()), in(nonce)) !=
            1 ||
        EVP_EncryptUpdate(cipher.get(), nullptr, &length, in(about), int(about.size())) != 1 ||
        EVP_EncryptUpdate(cipher.get(), out(hidden), &length, in(bytes), int(bytes.size())) != 1 ||
        EVP_EncryptFinal_ex(cipher.get(), out(hidden) + length, &length) != 1 ||
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, int(tagSize), out(tag)) != 1)
        return noCipher();
    return header + nonce + hidden + tag;
}

bool isSealed(const QByteArray &bytes)
{
    return bytes.startsWith(mark);
}

Result<QByteArray> unseal(const QByteArray &sealed, const SealingKey &key, const QString &label)
{
    const qsizetype headerSize = mark.size() + 1 + idSize;
    if (!isSealed(sealed) || sealed.size() <= mark.size())
        return changed();
    if (sealed[mark.size()] > formatVersion)
        return failure(Error::Code::Unsupported,
                       UpgradeTr::tr("A newer Chartroom encrypted this file; use that version to read it."));
    const qsizetype size = sealed.size() - headerSize - nonceSize - tagSize;
    if (size < 0 || size > std::numeric_limits<int>::max())
        return changed();
    const QByteArray header = headerOf(key);
    if (sealed.mid(mark.size() + 1, idSize) != key.id())
        return failure(
            Error::Code::NotFound,
            UpgradeTr::tr("The file was encrypted with another key than the one in the keyring, and "
                          "cannot be read without that key."));
    const QByteArray about = header + label.toUtf8();
    const QByteArray nonce = sealed.mid(headerSize, nonceSize);
    const QByteArray hidden = sealed.mid(headerSize + nonceSize, size);
    QByteArray tag = sealed.last(tagSize);
    QByteArray bytes(size, '\0');
    const Cipher cipher(EVP_CIPHER_CTX_new());
    int length = 0;
    if (!cipher || EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, in(key.bytes().reveal()),
                                      in(nonce)) != 1)
        return noCipher();
    if (sealed.first(headerSize) != header ||
        EVP_DecryptUpdate(cipher.get(), nullptr, &length, in(about), int(about.size())) != 1 ||
        EVP_DecryptUpdate(cipher.get(), out(bytes), &length, in(hidden), int(hidden.size())) != 1 ||
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, int(tagSize), out(tag)) != 1 ||
        EVP_DecryptFinal_ex(cipher.get(), out(bytes) + length, &length) != 1)
        return changed();
    return bytes;
}

} // namespace chartroom
