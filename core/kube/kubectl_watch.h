// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/kubectl_transport.h"

#include <QTimer>

namespace chartroom {

/// One watch of a KubectlTransport. kubectl does not say when the server accepted a watch, so it counts as
/// open with its first line, or once `reachable`, a small list of the same kind, was answered.
class KubectlWatch final : public WatchStream
{
    Q_OBJECT
public:
    KubectlWatch(CommandRunner *runner, const CommandLine &command, QFuture<Result<CommandOutput>> reachable,
                 bool metadataOnly, QObject *parent);
    void stop() override;
    /// From now on it ends when no line comes for so long. kubectl itself has no such limit.
    void limitSilence(std::chrono::milliseconds limit);

private:
    void open();
    void end(const Error &error);

    CommandStream *m_stream;
    QFuture<Result<CommandOutput>> m_reachable;
    QTimer m_silence;
    bool m_open = false;
    bool m_over = false;
};

} // namespace chartroom
