// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/exported_texts.h"

#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/diff/diff_tr.h"
#include "core/secrets/masked_values.h"

#include <algorithm>

namespace chartroom {

namespace {

/// As it stands, with its comments, where no value has to be hidden; else written anew from the masked
/// documents. What is no YAML is masked as free text.
QString maskedYaml(const QByteArray &text, const QList<Value> &documents)
{
    QByteArray written;
    bool hides = false;
    for (const Value &document : documents) {
        const Value masked = maskedValues(document);
        hides = hides || masked != document;
        written += (written.isEmpty() ? QByteArray() : QByteArrayLiteral("---\n")) + writeYaml(masked);
    }
    return maskedText(QString::fromUtf8(hides ? written : text));
}

struct ShownText
{
    QByteArray text;
    bool hasSecretObject = false; ///< a document of kind Secret is in it
};

ShownText shownText(const QByteArray &text, Secrets secrets)
{
    const QList<Value> documents = readYamlDocuments(text).value_or(QList<Value>());
    const bool hasSecretObject = std::any_of(documents.cbegin(), documents.cend(), [](const Value &document) {
        return document.at({QStringLiteral("kind")}).toString() == u"Secret";
    });
    const QString shown = secrets == Secrets::Masked ? maskedYaml(text, documents) : QString::fromUtf8(text);
    constexpr qsizetype longestSign = 8; // of a character made visible
    return {visibleText(shown, true, longestSign * (shown.size() + 1)).toUtf8(), hasSecretObject};
}

QString shownValue(const Value &value)
{
    constexpr qsizetype longest = 2000;
    const bool nested = value.isMap() || value.isList();
    return visibleText(nested ? QString::fromUtf8(writeJson(value, 0)) : value.scalarText(), false, longest);
}

QString kindText(const ValueChange &change)
{
    switch (change.kind) {
    case ValueChange::Kind::Added:
        return DiffTr::tr("added", "kind of change");
    case ValueChange::Kind::Removed:
        return DiffTr::tr("removed", "kind of change");
    case ValueChange::Kind::Moved:
        return DiffTr::tr("moved", "kind of change");
    case ValueChange::Kind::Changed:
        break;
    }
    return change.isTypeChange() ? DiffTr::tr("type changed", "kind of change")
                                 : DiffTr::tr("changed", "kind of change");
}

/// A change that names no object may be one of a Secret, where there is one.
ExportedTexts::Row rowOf(const ExportedChange &exported, Secrets secrets, bool hasSecretObject)
{
    const bool isSecret =
        exported.object.isEmpty() ? hasSecretObject : exported.object.startsWith(QLatin1String("Secret "));
    const ValueChange &found = exported.change;
    const ValueChange change = secrets == Secrets::Revealed ? found
                               : isSecret                   ? maskedSecretChange(found)
                                                            : maskedChange(found);
    const bool moved = change.kind == ValueChange::Kind::Moved;
    const QString object = secrets == Secrets::Revealed ? exported.object : maskedText(exported.object);
    return {visibleText(object), visibleText(change.path), kindText(change),
            moved || change.kind == ValueChange::Kind::Added ? QString() : shownValue(change.before),
            moved || change.kind == ValueChange::Kind::Removed ? QString() : shownValue(change.after)};
}

QString noticeOf(Secrets secrets)
{
    return secrets == Secrets::Masked
               ? DiffTr::tr(
                     "Secrets are hidden (••••). A path that is listed as changed did change, even where "
                     "both sides show dots.")
               : DiffTr::tr("This file shows secrets in plain text. Protect it accordingly.");
}

} // namespace

ExportedTexts exportedTexts(const ExportedComparison &comparison, Secrets secrets)
{
    ExportedTexts texts;
    texts.title = visibleText(comparison.title);
    texts.beforeTitle = visibleText(comparison.beforeTitle);
    texts.afterTitle = visibleText(comparison.afterTitle);
    const ShownText before = shownText(comparison.before, secrets);
    const ShownText after = shownText(comparison.after, secrets);
    texts.diff = diffText(before.text, after.text);
    const bool hasSecretObject = before.hasSecretObject || after.hasSecretObject;
    for (const ExportedChange &change : comparison.changes)
        texts.rows.append(rowOf(change, secrets, hasSecretObject));
    texts.notices.append(noticeOf(secrets));
    for (const QString &notice : comparison.notices)
        texts.notices.append(
            visibleText(secrets == Secrets::Revealed ? notice : maskedAroundPaths(notice, comparison.paths)));
    return texts;
}

} // namespace chartroom
