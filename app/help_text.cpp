// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line_tr.h"
#include "app/command_options.h"

namespace chartroom {

namespace {

QString verbsText()
{
    return CommandLineTr::tr(
        "Usage: chartroom [RECORDING]            opens the window\n"
        "       chartroom VERB [OPTIONS]\n"
        "\n"
        "Verbs:\n"
        "  list                 the releases, whose they are and why\n"
        "  contexts             the contexts of the kubeconfig and how they sign in\n"
        "  history RELEASE      the revisions of a release and what changed\n"
        "  values RELEASE       the values of a release\n"
        "  diff RELEASE         two revisions, manifests, charts or the cluster against each other\n"
        "  plan RELEASE         what would become of the values in an upgrade, three ways\n"
        "  rollout              where every node is in the driver upgrades, and what holds it back\n"
        "  findings             what is wrong in the cluster, why, whose it is and what to do\n"
        "  responsibility       the shared responsibility model with this cluster's releases\n"
        "  record -o FILE       write what happens in the cluster to a file\n"
        "  replay FILE          the inventory of a recording at a moment\n"
        "  upgrade RELEASE      check, then upgrade a release step by step, or run a saved plan\n"
        "  rollback RELEASE REV go back to a revision that is still stored\n"
        "  recover              what became of operations that were cut off, and the way out\n"
        "  ticket [RELEASE]     what Support needs to know, before, during or after a window\n"
        "  versions audit|init  what runs against the version matrix; a matrix of what runs\n"
        "  versions diff|promote|rollback\n"
        "                       the version matrix itself: compare, move on, go back\n");
}

/// See ExitCode.
QString exitStatusText()
{
    return CommandLineTr::tr(
        "\nExit status: 0 done or clean, 1 differs or found something, 2 wrong usage, 3 cannot "
        "connect or\nnot allowed, 4 could not be done, 130 interrupted.\n");
}

QString usageText(VerbName verb)
{
    switch (verb) {
    case VerbName::Window:
        return verbsText();
    case VerbName::List:
        return CommandLineTr::tr(
            "Usage: chartroom list [OPTIONS]\n\n"
            "Lists the Helm releases of the context's namespace, or of all with -A, with owner "
            "and evidence.\n");
    case VerbName::Contexts:
        return CommandLineTr::tr(
            "Usage: chartroom contexts [OPTIONS]\n\n"
            "Lists the contexts of the kubeconfig. Connects to nothing and runs nothing.\n");
    case VerbName::History:
        return CommandLineTr::tr(
            "Usage: chartroom history RELEASE [OPTIONS]\n\n"
            "Lists the revisions that are still stored, newest first, and what each changed.\n");
    case VerbName::Values:
        return CommandLineTr::tr("Usage: chartroom values RELEASE [OPTIONS]\n\n"
                                 "Prints the values of a release. What looks like a secret is masked.\n");
    case VerbName::Diff:
        return CommandLineTr::tr(
            "Usage: chartroom diff RELEASE --from SIDE --to SIDE [OPTIONS]\n\n"
            "Compares two sides path by path. Sides with values: user:N what was set in revision N, rev:N "
            "what\n"
            "its templates saw, default:VERSION the chart's own values, reference what the provider set,\n"
            "outcome:STRATEGY@VERSION what an upgrade would store, file:PATH. Sides with objects: "
            "manifest:N,\n"
            "live, upgrade:STRATEGY@VERSION what helm would send, crds:VERSION of the chart, file:PATH.\n"
            "Without :N or :VERSION the newest revision is meant. What looks like a secret is masked.\n"
            "What is not there is never equal: a side that cannot be read, or values that are masked in a\n"
            "recording, end with 4. Exit status 0: equal, 1: different, more: could not be compared.\n");
    case VerbName::Plan:
        return CommandLineTr::tr(
            "Usage: chartroom plan RELEASE --to VERSION [--set KEY=VALUE] [--values FILE]\n"
            "       [--window START/END] [--gpu-floor COUNT] [--timeout DURATION] [OPTIONS]\n\n"
            "Prints for each path what it would be after an upgrade with --reuse-values,\n"
            "--reset-then-reuse-values and --reset-values, which of them is recommended and why, and the\n"
            "command; then what the preflight found, the worst first, and how the nodes would go, with what "
            "that\nrests on. Changes nothing.\n"
            "Exit status 1: helm would refuse the chosen upgrade, or a finding is severe.\n");
    case VerbName::Responsibility:
        return CommandLineTr::tr("Usage: chartroom responsibility [OPTIONS]\n\n"
                                 "Prints who installs, configures, upgrades and debugs each component.\n");
    case VerbName::Rollout:
        return CommandLineTr::tr(
            "Usage: chartroom rollout [--component NAME] [--watch] [OPTIONS]\n\n"
            "Lists each node's step in the rollouts of drivers (components gpu, ib, sriov, amd) and of "
            "DaemonSets\n(NAMESPACE/NAME), with evidence, contradictions and blockers, and between when and "
            "when each will be\nthrough. A DaemonSet is listed while it rolls and some minutes after; "
            "--component NAMESPACE/NAME\nlists one at any time, --component daemonsets all of them. With "
            "--watch every change is a line, until\ninterrupted; a recording is gone through from its start, "
            "or from --at, to its end. Exit status 1:\na node failed, is stuck or lost in the end.\n");
    case VerbName::Findings:
        return CommandLineTr::tr(
            "Usage: chartroom findings [OPTIONS]\n\n"
            "Looks at nodes, pods, warning events, the operators' resources, the rollouts and the ends of "
            "those\ncontainer logs that would tell more, and prints what is wrong, the causes first: on "
            "which "
            "nodes, since\nwhen, word for word, what it means, what to do, and whose it is. What only waits "
            "for "
            "a cause is named\nwith it. Reads only. Exit status 1: something was found.\n");
    case VerbName::Record:
        return CommandLineTr::tr(
            "Usage: chartroom record -o FILE [--for TIME] [OPTIONS]\n\n"
            "Records nodes, pods, driver DaemonSets, events and releases until interrupted. Secrets, values\n"
            "that look like secrets, container arguments and environments are left out. An interrupt ends\n"
            "the recording well: exit status 0, or 130 when the time of --for was not over.\n");
    case VerbName::Replay:
        return CommandLineTr::tr("Usage: chartroom replay FILE [--at TIME] [OPTIONS]\n\n"
                                 "Prints releases and nodes as they were at a moment of a recording.\n");
    case VerbName::Upgrade:
        return CommandLineTr::tr(
            "Usage: chartroom upgrade --plan FILE [--reason ID=TEXT] [--confirm RELEASE@CONTEXT] --yes\n"
            "       chartroom upgrade RELEASE --to VERSION --strategy NAME [--set KEY=VALUE]\n"
            "                         [-n NAMESPACE] [--repository NAME] [--gpu-floor COUNT]\n"
            "                         [--timeout DURATION] [OPTIONS] --yes\n\n"
            "Checks first whether it can be done, and stops at a severe finding that no --reason is given\n"
            "for; before the window of a plan begins, that is windowStart, after its end windowEnd. Then\n"
            "takes the release's lease, saves what is needed to go back by hand, runs helm and reads from\n"
            "the cluster what came of it.\n"
            "What is saved of the release's values is encrypted with a key in your keyring. Without a "
            "keyring\n"
            "this says so before, keeps it unencrypted, and removes it some days after the upgrade has "
            "ended\n"
            "well: 14, or those set on the page Activity; chartroom recover OPERATION --forget does it "
            "sooner.\n"
            "Every step is journaled. Without --yes the findings and the command are printed, with the "
            "options\n"
            "that are still needed to run it, and nothing is run.\n"
            "Exit status 1: findings without a reason block it, or something is not as planned although "
            "helm\n"
            "ended well; 4: helm failed, or nothing could be started.\n");
    case VerbName::Rollback:
        return CommandLineTr::tr(
            "Usage: chartroom rollback RELEASE REVISION --reason rollback=TEXT [--reason ownership=TICKET]\n"
            "                          [--reason pending=TEXT] [--confirm RELEASE@CONTEXT] [-n NAMESPACE]\n"
            "                          [--gpu-floor COUNT] [--timeout DURATION] [OPTIONS] --yes\n\n"
            "Brings back the manifest and the values of a revision that Helm still keeps, as a new revision. "
            "It\n"
            "does not bring back CRDs, what hooks did, or data. Checks first, by the two manifests, whether "
            "nodes\n"
            "are drained once more and what else speaks against it, and stops at a severe finding that no\n"
            "--reason is given for: pending says why it goes back over what somebody else may be at work "
            "on.\n"
            "The reasons are kept in the journal; the ticket is Support's, or why there is none, where the\n"
            "add-on is not yours alone. Without --yes the findings and the command are printed, with the "
            "options\n"
            "that are still needed to run it, and nothing is run. Exit status 1: findings without a reason "
            "block\n"
            "it, or something is not as planned although helm ended well; 4: helm failed, or nothing could "
            "be\n"
            "started.\n");
    case VerbName::Recover:
        return CommandLineTr::tr(
            "Usage: chartroom recover [NAMESPACE/RELEASE | RELEASE -n NAMESPACE] [OPTIONS]\n"
            "       chartroom recover OPERATION --unhold [--reason unhold=TEXT] --yes\n"
            "       chartroom recover OPERATION --forget --yes | --unseal FOLDER\n\n"
            "Says of each operation that was cut off what is known, what is not, and what can be done next, "
            "the\n"
            "least destructive first; of a release, the way out of the state it is in; and which nodes wait "
            "for\n"
            "the one that went first. Changes nothing in the cluster but with --unhold, which lets the "
            "nodes\n"
            "of one operation follow: while the first one is not done, or bakes, only with a reason. "
            "Without\n"
            "--yes the command is printed and nothing is run. --forget removes the values, the manifest and\n"
            "the record that the operation saved of its release on this machine; --unseal writes them out\n"
            "unencrypted, to restore from by hand. Exit status 1: something is open.\n");
    case VerbName::Ticket:
        return CommandLineTr::tr(
            "Usage: chartroom ticket [RELEASE] --phase PHASE [--plan FILE] [--attach FILE] [OPTIONS]\n\n"
            "Prints the summary for Support: the request in one sentence, the window, what is asked, and "
            "what\n"
            "was measured; before a window, during it, when something is stuck, or after it; with handover "
            "for "
            "the\n"
            "next shift: done, running, blocked, the next decision and by when. Without RELEASE "
            "it\n"
            "is about those that bring drivers to nodes. Secrets are hidden, and listed at the end by place "
            "and\n"
            "reason. Changes nothing. Exit status 0: it is written, whatever it tells.\n"
            "Parts: request, questions, shift, findings, nodes, add-ons, impact, plan, preflight, "
            "configuration,\n"
            "timeline, versions (from the page), cluster, redaction.\n");
    case VerbName::Versions:
        return CommandLineTr::tr(
            "Usage: chartroom versions audit [--matrix FILE[@REVISION]] [--entry NAME] [--report FILE] "
            "[OPTIONS]\n"
            "       chartroom versions init [OPTIONS] > gpu-version-matrix.yaml\n"
            "       chartroom versions diff [--matrix FILE[@REVISION]] [--from ENTRY] [--to ENTRY] "
            "[OPTIONS]\n"
            "       chartroom versions promote [--matrix FILE[@BRANCH]] [--evidence TEXT] [OPTIONS] --yes\n"
            "       chartroom versions rollback [--matrix FILE[@BRANCH]] [--to REVISION] [OPTIONS] --yes\n\n"
            "Compares what the cluster really runs with the team's version matrix: a YAML file, that file in "
            "a\n"
            "revision of its Git repository, or the ConfigMap gpu-version-matrix. Prints each component's "
            "expected\n"
            "and observed version with the evidence, by groups of nodes where they differ, which versions do "
            "not go\n"
            "together, which were never published, DaemonSets that were changed by hand, and the next step "
            "to "
            "what\n"
            "is planned. What nothing tells is unknown, never guessed. init prints a matrix of what runs. "
            "Both\n"
            "read only. Exit status of audit: 0 clean, or there is no matrix; 1 something drifts or is "
            "broken; more: it\n"
            "could not be compared, as with an entry that is not there.\n"
            "diff compares two entries, in revisions of Git with ENTRY@REVISION; exit status 0 equal, 1 "
            "different,\n"
            "more: failed. promote makes canary_testing the current_production, and what ran the "
            "rollback; "
            "rollback\n"
            "brings that back, or with --to the current_production of a revision. Only the values change: "
            "comments,\n"
            "order and quotes stay. The change is printed; with --yes it is committed on the branch and "
            "tagged, never\n"
            "pushed, and refused where somebody else was quicker. A ConfigMap is applied instead.\n"
            "promote looks at the cluster first, and for each gate that is closed (canaryNode, oneComponent, "
            "canaryRuns,\n"
            "bake, failedNodes, findings) it needs a reason: --reason bake=TEXT. --reason cluster=TEXT "
            "promotes without a look.\n");
    }
    return {};
}

} // namespace

QString helpText(VerbName verb)
{
    QString text = usageText(verb) + exitStatusText() + CommandLineTr::tr("\nOptions:\n");
    for (const CommandOption &option : commandOptions()) {
        if (!option.isKnownTo(verb))
            continue;
        QString left =
            option.letter.isNull() ? QStringLiteral("      ") : QStringLiteral("  -%1, ").arg(option.letter);
        left += QStringLiteral("--") + option.name;
        if (!option.value.isEmpty())
            left += u' ' + option.value;
        text += left.leftJustified(28) + u' ' + option.help + u'\n';
    }
    return text;
}

} // namespace chartroom
