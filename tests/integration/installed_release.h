// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"
#include "core/helm/release.h"
#include "tests/integration/sandbox.h"

#include <QJsonArray>

namespace chartroom::test {

/// A release as the real helm tells of it. Each call runs helm, and blocks.
class InstalledRelease
{
public:
    InstalledRelease(const Sandbox &sandbox, ReleaseKey key);

    [[nodiscard]] const ReleaseKey &key() const { return m_key; }
    /// What its user set: a map, null without any.
    [[nodiscard]] Value values() const;
    /// The newest revision: revision, chart, status.
    [[nodiscard]] QJsonObject newest() const;
    [[nodiscard]] int revision() const { return newest()[u"revision"].toInt(); }
    /// "" when the newest revision is deployed with this chart, NAME-VERSION, and these values, path by path;
    /// else what is not so.
    [[nodiscard]] QString otherThan(const QString &chart, const Value &values) const;

private:
    const Sandbox &m_sandbox;
    ReleaseKey m_key;
};

} // namespace chartroom::test
