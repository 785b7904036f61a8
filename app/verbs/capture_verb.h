// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/verbs/verb.h"
#include "core/base/clock.h"

namespace chartroom {

class Keyring;

/// `recover OPERATION --close`, `--forget` and `--unseal FOLDER`: notes that a person checked what an
/// operation left unverified, removes what it saved of its release, or writes that out in clear for a person
/// to restore from. Needs no cluster.
class CaptureVerb final : public Verb
{
    Q_OBJECT
public:
    /// What it borrows outlives it; `operations` holds the operations' folders.
    CaptureVerb(Invocation invocation, Console *console, const Clock *clock, Keyring *keyring,
                QString operations);

    /// Whether it is one of these.
    [[nodiscard]] static bool isMeantBy(const Invocation &invocation);
    void start() override;

private:
    void close();
    void forget();
    void unseal();
    void fail(const Error &error);

    Invocation m_invocation;
    Console *m_console;
    const Clock *m_clock;
    Keyring *m_keyring;
    QString m_folder;
};

} // namespace chartroom
