// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QRandomGenerator>

namespace chartroom::test {

/// Kubeconfig files in the order of $KUBECONFIG, and the context that is asked about.
/// In the texts @CA@, @CERT@, @KEY@ and @OTHERKEY@ stand for PEM in base64, for no text is the same in each
/// run.
struct KubeconfigInput
{
    QByteArrayList files;
    QByteArray context; ///< empty: the current one
};

/// Writes kubeconfigs from a seed: each field that client-go knows, alone and beside others, in every form
/// that YAML has for it; names that are missing, twice or in several files; files beside data; some of them
/// broken.
class KubeconfigGenerator
{
public:
    explicit KubeconfigGenerator(quint32 seed)
        : m_random(seed)
        , m_seed(seed)
    {}

    [[nodiscard]] KubeconfigInput input();

private:
    [[nodiscard]] int below(int bound) { return int(m_random.bounded(bound)); }
    [[nodiscard]] bool oneIn(int n) { return below(n) == 0; }
    [[nodiscard]] QByteArray pick(const QByteArrayList &texts) { return texts.at(below(int(texts.size()))); }

    /// Whether something odd stands here: a few in a file, so that most of them are still used.
    bool spend();
    QByteArray entry(const QByteArray &list, const QByteArray &part, const QByteArray &name,
                     QByteArrayList fields);
    QByteArray server();
    QByteArrayList clusterFields();
    QByteArrayList userFields();
    QByteArrayList impersonation();
    QByteArray plugin();
    QByteArray authProvider();
    QByteArray file();

    QRandomGenerator m_random;
    quint32 m_seed;
    int m_oddities = 0;
};

} // namespace chartroom::test
