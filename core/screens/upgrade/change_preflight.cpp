// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
// Of ChangeController what is about the preflight.
#include "core/base/moments.h"
#include "core/responsibility/coordination.h"
#include "core/screens/upgrade/change_controller.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::seconds longestTrust = 5min; // of what the preflight found

} // namespace

bool ChangeController::needsCoordination() const
{
    return chartroom::needsCoordination(ownership());
}

void ChangeController::cancelPreflight()
{
    if (m_watcher) {
        m_watcher->disconnect(this);
        m_watcher->cancel();
        m_watcher->deleteLater();
        m_watcher = nullptr;
    }
    m_preflightStep.reset();
    m_reach.reset();
    m_preflightState = PreflightState::Missing;
}

QString ChangeController::decisionText() const
{
    if (!m_reach)
        return tr("What it does to nodes and values is unknown until the preflight has ended.");
    return reachText(*m_reach) + u' ' + shiftText(m_report.values);
}

void ChangeController::readPreflight(const QFuture<Result<PreflightReport>> &future)
{
    cancelPreflight();
    m_preflightState = PreflightState::Reading;
    auto *watcher = new QFutureWatcher<Result<PreflightReport>>(this);
    m_watcher = watcher;
    connect(watcher, &QFutureWatcherBase::progressValueChanged, this, [this](int step) {
        m_preflightStep = PreflightOperation::Step(step);
        Q_EMIT changed();
    });
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        m_watcher = nullptr;
        watcher->deleteLater();
        m_preflightStep.reset();
        const Result<PreflightReport> report =
            watcher->isCanceled() || watcher->future().resultCount() == 0
                ? failure(Error::Code::Cancelled, tr("The preflight was cut off. Run it again."))
                : watcher->result();
        m_preflightState = report ? PreflightState::Ready : PreflightState::Failed;
        if (report) {
            m_report = *report;
            m_judgedAt = m_releases ? m_releases->now() : QDateTime();
            m_reach = changeReach(m_report, policyChanges());
            takeReport();
        } else {
            m_preflightError = report.error();
        }
        Q_EMIT changed();
    });
    watcher->setFuture(future);
    Q_EMIT changed();
}

bool ChangeController::isOld() const
{
    return m_preflightState == PreflightState::Ready && m_releases &&
           !(m_judgedAt.isValid() && timeBetween(m_judgedAt, m_releases->now()) <= longestTrust);
}

bool ChangeController::hasDoubt(Page page) const
{
    return page == Page::Preflight &&
           std::any_of(m_report.findings.cbegin(), m_report.findings.cend(), [](const PreflightFinding &one) {
               return one.severity != Severity::Ok && one.severity != Severity::Note;
           });
}

QStringList ChangeController::openFindings(const QMap<QString, QString> &reasons) const
{
    return findingsWithoutReason(m_report.findings, reasons);
}

QString ChangeController::openText(const QStringList &open)
{
    return open.isEmpty() ? QString() : tr("%n severe finding(s) need a reason.", nullptr, int(open.size()));
}

QString ChangeController::preflightHoldback(const QMap<QString, QString> &reasons) const
{
    if (m_preflightState == PreflightState::Failed)
        return m_preflightError.message;
    if (m_preflightState != PreflightState::Ready) // edited on a later page: the review waits for it
        return page() > Page::Preflight ? QString() : tr("The preflight is still running.");
    QStringList open = openFindings(reasons);
    if (needsCoordination())
        open.removeAll(QStringLiteral("ownership")); // answered on a page that follows
    return openText(open);
}

} // namespace chartroom
