// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/charts/chart_sources.h"
#include "core/compare/side.h"
#include "core/session/release_source.h"

namespace chartroom {

class HelmClient;

/// Reads sides from a connected session, the user's charts and files. What it borrows outlives it.
class SessionSideReader final : public SideReader
{
    Q_OBJECT
public:
    struct Sources
    {
        QString cluster; ///< whose releases they are
        ReleaseSource *releases = nullptr;
        ChartSources *charts = nullptr; ///< null: versions that no revision stores are Unsupported
        LiveObjects *live = nullptr;    ///< null in a recording: the live side is Unsupported
        HelmClient *helm = nullptr;     ///< whose major decides where both differ; null: that of Helm 4
        QString repository = {};        ///< which charts are to come from; "" for any
    };
    explicit SessionSideReader(Sources sources, QObject *parent = nullptr);

    /// Errors: NotFound (release, revision, version, file), Unsupported, File, Invalid with line and column,
    /// TooLarge, and those of what is asked.
    [[nodiscard]] QFuture<Result<SideText>> read(const ReleaseKey &key, const Side &side) override;

private:
    Sources m_sources;
};

} // namespace chartroom
