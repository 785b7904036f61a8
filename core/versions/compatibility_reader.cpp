// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/compatibility_reader.h"

#include "core/versions/version_text.h"

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

QStringList at(const QString &key, qsizetype index)
{
    return {key, QString::number(index)};
}

} // namespace

CompatibilityReader::CompatibilityReader(const QByteArray &yaml, const QString &fileName)
    : m_yaml(yaml, fileName)
{}

Result<void> CompatibilityReader::readInto(Compatibility &known)
{
    const Value::Map top = m_yaml.map(m_yaml.root(), {},
                                      {u"chartroomCompatibility"_s, u"component"_s, u"chart"_s, u"sources"_s,
                                       u"releases"_s, u"needs"_s, u"rules"_s});
    if (m_yaml.neededText(top, {}, u"chartroomCompatibility"_s) != u"1")
        m_yaml.fail({u"chartroomCompatibility"_s}, tr("Chartroom supports only version 1 of these files."));
    m_component.component = m_yaml.text(top, {}, u"component"_s);
    m_component.chart = m_yaml.text(top, {}, u"chart"_s);
    readSources(top);
    readReleases(top);
    readNeeds(top);
    readRules(top);
    const bool saysPairs = !m_component.releases.isEmpty() || !m_component.needs.isEmpty();
    if (saysPairs && m_component.component.isEmpty())
        m_yaml.fail({}, tr("Releases and requirements need a component; name it."));
    if (known.of(m_component.component))
        m_yaml.fail({u"component"_s},
                    tr("%1 is already in another file.").arg(m_component.component.left(60)));
    if (m_yaml.failed())
        return tl::make_unexpected(*m_yaml.error());
    if (!m_component.component.isEmpty())
        known.m_components << m_component;
    known.m_rules.insert(m_rules);
    return {};
}

void CompatibilityReader::readSources(const Value::Map &top)
{
    if (!top.contains(u"sources"_s))
        return;
    const Value::Map all = m_yaml.map(top.value(u"sources"_s), {u"sources"_s});
    for (auto it = all.cbegin(); it != all.cend(); ++it) {
        const QStringList here{u"sources"_s, it.key()};
        const Value::Map map = m_yaml.map(*it, here, {u"text"_s, u"read"_s});
        m_sources.insert(it.key(), {m_yaml.neededText(map, here, u"text"_s), date(map, here, u"read"_s)});
    }
}

void CompatibilityReader::readReleases(const Value::Map &top)
{
    const Value::List all = m_yaml.list(top, {}, u"releases"_s);
    for (qsizetype i = 0; i < all.size() && !m_yaml.failed(); ++i) {
        const QStringList here = at(u"releases"_s, i);
        const KnownRelease read = release(all[i], here);
        if (m_component.release(read.version))
            m_yaml.fail(here, tr("%1 occurs twice.").arg(read.version.left(60)));
        m_component.releases << read;
    }
}

KnownRelease CompatibilityReader::release(const Value &value, const QStringList &path)
{
    const Value::Map map =
        m_yaml.map(value, path, {u"version"_s, u"date"_s, u"source"_s, u"brings"_s, u"supports"_s});
    KnownRelease read;
    read.version = version(map, path, u"version"_s);
    read.date = date(map, path, u"date"_s);
    read.from = source(map, path);
    if (map.contains(u"brings"_s)) {
        const QStringList here = path + QStringList{u"brings"_s};
        const Value::Map brings = m_yaml.map(map.value(u"brings"_s), here);
        for (auto it = brings.cbegin(); it != brings.cend(); ++it)
            read.brings.insert(it.key(), version(brings, here, it.key()));
    }
    readSupports(map, path, read);
    return read;
}

void CompatibilityReader::readSupports(const Value::Map &map, const QStringList &path, KnownRelease &release)
{
    const Value::List all = m_yaml.list(map, path, u"supports"_s);
    for (qsizetype i = 0; i < all.size(); ++i) {
        const QStringList here = path + at(u"supports"_s, i);
        const Value::Map given = m_yaml.map(all[i], here, {u"component"_s, u"versions"_s, u"source"_s});
        const QString component = m_yaml.neededText(given, here, u"component"_s);
        release.supports.insert(component, m_yaml.texts(given, here, u"versions"_s));
        release.supportsFrom = source(given, here);
        if (!m_yaml.failed() && release.supports.value(component).isEmpty())
            m_yaml.fail(here, tr("It supports no version of %1.").arg(component.left(60)));
    }
}

void CompatibilityReader::readNeeds(const Value::Map &top)
{
    const Value::List all = m_yaml.list(top, {}, u"needs"_s);
    for (qsizetype i = 0; i < all.size() && !m_yaml.failed(); ++i)
        m_component.needs << need(all[i], at(u"needs"_s, i));
}

KnownNeed CompatibilityReader::need(const Value &value, const QStringList &path)
{
    const Value::Map map = m_yaml.map(
        value, path,
        {u"since"_s, u"until"_s, u"component"_s, u"from"_s, u"to"_s, u"system"_s, u"driver"_s, u"source"_s});
    KnownNeed read;
    read.since = version(map, path, u"since"_s);
    read.until = version(map, path, u"until"_s);
    read.component = m_yaml.neededText(map, path, u"component"_s);
    read.least = map.contains(u"from"_s) ? version(map, path, u"from"_s) : QString();
    read.most = map.contains(u"to"_s) ? version(map, path, u"to"_s) : QString();
    read.systems = m_yaml.texts(map, path, u"system"_s);
    const QString driver = m_yaml.text(map, path, u"driver"_s);
    read.needsBuiltDriver = driver == u"built";
    if (!m_yaml.failed() && !driver.isEmpty() && !read.needsBuiltDriver)
        m_yaml.fail(path + QStringList{u"driver"_s}, tr("For a driver only \"built\" can be checked."));
    read.from = source(map, path);
    if (!m_yaml.failed() && read.least.isEmpty() && read.most.isEmpty())
        m_yaml.fail(path, tr("A range needs from, to or both."));
    return read;
}

void CompatibilityReader::readRules(const Value::Map &top)
{
    if (!top.contains(u"rules"_s))
        return;
    const Value::Map all = m_yaml.map(top.value(u"rules"_s), {u"rules"_s});
    for (auto it = all.cbegin(); it != all.cend(); ++it) {
        const QStringList here{u"rules"_s, it.key()};
        const Value::Map map = m_yaml.map(*it, here, {u"words"_s, u"version"_s, u"source"_s});
        m_rules.insert(it.key(), {m_yaml.neededText(map, here, u"words"_s),
                                  map.contains(u"version"_s) ? version(map, here, u"version"_s) : QString(),
                                  source(map, here)});
    }
}

/// Nothing is known without saying from where.
KnownFrom CompatibilityReader::source(const Value::Map &map, const QStringList &path)
{
    const QString name = m_yaml.neededText(map, path, u"source"_s);
    if (!m_yaml.failed() && !m_sources.contains(name))
        m_yaml.fail(path + QStringList{u"source"_s}, tr("Unknown source \"%1\".").arg(name.left(60)));
    return m_sources.value(name);
}

QString CompatibilityReader::version(const Value::Map &map, const QStringList &path, const QString &key)
{
    const QString text = m_yaml.neededText(map, path, key);
    if (!m_yaml.failed() && !VersionText::read(text))
        m_yaml.fail(path + QStringList{key}, tr("\"%1\" is not a valid version.").arg(text.left(60)));
    return text;
}

QDate CompatibilityReader::date(const Value::Map &map, const QStringList &path, const QString &key)
{
    const QString text = m_yaml.neededText(map, path, key);
    const QDate read = QDate::fromString(text, Qt::ISODate);
    if (!m_yaml.failed() && !read.isValid())
        m_yaml.fail(path + QStringList{key},
                    tr("\"%1\" is not a date such as 2026-11-21.").arg(text.left(40)));
    return read;
}

} // namespace chartroom
