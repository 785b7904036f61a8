// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"

#include <QByteArrayList>
#include <QRandomGenerator>

namespace chartroom::test {

/// A release record as an object holds it.
struct RecordInput
{
    ReleaseStorage storage = ReleaseStorage::Secret;
    QByteArray data; ///< data.release, as the object's JSON shows it
};

/// Writes release records from a seed: fields that are missing, twice, null or of another type, times and
/// numbers in every form, packed as Helm packs them and as it does not.
class RecordGenerator
{
public:
    explicit RecordGenerator(quint32 seed)
        : m_random(seed)
    {}

    [[nodiscard]] RecordInput record();

private:
    [[nodiscard]] int below(int bound) { return int(m_random.bounded(bound)); }
    [[nodiscard]] bool oneIn(int n) { return below(n) == 0; }
    [[nodiscard]] QByteArray pick(const QByteArrayList &texts) { return texts.at(below(int(texts.size()))); }

    /// Whether something odd stands here: a few in a record, so that most of them are still read.
    bool spend();
    /// A field's value: mostly one of `good`, at times of a type that may not be there.
    QByteArray field(const QByteArrayList &good);
    QByteArray object(QByteArrayList members);
    QByteArray values(int depth);
    QByteArray time();
    QByteArray info();
    QByteArray chart();
    QByteArray json();
    QByteArray damaged(QByteArray bytes);

    QRandomGenerator m_random;
    int m_oddities = 0;
};

} // namespace chartroom::test
