// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/side.h"

#include <QHash>

#include <vector>

namespace chartroom::test {

/// A SideReader that gives what a test put in, by the text of the side: "user:4", "default:v25.10.1".
class FakeSideReader final : public SideReader
{
    Q_OBJECT
public:
    using SideReader::SideReader;

    /// Values from YAML; the title is the side's text unless given. Several documents make a manifest.
    void put(const QString &side, const QByteArray &yaml, const QString &title = {},
             const QStringList &notices = {});
    void fail(const QString &side, const Error &error);
    /// Readings stay open until answered, when true.
    void hold(bool hold) { m_hold = hold; }
    void answerAll();
    QStringList asked; ///< the sides read so far

    [[nodiscard]] QFuture<Result<SideText>> read(const ReleaseKey &key, const Side &side) override;

private:
    struct Open
    {
        QString side;
        QPromise<Result<SideText>> promise;
    };
    [[nodiscard]] Result<SideText> answer(const QString &side) const;

    QHash<QString, Result<SideText>> m_sides;
    std::vector<Open> m_open;
    bool m_hold = false;
};

} // namespace chartroom::test
