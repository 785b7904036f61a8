// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/versions/audit_finding.h"
#include "core/versions/matrix_component.h"
#include "core/versions/version_text.h"
#include "core/versions/versions_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// The operands whose version is the operator's choice; another one mostly was left behind by old values.
const QStringList &operands()
{
    static const QStringList all{u"container_toolkit"_s, u"device_plugin"_s, u"dcgm_exporter"_s,
                                 u"mig_manager"_s};
    return all;
}

bool isSameBranch(const QString &a, const QString &b)
{
    const auto one = VersionText::read(a);
    const auto other = VersionText::read(b);
    return one && other && !one->numbers().isEmpty() && !other->numbers().isEmpty() &&
           one->numbers().first() == other->numbers().first();
}

/// Ubuntu 22.04.5 LTS: words, and the first of them that is a version.
struct OsImage
{
    explicit OsImage(const QString &text)
    {
        for (const QString &word : text.toLower().split(u' ', Qt::SkipEmptyParts)) {
            const auto read = number ? std::nullopt : VersionText::read(word);
            if (read)
                number = read;
            else
                words << word;
        }
    }
    QStringList words;
    std::optional<VersionText> number;
};

QStringList objectsOf(const ObservedVersion &version)
{
    QStringList objects;
    for (const VersionEvidence &evidence : version.evidence)
        objects << evidence.object;
    objects.removeDuplicates();
    return objects;
}

/// Judges what goes together with one version of one component.
class CompatibilityChecker
{
public:
    using Driver = NodeTraits::Driver;
    /// Nodes for which the same ranges hold: their system, and what driver they have.
    using Place = std::pair<QString, Driver>;

    CompatibilityChecker(const QList<Observation> &observations, const QMap<QString, NodeTraits> &nodes,
                         QString entry)
        : m_observations(observations)
        , m_nodes(nodes)
        , m_entry(std::move(entry))
    {
        // What an entry names counts, and not what runs until then.
        const Observation *driver = m_entry.isEmpty() ? nullptr : observationOf(observations, u"gpu_driver");
        if (driver && !driver->versions.isEmpty())
            m_driver = driverOf(driver->versions.first().version);
    }

    [[nodiscard]] static Driver driverOf(const QString &version)
    {
        const auto read = VersionText::read(version);
        return !read ? Driver::Unknown : read->kernel().isEmpty() ? Driver::Built : Driver::Precompiled;
    }

    void judge(const KnownComponent &known, const ObservedVersion &version)
    {
        m_known = &known;
        m_version = &version;
        const KnownRelease *release = known.release(version.version);
        if (release) {
            judgeDriver(*release, known.component == u"network_operator" ? u"mofed"_s : u"gpu_driver"_s);
            judgeOperands(*release);
        }
        QStringList targets;
        for (const KnownNeed &need : known.needs)
            if (!targets.contains(need.component))
                targets << need.component;
        for (const QString &target : std::as_const(targets))
            judgeRange(target);
    }

    [[nodiscard]] const QList<AuditFinding> &findings() const { return m_findings; }

private:
    [[nodiscard]] QString subject() const
    {
        return versionTitle(m_known->component) + u' ' + m_version->version;
    }

    void add(const QString &kind, AuditSeverity severity, const QString &other, const ObservedVersion &its,
             const QString &text, const KnownFrom &from, const QStringList &nodes = {})
    {
        AuditFinding finding;
        finding.kind = kind;
        finding.severity = severity;
        finding.entry = m_entry;
        finding.components = {m_known->component, other};
        finding.text = text;
        finding.objects = objectsOf(*m_version) + objectsOf(its);
        finding.nodes = nodes.isEmpty() ? its.nodes : nodes;
        finding.source = from.text.isEmpty() ? QString() : from.sentence();
        m_findings << finding;
    }

    void judgeDriver(const KnownRelease &release, const QString &driver)
    {
        const Observation *observed = observationOf(m_observations, driver);
        if (!observed)
            return;
        const QString usual = release.brings.value(driver);
        const QStringList supported = release.supports.value(driver);
        for (const ObservedVersion &its : observed->versions) {
            const QString what = versionTitle(driver) + u' ' + its.version;
            const bool isBranch = std::any_of(supported.cbegin(), supported.cend(), [&](const QString &one) {
                return isSameBranch(one, its.version);
            });
            if (!usual.isEmpty() && isSameVersion(usual, its.version))
                add(u"driver"_s, AuditSeverity::Good, driver, its,
                    VersionsTr::tr("%2 installs %1.").arg(what, subject()), release.from);
            else if (isBranch)
                add(u"driver"_s, AuditSeverity::Good, driver, its,
                    VersionsTr::tr("%1 belongs to a branch that %2 supports.").arg(what, subject()),
                    release.supportsFrom);
            else if (!supported.isEmpty())
                add(u"unsupportedDriver"_s, AuditSeverity::Broken, driver, its,
                    VersionsTr::tr("%1 belongs to no branch that %2 supports (%3).")
                        .arg(what, subject(), supported.join(u", "_s)),
                    release.supportsFrom);
            else
                add(u"driver"_s, AuditSeverity::Unknown, driver, its,
                    VersionsTr::tr("Whether %1 is compatible with %2 is unknown; it installs %3.")
                        .arg(what, subject(), usual.isEmpty() ? VersionsTr::tr("another") : usual),
                    release.from);
        }
    }

    void judgeOperands(const KnownRelease &release)
    {
        for (const QString &operand : operands()) {
            const Observation *observed = observationOf(m_observations, operand);
            const QString usual = release.brings.value(operand);
            if (!observed || usual.isEmpty())
                continue;
            for (const ObservedVersion &its : observed->versions)
                if (!isSameVersion(usual, its.version))
                    add(u"otherOperand"_s, AuditSeverity::Warning, operand, its,
                        VersionsTr::tr("%1 %2 is not the version that %3 installs (%4): values of another "
                                       "release may have been kept.")
                            .arg(versionTitle(operand), its.version, subject(), usual),
                        release.from);
        }
    }

    /// Nodes that the ranges tell apart; all nodes for a version that is not of nodes.
    [[nodiscard]] QMap<Place, QStringList> placesOf(const ObservedVersion &version, bool isByDriver) const
    {
        const bool isOfGpus =
            m_known->component == u"gpu_operator" &&
            std::any_of(m_nodes.cbegin(), m_nodes.cend(), [](const NodeTraits &one) { return one.hasGpu; });
        QMap<Place, QStringList> places;
        const QStringList names = version.nodes.isEmpty() ? QStringList(m_nodes.keys()) : version.nodes;
        for (const QString &name : names) {
            const NodeTraits node = m_nodes.value(name);
            if (!isOfGpus || node.hasGpu)
                places[{node.system, isByDriver ? m_driver.value_or(node.driver) : Driver::Unknown}] << name;
        }
        if (names.isEmpty())
            places.insert({QString(), m_driver.value_or(Driver::Unknown)}, {});
        return places;
    }

    void judgeRange(const QString &target)
    {
        const Observation *observed = observationOf(m_observations, target);
        if (!observed)
            return;
        const bool isByDriver =
            std::any_of(m_known->needs.cbegin(), m_known->needs.cend(), [&](const KnownNeed &need) {
                return need.component == target && need.needsBuiltDriver;
            });
        for (const ObservedVersion &its : observed->versions) {
            const QMap<Place, QStringList> places = placesOf(its, isByDriver);
            for (auto it = places.cbegin(); it != places.cend(); ++it)
                judgeRange(target, its, it.key(), *it);
        }
    }

    /// Nothing where it is not known.
    [[nodiscard]] static std::optional<bool> holds(const KnownNeed &need, const QString &version,
                                                   Driver driver)
    {
        const std::optional<bool> isWithin = need.holds(version);
        if (!need.needsBuiltDriver || isWithin != true || driver == Driver::Built)
            return isWithin;
        return driver == Driver::Precompiled ? std::optional(false) : std::nullopt;
    }

    void judgeRange(const QString &target, const ObservedVersion &its, const Place &place,
                    const QStringList &nodes)
    {
        QStringList ranges;
        KnownFrom from;
        bool isGood = false;
        bool isReadable = true;
        for (const KnownNeed &need : m_known->needs) {
            if (need.component != target || !need.concerns(m_version->version) || !need.isFor(place.first))
                continue;
            const std::optional<bool> isFit = holds(need, its.version, place.second);
            isReadable = isReadable && isFit.has_value();
            isGood = isGood || isFit.value_or(false);
            ranges << need.rangeText();
            from = need.from;
        }
        const QString what = versionTitle(target) + u' ' + its.version;
        const QStringList where = its.nodes.isEmpty() ? QStringList() : nodes;
        if (ranges.isEmpty() || (!isReadable && !isGood)) {
            if (m_known->component == u"gpu_operator" && target == u"openshift"_s)
                return; // only where it is OpenShift, and then there is a range or none is known
            add(u"range"_s, AuditSeverity::Unknown, target, its,
                VersionsTr::tr("Whether %1 is compatible with %2 is unknown.").arg(subject(), what), {},
                where);
        } else if (isGood) {
            add(u"range"_s, AuditSeverity::Good, target, its,
                VersionsTr::tr("%1 is compatible with %2 (%3).").arg(subject(), what, ranges.join(u", "_s)),
                from, where);
        } else {
            add(u"outOfRange"_s, AuditSeverity::Broken, target, its,
                VersionsTr::tr("%1 needs %2 %3, but %4 is installed%5.")
                    .arg(subject(), versionTitle(target),
                         ranges.join(VersionsTr::tr(" or ", "between ranges")), its.version,
                         where.isEmpty() ? QString() : VersionsTr::tr(" on %1").arg(shortList(where))),
                from, where);
        }
    }

    const QList<Observation> &m_observations;
    const QMap<QString, NodeTraits> &m_nodes;
    QString m_entry;
    std::optional<Driver> m_driver; ///< that an entry names
    const KnownComponent *m_known = nullptr;
    const ObservedVersion *m_version = nullptr;
    QList<AuditFinding> m_findings;
};

} // namespace

QString auditSeverityText(AuditSeverity severity)
{
    switch (severity) {
    case AuditSeverity::Broken:
        return u"broken"_s;
    case AuditSeverity::Warning:
        return u"warning"_s;
    case AuditSeverity::Unknown:
        return u"unknown"_s;
    case AuditSeverity::Good:
        break;
    }
    return u"good"_s;
}

QString usualComponent(const QString &name)
{
    QString key = name;
    key.replace(u'.', u'_');
    const auto known = matrixComponent(key);
    return known ? known->key : key;
}

QString observedComponent(const QString &name, const QString &version)
{
    const QString component = usualComponent(name);
    const bool isExporters = component == u"dcgm" && version.section(u'-', 1).contains(u'.');
    return isExporters ? u"dcgm_exporter"_s : component;
}

bool isComparable(const QString &component, const QString &text)
{
    const bool hasDigit =
        std::any_of(text.cbegin(), text.cend(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    return VersionText::read(text) || (component == u"os_image" && hasDigit);
}

VersionOrder compareVersions(const QString &component, const QString &expected, const QString &observed)
{
    const VersionOrder order = compareSpellings(expected, observed);
    if (component != u"os_image" || order != VersionOrder::Different)
        return order;
    const OsImage wanted(expected);
    const OsImage runs(observed);
    const bool isSameSystem = std::all_of(wanted.words.cbegin(), wanted.words.cend(),
                                          [&](const QString &word) { return runs.words.contains(word); });
    return isSameSystem && wanted.number && runs.number ? compare(*wanted.number, *runs.number) : order;
}

QString versionTitle(const QString &component)
{
    const auto known = matrixComponent(component);
    return known ? known->title : component;
}

QList<AuditFinding> compatibilityFindings(const QList<Observation> &observations,
                                          const QMap<QString, NodeTraits> &nodes, const Compatibility &known,
                                          const QString &entry)
{
    CompatibilityChecker judge(observations, nodes, entry);
    for (const KnownComponent &component : known.components())
        if (const Observation *observed = observationOf(observations, component.component))
            for (const ObservedVersion &version : observed->versions)
                judge.judge(component, version);
    return judge.findings();
}

QMap<QString, NodeTraits> nodeTraits(const VersionFacts &facts)
{
    QMap<QString, NodeTraits> traits;
    for (const NodeFact &node : facts.nodes)
        traits.insert(node.name, {node.system, node.hasGpu, NodeTraits::Driver::Unknown});
    for (const PodFact &pod : facts.pods) {
        const auto node = traits.find(pod.node);
        if (pod.component == u"gpu_driver" && node != traits.end())
            node->driver = CompatibilityChecker::driverOf(imageVersion(pod.image));
    }
    return traits;
}

QList<Observation> asObservations(const MatrixEntry &entry)
{
    QList<Observation> all;
    for (const MatrixValue &value : entry.components) {
        if (!VersionText::read(value.text))
            continue;
        Observation observation;
        observation.component = observedComponent(value.name(), value.text);
        observation.versions = {{value.text, {}, {}}};
        all << observation;
    }
    return all;
}

} // namespace chartroom
