// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/upgrade_steps.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/charts/charts_tr.h"

#include <QMap>

#include <algorithm>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerSteps()
{
    Q_INIT_RESOURCE(versions);
}

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 maxStepsBytes = 1024 * 1024;

/// Far more than any chart has: a hostile version does not make a long list.
constexpr quint64 mostMinors = 50;

using LineNumber = std::pair<quint64, quint64>;

LineNumber lineOf(const UpgradeRule &rule, const SemanticVersion &version)
{
    return {version.major(), rule.line == UpgradeRule::Line::Major ? 0 : version.minor()};
}

/// Minors that follow each other are known without anybody listing them.
bool isKnownByNumber(const UpgradeRule &rule, const LineNumber &low, const LineNumber &high)
{
    return rule.isConsecutive && low.first == high.first && high.second - low.second <= mostMinors;
}

/// By line, the newest published version of each between both.
QMap<LineNumber, QString> linesBetween(const UpgradeRule &rule, const ChartVersions *versions,
                                       const LineNumber &low, const LineNumber &high)
{
    QMap<LineNumber, QString> between;
    if (isKnownByNumber(rule, low, high))
        for (quint64 minor = low.second + 1; minor < high.second; ++minor)
            between.insert({low.first, minor}, u"%1.%2"_s.arg(low.first).arg(minor));
    if (!versions)
        return between;
    QMap<LineNumber, SemanticVersion> newest;
    for (const ChartVersion &one : versions->versions) {
        const auto version = SemanticVersion::read(one.version);
        if (!version || version->isPreRelease())
            continue;
        const LineNumber line = lineOf(rule, *version);
        const auto known = newest.constFind(line);
        if (line <= low || line >= high || (known != newest.cend() && *version < *known))
            continue;
        newest.insert(line, *version);
        between.insert(line, one.version);
    }
    return between;
}

std::optional<UpgradeRule> readRule(const Value &item)
{
    UpgradeRule rule;
    for (const Value &chart : item.at({u"charts"_s}).list())
        rule.charts.append(chart.toString());
    const QString line = item.at({u"line"_s}).toString();
    const QString numbering = item.at({u"numbering"_s}).toString();
    const QString skipping = item.at({u"skipping"_s}).toString();
    rule.line = line == u"minor"   ? UpgradeRule::Line::Minor
                : line == u"month" ? UpgradeRule::Line::Month
                                   : UpgradeRule::Line::Major;
    rule.isConsecutive = numbering == u"consecutive";
    rule.skipping =
        skipping == u"unsupported" ? UpgradeRule::Skipping::Unsupported : UpgradeRule::Skipping::Discouraged;
    rule.goesBackAlike = item.at({u"back"_s}).toBool();
    rule.source = item.at({u"source"_s}).toString();
    rule.date = item.at({u"date"_s}).scalarText();
    const bool isUnderstood = (line == u"minor" || line == u"major" || line == u"month") &&
                              (numbering == u"consecutive" || numbering == u"calendar") &&
                              (skipping == u"unsupported" || skipping == u"discouraged");
    if (rule.charts.isEmpty() || rule.source.isEmpty() || !isUnderstood)
        return std::nullopt;
    return rule;
}

} // namespace

Result<QList<UpgradeRule>> readUpgradeRules(const QByteArray &yaml)
{
    const Result<Value> read = readYaml(yaml);
    if (!read)
        return tl::make_unexpected(read.error());
    if (read->at({u"chartroomUpgradeSteps"_s}).scalarText() != u"1")
        return failure(
            Error::Code::Unsupported,
            ChartsTr::tr("The rules for upgrade steps have a format that this build does not support."));
    QList<UpgradeRule> rules;
    for (const Value &item : read->at({u"rules"_s}).list()) {
        const auto rule = readRule(item);
        if (!rule)
            return failure(
                Error::Code::Invalid,
                ChartsTr::tr(
                    "A rule for upgrade steps lacks its charts or its source, or has an unknown keyword."));
        rules.append(*rule);
    }
    return rules;
}

const UpgradeRule &upgradeRule(const QString &chart)
{
    static const UpgradeRule none;
    static const QList<UpgradeRule> rules = [] {
        registerSteps();
        const auto yaml = readPlainFile(u":/versions/steps.yaml"_s, maxStepsBytes);
        return yaml ? readUpgradeRules(*yaml).value_or(QList<UpgradeRule>()) : QList<UpgradeRule>();
    }();
    const auto found = std::find_if(rules.cbegin(), rules.cend(), [&chart](const UpgradeRule &rule) {
        return rule.charts.contains(chart);
    });
    return found == rules.cend() ? none : *found;
}

bool isSameMajor(const UpgradeRule &rule, const SemanticVersion &a, const SemanticVersion &b)
{
    return a.major() == b.major() && (rule.line != UpgradeRule::Line::Month || a.minor() == b.minor());
}

UpgradeStep upgradeStep(const UpgradeRule &rule, const ChartVersions *versions, const QString &from,
                        const QString &to)
{
    using Kind = UpgradeStep::Kind;
    const auto first = SemanticVersion::read(from);
    const auto last = SemanticVersion::read(to);
    if (!first || !last)
        return {};
    const bool isBack = *last < *first;
    const LineNumber low = lineOf(rule, isBack ? *last : *first);
    const LineNumber high = lineOf(rule, isBack ? *first : *last);
    if (isBack && !rule.goesBackAlike)
        return {Kind::Back, {}};
    if (low == high)
        return {isBack ? Kind::Back : Kind::Within, {}};
    if (!versions && !isKnownByNumber(rule, low, high))
        return {};
    QStringList between = linesBetween(rule, versions, low, high).values();
    if (isBack) {
        std::reverse(between.begin(), between.end());
        return {Kind::Back, between};
    }
    return {between.isEmpty() ? Kind::Next : Kind::Skips, between};
}

} // namespace chartroom
