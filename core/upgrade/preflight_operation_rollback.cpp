// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Of PreflightOperation what is of a rollback alone: the revision that it goes back to.
#include "core/compare/chart_lookup.h"
#include "core/helm/release_situation.h"
#include "core/upgrade/preflight_operation.h"
#include "core/upgrade/recovery.h"
#include "core/upgrade/rollback_operation.h"

#include <QtConcurrentRun>

namespace chartroom {

PreflightOperation::PreflightOperation(Sources sources, const RollbackRequest &order, QObject *parent)
    : PreflightOperation(std::move(sources), rollbackDraft(order, {}), parent)
{
    m_evidence.draft.context = m_sources.session->name();
    m_evidence.toRevision = order.toRevision;
}

void PreflightOperation::readTarget()
{
    enter(Step::Target);
    await(m_sources.session->releases()->record(m_evidence.draft.release, m_evidence.toRevision),
          [this](const Result<ReleaseRecord> &record) {
              m_evidence.target = record;
              if (!record) {
                  m_evidence.dryRun = tl::make_unexpected(record.error());
                  return readRemnant();
              }
              m_evidence.draft.chart.name = record->chartName;
              m_evidence.draft.chart.version = record->chartVersion;
              await(QtConcurrent::run(storedRun, *record, m_evidence.helm ? m_evidence.helm->major : 0),
                    [this](const Result<DryRun> &stored) {
                        m_evidence.dryRun = stored;
                        readTargetChart();
                    });
          });
}

/// The record has neither the chart's CRDs nor which versions lie between.
void PreflightOperation::readTargetChart()
{
    if (!m_sources.charts)
        return readRemnant();
    const ChartTarget &target = m_evidence.draft.chart;
    await(ChartLookup::find(m_sources.charts, m_evidence.draft.context, *m_evidence.target, target.version,
                            this),
          [this](const Result<FoundChart> &found) {
              if (!found) {
                  m_evidence.chart = tl::make_unexpected(found.error());
                  m_evidence.versions = tl::make_unexpected(found.error());
                  return readRemnant();
              }
              m_evidence.chart = found->chart;
              for (const ChartVersions &one : found->published)
                  if (one.source.argument() == found->source.argument())
                      m_evidence.versions = one;
              readRemnant();
          });
}

/// Who was at work on the newest revision may be an operation of this machine that is gone: nobody is run
/// over then.
void PreflightOperation::readRemnant()
{
    if (m_sources.operations.isEmpty() || !m_evidence.release ||
        !situationOf(*m_evidence.release, m_evidence.serverNow()).mayBeAtWork())
        return compare();
    const ReleaseKey &key = m_evidence.draft.release;
    await(readTruth(m_sources.session->transport(), key, this), [this](const Result<ReleaseTruth> &truth) {
        if (!truth)
            return compare();
        await(QtConcurrent::run(isOwnRemnant, m_sources.operations, m_evidence.draft.context,
                                m_evidence.draft.release, *truth),
              [this](bool isOwn) {
                  m_evidence.isOwnRemnant = isOwn;
                  compare();
              });
    });
}

} // namespace chartroom
