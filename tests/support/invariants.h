// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/helm/release_store.h"
#include "core/kube/reflector.h"
#include "tests/support/fake_clock.h"
#include "tests/support/loop_watch.h"

#include <QObject>
#include <QSet>

#include <optional>

namespace chartroom::test {

/// A credential or value that nobody may be told.
inline const QByteArray planted = "planted-7f3a9c-token";

/// What holds after every fault, whatever else its test asks. A bench has one of these for what it tests, and
/// each function fails the running test. I2 is the bench's own: it knows what the server has.
class Invariants : public QObject
{
    Q_OBJECT
public:
    explicit Invariants(FakeClock *clock);

    /// I1, I6: whatever it is cut by, what it has does not get young by that, and what it says tells nothing.
    void follow(const Reflector *reflector);
    void follow(const ReleaseStore *store);

    /// Also one that lasted for less than a test's waiting takes note of.
    [[nodiscard]] bool wasIn(Reflector::State state) const { return m_states.contains(int(state)); }
    [[nodiscard]] bool hadError(Error::Code code) const { return m_errors.contains(code); }
    [[nodiscard]] int lies() const { return m_lies; }

    static void tellsNothing(const Error &error);           ///< I6
    static void tellsNothing(const QString &text);          ///< I6
    static void heldNoLoop(const LoopWatch &loop);          ///< I7
    static void areFew(qsizetype requests, qsizetype most); ///< I8

private:
    void staysOld(const QDateTime &contact);

    FakeClock *m_clock;
    QSet<int> m_states;
    QSet<Error::Code> m_errors;
    std::optional<QDateTime> m_contact; ///< when it was cut
    int m_lies = 0;
};

} // namespace chartroom::test
