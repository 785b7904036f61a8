// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>

namespace chartroom::test {

/// Another person at the same cluster: runs the real helm with a small chart of its own.
class OutsideHelm
{
public:
    OutsideHelm(QString helm, QString kubeconfig);

    /// Runs to its end while the event loop turns; the exit code, -1 when it did not end within a minute.
    int run(const QStringList &arguments, const QString &driver = {});
    /// Starts it and leaves it running.
    void start(QProcess &process, const QStringList &arguments, const QString &driver = {}) const;
    /// `list -A` with every status; both majors understand these flags.
    [[nodiscard]] QJsonArray list(const QString &driver = {});
    /// A chart folder. A broken one installs nothing and fails; a hanging one has a hook that never ends;
    /// what a waiting one brings never gets ready.
    enum class Chart { Good, Broken, Hanging, Waiting };
    [[nodiscard]] QString chart(const QString &version, Chart kind = Chart::Good);
    /// The folder of a repository's chart with such a hook, before all others; "" when it is not to be had.
    [[nodiscard]] QString hangingChart(const QString &repository, const QString &name,
                                       const QString &version);

    [[nodiscard]] const QByteArray &output() const { return m_output; }
    [[nodiscard]] const QByteArray &errors() const { return m_errors; }

private:
    QString m_helm;
    QString m_kubeconfig;
    QTemporaryDir m_folder;
    QByteArray m_output;
    QByteArray m_errors;
};

} // namespace chartroom::test
