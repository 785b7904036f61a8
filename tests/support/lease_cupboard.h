// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/document.h"
#include "core/process/command_runner.h"

#include <optional>

namespace chartroom::test {

/// The API server's side of one Lease behind kubectl: created once, replaced and deleted only at the resource
/// version that it has.
struct LeaseCupboard
{
    Value object;
    int version = 0;
    int written = 0;
    std::optional<Error> fails;
    bool mayBeDeleted = true;

    Result<CommandOutput> answer(const CommandLine &command)
    {
        if (fails)
            return tl::make_unexpected(*fails);
        const QString verb = command.arguments.value(1);
        if (verb == u"get")
            return CommandOutput{0, object.isNull() ? QByteArray() : writeJson(object), {}};
        const Value wish = *readJson(command.input.reveal());
        if (verb == u"delete") {
            const Value known = wish.at({QStringLiteral("preconditions"), QStringLiteral("resourceVersion")});
            if (!mayBeDeleted)
                return refusal("Forbidden");
            if (object.isNull())
                return refusal("NotFound");
            if (known.toString() != QString::number(version))
                return refusal("Conflict");
            ++written;
            object = {};
            return CommandOutput{0, R"({"kind":"Status","status":"Success"})", {}};
        }
        const QString from =
            wish.at({QStringLiteral("metadata"), QStringLiteral("resourceVersion")}).toString();
        if (verb == u"create" && !object.isNull())
            return refusal("AlreadyExists");
        if (verb == u"replace" && from != QString::number(version))
            return refusal("Conflict");
        ++written;
        put(wish);
        return CommandOutput{0, writeJson(object), {}};
    }
    /// The command is about a lease.
    [[nodiscard]] static bool isMeant(const CommandLine &command)
    {
        return command.arguments.contains(QStringLiteral("leases.coordination.k8s.io")) ||
               command.arguments.value(2).contains(QStringLiteral("/apis/coordination.k8s.io/")) ||
               command.input.reveal().contains("coordination.k8s.io");
    }
    /// Somebody else has taken it just now.
    void holdBy(const QString &holder, const QDateTime &now)
    {
        const Value at(now.toUTC().toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss.zzz'000Z'")));
        put(Value(Value::Map{
            {QStringLiteral("metadata"), Value(Value::Map())},
            {QStringLiteral("spec"),
             Value(Value::Map{
                 {QStringLiteral("holderIdentity"), Value(holder)},
                 {QStringLiteral("acquireTime"), at},
                 {QStringLiteral("renewTime"), at},
                 {QStringLiteral("leaseDurationSeconds"), Value(Value::Number{QStringLiteral("60")})},
                 {QStringLiteral("leaseTransitions"), Value(Value::Number{QStringLiteral("1")})}})}}));
    }
    /// Somebody writes it.
    void put(const Value &wish)
    {
        Value::Map stored = wish.map();
        Value::Map metadata = wish.at({QStringLiteral("metadata")}).map();
        metadata.insert(QStringLiteral("resourceVersion"), Value(QString::number(++version)));
        stored.insert(QStringLiteral("metadata"), Value(metadata));
        object = Value(stored);
    }
    /// Somebody else is the holder from now on.
    void give(const QString &holder)
    {
        Value::Map whole = object.map();
        Value::Map spec = object.at({QStringLiteral("spec")}).map();
        spec.insert(QStringLiteral("holderIdentity"), Value(holder));
        whole.insert(QStringLiteral("spec"), Value(spec));
        put(Value(whole));
    }
    [[nodiscard]] QString holder() const
    {
        return object.at({QStringLiteral("spec"), QStringLiteral("holderIdentity")}).toString();
    }

private:
    static CommandOutput refusal(const QByteArray &reason)
    {
        return {1, {}, "Error from server (" + reason + "): leases \"chartroom\": not so\n"};
    }
};

} // namespace chartroom::test
