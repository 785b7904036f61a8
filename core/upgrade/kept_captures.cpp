// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/kept_captures.h"

#include "core/base/moments.h"
#include "core/base/private_file.h"
#include "core/upgrade/capture.h"
#include "core/upgrade/helm_output.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/run_folder.h"
#include "core/upgrade/upgrade_tr.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSettings>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;
using End = OperationResult::End;

constexpr qint64 maxCaptureBytes = 64LL * 1024 * 1024;

QString settingsKey()
{
    return u"captures/clearDays"_s;
}

QString captureIn(const QString &operationFolder)
{
    return operationFolder + u"/capture"_s;
}

QString idOf(const QString &operationFolder)
{
    return QFileInfo(operationFolder).fileName();
}

QStringList clearFiles(const QString &operationFolder)
{
    QStringList found;
    for (const QString &name : secretCaptureFiles())
        if (QFileInfo::exists(captureIn(operationFolder) + u'/' + name))
            found << name;
    return found;
}

/// Of a helm that an older version started, or that was killed: what it needs and prints is still in clear.
bool hasLeftovers(const QString &operationFolder, const JournalContents &journal)
{
    return hasRunFolder(operationFolder) || QFileInfo::exists(operationFolder + u"/values.yaml"_s) ||
           (isOpen(journal) && QFileInfo::exists(helmOutputFile(operationFolder)));
}

/// When it ended so that nothing has to be restored any more: as planned, as deployed and checked by a
/// person, or before anything was changed. What was deployed and not verified may still have to be taken
/// back.
QDateTime endedWellAt(const JournalContents &journal)
{
    const auto end = endIn(journal);
    if ((end != End::Done && end != End::NotStarted && end != End::Cancelled) || isUnverified(journal))
        return {};
    QDateTime at;
    for (const JournalRecord &record : journal.records) {
        if (record.step != u"Finish")
            continue;
        if (!record.data.at({u"problems"_s}).list().isEmpty())
            return {};
        at = record.at;
    }
    return at;
}

/// Seals in place: the sealed file is on the disk before the clear one goes.
Result<void> sealInPlace(const QString &operationFolder, const SealingKey &key)
{
    const QString folder = captureIn(operationFolder) + u'/';
    const QString id = idOf(operationFolder);
    for (const QString &name : clearFiles(operationFolder)) {
        const Result<QByteArray> bytes = readPlainFile(folder + name, maxCaptureBytes);
        const Result<QByteArray> sealed =
            bytes ? sealCaptured(*bytes, key, id, name) : tl::make_unexpected(bytes.error());
        if (!sealed)
            return tl::make_unexpected(sealed.error());
        if (const Result<void> written = writePrivateFile(folder + sealedName(name), *sealed); !written)
            return written;
        if (!QFile::remove(folder + name))
            return failure(Error::Code::File, UpgradeTr::tr("%1 could not be removed.").arg(folder + name));
    }
    const QString restore = folder + u"RESTORE.txt"_s;
    const QByteArray text = readPlainFile(restore, maxCaptureBytes).value_or(QByteArray());
    return writePrivateFile(restore, text + '\n' + sealedRestoreText(id).toUtf8() + '\n');
}

} // namespace

KeptCapture keptCapture(const QString &operationFolder)
{
    if (!clearFiles(operationFolder).isEmpty())
        return KeptCapture::Clear;
    const QStringList names = secretCaptureFiles();
    const bool isSealed = std::any_of(names.cbegin(), names.cend(), [&](const QString &name) {
        return QFileInfo::exists(captureIn(operationFolder) + u'/' + sealedName(name));
    });
    return isSealed ? KeptCapture::Sealed : KeptCapture::None;
}

std::chrono::days clearCaptureDays(const QSettings &settings)
{
    bool isNumber = false;
    const int days = settings.value(settingsKey()).toInt(&isNumber);
    return isNumber && days >= 0 ? std::chrono::days(qMin(days, mostClearDays)) : defaultClearDays;
}

void setClearCaptureDays(QSettings &settings, std::chrono::days days)
{
    settings.setValue(settingsKey(), int(days.count()));
}

Result<void> removeCapture(const QString &operationFolder, const Clock &clock)
{
    const auto journal = Journal::reopen(operationFolder);
    if (!journal)
        return tl::make_unexpected(journal.error());
    if (tracesOf(operationFolder, idOf(operationFolder)).helm.isRunning())
        return failure(
            Error::Code::Throttled,
            UpgradeTr::tr("The helm process of this operation is still running; wait until it completes."));
    if (const Result<void> settled = settleHelmOutput(operationFolder, secretsIn(operationFolder)); !settled)
        return settled;
    const QString capture = captureIn(operationFolder);
    if (QFileInfo::exists(capture) && !QDir(capture).removeRecursively())
        return failure(Error::Code::File,
                       UpgradeTr::tr("%1 could not be removed; delete it manually.").arg(capture));
    return (*journal)->append(
        {JournalRecord::Kind::Outcome, u"Forget"_s, clock.now(),
         Value(Value::Map{
             {u"text"_s, Value(UpgradeTr::tr("What was saved of the release has been removed."))}})});
}

Result<QStringList> unsealCapture(const QString &operationFolder, const std::optional<SealingKey> &key,
                                  const QString &to)
{
    const QString from = captureIn(operationFolder) + u'/';
    QStringList names;
    QList<QByteArray> contents;
    for (const QString &name : secretCaptureFiles()) {
        const bool isClear = QFileInfo::exists(from + name);
        const Result<QByteArray> bytes =
            readPlainFile(from + (isClear ? name : sealedName(name)), maxCaptureBytes);
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        if (!isClear && !key)
            return failure(Error::Code::NotFound, lostKeyText());
        const Result<QByteArray> clear =
            isClear ? bytes : unsealCaptured(*bytes, *key, idOf(operationFolder), name);
        if (!clear) {
            Error error = clear.error();
            error.message += u' ' + lostKeyText();
            return tl::make_unexpected(error);
        }
        names << name;
        contents << *clear;
    }
    if (const Result<void> made = makePrivateFolder(to); !made)
        return tl::make_unexpected(made.error());
    for (qsizetype i = 0; i < names.size(); ++i)
        if (const Result<void> written = writePrivateFile(to + u'/' + names[i], contents[i]); !written)
            return tl::make_unexpected(written.error());
    return names;
}

QString lostKeyText()
{
    return UpgradeTr::tr(
        "Without that key nothing can be restored from the encrypted values, manifest and record. Use Helm's "
        "own revisions in the cluster instead: chartroom recover NAMESPACE/RELEASE.");
}

QList<Error> tidyOperations(const QString &operations, const Clock &clock, std::chrono::days clearFor,
                            const std::optional<SealingKey> &key)
{
    QList<Error> left;
    const auto note = [&left](const Result<void> &done) {
        if (!done && done.error().code != Error::Code::Throttled) // somebody went on with it meanwhile
            left << done.error();
    };
    QHash<QString, QDateTime> wentWell; ///< of each release, the earliest so far, from the newest on
    for (const QString &folder : operationFolders(operations)) {
        const bool isHeld = isJournalHeld(folder); // before it is read
        const Result<JournalContents> journal = readJournal(folder);
        if (!journal)
            continue; // nothing says what it was: recover tells of it
        const Result<OperationHeader> order = operationHeaderIn(*journal);
        const auto *its =
            order && (order->kind == OperationKind::Upgrade || order->kind == OperationKind::Rollback)
                ? &*order
                : nullptr;
        const QString release =
            its ? QStringList{its->context, its->release.namespaceName, its->release.name}.join(u'\n')
                : QString();
        const QDateTime well = endedWellAt(*journal);
        if (its && well.isValid() && endIn(*journal) == End::Done)
            wentWell.insert(release, well);
        const bool isClear = keptCapture(folder) == KeptCapture::Clear;
        const bool hasLeft = hasLeftovers(folder, *journal);
        if (isHeld || (!isClear && !hasLeft) || !tracesOf(folder, idOf(folder)).helm.isRuledOut())
            continue; // what runs, or may run, keeps its files
        if (hasLeft)
            note(settleHelmOutput(folder, secretsIn(folder)));
        if (!isClear)
            continue;
        const QDateTime since = well.isValid() ? well : wentWell.value(release);
        if (key)
            note(sealInPlace(folder, *key));
        else if (since.isValid() && laterBy(since, clearFor) <= clock.now())
            note(removeCapture(folder, clock));
    }
    return left;
}

} // namespace chartroom
