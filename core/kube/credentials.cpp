// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/credentials.h"

#include "core/base/document.h"
#include "core/base/moments.h"
#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/kube/exec_plugin.h"
#include "core/kube/header_value.h"
#include "core/kube/kubeconfig_file.h"

#include <QPromise>
#include <QtConcurrentRun>

#include <cmath>
#include <vector>

namespace chartroom {

using namespace std::chrono_literals;

namespace {

constexpr qint64 maxFileBytes = 1024 * 1024;
/// client-go reads token files again after a minute, less 10 s (transport/token_source.go@v0.36).
constexpr auto fileLifetime = 50s;
constexpr auto shortestRerun = 5s;
/// An id-token counts as expired so much earlier, as for client-go (oidc.go, expiryDelta).
constexpr auto idTokenMargin = 10s;
constexpr double lastSecond = 253402300799; ///< of the year 9999

Result<QByteArray> dataOrFile(const QByteArray &data, const QString &file)
{
    return data.isEmpty() && !file.isEmpty() ? readRegularFile(file, maxFileBytes) : Result<QByteArray>(data);
}

/// Of a token file that cannot be read, `lastFileToken` stays in use; what was read goes there.
Result<Masked> bearer(const UserEntry &user, Masked &lastFileToken)
{
    Masked token = user.token;
    if (!user.tokenFile.isEmpty()) {
        const auto read = readRegularFile(user.tokenFile, maxFileBytes);
        if (read && !read->trimmed().isEmpty())
            lastFileToken = Masked(read->trimmed());
        if (!lastFileToken.isEmpty())
            token = lastFileToken;
        else if (token.isEmpty() && !read)
            return tl::make_unexpected(read.error());
        else if (token.isEmpty())
            return failure(Error::Code::Invalid,
                           CredentialSource::tr("The token file %1 is empty.").arg(user.tokenFile));
    }
    return token;
}

/// When a JSON Web Token expires: the epoch when it does not say; nullopt when it is none.
std::optional<QDateTime> endOfToken(const QByteArray &token)
{
    const QByteArrayList parts = token.split('.');
    const auto payload =
        parts.size() == 3
            ? QByteArray::fromBase64Encoding(parts.at(1), QByteArray::Base64UrlEncoding |
                                                              QByteArray::OmitTrailingEquals |
                                                              QByteArray::AbortOnBase64DecodingErrors)
            : QByteArray::FromBase64Result();
    const auto claims = readJson(payload ? *payload : QByteArray());
    if (!claims || !claims->isMap())
        return std::nullopt;
    const Value end = claims->at({QStringLiteral("exp")});
    bool isNumber = true;
    const double seconds = end.isNull() ? 0 : end.scalarText().toDouble(&isNumber);
    if (!isNumber || !(std::abs(seconds) <= lastSecond))
        return std::nullopt;
    return QDateTime::fromSecsSinceEpoch(qint64(seconds), Qt::UTC);
}

/// The id-token of an oidc auth-provider while it is good. What kubectl does next, to fetch another one with
/// the refresh-token, would change the kubeconfig (k8s.io/client-go
/// plugin/pkg/client/auth/oidc/oidc.go@v0.36, idToken and idTokenExpired).
Result<Masked> idToken(const UserEntry &user, const QDateTime &now)
{
    const AuthProvider &provider = *user.authProvider;
    const auto end = provider.idToken.isEmpty() ? QDateTime::fromSecsSinceEpoch(0, Qt::UTC)
                                                : endOfToken(provider.idToken.reveal());
    if (!end)
        return failure(Error::Code::Invalid,
                       CredentialSource::tr(
                           "The id-token of the user “%1” (auth-provider oidc) is not a JSON Web Token.")
                           .arg(user.name));
    if (laterBy(now, idTokenMargin) < *end)
        return provider.idToken;
    if (provider.canRefresh)
        return failure(
            Error::Code::Unsupported,
            CredentialSource::tr("The id-token of the user “%1” (auth-provider oidc) has expired. Start "
                                 "Chartroom with --transport kubectl: kubectl renews the token in "
                                 "the kubeconfig. Or sign in with an exec plugin such as kubelogin.")
                .arg(user.name));
    return failure(
        Error::Code::Unauthorized,
        CredentialSource::tr("The id-token of the user “%1” (auth-provider oidc) has expired, and there "
                             "is no refresh-token to renew it with. Sign in again, for example with "
                             "the exec plugin kubelogin.")
            .arg(user.name));
}

/// The credential, unless its token would end the header it stands in.
Result<Credential> sendable(Result<Credential> credential, const UserEntry &user)
{
    if (credential && !isHeaderValue(credential->authorization.reveal()))
        return failure(Error::Code::Invalid,
                       CredentialSource::tr(
                           "The token of the user “%1” contains a line end or another control character, so "
                           "it is not sent. Correct the kubeconfig or the program that provides the token.")
                           .arg(user.name));
    return credential;
}

Result<Credential> fixedCredential(const UserEntry &user, Masked &lastFileToken, const QDateTime &now)
{
    Credential credential;
    if (!user.clientCertificateFile.isEmpty() || !user.clientCertificateData.isEmpty()) {
        const auto certificate = dataOrFile(user.clientCertificateData, user.clientCertificateFile);
        if (!certificate)
            return tl::make_unexpected(certificate.error());
        const auto key = dataOrFile(user.clientKeyData.reveal(), user.clientKeyFile);
        if (!key)
            return tl::make_unexpected(key.error());
        auto pair = readKeyPair(*certificate, Masked(*key));
        if (!pair)
            return pair;
        credential = *std::move(pair);
    }
    if (!user.token.isEmpty() || !user.tokenFile.isEmpty()) {
        const auto token = bearer(user, lastFileToken);
        if (!token)
            return tl::make_unexpected(token.error());
        credential.authorization = Masked("Bearer " + token->reveal());
    } else if (!user.username.isEmpty()) {
        const QByteArray pair = user.username.toUtf8() + ':' + user.password.reveal();
        credential.authorization = Masked("Basic " + pair.toBase64());
    } else if (user.authProvider) {
        const auto token = idToken(user, now);
        if (!token)
            return tl::make_unexpected(token.error());
        credential.authorization = Masked("Bearer " + token->reveal());
    }
    return credential;
}

/// What a user entry says and what its token file said last.
struct FixedAnswer
{
    Result<Credential> credential;
    Masked fileToken;
};

FixedAnswer fixedAnswer(const UserEntry &user, Masked lastFileToken, const QDateTime &now)
{
    auto credential = fixedCredential(user, lastFileToken, now);
    return {std::move(credential), std::move(lastFileToken)};
}

} // namespace

struct CredentialSource::Private
{
    CredentialSource *q = nullptr;
    KubeContext context;
    CommandRunner *runner = nullptr;
    const ExecConsent *consent = nullptr;
    const Clock *clock = nullptr;

    std::optional<Credential> cached;
    std::chrono::milliseconds fetched{0};
    std::optional<std::chrono::milliseconds> forced; ///< when a 401 last made the plugin run
    bool isInvalid = false;
    Masked lastFileToken;
    std::optional<ExecRequest> pendingConsent;
    QFuture<Result<CommandOutput>> run;
    std::vector<QPromise<Result<Credential>>> waiting;

    [[nodiscard]] bool usesPlugin() const
    {
        return context.authKind() == AuthKind::Exec && context.clusterEntry.usesTls();
    }

    /// The credential in hand, while it will do.
    [[nodiscard]] const Credential *current() const
    {
        if (!cached || isInvalid)
            return nullptr;
        const auto age = clock->elapsed() - fetched;
        if (!usesPlugin())
            return age < fileLifetime ? &*cached : nullptr;
        const bool isFresh = cached->expires.isNull() || clock->now() < cached->expires;
        return isFresh || age < shortestRerun ? &*cached : nullptr;
    }

    /// The command line of the plugin once all have allowed it: its own mode, kubectl's policy, the person.
    Result<CommandLine> allowedCommand()
    {
        pendingConsent.reset();
        if (context.userEntry.exec->interactiveMode == u"Always")
            return failure(Error::Code::Unsupported, tr("The credential plugin “%1” needs a terminal "
                                                        "(interactiveMode: Always), and none is available.")
                                                         .arg(visibleText(context.userEntry.exec->command)));
        auto request = pluginRequest(context);
        if (!request)
            return tl::make_unexpected(request.error());
        const auto policy = readPluginPolicy();
        if (!policy)
            return tl::make_unexpected(policy.error());
        if (!policy->allows(*request))
            return failure(Error::Code::Forbidden,
                           tr("kubectl's preferences (kuberc) do not allow the credential plugin %1.")
                               .arg(visibleText(request->program)));
        const auto ca = dataOrFile(context.clusterEntry.certificateAuthorityData,
                                   context.clusterEntry.certificateAuthorityFile);
        if (!ca)
            return tl::make_unexpected(ca.error());
        CommandLine command = pluginCommand(*request, context, *ca);
        if (!consent->isAllowed(*request)) {
            pendingConsent = std::move(request).value();
            return failure(Error::Code::NeedsConsent,
                           tr("To sign in to “%1”, %2 would be run; allow it first.")
                               .arg(context.name, visibleText(command.program)),
                           visibleText(pendingConsent->display(), false, 4096));
        }
        return command;
    }

    [[nodiscard]] Result<Credential> pluginAnswer(const Result<CommandOutput> &output) const
    {
        if (!output)
            return tl::make_unexpected(output.error());
        const QString errors = visibleText(QString::fromUtf8(output->err), true, 4096);
        const QString name = visibleText(context.userEntry.exec->command);
        if (output->exitCode != 0)
            return failure(
                Error::Code::Process,
                tr("The credential plugin “%1” failed with exit code %2.").arg(name).arg(output->exitCode),
                errors);
        auto credential = readExecCredential(output->out, context.userEntry.exec->apiVersion);
        if (!credential)
            credential.error().detail = errors;
        return credential;
    }

    /// On the pool: files are read, and the first keys of a program wait for its TLS library.
    void readFixed()
    {
        isInvalid = false;
        onFinished(QtConcurrent::run(fixedAnswer, context.userEntry, lastFileToken, clock->now()), q,
                   [this](const FixedAnswer &answer) {
                       lastFileToken = answer.fileToken;
                       answerAll(answer.credential);
                   });
    }

    void runPlugin(const CommandLine &command)
    {
        if (isInvalid)
            forced = clock->elapsed();
        isInvalid = false;
        run = runner->run(command);
        onFinished(run, q, [this](const Result<CommandOutput> &output) {
            run = {};
            answerAll(pluginAnswer(output));
        });
    }

    void answerAll(const Result<Credential> &found)
    {
        const Result<Credential> result = sendable(found, context.userEntry);
        if (result)
            cached = *result;
        else
            cached.reset();
        fetched = clock->elapsed();
        // Whoever is answered may ask again at once.
        auto promises = std::exchange(waiting, {});
        for (auto &promise : promises) {
            promise.addResult(result);
            promise.finish();
        }
    }
};

CredentialSource::CredentialSource(KubeContext context, CommandRunner *runner, const ExecConsent *consent,
                                   const Clock *clock, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>())
{
    d->q = this;
    d->context = std::move(context);
    d->runner = runner;
    d->consent = consent;
    d->clock = clock;
}

CredentialSource::~CredentialSource()
{
    d->run.cancel();
}

QFuture<Result<Credential>> CredentialSource::credential()
{
    const auto ready = [](Result<Credential> result) { return readyFuture(std::move(result)); };
    if (!d->context.problem.isEmpty())
        return ready(failure(Error::Code::Invalid, d->context.problem));
    if (!d->context.clusterEntry.usesTls())
        return ready(Credential());
    if (d->waiting.empty()) {
        if (const Credential *current = d->current())
            return ready(*current);
        std::optional<CommandLine> plugin;
        if (d->usesPlugin()) {
            auto command = d->allowedCommand();
            if (!command)
                return ready(tl::make_unexpected(command.error()));
            plugin = std::move(*command);
        }
        d->waiting.emplace_back().start();
        const auto future = d->waiting.back().future();
        if (plugin)
            d->runPlugin(*plugin);
        else
            d->readFixed();
        return future;
    }
    d->waiting.emplace_back().start();
    return d->waiting.back().future();
}

Result<void> CredentialSource::permission()
{
    if (!d->usesPlugin())
        return {};
    return d->allowedCommand().map([](const CommandLine &) {});
}

void CredentialSource::invalidate()
{
    if (!d->waiting.empty())
        return; // what is under way is newer than what was refused
    if (d->forced && d->clock->elapsed() - *d->forced < shortestRerun)
        return;
    d->isInvalid = true;
}

std::optional<ExecRequest> CredentialSource::pendingConsent() const
{
    return d->pendingConsent;
}

} // namespace chartroom
