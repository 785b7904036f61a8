// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/versions_look.h"

#include "core/base/on_finished.h"

#include <QtConcurrentRun>

namespace chartroom {

VersionsLook::VersionsLook(Parts parts, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
{
    m_timeout.setSingleShot(true);
}

VersionsLook::~VersionsLook() = default;

void VersionsLook::start()
{
    m_underWay = 1;
    ObservationOperation::Parts parts;
    parts.session = m_parts.session;
    parts.charts = m_parts.charts;
    parts.report = m_parts.report;
    parts.patience = m_parts.patience;
    m_observation = std::make_unique<ObservationOperation>(std::move(parts));
    connect(m_observation.get(), &ObservationOperation::finished, this, &VersionsLook::ended);
    if (!m_parts.operations.isEmpty()) {
        ++m_underWay;
        onFinished(QtConcurrent::run(readBakes, m_parts.operations, m_parts.session->name()), this,
                   [this](const QList<Bake> &bakes) {
                       m_bakes = bakes;
                       ended();
                   });
    }
    if (m_parts.rules) {
        ++m_underWay;
        diagnose();
    }
    m_observation->start();
}

void VersionsLook::diagnose()
{
    const Result<Signatures> signatures = Signatures::bundled();
    if (!signatures) {
        m_troubles = {{{}, signatures.error().message}};
        return ended();
    }
    m_diagnosis =
        std::make_unique<DiagnosisOperation>(diagnosisParts(*m_parts.session, *signatures, *m_parts.rules));
    connect(m_diagnosis.get(), &DiagnosisOperation::finished, this, &VersionsLook::diagnosed);
    connect(&m_timeout, &QTimer::timeout, m_diagnosis.get(), &DiagnosisOperation::cancel);
    m_timeout.start(m_parts.patience);
    m_diagnosis->start();
}

void VersionsLook::diagnosed()
{
    m_timeout.stop();
    const Result<DiagnosisResult> &result = m_diagnosis->result();
    if (result)
        m_troubles = troublesIn(result->findings);
    else
        m_troubles = {{{},
                       tr("Whether something is wrong in the cluster is not known: %1")
                           .arg(result.error().code == Error::Code::Cancelled
                                    ? tr("it could not be looked at in time; try --timeout.")
                                    : result.error().message)}};
    ended();
}

void VersionsLook::ended()
{
    if (--m_underWay == 0)
        Q_EMIT finished();
}

Result<AuditParts> VersionsLook::auditParts() const
{
    const Result<VersionFacts> &facts = m_observation->facts();
    if (!facts)
        return tl::make_unexpected(facts.error());
    const Result<Compatibility> known = Compatibility::bundled();
    if (!known)
        return tl::make_unexpected(known.error());
    AuditParts parts;
    parts.facts = *facts;
    parts.published = m_observation->published();
    parts.known = *known;
    parts.at = m_parts.session->now();
    return parts;
}

WayFacts VersionsLook::wayFacts() const
{
    WayFacts way;
    way.bakes = m_bakes;
    way.troubles = m_troubles;
    way.now = m_parts.session->now();
    if (const Result<VersionFacts> &facts = m_observation->facts())
        addRollouts(*facts, way);
    return way;
}

} // namespace chartroom
