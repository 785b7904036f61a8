// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/upgrade/operation_run.h"

#include "core/screens/screens_tr.h"

#include <QMetaEnum>

namespace chartroom {

namespace {

using Step = ReleaseOperation::Step;
using End = OperationResult::End;

constexpr qsizetype mostLines = 5000;

VisualState shown(ReleaseOperation::StepState state)
{
    switch (state) {
    case ReleaseOperation::StepState::Running:
        return VisualState::Moving;
    case ReleaseOperation::StepState::Done:
        return VisualState::Done;
    case ReleaseOperation::StepState::Failed:
        break;
    }
    return VisualState::Failed;
}

} // namespace

OperationRun::OperationRun(std::unique_ptr<ReleaseOperation> operation, QObject *parent)
    : QObject(parent)
    , m_operation(std::move(operation))
{
    const QMetaEnum steps = QMetaEnum::fromType<Step>();
    for (int i = 0; i < steps.keyCount(); ++i)
        if (Step(steps.value(i)) != Step::Hold || !m_operation->hold().isEmpty())
            m_rows.append({Step(steps.value(i)), VisualState::Waiting, {}});
    connect(m_operation.get(), &ReleaseOperation::stepChanged, this, &OperationRun::take);
    connect(m_operation.get(), &ReleaseOperation::keepingKnown, this, &OperationRun::changed);
    m_operation->askKeyring();
    connect(m_operation.get(), &ReleaseOperation::outputReceived, this, [this](const QStringList &lines) {
        m_output += lines;
        if (m_output.size() > mostLines)
            m_output = m_output.last(mostLines);
        Q_EMIT outputReceived(lines);
    });
    connect(m_operation.get(), &ReleaseOperation::finished, this, [this](const OperationResult &result) {
        m_result = result;
        m_phase = Phase::Ended;
        for (Row &row : m_rows) {
            if (row.state == VisualState::Waiting)
                row.state = VisualState::Skipped;
            else if (row.state == VisualState::Moving)
                row.state = VisualState::Unknown; // nobody said what became of it
        }
        Q_EMIT changed();
        Q_EMIT ended();
    });
}

void OperationRun::start()
{
    if (m_phase != Phase::Ready)
        return;
    m_phase = Phase::Running;
    Q_EMIT changed();
    m_operation->start();
}

void OperationRun::cancel()
{
    if (m_phase != Phase::Running)
        return;
    m_cancelText = m_operation->cancel();
    Q_EMIT changed();
}

void OperationRun::take(Step step, ReleaseOperation::StepState state, const QString &text)
{
    for (Row &row : m_rows) {
        if (row.step != step)
            continue;
        row.state = shown(state);
        row.text = text;
    }
    Q_EMIT changed();
}

QString stagedText(const QStringList &files)
{
    return files.isEmpty()
               ? QString()
               : ScreensTr::tr("# The step “%1” creates these files first; until then they do not exist: %2")
                     .arg(stepTitle(Step::Stage), files.join(u' '));
}

VisualState resultState(const OperationResult &result)
{
    switch (result.end) {
    case End::Done:
        return !result.problems.isEmpty() ? VisualState::Attention
               : result.isVerifying       ? VisualState::Moving
                                          : VisualState::Done;
    case End::Failed:
        return VisualState::Failed;
    case End::NotStarted:
    case End::Cancelled:
        return VisualState::Skipped;
    case End::Unknown:
        break;
    }
    return VisualState::Unknown;
}

QString resultTitle(const OperationResult &result)
{
    switch (result.end) {
    case End::Done:
        return !result.problems.isEmpty() ? ScreensTr::tr("Deployed, but not as planned")
               : result.isVerifying       ? ScreensTr::tr("Deployed, not verified")
                                          : ScreensTr::tr("Deployed as planned");
    case End::Failed:
        return ScreensTr::tr("The new revision failed");
    case End::NotStarted:
        return ScreensTr::tr("Nothing was changed");
    case End::Cancelled:
        return ScreensTr::tr("Cancelled; nothing was changed");
    case End::Unknown:
        break;
    }
    return ScreensTr::tr("The result is unknown");
}

} // namespace chartroom
