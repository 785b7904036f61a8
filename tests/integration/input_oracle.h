// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace chartroom::test {

/// Asks tests/sandbox/oracle, which is client-go, Helm 3 and Helm 4, a question each. Blocks, so only for
/// tests; nothing, with a warning in the log, when the program fails.
[[nodiscard]] QList<Value> askOracle(const QList<Value> &questions);

/// Bytes as a question holds them.
[[nodiscard]] Value inBase64(const QByteArray &bytes);

/// The seed of a property test: CHARTROOM_SEED, else always the same. Said in the log.
[[nodiscard]] quint32 propertySeed();
/// How many inputs of each sort: CHARTROOM_INPUTS, else 2,000.
[[nodiscard]] int propertyInputs();

/// In what Chartroom's value differs from the oracle's, a few paths of it; empty when they are equal.
[[nodiscard]] QString valueDifference(const Value &theirs, const Value &ours);

/// One input of the folder tests/data/corpus/SORT: each that ever differed.
struct CorpusInput
{
    QString name; ///< the file's
    Value input;
};
[[nodiscard]] QList<CorpusInput> corpusOf(const QString &sort);
/// Said in place of a difference where Chartroom refuses on purpose what the oracle takes.
inline const QString refusedOnPurpose = QStringLiteral("refused on purpose");

/// Counts inputs of one sort and keeps those about which the oracle and Chartroom differ.
class OracleTally
{
public:
    /// `folder` is that of the sort in tests/data/corpus.
    explicit OracleTally(QString folder)
        : m_folder(std::move(folder))
    {}

    /// An answer of the oracle, in what it differs from Chartroom's (empty when it does not), and the input.
    void add(const Value &answer, const QString &difference, const Value &input);
    /// Whether none differs. Says in the log how many were tried and agreed.
    [[nodiscard]] bool isEqual(const QString &sort) const;
    /// The first that differ, with their inputs. CHARTROOM_KEEP_DIFFERENCES=1 writes the inputs to the
    /// corpus.
    [[nodiscard]] QByteArray report() const;

private:
    QString m_folder;
    int m_tried = 0;
    int m_refused = 0;
    int m_onPurpose = 0;
    QList<std::pair<QString, QByteArray>> m_differing;
};

/// Bytes of an input: {"text": ...}, or {"base64": ...} for what is no UTF-8.
[[nodiscard]] QByteArray bytesOf(const Value &part);
[[nodiscard]] Value partOf(const QByteArray &bytes);

} // namespace chartroom::test
