// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"reflect"
	"testing"
)

func TestWhatATroubleKeepsOfANodeRestoresIt(t *testing.T) {
	fresh := func() object {
		return object{"kind": "Node", "metadata": object{"name": "n", "labels": object{"a": "1"}}, "spec": object{"unschedulable": false},
			"status": object{"allocatable": object{"nvidia.com/gpu": "8"}}}
	}
	node := fresh()
	metadata, status := partOf(node, partMetadata), partOf(fresh(), partStatus)
	node["metadata"].(object)["labels"] = object{"b": "2"}
	node["metadata"].(object)["annotations"] = object{"c": "3"}
	node["spec"].(object)["unschedulable"] = true
	node["status"] = object{}
	setPart(node, partStatus, status)
	setPart(node, partMetadata, metadata)
	if !reflect.DeepEqual(node, fresh()) {
		t.Errorf("restored: %v", node)
	}
}

func TestAPodIsNamedByWhatMadeIt(t *testing.T) {
	owned := func(kind, name string) object {
		return object{"metadata": object{"ownerReferences": []any{object{"kind": kind, "name": name}}}}
	}
	for want, pod := range map[string]object{"gpu-operator": owned("ReplicaSet", "gpu-operator-6b688df959"), "cilium": owned("DaemonSet", "cilium"),
		"": {"metadata": object{}}} {
		if got := workloadOf(pod); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
