// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestPortsOfAnotherSandboxAreNotChosenThoughNobodyListensYet(t *testing.T) {
	root := t.TempDir()
	begun := &sandbox{Dir: filepath.Join(root, "chartroom-sandbox-begun"), Processes: map[string]*process{}}
	next := &sandbox{Dir: filepath.Join(root, "chartroom-sandbox-next"), Processes: map[string]*process{}}
	for _, one := range []*sandbox{begun, next} {
		if err := os.Mkdir(one.Dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := one.recordProcesses(); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := recordedPorts(root)
	if err != nil || len(recorded) != 10 {
		t.Fatalf("%v, %v; want ten ports", recorded, err)
	}
	all := map[int]bool{}
	for port := range 32768 {
		all[port] = true
	}
	left := []int{}
	for port := range recorded {
		delete(all, port)
		left = append(left, port)
	}
	chosen, err := freePorts(5, all)
	if err != nil || slices.ContainsFunc(chosen, func(port int) bool { return !slices.Contains(left, port) }) {
		t.Errorf("%v, %v; want some of %v", chosen, err, left)
	}
}
