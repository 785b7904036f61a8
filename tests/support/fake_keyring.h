// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/on_finished.h"
#include "core/upgrade/keyring.h"

#include <vector>

namespace chartroom::test {

/// A keyring with one place; while `holds` is set questions wait for release().
class FakeKeyring final : public Keyring
{
    Q_OBJECT
public:
    using Keyring::Keyring;

    std::optional<SealingKey> held;
    std::optional<Error> refusal; ///< what every question is answered with
    bool holds = false;

    [[nodiscard]] QFuture<Result<SealingKey>> key(Absent absent) override
    {
        if (!held && !refusal && absent == Absent::Make)
            held = *SealingKey::make();
        if (!holds)
            return readyFuture(answer());
        m_waiting.emplace_back();
        m_waiting.back().start();
        return m_waiting.back().future();
    }
    void release()
    {
        holds = false;
        for (auto &one : m_waiting) {
            one.addResult(answer());
            one.finish();
        }
        m_waiting.clear();
    }

private:
    [[nodiscard]] Result<SealingKey> answer() const
    {
        if (refusal)
            return tl::make_unexpected(*refusal);
        if (held)
            return *held;
        return failure(Error::Code::NotFound, QStringLiteral("There is no key."));
    }

    std::vector<QPromise<Result<SealingKey>>> m_waiting;
};

} // namespace chartroom::test
