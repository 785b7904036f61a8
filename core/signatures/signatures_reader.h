// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/responsibility/yaml_fields.h"
#include "core/signatures/signatures.h"

#include <QCoreApplication>

namespace chartroom {

/// Reads a file of operands and signatures. Strict: a key, word or reference that is not known is an error at
/// its place.
class SignaturesReader
{
    Q_DECLARE_TR_FUNCTIONS(SignaturesReader)
public:
    SignaturesReader(const QByteArray &yaml, const QString &fileName);

    [[nodiscard]] Result<Signatures> read();

private:
    void checkFormat(const Value::Map &top);
    void readOperands(const Value::Map &top);
    void readSignatures(const Value::Map &top);
    Operand operand(const Value::Map &map, const QStringList &path);
    Signature signature(const Value::Map &map, const QStringList &path);
    QList<TextPattern> patterns(const Value::Map &map, const QStringList &path, const char *name);
    std::chrono::seconds seconds(const Value::Map &map, const QStringList &path);
    void checkSignature(const Signature &signature, const QStringList &path);
    void checkOperands();
    void checkExplanations();
    void checkIsNew(const QString &id, const QStringList &path);
    void checkKnown(const QStringList &named, const QStringList &known, const QStringList &path);
    [[nodiscard]] QStringList operandIds() const;

    YamlFields m_yaml;
    Signatures m_read;
    QStringList m_ids; ///< of the list that is being read
};

} // namespace chartroom
