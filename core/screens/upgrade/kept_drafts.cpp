// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/kept_drafts.h"

#include "core/base/private_file.h"
#include "core/secrets/log.h"
#include "core/upgrade/draft_file.h"

#include <QCryptographicHash>
#include <QFile>

#include <algorithm>

namespace chartroom {

namespace {

constexpr qint64 mostBytes = 1 << 20;
const QByteArray baseMark = QByteArrayLiteral("# made on ");

QString uidOf(const Release &release, int revision)
{
    const auto found =
        std::find_if(release.revisions.cbegin(), release.revisions.cend(),
                     [revision](const RevisionEntry &one) { return one.revision == revision; });
    return found == release.revisions.cend() ? QString() : found->uid;
}

} // namespace

bool KeptDrafts::Kept::isFor(const Release &release) const
{
    return draft.plannedOn == release.newest().revision && base == release.newest().uid;
}

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

Result<void> KeptDrafts::keep(const UpgradeDraft &draft, const Release &release) const
{
    if (const QList<FieldIssue> issues = validate(draft); !issues.isEmpty())
        return failure(Error::Code::Invalid, issues.first().text);
    const Result<QByteArray> yaml = writeDraft(draft);
    if (!yaml)
        return tl::make_unexpected(yaml.error());
    if (const Result<void> made = makePrivateFolder(m_folder); !made)
        return made;
    return writePrivateFile(file(draft.context, draft.release),
                            baseMark + uidOf(release, draft.plannedOn).toUtf8() + '\n' + *yaml);
}

std::optional<KeptDrafts::Kept> KeptDrafts::find(const QString &context, const ReleaseKey &key) const
{
    const QString path = file(context, key);
    const Result<QByteArray> yaml = readPlainFile(path, mostBytes);
    if (!yaml)
        return std::nullopt;
    const Result<UpgradeDraft> draft = readDraft(*yaml, path);
    if (!draft || draft->context != context || draft->release != key)
        return std::nullopt;
    const QByteArray first = yaml->left(yaml->indexOf('\n'));
    return Kept{*draft,
                first.startsWith(baseMark) ? QString::fromUtf8(first.mid(baseMark.size())) : QString()};
}

void KeptDrafts::forget(const QString &context, const ReleaseKey &key) const
{
    QFile::remove(file(context, key));
}

} // namespace chartroom
