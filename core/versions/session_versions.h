// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/versions_source.h"
#include "core/versions/observation_operation.h"

namespace chartroom {

/// What a session tells of its versions. Owned beside its session, dies before it. Of a recording no chart
/// index is asked and no journal is read.
class SessionVersions final : public VersionsSource
{
    Q_OBJECT
public:
    /// `observed` as ObservationOperation takes it; `operations` is the folder of the journals, "" for none.
    SessionVersions(ObservationOperation::Parts observed, QString operations, QObject *parent = nullptr);

    [[nodiscard]] QFuture<Result<SeenVersions>> look() override;

private:
    ObservationOperation::Parts m_observed;
    QString m_operations;
};

} // namespace chartroom
