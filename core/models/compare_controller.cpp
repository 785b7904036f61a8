// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/compare_controller.h"

#include "core/base/on_finished.h"

#include <QtConcurrentRun>

#include <utility>

namespace chartroom {

void CompareController::setSource(ReleaseSource *releases, SideReader *sides)
{
    if (releases == m_releases && sides == m_sides)
        return;
    if (m_releases)
        m_releases->disconnect(this);
    m_releases = releases;
    m_sides = sides;
    m_key = {};
    m_revealed = false;
    if (releases)
        connect(releases, &ReleaseSource::releasesChanged, this, &CompareController::followReleases);
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

void CompareController::followReleases()
{
    const Release *release = m_releases->find(m_key);
    if ((release ? release->newest().revision : 0) != m_newest)
        read();
}

void CompareController::read()
{
    const int question = ++m_question;
    m_fromText.reset();
    m_toText.reset();
    m_shown = std::make_shared<const ShownComparison>();
    m_tree = std::make_shared<const ChangeTree>();
    m_stale = !m_active;
    const Release *release = m_releases ? m_releases->find(m_key) : nullptr;
    m_newest = release ? release->newest().revision : 0;
    if (!m_active || !release) {
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
    const auto compare = [from = *m_fromText, to = *m_toText, releaseNamespace = m_key.namespaceName,
                          isRevealed = m_revealed, filter = m_filter]() -> Result<Compared> {
        const Result<ShownComparison> shown = shownComparison(from, to, releaseNamespace, isRevealed);
        if (!shown)
            return tl::make_unexpected(shown.error());
        return Compared{std::make_shared<const ShownComparison>(*shown), shown->tree(filter), filter};
    };
    onFinished(QtConcurrent::run(compare), this, [this, question](const Result<Compared> &compared) {
        if (question != m_question)
            return;
        if (!compared) {
            enter(ReadPhase::Failed, compared.error());
            return;
        }
        m_shown = compared->shown;
        m_tree = compared->tree;
        enter(ReadPhase::Ready);
        if (compared->filter != m_filter)
            grow();
    });
}

void CompareController::setFilter(const QString &pathPart)
{
    if (pathPart == m_filter)
        return;
    m_filter = pathPart;
    if (m_phase == ReadPhase::Ready)
        grow();
}

void CompareController::grow()
{
    const auto grown =
        QtConcurrent::run([shown = m_shown, filter = m_filter] { return shown->tree(filter); });
    onFinished(grown, this,
               [this, shown = m_shown, filter = m_filter](const std::shared_ptr<const ChangeTree> &tree) {
                   if (shown != m_shown || filter != m_filter)
                       return;
                   m_tree = tree;
                   Q_EMIT treeChanged();
               });
}

SideLine CompareController::lineOf(int object, const QString &path) const
{
    return m_phase == ReadPhase::Ready ? m_shown->lineOf(object, path) : SideLine();
}

std::optional<FieldOwner> CompareController::ownerOf(int object, const QString &path) const
{
    if (object < 0 || object >= m_shown->comparison.objects.size())
        return std::nullopt;
    for (const DriftedPath &drifted : m_shown->comparison.objects[object].paths)
        if (drifted.change.path == path)
            return drifted.owner;
    return std::nullopt;
}

void CompareController::enter(ReadPhase phase, const Error &error)
{
    m_phase = phase;
    m_error = error;
    Q_EMIT changed();
}

} // namespace chartroom
