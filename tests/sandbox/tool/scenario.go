// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"maps"
	"slices"
)

// scenarios is the one table of what `up --scenario` can bring. The control plane and the nodes are there when a scenario runs,
// and the sandbox is announced when it returns. A scenario that needs a process of its own (an operator that drives nodes) records it
// in sandbox.Processes and starts it with sandbox.start, so that `ctl` and `down` know it.
var scenarios = map[string]func(context.Context, *sandbox, *client) error{
	"bare":    func(context.Context, *sandbox, *client) error { return nil },
	"default": installAddOns,
}

func scenarioNames() []string { return slices.Sorted(maps.Keys(scenarios)) }
