// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_verbs.h"

#include "app/command_line_tr.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

QList<CommandVerb> windowAndLists()
{
    return {
        {VerbName::Window,
         {},
         {},
         CommandLineTr::tr("open the window"),
         {u"chartroom [RECORDING]"_s, u"chartroom VERB [OPTIONS]"_s},
         CommandLineTr::tr("Helm add-ons and GPU driver rollouts of Kubernetes clusters. Without a verb the "
                           "window opens, on the current context or on a recording."),
         {u"chartroom"_s, u"chartroom night.jsonl.gz"_s, u"chartroom --context prod-eu"_s}},
        {VerbName::List,
         u"list"_s,
         {},
         CommandLineTr::tr("list releases, their owners and how many nodes are done"),
         {u"chartroom list [OPTIONS]"_s},
         CommandLineTr::tr(
             "Lists the Helm releases of the context's namespace, or of all namespaces with "
             "-A: version, status, nodes with the new driver, owner, and how many values "
             "differ from the provider's. The evidence for the owner is in -o json.\n\n"
             "The nodes are counted as chartroom rollout counts them. \"by label only\": pods and "
             "DaemonSets could not be read in time (--timeout), so only the nodes' upgrade labels count; "
             "\"no upgrade labels\": no node has one."),
         {u"chartroom list -A"_s, u"chartroom list -A -o wide"_s,
          u"chartroom list --all-contexts -o json"_s}},
        {VerbName::Contexts,
         u"contexts"_s,
         {},
         CommandLineTr::tr("list the contexts of the kubeconfig and how they sign in"),
         {u"chartroom contexts [OPTIONS]"_s},
         CommandLineTr::tr("Lists the contexts of the kubeconfig. Connects to nothing and runs nothing."),
         {u"chartroom contexts"_s}},
        {VerbName::History,
         u"history"_s,
         u"RELEASE"_s,
         CommandLineTr::tr("list the revisions of a release and what each changed"),
         {u"chartroom history RELEASE [OPTIONS]"_s},
         CommandLineTr::tr("Lists the revisions that are still stored, newest first, and what each changed."),
         {u"chartroom history gpu-operator -n nvidia-gpu-operator"_s}},
        {VerbName::Values,
         u"values"_s,
         u"RELEASE"_s,
         CommandLineTr::tr("print the values of a release"),
         {u"chartroom values RELEASE [OPTIONS]"_s},
         CommandLineTr::tr("Prints the values of a release. What looks like a secret is masked."),
         {u"chartroom values gpu-operator --revision 4"_s,
          u"chartroom values gpu-operator --kind computed"_s}},
        {VerbName::Diff,
         u"diff"_s,
         u"RELEASE"_s,
         CommandLineTr::tr("compare revisions, manifests, charts and the live objects"),
         {u"chartroom diff RELEASE --from SIDE --to SIDE [OPTIONS]"_s},
         CommandLineTr::tr(
             "Compares two sides path by path. Sides with values: user:N what was set in revision N, rev:N "
             "what its templates saw, default:VERSION the chart's own values, reference what the provider "
             "set, outcome:STRATEGY@VERSION what an upgrade would store, file:PATH. Sides with objects: "
             "manifest:N, live, upgrade:STRATEGY@VERSION what helm would send, crds:VERSION of the chart, "
             "file:PATH. Without :N or :VERSION the newest revision is meant. What looks like a secret is "
             "masked.\n\n"
             "A side that cannot be read, or values that are masked in a recording, are never equal to "
             "anything: the exit status is 4. Exit status 0: equal, 1: different, higher: could not be "
             "compared."),
         {u"chartroom diff gpu-operator --from user:4 --to user:5"_s,
          u"chartroom diff gpu-operator --from manifest --to live"_s}},
        {VerbName::Plan,
         u"plan"_s,
         u"RELEASE"_s,
         CommandLineTr::tr("show what an upgrade would change, with preflight checks"),
         {u"chartroom plan RELEASE --to VERSION [--set KEY=VALUE] [--values FILE] [--window START/END] "
          "[--gpu-floor COUNT] [--timeout DURATION] [OPTIONS]"_s},
         CommandLineTr::tr(
             "Prints for each path its value after an upgrade with --reuse-values, "
             "--reset-then-reuse-values and --reset-values, which of them is recommended and why, and the "
             "command; then the findings of the preflight checks, the worst first, and how the nodes would "
             "be upgraded, with the assumptions. Changes nothing.\n\n"
             "Exit status 1: helm would refuse that upgrade, or a finding is severe."),
         {u"chartroom plan gpu-operator --to v25.10.1 --set driver.version=580.105.08"_s,
          u"chartroom plan gpu-operator --to v25.10.1 --save plan.yaml"_s}},
    };
}

QList<CommandVerb> readingVerbs()
{
    return {
        {VerbName::Rollout,
         u"rollout"_s,
         {},
         CommandLineTr::tr("show driver rollouts node by node, and what blocks them"),
         {u"chartroom rollout [--component NAME] [--all] [--watch] [OPTIONS]"_s},
         CommandLineTr::tr(
             "Prints the nodes in trouble by name, the progress of each component, and a table of the nodes "
             "that failed, move or wait, with what blocks them. Nodes that are done are only counted; --all "
             "lists each node. Components are the drivers gpu, ib, sriov and amd, and DaemonSets as "
             "NAMESPACE/NAME. A DaemonSet is listed during its rollout and some minutes after; --component "
             "NAMESPACE/NAME lists one at any time, --component daemonsets all of them.\n\n"
             "With --watch every change is a line, until interrupted; a recording is played from its start, "
             "or from --at, to its end. Exit status 1: a node is failed, stuck or lost in the end, or other "
             "facts contradict that it is done."),
         {u"chartroom rollout"_s, u"chartroom rollout --component gpu --watch"_s,
          u"chartroom rollout --recording bundled --at 3m37s"_s}},
        {VerbName::Findings,
         u"findings"_s,
         {},
         CommandLineTr::tr("explain what is wrong in the cluster, who owns it and what to do"),
         {u"chartroom findings [OPTIONS]"_s},
         CommandLineTr::tr(
             "Reads nodes, pods, warning events, the operators' resources, the rollouts and the ends of "
             "those container logs that tell more, and prints what is wrong, causes first: nodes, since "
             "when, the words of the log, the cause, the next step and the owner. Consequences are named "
             "with their cause. Reads only. Exit status 1: something was found."),
         {u"chartroom findings"_s, u"chartroom findings -o json"_s}},
        {VerbName::Gpus,
         u"gpus"_s,
         {},
         CommandLineTr::tr("count GPUs by pool, model and namespace: available, used, free, pending"),
         {u"chartroom gpus [OPTIONS]"_s},
         CommandLineTr::tr(
             "Counts the GPUs of each node pool and model: all, those that pods can be given now, those that "
             "pods use, and those that are free; then which namespaces use them, and which wait and why. MIG "
             "slices, shares and AMD's partitions are counted by themselves. GPUs that pods have through "
             "resource claims (DRA) are counted for their namespace only."),
         {u"chartroom gpus --recording bundled"_s, u"chartroom gpus -o json"_s}},
        {VerbName::Responsibility,
         u"responsibility"_s,
         {},
         CommandLineTr::tr("show who owns each component: provider, shared or customer"),
         {u"chartroom responsibility [OPTIONS]"_s},
         CommandLineTr::tr("Prints who installs, configures, upgrades and debugs each component, with this "
                           "cluster's releases."),
         {u"chartroom responsibility"_s}},
        {VerbName::Ticket,
         u"ticket"_s,
         u"[RELEASE]"_s,
         CommandLineTr::tr("write the summary that Support needs"),
         {u"chartroom ticket [RELEASE] --phase PHASE [--plan FILE] [--attach FILE] [OPTIONS]"_s},
         CommandLineTr::tr(
             "Prints the summary for Support: the request in one sentence, the window, the questions and "
             "what was measured; before a window, during it, when something is stuck, or after it; with "
             "handover for the next shift: done, running, blocked, the next decision and by when. Without "
             "RELEASE it is about the releases that bring drivers to nodes. Secrets are hidden, and listed "
             "at the end by place and reason. Changes nothing. Exit status 0: the ticket is written, "
             "whatever is in it.\n\n"
             "Parts: request, questions, shift, findings, nodes, add-ons, impact, plan, preflight, "
             "configuration, timeline, versions (from the page), cluster, redaction."),
         {u"chartroom ticket --phase during"_s,
          u"chartroom ticket gpu-operator --phase after -o txt --attach window.zip"_s}},
        {VerbName::Versions,
         u"versions"_s,
         u"audit|init|diff|promote|rollback"_s,
         CommandLineTr::tr("compare the cluster with the version matrix, and maintain it"),
         {u"chartroom versions audit [--matrix FILE[@REVISION]] [--entry NAME] [--report FILE] [OPTIONS]"_s,
          u"chartroom versions init [OPTIONS] > gpu-version-matrix.yaml"_s,
          u"chartroom versions diff [--matrix FILE[@REVISION]] [--from ENTRY] [--to ENTRY] [OPTIONS]"_s,
          u"chartroom versions promote [--matrix FILE[@BRANCH]] [--evidence TEXT] [OPTIONS] --yes"_s,
          u"chartroom versions rollback [--matrix FILE[@BRANCH]] [--to REVISION] [OPTIONS] --yes"_s},
         CommandLineTr::tr(
             "audit compares what the cluster runs with the team's version matrix: a YAML file, that file "
             "in a revision of its Git repository, or the ConfigMap gpu-version-matrix. Prints each "
             "component's expected and observed version with the evidence, by groups of nodes where they "
             "differ, incompatible combinations, versions that were never published, DaemonSets that were "
             "changed by hand, and the next step to the planned versions. What the API does not tell is "
             "unknown, never guessed. init prints a matrix of what runs. Both only read. Exit status of "
             "audit: 0 clean, or there is no matrix; 1 drift or an incompatible combination; higher: could "
             "not be compared, as with an entry that does not exist.\n\n"
             "diff compares two entries, in revisions of Git with ENTRY@REVISION; exit status 0 equal, 1 "
             "different, higher: failed. promote makes canary_testing the current_production, and the "
             "former production the rollback entry; rollback brings that back, or with --to the "
             "current_production of a revision. Only the values change: comments, order and quotes stay. "
             "The change is printed; with --yes it is committed on the branch and tagged, never pushed, and "
             "refused if the branch has moved meanwhile. A ConfigMap is applied instead.\n\n"
             "promote checks the cluster first, and for each gate that is closed (canaryNode, oneComponent, "
             "canaryRuns, bake, failedNodes, findings) it needs a reason: --reason bake=TEXT. --reason "
             "cluster=TEXT promotes without checking the cluster."),
         {u"chartroom versions audit --matrix gpu-version-matrix.yaml"_s,
          u"chartroom versions diff --from current_production --to next_planned"_s},
         {u"audit"_s, u"init"_s, u"diff"_s, u"promote"_s, u"rollback"_s}},
        {VerbName::Record,
         u"record"_s,
         u"-o FILE"_s,
         CommandLineTr::tr("record what happens in the cluster to a file"),
         {u"chartroom record -o FILE [--for TIME] [OPTIONS]"_s},
         CommandLineTr::tr(
             "Records nodes, pods, driver DaemonSets, events and releases until interrupted. Secrets, "
             "values that look like secrets, container arguments and environments are left out. An "
             "interrupt completes the recording: exit status 0, or 130 when the time of --for had not "
             "ended."),
         {u"chartroom record -o night.jsonl.gz --for 6h"_s}},
        {VerbName::Replay,
         u"replay"_s,
         u"FILE"_s,
         CommandLineTr::tr("show releases and nodes at a moment of a recording"),
         {u"chartroom replay FILE [--at TIME] [OPTIONS]"_s},
         CommandLineTr::tr("Prints releases and nodes as they were at a moment of a recording; at its end "
                           "without --at."),
         {u"chartroom replay bundled"_s, u"chartroom replay night.jsonl.gz --at 1h13m"_s}},
    };
}

QList<CommandVerb> changingVerbs()
{
    return {
        {VerbName::Upgrade,
         u"upgrade"_s,
         u"RELEASE"_s,
         CommandLineTr::tr("check and upgrade a release, or run a saved plan"),
         {u"chartroom upgrade --plan FILE [--reason ID=TEXT] [--confirm RELEASE@CONTEXT] --yes"_s,
          u"chartroom upgrade RELEASE --to VERSION --strategy NAME [--set KEY=VALUE] [-n NAMESPACE] "
          "[--repository NAME] [--gpu-floor COUNT] [--timeout DURATION] [OPTIONS] --yes"_s},
         CommandLineTr::tr(
             "Runs the preflight checks, and stops at a severe finding without a --reason; before the "
             "window of a plan starts that finding is windowStart, after its end windowEnd. Then takes the "
             "release's lease, saves what is needed to restore by hand, runs helm and reads the actual "
             "state back from the cluster. Every step is journaled. Without --yes the findings and the "
             "command are printed, with the options that are still needed to run it, and nothing is "
             "run.\n\n"
             "The saved values of the release are encrypted with a key in your keyring. Without a keyring "
             "this is said before; they are kept unencrypted and removed some days after a successful "
             "upgrade: 14, or as set on the page Activity. chartroom recover OPERATION --forget removes "
             "them sooner.\n\n"
             "Exit status 1: findings without a reason block it, or something differs from the plan "
             "although helm succeeded; 4: helm failed, or nothing could be started."),
         {u"chartroom upgrade --plan plan.yaml --yes"_s,
          u"chartroom upgrade gpu-operator --to v25.10.1 --strategy reset-then-reuse"_s}},
        {VerbName::Rollback,
         u"rollback"_s,
         u"RELEASE REVISION"_s,
         CommandLineTr::tr("roll back to a revision that is still stored"),
         {u"chartroom rollback RELEASE REVISION --reason rollback=TEXT [--reason ownership=TICKET] "
          "[--reason pending=TEXT] [--confirm RELEASE@CONTEXT] [-n NAMESPACE] [--gpu-floor COUNT] "
          "[--timeout DURATION] [OPTIONS] --yes"_s},
         CommandLineTr::tr(
             "Restores the manifest and the values of a revision that Helm still stores, as a new revision. "
             "It does not restore CRDs, the effects of hooks, or data. Checks first, with both manifests, "
             "whether nodes are drained once more and what else speaks against it, and stops at a severe "
             "finding without a --reason: pending says why you roll back although another client may be at "
             "work on the release. The reasons are kept in the journal; ownership is Support's ticket, or "
             "why there is none, where the add-on is not yours alone. Without --yes the findings and the "
             "command are printed, with the options that are still needed to run it, and nothing is "
             "run.\n\n"
             "Exit status 1: findings without a reason block it, or something differs from the plan "
             "although helm succeeded; 4: helm failed, or nothing could be started."),
         {u"chartroom rollback nvidia-gpu-operator/gpu-operator 5"_s}},
        {VerbName::Recover,
         u"recover"_s,
         u"[RELEASE]"_s,
         CommandLineTr::tr("explain interrupted operations and how to recover"),
         {u"chartroom recover [NAMESPACE/RELEASE | [RELEASE] -n NAMESPACE] [OPTIONS]"_s,
          u"chartroom recover OPERATION --unhold [--reason unhold=TEXT] --yes"_s,
          u"chartroom recover OPERATION --close"_s,
          u"chartroom recover OPERATION --forget --yes | --unseal FOLDER"_s},
         CommandLineTr::tr(
             "Prints for each interrupted operation what is known, what is unknown, and the next steps, the "
             "least destructive first; for a release, how to get out of its state; and which nodes wait for "
             "a canary node. Changes nothing in the cluster except with --unhold, which releases the nodes "
             "that one operation holds: while the canary is not done, or bakes, only with a reason. Without "
             "--yes the command is printed and nothing is run. --close notes that you checked what an "
             "interrupted operation left deployed and not verified; Chartroom does not verify it. --forget "
             "removes the values, the "
             "manifest "
             "and the record that the operation saved of its release on this machine; --unseal writes them "
             "out unencrypted, to restore by hand. Exit status 1: something is open; 4: nothing was found, "
             "but "
             "not all could be read."),
         {u"chartroom recover"_s, u"chartroom recover nvidia-gpu-operator/gpu-operator"_s}},
    };
}

QList<CommandVerb> verbsOfTheProgram()
{
    return {
        {VerbName::Info,
         u"info"_s,
         {},
         CommandLineTr::tr("show the program's version, tools, folders and kubeconfig"),
         {u"chartroom info [OPTIONS]"_s},
         CommandLineTr::tr("Prints the versions of chartroom, Qt and of the helm and kubectl that were "
                           "found, the kubeconfig and context in use, and where the log, operations, "
                           "settings and caches are. Connects to no cluster."),
         {u"chartroom info"_s}},
        {VerbName::Version,
         u"version"_s,
         {},
         CommandLineTr::tr("print the program's version"),
         {u"chartroom version"_s},
         CommandLineTr::tr("Prints the program's version, as --version does."),
         {u"chartroom version"_s}},
        {VerbName::Help,
         u"help"_s,
         u"[VERB]"_s,
         CommandLineTr::tr("explain a verb and its options"),
         {u"chartroom help [VERB]"_s},
         CommandLineTr::tr("Prints the help of a verb, as VERB --help does."),
         {u"chartroom help rollout"_s}},
        {VerbName::Completion,
         u"completion"_s,
         u"bash|zsh|fish"_s,
         CommandLineTr::tr("print a script that completes verbs and options"),
         {u"chartroom completion bash|zsh|fish"_s},
         CommandLineTr::tr("Prints the completion script for a shell. bash: source <(chartroom completion "
                           "bash). zsh: source <(chartroom completion zsh), after compinit. fish: chartroom "
                           "completion fish | source."),
         {u"chartroom completion bash"_s},
         {u"bash"_s, u"zsh"_s, u"fish"_s}},
        {VerbName::Man,
         u"man"_s,
         {},
         CommandLineTr::tr("print the manual page"),
         {u"chartroom man"_s},
         CommandLineTr::tr("Prints the manual page; read it with chartroom man | man -l -."),
         {u"chartroom man"_s}},
    };
}

} // namespace

const QList<CommandVerb> &commandVerbs()
{
    static const QList<CommandVerb> verbs =
        windowAndLists() + readingVerbs() + changingVerbs() + verbsOfTheProgram();
    return verbs;
}

const CommandVerb &commandVerb(VerbName verb)
{
    const QList<CommandVerb> &verbs = commandVerbs();
    return *std::find_if(verbs.cbegin(), verbs.cend(),
                         [verb](const CommandVerb &one) { return one.verb == verb; });
}

const CommandVerb *findCommandVerb(const QString &name)
{
    const QList<CommandVerb> &verbs = commandVerbs();
    const auto found = std::find_if(verbs.cbegin(), verbs.cend(),
                                    [&name](const CommandVerb &one) { return one.name == name; });
    return found == verbs.cend() ? nullptr : &*found;
}

QString tablesText()
{
    return CommandLineTr::tr(
        "Tables fit the terminal: columns that matter less are left out, cells are cut with "
        "an ellipsis, and sentences that do not fit follow below their row. -o wide prints "
        "every column in full, and so does a pipe, unless COLUMNS is set.");
}

QString exitStatusText()
{
    return CommandLineTr::tr("Exit status: 0 done or clean, 1 differs or found something, 2 wrong usage, 3 "
                             "cannot connect or not allowed, 4 could not be done, 130 interrupted.");
}

} // namespace chartroom
