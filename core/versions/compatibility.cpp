// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/compatibility.h"

#include "core/base/private_file.h"
#include "core/versions/compatibility_reader.h"
#include "core/versions/version_text.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerCompatibility()
{
    Q_INIT_RESOURCE(compatibility);
}

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qint64 maxCompatibilityBytes = 1024 * 1024;

/// How a version stands to a bound, by the numbers of the bound alone.
struct Standing
{
    std::strong_ordering order = std::strong_ordering::equal;
    bool isBranch = false; ///< equal as far as it goes, and the bound says more
    bool isAtBegin = true; ///< with that: and the more is nothing but zeros
};

/// Nothing when one of both is no version.
std::optional<Standing> compareTo(const QString &version, const QString &bound)
{
    const auto its = VersionText::read(version);
    const auto limit = VersionText::read(bound);
    if (!its || !limit)
        return {};
    Standing standing;
    for (qsizetype i = 0; i < limit->numbers().size(); ++i) {
        if (i >= its->numbers().size()) {
            standing.isBranch = true;
            standing.isAtBegin = standing.isAtBegin && limit->numbers()[i] == 0;
        } else if (its->numbers()[i] != limit->numbers()[i]) {
            standing.order = its->numbers()[i] <=> limit->numbers()[i];
            return standing;
        }
    }
    return standing;
}

bool startsWithOne(const QString &system, const QStringList &starts)
{
    return std::any_of(starts.cbegin(), starts.cend(),
                       [&](const QString &start) { return system.startsWith(start, Qt::CaseInsensitive); });
}

} // namespace

std::optional<bool> isAtLeast(const QString &version, const QString &least)
{
    const auto standing = compareTo(version, least);
    if (!standing || (standing->isBranch && !standing->isAtBegin))
        return {};
    return standing->order != std::strong_ordering::less;
}

std::optional<bool> isAtMost(const QString &version, const QString &most)
{
    const auto standing = compareTo(version, most);
    if (!standing || standing->isBranch)
        return {};
    return standing->order != std::strong_ordering::greater;
}

QString KnownFrom::sentence() const
{
    return read.isValid() ? VersionsTr::tr("%1 (read up to %2)").arg(text, read.toString(Qt::ISODate)) : text;
}

bool KnownNeed::concerns(const QString &version) const
{
    return isAtLeast(version, since).value_or(false) && isAtMost(version, until).value_or(false);
}

bool KnownNeed::isFor(const QString &system) const
{
    return systems.isEmpty() || startsWithOne(system, systems);
}

std::optional<bool> KnownNeed::holds(const QString &version) const
{
    const auto low =
        least.isEmpty() ? std::optional(VersionText::read(version).has_value()) : isAtLeast(version, least);
    const auto high = most.isEmpty() ? std::optional(true) : isAtMost(version, most);
    if (!low || !high)
        return {};
    return *low && *high;
}

QString KnownNeed::rangeText() const
{
    const QString range = most.isEmpty()    ? VersionsTr::tr("%1 or newer").arg(least)
                          : least.isEmpty() ? VersionsTr::tr("%1 or older").arg(most)
                          : least == most   ? least
                                            : VersionsTr::tr("%1 to %2").arg(least, most);
    return needsBuiltDriver ? VersionsTr::tr("%1 without precompiled drivers").arg(range) : range;
}

const KnownRelease *KnownComponent::release(const QString &version) const
{
    const auto wanted = VersionText::read(version);
    const auto found = std::find_if(releases.cbegin(), releases.cend(), [&](const KnownRelease &release) {
        const auto known = VersionText::read(release.version);
        return wanted && known && compare(*wanted, *known) == VersionOrder::Equal;
    });
    return found == releases.cend() ? nullptr : &*found;
}

Result<Compatibility> Compatibility::bundled()
{
    registerCompatibility();
    Compatibility all;
    for (const QString &name : {u"gpu-operator.yaml"_s, u"network-operator.yaml"_s, u"cluster.yaml"_s}) {
        const Result<QByteArray> yaml = readPlainFile(u":/compatibility/"_s + name, maxCompatibilityBytes);
        if (!yaml)
            return tl::make_unexpected(yaml.error());
        if (const Result<void> added = all.add(*yaml, name); !added)
            return tl::make_unexpected(added.error());
    }
    return all;
}

Result<void> Compatibility::add(const QByteArray &yaml, const QString &fileName)
{
    return CompatibilityReader(yaml, fileName).readInto(*this);
}

const KnownComponent *Compatibility::of(QStringView component) const
{
    const auto found = std::find_if(m_components.cbegin(), m_components.cend(),
                                    [&](const KnownComponent &one) { return one.component == component; });
    return found == m_components.cend() ? nullptr : &*found;
}

} // namespace chartroom
