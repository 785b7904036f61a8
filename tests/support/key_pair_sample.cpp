// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/key_pair_sample.h"

#include <QtGlobal>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

namespace chartroom::test {

namespace {

template<typename Write>
QByteArray pem(Write write)
{
    BIO *bio = BIO_new(BIO_s_mem());
    QByteArray bytes;
    if (write(bio) == 1) {
        char *data = nullptr;
        const long size = BIO_get_mem_data(bio, &data);
        bytes = QByteArray(data, size);
    }
    BIO_free(bio);
    return bytes;
}

} // namespace

KeyPairSample KeyPairSample::make(Kind kind, std::chrono::seconds lifetime)
{
    EVP_PKEY *key = kind == Kind::Rsa  ? EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", size_t(2048))
                    : kind == Kind::Ec ? EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256")
                                       : EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
    X509 *certificate = X509_new();
    if (!key || !certificate)
        qFatal("OpenSSL made no key");
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -24 * 3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), lifetime.count());
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char *>("test"), -1,
                               -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_set_pubkey(certificate, key);
    X509_sign(certificate, key, kind == Kind::Ed25519 ? nullptr : EVP_sha256());
    KeyPairSample made;
    made.certificate = pem([&](BIO *out) { return PEM_write_bio_X509(out, certificate); });
    made.key = pem([&](BIO *out) {
        return PEM_write_bio_PKCS8PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
    made.traditionalKey = pem([&](BIO *out) {
        return PEM_write_bio_PrivateKey_traditional(out, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
    made.encryptedKey = pem([&](BIO *out) {
        return PEM_write_bio_PKCS8PrivateKey(out, key, EVP_aes_128_cbc(), "pass", 4, nullptr, nullptr);
    });
    X509_free(certificate);
    EVP_PKEY_free(key);
    return made;
}

} // namespace chartroom::test
