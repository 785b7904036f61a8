// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/coming_crds.h"

#include "core/base/document.h"
#include "core/diff/manifest.h"
#include "core/outcomes/helm_values.h"
#include "core/upgrade/upgrade_tr.h"

#include <QRegularExpression>

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

bool isCrd(const Value &object)
{
    return object.at({u"kind"_s}).toString() == u"CustomResourceDefinition";
}

QString lastPart(QString path)
{
    while (path.endsWith(u'/'))
        path.chop(1);
    return path.section(u'/', -1);
}

/// What a hook's containers apply: the names of files and folders, as far as their arguments name them. The
/// images of the operators hold a copy of their chart's folders crds/ (NVIDIA/gpu-operator
/// templates/upgrade_crd.yaml@v24.9.2, @v26.7.0; Mellanox/network-operator
/// templates/upgrade-crd-hook.yaml@v26.4.1).
struct AppliedFiles
{
    QString hook;
    QStringList files;
    QStringList folders;
    bool isApplying = false;
};

QStringList commandWords(const Value &container)
{
    static const QRegularExpression gap(u"[\\s;&|\"']+"_s);
    QStringList words;
    for (const QString &key : {u"command"_s, u"args"_s}) {
        const Value list = container.at({key});
        for (const Value &one : list.list())
            words += one.toString().split(gap, Qt::SkipEmptyParts);
    }
    return words;
}

/// --filepath=PATH, -f PATH, ...
QStringList pathsIn(const QStringList &words)
{
    static const QStringList options{u"-f"_s, u"--filename"_s, u"--filepath"_s, u"--crds-dir"_s, u"-k"_s};
    QStringList paths;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString option = words[i].section(u'=', 0, 0);
        if (!options.contains(option))
            continue;
        if (words[i].contains(u'='))
            paths << words[i].section(u'=', 1);
        else if (i + 1 < words.size())
            paths << words[i + 1];
    }
    return paths;
}

void addContainer(const Value &container, AppliedFiles &applied)
{
    const QStringList words = commandWords(container);
    const bool applies = std::any_of(words.cbegin(), words.cend(), [](const QString &word) {
        const QString program = lastPart(word);
        return program == u"apply" || program == u"replace" || program == u"create" ||
               program == u"apply-crds";
    });
    if (!applies)
        return;
    applied.isApplying = true;
    for (const QString &path : pathsIn(words)) {
        const QString name = lastPart(path);
        (name.endsWith(u".yaml") || name.endsWith(u".yml") ? applied.files : applied.folders) << name;
    }
}

AppliedFiles appliedBy(const Value &hook)
{
    AppliedFiles applied;
    applied.hook = hook.at({u"name"_s}).toString();
    const QList<Value> objects = manifestDocuments(hook.at({u"manifest"_s}).toString().toUtf8()).documents;
    for (const Value &object : objects) {
        const bool isJob = object.at({u"kind"_s}).toString() == u"Job";
        const Value spec = isJob ? object.at({u"spec"_s, u"template"_s, u"spec"_s}) : object.at({u"spec"_s});
        for (const QString &key : {u"initContainers"_s, u"containers"_s}) {
            const Value containers = spec.at({key});
            for (const Value &container : containers.list())
                addContainer(container, applied);
        }
    }
    return applied;
}

/// Only what runs before the objects are sent makes a difference to them.
QList<Value> hooksBefore(const PreflightEvidence &evidence)
{
    if (!evidence.dryRun)
        return {};
    const Value event(evidence.isRollback() ? u"pre-rollback"_s : u"pre-upgrade"_s);
    QList<Value> hooks;
    for (const Value &hook : evidence.dryRun->hooks.list())
        if (hook.at({u"events"_s}).list().contains(event))
            hooks << hook;
    return hooks;
}

/// Network Operator calls the folder of maintenance-operator-chart maintenance-operator.
bool isFolderOf(const QString &folder, const QString &chart)
{
    return folder == u"crds" || folder == chart || chart.startsWith(folder + u'-');
}

/// Gathers the CRDs of a chart and its sub-charts, and finds for each the hook that applies its file.
class ChartCrds
{
public:
    ChartCrds(ComingCrds &coming, QList<AppliedFiles> hooks)
        : m_coming(coming)
        , m_hooks(std::move(hooks))
    {}

    void add(const Chart &chart)
    {
        for (const ChartFile &file : chart.crds) {
            const Result<QList<Value>> documents = readYamlDocuments(file.content);
            if (!documents) {
                m_coming.problems
                    << UpgradeTr::tr("%1 cannot be read: %2").arg(file.path, documents.error().message);
                continue;
            }
            const QString hook = hookFor(lastPart(file.path), chart.metadata.name);
            for (const Value &document : *documents)
                if (isCrd(document))
                    m_coming.crds.append(
                        {document, hook.isEmpty() ? ComingCrd::Way::Nobody : ComingCrd::Way::Hook, hook});
        }
        for (const Chart &dependency : chart.dependencies)
            add(dependency);
    }

    /// Whose files and folders were not all found in the chart.
    void tellUnread()
    {
        for (const AppliedFiles &hook : std::as_const(m_hooks)) {
            const auto isUnknown = [&](const QString &name) { return !m_found.contains(name); };
            const bool namesNone = hook.files.isEmpty() && hook.folders.isEmpty();
            if (hook.isApplying &&
                (namesNone || std::any_of(hook.files.cbegin(), hook.files.cend(), isUnknown) ||
                 std::any_of(hook.folders.cbegin(), hook.folders.cend(), isUnknown)))
                m_coming.unreadHooks << hook.hook;
        }
    }

private:
    QString hookFor(const QString &file, const QString &chart)
    {
        QString found;
        for (const AppliedFiles &hook : std::as_const(m_hooks)) {
            const auto folder = std::find_if(hook.folders.cbegin(), hook.folders.cend(),
                                             [&chart](const QString &one) { return isFolderOf(one, chart); });
            if (hook.files.contains(file))
                m_found << file;
            else if (folder != hook.folders.cend())
                m_found << *folder;
            else
                continue;
            found = hook.hook;
        }
        return found;
    }

    ComingCrds &m_coming;
    QList<AppliedFiles> m_hooks;
    QStringList m_found; ///< names of files and folders
};

void addObjects(const QByteArray &manifest, ComingCrd::Way way, const QString &hook, ComingCrds &coming)
{
    const QList<Value> objects = manifestDocuments(manifest).documents;
    for (const Value &object : objects) {
        if (!isCrd(object))
            continue;
        const ComingCrd crd{object, way, hook};
        coming.crds.removeIf([&crd](const ComingCrd &one) { return one.name() == crd.name(); });
        coming.crds.append(crd);
    }
}

Chart enabledChart(const PreflightEvidence &evidence)
{
    const Value stored =
        evidence.isRollback() && evidence.target ? evidence.target->userValues : Value(Value::Map());
    const Value values = evidence.outcome ? evidence.outcome->stored : stored;
    return helmEnabledChart(*evidence.chart, values, evidence.helm.value_or(assumedHelm()));
}

/// env[name="A"].value -> env, [], value
QStringList steps(const QString &path)
{
    static const QRegularExpression part(u"\\[[^\\]]*\\]|[^.\\[\\]]+"_s);
    QStringList all;
    for (auto match = part.globalMatch(path); match.hasNext();) {
        const QString step = match.next().captured();
        all << (step.startsWith(u'[') ? u"[]"_s : step);
    }
    return all;
}

} // namespace

QString ComingCrd::name() const
{
    return crd.at({u"metadata"_s, u"name"_s}).toString();
}

const ComingCrd *ComingCrds::find(const QString &kind, const QString &version) const
{
    const auto found = std::find_if(crds.cbegin(), crds.cend(), [&](const ComingCrd &one) {
        return one.crd.at({u"spec"_s, u"names"_s, u"kind"_s}).toString() == kind &&
               !crdSchema(one.crd, version).isNull();
    });
    return found == crds.cend() ? nullptr : &*found;
}

ComingCrds comingCrds(const PreflightEvidence &evidence)
{
    ComingCrds coming;
    QList<AppliedFiles> applied;
    const QList<Value> hooks = hooksBefore(evidence);
    for (const Value &hook : hooks)
        applied << appliedBy(hook);
    ChartCrds crds(coming, applied);
    if (evidence.chart) // else every hook that applies something may bring what it needs
        crds.add(enabledChart(evidence));
    crds.tellUnread();
    for (const Value &hook : hooks)
        addObjects(hook.at({u"manifest"_s}).toString().toUtf8(), ComingCrd::Way::Hook,
                   hook.at({u"name"_s}).toString(), coming);
    if (evidence.dryRun)
        addObjects(evidence.dryRun->manifest, ComingCrd::Way::Manifest, {}, coming);
    return coming;
}

Value crdSchema(const Value &crd, const QString &version)
{
    const Value versions = crd.at({u"spec"_s, u"versions"_s});
    for (const Value &one : versions.list())
        if (one.at({u"name"_s}).toString() == version)
            return one.at({u"schema"_s, u"openAPIV3Schema"_s});
    return {};
}

bool keepsUnknown(const Value &schema)
{
    return schema.at({u"x-kubernetes-preserve-unknown-fields"_s}).toBool() ||
           schema.map().contains(u"additionalProperties"_s);
}

bool knowsField(const Value &schema, const QString &path)
{
    Value at = schema;
    for (const QString &step : steps(path)) {
        if (keepsUnknown(at))
            return true;
        at = step == u"[]" ? at.at({u"items"_s}) : at.at({u"properties"_s, step});
        if (at.isNull())
            return false;
    }
    return true;
}

} // namespace chartroom
