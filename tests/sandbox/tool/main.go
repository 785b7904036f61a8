// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sandbox tool starts, changes and ends a real Kubernetes control plane with simulated nodes for Chartroom's tests.
// It prints exactly one JSON line on stdout; everything meant for a person goes to stderr.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	verbs := map[string]func([]string) error{
		"up":    up,
		"down":  down,
		"fill":  fill,
		"ctl":   control,
		"serve": serve,
	}
	if len(os.Args) < 2 || verbs[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: sandbox up|down|fill|ctl ... (see tests/sandbox/README.md)")
		os.Exit(2)
	}
	if err := verbs[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "sandbox %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

func note(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, "sandbox: "+format+"\n", arguments...)
}

func printLine(value any) error {
	return json.NewEncoder(os.Stdout).Encode(value)
}
