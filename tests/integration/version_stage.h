// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/chartroom_program.h"

#include <QJsonObject>

#include <functional>

namespace chartroom::test {

/// What `versions audit -o json` printed.
struct Audit
{
    int exitCode = -1;
    QJsonObject root;

    /// All that is not as it should be, sorted, a line each: "gpu_driver mixed: A on 14, B on 2",
    /// "network_operator ahead: V", "severalNfd nfd", "error unknownVersion gpu_operator". What is unknown
    /// counts too, what can never be observed does not.
    [[nodiscard]] QStringList reported() const;
    [[nodiscard]] QJsonObject component(const QString &name) const;
    /// The first of that kind; of several the one that is about that component too.
    [[nodiscard]] QJsonObject finding(const QString &kind, const QString &component = {}) const;
    /// Of a component: whatever tells its versions.
    [[nodiscard]] static QStringList objectsOf(const QJsonObject &component);
};

/// The cluster that `versions` looks at, as a test changes it by kubectl, helm and ctl. Each change remembers
/// how it is taken back.
class VersionStage
{
public:
    struct Installed
    {
        QString namespaceName;
        QString name;
        QString strategy{}; ///< of an upgrade's values
    };
    static const Installed gpuOperator;
    static const Installed networkOperator;
    static const QString configMap; ///< its name; it is in the GPU operator's namespace

    /// `program` is the built chartroom.
    VersionStage(const Sandbox &sandbox, const QString &program);

    [[nodiscard]] Ran chartroom(const QStringList &arguments) const { return m_program.run(arguments); }
    [[nodiscard]] Audit audit(const QStringList &arguments) const;
    /// Of an audit against a matrix of what runs now.
    [[nodiscard]] QStringList reportedOfWhatRuns() const;
    /// The path of a new file.
    [[nodiscard]] QString write(const QByteArray &text);

    /// All of these: false and a warning when it could not be done. Nothing takes an empty `back` back.
    [[nodiscard]] bool kubectl(const QStringList &arguments, const QStringList &back);
    [[nodiscard]] bool ctl(const QStringList &arguments, const QStringList &back);
    /// Of a DaemonSet of the GPU operator's namespace: CONTAINER=IMAGE.
    [[nodiscard]] bool setImage(const QString &daemonSet, const QString &image);
    [[nodiscard]] bool install(const Installed &release, const QString &chart, const QString &version);
    [[nodiscard]] bool upgrade(const Installed &release, const QString &chart, const QString &version);
    /// The folder of a chart of the sandbox that says to be of another version; "" when it cannot be made.
    [[nodiscard]] QString repacked(const QString &chart, const QString &from, const QString &to) const;
    [[nodiscard]] bool createConfigMap(const QByteArray &matrix);
    [[nodiscard]] bool applyAs(const QString &manager, const QByteArray &matrix) const;
    /// The kinds of the Operator Lifecycle Manager and of OpenShift, and what a cluster of theirs has.
    [[nodiscard]] bool createOpenShift();
    /// The last change first.
    void undo();

    [[nodiscard]] QJsonObject storedConfigMap() const;
    [[nodiscard]] QByteArray configMapText() const;
    [[nodiscard]] QString leaseHolder() const;
    /// What the journals say was done, the newest first.
    [[nodiscard]] QStringList journaledKinds() const;

private:
    [[nodiscard]] bool run(const char *tool, const QStringList &arguments) const;

    const Sandbox &m_sandbox;
    ChartroomProgram m_program;
    int m_files = 0;
    QList<std::function<bool()>> m_back;
};

} // namespace chartroom::test
