// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sign_in_samples.h"

#include "tests/support/fake_clock.h"
#include "tests/support/fake_runner.h"
#include "tests/support/invariants.h"

#include <QTest>

namespace chartroom::test {

namespace {

QString utf8(const char *text)
{
    return QString::fromUtf8(text);
}

} // namespace

QByteArray json(const char *text)
{
    return QByteArray(text).replace('\'', '"');
}

KubeContext contextWith(const UserEntry &user)
{
    KubeContext context;
    context.name = utf8("x");
    context.clusterEntry.name = utf8("c");
    context.clusterEntry.server = utf8("https://127.0.0.1:1");
    context.userEntry = user;
    context.userEntry.name = utf8("u");
    context.userEntry.file = utf8("/home/u/.kube/config");
    return context;
}

KubeContext execContext(const char *command)
{
    UserEntry user;
    user.exec = ExecPlugin();
    user.exec->apiVersion = utf8("client.authentication.k8s.io/v1");
    user.exec->command = utf8(command);
    user.exec->interactiveMode = utf8("Never");
    return contextWith(user);
}

QByteArray execCredential(const QByteArray &status)
{
    return json("{'kind':'ExecCredential','apiVersion':'client.authentication.k8s.io/v1','status':{") +
           status + "}}";
}

Result<Credential> waitFor(const QFuture<Result<Credential>> &future)
{
    if (!QTest::qWaitFor([&future] { return future.isFinished(); }, 10000) || future.resultCount() == 0)
        return failure(Error::Code::Timeout, utf8("no answer"));
    const Result<Credential> answer = future.result();
    if (!answer)
        Invariants::tellsNothing(answer.error());
    return answer;
}

Result<Credential> SignInBench::credentialOf(const KubeContext &context)
{
    FakeRunner runner;
    FakeClock clock(QDateTime::currentDateTimeUtc());
    CredentialSource source(context, &runner, &m_allow, &clock);
    return waitFor(source.credential());
}

QString SignInBench::write(const char *name, const QByteArray &content)
{
    QFile file(m_folder.filePath(utf8(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

} // namespace chartroom::test
