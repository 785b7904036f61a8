// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/preflight_reading.h"

#include "core/base/document.h"
#include "core/compare/installed_values.h"
#include "core/kube/api_version.h"
#include "core/kube/kubectl_transport.h"
#include "core/upgrade/upgrade_tr.h"

#include <QRegularExpression>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

QList<Value> hookObjects(const Value::List &hooks, QStringList &problems)
{
    QList<Value> objects;
    for (const Value &hook : hooks) {
        const ManifestDocuments read = manifestDocuments(hook.at({u"manifest"_s}).toString().toUtf8());
        objects += read.documents;
        problems += read.problems;
    }
    return objects;
}

void addReferences(const QList<Value> &objects, QList<ObjectRef> &references)
{
    for (const Value &object : objects)
        if (const ObjectRef reference = objectRef(object); !references.contains(reference))
            references << reference;
}

void collectCrdReferences(const Chart &chart, QList<ObjectRef> &references)
{
    for (const ChartFile &file : chart.crds)
        addReferences(manifestDocuments(file.content).documents, references);
    for (const Chart &dependency : chart.dependencies)
        collectCrdReferences(dependency, references);
}

/// Gathers questions, each once.
class QuestionList
{
public:
    QuestionList(QString releaseNamespace, const QHash<QString, ServedKinds> &kinds)
        : m_namespace(std::move(releaseNamespace))
        , m_kinds(kinds)
    {}

    void add(const ObjectRef &object, const QStringList &verbs)
    {
        const auto kinds = m_kinds.constFind(object.apiVersion);
        const auto resource = kinds == m_kinds.cend()
                                  ? QHash<QString, ServedKinds::Resource>::const_iterator()
                                  : kinds->byKind.constFind(object.kind);
        const bool isServed = kinds != m_kinds.cend() && resource != kinds->byKind.cend();
        const QString where = object.namespaceName.isEmpty() ? m_namespace : object.namespaceName;
        for (const QString &verb : verbs) {
            AccessReview question;
            question.verb = verb;
            question.group = apiGroupOf(object.apiVersion);
            question.resource = isServed ? resource->plural : object.kind;
            question.namespaceName = isServed && !resource->isNamespaced ? QString() : where;
            add(question, isServed ? m_questions.asked : m_questions.unnamed);
        }
    }
    void addNamed(const QString &group, const QString &resource, const QStringList &verbs)
    {
        for (const QString &verb : verbs)
            add({verb, group, resource, m_namespace, {}, {}}, m_questions.asked);
    }
    [[nodiscard]] const AccessQuestions &questions() const { return m_questions; }

private:
    static void add(const AccessReview &question, QList<AccessReview> &list)
    {
        const bool isThere = std::any_of(list.cbegin(), list.cend(), [&question](const AccessReview &one) {
            return one.asksTheSameAs(question);
        });
        if (!isThere)
            list << question;
    }

    QString m_namespace;
    const QHash<QString, ServedKinds> &m_kinds;
    AccessQuestions m_questions;
};

/// What kubectl says of one object after another; a message has several lines. Its advice on a conflict ends
/// each of those (k8s.io/kubectl pkg/cmd/util/helpers.go@v0.36 StandardErrorMessage, MultipleErrors;
/// pkg/cmd/apply/apply.go@v0.36 applyOneObject).
QList<QStringList> messagesOf(const QStringList &lines)
{
    QList<QStringList> messages;
    bool isAdvice = false;
    for (const QString &line : lines) {
        const bool isFirst = line.startsWith(u"Error from server") || line.startsWith(u"error: ") ||
                             line.startsWith(u"Apply failed with ") ||
                             line.startsWith(u"resource mapping not found ") ||
                             (line.startsWith(u"The ") && line.contains(u" is invalid"));
        if (isFirst || line.startsWith(u"Please review the fields above"))
            isAdvice = !isFirst;
        if (isAdvice)
            continue;
        if (isFirst || messages.isEmpty())
            messages.append(QStringList());
        messages.last() << line;
    }
    return messages;
}

/// Nothing where the object is refused for anything else (k8s.io/apimachinery pkg/runtime/error.go
/// strictDecodingError; sigs.k8s.io/structured-merge-diff/v6 typed/helpers.go@v6.3.0 errorf "field not
/// declared in schema").
std::optional<UnknownFields> unknownFieldsIn(const QString &message)
{
    static const QRegularExpression strict(
        u"(\\w+) in version \"([^\"]+)\" cannot be handled as a \\w+: strict decoding error: (.*)$"_s);
    static const QRegularExpression unknown(u"^unknown field \"(.+)\"$"_s);
    static const QRegularExpression typed(
        u"failed to create typed patch object \\([^;]*; ([^,]+), Kind=(\\w+)\\): (?:errors: )?(.*)$"_s);
    static const QRegularExpression undeclared(u"^\\.(.+): field not declared in schema$"_s);
    UnknownFields found;
    found.text = message;
    QStringList complaints;
    const QRegularExpression *form = nullptr;
    if (const auto decoded = strict.match(message); decoded.hasMatch()) {
        found.kind = decoded.captured(1);
        found.version = decoded.captured(2).section(u'/', -1);
        complaints = decoded.captured(3).split(u", "_s);
        form = &unknown;
    } else if (const auto patched = typed.match(message); patched.hasMatch()) {
        found.version = patched.captured(1).section(u'/', -1);
        found.kind = patched.captured(2);
        static const QRegularExpression next(u"(?<=in schema) +"_s);
        complaints = patched.captured(3).trimmed().split(next);
        form = &undeclared;
    }
    for (const QString &complaint : std::as_const(complaints)) {
        const auto match = form->match(complaint.trimmed());
        if (!match.hasMatch())
            return std::nullopt;
        found.fields << match.captured(1);
    }
    return found.fields.isEmpty() ? std::nullopt : std::optional(found);
}

} // namespace

QList<ObjectRef> PlannedObjects::references() const
{
    QList<ObjectRef> references;
    addReferences(before, references);
    addReferences(after, references);
    addReferences(hooks, references);
    return references;
}

Value::List runningHooks(const Value &hooks, bool isRollback)
{
    const QString what = isRollback ? u"rollback"_s : u"upgrade"_s;
    Value::List running;
    for (const Value &hook : hooks.list()) {
        const Value events = hook.at({u"events"_s});
        if (events.list().contains(Value(u"pre-"_s + what)) ||
            events.list().contains(Value(u"post-"_s + what)))
            running << hook;
    }
    return running;
}

Result<DryRun> storedRun(const ReleaseRecord &record, int helmMajor)
{
    DryRun stored{record, {}};
    // Helm 4 sends what it keeps in the way that it was sent in, Helm 3 knows only one (helm/helm
    // pkg/action/rollback.go@v4.3.1, @v3.22.0).
    if (helmMajor == 3)
        stored.applyMethod.clear();
    if (record.hooksJson.isEmpty())
        return stored;
    const Result<Value> hooks = readJson(record.hooksJson);
    if (!hooks)
        return failure(Error::Code::Damaged,
                       UpgradeTr::tr("The hooks of revision %1 cannot be read.").arg(record.revision));
    stored.hooks = *hooks;
    return stored;
}

PlannedObjects plannedObjects(const QByteArray &manifest, const DryRun &dryRun, bool isRollback)
{
    PlannedObjects planned;
    const ManifestDocuments before = manifestDocuments(manifest);
    const ManifestDocuments after = manifestDocuments(dryRun.manifest);
    planned.before = before.documents;
    planned.after = after.documents;
    planned.problems = before.problems + after.problems;
    planned.hooks = hookObjects(runningHooks(dryRun.hooks, isRollback), planned.problems);
    planned.isAppliedByServer = dryRun.applyMethod == u"ssa";
    ManifestDiffOptions options;
    options.releaseNamespace = dryRun.namespaceName;
    planned.changes = diffManifests(planned.before, planned.after, options);
    return planned;
}

Result<Outcome> plannedOutcome(const ReleaseRecord &record, const Chart &target, const UpgradeDraft &draft,
                               const HelmVersion &helm)
{
    const auto installed = installedValues(record);
    if (!installed)
        return tl::make_unexpected(installed.error());
    return outcomes(*installed, target, draft.values(), helm).of(draft.strategy);
}

/// The manager that wrote last, by the metadata of an object.
Result<FieldOwner> lastOwner(const QByteArray &json)
{
    const Result<Value> object = readJson(json);
    if (!object)
        return tl::make_unexpected(object.error());
    const auto last = lastOwner(*object);
    return last ? Result<FieldOwner>(*last) : notAsked();
}

Result<QList<ReleaseInWork>> readReleasesInWork(const QByteArray &list)
{
    const Result<ObjectPage> page = readPage(list);
    if (!page)
        return tl::make_unexpected(page.error());
    QList<ReleaseInWork> found;
    for (const KubeObject &item : page->items) {
        const Result<LeaseState> lease = readLease(item.json);
        if (!lease)
            return tl::make_unexpected(lease.error());
        if (item.name.startsWith(ReleaseLease::namePrefix))
            found.append({item.namespaceName, item.name.mid(ReleaseLease::namePrefix.size()), *lease});
    }
    return found;
}

QStringList groupVersions(const QList<ObjectRef> &references)
{
    static const QRegularExpression plain(u"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(/[a-z0-9]+)?$"_s);
    QStringList versions;
    for (const ObjectRef &one : references)
        if (!versions.contains(one.apiVersion) && plain.match(one.apiVersion).hasMatch())
            versions << one.apiVersion;
    return versions;
}

QList<ObjectRef> crdReferences(const Chart &chart)
{
    QList<ObjectRef> references;
    collectCrdReferences(chart, references);
    references.removeIf([](const ObjectRef &one) { return one.kind != u"CustomResourceDefinition"; });
    return references;
}

AccessQuestions accessQuestions(const PlannedObjects &objects, const ReleaseKey &release,
                                const QHash<QString, ServedKinds> &kinds)
{
    QuestionList questions(release.namespaceName, kinds);
    questions.addNamed({}, release.storage == ReleaseStorage::ConfigMap ? u"configmaps"_s : u"secrets"_s,
                       {u"list"_s, u"create"_s, u"update"_s, u"delete"_s});
    questions.addNamed(u"coordination.k8s.io"_s, u"leases"_s, {u"get"_s, u"create"_s, u"update"_s});
    for (const ObjectChange &change : objects.changes.objects) {
        switch (change.kind) {
        case ObjectChange::Kind::Added:
            questions.add(change.object, {u"get"_s, u"create"_s});
            break;
        case ObjectChange::Kind::Removed:
            questions.add(change.object, {u"get"_s, u"delete"_s});
            break;
        case ObjectChange::Kind::Changed:
            questions.add(change.object, {u"get"_s, u"patch"_s});
            break;
        }
    }
    // Helm reads each object before it sends what differs (helm/helm pkg/kube/client.go@v3.22.0, @v4.3.1).
    for (const Value &object : objects.after)
        questions.add(objectRef(object),
                      objects.isAppliedByServer ? QStringList{u"get"_s, u"patch"_s} : QStringList{u"get"_s});
    for (const Value &hook : objects.hooks)
        questions.add(objectRef(hook), {u"get"_s, u"create"_s, u"delete"_s, u"watch"_s});
    return questions.questions();
}

QStringList rehearsalArguments(const ReleaseRecord &dryRun)
{
    QStringList arguments{u"apply"_s, u"--dry-run=server"_s, u"-o"_s, u"name"_s, u"-f"_s, u"-"_s};
    if (dryRun.applyMethod == u"ssa")
        arguments << u"--server-side"_s << u"--field-manager=helm"_s;
    return arguments;
}

QByteArray rehearsalObjects(const QList<Value> &objects, const QString &releaseNamespace,
                            const QHash<QString, ServedKinds> &kinds)
{
    QByteArray documents;
    for (const Value &object : objects) {
        const ObjectRef reference = objectRef(object);
        const ServedKinds::Resource resource = kinds.value(reference.apiVersion).byKind.value(reference.kind);
        Value::Map root = object.map();
        Value::Map metadata = root.value(u"metadata"_s).map();
        if (resource.isNamespaced && reference.namespaceName.isEmpty())
            metadata.insert(u"namespace"_s, Value(releaseNamespace));
        root.insert(u"metadata"_s, Value(metadata));
        documents += "---\n" + writeJson(Value(root), 0) + '\n';
    }
    return documents;
}

Result<RehearsedApply> readRehearsal(const CommandOutput &output)
{
    // k8s.io/kubectl pkg/cmd/util/helpers.go@v0.36 StandardErrorMessage
    static const QList<QByteArray> unreached{"Unable to connect to the server",
                                             "The connection to the server", "You must be logged in"};
    const auto says = [&output](const QByteArray &words) { return output.err.contains(words); };
    if (output.exitCode != 0 && std::any_of(unreached.cbegin(), unreached.cend(), says))
        return tl::make_unexpected(kubectlError(output.err));
    static const QString warning = u"Warning: "_s;
    RehearsedApply rehearsal;
    QStringList said;
    const QStringList lines = QString::fromUtf8(output.err).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        if (line.contains(u"kubectl.kubernetes.io/last-applied-configuration"))
            continue; // kubectl's own bookkeeping, which helm does not have
        if (line.startsWith(warning))
            rehearsal.warnings << line.mid(warning.size());
        else if (output.exitCode != 0)
            said << line.trimmed();
    }
    for (const QStringList &message : messagesOf(said)) {
        if (const auto unknown = unknownFieldsIn(message.join(u' ')))
            rehearsal.unknown << *unknown;
        else
            rehearsal.refusals << message.join(u'\n');
    }
    rehearsal.warnings.removeDuplicates();
    if (output.exitCode != 0 && rehearsal.refusals.isEmpty() && rehearsal.unknown.isEmpty())
        rehearsal.refusals
            << UpgradeTr::tr("kubectl ended with code %1 and gave no reason.").arg(output.exitCode);
    return rehearsal;
}

} // namespace chartroom
