// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_certificates.h"

#include <QRandomGenerator>

#include <memory>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace chartroom::test {

namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;

QByteArray contents(const Bio &bio)
{
    char *data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return {data, qsizetype(size)};
}

Bio reader(const QByteArray &pem)
{
    return {BIO_new_mem_buf(pem.constData(), int(pem.size())), &BIO_free};
}

void extend(X509 *certificate, X509 *issuer, int nid, const QByteArray &value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.constData());
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

/// Signed by `issuer` with `issuerKey`, or by itself when these are null.
TestCertificate make(const QString &name, const QByteArray &subjectAltName, const QDateTime &expires,
                     X509 *issuer, EVP_PKEY *issuerKey)
{
    const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    const Certificate certificate(X509_new(), &X509_free);
    X509 *x = certificate.get();
    X509_set_version(x, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(x), long(QRandomGenerator::global()->bounded(1, 1 << 30)));
    ASN1_TIME_set(X509_getm_notBefore(x), time_t(expires.addDays(-30).toSecsSinceEpoch()));
    ASN1_TIME_set(X509_getm_notAfter(x), time_t(expires.toSecsSinceEpoch()));
    X509_set_pubkey(x, key.get());
    X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char *>(name.toUtf8().constData()), -1, -1, 0);
    X509_set_issuer_name(x, X509_get_subject_name(issuer ? issuer : x));
    extend(x, issuer ? issuer : x, NID_basic_constraints, issuer ? "CA:FALSE" : "critical,CA:TRUE");
    if (!subjectAltName.isEmpty())
        extend(x, issuer, NID_subject_alt_name, subjectAltName);
    X509_sign(x, issuerKey ? issuerKey : key.get(), EVP_sha256());

    const Bio certificateOut(BIO_new(BIO_s_mem()), &BIO_free);
    const Bio keyOut(BIO_new(BIO_s_mem()), &BIO_free);
    PEM_write_bio_X509(certificateOut.get(), x);
    PEM_write_bio_PrivateKey(keyOut.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    return {contents(certificateOut), contents(keyOut)};
}

} // namespace

TestCertificate makeAuthority(const QString &name)
{
    return make(name, {}, QDateTime::currentDateTimeUtc().addDays(2), nullptr, nullptr);
}

TestCertificate makeCertificate(const TestCertificate &authority, const QString &name,
                                const QByteArray &subjectAltName, const QDateTime &expires)
{
    const Certificate issuer(
        PEM_read_bio_X509(reader(authority.certificate).get(), nullptr, nullptr, nullptr), &X509_free);
    const Key key(PEM_read_bio_PrivateKey(reader(authority.key).get(), nullptr, nullptr, nullptr),
                  &EVP_PKEY_free);
    return make(name, subjectAltName, expires, issuer.get(), key.get());
}

} // namespace chartroom::test
