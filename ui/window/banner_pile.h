// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace chartroom {

class Banner;

/// Of the banners above the page that is shown one is open, the most serious; it says how many more there are
/// and opens them. The banners are borrowed and outlive the pile.
class BannerPile final : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Among equally serious ones the first added comes first.
    void add(Banner *banner);
    /// Another page is shown: one banner again.
    void fold();

private:
    void refresh();

    QList<Banner *> m_banners;
    bool m_isOpen = false;
};

} // namespace chartroom
