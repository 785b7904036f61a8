// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/on_finished.h"
#include "core/base/result.h"
#include "core/session/release_source.h"

#include <QPointer>

#include <tuple>

namespace chartroom {

/// Where a reading stands, as a screen shows it.
enum class ReadPhase { Idle, Reading, Ready, Failed };

/// What the screens over one release have in common: they read while somebody looks, again with each new
/// revision, and the newest question wins. Revealing secrets lasts until another release is chosen and is
/// kept nowhere. The sources it borrows may go first.
class ReleaseController : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    void setRelease(const ReleaseKey &key);
    void setRevealed(bool revealed);
    virtual void setActive(bool active);
    void retry() { restart(); }

    [[nodiscard]] const ReleaseKey &key() const { return m_key; }
    [[nodiscard]] bool isActive() const { return m_active; }
    [[nodiscard]] bool isRevealed() const { return m_revealed; }
    [[nodiscard]] ReadPhase phase() const { return m_phase; }
    /// With Failed.
    [[nodiscard]] const Error &error() const { return m_error; }
    /// The moment that ages count from.
    [[nodiscard]] QDateTime now() const { return m_releases ? m_releases->now() : QDateTime(); }

Q_SIGNALS:
    void changed();

protected:
    /// Null when the cluster is not connected. Forgets the release.
    void follow(ReleaseSource *releases);
    /// Drops what was read and reads again, if somebody looks.
    void restart();
    void enter(ReadPhase phase, const Error &error = {});
    /// Nothing here can read the sides of a release.
    void enterUnreadable();
    void hide() { m_revealed = false; }
    [[nodiscard]] ReleaseSource *releases() const { return m_releases; }
    /// From here on answers to what was asked before are dropped.
    void outdate() { ++m_question; }
    /// Calls `take` with the value unless outdated by then; an error ends the reading.
    template<typename T, typename Take>
    void next(const QFuture<Result<T>> &future, Take take);
    /// The same for what cannot fail.
    template<typename T, typename Take>
    void next(const QFuture<T> &future, Take take);

    /// Another release: what was chosen for the one before does not count any more.
    virtual void forget() {}
    /// Drops what was read.
    virtual void clear() = 0;
    /// Somebody would see it.
    [[nodiscard]] virtual bool isWanted() const { return m_active; }
    /// Asks for everything; ends in enter().
    virtual void read(const Release &release) = 0;
    /// What was read has to be shown again, hidden or revealed.
    virtual void show() = 0;

private:
    void followReleases();
    [[nodiscard]] std::tuple<int, ReleaseStatus, int> state() const;

    QPointer<ReleaseSource> m_releases;
    ReleaseKey m_key;
    /// The newest revision, its status and the one that an upgrade starts from, when they were read.
    std::tuple<int, ReleaseStatus, int> m_state;
    bool m_active = false;
    bool m_stale = true;
    bool m_revealed = false;
    ReadPhase m_phase = ReadPhase::Idle;
    Error m_error;
    int m_question = 0;
};

template<typename T, typename Take>
void ReleaseController::next(const QFuture<Result<T>> &future, Take take)
{
    onFinished(future, this, [this, question = m_question, take](const Result<T> &result) {
        if (question != m_question)
            return;
        if (result) {
            take(*result);
            return;
        }
        outdate(); // nothing else that was asked matters any more
        enter(ReadPhase::Failed, result.error());
    });
}

template<typename T, typename Take>
void ReleaseController::next(const QFuture<T> &future, Take take)
{
    onFinished(future, this, [this, question = m_question, take](const T &result) {
        if (question == m_question)
            take(result);
    });
}

} // namespace chartroom
