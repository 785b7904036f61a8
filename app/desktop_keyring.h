// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/keyring.h"

#include <QPromise>

#include <chrono>
#include <memory>
#include <optional>

namespace chartroom {

/// The keyring of the person's desktop, by QtKeychain: the Secret Service, as of GNOME Keyring and KeePassXC,
/// or KWallet. Of a build without QtKeychain every question ends with that. A key that was found is kept
/// until the end; who does not answer within `patience`, as where a question to unlock it stands unanswered,
/// counts as no keyring.
class DesktopKeyring final : public Keyring
{
    Q_OBJECT
public:
    explicit DesktopKeyring(std::chrono::milliseconds patience = std::chrono::minutes(1),
                            QObject *parent = nullptr);

    [[nodiscard]] QFuture<Result<SealingKey>> key(Absent absent) override;

private:
    struct Question;
    void read(const std::shared_ptr<Question> &question, bool mayMake);
    void make(const std::shared_ptr<Question> &question);
    void answer(const std::shared_ptr<Question> &question, const Result<SealingKey> &key);

    std::chrono::milliseconds m_patience;
    std::optional<SealingKey> m_key;
};

} // namespace chartroom
