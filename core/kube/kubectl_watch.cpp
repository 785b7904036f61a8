// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/kubectl_watch.h"

#include "core/base/on_finished.h"
#include "core/kube/kube_tr.h"

namespace chartroom {

KubectlWatch::KubectlWatch(CommandRunner *runner, const CommandLine &command,
                           QFuture<Result<CommandOutput>> reachable, bool metadataOnly, QObject *parent)
    : WatchStream(parent)
    , m_stream(runner->stream(command, this))
    , m_reachable(std::move(reachable))
{
    connect(m_stream, &CommandStream::linesReceived, this, [this, metadataOnly](QList<QByteArray> lines) {
        open();
        if (m_silence.isActive())
            m_silence.start();
        if (metadataOnly)
            std::transform(lines.begin(), lines.end(), lines.begin(), eventMetadata);
        if (!m_over)
            Q_EMIT linesReceived(lines);
    });
    connect(m_stream, &CommandStream::stopped, this, [this](const Error &error) {
        // The server's watch timeout, or the end of a log; warnings may stand beside it.
        const bool ended = m_stream->exitCode() == 0;
        if (ended)
            end({Error::Code::Cancelled, {}, {}, {}});
        else
            end(error.code == Error::Code::Process ? kubectlError(error.detail.toUtf8()) : error);
    });
    onFinished(m_reachable, this, [this](const Result<CommandOutput> &output) {
        if (output && output->exitCode == 0)
            open();
        else
            end(output ? kubectlError(output->err) : output.error());
    });
}

void KubectlWatch::stop()
{
    end({Error::Code::Cancelled, {}, {}, {}});
}

void KubectlWatch::limitSilence(std::chrono::milliseconds limit)
{
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, [this, limit] {
        end({Error::Code::Timeout,
             KubeTr::tr("The API server does not respond to kubectl; check the network or VPN."),
             KubeTr::tr("no line for %1 ms").arg(limit.count()),
             {}});
    });
    m_silence.start(limit);
}

void KubectlWatch::open()
{
    if (!m_over && !std::exchange(m_open, true))
        Q_EMIT opened({});
}

void KubectlWatch::end(const Error &error)
{
    if (std::exchange(m_over, true))
        return;
    m_silence.stop();
    m_reachable.cancel();
    m_stream->stop();
    Q_EMIT stopped(error);
}

} // namespace chartroom
