// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QRandomGenerator>

namespace chartroom::test {

/// Writes values files from a seed by a grammar that reaches what readers of YAML disagree about: numbers in
/// every base, words that are bools, dates, tags, anchors and merge keys, block text, several documents, byte
/// order marks, line ends, tabs; some of them broken.
class YamlGenerator
{
public:
    explicit YamlGenerator(quint32 seed)
        : m_random(seed)
    {}

    [[nodiscard]] QByteArray valuesFile();

private:
    [[nodiscard]] int below(int bound) { return int(m_random.bounded(bound)); }
    [[nodiscard]] bool oneIn(int n) { return below(n) == 0; }
    [[nodiscard]] QByteArray pick(const QByteArrayList &texts) { return texts.at(below(int(texts.size()))); }

    /// Whether something odd stands here: a few in a text, so that most of it is still read.
    bool spend();
    QByteArray document();
    QByteArray blockMap(int indent, int depth);
    QByteArray blockList(int indent, int depth);
    /// What stands after "key:" or "-", with the line's end.
    QByteArray blockValue(int indent, int depth);
    QByteArray flow(int depth);
    QByteArray key();
    QByteArray scalar();
    QByteArray plainScalar();
    QByteArray number();
    QByteArray quoted();
    QByteArray blockText(int indent);
    QByteArray properties();
    QByteArray comment();
    QByteArray broken(QByteArray text);

    QRandomGenerator m_random;
    QByteArrayList m_anchors;
    int m_oddities = 0;
};

} // namespace chartroom::test
