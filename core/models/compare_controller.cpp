// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/compare_controller.h"

#include "core/base/on_finished.h"
#include "core/compare/side_texts.h"

#include <QtConcurrentRun>

#include <utility>

namespace chartroom {

namespace {

Result<ShownComparison> compared(const SideText &from, const SideText &to, const QString &releaseNamespace,
                                 bool isRevealed)
{
    Result<Comparison> comparison = compareSides(from, to, releaseNamespace);
    if (!comparison)
        return tl::make_unexpected(comparison.error());
    ShownComparison shown;
    shown.from = from.title;
    shown.to = to.title;
    const SideTexts texts = sideTexts(from, to, *comparison, isRevealed);
    shown.text = std::make_shared<const TextDiff>(diffText(texts.from, texts.to));
    for (const ComparedObject &object : std::as_const(comparison->objects)) {
        ObjectChange change{object.kind, object.object, object.apiVersionBefore, {}};
        for (const DriftedPath &path : object.paths)
            change.changes.append(path.change);
        shown.objects.append(change);
    }
    shown.comparison = *std::move(comparison);
    return shown;
}

} // namespace

void CompareController::setSource(ReleaseSource *releases, SideReader *sides)
{
    if (releases == m_releases && sides == m_sides)
        return;
    m_releases = releases;
    m_sides = sides;
    m_key = {};
    read();
}

void CompareController::setRelease(const ReleaseKey &key)
{
    if (key == m_key)
        return;
    m_key = key;
    m_revealed = false;
    read();
}

void CompareController::compare(const Side &from, const Side &to)
{
    if (from == m_from && to == m_to && m_phase != ReadPhase::Idle)
        return;
    m_from = from;
    m_to = to;
    read();
}

void CompareController::swap()
{
    std::swap(m_from, m_to);
    std::swap(m_fromText, m_toText);
    if (m_fromText && m_toText)
        work();
    else
        read();
}

void CompareController::setRevealed(bool revealed)
{
    if (revealed == m_revealed)
        return;
    m_revealed = revealed;
    if (m_phase == ReadPhase::Ready)
        work();
    else
        Q_EMIT changed();
}

void CompareController::retry()
{
    read();
}

void CompareController::setActive(bool active)
{
    m_active = active;
    if (active && m_stale)
        read();
}

void CompareController::read()
{
    const int question = ++m_question;
    m_fromText.reset();
    m_toText.reset();
    m_shown = {};
    m_stale = !m_active;
    if (!m_active || !m_releases || m_key.name.isEmpty()) {
        enter(ReadPhase::Idle);
        return;
    }
    if (!m_sides) {
        enter(ReadPhase::Failed, {Error::Code::Unsupported,
                                  tr("The values of this cluster cannot be read in this build."),
                                  {},
                                  {}});
        return;
    }
    enter(ReadPhase::Reading);
    for (const bool isFrom : {true, false})
        onFinished(m_sides->read(m_key, isFrom ? m_from : m_to), this,
                   [this, isFrom, question](const Result<SideText> &text) {
                       if (question == m_question)
                           take(isFrom, text);
                   });
}

void CompareController::take(bool isFrom, const Result<SideText> &text)
{
    if (!text) {
        ++m_question; // the other side does not matter any more
        enter(ReadPhase::Failed, text.error());
        return;
    }
    (isFrom ? m_fromText : m_toText) = *text;
    if (m_fromText && m_toText)
        work();
}

void CompareController::work()
{
    const int question = ++m_question;
    onFinished(QtConcurrent::run(compared, *m_fromText, *m_toText, m_key.namespaceName, m_revealed), this,
               [this, question](const Result<ShownComparison> &shown) {
                   if (question != m_question)
                       return;
                   if (!shown) {
                       enter(ReadPhase::Failed, shown.error());
                       return;
                   }
                   m_shown = *shown;
                   enter(ReadPhase::Ready);
               });
}

void CompareController::enter(ReadPhase phase, const Error &error)
{
    m_phase = phase;
    m_error = error;
    Q_EMIT changed();
}

} // namespace chartroom
