// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/kept_drafts.h"

#include "core/base/log.h"
#include "core/base/private_file.h"
#include "core/upgrade/draft_file.h"

#include <QCryptographicHash>
#include <QFile>

namespace chartroom {

namespace {

constexpr qint64 mostBytes = 1 << 20;

} // namespace

QString KeptDrafts::ofThisUser()
{
    return stateFolder() + QStringLiteral("/drafts");
}

QString KeptDrafts::file(const QString &context, const ReleaseKey &key) const
{
    // A context may be called anything; no name of it becomes a path.
    const QString whole =
        context + u'\n' + key.namespaceName + u'\n' + key.name + u'\n' + QString::number(int(key.storage));
    return QStringLiteral("%1/%2.yaml")
        .arg(m_folder, QString::fromLatin1(
                           QCryptographicHash::hash(whole.toUtf8(), QCryptographicHash::Sha256).toHex()));
}

Result<void> KeptDrafts::keep(const UpgradeDraft &draft) const
{
    if (const QList<FieldIssue> issues = validate(draft); !issues.isEmpty())
        return failure(Error::Code::Invalid, issues.first().text);
    const Result<QByteArray> yaml = writeDraft(draft);
    if (!yaml)
        return tl::make_unexpected(yaml.error());
    if (const Result<void> made = makePrivateFolder(m_folder); !made)
        return made;
    return writePrivateFile(file(draft.context, draft.release), *yaml);
}

std::optional<UpgradeDraft> KeptDrafts::find(const QString &context, const ReleaseKey &key) const
{
    const QString path = file(context, key);
    const Result<QByteArray> yaml = readPlainFile(path, mostBytes);
    if (!yaml)
        return std::nullopt;
    const Result<UpgradeDraft> draft = readDraft(*yaml, path);
    if (!draft || draft->context != context || draft->release != key)
        return std::nullopt;
    return *draft;
}

void KeptDrafts::forget(const QString &context, const ReleaseKey &key) const
{
    QFile::remove(file(context, key));
}

} // namespace chartroom
