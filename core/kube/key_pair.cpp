// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visible_text.h"
#include "core/kube/credentials.h"
#include "core/kube/kube_tr.h"
#include "core/kube/kubeconfig_file.h"
#include "core/kube/pem.h"

#include <QSslSocket>

#include <algorithm>
#include <ctime>
#include <memory>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

namespace chartroom {

namespace {

constexpr qint64 maxPemBytes = 1024 * 1024;

template<auto Free>
struct Freed
{
    template<typename T>
    void operator()(T *pointer) const
    {
        Free(pointer);
    }
};
using Bio = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using NativeKey = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using NativeCertificate = std::unique_ptr<X509, Freed<X509_free>>;

const unsigned char *derOf(const PemBlock &block)
{
    return reinterpret_cast<const unsigned char *>(block.bytes.constData());
}

/// The blocks of a certificate, in order.
QList<PemBlock> certificateBlocks(const QByteArray &pem)
{
    QList<PemBlock> blocks = readPem(pem);
    blocks.removeIf([](const PemBlock &block) { return block.type != "CERTIFICATE"; });
    return blocks;
}

QList<QSslCertificate> readable(const QList<PemBlock> &blocks)
{
    QList<QSslCertificate> certificates;
    for (const PemBlock &block : blocks)
        certificates += QSslCertificate::fromData(block.bytes, QSsl::Der);
    return certificates;
}

NativeCertificate nativeCertificate(const PemBlock &block)
{
    const unsigned char *der = derOf(block);
    NativeCertificate certificate(d2i_X509(nullptr, &der, long(block.bytes.size())));
    ERR_clear_error();
    return certificate;
}

/// The first key counts, whatever its kind says (Go crypto/tls X509KeyPair).
Result<NativeKey> nativeKey(const Masked &pem)
{
    const QList<PemBlock> blocks = readPem(pem.reveal());
    const auto block = std::find_if(blocks.cbegin(), blocks.cend(), [](const PemBlock &each) {
        return each.type == "PRIVATE KEY" || each.type.endsWith(" PRIVATE KEY");
    });
    if (block == blocks.cend())
        return failure(Error::Code::Invalid, KubeTr::tr("The client key is not a private key in PEM form."));
    if (block->type == "ENCRYPTED PRIVATE KEY" || block->headers.contains("DEK-Info"))
        return failure(Error::Code::Unsupported,
                       KubeTr::tr("The client key is encrypted with a passphrase, which kubeconfigs do not "
                                  "support; decrypt it first (openssl pkey)."));
    const unsigned char *der = derOf(*block);
    NativeKey key(d2i_AutoPrivateKey(nullptr, &der, long(block->bytes.size())));
    ERR_clear_error();
    if (!key)
        return failure(
            Error::Code::Invalid,
            KubeTr::tr("The client key, a PEM block of the type “%1”, is damaged or has an unknown format.")
                .arg(visibleText(QString::fromUtf8(block->type), false, 100)));
    return key;
}

/// An RSA or EC key; a null one of another kind. QSslKey has to be told the algorithm.
QSslKey commonKey(const NativeKey &native)
{
    const int type = EVP_PKEY_get_base_id(native.get());
    const Bio pem(BIO_new(BIO_s_mem()));
    if ((type != EVP_PKEY_RSA && type != EVP_PKEY_EC) || !pem ||
        PEM_write_bio_PKCS8PrivateKey(pem.get(), native.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1)
        return {};
    char *text = nullptr;
    const long size = BIO_get_mem_data(pem.get(), &text);
    return QSslKey(QByteArray(text, size), type == EVP_PKEY_RSA ? QSsl::Rsa : QSsl::Ec, QSsl::Pem,
                   QSsl::PrivateKey);
}

/// Ed25519 and other keys go to Qt as they are, which takes them over; so Qt must use the same OpenSSL.
Result<QSslKey> qtKey(NativeKey native)
{
    QSslKey key = commonKey(native);
    if (key.isNull() && ulong(QSslSocket::sslLibraryVersionNumber()) == OpenSSL_version_num())
        key = QSslKey(Qt::HANDLE(native.release()), QSsl::PrivateKey);
    if (key.isNull())
        return failure(
            Error::Code::Unsupported,
            KubeTr::tr("The client key is of a kind that the built-in connection cannot use; start "
                       "Chartroom with --transport kubectl."));
    return key;
}

Result<QList<QSslCertificate>> certificateAuthorities(const ClusterEntry &cluster)
{
    QByteArray pem = cluster.certificateAuthorityData;
    if (pem.isEmpty() && !cluster.certificateAuthorityFile.isEmpty()) {
        auto bytes = readRegularFile(cluster.certificateAuthorityFile, maxPemBytes);
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        pem = *std::move(bytes);
    }
    const QList<QSslCertificate> authorities = trustedCertificates(pem);
    const bool isNamed =
        !cluster.certificateAuthorityData.isEmpty() || !cluster.certificateAuthorityFile.isEmpty();
    if (authorities.isEmpty() && isNamed)
        return failure(
            Error::Code::Invalid,
            KubeTr::tr("The certificate authority of the cluster “%1” contains no certificate in PEM form.")
                .arg(cluster.name));
    return authorities;
}

} // namespace

QList<QSslCertificate> trustedCertificates(const QByteArray &pem)
{
    QList<PemBlock> blocks = certificateBlocks(pem);
    blocks.removeIf([](const PemBlock &block) { return !block.headers.isEmpty(); });
    return readable(blocks);
}

QDateTime certificateEnd(const QByteArray &pem)
{
    const QList<PemBlock> blocks = certificateBlocks(pem);
    const NativeCertificate leaf = blocks.isEmpty() ? NativeCertificate() : nativeCertificate(blocks.first());
    tm end{};
    if (!leaf || ASN1_TIME_to_tm(X509_get0_notAfter(leaf.get()), &end) != 1)
        return {};
    return QDateTime::fromSecsSinceEpoch(timegm(&end), Qt::UTC);
}

Result<Credential> readKeyPair(const QByteArray &certificatePem, const Masked &keyPem)
{
    const QList<PemBlock> blocks = certificateBlocks(certificatePem);
    const NativeCertificate leaf = blocks.isEmpty() ? NativeCertificate() : nativeCertificate(blocks.first());
    Credential credential;
    credential.certificateChain = readable(blocks);
    if (credential.certificateChain.isEmpty() || !leaf)
        return failure(Error::Code::Invalid,
                       KubeTr::tr("The client certificate is not a certificate in PEM form."));
    auto native = nativeKey(keyPem);
    if (!native)
        return tl::make_unexpected(native.error());
    if (X509_check_private_key(leaf.get(), native->get()) != 1) {
        ERR_clear_error();
        return failure(Error::Code::Invalid,
                       KubeTr::tr("The client key does not belong to the client certificate."));
    }
    const auto key = qtKey(*std::move(native));
    if (!key)
        return tl::make_unexpected(key.error());
    credential.key = *key;
    credential.expires = credential.certificateChain.first().expiryDate().toUTC();
    return credential;
}

Result<QSslConfiguration> tlsConfiguration(const ClusterEntry &cluster, const Credential &credential)
{
    const auto authorities = certificateAuthorities(cluster);
    if (!authorities)
        return tl::make_unexpected(authorities.error());
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(cluster.insecureSkipTlsVerify ? QSslSocket::VerifyNone
                                                                  : QSslSocket::VerifyPeer);
    if (!authorities->isEmpty())
        configuration.setCaCertificates(*authorities);
    configuration.setLocalCertificateChain(credential.certificateChain);
    configuration.setPrivateKey(credential.key);
    return configuration;
}

} // namespace chartroom
