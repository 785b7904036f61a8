// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/release_builder.h"
#include "tests/support/scripted_transport.h"

#include <QMap>

namespace chartroom::test {

/// A cluster with one release, a word of its own in every place where a secret can be. Planted as secrets the
/// words stand as secrets do (under a password's key, in a URL's user part, in base64); planted openly the
/// same words stand in the same places without a sign of secrecy, so that a test can see that what it looks
/// at holds them.
class PlantedCluster
{
public:
    enum class As { Secrets, OpenText };
    explicit PlantedCluster(As as)
        : m_as(as)
    {}

    /// Revision 1, then revision 2, whose hook failed; every word differs between the two by its last letter.
    [[nodiscard]] ReleaseBuilder revision(int revision) const;
    [[nodiscard]] QJsonObject userValues(int revision) const;
    [[nodiscard]] QString manifest(int revision) const;
    [[nodiscard]] QString notes() const;
    [[nodiscard]] QString hookMessage() const;
    [[nodiscard]] QString chartHome() const;
    /// An address with a user part.
    [[nodiscard]] QString url(const QString &word) const;
    /// "token=WORD", or the word alone.
    [[nodiscard]] QString assigned(const QString &word) const;

    /// Everything above, and nodes, pods, events and a custom resource, as answers of an API server.
    void serve(ScriptedTransport &transport) const;

    /// The places whose words are in the text, plain or as base64.
    [[nodiscard]] static QStringList foundIn(const QByteArray &text);

private:
    [[nodiscard]] bool hides() const { return m_as == As::Secrets; }
    [[nodiscard]] QString token(const QString &word) const;
    [[nodiscard]] QString base64(const QString &word) const;
    [[nodiscard]] QByteArray node() const;
    [[nodiscard]] QByteArray driverPod() const;
    [[nodiscard]] QByteArray event() const;
    [[nodiscard]] QByteArray policy() const;

    As m_as;
};

} // namespace chartroom::test
