// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/kube/transport.h"
#include "core/recording/recording.h"

#include <QElapsedTimer>

#include <memory>

namespace chartroom {

/// Answers from a recording as the recorded cluster would have answered at the play position: lists show that
/// moment, and watches are led from one moment to the next, forwards and back, by what differs between them:
/// a reader keeps what is the same. Opens no connection (fault 72). What was not recorded is NotFound.
class RecordedTransport final : public Transport
{
    Q_OBJECT
public:
    /// `slice` is what seeking may take of the event loop's time at once.
    explicit RecordedTransport(std::shared_ptr<const Recording> recording, QObject *parent = nullptr,
                               std::chrono::milliseconds slice = std::chrono::milliseconds(3));
    ~RecordedTransport() override;

    [[nodiscard]] const Recording &recording() const;
    /// The same, for the pool.
    [[nodiscard]] std::shared_ptr<const Recording> sharedRecording() const;
    /// Starts at 0.
    [[nodiscard]] std::chrono::milliseconds position() const;
    /// Clamped to the recording. Watches follow at once as far as the slice goes, and then from the pool.
    void seek(std::chrono::milliseconds position);
    /// Every watch has told all that is so at the position.
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] QFuture<Result<Response>> get(const Request &request) override;
    [[nodiscard]] WatchStream *watch(const Request &request, QObject *parent) override;
    [[nodiscard]] WatchStream *lines(const Request &request, QObject *parent) override;
    [[nodiscard]] std::chrono::milliseconds clockSkew() const override;
    /// By an object that is there at the position.
    [[nodiscard]] QString otherVersion(const QString &path) const override;

Q_SIGNALS:
    void positionChanged();
    /// isSettled() became true.
    void settled();
    /// It is false: the position is another one, or a watch was opened at an earlier one. May be said again.
    void unsettled();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The wall clock of the recorded cluster at the play position. `transport` outlives it.
class RecordingClock final : public Clock
{
public:
    explicit RecordingClock(const RecordedTransport *transport);
    [[nodiscard]] QDateTime now() const override;
    [[nodiscard]] std::chrono::milliseconds elapsed() const override;

private:
    const RecordedTransport *m_transport;
    QElapsedTimer m_elapsed; ///< goes on while the play position stands or is wound back
};

} // namespace chartroom
