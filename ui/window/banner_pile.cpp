// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/banner_pile.h"

#include "ui/widgets/banner.h"

#include <algorithm>

namespace chartroom {

void BannerPile::add(Banner *banner)
{
    m_banners.append(banner);
    connect(banner, &Banner::said, this, &BannerPile::refresh);
    connect(banner, &Banner::othersRequested, this, [this] {
        m_isOpen = !m_isOpen;
        refresh();
    });
    refresh();
}

void BannerPile::fold()
{
    m_isOpen = false;
    refresh();
}

void BannerPile::refresh()
{
    QList<Banner *> shown;
    for (Banner *banner : std::as_const(m_banners))
        if (!banner->isSilent() && banner->parentWidget()->isVisible())
            shown.append(banner);
    std::stable_sort(shown.begin(), shown.end(),
                     [](const Banner *a, const Banner *b) { return a->tone() > b->tone(); });
    for (Banner *banner : std::as_const(shown)) {
        const bool isFirst = banner == shown.first();
        banner->setFolded(!isFirst && !m_isOpen);
        banner->setOthers(isFirst ? int(shown.size()) - 1 : 0, m_isOpen);
    }
}

} // namespace chartroom
