// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop_keyring.h"

#include "core/base/on_finished.h"
#include "core/upgrade/capture.h"

#include <QTimer>

#include <utility>

#ifdef CHARTROOM_HAS_KEYCHAIN
#include <qt6keychain/keychain.h>
#endif

namespace chartroom {

struct DesktopKeyring::Question
{
    QPromise<Result<SealingKey>> promise;
    bool isAnswered = false;
};

DesktopKeyring::DesktopKeyring(std::chrono::milliseconds patience, QObject *parent)
    : Keyring(parent)
    , m_patience(patience)
{}

#ifdef CHARTROOM_HAS_KEYCHAIN

namespace {

const QString service(QStringLiteral("chartroom"));
const QString entry(QStringLiteral("captures"));

Error noKeyring(const QKeychain::Job &job)
{
    return {Error::Code::Unreachable,
            job.error() == QKeychain::AccessDeniedByUser
                ? DesktopKeyring::tr("Chartroom was not let into your keyring.")
                : DesktopKeyring::tr("There is no keyring that Chartroom can use."),
            job.errorString(),
            {}};
}

} // namespace

QFuture<Result<SealingKey>> DesktopKeyring::key(Absent absent)
{
    if (m_key)
        return readyFuture(Result<SealingKey>(*m_key));
    const auto question = std::make_shared<Question>();
    question->promise.start();
    QTimer::singleShot(m_patience, this, [this, question] {
        answer(question, failure(Error::Code::Timeout, tr("Your keyring did not answer.")));
    });
    const QFuture<Result<SealingKey>> future = question->promise.future();
    read(question, absent == Absent::Make);
    return future;
}

void DesktopKeyring::read(const std::shared_ptr<Question> &question, bool mayMake)
{
    auto *job = new QKeychain::ReadPasswordJob(service); // deletes itself when it has finished
    job->setKey(entry);
    connect(job, &QKeychain::Job::finished, this, [this, job, question, mayMake] {
        if (job->error() == QKeychain::EntryNotFound && mayMake)
            make(question);
        else if (job->error() == QKeychain::EntryNotFound)
            answer(question, failure(Error::Code::NotFound, tr("Your keyring has no key of Chartroom's.")));
        else if (job->error() != QKeychain::NoError)
            answer(question, tl::make_unexpected(noKeyring(*job)));
        else
            answer(question, SealingKey::of(Masked(QByteArray::fromBase64(job->textData().toLatin1()))));
    });
    job->start();
}

/// What the keyring has afterwards counts: another Chartroom may make one at the same time.
void DesktopKeyring::make(const std::shared_ptr<Question> &question)
{
    if (question->isAnswered)
        return;
    const Result<SealingKey> made = SealingKey::make();
    if (!made)
        return answer(question, made);
    auto *job = new QKeychain::WritePasswordJob(service); // deletes itself when it has finished
    job->setKey(entry);
    job->setTextData(QString::fromLatin1(made->bytes().reveal().toBase64()));
    connect(job, &QKeychain::Job::finished, this, [this, job, question] {
        if (job->error() != QKeychain::NoError)
            answer(question, tl::make_unexpected(noKeyring(*job)));
        else
            read(question, false);
    });
    job->start();
}

#else

QFuture<Result<SealingKey>> DesktopKeyring::key(Absent)
{
    return readyFuture(Result<SealingKey>(failure(Error::Code::Unsupported, noKeyringText())));
}

#endif

void DesktopKeyring::answer(const std::shared_ptr<Question> &question, const Result<SealingKey> &key)
{
    if (std::exchange(question->isAnswered, true))
        return;
    if (key)
        m_key = *key;
    question->promise.addResult(key);
    question->promise.finish();
}

} // namespace chartroom
