// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import "testing"

func TestRenamedTouchesOnlyTheVersionsOfTheseGroups(t *testing.T) {
	for text, expected := range map[string]string{
		"/apis/nvidia.com/v1/clusterpolicies/cluster-policy": "/apis/nvidia.com/v2/clusterpolicies/cluster-policy",
		`{"apiVersion":"mellanox.com/v1alpha1"}`:             `{"apiVersion":"mellanox.com/v2alpha1"}`,
		"apiVersion: maintenance.nvidia.com/v1alpha1\n":      "apiVersion: maintenance.nvidia.com/v2alpha1\n",
		"/apis/sriovnetwork.openshift.io/v1/namespaces":      "/apis/sriovnetwork.openshift.io/v2/namespaces",
		"/apis/amd.com/v1alpha1/namespaces":                  "/apis/amd.com/v2alpha1/namespaces",
		"/apis/apps/v1/daemonsets":                           "/apis/apps/v1/daemonsets",
		"nvidia.com/v1beta1":                                 "nvidia.com/v1beta1",
		"nvcr.io/nvidia/driver:v1":                           "nvcr.io/nvidia/driver:v1",
		"apiVersion: apiextensions.k8s.io/v1\nspec:\n  group: nvidia.com\n  versions:\n    - name: v1alpha1\n      served: true\n":      "apiVersion: apiextensions.k8s.io/v1\nspec:\n  group: nvidia.com\n  versions:\n    - name: v2alpha1\n      served: true\n",
		"apiVersion: apiextensions.k8s.io/v1\nspec:\n  group: monitoring.coreos.com\n  versions:\n    - name: v1\n      served: true\n": "apiVersion: apiextensions.k8s.io/v1\nspec:\n  group: monitoring.coreos.com\n  versions:\n    - name: v1\n      served: true\n",
	} {
		if got := string(renamed([]byte(text))); got != expected {
			t.Errorf("%q became %q", text, got)
		}
	}
}
