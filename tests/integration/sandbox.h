// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <optional>

namespace chartroom::test {

/// What a program printed and how it ended.
struct Ran
{
    int exitCode = -1; ///< -1: not started, or killed at the time limit
    QByteArray out;
    QByteArray err;
};

/// Runs a program to its end; blocks, so only for tests. A minute at most.
[[nodiscard]] Ran run(const QString &program, const QStringList &arguments,
                      const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment(),
                      int seconds = 300);

/// The sandbox that ctest stood up (fixture `sandbox`): the JSON line of tests/sandbox/up, in the file that
/// CHARTROOM_SANDBOX names. A test that does not find it fails.
class Sandbox
{
public:
    [[nodiscard]] static std::optional<Sandbox> find();

    [[nodiscard]] QString text(const char *key) const { return m_facts[QLatin1String(key)].toString(); }
    [[nodiscard]] QString name() const { return text("name"); }
    [[nodiscard]] QString kubeconfig() const { return text("kubeconfig"); }
    [[nodiscard]] QString context() const { return text("context"); }
    [[nodiscard]] QString chartRepository() const { return text("chartRepository"); }
    [[nodiscard]] const QJsonObject &facts() const { return m_facts; }

    /// helm3, helm4 or kubectl with this sandbox's kubeconfig; Helm's own files stay in the sandbox's folder.
    [[nodiscard]] Ran tool(const char *key, const QStringList &arguments, int seconds = 300) const;
    /// What the API server answers its admin at this path, without the cost of a process; empty when it
    /// refuses.
    [[nodiscard]] QByteArray get(const QString &pathAndQuery) const;
    /// The names of the nodes with these labels, sorted.
    [[nodiscard]] QStringList nodesWith(const QString &selector) const;
    /// Deletes them and waits until they are gone with all that is in them: the next test counts releases.
    [[nodiscard]] bool removeNamespaces(const QStringList &names) const;
    /// tests/sandbox/ctl with this sandbox's name.
    [[nodiscard]] Ran ctl(const QStringList &arguments) const;

private:
    QJsonObject m_facts;
};

} // namespace chartroom::test
