// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/NVIDIA/k8s-operator-libs/api/upgrade/v1alpha1"
	"github.com/NVIDIA/k8s-operator-libs/pkg/upgrade"
	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// image is how the custom resources of both operators name an image.
type image struct {
	Enabled    *bool  `json:"enabled"`
	Repository string `json:"repository"`
	Image      string `json:"image"`
	Version    string `json:"version"`
}

func (i image) path(suffix string) string {
	return i.Repository + "/" + i.Image + ":" + i.Version + suffix
}

func (i image) wanted() bool { return i.Enabled == nil || *i.Enabled }

// driverSpec is ClusterPolicy .spec.driver or NVIDIADriver .spec, as far as the sandbox acts on it.
type driverSpec struct {
	image
	UseNvidiaDriverCRD bool                              `json:"useNvidiaDriverCRD"`
	UsePrecompiled     bool                              `json:"usePrecompiled"`
	KernelModuleType   string                            `json:"kernelModuleType"`
	Manager            image                             `json:"manager"`
	UpgradePolicy      *v1alpha1.DriverUpgradePolicySpec `json:"upgradePolicy"`
}

// clusterPolicy is nvidia.com/v1 ClusterPolicy, as far as the sandbox acts on it.
type clusterPolicy struct {
	Spec struct {
		Daemonsets struct {
			Labels map[string]string `json:"labels"`
		} `json:"daemonsets"`
		Driver           driverSpec `json:"driver"`
		Toolkit          image      `json:"toolkit"`
		Validator        image      `json:"validator"`
		DevicePlugin     image      `json:"devicePlugin"`
		DCGMExporter     image      `json:"dcgmExporter"`
		GFD              image      `json:"gfd"`
		MIGManager       image      `json:"migManager"`
		SandboxWorkloads struct {
			Enabled         bool   `json:"enabled"`
			DefaultWorkload string `json:"defaultWorkload"`
		} `json:"sandboxWorkloads"`
	} `json:"spec"`
	Status struct {
		State string `json:"state"`
	} `json:"status"`
}

func deployed(operand string) map[string]string {
	return map[string]string{"nvidia.com/gpu.deploy." + operand: "true"}
}

// digestVariable lets an operator tell a change of the driver from one of mere labels
// (NVIDIA/gpu-operator:controllers/object_controls.go@v26.7.0): the same digest means that a restart of the pod is enough.
const digestVariable = "DRIVER_CONFIG_DIGEST"

// driverOperand is the driver DaemonSet of a ClusterPolicy, or of that NVIDIADriver.
func driverOperand(spec driverSpec, custom *nvidiaDriver) operand {
	module := spec.KernelModuleType
	digest := []corev1.EnvVar{{Name: digestVariable, Value: hashOf([]any{spec.path(""), spec.Manager.path(""), module, spec.UsePrecompiled})}}
	name := driverApp
	labels := map[string]string{"app.kubernetes.io/component": "nvidia-driver", "nvidia.com/precompiled": map[bool]string{true: "true", false: "false"}[spec.UsePrecompiled]}
	nodes := deployed("driver")
	if custom != nil {
		name = "nvidia-gpu-driver-ubuntu22.04-" + hashOf(custom.object.GetName())
		labels["nvidia.com/node.os-version"] = "ubuntu22.04"
		maps.Copy(nodes, custom.Spec.NodeSelector)
		maps.Copy(nodes, map[string]string{"nvidia.com/gpu.present": "true", ownerKey: custom.object.GetName()})
	}
	return operand{
		name: name, app: name, account: "nvidia-driver", state: "state-driver", nodes: nodes, onDelete: true, labels: labels, grace: 30,
		inits: []corev1.Container{{Name: "k8s-driver-manager", Image: spec.Manager.path(""), Env: digest}},
		main:  corev1.Container{Name: "nvidia-driver-ctr", Image: spec.path("-ubuntu22.04"), Env: digest},
	}
}

// gpuOperands are the DaemonSets beside the driver, in the order of the states (controllers/state_manager.go addState).
func gpuOperands(policy clusterPolicy) []operand {
	spec := policy.Spec
	validation := func(names ...string) []corev1.Container {
		containers := []corev1.Container{}
		for _, name := range names {
			containers = append(containers, corev1.Container{Name: name, Image: spec.Validator.path("")})
		}
		return containers
	}
	config := func(i image) corev1.Container {
		return corev1.Container{Name: "config-manager-init", Image: i.path("")}
	}
	all := []operand{
		{name: toolkitApp, state: "state-container-toolkit", nodes: deployed("container-toolkit"), inits: validation("driver-validation"),
			main: corev1.Container{Name: "nvidia-container-toolkit-ctr", Image: spec.Toolkit.path("")}},
		{name: validatorApp, state: "state-operator-validation", nodes: deployed("operator-validator"), runtime: "nvidia",
			inits: validation("driver-validation", "toolkit-validation", "cuda-validation", "plugin-validation"),
			main:  corev1.Container{Name: "nvidia-operator-validator", Image: spec.Validator.path("")}},
		{name: pluginApp, state: "state-device-plugin", nodes: deployed("device-plugin"), runtime: "nvidia",
			inits: append(validation("toolkit-validation"), config(spec.DevicePlugin)),
			main:  corev1.Container{Name: "nvidia-device-plugin", Image: spec.DevicePlugin.path("")}},
	}
	if spec.DCGMExporter.wanted() {
		all = append(all, operand{name: "nvidia-dcgm-exporter", state: "state-dcgm-exporter", nodes: deployed("dcgm-exporter"), runtime: "nvidia",
			inits: validation("toolkit-validation"), main: corev1.Container{Name: "nvidia-dcgm-exporter", Image: spec.DCGMExporter.path("")}})
	}
	all = append(all, operand{name: gfdApp, state: "gpu-feature-discovery", nodes: deployed("gpu-feature-discovery"), runtime: "nvidia",
		inits: append(validation("toolkit-validation"), config(spec.GFD)), main: corev1.Container{Name: "gpu-feature-discovery", Image: spec.GFD.path("")}})
	if spec.MIGManager.wanted() {
		all = append(all, operand{name: "nvidia-mig-manager", state: "state-mig-manager", nodes: deployed("mig-manager"), runtime: "nvidia",
			inits: validation("toolkit-validation"), main: corev1.Container{Name: "nvidia-mig-manager", Image: spec.MIGManager.path("")}})
	}
	for i := range all {
		all[i].app, all[i].account = all[i].name, strings.TrimSuffix(all[i].name, "-daemonset")
	}
	return all
}

// takesGPU is the pod filter of the GPU operator (NVIDIA/gpu-operator:cmd/gpu-operator/main.go gpuPodSpecFilter): which pods a driver upgrade evicts.
func takesGPU(claims client.Reader) upgrade.PodDeletionFilter {
	return func(pod corev1.Pod) bool {
		if pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed {
			return false
		}
		for _, container := range pod.Spec.Containers {
			for _, list := range []corev1.ResourceList{container.Resources.Limits, container.Resources.Requests} {
				for name := range list {
					if strings.HasPrefix(string(name), "nvidia.com/gpu") || strings.HasPrefix(string(name), "nvidia.com/mig-") {
						return true
					}
				}
			}
		}
		return slices.ContainsFunc(pod.Spec.ResourceClaims, func(used corev1.PodResourceClaim) bool { return claimsGPU(claims, &pod, used) })
	}
}

// claimsGPU tells whether GPUs are allocated to a claim of the pod; one that cannot be had counts as such.
func claimsGPU(claims client.Reader, pod *corev1.Pod, used corev1.PodResourceClaim) bool {
	name := used.ResourceClaimName
	for _, made := range pod.Status.ResourceClaimStatuses {
		if made.Name == used.Name {
			name = made.ResourceClaimName
		}
	}
	claim := &resourcev1.ResourceClaim{}
	if name == nil || claims.Get(context.Background(), client.ObjectKey{Namespace: pod.Namespace, Name: *name}, claim) != nil {
		return true
	}
	return claim.Status.Allocation != nil && slices.ContainsFunc(claim.Status.Allocation.Devices.Results, func(device resourcev1.DeviceRequestAllocationResult) bool {
		return device.Driver == "gpu.nvidia.com" && !ptr.Deref(device.AdminAccess, false)
	})
}

// restartOnly tells whether both templates load the same driver with the same settings.
func restartOnly(running, desired *corev1.PodSpec) (bool, error) {
	digest := func(spec *corev1.PodSpec) string {
		for _, variable := range spec.Containers[0].Env {
			if variable.Name == digestVariable {
				return variable.Value
			}
		}
		return ""
	}
	return digest(running) != "" && digest(running) == digest(desired), nil
}
