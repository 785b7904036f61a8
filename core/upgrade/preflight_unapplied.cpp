// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/document.h"
#include "core/base/visible_text.h"
#include "core/compare/shown_text.h"
#include "core/helm/release_situation.h"
#include "core/kube/api_version.h"
#include "core/kube/kubeconfig.h"
#include "core/process/command_runner.h"
#include "core/secrets/masked_values.h"
#include "core/upgrade/node_impact.h"
#include "core/upgrade/preflight_checks.h"
#include "core/upgrade/unapplied_fields.h"
#include "core/upgrade/upgrade_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype longestCommand = 700; ///< a finding's line would be cut

Value laidIn(const Value &into, const QStringList &field, const Value &value)
{
    if (field.isEmpty())
        return value;
    Value::Map map = into.map();
    map.insert(field.first(), laidIn(map.value(field.first()), field.mid(1), value));
    return Value(map);
}

/// kubectl takes Kind.version.group for a type (k8s.io/cli-runtime pkg/resource/builder.go@v0.36 mappingFor).
QString patchCommand(const ObjectRef &object, const PreflightEvidence &evidence, const Value &patch)
{
    CommandLine command{u"kubectl"_s, {}, shellKubeconfig(evidence.kubeconfigs), {}, {}, {}};
    if (!evidence.draft.context.isEmpty())
        command.arguments << u"--context"_s << evidence.draft.context;
    command.arguments << u"patch"_s
                      << object.kind + u'.' + object.apiVersion.section(u'/', -1) + u'.' +
                             apiGroupOf(object.apiVersion)
                      << object.name;
    if (!object.namespaceName.isEmpty())
        command.arguments << u"--namespace"_s << object.namespaceName;
    command.arguments << u"--type=merge"_s << u"-p"_s << QString::fromUtf8(writeJson(patch, 0).trimmed());
    return command.display();
}

/// The same fields, for a person.
struct UnappliedLines
{
    QStringList lines;
    QStringList unread;
    bool decidesDriver = false;
    bool hasTakenOver = false;
};

/// A line for each field, and the command that sets them where it may be shown.
void addObject(UnappliedLines &found, const UnappliedObject &object, const PreflightEvidence &evidence)
{
    const auto shown = [](const Value &value) {
        const QString line = valueLine(value);
        return line.isEmpty() ? UpgradeTr::tr("not set") : visibleText(line, false, 200);
    };
    QStringList lines;
    Value patch;
    bool isMasked = false;
    bool isDrivers = false;
    const LiveObject &live = object.live;
    for (const QStringList &field : object.fields) {
        ValuePath path;
        for (const QString &key : field)
            path.append({PathStep::Kind::Key, key});
        const ValueChange change{ValueChange::Kind::Changed, pathText(path), live.value.at(field),
                                 object.manifest.at(field)};
        const ValueChange masked = maskedChange(change);
        isMasked = isMasked || masked.after != change.after;
        isDrivers = isDrivers || decidesDriver(live.object, change.path);
        patch = laidIn(patch, field, change.after);
        lines << UpgradeTr::tr("%1: %2 is %3, and the target's manifest says %4.")
                     .arg(shownRef(live.object), visibleText(masked.path), shown(masked.before),
                          shown(masked.after));
    }
    const QString command = patchCommand(live.object, evidence, patch);
    lines << (isMasked || command.size() > longestCommand
                  ? UpgradeTr::tr("%1: no command is shown, because it is too long or has masked values.")
                        .arg(shownRef(live.object))
                  : command);
    found.lines = isDrivers ? lines + found.lines : found.lines + lines;
    found.decidesDriver = found.decidesDriver || isDrivers;
}

UnappliedLines unappliedLines(const PreflightEvidence &evidence)
{
    const UnappliedFields fields = unappliedFields(evidence);
    UnappliedLines found;
    found.unread = fields.unread;
    for (const UnappliedObject &object : fields.objects) {
        addObject(found, object, evidence);
        found.hasTakenOver = found.hasTakenOver || object.isTakenOver;
    }
    return found;
}

PreflightFinding setBackFinding(const char *id, const UnappliedLines &found)
{
    return finding(
        id, found.decidesDriver ? Severity::Severe : Severity::Note,
        found.decidesDriver
            ? UpgradeTr::tr(
                  "helm sets back a driver's fields that differ in the cluster: it sends every field.")
            : UpgradeTr::tr("helm sets back fields that differ in the cluster: it sends every field."),
        found.lines + found.unread,
        UpgradeTr::tr("The check of the nodes counts these fields. Where another manager set one, helm fails "
                      "on a conflict; see the dry run."));
}

} // namespace

PreflightFinding checkUnapplied(const PreflightEvidence &evidence)
{
    const char *id = "unapplied";
    const QString unknown =
        UpgradeTr::tr("Whether helm would send the fields that differ in the cluster is unknown.");
    if (!evidence.release)
        return unknownFinding(id, unknown, evidence.release.error());
    if (!evidence.dryRun)
        return unknownFinding(id, unknown, evidence.dryRun.error());
    if (!evidence.changes)
        return unknownFinding(id, unknown, evidence.changes.error());
    if (!evidence.live)
        return unknownFinding(id, unknown, evidence.live.error());
    const UnappliedLines found = unappliedLines(evidence);
    if (found.lines.isEmpty() && !found.unread.isEmpty())
        return finding(id, Severity::Unknown, unknown, found.unread);
    if (found.lines.isEmpty())
        return finding(id, Severity::Ok,
                       UpgradeTr::tr("No custom resource differs where helm would send nothing."));
    if (evidence.dryRun->applyMethod == u"ssa")
        return setBackFinding(id, found);
    const int base = evidence.isRollback() ? evidence.release->newest().revision
                                           : upgradeBase(evidence.release->revisions);
    QString why =
        UpgradeTr::tr("helm sends of a custom resource only what differs between the manifests of revision "
                      "%1 and of the target; these fields are the same in both.")
            .arg(base);
    if (found.hasTakenOver)
        why += u' ' + UpgradeTr::tr("A custom resource that exists and is not in that revision's manifest is "
                                    "taken over: helm sends nothing of it.");
    QString byHand = UpgradeTr::tr("After the run, set the fields with the kubectl commands shown.");
    if (found.decidesDriver)
        byHand += u' ' + UpgradeTr::tr("Where autoUpgrade is on, a driver's fields start its rollout.");
    return finding(
        id, found.decidesDriver ? Severity::Severe : Severity::Warning,
        found.decidesDriver
            ? UpgradeTr::tr("The driver's fields stay as they are in the cluster: helm does not send the "
                            "target's.")
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
