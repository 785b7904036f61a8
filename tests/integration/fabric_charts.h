// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/sandbox.h"

namespace chartroom::test {

/// A customer's own chart whose versions each have one thing that a preflight has to notice, published
/// beside the sandbox's charts by the same server: in a folder of its own, as other tests count those.
///
/// 1.0.0 to begin with · 1.1.0 another image · 1.2.0 a CRD that knows a field more · 1.3.0 deprecated ·
/// 2.0.0 not for this Kubernetes · 3.0.0. Values: colour, hook (a Job that never ends, with upgrades and
/// rollbacks), nic (a NicClusterPolicy).
class FabricCharts
{
public:
    static constexpr QStringView name = u"fabric-agent";

    /// Ends the test program when they cannot be written.
    explicit FabricCharts(const Sandbox &sandbox);

    [[nodiscard]] QString url() const { return m_url; }
    /// The CRD as that version brings it.
    [[nodiscard]] static QByteArray crd(const QString &version);

private:
    QString m_url;
};

} // namespace chartroom::test
