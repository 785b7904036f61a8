// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/record_verb.h"

#include "core/base/visible_text.h"

namespace chartroom {

RecordVerb::RecordVerb(Invocation invocation, Sessions sessions, Console *console, const Clock *clock)
    : SessionVerb(std::move(invocation), std::move(sessions), console)
    , m_clock(clock)
{
    m_duration.setSingleShot(true);
}

void RecordVerb::print(const QList<ClusterSession *> &readable)
{
    const ClusterSession &session = *readable.first();
    auto recorder = Recorder::create(invocation().file, {session.name(), session.serverVersion(), {}},
                                     {session.transport(), session.releases(), m_clock});
    if (!recorder) {
        fail(recorder.error());
        return;
    }
    m_recorder = std::move(*recorder);
    connect(m_recorder.get(), &Recorder::finished, this, &RecordVerb::ended);
    connect(m_recorder.get(), &Recorder::missing, this,
            [this](const QString &sentence) { console().note(visibleText(sentence)); });
    connect(m_recorder.get(), &Recorder::resourceSynced, this, [this](const QString &resource) {
        if (console().style().isVerbose)
            console().note(tr("%1: listed").arg(resource));
    });
    m_recorder->start();
    console().note(
        tr("Recording %1 to %2. Interrupt (Ctrl+C) to end.").arg(session.name(), invocation().file));
    if (invocation().duration) {
        connect(&m_duration, &QTimer::timeout, m_recorder.get(), &Recorder::stop);
        m_duration.start(*invocation().duration);
    }
}

/// An interrupt is the usual way to end a recording that has no set time: the file is finished and all is
/// well.
void RecordVerb::interrupt()
{
    if (m_recorder)
        m_recorder->stop();
    else
        end(Interrupted);
}

void RecordVerb::ended(const std::optional<Error> &problem)
{
    if (problem) {
        fail(*problem);
        return;
    }
    console().note(tr("%n line(s), %1 kB in %2.", nullptr, m_recorder->linesWritten())
                       .arg(m_recorder->bytesWritten() / 1000)
                       .arg(invocation().file));
    const bool isCutShort = invocation().duration && m_duration.isActive();
    end(isCutShort ? Interrupted : Done);
}

} // namespace chartroom
