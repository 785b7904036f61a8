// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/helm/release.h"
#include "tests/integration/sandbox.h"

namespace chartroom::test {

/// What Helm keeps of a release as it was found, for a test that makes revisions of it: other tests count
/// them.
class KeptRecords
{
public:
    /// Ends the test program when they cannot be read.
    KeptRecords(const Sandbox &sandbox, ReleaseKey release);
    /// Puts them in the place of what is there now; false when the cluster refused.
    [[nodiscard]] bool restore() const;

private:
    const Sandbox &m_sandbox;
    ReleaseKey m_release;
    QByteArray m_list;
};

} // namespace chartroom::test
