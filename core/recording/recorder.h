// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/helm/release_store.h"
#include "core/kube/transport.h"
#include "core/recording/recording.h"

#include <QObject>

#include <memory>
#include <optional>

namespace chartroom {

/// Writes what happens in a cluster to a recording: nodes, pods, events, DaemonSets and the operators' own
/// kinds through reflectors of its own, releases from the store; where a kind may not be listed in the whole
/// cluster, in each namespace that allows it. A change of which nothing is kept, such as a heartbeat, is not
/// written. Filtering and packing happen on the pool, one batch a second. Where the disk takes less than the
/// cluster gives, the recording ends before memory does (fault 62). Destroyed without stop(), the file plays
/// up to its last batch.
class Recorder : public QObject
{
    Q_OBJECT
public:
    static constexpr qint64 defaultMaxWaiting = 256 * 1024 * 1024;

    /// All outlive the recorder.
    struct Sources
    {
        Transport *transport = nullptr;
        ReleaseStore *releases = nullptr;
        const Clock *clock = nullptr;
        qint64 maxWaiting = defaultMaxWaiting; ///< bytes of JSON kept while the disk is busy
        QString contextNamespace = {};         ///< tried first where the whole cluster may not be read
    };
    /// `start` of the header is set here. Error: File.
    [[nodiscard]] static Result<std::unique_ptr<Recorder>> create(const QString &path, RecordingHeader header,
                                                                  const Sources &sources);
    ~Recorder() override;

    void start();
    /// A person's or the program's remark.
    void note(const QString &text);
    /// Writes what is waiting and ends the file; finished() follows.
    void stop();
    [[nodiscard]] qint64 bytesWritten() const;
    [[nodiscard]] int linesWritten() const;

Q_SIGNALS:
    /// A list is in the file as a whole: "nodes", ..., "releases".
    void resourceSynced(const QString &resource);
    /// A sentence about what cannot be recorded; a remark of the recording says it, too, of a gap when that
    /// is over.
    void missing(const QString &sentence);
    /// Exactly once: after stop(), or with the reason when the file cannot be written any more.
    void finished(const std::optional<chartroom::Error> &problem);

private:
    struct Private;
    explicit Recorder(std::unique_ptr<Private> data);
    void noteGap();
    void tellGap();
    void writeWaiting();
    void end(const std::optional<Error> &problem);

    std::unique_ptr<Private> d;
};

} // namespace chartroom
