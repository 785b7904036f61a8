// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestANodeGoesByTheNVIDIADriverThatSelectsIt(t *testing.T) {
	driver := func(name, pool string) nvidiaDriver {
		made := nvidiaDriver{object: custom("nvidia.com", "v1alpha1", "NVIDIADriver")}
		made.object.SetName(name)
		made.Spec.NodeSelector = map[string]string{"pool": pool}
		return made
	}
	nodes := []corev1.Node{}
	for _, name := range []string{"a", "b", "c"} {
		nodes = append(nodes, corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"pool": name}}})
	}
	owners, conflict := ownersOf(nodes, []nvidiaDriver{driver("one", "a"), driver("two", "b")})
	if conflict != "" || owners["a"] != "one" || owners["b"] != "two" || owners["c"] != "" {
		t.Errorf("%v, %q", owners, conflict)
	}
	_, conflict = ownersOf(nodes, []nvidiaDriver{driver("one", "a"), driver("three", "b"), driver("two", "b")})
	if want := "multiple NVIDIADrivers match the same node b: [three two]"; conflict != want {
		t.Errorf("%q, want %q", conflict, want)
	}
}
