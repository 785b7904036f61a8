// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace chartroom::test {

/// A clock that stands still until told to move.
class FakeClock final : public Clock
{
public:
    explicit FakeClock(QDateTime start = QDateTime::fromString(QStringLiteral("2026-11-21T03:31:00Z"),
                                                               Qt::ISODate));
    void advance(std::chrono::milliseconds by);

    [[nodiscard]] QDateTime now() const override;
    [[nodiscard]] std::chrono::milliseconds elapsed() const override;

private:
    QDateTime m_start;
    std::chrono::milliseconds m_elapsed{0};
};

} // namespace chartroom::test
