// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
)

// variants are scenarios that bring further operators, and what has to be there before those start.
var variants = map[string]func(context.Context, *sandbox, *client) error{
	"pools":        preparePools,
	"renamed":      prepareRenamed,
	"requestor":    prepareRequestor,
	"nvidiadriver": prepareNVIDIADriver,
	"sriov":        prepareSRIOV,
	"amd":          prepareAMD,
}

func (s *sandbox) prepareVariants(ctx context.Context, api *client) error {
	defined := false
	for name, prepare := range variants {
		if !s.has(name) {
			continue
		}
		if !defined {
			if err := s.define("crds.yaml"); err != nil {
				return err
			}
			defined = true
		}
		if err := prepare(ctx, s, api); err != nil {
			return err
		}
	}
	return nil
}

// createServed creates an object of a kind that was only just defined.
func createServed(ctx context.Context, api *client, path string, body object) error {
	return until(ctx, path, func() error { return api.create(ctx, path, body) })
}

// prepareRequestor: the network operator asks the maintenance operator for its nodes, three of which may be away at a time.
func prepareRequestor(ctx context.Context, s *sandbox, api *client) error {
	asking := step{version: "25.7.0", extra: []string{"--reuse-values"}, values: []string{"maintenanceOperator.enabled=true", "operator.maintenanceOperator.useRequestor=true"}}
	if err := s.helm(ctx, rolloutReleases[1], false, asking); err != nil {
		return err
	}
	return createServed(ctx, api, "/apis/maintenance.nvidia.com/v1alpha1/namespaces/nvidia-network-operator/maintenanceoperatorconfigs", object{
		"apiVersion": "maintenance.nvidia.com/v1alpha1", "kind": "MaintenanceOperatorConfig", "metadata": object{"name": "default"},
		"spec": object{"maxParallelOperations": 3, "maxUnavailable": "50%", "logLevel": "info", "maxNodeMaintenanceTimeSeconds": 3600}})
}

const (
	nvidiaDrivers   = "/apis/nvidia.com/v1alpha1/nvidiadrivers"
	nicNodePolicies = "/apis/mellanox.com/v1alpha1/nicnodepolicies"
	// nicPolicyPath is the one NicClusterPolicy that counts.
	nicPolicyPath = "/apis/mellanox.com/v1alpha1/nicclusterpolicies/nic-cluster-policy"
	poolKey       = "crusoe.ai/nodepool.name"
)

// gpuPools are the two that the scenario pools makes of the GPU nodes: the node label, and the name of its NVIDIADriver and NicNodePolicy.
var gpuPools = []struct{ label, name string }{{"h100-training", "training"}, {"h100-inference", "inference"}}

// nvidiaDrivers gives the names of the NVIDIADrivers that the sandbox has.
func (s *sandbox) nvidiaDrivers() []string {
	switch {
	case s.has("pools"):
		return []string{gpuPools[0].name, gpuPools[1].name}
	case s.has("nvidiadriver"):
		return []string{"h100"}
	}
	return nil
}

// nicPolicies gives the paths of the policies that have the network driver.
func (s *sandbox) nicPolicies() []string {
	if s.has("pools") {
		return []string{nicNodePolicies + "/" + gpuPools[0].name, nicNodePolicies + "/" + gpuPools[1].name}
	}
	return []string{nicPolicyPath}
}

// prepareNVIDIADriver: the ClusterPolicy leaves the driver to an NVIDIADriver with the same policy.
func prepareNVIDIADriver(ctx context.Context, s *sandbox, api *client) error {
	if err := createNVIDIADriver(ctx, api, "h100", object{"nvidia.com/gpu.present": "true"}); err != nil {
		return err
	}
	deferring := step{version: "v25.10.1", values: []string{"driver.useNvidiaDriverCRD=true"}, extra: []string{"--reuse-values"}}
	return s.helm(ctx, rolloutReleases[0], false, deferring)
}

// createNVIDIADriver makes one with the driver and the upgrade policy of the ClusterPolicy.
func createNVIDIADriver(ctx context.Context, api *client, name string, nodes object) error {
	policy := object{}
	if err := api.request(ctx, http.MethodGet, "/apis/nvidia.com/v1/clusterpolicies/cluster-policy", nil, &policy); err != nil {
		return err
	}
	driver := policy["spec"].(map[string]any)["driver"].(map[string]any)
	return createServed(ctx, api, nvidiaDrivers, object{"apiVersion": "nvidia.com/v1alpha1", "kind": "NVIDIADriver", "metadata": object{"name": name},
		"spec": object{"driverType": "gpu", "repository": driver["repository"], "image": driver["image"], "version": driver["version"],
			"kernelModuleType": "auto", "nodeSelector": nodes, "upgradePolicy": driver["upgradePolicy"]}})
}

// preparePools: the first half of the GPU nodes is one pool, the second another, each with an NVIDIADriver and a NicNodePolicy of its own. The
// operators are those that know both kinds as they are now.
func preparePools(ctx context.Context, s *sandbox, api *client) error {
	if s.has("nvidiadriver") || s.has("requestor") {
		return errors.New("pools have drivers of their own, and no maintenance operator")
	}
	if err := s.define("nicnodepolicies.yaml"); err != nil {
		return err
	}
	err := inParallel(s.GPUNodes, 8, func(i int) error {
		pool := gpuPools[i*len(gpuPools)/s.GPUNodes].label
		labels := object{poolKey: pool, "crusoe.ai/nodepool.id": uuidOf("pool " + pool)}
		return api.request(ctx, http.MethodPatch, fmt.Sprintf("/api/v1/nodes/gpu-%03d", i), object{"metadata": object{"labels": labels}}, nil)
	})
	if err != nil {
		return err
	}
	spec := nicClusterPolicy()["spec"].(object)
	for _, pool := range gpuPools {
		nodes := object{poolKey: pool.label}
		if err := createNVIDIADriver(ctx, api, pool.name, nodes); err != nil {
			return err
		}
		own := object{"nodeSelector": nodes, "ofedDriver": spec["ofedDriver"], "rdmaSharedDevicePlugin": spec["rdmaSharedDevicePlugin"]}
		if err := createServed(ctx, api, nicNodePolicies, object{"apiVersion": "mellanox.com/v1alpha1", "kind": "NicNodePolicy",
			"metadata": object{"name": pool.name}, "spec": own}); err != nil {
			return err
		}
	}
	left := object{"spec": object{"ofedDriver": nil, "rdmaSharedDevicePlugin": nil}}
	if err := api.request(ctx, http.MethodPatch, nicPolicyPath, left, nil); err != nil {
		return err
	}
	for i, to := range []step{{version: "v26.7.0", values: []string{"driver.useNvidiaDriverCRD=true"}}, {version: "26.4.1"}} {
		to.extra = []string{"--reset-then-reuse-values"}
		if err := s.helm(ctx, rolloutReleases[i], false, to); err != nil {
			return err
		}
	}
	return nil
}

const (
	sriovPolicies = "/apis/sriovnetwork.openshift.io/v1/namespaces/nvidia-network-operator/sriovnetworknodepolicies"
	sriovPools    = "/apis/sriovnetwork.openshift.io/v1/namespaces/nvidia-network-operator/sriovnetworkpoolconfigs"
	deviceConfigs = "/apis/amd.com/v1alpha1/namespaces/kube-amd-gpu/deviceconfigs"
)

// prepareSRIOV: eight virtual functions on each GPU node's port; two nodes at a time may be away to change that.
func prepareSRIOV(ctx context.Context, s *sandbox, api *client) error {
	err := inParallel(s.GPUNodes, 8, func(i int) error {
		labels := object{"feature.node.kubernetes.io/pci-15b3.sriov.capable": "true", "sriovnetwork.openshift.io/device-plugin": "Enabled"}
		return api.request(ctx, http.MethodPatch, fmt.Sprintf("/api/v1/nodes/gpu-%03d", i), object{"metadata": object{"labels": labels}}, nil)
	})
	if err != nil {
		return err
	}
	selector := object{"feature.node.kubernetes.io/pci-15b3.sriov.capable": "true"}
	if err := createServed(ctx, api, sriovPools, object{"apiVersion": "sriovnetwork.openshift.io/v1", "kind": "SriovNetworkPoolConfig",
		"metadata": object{"name": "gpu-nodes"}, "spec": object{"maxUnavailable": 2, "nodeSelector": object{"matchLabels": selector}, "rdmaMode": "shared"}}); err != nil {
		return err
	}
	return createServed(ctx, api, sriovPolicies, object{"apiVersion": "sriovnetwork.openshift.io/v1", "kind": "SriovNetworkNodePolicy",
		"metadata": object{"name": "ib-functions"}, "spec": object{"resourceName": "mlnxnics", "nodeSelector": selector, "priority": 90, "numVfs": 8,
			"nicSelector": object{"vendor": "15b3", "pfNames": []string{"ibs1f0"}}, "deviceType": "netdevice", "isRdma": true, "linkType": "ib"}})
}

// prepareAMD: four nodes with eight MI300X each.
func prepareAMD(ctx context.Context, s *sandbox, api *client) error {
	for i := range 4 {
		if err := api.create(ctx, "/api/v1/nodes", s.reachable(amdNode(i))); err != nil {
			return err
		}
	}
	if err := api.create(ctx, "/api/v1/namespaces", object{"metadata": object{"name": "kube-amd-gpu"}}); err != nil {
		return err
	}
	return createServed(ctx, api, deviceConfigs, object{"apiVersion": "amd.com/v1alpha1", "kind": "DeviceConfig", "metadata": object{"name": "mi300x"},
		"spec": object{
			"selector":     object{"feature.node.kubernetes.io/amd-gpu": "true"},
			"devicePlugin": object{"devicePluginImage": "docker.io/rocm/k8s-device-plugin:1.31.0.8"},
			"driver": object{"enable": true, "image": "docker.io/rocm/amdgpu-driver", "version": "30.20.1", "upgradePolicy": object{
				"enable": true, "maxParallelUpgrades": 2, "maxUnavailableNodes": "50%", "rebootRequired": true,
				"nodeDrainPolicy": object{"force": true, "timeoutSeconds": 300}}}}})
}

// amdNode is a GPU node of the other vendor: the same machine, with other devices and labels.
func amdNode(index int) object {
	created := node(index, false)
	name := fmt.Sprintf("amd-%03d", index)
	metadata, status := created["metadata"].(object), created["status"].(object)
	metadata["name"] = name
	created["spec"] = object{"providerID": "crusoe:///" + uuidOf("instance "+name)}
	maps.Copy(status["nodeInfo"].(object), object{"machineID": uuidOf("machine " + name), "bootID": uuidOf("boot " + name), "systemUUID": uuidOf("system " + name)})
	labels := metadata["labels"].(map[string]string)
	maps.Copy(labels, nodeLabels(name, "mi300x-training", "mi300x-192gb-ib", "mi300x-192gb-ib.8x"))
	maps.Copy(labels, map[string]string{"feature.node.kubernetes.io/amd-gpu": "true", "crusoe.ai/accelerator": "amd-mi300x-192gb-ib", kubeletKey: "running"})
	capacity := maps.Clone(status["capacity"].(map[string]string))
	maps.Copy(capacity, map[string]string{"cpu": "256", "memory": "2113929216Ki", "amd.com/gpu": "8"})
	status["capacity"], status["allocatable"] = capacity, capacity
	status["addresses"] = []object{{"type": "InternalIP", "address": fmt.Sprintf("10.4.250.%d", 1+index)}, {"type": "Hostname", "address": name}}
	return created
}
