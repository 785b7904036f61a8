<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<!-- SPDX-FileCopyrightText: 2026 The Chartroom authors -->
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Base</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Consequence: %1 (%2), seen %n time(s)</source>
        <translation>
            <numerusform>Consequence: %1 (%2), seen %n time</numerusform>
            <numerusform>Consequence: %1 (%2), seen %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not listed: %n line(s) of nodes that are done or not concerned. --all lists them.</source>
        <translation>
            <numerusform>Not listed: %n line of nodes that are done or not concerned. --all lists them.</numerusform>
            <numerusform>Not listed: %n lines of nodes that are done or not concerned. --all lists them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message numerus="yes">
        <source>%n other node(s) with the same kernel (%1) took %2.</source>
        <translation>
            <numerusform>%n other node with the same kernel (%1) took %2.</numerusform>
            <numerusform>%n other nodes with the same kernel (%1) took %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Diff</name>
    <message numerus="yes">
        <source>%n unchanged line(s)</source>
        <translation>
            <numerusform>%n unchanged line</numerusform>
            <numerusform>%n unchanged lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Kube</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n MIG slice(s)</source>
        <translation>
            <numerusform>%n MIG slice</numerusform>
            <numerusform>%n MIG slices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU share(s)</source>
        <translation>
            <numerusform>%n GPU share</numerusform>
            <numerusform>%n GPU shares</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU partition(s)</source>
        <translation>
            <numerusform>%n GPU partition</numerusform>
            <numerusform>%n GPU partitions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Outcomes</name>
    <message numerus="yes">
        <source>--reset-values would lose %n of your setting(s).</source>
        <translation>
            <numerusform>--reset-values would lose %n of your settings.</numerusform>
            <numerusform>--reset-values would lose %n of your settings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>--reuse-values would keep %n default(s) of the old chart.</source>
        <translation>
            <numerusform>--reuse-values would keep %n default of the old chart.</numerusform>
            <numerusform>--reuse-values would keep %n defaults of the old chart.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>--reuse-values would leave %n new default(s) out.</source>
        <translation>
            <numerusform>--reuse-values would leave %n new default out.</numerusform>
            <numerusform>--reuse-values would leave %n new defaults out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>--reuse-values would keep %n default(s) of the old chart and lack %1 of the new ones.</source>
        <translation>
            <numerusform>--reuse-values would keep %n default of the old chart and lack %1 of the new ones.</numerusform>
            <numerusform>--reuse-values would keep %n defaults of the old chart and lack %1 of the new ones.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>--reset-then-reuse-values keeps your %n setting(s) and uses the new chart&apos;s defaults for the rest.</source>
        <translation>
            <numerusform>--reset-then-reuse-values keeps your setting and uses the new chart&apos;s defaults for the rest.</numerusform>
            <numerusform>--reset-then-reuse-values keeps your %n settings and uses the new chart&apos;s defaults for the rest.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your edits also change %n value(s).</source>
        <translation>
            <numerusform>Your edits also change %n value.</numerusform>
            <numerusform>Your edits also change %n values.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OwnershipSentences</name>
    <message numerus="yes">
        <source>%n values differ from the reference, %1: %2. %3</source>
        <translation>
            <numerusform>%n value differs from the reference, %1: %2. %3</numerusform>
            <numerusform>%n values differ from the reference, %1: %2. %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values differ from the reference; there is no fixed threshold for a significant modification.</source>
        <translation>
            <numerusform>%n value differs from the reference; there is no fixed threshold for a significant modification.</numerusform>
            <numerusform>%n values differ from the reference; there is no fixed threshold for a significant modification.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message numerus="yes">
        <source>%n restart(s)</source>
        <translation>
            <numerusform>%n restart</numerusform>
            <numerusform>%n restarts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Process</name>
    <message numerus="yes">
        <source>%1 did not end within %n second(s); it was stopped.</source>
        <translation>
            <numerusform>%1 did not end within %n second; it was stopped.</numerusform>
            <numerusform>%1 did not end within %n seconds; it was stopped.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Recording</name>
    <message numerus="yes">
        <source>%n damaged line(s) were left out.</source>
        <translation>
            <numerusform>%n damaged line was left out.</numerusform>
            <numerusform>%n damaged lines were left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Rollout</name>
    <message numerus="yes">
        <source>Waiting for jobs to complete, for %n minute(s) now.</source>
        <translation>
            <numerusform>Waiting for jobs to complete, for %n minute now.</numerusform>
            <numerusform>Waiting for jobs to complete, for %n minutes now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Their timeout is %n minute(s).</source>
        <translation>
            <numerusform>Their timeout is %n minute.</numerusform>
            <numerusform>Their timeout is %n minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The init container %1 of %2 %3 restarted %n time(s): %4</source>
        <translation>
            <numerusform>The init container %1 of %2 %3 restarted %n time: %4</numerusform>
            <numerusform>The init container %1 of %2 %3 restarted %n times: %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 %3 restarted %n time(s): %4</source>
        <translation>
            <numerusform>%1 of %2 %3 restarted %n time: %4</numerusform>
            <numerusform>%1 of %2 %3 restarted %n times: %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) blocked or slow</source>
        <translation>
            <numerusform>%n node blocked or slow</numerusform>
            <numerusform>%n nodes blocked or slow</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) blocked</source>
        <translation>
            <numerusform>%n node blocked</numerusform>
            <numerusform>%n nodes blocked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting node(s) then keep the old driver.</source>
        <translation>
            <numerusform>%n waiting node then keeps the old driver.</numerusform>
            <numerusform>%n waiting nodes then keep the old driver.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) in progress (%1) stay cordoned until they are uncordoned manually, even if autoUpgrade is on again; where the driver pod was already replaced, the new driver starts anyway.</source>
        <translation>
            <numerusform>%n node in progress (%1) stays cordoned until it is uncordoned manually, even if autoUpgrade is on again; where the driver pod was already replaced, the new driver starts anyway.</numerusform>
            <numerusform>%n nodes in progress (%1) stay cordoned until they are uncordoned manually, even if autoUpgrade is on again; where the driver pod was already replaced, the new driver starts anyway.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::FleetPage</name>
    <message numerus="yes">
        <source>&amp;Connect %n cluster(s)</source>
        <translation>
            <numerusform>&amp;Connect %n cluster</numerusform>
            <numerusform>&amp;Connect %n clusters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cluster(s)</source>
        <translation>
            <numerusform>%n cluster</numerusform>
            <numerusform>%n clusters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cannot be reached</source>
        <translation>
            <numerusform>%n cannot be reached</numerusform>
            <numerusform>%n cannot be reached</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in trouble</source>
        <translation>
            <numerusform>%n in trouble</numerusform>
            <numerusform>%n in trouble</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Screens</name>
    <message numerus="yes">
        <source>%n older operation(s) left out.</source>
        <translation>
            <numerusform>%n older operation left out.</numerusform>
            <numerusform>%n older operations left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n release(s)</source>
        <translation>
            <numerusform>%n release</numerusform>
            <numerusform>%n releases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPU node(s)</source>
        <translation>
            <numerusform>%n GPU node</numerusform>
            <numerusform>%n GPU nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n path(s)</source>
        <translation>
            <numerusform>%n path</numerusform>
            <numerusform>%n paths</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n object(s)</source>
        <comment>component</comment>
        <translation>
            <numerusform>%1, %n object</numerusform>
            <numerusform>%1, %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n pod</numerusform>
            <numerusform>%n pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n resource(s) of operators</source>
        <translation>
            <numerusform>%n resource of operators</numerusform>
            <numerusform>%n resources of operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n log(s)</source>
        <translation>
            <numerusform>%n log</numerusform>
            <numerusform>%n logs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n node(s)</source>
        <translation>
            <numerusform>%1 on %n node</numerusform>
            <numerusform>%1 on %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⋯ %n unchanged line(s)</source>
        <translation>
            <numerusform>⋯ %n unchanged line</numerusform>
            <numerusform>⋯ %n unchanged lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ticket</name>
    <message numerus="yes">
        <source>%n more path(s) are in the attachments.</source>
        <translation>
            <numerusform>%n more path is in the attachments.</numerusform>
            <numerusform>%n more paths are in the attachments.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older event(s) left out</source>
        <translation>
            <numerusform>%n older event left out</numerusform>
            <numerusform>%n older events left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same is asked about %n more finding(s): %1.</source>
        <translation>
            <numerusform>The same is asked about %n more finding: %1.</numerusform>
            <numerusform>The same is asked about %n more findings: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n path(s) differ from %2.</source>
        <translation>
            <numerusform>%1: %n path differs from %2.</numerusform>
            <numerusform>%1: %n paths differ from %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %3 slots in use, including failed nodes; %n node(s) waiting</source>
        <translation>
            <numerusform>%1: %2 of %3 slots in use, including failed nodes; %n node waiting</numerusform>
            <numerusform>%1: %2 of %3 slots in use, including failed nodes; %n nodes waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %3 slots in use; %n node(s) waiting</source>
        <translation>
            <numerusform>%1: %2 of %3 slots in use; %n node waiting</numerusform>
            <numerusform>%1: %2 of %3 slots in use; %n nodes waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more node(s) need attention; all are in the attached table.</source>
        <translation>
            <numerusform>%n more node needs attention; all are in the attached table.</numerusform>
            <numerusform>%n more nodes need attention; all are in the attached table.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are failed, stuck or lost: %1.</source>
        <translation>
            <numerusform>%n node is failed, stuck or lost: %1.</numerusform>
            <numerusform>%n nodes are failed, stuck or lost: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are on hold by the skip label: %1.</source>
        <translation>
            <numerusform>%n node is on hold by the skip label: %1.</numerusform>
            <numerusform>%n nodes are on hold by the skip label: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are done, and still being verified: %1.</source>
        <translation>
            <numerusform>%n node is done, and still being verified: %1.</numerusform>
            <numerusform>%n nodes are done, and still being verified: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are cordoned: %1.</source>
        <translation>
            <numerusform>%n node is cordoned: %1.</numerusform>
            <numerusform>%n nodes are cordoned: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s) are not ready: %1.</source>
        <translation>
            <numerusform>%n pod is not ready: %1.</numerusform>
            <numerusform>%n pods are not ready: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> %n other node(s) with the same kernel (%1) took %2.</source>
        <translation>
            <numerusform> %n other node with the same kernel (%1) took %2.</numerusform>
            <numerusform> %n other nodes with the same kernel (%1) took %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> No node with its kernel (%1) has taken %2 yet; %n with another kernel did.</source>
        <translation>
            <numerusform> No node with its kernel (%1) has taken %2 yet; %n with another kernel did.</numerusform>
            <numerusform> No node with its kernel (%1) has taken %2 yet; %n with another kernel did.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more node(s) are blocked; all are in the attached table.</source>
        <translation>
            <numerusform>%n more node is blocked; all are in the attached table.</numerusform>
            <numerusform>%n more nodes are blocked; all are in the attached table.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Does anything in our own configuration below (%n path(s)) prevent it?</source>
        <translation>
            <numerusform>Does anything in our own configuration below (%n path) prevent it?</numerusform>
            <numerusform>Does anything in our own configuration below (%n paths) prevent it?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are still to go (%1). %2: may it be extended for them?</source>
        <translation>
            <numerusform>%n node is still to go (%1). %2: may it be extended for it?</numerusform>
            <numerusform>%n nodes are still to go (%1). %2: may it be extended for them?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are still to go (%1): does the window stay open for them?</source>
        <translation>
            <numerusform>%n node is still to go (%1): does the window stay open for it?</numerusform>
            <numerusform>%n nodes are still to go (%1): does the window stay open for them?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Chartroom searched every text again for a ticket of %1 UTC, and hid or replaced %n more part(s); redaction.csv beside this file lists the reasons.</source>
        <translation>
            <numerusform>Chartroom searched every text again for a ticket of %1 UTC, and hid or replaced %n more part; redaction.csv beside this file lists the reasons.</numerusform>
            <numerusform>Chartroom searched every text again for a ticket of %1 UTC, and hid or replaced %n more parts; redaction.csv beside this file lists the reasons.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n node(s) are done</source>
        <translation>
            <numerusform>the only node is done</numerusform>
            <numerusform>all %n nodes are done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) queued</source>
        <translation>
            <numerusform>%n node queued</numerusform>
            <numerusform>%n nodes queued</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Upgrade</name>
    <message numerus="yes">
        <source>%1: %n node(s) have loaded the driver %2</source>
        <translation>
            <numerusform>%1: %n node has loaded the driver %2</numerusform>
            <numerusform>%1: %n nodes have loaded the driver %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: the driver failed on %n node(s): %2.</source>
        <translation>
            <numerusform>%1: the driver failed on %n node: %2.</numerusform>
            <numerusform>%1: the driver failed on %n nodes: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>helm removes the %n oldest revision(s) from the history: %1.</source>
        <translation>
            <numerusform>helm removes the oldest revision from the history: %1.</numerusform>
            <numerusform>helm removes the %n oldest revisions from the history: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The values, the manifest and the record of the current release will be kept unencrypted in %1 until %n day(s) after the operation has completed. Activity and chartroom recover OPERATION --forget remove them sooner.</source>
        <translation>
            <numerusform>The values, the manifest and the record of the current release will be kept unencrypted in %1 until %n day after the operation has completed. Activity and chartroom recover OPERATION --forget remove them sooner.</numerusform>
            <numerusform>The values, the manifest and the record of the current release will be kept unencrypted in %1 until %n days after the operation has completed. Activity and chartroom recover OPERATION --forget remove them sooner.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) have this driver (%1).</source>
        <translation>
            <numerusform>%n node has this driver (%1).</numerusform>
            <numerusform>%n nodes have this driver (%1).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Takes up to %n node(s): %1. A rollout is in progress: those whose driver pods are already as in the target are not taken.</source>
        <translation>
            <numerusform>Takes up to %n node: %1. A rollout is in progress: those whose driver pods are already as in the target are not taken.</numerusform>
            <numerusform>Takes up to %n nodes: %1. A rollout is in progress: those whose driver pods are already as in the target are not taken.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Takes %n node(s): %1.</source>
        <translation>
            <numerusform>Takes %n node: %1.</numerusform>
            <numerusform>Takes %n nodes: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Takes %1 first (canary); %n node(s) follow when you release them.</source>
        <translation>
            <numerusform>Takes %1 first (canary); %n node follows when you release it.</numerusform>
            <numerusform>Takes %1 first (canary); %n nodes follow when you release them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Affects %1 and %n more namespace(s).</source>
        <translation>
            <numerusform>Affects %1 and %n more namespace.</numerusform>
            <numerusform>Affects %1 and %n more namespaces.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is the canary node; %n node(s) are on hold by a label until you release them.</source>
        <translation>
            <numerusform>%1 is the canary node; %n node is on hold by a label until you release it.</numerusform>
            <numerusform>%1 is the canary node; %n nodes are on hold by a label until you release them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This upgrade itself changes %n value(s); your other settings stay (%1).</source>
        <translation>
            <numerusform>This upgrade itself changes %n value; your other settings stay (%1).</numerusform>
            <numerusform>This upgrade itself changes %n values; your other settings stay (%1).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your settings stay (%1); %n default(s) of the chart change.</source>
        <translation>
            <numerusform>Your settings stay (%1); %n default of the chart changes.</numerusform>
            <numerusform>Your settings stay (%1); %n defaults of the chart change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are on hold by it: %1.</source>
        <translation>
            <numerusform>%n node is on hold by it: %1.</numerusform>
            <numerusform>%n nodes are on hold by it: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is the canary node; %n node(s) are on hold: %2.</source>
        <translation>
            <numerusform>%1 is the canary node; %n node is on hold: %2.</numerusform>
            <numerusform>%1 is the canary node; %n nodes are on hold: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n pod(s) run %2.</source>
        <translation>
            <numerusform>%1: %n pod runs %2.</numerusform>
            <numerusform>%1: %n pods run %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n pod(s) still to go; each changes when it is deleted.</source>
        <translation>
            <numerusform>%1: %n pod still to go; each changes when it is deleted.</numerusform>
            <numerusform>%1: %n pods still to go; each changes when it is deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %n node(s) rolled, verifying.</source>
        <translation>
            <numerusform>%1: %2 of %n node rolled, verifying.</numerusform>
            <numerusform>%1: %2 of %n nodes rolled, verifying.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>the last %1 of %n line(s)</source>
        <translation>
            <numerusform>the last %1 of %n line</numerusform>
            <numerusform>the last %1 of %n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n component(s) drift: %1.</source>
        <translation>
            <numerusform>%n component drifts: %1.</numerusform>
            <numerusform>%n components drift: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n broken finding(s).</source>
        <translation>
            <numerusform>%n broken finding.</numerusform>
            <numerusform>%n broken findings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s) in the matrix.</source>
        <translation>
            <numerusform>%n error in the matrix.</numerusform>
            <numerusform>%n errors in the matrix.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unknown finding(s).</source>
        <translation>
            <numerusform>%n unknown finding.</numerusform>
            <numerusform>%n unknown findings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) complete by label only</source>
        <translation>
            <numerusform>%n node complete by label only</numerusform>
            <numerusform>%n nodes complete by label only</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) blocked or slow</source>
        <translation>
            <numerusform>%n node blocked or slow</numerusform>
            <numerusform>%n nodes blocked or slow</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) blocked</source>
        <translation>
            <numerusform>%n node blocked</numerusform>
            <numerusform>%n nodes blocked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>excluding %n blocked node(s)</source>
        <translation>
            <numerusform>excluding %n blocked node</numerusform>
            <numerusform>excluding %n blocked nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It does not finish while %n node(s) are blocked. Without blocked nodes: %1</source>
        <translation>
            <numerusform>It does not finish while %n node is blocked. Without blocked nodes: %1</numerusform>
            <numerusform>It does not finish while %n nodes are blocked. Without blocked nodes: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slot(s) kept by failed or blocked nodes</source>
        <translation>
            <numerusform>%n slot kept by failed or blocked nodes</numerusform>
            <numerusform>%n slots kept by failed or blocked nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed node(s) without a slot</source>
        <translation>
            <numerusform>%n failed node without a slot</numerusform>
            <numerusform>%n failed nodes without a slot</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) never get a slot.</source>
        <translation>
            <numerusform>%n node never gets a slot.</numerusform>
            <numerusform>%n nodes never get a slot.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more node(s) are blocked.</source>
        <translation>
            <numerusform>%n more node is blocked.</numerusform>
            <numerusform>%n more nodes are blocked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are in progress now, and planned as if they were available.</source>
        <translation>
            <numerusform>%n node is in progress now, and planned as if it were available.</numerusform>
            <numerusform>%n nodes are in progress now, and planned as if they were available.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) that were stuck are left out.</source>
        <translation>
            <numerusform>%n node that was stuck is left out.</numerusform>
            <numerusform>%n nodes that were stuck are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are on hold by a label until you release them, and are not in this plan.</source>
        <translation>
            <numerusform>%n node is on hold by a label until you release it, and is not in this plan.</numerusform>
            <numerusform>%n nodes are on hold by a label until you release them, and are not in this plan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more namespace(s)</source>
        <translation>
            <numerusform>%n more namespace</numerusform>
            <numerusform>%n more namespaces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Time per node, based on %n node(s) observed before: %1.</source>
        <translation>
            <numerusform>Time per node, based on %n node observed before: %1.</numerusform>
            <numerusform>Time per node, based on %n nodes observed before: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Time per node, based on %n node(s) in the recording %1: %2.</source>
        <translation>
            <numerusform>Time per node, based on %n node in the recording %1: %2.</numerusform>
            <numerusform>Time per node, based on %n nodes in the recording %1: %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::CapturePanel</name>
    <message numerus="yes">
        <source>The previous values, manifest and record of the release are kept unencrypted in %1 until %n day(s) after this operation, or a later one on the same release, has completed.</source>
        <translation>
            <numerusform>The previous values, manifest and record of the release are kept unencrypted in %1 until %n day after this operation, or a later one on the same release, has completed.</numerusform>
            <numerusform>The previous values, manifest and record of the release are kept unencrypted in %1 until %n days after this operation, or a later one on the same release, has completed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::ChangeController</name>
    <message numerus="yes">
        <source>%n severe finding(s) need a reason for overriding.</source>
        <translation>
            <numerusform>%n severe finding needs a reason for overriding.</numerusform>
            <numerusform>%n severe findings need a reason for overriding.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::ChangeList</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::ChangeTreeModel</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::ClusterListModel</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::CutOffBanner</name>
    <message numerus="yes">
        <source>%n more operation(s) were interrupted.</source>
        <translation>
            <numerusform>%n more operation was interrupted.</numerusform>
            <numerusform>%n more operations were interrupted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::DiffView</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::FindingsVerb</name>
    <message numerus="yes">
        <source>Nothing was found in what could be read; %n reading(s) are missing.</source>
        <translation>
            <numerusform>Nothing was found in what could be read; %n reading is missing.</numerusform>
            <numerusform>Nothing was found in what could be read; %n readings are missing.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::InspectorPanel</name>
    <message numerus="yes">
        <source>%n path(s), compared with %1.</source>
        <translation>
            <numerusform>%n path, compared with %1.</numerusform>
            <numerusform>%n paths, compared with %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::InventoryWait</name>
    <message numerus="yes">
        <source>%1 did not answer completely within %n s. Try a longer --timeout.</source>
        <translation>
            <numerusform>%1 did not answer completely within %n s. Try a longer --timeout.</numerusform>
            <numerusform>%1 did not answer completely within %n s. Try a longer --timeout.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::LogView</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::NodePanel</name>
    <message numerus="yes">
        <source>%n restart(s) of the driver pod</source>
        <translation>
            <numerusform>%n restart of the driver pod</numerusform>
            <numerusform>%n restarts of the driver pod</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pod(s)</source>
        <translation>
            <numerusform>%n pod</numerusform>
            <numerusform>%n pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::ObjectController</name>
    <message numerus="yes">
        <source>%n older line(s) were dropped to save memory.</source>
        <translation>
            <numerusform>%n older line was dropped to save memory.</numerusform>
            <numerusform>%n older lines were dropped to save memory.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::RecordVerb</name>
    <message numerus="yes">
        <source>%n line(s), %1 kB in %2.</source>
        <translation>
            <numerusform>%n line, %1 kB in %2.</numerusform>
            <numerusform>%n lines, %1 kB in %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::RecoverVerb</name>
    <message numerus="yes">
        <source>%n operation(s) of another cluster with the context name %1 are kept and not listed: %2.</source>
        <translation>
            <numerusform>%n operation of another cluster with the context name %1 is kept and not listed: %2.</numerusform>
            <numerusform>%n operations of another cluster with the context name %1 are kept and not listed: %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::ReleaseOperation</name>
    <message numerus="yes">
        <source>Putting %n node(s) on hold; %1 is the canary node.</source>
        <translation>
            <numerusform>Putting %n node on hold; %1 is the canary node.</numerusform>
            <numerusform>Putting %n nodes on hold; %1 is the canary node.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Releasing %n node(s) on hold.</source>
        <translation>
            <numerusform>Releasing %n node on hold.</numerusform>
            <numerusform>Releasing %n nodes on hold.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::ReleaseProxy</name>
    <message numerus="yes">
        <source>%1, %n release(s)</source>
        <comment>group</comment>
        <translation>
            <numerusform>%1, %n release</numerusform>
            <numerusform>%1, %n releases</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::RevisionMirror</name>
    <message numerus="yes">
        <source>%1 and %n more namespaces</source>
        <translation>
            <numerusform>%1 and %n more namespace</numerusform>
            <numerusform>%1 and %n more namespaces</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::RolloutClocks</name>
    <message numerus="yes">
        <source>%n offline now</source>
        <translation>
            <numerusform>%n offline now</numerusform>
            <numerusform>%n offline now</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::RolloutNews</name>
    <message numerus="yes">
        <source>%n node(s) need attention</source>
        <translation>
            <numerusform>%n node needs attention</numerusform>
            <numerusform>%n nodes need attention</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::RolloutPage</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::RolloutProxy</name>
    <message numerus="yes">
        <source>%1, %n node(s)</source>
        <comment>group</comment>
        <translation>
            <numerusform>%1, %n node</numerusform>
            <numerusform>%1, %n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::TicketForm</name>
    <message numerus="yes">
        <source>%n part(s): %1.</source>
        <translation>
            <numerusform>%n part: %1.</numerusform>
            <numerusform>%n parts: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::UnholdOperation</name>
    <message numerus="yes">
        <source>%n node(s) are still on hold. %1</source>
        <translation>
            <numerusform>%n node is still on hold. %1</numerusform>
            <numerusform>%n nodes are still on hold. %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) are released: the operator upgrades them according to its policy.</source>
        <translation>
            <numerusform>%n node is released: the operator upgrades it according to its policy.</numerusform>
            <numerusform>%n nodes are released: the operator upgrades them according to its policy.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::ValuesPage</name>
    <message numerus="yes">
        <source>Reveal %n secret(s)</source>
        <translation>
            <numerusform>Reveal %n secret</numerusform>
            <numerusform>Reveal %n secrets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::VerifyOperation</name>
    <message numerus="yes">
        <source>%n object(s) were not checked, so whether they exist is unknown: %1.</source>
        <translation>
            <numerusform>%n object was not checked, so whether it exists is unknown: %1.</numerusform>
            <numerusform>%n objects were not checked, so whether they exist is unknown: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) may be gone by now and were not checked: %1.</source>
        <translation>
            <numerusform>%n object may be gone by now and was not checked: %1.</numerusform>
            <numerusform>%n objects may be gone by now and were not checked: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other object(s) of the manifest are in the cluster.</source>
        <translation>
            <numerusform>%n other object of the manifest is in the cluster.</numerusform>
            <numerusform>%n other objects of the manifest are in the cluster.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n node(s) rolled, verifying</source>
        <translation>
            <numerusform>%1 of %n node rolled, verifying</numerusform>
            <numerusform>%1 of %n nodes rolled, verifying</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::VersionPage</name>
    <message numerus="yes">
        <source>without its %n reason(s)</source>
        <translation>
            <numerusform>without its %n reason</numerusform>
            <numerusform>without its %n reasons</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>chartroom::YamlPane</name>
    <message numerus="yes">
        <source>⋯ %n line(s)</source>
        <translation>
            <numerusform>⋯ %n line</numerusform>
            <numerusform>⋯ %n lines</numerusform>
        </translation>
    </message>
</context>
</TS>
