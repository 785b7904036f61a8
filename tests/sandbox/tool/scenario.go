// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// scenarios is the one table of what `up --scenario` can bring; several names may be given, separated by commas. The control plane and
// the nodes are there when a scenario runs, and the sandbox is announced when the last one returns. They run in the order of their rank.
// A scenario that needs processes of its own records them in sandbox.Processes and starts them with sandbox.start, so that `ctl` and
// `down` know them.
var scenarios = map[string]scenario{
	"bare":         {},
	"default":      {run: installAddOns},
	"rollout":      {rank: 1, run: bringRollout},
	"crash":        breaking("crash", "crash"),
	"lost-node":    breaking("lost-node", "lost"),
	"ofed-crash":   breaking("ofed-crash", "ofed-crash"),
	"pdb":          {rank: 2, run: holdPod, needs: "rollout"},
	"nvidiadriver": {rank: 1, needs: "rollout"},
	"platform":     {rank: 1, needs: "rollout"},
	"pools":        {rank: 1, needs: "rollout"},
	"renamed":      {rank: 1, needs: "rollout"},
	"requestor":    {rank: 1, needs: "rollout"},
	"sriov":        {rank: 1, needs: "rollout"},
	"amd":          {rank: 1, needs: "rollout"},
	"sriov-fail":   breaking("sriov-fail", "sriov-fail").needing("sriov"),
	"amd-fail":     breaking("amd-fail", "amd-fail").needing("amd"),
	"precordoned":  cordoning("precordoned"),
	"skip":         skipping("skip"),
	"stall":        breaking("stall", "stall"),
}

type scenario struct {
	rank  int // 0: nothing drives the nodes; 1: brings operators; 2: something goes wrong while they work
	run   func(context.Context, *sandbox, *client) error
	needs string // the scenario it makes no sense without, and so brings
}

func (s scenario) needing(other string) scenario {
	s.needs = other
	return s
}

func scenarioNames() []string { return slices.Sorted(maps.Keys(scenarios)) }

// scenarioNamed gives the names in the order they run in; one that needs another brings it.
func scenarioNamed(text string) ([]string, error) {
	names := []string{}
	for name := range strings.SplitSeq(text, ",") {
		found, known := scenarios[name]
		if !known {
			return nil, fmt.Errorf("unknown scenario %q; any of %s", name, strings.Join(scenarioNames(), ", "))
		}
		for ; name != ""; name, found = found.needs, scenarios[found.needs] {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return scenarios[a].rank - scenarios[b].rank })
	if len(names) > 1 && slices.Contains(names, "bare") {
		return nil, errors.New("bare goes with no other scenario")
	}
	return names, nil
}

// has tells whether the sandbox was brought up with that scenario; Scenario holds what scenarioNamed made of the names.
func (s *sandbox) has(name string) bool { return slices.Contains(strings.Split(s.Scenario, ","), name) }

func (s *sandbox) runScenarios(ctx context.Context, api *client) error {
	for name := range strings.SplitSeq(s.Scenario, ",") {
		if run := scenarios[name].run; run != nil {
			if err := run(ctx, s, api); err != nil {
				return fmt.Errorf("scenario %s: %w", name, err)
			}
		}
	}
	if s.has("rollout") {
		return s.beginRollout(ctx, api)
	}
	return nil
}

// nameList is a flag that may be given several times, each a list separated by commas.
type nameList struct{ text *string }

func (l nameList) String() string { return "" }

func (l nameList) Set(text string) error {
	if *l.text != "" {
		text = *l.text + "," + text
	}
	*l.text = text
	return nil
}
