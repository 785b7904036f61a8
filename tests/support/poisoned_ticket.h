// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/ticket_samples.h"

namespace chartroom::test {

/// The text wherever a cluster or a person can have put one.
inline TicketFacts poisoned(TicketPhase phase, const QString &text)
{
    using namespace Qt::StringLiterals;
    TicketFacts facts = factsOf(phase);
    facts.cluster.name = text;
    facts.cluster.serverVersion = text;
    facts.cluster.accelerators = {{text, 3}};
    facts.cluster.notices = {text};
    for (TicketRelease &one : facts.releases) {
        one.release.key.name = text;
        one.ownership.interruptionText = text;
        for (PathNote &note : one.notes)
            note.text = text;
        if (one.release.divergence)
            one.release.divergence->changes.first().after = Value(text);
    }
    if (facts.draft) {
        facts.draft->release.name = text;
        facts.draft->chart.version = text;
        facts.draft->consent = text;
        facts.draft->reasons = {{u"pending"_s, text}};
    }
    if (facts.preflight)
        for (PreflightFinding &one : facts.preflight->findings)
            one.sentence = text;
    for (NodeTrack &track : facts.tracks) {
        track.node = text;
        track.driverTo = text;
        for (TrackNote &note : track.blockers)
            note.text = text;
        facts.machines[track.node] = text;
    }
    facts.tenants = {{text, text, 1, 8}};
    Finding finding;
    finding.component = finding.where = finding.meaning = finding.nextStep = finding.ownership = text;
    finding.quote = text;
    finding.nodes = {text};
    finding.consequences = {{u"driver"_s, text, u"x"_s, {text}, 1, text}};
    facts.findings = {finding};
    if (facts.operation) {
        facts.operation->order.holder = text;
        facts.operation->endText = text;
        facts.operation->problems = {text};
        facts.operation->commands = {text};
        for (ActivityStep &step : facts.operation->steps)
            step.text = text;
    }
    return facts;
}

} // namespace chartroom::test
