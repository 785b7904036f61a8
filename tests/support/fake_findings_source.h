// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/findings_source.h"

namespace chartroom::test {

/// A FindingsSource that holds what a test put into it. Each call tells one look.
class FakeFindingsSource final : public FindingsSource
{
    Q_OBJECT
public:
    using FindingsSource::FindingsSource;

    void found(const QList<Finding> &findings, const QStringList &notices = {});
    /// A look that comes to nothing.
    void fail(const Error &error);
    /// Time passes since the last look.
    void advance(std::chrono::milliseconds by) { m_passed += by; }
    [[nodiscard]] int starts() const { return m_starts; }
    /// How often a person asked.
    [[nodiscard]] int looks() const { return m_looks; }
    [[nodiscard]] bool isActive() const { return m_isActive; }

    void start() override { ++m_starts; }
    void setActive(bool isActive) override { m_isActive = isActive; }
    void lookAgain() override { ++m_looks; }
    [[nodiscard]] const DiagnosisResult &result() const override { return m_result; }
    [[nodiscard]] const std::optional<Error> &problem() const override { return m_problem; }
    [[nodiscard]] QDateTime now() const override;

private:
    DiagnosisResult m_result;
    std::optional<Error> m_problem;
    std::chrono::milliseconds m_passed{0};
    int m_starts = 0;
    int m_looks = 0;
    bool m_isActive = true;
};

/// A driver that does not find its kernel's headers, on one node; its consequences inside.
[[nodiscard]] Finding headersFinding();
/// Four findings as of a bad night: the one above, a budget of a tenant's, images that cannot be pulled on
/// several nodes, and a symptom.
[[nodiscard]] QList<Finding> badNight();

} // namespace chartroom::test
