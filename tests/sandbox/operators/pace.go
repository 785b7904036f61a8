// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"time"
)

// pace is how long things take on a node, and how often an operator looks when nothing calls it.
type pace struct {
	beat       time.Duration // of an upgrade controller (NVIDIA/gpu-operator:controllers/upgrade_controller.go plannedRequeueInterval: 2 min)
	containers map[string]time.Duration
	other      time.Duration // a container not named above
	jitter     float64       // a driver takes up to this fraction longer on some nodes
	backOff    time.Duration // before the first restart of a container that fails; doubled each time up to maxBackOff
	maxBackOff time.Duration
}

// paces: instant stands a cluster up, brisk takes 16 nodes, four at a time, through in less than a minute, fast in two minutes (time to look
// at it), real is what a window lasts in life.
var paces = map[string]pace{
	"instant": {beat: time.Second},
	"brisk": {
		beat: 2 * time.Second,
		containers: map[string]time.Duration{
			"k8s-driver-manager": time.Second, "nvidia-driver-ctr": 3 * time.Second, "mofed-container": 3 * time.Second,
			"cuda-validation": time.Second, "driver-container": 3 * time.Second,
		},
		other: 500 * time.Millisecond, jitter: 0.6, backOff: time.Second, maxBackOff: time.Second,
	},
	"fast": {
		beat: 4 * time.Second,
		containers: map[string]time.Duration{
			"k8s-driver-manager": 2 * time.Second, "nvidia-driver-ctr": 5 * time.Second, "mofed-container": 6 * time.Second,
			"cuda-validation": 2 * time.Second, "driver-container": 5 * time.Second,
		},
		other: time.Second, jitter: 0.6, backOff: time.Second, maxBackOff: time.Second,
	},
	"real": {
		beat: 2 * time.Minute,
		containers: map[string]time.Duration{
			"k8s-driver-manager": 40 * time.Second, "nvidia-driver-ctr": 150 * time.Second, "mofed-container": 200 * time.Second,
			"cuda-validation": 12 * time.Second, "nvidia-container-toolkit-ctr": 8 * time.Second, "driver-container": 150 * time.Second,
		},
		other: 4 * time.Second, jitter: 0.6, backOff: 10 * time.Second, maxBackOff: 5 * time.Minute,
	},
}

func paceNames() []string { return slices.Sorted(maps.Keys(paces)) }

func paceNamed(name string) (pace, error) {
	p, known := paces[name]
	if !known {
		return pace{}, fmt.Errorf("unknown pace %q; one of %v", name, paceNames())
	}
	return p, nil
}

// lasts is how long that container of that pod works until it is done or ready; the same pod always gives the same.
func (p pace) lasts(container, podUID string) time.Duration {
	base, named := p.containers[container]
	if !named {
		return p.other
	}
	h := fnv.New32a()
	h.Write([]byte(podUID))
	return base + time.Duration(float64(base)*p.jitter*float64(h.Sum32()%1000)/1000)
}

// restartDelay is the wait before the next start of a container that has ended in error that often (kubelet: doubled, capped).
func (p pace) restartDelay(restarts int32) time.Duration {
	delay := p.backOff
	for range min(restarts, 16) {
		delay = min(2*delay, p.maxBackOff)
	}
	return delay
}
