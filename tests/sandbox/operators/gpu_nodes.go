// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
)

// ownerKey is the node label that names the NVIDIADriver of the node (NVIDIA/gpu-operator:internal/nvidiadriver/nvidiadriver.go@v26.7.0).
const ownerKey = "nvidia.com/gpu-operator.driver.owner"

// nvidiaDriver is nvidia.com/v1alpha1 NVIDIADriver, as far as the sandbox acts on it.
type nvidiaDriver struct {
	object *unstructured.Unstructured
	Spec   struct {
		driverSpec
		NodeSelector map[string]string `json:"nodeSelector"`
	} `json:"spec"`
}

// nvidiaDrivers are sorted by name. One without a selector is for all GPU nodes (GetNodeSelector).
func (o *gpuOperator) nvidiaDrivers(ctx context.Context) ([]nvidiaDriver, error) {
	list := customList("nvidia.com", "v1alpha1", "NVIDIADriver")
	if err := o.List(ctx, list); err != nil {
		return nil, err
	}
	drivers := make([]nvidiaDriver, len(list.Items))
	for i := range list.Items {
		if err := decode(&list.Items[i], &drivers[i]); err != nil {
			return nil, err
		}
		drivers[i].object = &list.Items[i]
		if drivers[i].Spec.NodeSelector == nil {
			drivers[i].Spec.NodeSelector = map[string]string{"nvidia.com/gpu.present": "true"}
		}
	}
	slices.SortFunc(drivers, func(a, b nvidiaDriver) int { return cmp.Compare(a.object.GetName(), b.object.GetName()) })
	return drivers, nil
}

// ownersOf gives the NVIDIADriver of each GPU node; where two select one node, the text of that, by which every NVIDIADriver is refused
// (internal/validator/validator.go@v26.7.0 Validate).
func ownersOf(nodes []corev1.Node, drivers []nvidiaDriver) (owners map[string]string, conflict string) {
	owners = map[string]string{}
	for i := range nodes {
		matching := []string{}
		for _, driver := range drivers {
			if labels.SelectorFromSet(driver.Spec.NodeSelector).Matches(labels.Set(nodes[i].Labels)) {
				matching = append(matching, driver.object.GetName())
			}
		}
		if len(matching) > 1 {
			return nil, fmt.Sprintf("multiple NVIDIADrivers match the same node %s: %v", nodes[i].Name, matching)
		}
		owners[nodes[i].Name] = strings.Join(matching, "")
	}
	return owners, ""
}

// applyDrivers makes one DaemonSet a NVIDIADriver and tells in its status how far it is; in a conflict it makes and changes none.
func (o *gpuOperator) applyDrivers(ctx context.Context, policy clusterPolicy, apply func(*unstructured.Unstructured, operand) error, waiting *[]string) error {
	drivers, err := o.nvidiaDrivers(ctx)
	if err != nil {
		return err
	}
	nodes := &corev1.NodeList{}
	if err := o.List(ctx, nodes); err != nil {
		return err
	}
	slices.SortFunc(nodes.Items, func(a, b corev1.Node) int { return cmp.Compare(a.Name, b.Name) })
	owners, conflict := ownersOf(nodes.Items, drivers)
	if conflict != "" {
		for _, driver := range drivers {
			if err := o.writeError(ctx, driver.object, "ConflictingNodeSelector", conflict); err != nil {
				return err
			}
		}
		return nil
	}
	if err := o.changeNodes(ctx, func(node *corev1.Node) { setLabel(node, ownerKey, owners[node.Name]) }); err != nil {
		return err
	}
	for i := range drivers {
		before := len(*waiting)
		drivers[i].Spec.Manager = policy.Spec.Driver.Manager
		if err := apply(drivers[i].object, driverOperand(drivers[i].Spec.driverSpec, &drivers[i])); err != nil {
			return err
		}
		if err := o.writeState(ctx, drivers[i].object, stateName(len(*waiting) == before), (*waiting)[before:]); err != nil {
			return err
		}
		*waiting = (*waiting)[:before] // it is the NVIDIADriver that tells of it
	}
	return nil
}

// setLabel removes it where the value is empty.
func setLabel(node *corev1.Node, key, value string) {
	if delete(node.Labels, key); value != "" {
		node.Labels[key] = value
	}
}

// workloadOperands are the x of nvidia.com/gpu.deploy.x that a node of that workload has (controllers/state_manager.go gpuStateLabels), as far
// as the sandbox knows them; of virtual machines' operands it runs none.
var workloadOperands = map[string][]string{
	"container": {"driver", "gpu-feature-discovery", "container-toolkit", "device-plugin", "dcgm", "dcgm-exporter", "node-status-exporter",
		"operator-validator", "mig-manager"},
	"vm-passthrough": {"sandbox-device-plugin", "sandbox-validator", "vfio-manager", "cc-manager"},
	"vm-vgpu":        {"sandbox-device-plugin", "vgpu-manager", "vgpu-device-manager", "sandbox-validator", "cc-manager"},
}

// labelWorkloads sets which operands a node gets; a value that is there stays (addGPUStateLabels).
func (o *gpuOperator) labelWorkloads(ctx context.Context, policy clusterPolicy) error {
	return o.changeNodes(ctx, func(node *corev1.Node) {
		wanted := workloadOperands["container"]
		if workloads := policy.Spec.SandboxWorkloads; workloads.Enabled {
			own, known := workloadOperands[node.Labels["nvidia.com/gpu.workload.config"]]
			if !known {
				own, known = workloadOperands[workloads.DefaultWorkload]
			}
			if known {
				wanted = own
			}
		}
		for _, operands := range workloadOperands {
			for _, operand := range operands {
				if !slices.Contains(wanted, operand) {
					delete(node.Labels, "nvidia.com/gpu.deploy."+operand)
				}
			}
		}
		for _, operand := range wanted {
			if key := "nvidia.com/gpu.deploy." + operand; node.Labels[key] == "" {
				node.Labels[key] = "true"
			}
		}
	})
}
