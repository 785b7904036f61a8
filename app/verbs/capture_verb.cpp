// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/capture_verb.h"

#include "app/printout.h"
#include "core/base/on_finished.h"
#include "core/upgrade/journal.h"
#include "core/upgrade/kept_captures.h"
#include "core/upgrade/keyring.h"
#include "core/upgrade/recovery.h"

#include <QDir>

namespace chartroom {

CaptureVerb::CaptureVerb(Invocation invocation, Console *console, const Clock *clock, Keyring *keyring,
                         QString operations)
    : m_invocation(std::move(invocation))
    , m_console(console)
    , m_clock(clock)
    , m_keyring(keyring)
    , m_folder(std::move(operations) + u'/' + m_invocation.release)
{}

bool CaptureVerb::isMeantBy(const Invocation &invocation)
{
    return invocation.verb == VerbName::Recover &&
           (invocation.close || invocation.forget || !invocation.unsealTo.isEmpty());
}

void CaptureVerb::start()
{
    const QString operations = m_folder.section(u'/', 0, -2);
    if (!operationFolders(operations).contains(m_folder))
        return fail({Error::Code::NotFound,
                     tr("This machine has no operation %1; see chartroom recover and the page Activity.")
                         .arg(m_invocation.release),
                     {},
                     {}});
    if (m_invocation.close)
        close();
    else if (m_invocation.forget)
        forget();
    else
        unseal();
}

void CaptureVerb::close()
{
    if (const Result<void> confirmed = confirmCheck(m_folder, *m_clock); !confirmed)
        return fail(confirmed.error());
    m_console->note(tr("It was noted as checked by hand. Chartroom did not verify what runs."));
    Q_EMIT finished(Done);
}

void CaptureVerb::forget()
{
    if (!m_invocation.yes) {
        m_console->note(
            tr("This would remove the values, the manifest and the record of the release as it was "
               "before the operation, from %1. The journal stays, and so do Helm's own revisions in "
               "the cluster. Add --yes to do it.")
                .arg(m_folder));
        Q_EMIT finished(Done);
        return;
    }
    if (const Result<void> removed = removeCapture(m_folder, *m_clock); !removed)
        return fail(removed.error());
    m_console->note(tr("What was saved of the release was removed; the journal stays."));
    Q_EMIT finished(Done);
}

void CaptureVerb::unseal()
{
    const auto write = [this](const std::optional<SealingKey> &key) {
        const QString to = QDir::current().absoluteFilePath(m_invocation.unsealTo);
        const Result<QStringList> names = unsealCapture(m_folder, key, to);
        if (!names)
            return fail(names.error());
        m_console->note(tr("These hold the values unmasked; remove them when you are done."));
        for (const QString &name : *names)
            m_console->data((to + u'/' + name + u'\n').toUtf8());
        Q_EMIT finished(Done);
    };
    if (keptCapture(m_folder) != KeptCapture::Sealed)
        return write({});
    onFinished(m_keyring->key(Keyring::Absent::Tell), this, [this, write](const Result<SealingKey> &key) {
        if (key)
            return write(*key);
        Error error = key.error();
        error.message += u' ' + lostKeyText();
        fail(error);
    });
}

void CaptureVerb::fail(const Error &error)
{
    m_console->problem(error);
    Q_EMIT finished(exitCode(error));
}

} // namespace chartroom
