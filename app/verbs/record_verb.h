// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/session_verb.h"
#include "core/recording/recorder.h"

#include <QTimer>

namespace chartroom {

/// `record`: writes what happens in a cluster to a file for a time, or until interrupted; the file is then
/// whole.
class RecordVerb final : public SessionVerb
{
    Q_OBJECT
public:
    /// `clock` outlives the verb.
    RecordVerb(Invocation invocation, Sessions sessions, Console *console, const Clock *clock);
    void interrupt() override;

protected:
    void print(const QList<ClusterSession *> &readable) override;
    [[nodiscard]] InventoryWait::Need need() const override { return InventoryWait::Need::Nodes; }

private:
    void ended(const std::optional<Error> &problem);

    const Clock *m_clock;
    std::unique_ptr<Recorder> m_recorder;
    QTimer m_duration;
};

} // namespace chartroom
