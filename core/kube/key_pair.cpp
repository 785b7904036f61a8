// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/credentials.h"
#include "core/kube/kube_tr.h"
#include "core/kube/kubeconfig_file.h"

#include <memory>
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

Bio bioOf(const QByteArray &bytes)
{
    return Bio(BIO_new_mem_buf(bytes.constData(), int(bytes.size())));
}

/// Notes that a passphrase was wanted, and gives none.
int noPassphrase(char * /*buffer*/, int /*size*/, int /*isWriting*/, void *wasAsked)
{
    *static_cast<bool *>(wasAsked) = true;
    return -1;
}

Result<NativeKey> nativeKey(const Masked &pem)
{
    bool isEncrypted = false;
    NativeKey key(PEM_read_bio_PrivateKey(bioOf(pem.reveal()).get(), nullptr, noPassphrase, &isEncrypted));
    if (isEncrypted)
        return failure(
            Error::Code::Unsupported,
            KubeTr::tr("The client key is encrypted with a passphrase, which kubeconfigs have no place for; "
                       "decrypt it first (openssl pkey)."));
    if (!key)
        return failure(Error::Code::Invalid, KubeTr::tr("The client key is not a private key in PEM form."));
    return key;
}

/// QSslKey has to be told the algorithm; a wrong one gives a null key.
Result<QSslKey> qtKey(const NativeKey &native, const Masked &pem)
{
    const int type = EVP_PKEY_get_base_id(native.get());
    if (type != EVP_PKEY_RSA && type != EVP_PKEY_EC) {
        const char *name = EVP_PKEY_get0_type_name(native.get());
        return failure(
            Error::Code::Unsupported,
            KubeTr::tr("The client key is of the kind %1, which this program cannot use; RSA and EC work.")
                .arg(QString::fromLatin1(name ? name : "?")));
    }
    const QSslKey key(pem.reveal(), type == EVP_PKEY_RSA ? QSsl::Rsa : QSsl::Ec, QSsl::Pem, QSsl::PrivateKey);
    if (key.isNull())
        return failure(Error::Code::Unsupported,
                       KubeTr::tr("The client key is of a form that this program cannot use."));
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
    const QList<QSslCertificate> authorities = QSslCertificate::fromData(pem, QSsl::Pem);
    const bool isNamed =
        !cluster.certificateAuthorityData.isEmpty() || !cluster.certificateAuthorityFile.isEmpty();
    if (authorities.isEmpty() && isNamed)
        return failure(
            Error::Code::Invalid,
            KubeTr::tr("The certificate authority of the cluster “%1” holds no certificate in PEM form.")
                .arg(cluster.name));
    return authorities;
}

} // namespace

Result<Credential> readKeyPair(const QByteArray &certificatePem, const Masked &keyPem, const QDateTime &now)
{
    Credential credential;
    credential.certificateChain = QSslCertificate::fromData(certificatePem, QSsl::Pem);
    const NativeCertificate leaf(PEM_read_bio_X509(bioOf(certificatePem).get(), nullptr, nullptr, nullptr));
    if (credential.certificateChain.isEmpty() || !leaf)
        return failure(Error::Code::Invalid,
                       KubeTr::tr("The client certificate is not a certificate in PEM form."));
    const auto native = nativeKey(keyPem);
    if (!native)
        return tl::make_unexpected(native.error());
    if (X509_check_private_key(leaf.get(), native->get()) != 1)
        return failure(Error::Code::Invalid,
                       KubeTr::tr("The client key does not belong to the client certificate."));
    const auto key = qtKey(*native, keyPem);
    if (!key)
        return tl::make_unexpected(key.error());
    credential.key = *key;
    const QDateTime end = credential.certificateChain.first().expiryDate().toUTC();
    if (end < now)
        return failure(Error::Code::Invalid,
                       KubeTr::tr("The client certificate expired on %1 (this computer's clock says "
                                  "%2).")
                           .arg(end.toString(Qt::ISODate), now.toUTC().toString(Qt::ISODate)));
    credential.expires = end;
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
