// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/values_controller.h"

#include <QtConcurrentRun>

namespace chartroom {

void ValuesController::setSource(ReleaseSource *releases, SideReader *sides)
{
    if (releases == this->releases() && sides == m_sides)
        return;
    m_sides = sides;
    follow(releases);
}

void ValuesController::choose(Side::Kind kind, std::optional<int> revision)
{
    choose(Side{kind, revision, {}, {}, {}});
}

void ValuesController::chooseVersion(Side::Kind kind, const QString &version)
{
    choose(Side{kind, {}, version, {}, {}});
}

void ValuesController::choose(const Side &side)
{
    if (side.kind == m_kind && side.revision == m_revision && side.version == m_version)
        return;
    if (side.kind != m_kind)
        hide();
    m_kind = side.kind;
    m_revision = side.revision;
    m_version = side.version;
    restart();
}

void ValuesController::forget()
{
    m_revision.reset();
    m_version.clear();
}

void ValuesController::clear()
{
    m_side = {};
    m_shown = {};
}

void ValuesController::read(const Release & /*release*/)
{
    if (!m_sides) {
        enterUnreadable();
        return;
    }
    enter(ReadPhase::Reading);
    Side side;
    side.kind = m_kind;
    side.revision = m_revision;
    side.version = m_version;
    if (m_kind != Side::Kind::Default || !m_revision) {
        readSide(side);
        return;
    }
    // Defaults belong to a version; the revision knows which.
    side.revision.reset();
    next(releases()->record(key(), *m_revision), [this, side](const ReleaseRecord &record) {
        Side defaults = side;
        defaults.version = record.chartVersion;
        readSide(defaults);
    });
}

void ValuesController::readSide(const Side &side)
{
    if (!m_sides)
        return;
    next(m_sides->read(key(), side), [this](const SideText &text) {
        m_side = text;
        show();
    });
}

void ValuesController::show()
{
    outdate();
    next(QtConcurrent::run(shownText, m_side, isRevealed()), [this](const ShownText &shown) {
        m_shown = shown;
        enter(ReadPhase::Ready);
    });
}

} // namespace chartroom
