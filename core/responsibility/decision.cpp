// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/decision.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/responsibility/rules.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace chartroom {

namespace {

constexpr qint64 maxFileBytes = 4LL * 1024 * 1024;

QString say(const char *text)
{
    return QCoreApplication::translate("Decision", text);
}

/// A double-quoted JSON string is a YAML one as well.
QByteArray quoted(const QString &text)
{
    return writeJson(Value(text), 0).trimmed();
}

QByteArray listItem(const Decision &decision, const QByteArray &indent)
{
    const QByteArray next = indent + "  ";
    return indent + "- cluster: " + quoted(decision.cluster) + '\n' + next +
           "namespace: " + quoted(decision.namespaceName) + '\n' + next +
           "release: " + quoted(decision.release) + '\n' + next +
           "verdict: " + verdictText(decision.verdict).toUtf8() + '\n' + next +
           "reason: " + quoted(decision.reason) + '\n' + next + "author: " + quoted(decision.author) + '\n' +
           next + "date: " + quoted(decision.date.toUTC().toString(Qt::ISODate)) + '\n';
}

/// The text with `item` after the last line of the top-level block `decisions`, which is made if it is
/// missing.
QByteArray inserted(const QByteArray &file, const Decision &decision)
{
    const QList<QByteArray> lines = file.split('\n');
    qsizetype start = -1;
    qsizetype last = -1; // last line that belongs to the block
    QByteArray indent("  ");
    bool sawItem = false;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QByteArray &line = lines[i];
        if (start < 0) {
            if (line.startsWith("decisions:"))
                start = last = i;
            continue;
        }
        const QByteArray trimmed = line.trimmed();
        if (trimmed.isEmpty() || trimmed.startsWith('#'))
            continue;
        if (line[0] != ' ' && line[0] != '-')
            break;
        if (!sawItem && trimmed.startsWith("- ")) {
            indent = line.left(line.indexOf('-'));
            sawItem = true;
        }
        last = i;
    }
    if (start < 0) {
        QByteArray text = file.isEmpty() ? QByteArray("chartroomResponsibility: 1\n") : file;
        if (!text.endsWith('\n'))
            text += '\n';
        return text + "\ndecisions:\n" + listItem(decision, indent);
    }
    QByteArray before = lines.mid(0, last + 1).join('\n');
    const QByteArray after = lines.mid(last + 1).join('\n');
    return before + '\n' + listItem(decision, indent) + after;
}

Result<qsizetype> decisionsIn(const QByteArray &file, const ResponsibilityRules &model)
{
    const Result<ResponsibilityRules> rules = model.overriddenBy(file, QStringLiteral("responsibility.yaml"));
    if (!rules)
        return tl::make_unexpected(rules.error());
    return rules->decisions().size();
}

} // namespace

QString verdictText(Decision::Verdict verdict)
{
    switch (verdict) {
    case Decision::Verdict::Crusoe:
        return QStringLiteral("crusoe");
    case Decision::Verdict::Shared:
        return QStringLiteral("shared");
    case Decision::Verdict::Customer:
        return QStringLiteral("customer");
    case Decision::Verdict::Diverged:
        return QStringLiteral("diverged");
    case Decision::Verdict::Withdrawn:
        break;
    }
    return QStringLiteral("withdrawn");
}

Result<QByteArray> withDecision(const QByteArray &file, const Decision &decision)
{
    for (const QString &needed :
         {decision.cluster, decision.namespaceName, decision.release, decision.reason, decision.author}) {
        if (needed.trimmed().isEmpty() || !decision.date.isValid())
            return failure(Error::Code::Invalid,
                           say("A decision needs a cluster, a release, a reason, an author and a date."));
    }
    const Result<ResponsibilityRules> model = ResponsibilityRules::bundled();
    if (!model)
        return tl::make_unexpected(model.error());
    const Result<qsizetype> before = decisionsIn(file, *model);
    if (!before)
        return tl::make_unexpected(before.error());
    // The text is edited, not written anew, so that comments stay; reading it back proves the edit.
    const QByteArray text = inserted(file, decision);
    const Result<qsizetype> after = decisionsIn(text, *model);
    if (!after || *after != *before + 1)
        return failure(
            Error::Code::Invalid,
            say("The decision was not added, because `decisions` in responsibility.yaml is not a plain list "
                "with one item a line; write it as one and try again."),
            after ? QString() : after.error().message);
    return text;
}

Result<void> recordDecision(const QString &path, const Decision &decision)
{
    Result<void> folder = makePrivateFolder(QFileInfo(path).absolutePath());
    if (!folder)
        return folder;
    // The folder itself is the lock, so that no lock file is left behind.
    const int lock = ::open(QFile::encodeName(QFileInfo(path).absolutePath()).constData(),
                            O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const auto unlock = qScopeGuard([lock] { ::close(lock); });
    if (lock < 0 || ::flock(lock, LOCK_EX | LOCK_NB) != 0)
        return failure(
            Error::Code::File,
            say("The decision was not saved, because another Chartroom is saving one; try again."));
    const Result<QByteArray> old = readPlainFile(path, maxFileBytes);
    if (!old && old.error().code != Error::Code::NotFound)
        return tl::make_unexpected(old.error());
    const Result<QByteArray> text = withDecision(old.value_or(QByteArray()), decision);
    if (!text)
        return tl::make_unexpected(text.error());
    return writePrivateFile(path, *text);
}

} // namespace chartroom
