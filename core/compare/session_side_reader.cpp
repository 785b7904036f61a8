// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/session_side_reader.h"

#include "core/compare/side_read.h"

namespace chartroom {

SessionSideReader::SessionSideReader(Sources sources, QObject *parent)
    : SideReader(parent)
    , m_sources(std::move(sources))
{}

QFuture<Result<SideText>> SessionSideReader::read(const ReleaseKey &key, const Side &side)
{
    return (new SideRead(m_sources, key, side, this))->start();
}

} // namespace chartroom
