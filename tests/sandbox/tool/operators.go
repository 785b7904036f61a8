// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// operatorRole is a process that drives nodes: the name `ctl` knows it under, what it is (operators/main.go), and the scenario that brings it.
type operatorRole struct{ process, role, scenario string }

// operatorRoles in the order they start; where two have one name, the later scenario's takes its place.
var operatorRoles = []operatorRole{
	{"kubelets", "kubelets", "rollout"},
	{"gpuOperator", "gpu", "rollout"},
	{"maintenanceOperator", "maintenance", "requestor"},
	{"networkOperator", "network", "rollout"},
	{"networkOperator", "network-pools", "pools"},
	{"networkOperator", "network-requestor", "requestor"},
	{"sriovOperator", "sriov", "sriov"},
	{"amdOperator", "amd", "amd"},
}

func (s *sandbox) operators() []operatorRole {
	roles := []operatorRole{}
	for _, operator := range operatorRoles {
		if !s.has(operator.scenario) {
			continue
		}
		if last := len(roles) - 1; last >= 0 && roles[last].process == operator.process {
			roles = roles[:last]
		}
		roles = append(roles, operator)
	}
	return roles
}

// settlingPace stands the drivers up at once; the window begins when the operators start again with the pace asked for.
const settlingPace = "instant"

var paceNames = []string{settlingPace, "brisk", "fast", "real"}

// rolloutReleases are the operators' releases where the scenario default does not bring them.
var rolloutReleases = []release{
	{helm: "helm3", name: "gpu-operator", namespace: "nvidia-gpu-operator", chart: "gpu-operator", steps: []step{
		{version: "v25.10.1", values: []string{"driver.version=580.95.05", "operator.upgradeCRD=false"}},
	}},
	{helm: "helm3", name: "network-operator", namespace: "nvidia-network-operator", chart: "network-operator", steps: []step{
		{version: "25.7.0", values: []string{"nfd.enabled=false"}},
	}},
}

// platformReleases are those of the provider that the operators do not bring; scenario platform.
var platformReleases = []release{
	{helm: "helm3", name: "crusoe-csi-driver", namespace: "crusoe-system", chart: "crusoe-csi-driver", steps: []step{
		{version: "0.4.2", values: []string{"crusoe.projectID=6f1c8a52-2b37-4b5e-9d34-1f0c5b1f7a11"}},
		{version: "0.4.6", extra: []string{"--reset-then-reuse-values"}, values: []string{"controller.replicas=2"}},
	}},
	{helm: "helm3", name: "cilium", namespace: "kube-system", chart: "cilium", steps: []step{
		{version: "1.17.2", values: []string{"cluster.name=training", "hubble.relay.enabled=true"}},
	}},
}

// bringRollout installs the operators' releases and lets the operators stand the drivers up on every node.
func bringRollout(ctx context.Context, s *sandbox, api *client) error {
	if s.GPUNodes < 3 {
		return errors.New("it needs three GPU nodes, and for its faults 16")
	}
	if !s.has("default") {
		releases := slices.Clone(rolloutReleases)
		if s.has("platform") {
			releases = append(releases, platformReleases...)
		}
		if err := installReleases(ctx, s, api, releases); err != nil {
			return err
		}
	}
	if err := s.setWindowPolicy(ctx); err != nil {
		return err
	}
	if err := api.create(ctx, "/apis/mellanox.com/v1alpha1/nicclusterpolicies", nicClusterPolicy()); err != nil {
		return err
	}
	if err := s.prepareVariants(ctx, api); err != nil {
		return err
	}
	if err := s.startOperators(settlingPace); err != nil {
		return err
	}
	awaited := append([]string{"/apis/nvidia.com/v1/clusterpolicies/cluster-policy", nicPolicyPath}, s.nicPolicies()...)
	for _, path := range slices.Compact(awaited) {
		if err := s.awaitReady(ctx, api, path); err != nil {
			return err
		}
	}
	return nil
}

// setWindowPolicy is the last thing an engineer changes before a window: how many nodes at once, and how long an eviction may take.
func (s *sandbox) setWindowPolicy(ctx context.Context) error {
	seconds := map[string]int{settlingPace: 40, "brisk": 10, "fast": 40, "real": 300}[s.Pace]
	values := []string{"driver.upgradePolicy.maxParallelUpgrades=4", "driver.upgradePolicy.maxUnavailable=60%",
		fmt.Sprintf("driver.upgradePolicy.gpuPodDeletion.timeoutSeconds=%d", seconds)}
	return s.helm(ctx, rolloutReleases[0], false, step{version: "v25.10.1", values: values, extra: []string{"--reuse-values"}})
}

// buildOperators is done before anything starts: only a rollout pays for it, and only the first on a machine.
func (s *sandbox) buildOperators() error {
	build := exec.Command(filepath.Join(s.Home, "build"), "operators")
	build.Stderr = os.Stderr
	path, err := build.Output()
	if err != nil {
		return fmt.Errorf("build operators: %w", err)
	}
	s.Programs["operators"] = strings.TrimSpace(string(path))
	return nil
}

// startOperators starts each role with that pace, or again when it runs with another.
func (s *sandbox) startOperators(pace string) error {
	for _, operator := range s.operators() {
		child := s.Processes[operator.process]
		if child != nil {
			if err := child.end(syscall.SIGTERM); err != nil {
				return err
			}
		}
		arguments := []string{s.Programs["operators"], "--kubeconfig", s.processKubeconfig(), "--pace", pace}
		if s.has("renamed") {
			arguments = append(arguments, "--renamed")
		}
		s.Processes[operator.process] = &process{Arguments: append(arguments, operator.role)}
		if err := s.start(operator.process); err != nil {
			return err
		}
	}
	return nil
}

// beginRollout is the end of `up`: all is as it was before the window, and from now on things take their time.
func (s *sandbox) beginRollout(ctx context.Context, api *client) error {
	if s.has("pdb") { // its pod has a place of its own
		if err := awaitPods(ctx, api, "tenant-c"); err != nil {
			return err
		}
	}
	if err := createTenants(ctx, api, s.GPUNodes); err != nil {
		return err
	}
	return s.startOperators(s.Pace)
}

func (s *sandbox) awaitReady(ctx context.Context, api *client, path string) error {
	return until(ctx, path, func() error {
		object := struct{ Status struct{ State string } }{}
		if err := api.request(ctx, http.MethodGet, path, nil, &object); err != nil {
			return err
		}
		if object.Status.State != "ready" {
			for _, operator := range s.operators() {
				if !s.Processes[operator.process].running() {
					return fmt.Errorf("%s ended, see its log", operator.process)
				}
			}
			return fmt.Errorf("state is %q", object.Status.State)
		}
		return nil
	})
}

// nicClusterPolicy is what an engineer creates beside the chart, which brings none; values of NVIDIA's own example.
func nicClusterPolicy() object {
	mellanox := func(image, version string) object {
		return object{"image": image, "repository": "nvcr.io/nvidia/mellanox", "version": version}
	}
	driver := mellanox("doca-driver", "doca3.1.0-25.07-0.9.7.0-0")
	driver["terminationGracePeriodSeconds"] = 300
	driver["upgradePolicy"] = object{"autoUpgrade": true, "maxParallelUpgrades": 4, "safeLoad": false,
		"drain": object{"enable": true, "force": true, "deleteEmptyDir": true, "timeoutSeconds": 300, "podSelector": ""}}
	return object{"apiVersion": "mellanox.com/v1alpha1", "kind": "NicClusterPolicy", "metadata": object{"name": "nic-cluster-policy"},
		"spec": object{
			"ofedDriver":             driver,
			"rdmaSharedDevicePlugin": mellanox("k8s-rdma-shared-dev-plugin", "network-operator-v25.7.0"),
			"nvIpam":                 mellanox("nvidia-k8s-ipam", "network-operator-v25.7.0"),
			"secondaryNetwork": object{
				"cniPlugins": mellanox("plugins", "network-operator-v25.7.0"),
				"multus":     mellanox("multus-cni", "network-operator-v25.7.0"),
			},
		}}
}
