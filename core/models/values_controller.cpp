// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/values_controller.h"

#include "core/base/on_finished.h"

#include <QtConcurrentRun>

namespace chartroom {

void ValuesController::setSource(ReleaseSource *releases, SideReader *sides)
{
    if (releases == m_releases && sides == m_sides)
        return;
    if (m_releases)
        m_releases->disconnect(this);
    m_releases = releases;
    m_sides = sides;
    m_key = {};
    if (releases)
        connect(releases, &ReleaseSource::releasesChanged, this, &ValuesController::followReleases);
    read();
}

void ValuesController::setRelease(const ReleaseKey &key)
{
    if (key == m_key)
        return;
    m_key = key;
    m_revision.reset();
    m_revealed = false;
    read();
}

void ValuesController::show(Side::Kind kind, std::optional<int> revision)
{
    if (kind == m_kind && revision == m_revision)
        return;
    if (kind != m_kind)
        m_revealed = false;
    m_kind = kind;
    m_revision = revision;
    read();
}

void ValuesController::setRevealed(bool revealed)
{
    if (revealed == m_revealed)
        return;
    m_revealed = revealed;
    if (m_phase == ReadPhase::Ready)
        mask();
    else
        Q_EMIT changed();
}

void ValuesController::retry()
{
    read();
}

void ValuesController::followReleases(const ReleaseDelta &delta)
{
    if (!delta.changed.contains(m_key) && !delta.removed.contains(m_key) && !delta.added.contains(m_key))
        return;
    const Release *release = m_releases->find(m_key);
    const int newest = release ? release->newest().revision : 0;
    if (newest != m_newest)
        read();
}

void ValuesController::read()
{
    ++m_question;
    m_side = {};
    m_shown = {};
    const Release *release = m_releases && !m_key.name.isEmpty() ? m_releases->find(m_key) : nullptr;
    m_newest = release ? release->newest().revision : 0;
    if (!release) {
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
    Side side;
    side.kind = m_kind;
    side.revision = m_revision;
    if (m_kind != Side::Kind::Default || !m_revision) {
        readSide(side);
        return;
    }
    // Defaults belong to a version; the revision knows which.
    side.revision.reset();
    onFinished(m_releases->record(m_key, *m_revision), this,
               [this, side, question = m_question](const Result<ReleaseRecord> &record) mutable {
                   if (question != m_question)
                       return;
                   if (!record) {
                       enter(ReadPhase::Failed, record.error());
                       return;
                   }
                   side.version = record->chartVersion;
                   readSide(side);
               });
}

void ValuesController::readSide(const Side &side)
{
    if (!m_sides)
        return;
    onFinished(m_sides->read(m_key, side), this, [this, question = m_question](const Result<SideText> &text) {
        if (question != m_question)
            return;
        if (!text) {
            enter(ReadPhase::Failed, text.error());
            return;
        }
        m_side = *text;
        mask();
    });
}

void ValuesController::mask()
{
    const int question = ++m_question;
    onFinished(QtConcurrent::run(shownText, m_side, m_revealed), this,
               [this, question](const ShownText &shown) {
                   if (question != m_question)
                       return;
                   m_shown = shown;
                   enter(ReadPhase::Ready);
               });
}

void ValuesController::enter(ReadPhase phase, const Error &error)
{
    m_phase = phase;
    m_error = error;
    Q_EMIT changed();
}

} // namespace chartroom
