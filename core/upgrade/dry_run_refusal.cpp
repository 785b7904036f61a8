// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/dry_run_refusal.h"

#include "core/base/one_line.h"
#include "core/diff/manifest.h"
#include "core/kube/kubeconfig.h"
#include "core/process/command_runner.h"
#include "core/upgrade/coming_crds.h"
#include "core/upgrade/refusal_table.h"
#include "core/upgrade/server_refusal.h"
#include "core/upgrade/upgrade_tr.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestSaid = 400;

struct RowPatterns
{
    QStringList kinds;
    QRegularExpression field;
    QRegularExpression words;
};

const QList<RowPatterns> &rowPatterns()
{
    static const QList<RowPatterns> all = [] {
        QList<RowPatterns> made;
        for (const RefusalRow &row : refusalRows())
            made.append({QString::fromLatin1(row.kinds).split(u' ', Qt::SkipEmptyParts),
                         QRegularExpression(u"^(?:"_s + QLatin1String(row.field) + u')'),
                         QRegularExpression(QLatin1String(row.words))});
        return made;
    }();
    return all;
}

/// Deployment, deployments -> deployment: what kubectl takes, and what rows have.
QString kindWord(const QString &kind)
{
    QString word = kind.toLower();
    const bool isResource = kind == word; // as errors about permissions and quotas name it
    if (isResource && word.endsWith(u"ies"))
        return word.chopped(3) + u'y';
    if (isResource && word.endsWith(u"sses"))
        return word.chopped(2);
    return isResource && word.endsWith(u's') && !word.endsWith(u"ss") ? word.chopped(1) : word;
}

bool isOfCluster(const QString &kind)
{
    static const QStringList kinds{u"apiservice"_s,
                                   u"clusterrole"_s,
                                   u"clusterrolebinding"_s,
                                   u"csidriver"_s,
                                   u"customresourcedefinition"_s,
                                   u"ingressclass"_s,
                                   u"mutatingwebhookconfiguration"_s,
                                   u"namespace"_s,
                                   u"persistentvolume"_s,
                                   u"priorityclass"_s,
                                   u"runtimeclass"_s,
                                   u"storageclass"_s,
                                   u"validatingadmissionpolicy"_s,
                                   u"validatingadmissionpolicybinding"_s,
                                   u"validatingwebhookconfiguration"_s};
    return kinds.contains(kind);
}

bool hasManager(const Value &object, const QString &manager)
{
    const Value entries = object.at({u"metadata"_s, u"managedFields"_s});
    return std::any_of(entries.list().cbegin(), entries.list().cend(),
                       [&manager](const Value &one) { return one.at({u"manager"_s}).toString() == manager; });
}

QString managerOf(const ServerRefusal::Cause &cause)
{
    static const QRegularExpression name(u"conflicts? with \"([^\"]*)\""_s);
    return name.match(cause.message).captured(1);
}

/// Of a Job: its conditions tell that it has ended (k8s.io/api batch/v1 types.go@v0.36 JobComplete,
/// JobFailed).
bool isJobOver(const Value &job)
{
    const Value conditions = job.at({u"status"_s, u"conditions"_s});
    return std::any_of(conditions.list().cbegin(), conditions.list().cend(), [](const Value &one) {
        const QString type = one.at({u"type"_s}).toString();
        return (type == u"Complete" || type == u"Failed") && one.at({u"status"_s}).toString() == u"True";
    });
}

/// Explains what was said of one object.
class RefusalReading
{
public:
    RefusalReading(const QString &said, const PreflightEvidence &evidence)
        : m_evidence(evidence)
        , m_refusal(readServerRefusal(said))
    {
        findObject();
    }

    [[nodiscard]] QList<DryRunRefusal> explained() const
    {
        QList<ServerRefusal::Cause> causes = m_refusal.causes;
        if (causes.isEmpty())
            causes.append({m_refusal.reason, {}, m_refusal.message});
        QList<DryRunRefusal> all;
        for (const ServerRefusal::Cause &cause : std::as_const(causes)) {
            const DryRunRefusal one = explain(cause);
            const auto known = std::find_if(all.begin(), all.end(), [&one](const DryRunRefusal &other) {
                return !one.id.isEmpty() && other.id == one.id;
            });
            if (known == all.end()) {
                all << one;
                continue;
            }
            if (!known->said.contains(one.said))
                known->said += u'\n' + one.said;
            if (!known->meaning.contains(one.meaning))
                known->meaning += u' ' + one.meaning;
        }
        return all;
    }

private:
    void findObject()
    {
        const QList<LiveObject> live = m_evidence.live.value_or(QList<LiveObject>());
        QList<const LiveObject *> found;
        for (const LiveObject &one : live)
            if (m_refusal.name.isEmpty() ? hasItsManagers(one) : isNamed(one.object))
                found << &one;
        m_where = m_refusal.namespaceName;
        if (found.size() == 1) {
            m_live = found.first()->value;
            m_isFound = found.first()->state == LiveObject::State::Found;
            m_refusal.kind = found.first()->object.kind;
            m_refusal.name = found.first()->object.name;
            if (m_isFound || !found.first()->object.namespaceName.isEmpty())
                m_where = found.first()->object.namespaceName;
        }
        if (m_where.isEmpty() && !m_isFound && found.size() < 2 && !isOfCluster(kindWord(m_refusal.kind)))
            m_where = m_evidence.draft.release.namespaceName;
    }

    [[nodiscard]] bool isNamed(const ObjectRef &object) const
    {
        return object.name == m_refusal.name && kindWord(object.kind) == kindWord(m_refusal.kind) &&
               (m_refusal.namespaceName.isEmpty() || object.namespaceName.isEmpty() ||
                object.namespaceName == m_refusal.namespaceName);
    }

    /// kubectl does not name the object of a conflict.
    [[nodiscard]] bool hasItsManagers(const LiveObject &one) const
    {
        bool isAny = false;
        for (const ServerRefusal::Cause &cause : m_refusal.causes) {
            const QString manager = managerOf(cause);
            if (manager.isEmpty() || !hasManager(one.value, manager))
                return false;
            isAny = true;
        }
        return isAny;
    }

    /// The server says such things only to a server-side apply, which the dry run does where helm will: all
    /// but Helm 3 (helm/helm pkg/action/upgrade.go@v4.3.1 getUpgradeServerSideValue).
    [[nodiscard]] bool isByServer() const { return !m_evidence.helm || m_evidence.helm->major != 3; }

    /// By rehearsalArguments(); what helm itself says is not kubectl's.
    [[nodiscard]] bool isByKubectl() const
    {
        return m_evidence.dryRun && m_evidence.dryRun->applyMethod != u"ssa";
    }

    [[nodiscard]] bool comesWithIt(const QString &namespaceName) const
    {
        if (!m_evidence.dryRun)
            return false;
        const QList<Value> objects = manifestDocuments(m_evidence.dryRun->manifest).documents;
        return std::any_of(objects.cbegin(), objects.cend(), [&namespaceName](const Value &one) {
            return one.at({u"kind"_s}).toString() == u"Namespace" &&
                   one.at({u"metadata"_s, u"name"_s}).toString() == namespaceName;
        });
    }

    [[nodiscard]] bool isWhen(RefusalRow::When when, const QString &first) const
    {
        switch (when) {
        case RefusalRow::When::JobEnded:
            return m_isFound && isJobOver(m_live);
        case RefusalRow::When::JobRuns:
            return m_isFound && !isJobOver(m_live);
        case RefusalRow::When::NamespaceComes:
            return comesWithIt(first);
        case RefusalRow::When::ByKubectl:
            return isByKubectl();
        case RefusalRow::When::ByServer:
            return isByServer();
        case RefusalRow::When::Always:
            break;
        }
        return true;
    }

    [[nodiscard]] DryRunRefusal explain(const ServerRefusal::Cause &cause) const
    {
        const std::span<const RefusalRow> rows = refusalRows();
        for (size_t i = 0; i < rows.size(); ++i) {
            const RefusalRow &row = rows[i];
            const RowPatterns &patterns = rowPatterns()[qsizetype(i)];
            const bool isOfCause = *row.kinds || *row.field || *row.reason;
            if (!patterns.kinds.isEmpty() && !patterns.kinds.contains(kindWord(m_refusal.kind)))
                continue;
            if (*row.field && !patterns.field.match(cause.field).hasMatch())
                continue;
            if (*row.reason && cause.reason != QLatin1String(row.reason))
                continue;
            const auto words = patterns.words.match(isOfCause ? cause.message : m_refusal.message);
            if (words.hasMatch() && isWhen(row.when, words.captured(1)))
                return explainedBy(row, cause, words);
        }
        return {{}, Severity::Severe, saidOf(cause), UpgradeTr::tr("What this means is unknown."), {}};
    }

    [[nodiscard]] DryRunRefusal explainedBy(const RefusalRow &row, const ServerRefusal::Cause &cause,
                                            const QRegularExpressionMatch &words) const
    {
        const Severity severity = row.effect == RefusalRow::Effect::Refused    ? Severity::Severe
                                  : row.effect == RefusalRow::Effect::Unproven ? Severity::Unknown
                                                                               : Severity::Note;
        return {QString::fromLatin1(row.id), severity, saidOf(cause), filled(row.meaning, cause, words),
                filled(row.wayOut, cause, words)};
    }

    [[nodiscard]] QString objectText() const
    {
        if (m_refusal.name.isEmpty())
            return m_refusal.kind.isEmpty() ? UpgradeTr::tr("the object") : m_refusal.kind;
        return m_refusal.kind + u' ' + (m_where.isEmpty() ? QString() : m_where + u'/') + m_refusal.name;
    }

    /// The server's words; a value that it does not take may be as long as a pod's template.
    [[nodiscard]] QString saidOf(const ServerRefusal::Cause &cause) const
    {
        static const QRegularExpression patch(
            u"error when (?:applying patch|creating|patching|replacing)[\\s\\S]*\"STDIN\": "_s);
        static const QRegularExpression value(u"^(Invalid value|Unsupported value): [\\s\\S]*(: [^:]*)$"_s);
        QString said = cause.message;
        if (m_refusal.causes.isEmpty())
            return oneLine(said.remove(patch), longestSaid);
        const QString first = said.section(u'\n', 0, 0);
        if (const auto match = value.match(first); match.hasMatch() && first.size() > 200)
            said = match.captured(1) + u": …"_s + match.captured(2);
        else
            said = first;
        const QString what = cause.field.isEmpty() ? said : cause.field + u": "_s + said;
        // No colon behind a name: after one like token-job it would read as an assigned secret.
        return oneLine(objectText() + u", "_s + what, longestSaid);
    }

    [[nodiscard]] QString filled(const char *text, const ServerRefusal::Cause &cause,
                                 const QRegularExpressionMatch &words) const
    {
        static const QRegularExpression place(u"\\{(\\w+)\\}"_s);
        const QString from = UpgradeTr::tr(text);
        QString made;
        qsizetype at = 0;
        for (auto match = place.globalMatch(from); match.hasNext();) {
            const auto next = match.next();
            made += from.sliced(at, next.capturedStart() - at) + inPlaceOf(next.captured(1), cause, words);
            at = next.capturedEnd();
        }
        made += from.sliced(at);
        if (from.startsWith(u"{object}"))
            made[0] = made[0].toUpper();
        static const QRegularExpression beforeStop(u" \\.(?= |$)"_s); // not of .spec
        return made.simplified().replace(beforeStop, u"."_s);
    }

    [[nodiscard]] QString inPlaceOf(const QString &place, const ServerRefusal::Cause &cause,
                                    const QRegularExpressionMatch &words) const
    {
        if (place.front().isDigit())
            return words.captured(place.toInt()).trimmed();
        if (place == u"object")
            return objectText();
        if (place == u"kind")
            return m_refusal.kind.isEmpty() ? UpgradeTr::tr("object") : m_refusal.kind;
        if (place == u"name")
            return m_refusal.name;
        if (place == u"namespace")
            return m_where;
        if (place == u"field")
            return cause.field.isEmpty() ? UpgradeTr::tr("a field") : cause.field;
        if (place == u"upgrade")
            return m_evidence.isRollback() ? UpgradeTr::tr("roll back") : UpgradeTr::tr("upgrade");
        if (place == u"helmUpgrade")
            return m_evidence.isRollback() // without a revision helm takes the newest less one
                       ? u"helm rollback %1 %2"_s.arg(m_evidence.draft.release.name)
                             .arg(m_evidence.toRevision)
                       : u"helm upgrade"_s;
        if (place == u"managers" || place == u"managerNames")
            return managersText(place == u"managers");
        if (place == u"served")
            return servedText(words.captured(1), words.captured(2));
        if (place == u"comesWith")
            return comesWithText(words.captured(1), words.captured(2).section(u'/', -1));
        return commandFor(place);
    }

    /// In the cluster that is planned for.
    [[nodiscard]] QString shellLine(QStringList arguments) const
    {
        if (const QString &context = m_evidence.draft.context; !context.isEmpty())
            arguments << u"--context"_s << context;
        return CommandLine{u"kubectl"_s, arguments, shellKubeconfig(m_evidence.kubeconfigs), {}, {}, {}}
            .display();
    }
    [[nodiscard]] QStringList onIt(QStringList arguments, const QStringList &options = {}) const
    {
        arguments << kindWord(m_refusal.kind) << (m_refusal.name.isEmpty() ? u"NAME"_s : m_refusal.name);
        return arguments + options + inPlace();
    }
    [[nodiscard]] QStringList inPlace() const
    {
        return m_where.isEmpty() ? QStringList() : QStringList{u"--namespace"_s, m_where};
    }

    [[nodiscard]] QString commandFor(const QString &place) const
    {
        if (place == u"delete")
            return shellLine(onIt({u"delete"_s}));
        if (place == u"orphan")
            return shellLine(onIt({u"delete"_s}, {u"--cascade=orphan"_s}));
        if (place == u"get")
            return shellLine(onIt({u"get"_s}, {u"-o"_s, u"yaml"_s}));
        if (place == u"wait")
            return shellLine(onIt({u"wait"_s, u"--for=condition=complete"_s}));
        if (place == u"pods")
            return shellLine(QStringList{u"get"_s, u"pods"_s} + selectorOption() + inPlace());
        if (place == u"dropApplied")
            return shellLine(onIt({u"annotate"_s}, {u"kubectl.kubernetes.io/last-applied-configuration-"_s}));
        if (place == u"adopt")
            return adoptCommands();
        if (place == u"crds")
            return crdsCommand();
        if (place == u"webhookPods")
            return webhookPodsCommand();
        return shellLine({u"get"_s, u"validatingwebhookconfigurations,mutatingwebhookconfigurations"_s,
                          u"-o"_s, u"custom-columns=NAME:.metadata.name,WEBHOOKS:.webhooks[*].name"_s});
    }

    /// Of the pods that run now, by the live object's selector.
    [[nodiscard]] QStringList selectorOption() const
    {
        const Value::Map labels = m_live.at({u"spec"_s, u"selector"_s, u"matchLabels"_s}).map();
        QStringList pairs;
        for (auto one = labels.cbegin(); one != labels.cend(); ++one)
            pairs << one.key() + u'=' + one.value().toString();
        return pairs.isEmpty() ? QStringList() : QStringList{u"--selector"_s, pairs.join(u',')};
    }

    /// helm/helm pkg/action/validate.go@v4.3.1 checkOwnership
    [[nodiscard]] QString adoptCommands() const
    {
        const ReleaseKey &release = m_evidence.draft.release;
        const QString annotate =
            shellLine(onIt({u"annotate"_s, u"--overwrite"_s},
                           {u"meta.helm.sh/release-name="_s + release.name,
                            u"meta.helm.sh/release-namespace="_s + release.namespaceName}));
        const QString label =
            shellLine(onIt({u"label"_s, u"--overwrite"_s}, {u"app.kubernetes.io/managed-by=Helm"_s}));
        return annotate + u" && "_s + label;
    }

    [[nodiscard]] QString crdsCommand() const
    {
        const ChartTarget &chart = m_evidence.draft.chart;
        const QStringList show{u"show"_s, u"crds"_s, chart.source().argument(), u"--version"_s,
                               chart.version};
        return CommandLine{u"helm"_s, show, {}, {}, {}, {}}.display() + u" | "_s +
               shellLine({u"apply"_s, u"--server-side"_s, u"-f"_s, u"-"_s});
    }

    /// Post "https://SERVICE.NAMESPACE.svc:443/PATH?timeout=10s" (k8s.io/apiserver
    /// pkg/util/webhook/client.go).
    [[nodiscard]] QString webhookPodsCommand() const
    {
        static const QRegularExpression url(u"://([a-z0-9-]+)\\.([a-z0-9-]+)\\.svc"_s);
        const auto service = url.match(m_refusal.message);
        if (!service.hasMatch())
            return commandFor(u"webhooks"_s);
        return shellLine({u"get"_s, u"service,endpointslices,pods"_s, u"--namespace"_s, service.captured(2)});
    }

    /// kubectl-edit (.spec.replicas, .spec.paused), autoscaler (.spec.x)
    [[nodiscard]] QString managersText(bool withFields) const
    {
        QStringList names;
        QMap<QString, QStringList> fields;
        for (const ServerRefusal::Cause &cause : m_refusal.causes) {
            const QString manager = managerOf(cause);
            if (!names.contains(manager))
                names << manager;
            fields[manager] << cause.field;
        }
        QStringList texts;
        for (const QString &name : std::as_const(names))
            texts << (withFields ? u"%1 (%2)"_s.arg(name, fields.value(name).join(u", "_s)) : name);
        return texts.join(u", "_s);
    }

    [[nodiscard]] QString servedText(const QString &kind, const QString &apiVersion) const
    {
        if (const QString removed = removedApiText(apiVersion, kind); !removed.isEmpty())
            return removed;
        const QString version =
            m_evidence.serverVersion.isEmpty() ? UpgradeTr::tr("unknown") : m_evidence.serverVersion;
        return UpgradeTr::tr("whether it was removed, is too new for this server (%1) or is not enabled is "
                             "unknown")
            .arg(version);
    }

    [[nodiscard]] QString comesWithText(const QString &kind, const QString &version) const
    {
        const ComingCrds coming = comingCrds(m_evidence);
        const ComingCrd *crd = coming.find(kind, version);
        if (!crd)
            return UpgradeTr::tr("whether the chart brings it is unknown");
        if (crd->way == ComingCrd::Way::Hook)
            return UpgradeTr::tr("the hook %1 would apply it too late").arg(crd->hook);
        return UpgradeTr::tr("the chart brings it, and helm does not apply it with an upgrade");
    }

    const PreflightEvidence &m_evidence;
    ServerRefusal m_refusal;
    Value m_live;
    bool m_isFound = false;
    QString m_where; ///< its namespace
};

} // namespace

QList<DryRunRefusal> dryRunRefusals(const QStringList &said, const PreflightEvidence &evidence)
{
    QList<DryRunRefusal> all;
    for (const QString &text : said) {
        const QList<DryRunRefusal> explained = RefusalReading(text, evidence).explained();
        for (const DryRunRefusal &one : explained)
            if (!all.contains(one))
                all << one;
    }
    return all;
}

} // namespace chartroom
