// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/values/compare_controller.h"

#include <QtConcurrentRun>

#include <utility>

namespace chartroom {

void CompareController::setSource(ReleaseSource *releases, SideReader *sides)
{
    if (releases == this->releases() && sides == m_sides)
        return;
    m_sides = sides;
    follow(releases);
}

void CompareController::compare(const Side &from, const Side &to)
{
    if (from == m_from && to == m_to && phase() != ReadPhase::Idle)
        return;
    m_from = from;
    m_to = to;
    restart();
}

void CompareController::swap()
{
    std::swap(m_from, m_to);
    std::swap(m_fromText, m_toText);
    if (m_fromText && m_toText)
        show();
    else
        restart();
}

void CompareController::clear()
{
    m_fromText.reset();
    m_toText.reset();
    m_shown = std::make_shared<const ShownComparison>();
    m_tree = std::make_shared<const ChangeTree>();
}

void CompareController::read(const Release & /*release*/)
{
    if (!m_sides) {
        enterUnreadable();
        return;
    }
    enter(ReadPhase::Reading);
    next(m_sides->read(key(), m_from), [this](const SideText &text) { take(m_fromText, text); });
    next(m_sides->read(key(), m_to), [this](const SideText &text) { take(m_toText, text); });
}

void CompareController::take(std::optional<SideText> &side, const SideText &text)
{
    side = text;
    if (m_fromText && m_toText)
        show();
}

void CompareController::show()
{
    outdate();
    const auto compare = [from = *m_fromText, to = *m_toText, releaseNamespace = key().namespaceName,
                          isRevealed = isRevealed(), filter = m_filter]() -> Result<Compared> {
        const Result<ShownComparison> shown = shownComparison(from, to, releaseNamespace, isRevealed);
        if (!shown)
            return tl::make_unexpected(shown.error());
        return Compared{std::make_shared<const ShownComparison>(*shown), shown->tree(filter), filter};
    };
    next(QtConcurrent::run(compare), [this](const Compared &compared) {
        m_shown = compared.shown;
        m_tree = compared.tree;
        enter(ReadPhase::Ready);
        if (compared.filter != m_filter)
            grow();
    });
}

void CompareController::setFilter(const QString &pathPart)
{
    if (pathPart == m_filter)
        return;
    m_filter = pathPart;
    if (phase() == ReadPhase::Ready)
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
    return phase() == ReadPhase::Ready ? m_shown->lineOf(object, path) : SideLine();
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

} // namespace chartroom
