// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fake_runner.h"
#include "tests/support/scripted_transport.h"

#include <QMap>

namespace chartroom::test {

inline const QString skipLabel = QStringLiteral("nvidia.com/gpu-driver-upgrade.skip");

/// A node that is through, as the API server lists it; held back where somebody, by name, set the label.
[[nodiscard]] inline QByteArray nodeItem(const QString &name, const QString &manager)
{
    const QByteArray label =
        manager.isEmpty() ? QByteArray() : QByteArray(R"(,"nvidia.com/gpu-driver-upgrade.skip":"true")");
    QByteArray item(
        R"({"metadata":{"name":"NAME","labels":{"nvidia.com/gpu-driver-upgrade-state":"upgrade-done"SKIP},"managedFields":[{"manager":"WHO","operation":"Update","time":"2026-11-21T03:00:00Z","fieldsV1":{"f:metadata":{"f:labels":{"f:nvidia.com/gpu-driver-upgrade.skip":{}}}}}]}})");
    return item.replace("NAME", name.toUtf8()).replace("SKIP", label).replace("WHO", manager.toUtf8());
}

/// The labels of four GPU nodes behind kubectl, and who set them.
struct LabelledNodes
{
    QMap<QString, QString> managers{{QStringLiteral("gpu-1"), {}},
                                    {QStringLiteral("gpu-2"), {}},
                                    {QStringLiteral("gpu-3"), {}},
                                    {QStringLiteral("gpu-4"), {}}};
    int mostLabels = 100; ///< then kubectl fails
    QList<QStringList> ran;

    /// The transport lists them, and the runner's kubectl labels them; what else was answered still is.
    void putBehind(ScriptedTransport &transport, FakeRunner &runner)
    {
        transport.answer(QStringLiteral("/api/v1/nodes"),
                         [this](const Request &request) { return list(request); });
        runner.answer = [this, others = runner.answer](const CommandLine &command) -> Result<CommandOutput> {
            return command.arguments.contains(QStringLiteral("label")) ? label(command.arguments)
                                                                       : others(command);
        };
    }
    Result<CommandOutput> label(QStringList arguments)
    {
        arguments = arguments.mid(arguments.indexOf(QStringLiteral("nodes")) + 1);
        ran << arguments;
        QString manager;
        for (const QString &one : std::as_const(arguments))
            if (one.startsWith(u"--field-manager="))
                manager = one.section(u'=', 1);
        const bool sets = arguments.contains(skipLabel + QStringLiteral("=true"));
        for (const QString &one : std::as_const(arguments)) {
            if (!managers.contains(one))
                continue;
            if (sets && mostLabels-- <= 0)
                return CommandOutput{1, {}, "error: connection lost"};
            managers[one] = sets ? manager : QString();
        }
        return CommandOutput{0, "labeled", {}};
    }
    [[nodiscard]] Result<Response> list(const Request &request) const
    {
        const QString selector = request.query.queryItemValue(QStringLiteral("labelSelector"));
        QByteArrayList items;
        for (auto it = managers.cbegin(); it != managers.cend(); ++it)
            if (selector.isEmpty() || (!it->isEmpty() && selector.contains(u"gpu-driver")))
                items << nodeItem(it.key(), *it);
        return jsonResponse("{\"items\":[" + items.join(',') + "]}");
    }
    [[nodiscard]] QStringList heldNames() const
    {
        QStringList names;
        for (auto it = managers.cbegin(); it != managers.cend(); ++it)
            if (!it->isEmpty())
                names << it.key();
        return names;
    }
};

} // namespace chartroom::test
