// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"net/http"
)

// faultNodes says which node each fault befalls, so that a test can name it.
var faultNodes = map[string]string{
	"lost-node":   "gpu-003",
	"pdb":         "gpu-005",
	"precordoned": "gpu-007",
	"skip":        "gpu-009",
	"crash":       "gpu-011",
	"stall":       "gpu-013",
	"ofed-crash":  "gpu-014",
	"sriov-fail":  "gpu-015",
	"amd-fail":    "amd-002",
}

// faultAnnotation tells the kubelets what goes wrong on that node (operators/script.go).
const faultAnnotation = "chartroom.sandbox/fault"

func patchNode(change func(string) object, fault string) func(context.Context, *sandbox, *client) error {
	return func(ctx context.Context, s *sandbox, api *client) error {
		node := faultNodes[fault]
		if err := api.request(ctx, http.MethodPatch, "/api/v1/nodes/"+node, change(node), nil); err != nil {
			return fmt.Errorf("%s: %w", node, err)
		}
		return nil
	}
}

func breaking(fault, kind string) scenario {
	change := func(string) object { return object{"metadata": object{"annotations": object{faultAnnotation: kind}}} }
	return scenario{rank: 2, run: patchNode(change, fault), needs: "rollout"}
}

// cordoned before the window, by hand: the operator leaves it so.
func cordoning(fault string) scenario {
	return scenario{rank: 2, run: patchNode(func(string) object { return object{"spec": object{"unschedulable": true}} }, fault), needs: "rollout"}
}

// skipping: both operators leave the node at upgrade-required.
func skipping(fault string) scenario {
	labels := object{"nvidia.com/gpu-driver-upgrade.skip": "true", "nvidia.com/ofed-driver-upgrade.skip": "true"}
	return scenario{rank: 2, run: patchNode(func(string) object { return object{"metadata": object{"labels": labels}} }, fault), needs: "rollout"}
}

// holdPod puts a pod that may not be evicted on a node: a budget of one for one replica, as people write it who mean well.
func holdPod(ctx context.Context, _ *sandbox, api *client) error {
	const namespace = "tenant-c"
	spec := podSpec("notebook", "registry.example/notebook:3.1", object{"nvidia.com/gpu": "1"})
	spec["nodeSelector"] = object{"kubernetes.io/hostname": faultNodes["pdb"]}
	labels := object{"app": "notebook"}
	if err := api.create(ctx, "/api/v1/namespaces", object{"metadata": object{"name": namespace}}); err != nil {
		return err
	}
	if err := api.create(ctx, "/apis/policy/v1/namespaces/"+namespace+"/poddisruptionbudgets", object{
		"metadata": object{"name": "notebook"}, "spec": object{"minAvailable": 1, "selector": object{"matchLabels": labels}}}); err != nil {
		return err
	}
	return api.create(ctx, "/apis/apps/v1/namespaces/"+namespace+"/statefulsets", object{
		"metadata": object{"name": "notebook"},
		"spec": object{"replicas": 1, "serviceName": "notebook", "selector": object{"matchLabels": labels},
			"template": object{"metadata": object{"labels": labels}, "spec": spec}}})
}
