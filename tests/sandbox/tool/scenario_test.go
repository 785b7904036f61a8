// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"slices"
	"strings"
	"testing"
)

func TestAScenarioBringsWhatItNeedsAndRunsInOrder(t *testing.T) {
	for text, want := range map[string]string{
		"crash":             "rollout,crash",
		"crash,default,pdb": "default,rollout,crash,pdb",
		"sriov-fail":        "sriov,rollout,sriov-fail",
		"pools":             "pools,rollout",
		"bare":              "bare",
		"rollout,rollout":   "rollout",
	} {
		if names, err := scenarioNamed(text); err != nil || strings.Join(names, ",") != want {
			t.Errorf("%s: %v, %v; want %s", text, names, err, want)
		}
	}
	for _, text := range []string{"", "nonsense", "bare,crash"} {
		if names, err := scenarioNamed(text); err == nil {
			t.Errorf("%q was taken for %v", text, names)
		}
	}
}

func TestARequestingNetworkOperatorTakesThePlaceOfTheOther(t *testing.T) {
	s := &sandbox{Scenario: "rollout,requestor"}
	roles := []string{}
	for _, operator := range s.operators() {
		roles = append(roles, operator.role)
	}
	if want := []string{"kubelets", "gpu", "maintenance", "network-requestor"}; !slices.Equal(roles, want) {
		t.Errorf("%v, want %v", roles, want)
	}
}
