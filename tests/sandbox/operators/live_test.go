// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

//go:build live

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestALiveWindowTakesTheWalksOfTheRecordedOne brings a sandbox up, begins an upgrade and watches every node to its end.
func TestALiveWindowTakesTheWalksOfTheRecordedOne(t *testing.T) {
	run := func(program string, arguments ...string) []byte {
		command := exec.Command(program, arguments...)
		command.Stderr = os.Stderr
		output, err := command.Output()
		if err != nil {
			t.Fatalf("%s %v: %v", program, arguments, err)
		}
		return output
	}
	line := struct{ Kubectl, Kubeconfig string }{}
	if err := json.Unmarshal(run("../up", "--name", "live-test", "--scenario", "crash,pdb,precordoned,skip"), &line); err != nil {
		t.Fatal(err)
	}
	defer run("../down", "--name", "live-test")
	special := map[string]string{"gpu-005": gpuBlocked, "gpu-007": gpuKept, "gpu-009": skipped, "gpu-011": gpuCrashed}

	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	watch := exec.CommandContext(ctx, line.Kubectl, "--kubeconfig", line.Kubeconfig, "get", "--raw", "/api/v1/nodes?watch=1&labelSelector=nvidia.com/gpu.present")
	output, err := watch.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := watch.Start(); err != nil {
		t.Fatal(err)
	}
	defer watch.Wait()
	defer cancel()
	seen, latest, open := walks{}, map[string]sighting{}, 16
	events := json.NewDecoder(output)
	for begun := false; open > 0; {
		event := struct{ Object sighting }{}
		if err := events.Decode(&event); err != nil {
			break // the time is over; what is missing is told below
		}
		node := event.Object
		seen.see(node, gpuState, latest)
		if !begun && len(seen) == 16 {
			begun = true
			run("../ctl", "--name", "live-test", "upgrade", "gpu", "580.126.20")
		}
		want := []string{gpuWhole}
		if walk := special[node.Metadata.Name]; walk != "" {
			want = []string{walk}
		}
		open = 0
		for name := range latest {
			expected := gpuWhole
			if special[name] != "" {
				expected = special[name]
			}
			if strings.Join(seen[name], " ") != expected {
				open++
			}
		}
		if text := strings.Join(seen[node.Metadata.Name], " "); !slices.ContainsFunc(want, func(w string) bool { return strings.HasPrefix(w, text) }) {
			t.Errorf("%s: %s", node.Metadata.Name, text)
		}
	}
	for name, walk := range seen {
		if open > 0 {
			t.Logf("%s: %s", name, strings.Join(walk, " "))
		}
	}
	if open > 0 {
		t.Errorf("%d nodes did not come to their end", open)
	}
	for _, text := range []string{"Successfully updated node state label to", "Deleted workload pods on the node for the driver upgrade",
		"Failed to delete workload pods on the node for the driver upgrade"} {
		all := run(line.Kubectl, "--kubeconfig", line.Kubeconfig, "get", "events", "-n", "default", "--field-selector", "reason=GPUDriverUpgrade")
		if !bytes.Contains(all, []byte(text)) {
			t.Errorf("no event says %q", text)
		}
	}
}
