// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/draft.h"

#include "core/base/visible_text.h"
#include "core/charts/semantic_version.h"
#include "core/helm/set_syntax.h"
#include "core/rollout/driver_components.h"
#include "core/upgrade/bake.h"
#include "core/upgrade/upgrade_tr.h"

#include <QRegularExpression>
#include <QUrl>

namespace chartroom {

namespace {

constexpr qsizetype longestLine = 200;
constexpr qsizetype longestDraftReason = 4000;

bool isLabel(const QString &text)
{
    static const QRegularExpression label(QStringLiteral("\\A[a-z0-9]([-a-z0-9]*[a-z0-9])?\\z"));
    return text.size() <= 63 && label.match(text).hasMatch();
}

bool isSubdomain(const QString &text)
{
    static const QRegularExpression subdomain(
        QStringLiteral("\\A[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\z"));
    return subdomain.match(text).hasMatch();
}

/// A name of a chart or a repository: no path, no option.
bool isChartName(const QString &text)
{
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\\z"));
    return text.size() <= 250 && name.match(text).hasMatch();
}

bool isChartUrl(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool isKnown = url.scheme() == u"https" || url.scheme() == u"http" || url.scheme() == u"oci";
    return isKnown && url.isValid() && !url.host().isEmpty() && text.size() <= 2000 &&
           visibleText(text) == text;
}

/// Shown as it is: no control characters, and not only blanks.
bool isPlainText(const QString &text, qsizetype longest, bool keepLines = false)
{
    return !text.trimmed().isEmpty() && text.size() <= longest && visibleText(text, keepLines) == text;
}

/// A number of nodes, or a part of all.
bool isNodeCount(const QString &text)
{
    static const QRegularExpression count(QStringLiteral("\\A([0-9]{1,6}|(100|[0-9]{1,2})%)\\z"));
    return count.match(text).hasMatch();
}

class Check
{
public:
    explicit Check(const UpgradeDraft &draft)
        : m_draft(draft)
    {}

    QList<FieldIssue> issues()
    {
        checkRelease();
        checkChart();
        need(m_draft.edits.isMap(), QStringLiteral("values.edits"),
             UpgradeTr::tr("The edits must be a map of keys and values."));
        checkPolicy();
        need(m_draft.canary.isEmpty() || isObjectName(m_draft.canary), QStringLiteral("canary"),
             UpgradeTr::tr("Not a valid node name."));
        const QString component = mainDriverComponent(m_draft.chart.name);
        need(m_draft.canary.isEmpty() || component == u"gpu" || component == u"ib", QStringLiteral("canary"),
             UpgradeTr::tr("A canary node is supported only for the NVIDIA GPU and network drivers."));
        need(m_draft.bake.count() >= 0 && m_draft.bake <= longestBake, QStringLiteral("bake"),
             UpgradeTr::tr("The bake time must be a duration of up to 30 days, such as 48h."));
        checkWindow();
        need(m_draft.gpuFloor.value_or(1) > 0, QStringLiteral("gpuFloor"),
             UpgradeTr::tr("It must be a number of GPUs, at least 1."));
        checkWords();
        need(m_draft.timeout.count() > 0 && m_draft.timeout <= std::chrono::hours(24),
             QStringLiteral("timeoutSeconds"), UpgradeTr::tr("Helm's timeout must be between 1 s and 24 h."));
        return m_issues;
    }

private:
    void need(bool isGood, const QString &field, const QString &text)
    {
        if (!isGood)
            m_issues.append({field, text});
    }

    void checkRelease()
    {
        need(isPlainText(m_draft.context, 1000), QStringLiteral("release.context"),
             UpgradeTr::tr("Name the context of the cluster."));
        need(isLabel(m_draft.release.namespaceName), QStringLiteral("release.namespace"),
             UpgradeTr::tr("Not a valid namespace."));
        need(isReleaseName(m_draft.release.name), QStringLiteral("release.name"),
             UpgradeTr::tr("Not a valid Helm release name."));
        need(m_draft.plannedOn > 0, QStringLiteral("release.plannedOnRevision"),
             UpgradeTr::tr("Name the revision that the plan is based on."));
    }

    void checkChart()
    {
        const ChartTarget &chart = m_draft.chart;
        const bool isOci = chart.url.startsWith(QLatin1String("oci://"));
        need(isChartName(chart.name), QStringLiteral("chart.name"), UpgradeTr::tr("Not a valid chart name."));
        need(isOci ? chart.repository.isEmpty() : isChartName(chart.repository),
             QStringLiteral("chart.repository"),
             isOci ? UpgradeTr::tr("An OCI registry has no repository name; leave it empty.")
                   : UpgradeTr::tr("Name the repository as Helm's repositories.yaml does."));
        need(isChartUrl(chart.url), QStringLiteral("chart.url"),
             UpgradeTr::tr("The chart's source must be an https, http or oci address."));
        need(QUrl(chart.url).userInfo().isEmpty(), QStringLiteral("chart.url"),
             UpgradeTr::tr("The address must contain no user and no password."));
        need(SemanticVersion::read(chart.version).has_value(), QStringLiteral("chart.version"),
             UpgradeTr::tr("Not a valid version."));
        static const QRegularExpression digest(QStringLiteral("\\A[0-9a-f]{64}\\z"));
        need(digest.match(chart.digest).hasMatch(), QStringLiteral("chart.digest"),
             UpgradeTr::tr("Pin the archive by its sha256: 64 hexadecimal digits."));
    }

    void checkPolicy()
    {
        const PolicyChanges &policy = m_draft.policy;
        need(policy.isEmpty() || m_draft.chart.name == u"gpu-operator", QStringLiteral("policy"),
             UpgradeTr::tr("Only the chart gpu-operator takes the rollout policy as values; for this chart, "
                           "change the operator's own resource instead."));
        need(policy.maxParallelUpgrades.value_or(0) >= 0, QStringLiteral("policy.maxParallelUpgrades"),
             UpgradeTr::tr("It must be 0, for no limit, or a number of nodes."));
        need(policy.maxUnavailable.isEmpty() || isNodeCount(policy.maxUnavailable),
             QStringLiteral("policy.maxUnavailable"),
             UpgradeTr::tr("It must be a number of nodes, or a percentage such as 25%."));
        need(policy.jobSelector.value_or(QString()).isEmpty() ||
                 isPlainText(*policy.jobSelector, longestLine),
             QStringLiteral("policy.jobSelector"), UpgradeTr::tr("Not a valid pod selector."));
        need(policy.jobTimeout.value_or(std::chrono::seconds(0)).count() >= 0,
             QStringLiteral("policy.jobTimeoutSeconds"),
             UpgradeTr::tr("It must be 0, for no limit, or a number of seconds."));
    }

    void checkWindow()
    {
        if (!m_draft.window)
            return;
        const UpgradeWindow &window = *m_draft.window;
        need(QTimeZone::isTimeZoneIdAvailable(window.zone), QStringLiteral("window.timeZone"),
             UpgradeTr::tr("Unknown time zone; write it as Europe/Berlin or UTC."));
        need(window.start.isValid(), QStringLiteral("window.start"),
             UpgradeTr::tr("Enter when the window starts."));
        need(window.end.isValid(), QStringLiteral("window.end"),
             UpgradeTr::tr("Enter when the window ends."));
        need(!window.start.isValid() || !window.end.isValid() || window.start < window.end,
             QStringLiteral("window.end"), UpgradeTr::tr("The window ends before it starts."));
    }

    void checkWords()
    {
        need(m_draft.supportReference.isEmpty() || isPlainText(m_draft.supportReference, longestLine),
             QStringLiteral("coordination.supportReference"),
             UpgradeTr::tr("The reference must be one line of plain text."));
        need(m_draft.consent.isEmpty() || isPlainText(m_draft.consent, longestDraftReason, true),
             QStringLiteral("coordination.consent"), UpgradeTr::tr("Enter who approved it, in plain text."));
        for (auto it = m_draft.reasons.cbegin(); it != m_draft.reasons.cend(); ++it)
            need(isPlainText(*it, longestDraftReason, true), QStringLiteral("reasons.") + it.key(),
                 UpgradeTr::tr("Give the reason for overriding it, in plain text."));
    }

    const UpgradeDraft &m_draft;
    QList<FieldIssue> m_issues;
};

Value policyValues(const PolicyChanges &policy)
{
    const auto number = [](qint64 n) { return Value(Value::Number{QString::number(n)}); };
    Value::Map values;
    if (policy.maxParallelUpgrades)
        values.insert(QStringLiteral("maxParallelUpgrades"), number(*policy.maxParallelUpgrades));
    if (!policy.maxUnavailable.isEmpty())
        values.insert(QStringLiteral("maxUnavailable"), policy.maxUnavailable.endsWith(u'%')
                                                            ? Value(policy.maxUnavailable)
                                                            : number(policy.maxUnavailable.toLongLong()));
    if (policy.drain)
        values.insert(QStringLiteral("drain"),
                      Value(Value::Map{{QStringLiteral("enable"), Value(*policy.drain)}}));
    Value::Map waiting;
    if (policy.jobSelector)
        waiting.insert(QStringLiteral("podSelector"), Value(*policy.jobSelector));
    if (policy.jobTimeout)
        waiting.insert(QStringLiteral("timeoutSeconds"), number(policy.jobTimeout->count()));
    if (!waiting.isEmpty())
        values.insert(QStringLiteral("waitForCompletion"), Value(waiting));
    const Value driver(Value::Map{{QStringLiteral("upgradePolicy"), Value(values)}});
    return Value(Value::Map{{QStringLiteral("driver"), driver}});
}

} // namespace

ChartOrigin ChartTarget::source() const
{
    return {repository, url, name, ChartOrigin::Sureness::Digest, {}};
}

QString supportReferenceOf(const UpgradeDraft &draft)
{
    const QString reference = draft.supportReference.trimmed();
    return reference.isEmpty() ? draft.reasons.value(QStringLiteral("ownership")).trimmed() : reference;
}

Value UpgradeDraft::values() const
{
    if (policy.isEmpty())
        return edits;
    return editsFrom({edits, policyValues(policy)}, {}).value_or(edits);
}

QList<FieldIssue> validate(const UpgradeDraft &draft)
{
    return Check(draft).issues();
}

bool isObjectName(const QString &text)
{
    return text.size() <= 253 && isSubdomain(text);
}

bool isReleaseName(const QString &text)
{
    return text.size() <= 53 && isSubdomain(text);
}

} // namespace chartroom
