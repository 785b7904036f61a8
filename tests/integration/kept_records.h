// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "tests/integration/sandbox.h"

#include <QDateTime>

namespace chartroom::test {

/// What Helm keeps of a release as it was found, for a test that makes revisions of it: other tests count
/// them.
class KeptRecords
{
public:
    /// Ends the test program when they cannot be read.
    KeptRecords(const Sandbox &sandbox, ReleaseKey release);
    /// Makes revision 1 of what the newest holds, with a text of its manifest changed: back to it is a change
    /// of that alone. False when the cluster refused.
    [[nodiscard]] bool makeWayBack(const QByteArray &text, const QByteArray &other) const;
    /// Puts them in the place of what is there now; false when the cluster refused.
    [[nodiscard]] bool restore() const;

private:
    const Sandbox &m_sandbox;
    ReleaseKey m_release;
    QByteArray m_list;
};

/// As if helm had made that revision then; false when the cluster refused.
[[nodiscard]] bool setBack(const Sandbox &sandbox, const ReleaseKey &release, int revision,
                           const QDateTime &then);

} // namespace chartroom::test
