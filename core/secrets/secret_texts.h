// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/masked.h"
#include "core/base/value.h"

#include <QList>
#include <QSet>
#include <QStringList>

namespace chartroom {

/// Secrets that are known word for word, so that they can be hidden wherever they appear again: as they are,
/// as base64 by themselves or inside of a longer text, URL-encoded, escaped in JSON, or as one line of
/// several.
class SecretTexts
{
public:
    SecretTexts() = default;
    /// The texts that look secret in these values, where they stand: no numbers and no short texts, as those
    /// stand for other things elsewhere; of several lines those that hold a secret. Nor `plainNames` and
    /// their parts, in whatever case.
    explicit SecretTexts(const Value &values, const QStringList &plainNames = {});

    /// One more; a text of one character is none.
    void add(const Masked &secret);
    [[nodiscard]] bool isEmpty() const { return m_forms.isEmpty(); }

    /// The text without these; `hidden` grows by as many as were found.
    [[nodiscard]] QString without(QString text, int *hidden = nullptr) const;
    /// Free text as it may be shown: without these, and masked.
    [[nodiscard]] QString hiddenIn(const QString &text) const;

private:
    struct Form
    {
        QString text;
        bool isEncoded = false; ///< the base64 around it belongs to it

        friend bool operator==(const Form &, const Form &) = default;
    };
    void addForms(const Masked &secret);
    void addForm(const QString &text, bool isEncoded = false);
    void addEncodedForms(const QByteArray &secret);
    void collect(const Value &open, const Value &masked, const QSet<QString> &plain);
    void collectText(const QString &text, const QSet<QString> &plain);
    void sort();

    QList<Form> m_forms; ///< the longest first
};

} // namespace chartroom
