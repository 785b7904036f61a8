// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>

#include <chrono>

namespace chartroom {

/// Where time comes from, so that tests and recordings can hold it. Owned by the composition root.
class Clock
{
public:
    virtual ~Clock() = default;
    /// Wall time in UTC.
    [[nodiscard]] virtual QDateTime now() const = 0;
    /// Time since some fixed moment; never goes back.
    [[nodiscard]] virtual std::chrono::milliseconds elapsed() const = 0;
};

class SystemClock final : public Clock
{
public:
    [[nodiscard]] QDateTime now() const override;
    [[nodiscard]] std::chrono::milliseconds elapsed() const override;
};

} // namespace chartroom
