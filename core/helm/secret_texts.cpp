// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/secret_texts.h"

#include "core/base/masked.h"
#include "core/base/masked_text.h"
#include "core/helm/masked_values.h"

#include <algorithm>

namespace chartroom {

namespace {

/// The texts that masking takes out of a tree.
void collect(const Value &open, const Value &masked, QStringList &secrets)
{
    if (open == masked)
        return;
    if (open.isMap()) {
        for (auto it = open.map().cbegin(); it != open.map().cend(); ++it)
            collect(*it, masked.map().value(it.key()), secrets);
    } else if (open.isList()) {
        for (qsizetype i = 0; i < open.list().size(); ++i)
            collect(open.list()[i], masked.list().value(i), secrets);
    } else if (const QString text = open.scalarText(); text.size() > 1) {
        secrets.append(text);
    }
}

} // namespace

SecretTexts::SecretTexts(const Value &values)
{
    collect(values, maskedValues(values), m_texts);
    m_texts.removeDuplicates();
    std::sort(m_texts.begin(), m_texts.end(),
              [](const QString &a, const QString &b) { return a.size() > b.size(); });
}

QString SecretTexts::hiddenIn(QString text) const
{
    for (const QString &secret : m_texts)
        text.replace(secret, Masked(secret.toUtf8()).toString());
    return maskedText(text);
}

} // namespace chartroom
