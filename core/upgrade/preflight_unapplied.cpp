// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/compare/shown_text.h"
#include "core/diff/quiet_object.h"
#include "core/helm/release_situation.h"
#include "core/live/drift.h"
#include "core/process/command_runner.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/upgrade_tr.h"
#include "core/upgrade/workload_state.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestCommand = 700; ///< a finding's line would be cut

QString shownRef(const ObjectRef &object)
{
    return object.namespaceName.isEmpty() ? object.kind + u' ' + object.name
                                          : object.kind + u' ' + object.namespaceName + u'/' + object.name;
}

/// The part of a path that a merge patch can name: lists are replaced as a whole (RFC 7386).
QStringList fieldIn(const ValuePath &path)
{
    QStringList field;
    for (const PathStep &step : path) {
        if (step.kind != PathStep::Kind::Key)
            break;
        field << step.text;
    }
    return field;
}

void addFields(const QStringList &field, const Value &wanted, QList<QStringList> &fields)
{
    if (!wanted.map().isEmpty()) {
        for (auto one = wanted.map().cbegin(); one != wanted.map().cend(); ++one)
            addFields(field + QStringList{one.key()}, *one, fields);
    } else if (!fields.contains(field)) {
        fields << field;
    }
}

/// Fields of the manifest that the cluster has otherwise, or not at all.
QList<QStringList> staleFields(const Value &manifest, const LiveObject &live, const QString &releaseNamespace)
{
    QList<QStringList> fields;
    for (const DriftedObject &object : driftOf({manifest}, {live}, releaseNamespace).objects)
        for (const DriftedPath &one : object.paths) {
            const ValuePath path = readPath(one.change.path).value_or(ValuePath());
            const QStringList field = fieldIn(path);
            if (one.change.kind == ValueChange::Kind::Changed ||
                one.change.kind == ValueChange::Kind::Removed || field.size() < path.size())
                addFields(field, field.size() < path.size() ? Value() : one.change.before, fields);
        }
    fields.removeIf([&manifest](const QStringList &field) { return manifest.at(field).isNull(); });
    return fields;
}

bool isWithin(const QStringList &field, const QStringList &other)
{
    return field.size() >= other.size() && field.first(other.size()) == other;
}

/// Whether the manifests differ there, so that a patch made of them has it.
bool isInPatch(const QStringList &field, const ObjectChange *change)
{
    const QList<ValueChange> changes = change ? change->changes : QList<ValueChange>();
    return std::any_of(changes.cbegin(), changes.cend(), [&field](const ValueChange &one) {
        const QStringList changed = fieldIn(readPath(one.path).value_or(ValuePath()));
        return isWithin(field, changed) || isWithin(changed, field);
    });
}

/// Sources: see workload_state.h.
bool decidesDriver(const ObjectRef &object, const QStringList &field)
{
    static const QStringList names{u"version"_s, u"image"_s, u"repository"_s};
    static const QMap<QString, QStringList> places{{u"ClusterPolicy"_s, {u"spec"_s, u"driver"_s}},
                                                   {u"NVIDIADriver"_s, {u"spec"_s}},
                                                   {u"NicClusterPolicy"_s, {u"spec"_s, u"ofedDriver"_s}},
                                                   {u"NicNodePolicy"_s, {u"spec"_s, u"ofedDriver"_s}},
                                                   {u"DeviceConfig"_s, {u"spec"_s, u"driver"_s}}};
    const auto place = places.constFind(object.kind);
    return place != places.cend() && isOperatorResource(object) && field.size() == place->size() + 1 &&
           isWithin(field, *place) && names.contains(field.last());
}

Value laidIn(const Value &into, const QStringList &field, const Value &value)
{
    if (field.isEmpty())
        return value;
    Value::Map map = into.map();
    map.insert(field.first(), laidIn(map.value(field.first()), field.mid(1), value));
    return Value(map);
}

/// kubectl takes Kind.version.group for a type (k8s.io/cli-runtime pkg/resource/builder.go@v0.36 mappingFor).
QString patchCommand(const ObjectRef &object, const QString &context, const Value &patch)
{
    CommandLine command{u"kubectl"_s, {}, {}, {}, {}, {}};
    if (!context.isEmpty())
        command.arguments << u"--context"_s << context;
    command.arguments << u"patch"_s
                      << object.kind + u'.' + object.apiVersion.section(u'/', 1) + u'.' +
                             object.apiVersion.section(u'/', 0, 0)
                      << object.name;
    if (!object.namespaceName.isEmpty())
        command.arguments << u"--namespace"_s << object.namespaceName;
    command.arguments << u"--type=merge"_s << u"-p"_s << QString::fromUtf8(writeJson(patch, 0).trimmed());
    return command.display();
}

/// What stands still although the manifest says otherwise.
struct UnappliedFields
{
    QStringList lines;
    QStringList unread;
    bool decidesDriver = false;
};

/// A line for each field, and the command that sets them where it may be shown.
void addObject(UnappliedFields &found, const Value &manifest, const LiveObject &live,
               const QList<QStringList> &fields, const QString &context)
{
    const auto shown = [](const Value &value) {
        const QString line = valueLine(value);
        return line.isEmpty() ? UpgradeTr::tr("not set") : visibleText(line, false, 200);
    };
    QStringList lines;
    Value patch;
    bool isMasked = false;
    bool isDrivers = false;
    for (const QStringList &field : fields) {
        ValuePath path;
        for (const QString &key : field)
            path.append({PathStep::Kind::Key, key});
        const ValueChange change{ValueChange::Kind::Changed, pathText(path), live.value.at(field),
                                 manifest.at(field)};
        const ValueChange masked = maskedChange(change);
        isMasked = isMasked || masked.after != change.after;
        isDrivers = isDrivers || decidesDriver(live.object, field);
        patch = laidIn(patch, field, change.after);
        lines << UpgradeTr::tr("%1: %2 is %3, and the target's manifest says %4.")
                     .arg(shownRef(live.object), visibleText(masked.path), shown(masked.before),
                          shown(masked.after));
    }
    const QString command = patchCommand(live.object, context, patch);
    lines << (isMasked || command.size() > longestCommand
                  ? UpgradeTr::tr("%1: no command is shown, because it is too long or has masked values.")
                        .arg(shownRef(live.object))
                  : command);
    found.lines = isDrivers ? lines + found.lines : found.lines + lines;
    found.decidesDriver = found.decidesDriver || isDrivers;
}

UnappliedFields unappliedFields(const PreflightEvidence &evidence)
{
    const QString home = evidence.draft.release.namespaceName;
    const auto isSame = [&home](const ObjectRef &one, const ObjectRef &its) {
        const auto group = [](const ObjectRef &object) { return object.apiVersion.section(u'/', 0, 0); };
        const auto space = [&home](const ObjectRef &object) {
            return object.namespaceName.isEmpty() ? home : object.namespaceName;
        };
        return one.kind == its.kind && one.name == its.name && group(one) == group(its) &&
               space(one) == space(its);
    };
    UnappliedFields found;
    for (const Value &manifest : manifestDocuments(evidence.dryRun->manifest).documents) {
        const ObjectRef its = objectRef(manifest);
        if (!its.apiVersion.contains(u'/') || isBuiltInGroup(its.apiVersion.section(u'/', 0, 0)))
            continue;
        const QList<ObjectChange> &changes = evidence.changes->objects;
        const auto change = std::find_if(changes.cbegin(), changes.cend(),
                                         [&](const ObjectChange &one) { return isSame(one.object, its); });
        if (change != changes.cend() && change->kind != ObjectChange::Kind::Changed)
            continue; // the newest record's manifest does not have it
        const auto live =
            std::find_if(evidence.live->cbegin(), evidence.live->cend(), [&](const LiveObject &one) {
                return isSame(one.object, its) && one.object.apiVersion == its.apiVersion;
            });
        const bool isOfOtherVersion = live != evidence.live->cend() &&
                                      live->state == LiveObject::State::Found && !live->notice.isEmpty();
        if (live == evidence.live->cend() || live->state == LiveObject::State::Forbidden ||
            live->state == LiveObject::State::Unreadable || isOfOtherVersion) {
            found.unread << (live == evidence.live->cend()
                                 ? UpgradeTr::tr("%1 was not read.").arg(shownRef(its))
                                 : live->notice);
            continue;
        }
        if (live->state != LiveObject::State::Found)
            continue;
        QList<QStringList> fields = staleFields(manifest, *live, home);
        fields.removeIf([&](const QStringList &field) {
            return isInPatch(field, change == changes.cend() ? nullptr : &*change);
        });
        if (!fields.isEmpty())
            addObject(found, manifest, *live, fields, evidence.draft.context);
    }
    return found;
}

PreflightFinding setBackFinding(const char *id, const UnappliedFields &found)
{
    return finding(
        id, found.decidesDriver ? Severity::Severe : Severity::Note,
        found.decidesDriver
            ? UpgradeTr::tr("helm sets a driver back that the cluster has otherwise: it sends every field.")
            : UpgradeTr::tr("helm sets fields back that the cluster has otherwise: it sends every field."),
        found.lines + found.unread,
        UpgradeTr::tr("The check of the nodes compares only the manifests: it does not count these fields. "
                      "Where another manager set one, helm fails on a conflict; see the dry run."));
}

} // namespace

PreflightFinding checkUnapplied(const PreflightEvidence &evidence)
{
    const char *id = "unapplied";
    const QString unknown =
        UpgradeTr::tr("Whether helm would send what the cluster has otherwise than the manifest is unknown.");
    if (!evidence.release)
        return unknownFinding(id, unknown, evidence.release.error());
    if (!evidence.dryRun)
        return unknownFinding(id, unknown, evidence.dryRun.error());
    if (!evidence.changes)
        return unknownFinding(id, unknown, evidence.changes.error());
    if (!evidence.live)
        return unknownFinding(id, unknown, evidence.live.error());
    const UnappliedFields found = unappliedFields(evidence);
    if (found.lines.isEmpty() && !found.unread.isEmpty())
        return finding(id, Severity::Unknown, unknown, found.unread);
    if (found.lines.isEmpty())
        return finding(id, Severity::Ok,
                       UpgradeTr::tr("No custom resource differs where helm would send nothing."));
    if (evidence.dryRun->applyMethod == u"ssa")
        return setBackFinding(id, found);
    const int base = evidence.isRollback() ? evidence.release->newest().revision
                                           : upgradeBase(evidence.release->revisions);
    const QString why =
        UpgradeTr::tr("helm sends of a custom resource only what differs between the manifests of revision "
                      "%1 and of the target; these fields are the same in both.")
            .arg(base);
    const QString byHand = UpgradeTr::tr("After the run, set the fields with the kubectl commands shown.");
    return finding(
        id, found.decidesDriver ? Severity::Severe : Severity::Warning,
        found.decidesDriver
            ? UpgradeTr::tr("The driver stays as it is in the cluster: helm does not send the target's.")
            : UpgradeTr::tr("Fields of custom resources stay as they are in the cluster: helm does not send "
                            "the target's."),
        QStringList{why} + found.lines + found.unread,
        evidence.isRollback()
            ? byHand + u' ' +
                  UpgradeTr::tr("Or first roll back to a revision whose manifest is what the cluster has: "
                                "from there, helm sends the difference.")
            : byHand);
}

} // namespace chartroom
