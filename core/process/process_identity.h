// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace chartroom {

/// Names one process among those of all machines and times: a pid alone is given again.
struct ProcessIdentity
{
    QString machine; ///< a hash of the machine's id and its name: the id is confidential (machine-id(5))
    QString boot;    ///< /proc/sys/kernel/random/boot_id; "" where it cannot be read
    QString space;   ///< the pid namespace (pid_namespaces(7)): in another one the pid is another process
    qint64 pid = 0;
    quint64 started = 0; ///< clock ticks since the boot, field 22 of /proc/PID/stat (proc(5))

    [[nodiscard]] static ProcessIdentity ofThisProcess();
    /// One line for a file or an annotation, and back; an empty identity for anything else.
    [[nodiscard]] QString text() const;
    [[nodiscard]] static ProcessIdentity fromText(const QString &text);

    friend bool operator==(const ProcessIdentity &, const ProcessIdentity &) = default;
};

/// Where a process ran, as seen from this one.
enum class ProcessPlace {
    Here,      ///< this machine, boot and pid namespace: /proc tells whether it still runs
    Ended,     ///< this machine before it was restarted: nothing of then runs any more
    Elsewhere, ///< another machine or container, or not told: nothing here says whether it runs
};
[[nodiscard]] ProcessPlace placeOf(const ProcessIdentity &process);

enum class Aliveness { Alive, Gone, Unknown };
[[nodiscard]] Aliveness alivenessOf(const ProcessIdentity &process);

/// When a living process was started, in clock ticks since the boot, by the text of its stat file. Nothing
/// for one that ended and was not waited for, or for no such text.
[[nodiscard]] std::optional<quint64> startOfLiving(const QByteArray &stat);

} // namespace chartroom
