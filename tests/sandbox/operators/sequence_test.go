// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

const (
	gpuState  = "nvidia.com/gpu-driver-upgrade-state"
	ofedState = "nvidia.com/ofed-driver-upgrade-state"
	recording = "../../data/gpu-then-ib-one-node-crashes.jsonl.gz"
)

// walks are, for each node, the values one label took, and "+cordon", "-cordon" where the node was cordoned and uncordoned between them.
type walks map[string][]string

type sighting struct {
	Metadata struct {
		Name   string
		Labels map[string]string
	}
	Spec struct{ Unschedulable bool }
}

// see adds what is new; latest keeps, for each node, the last sighting.
func (w walks) see(node sighting, label string, latest map[string]sighting) {
	name := node.Metadata.Name
	before, known := latest[name]
	latest[name] = node
	if known && before.Spec.Unschedulable != node.Spec.Unschedulable {
		w[name] = append(w[name], map[bool]string{true: "+cordon", false: "-cordon"}[node.Spec.Unschedulable])
	}
	if !known || before.Metadata.Labels[label] != node.Metadata.Labels[label] {
		w[name] = append(w[name], node.Metadata.Labels[label])
	}
}

// recorded reads the walks of the real operators between two moments of the recording, in seconds.
func recorded(t *testing.T, label string, from, to float64) walks {
	t.Helper()
	file, err := os.Open(recording)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	result, latest := walks{}, map[string]sighting{}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		line := struct {
			T        float64
			Resource string
			Object   json.RawMessage
		}{}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.Resource != "nodes" || line.T < from || line.T > to || line.Object == nil {
			continue
		}
		node := sighting{}
		if err := json.Unmarshal(line.Object, &node); err != nil {
			t.Fatal(err)
		}
		if node.Metadata.Name != "" {
			result.see(node, label, latest)
		}
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return result
}

// The walks a node takes. The recording shows the first group (tested below), the library's source the others.
const (
	gpuWhole   = "upgrade-done upgrade-required cordon-required +cordon wait-for-jobs-required pod-deletion-required pod-restart-required validation-required uncordon-required -cordon upgrade-done"
	gpuDrained = "upgrade-done upgrade-required cordon-required +cordon wait-for-jobs-required pod-deletion-required drain-required pod-restart-required validation-required uncordon-required -cordon upgrade-done"
	gpuCrashed = "upgrade-done upgrade-required cordon-required +cordon wait-for-jobs-required pod-deletion-required pod-restart-required upgrade-failed"
	ofedWhole  = "upgrade-done upgrade-required cordon-required +cordon wait-for-jobs-required drain-required pod-restart-required uncordon-required -cordon upgrade-done"
	ofedKept   = "upgrade-done upgrade-required cordon-required wait-for-jobs-required drain-required pod-restart-required upgrade-done"

	gpuBlocked = "upgrade-done upgrade-required cordon-required +cordon wait-for-jobs-required pod-deletion-required upgrade-failed"
	gpuKept    = "upgrade-done upgrade-required cordon-required wait-for-jobs-required pod-deletion-required pod-restart-required validation-required upgrade-done"
	skipped    = "upgrade-done upgrade-required"
)

func TestTheRecordedOperatorsTookTheWalksWeExpectOfOurs(t *testing.T) {
	for _, one := range []struct {
		label    string
		from, to float64
		odd      string // the walk of gpu-011
		others   []string
	}{
		{gpuState, 0, 635, gpuCrashed, []string{gpuWhole, gpuDrained}},
		{ofedState, 0, 1e9, ofedKept, []string{ofedWhole}},
	} {
		found := recorded(t, one.label, one.from, one.to)
		if len(found) != 16 {
			t.Errorf("%s: %d nodes", one.label, len(found))
		}
		for node, walk := range found {
			text := strings.Join(walk, " ")
			if one.label == ofedState { // the first window cordons too
				text = "upgrade-done " + text[strings.Index(text, "upgrade-required"):]
			}
			if node == "gpu-011" && text != one.odd || node != "gpu-011" && !slices.Contains(one.others, text) {
				t.Errorf("%s of %s: %s", one.label, node, text)
			}
		}
	}
}
