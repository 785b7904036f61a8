// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/lease.h"

#include "core/base/document.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/base/utc_text.h"
#include "core/base/visible_text.h"
#include "core/kube/kubectl_transport.h"

#include <QCoreApplication>
#include <QPromise>
#include <QSysInfo>

#include <pwd.h>
#include <unistd.h>

namespace chartroom {

namespace {

QString microTime(const QDateTime &time)
{
    return time.toUTC().toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss.zzz")) + QStringLiteral("000Z");
}

QDateTime timeIn(const Value &spec, const QString &key)
{
    return QDateTime::fromString(spec.at({key}).toString(), Qt::ISODateWithMs).toUTC();
}

/// A server that hangs must not hold up the renewals until the lease is over.
const QString requestTimeout = QStringLiteral("--request-timeout=10s");

Result<QByteArray> printed(const Result<CommandOutput> &output)
{
    if (!output)
        return tl::make_unexpected(output.error());
    if (output->exitCode != 0)
        return tl::make_unexpected(kubectlError(output->err));
    return output->out;
}

bool isConflict(const Error &error)
{
    return error.detail.contains(QLatin1String("(Conflict)")) ||
           error.detail.contains(QLatin1String("(AlreadyExists)"));
}

bool isGone(const Error &error)
{
    return error.detail.contains(QLatin1String("(NotFound)"));
}

Value number(qint64 n)
{
    return Value(Value::Number{QString::number(n)});
}

} // namespace

void whenClockIsRead(Transport &transport, QObject *context, const std::function<void()> &then)
{
    if (transport.isClockKnown())
        return then();
    Request version;
    version.path = QStringLiteral("/version");
    onFinished(transport.get(version), context, [then](const Result<Response> &) { then(); });
}

std::optional<std::chrono::milliseconds> leaseSkew(const Transport &transport)
{
    return transport.isClockKnown() ? std::optional(transport.clockSkew()) : std::nullopt;
}

LeaseHolder LeaseHolder::ofThisProcess()
{
    const passwd *user = ::getpwuid(::geteuid());
    return {user ? QString::fromLocal8Bit(user->pw_name) : QString::number(::geteuid()),
            QSysInfo::machineHostName(), QCoreApplication::applicationPid(),
            ProcessIdentity::ofThisProcess()};
}

QString LeaseHolder::identity() const
{
    return QStringLiteral("%1@%2 (process %3)").arg(who, host, QString::number(pid));
}

QString LeaseState::sentence() const
{
    if (isHolderGone)
        return ReleaseLease::tr("%1 held the release's lease and no longer runs on this machine; it last "
                                "renewed the lease at %2.")
            .arg(visibleText(holder, false, 200), utcText(renewed));
    return ReleaseLease::tr("%1 has been working on this release since %2, and last renewed its lease at %3.")
        .arg(visibleText(holder, false, 200), utcText(since), utcText(renewed));
}

QString unknownClockText()
{
    return ReleaseLease::tr(
        "The API server's clock could not be read, so whether a lease has expired and how "
        "long an operation has been pending is unknown. Check that kubectl get "
        "--raw=/version -v=8 prints a Date header, or use the built-in connection.");
}

Result<LeaseState> readLease(const QByteArray &json)
{
    const Result<Value> read = readJson(json);
    const Value spec = read ? read->at({QStringLiteral("spec")}) : Value();
    if (!spec.isMap())
        return failure(Error::Code::Damaged,
                       ReleaseLease::tr("The release's lease cannot be read; run kubectl get lease."));
    LeaseState state;
    state.holder = spec.at({QStringLiteral("holderIdentity")}).toString();
    state.since = timeIn(spec, QStringLiteral("acquireTime"));
    state.renewed = timeIn(spec, QStringLiteral("renewTime"));
    state.duration =
        std::chrono::seconds(spec.at({QStringLiteral("leaseDurationSeconds")}).scalarText().toInt());
    state.transitions = spec.at({QStringLiteral("leaseTransitions")}).scalarText().toInt();
    const Value metadata = read->at({QStringLiteral("metadata")});
    state.resourceVersion = metadata.at({QStringLiteral("resourceVersion")}).toString();
    const QString process =
        metadata.at({QStringLiteral("annotations"), ReleaseLease::processKey.toString()}).toString();
    state.isHolderGone =
        !state.holder.isEmpty() && alivenessOf(ProcessIdentity::fromText(process)) == Aliveness::Gone;
    return state;
}

Request leaseRequest(const ReleaseKey &release)
{
    Request request;
    request.path = QStringLiteral("/apis/coordination.k8s.io/v1/namespaces/%1/leases/%2")
                       .arg(release.namespaceName, ReleaseLease::namePrefix.toString() + release.name);
    return request;
}

Result<std::optional<LeaseState>> leaseIn(const Result<Response> &answer)
{
    if (!answer && answer.error().code == Error::Code::NotFound)
        return std::optional<LeaseState>();
    if (!answer)
        return tl::make_unexpected(answer.error());
    const Result<LeaseState> lease = readLease(answer->body);
    return lease ? Result<std::optional<LeaseState>>(*lease) : tl::make_unexpected(lease.error());
}

ReleaseLease::ReleaseLease(KubectlClient *kubectl, const Clock *clock,
                           std::optional<std::chrono::milliseconds> skew, const ReleaseKey &release,
                           LeaseHolder holder, QObject *parent, std::chrono::seconds duration)
    : QObject(parent)
    , m_kubectl(kubectl)
    , m_clock(clock)
    , m_skew(skew)
    , m_release(release)
    , m_holder(std::move(holder))
    , m_duration(duration)
{
    m_timer.setInterval(std::chrono::milliseconds(m_duration) / 3);
    connect(&m_timer, &QTimer::timeout, this, &ReleaseLease::renew);
}

QString ReleaseLease::objectName() const
{
    return namePrefix.toString() + m_release.name;
}

QDateTime ReleaseLease::now() const
{
    return m_skew ? laterBy(m_clock->now(), *m_skew) : QDateTime();
}

QStringList ReleaseLease::readArguments() const
{
    return {QStringLiteral("get"),
            QStringLiteral("leases.coordination.k8s.io"),
            objectName(),
            QStringLiteral("--namespace=") + m_release.namespaceName,
            QStringLiteral("--ignore-not-found"),
            QStringLiteral("--output=json"),
            requestTimeout};
}

QByteArray ReleaseLease::objectOf(const LeaseState &state) const
{
    Value::Map metadata{{QStringLiteral("name"), Value(objectName())},
                        {QStringLiteral("namespace"), Value(m_release.namespaceName)},
                        {QStringLiteral("labels"),
                         Value(Value::Map{{label.toString(), Value(QStringLiteral("chartroom"))}})}};
    if (!state.holder.isEmpty() && m_holder.process.pid > 0)
        metadata.insert(QStringLiteral("annotations"),
                        Value(Value::Map{{processKey.toString(), Value(m_holder.process.text())}}));
    if (!state.resourceVersion.isEmpty())
        metadata.insert(QStringLiteral("resourceVersion"), Value(state.resourceVersion));
    const Value spec(Value::Map{{QStringLiteral("holderIdentity"), Value(state.holder)},
                                {QStringLiteral("acquireTime"), Value(microTime(state.since))},
                                {QStringLiteral("renewTime"), Value(microTime(state.renewed))},
                                {QStringLiteral("leaseDurationSeconds"), number(state.duration.count())},
                                {QStringLiteral("leaseTransitions"), number(state.transitions)}});
    return writeJson(
        Value(Value::Map{{QStringLiteral("apiVersion"), Value(QStringLiteral("coordination.k8s.io/v1"))},
                         {QStringLiteral("kind"), Value(QStringLiteral("Lease"))},
                         {QStringLiteral("metadata"), Value(metadata)},
                         {QStringLiteral("spec"), spec}}),
        0);
}

QFuture<Result<void>> ReleaseLease::future(const std::function<void(const Done &)> &start)
{
    const auto promise = std::make_shared<QPromise<Result<void>>>();
    promise->start();
    start([promise](const Result<void> &result) {
        promise->addResult(result);
        promise->finish();
    });
    return promise->future();
}

QFuture<Result<void>> ReleaseLease::take()
{
    return future([this](const Done &done) { read(done, 2); });
}

void ReleaseLease::read(const Done &done, int triesLeft)
{
    onFinished(m_kubectl->run(readArguments()), this, [=, this](const Result<CommandOutput> &output) {
        const Result<QByteArray> answer = printed(output);
        if (!answer)
            return done(tl::make_unexpected(answer.error()));
        const bool isNew = answer->trimmed().isEmpty();
        const Result<LeaseState> found = isNew ? Result<LeaseState>(LeaseState()) : readLease(*answer);
        if (!found)
            return done(tl::make_unexpected(found.error()));
        if (found->isHeldAt(now())) {
            m_otherHolder = found->holder;
            Error error{Error::Code::Throttled, found->sentence(), {}, {}};
            if (m_skew)
                error.retryAfter = timeBetween(now(), found->expires());
            else
                error.message += u' ' + unknownClockText();
            return done(tl::make_unexpected(error));
        }
        if (!m_skew) // another Chartroom would judge our times by the server's clock
            return done(failure(Error::Code::Unsupported, unknownClockText()));
        m_leftBy = found->isHolderGone ? found->sentence() : QString();
        LeaseState wish = *found;
        wish.isHolderGone = false;
        wish.transitions += isNew ? 0 : 1;
        wish.holder = m_holder.identity();
        wish.since = wish.renewed = now();
        wish.duration = m_duration;
        write(isNew ? QStringLiteral("create") : QStringLiteral("replace"), wish,
              [=, this](const Result<void> &written) {
                  if (!written && (isConflict(written.error()) || isGone(written.error())) && triesLeft > 0)
                      return read(done, triesLeft - 1); // to say who was first
                  m_isHeld = written.has_value();
                  if (m_isHeld)
                      m_timer.start();
                  done(written);
              });
    });
}

void ReleaseLease::write(const QString &verb, const LeaseState &state, const Done &done)
{
    const QStringList arguments{verb, QStringLiteral("--filename=-"), QStringLiteral("--output=json"),
                                requestTimeout};
    m_isWriting = true;
    const auto writing = m_kubectl->run(arguments, Masked(objectOf(state)));
    onFinished(writing, this, [=, this](const Result<CommandOutput> &output) {
        m_isWriting = false;
        const Result<QByteArray> answer = printed(output);
        if (!answer)
            return done(tl::make_unexpected(answer.error()));
        const Result<LeaseState> written = readLease(*answer);
        if (!written)
            return done(tl::make_unexpected(written.error()));
        m_state = state;
        m_state.resourceVersion = written->resourceVersion;
        done({});
    });
}

void ReleaseLease::renew()
{
    if (m_isWriting)
        return;
    LeaseState wish = m_state;
    wish.renewed = now();
    write(QStringLiteral("replace"), wish, [this](const Result<void> &result) { renewed(result); });
}

void ReleaseLease::renewed(const Result<void> &result)
{
    if (m_giveBack)
        return giveBack(std::exchange(m_giveBack, {}), 1);
    if (result || !m_isHeld)
        return;
    if (!isConflict(result.error())) {
        if (now() >= m_state.expires())
            lose(result.error());
        return; // tried again at the next turn
    }
    m_isWriting = true;
    onFinished(m_kubectl->run(readArguments()), this, [this](const Result<CommandOutput> &output) {
        const Result<QByteArray> answer = printed(output);
        m_isWriting = false;
        if (m_giveBack)
            return giveBack(std::exchange(m_giveBack, {}), 1);
        const Result<LeaseState> found = answer ? readLease(*answer) : Result<LeaseState>(LeaseState());
        if (answer && found && found->holder == m_state.holder && found->transitions == m_state.transitions)
            m_state = *found; // our own write, whose answer was lost
        else if (answer)
            lose({Error::Code::Throttled,
                  found && !found->holder.isEmpty() ? found->sentence()
                                                    : tr("The release's lease was taken over."),
                  {},
                  {}});
        else if (now() >= m_state.expires())
            lose(answer.error());
    });
}

void ReleaseLease::lose(const Error &error)
{
    m_timer.stop();
    m_isHeld = false;
    Q_EMIT lost(error);
}

QFuture<Result<void>> ReleaseLease::release()
{
    m_timer.stop();
    if (!m_isHeld)
        return readyFuture(Result<void>());
    m_isHeld = false;
    return future([this](const Done &done) {
        if (m_isWriting)
            m_giveBack = done; // else one of the two would be refused
        else
            giveBack(done, 1);
    });
}

/// Only the version that we know of is deleted (kubernetes/kubectl pkg/cmd/delete/delete.go: --raw sends the
/// file as DeleteOptions).
void ReleaseLease::giveBack(const Done &done, int triesLeft)
{
    const QStringList arguments{QStringLiteral("delete"),
                                QStringLiteral("--raw=") + leaseRequest(m_release).path,
                                QStringLiteral("--filename=-"), requestTimeout};
    const Value version(Value::Map{{QStringLiteral("resourceVersion"), Value(m_state.resourceVersion)}});
    const Value options(Value::Map{{QStringLiteral("apiVersion"), Value(QStringLiteral("v1"))},
                                   {QStringLiteral("kind"), Value(QStringLiteral("DeleteOptions"))},
                                   {QStringLiteral("preconditions"), version}});
    const auto deleting = m_kubectl->run(arguments, Masked(writeJson(options, 0)));
    onFinished(deleting, this, [=, this](const Result<CommandOutput> &output) {
        const Result<QByteArray> answer = printed(output);
        if (answer || isGone(answer.error()))
            return done({});
        if (isConflict(answer.error()) && triesLeft > 0)
            return readForGiveBack(done, triesLeft);
        clearHolder(done, triesLeft);
    });
}

void ReleaseLease::clearHolder(const Done &done, int triesLeft)
{
    LeaseState wish = m_state;
    wish.holder.clear();
    wish.renewed = now();
    write(QStringLiteral("replace"), wish, [=, this](const Result<void> &written) {
        if (written || !isConflict(written.error()) || triesLeft <= 0)
            return done(written);
        readForGiveBack(done, triesLeft);
    });
}

/// Whose it is, is read where the server has another version than we know of: a renewal may have got there
/// whose answer did not come back.
void ReleaseLease::readForGiveBack(const Done &done, int triesLeft)
{
    onFinished(m_kubectl->run(readArguments()), this, [=, this](const Result<CommandOutput> &output) {
        const Result<QByteArray> answer = printed(output);
        const Result<LeaseState> found =
            answer ? readLease(*answer) : Result<LeaseState>(tl::make_unexpected(answer.error()));
        if (!found)
            return done(tl::make_unexpected(found.error()));
        if (found->holder != m_holder.identity() || found->transitions != m_state.transitions)
            return done(failure(Error::Code::Throttled, found->sentence()));
        m_state = *found;
        giveBack(done, triesLeft - 1);
    });
}

} // namespace chartroom
