// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"time"
)

const kernel = "5.15.0-153-generic"

// kubeletKey is the node label by which a rollout's kubelets know their nodes (operators/kubelet.go).
const kubeletKey = "chartroom.sandbox/kubelet"

// uuidOf derives a stable UUID from text, so that the same node is the same in every run.
func uuidOf(text string) string {
	h := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x-%x-4%x-a%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])[:36]
}

func nodeLabels(name, pool, class, instance string) map[string]string {
	return map[string]string{
		"kubernetes.io/arch":                                      "amd64",
		"kubernetes.io/os":                                        "linux",
		"kubernetes.io/hostname":                                  name,
		"node.kubernetes.io/instance-type":                        instance,
		"topology.kubernetes.io/region":                           "us-east1",
		"topology.kubernetes.io/zone":                             "us-east1-a",
		"crusoe.ai/instance.id":                                   uuidOf("instance " + name),
		"crusoe.ai/instance.class":                                class,
		"crusoe.ai/instance.group.id":                             uuidOf("group " + pool),
		"crusoe.ai/instance.template.id":                          uuidOf("template " + pool),
		"crusoe.ai/instance.state":                                "STATE_RUNNING",
		"crusoe.ai/nodepool.id":                                   uuidOf("pool " + pool),
		"crusoe.ai/nodepool.name":                                 pool,
		"crusoe.ai/project.id":                                    uuidOf("project"),
		"ssd.csi.crusoe.ai/location":                              "us-east1-a",
		"fs.csi.crusoe.ai/location":                               "us-east1-a",
		"fs.csi.crusoe.ai/supports-shared-disks":                  "true",
		"feature.node.kubernetes.io/kernel-version.full":          kernel,
		"feature.node.kubernetes.io/kernel-version.major":         "5",
		"feature.node.kubernetes.io/kernel-version.minor":         "15",
		"feature.node.kubernetes.io/kernel-version.revision":      "0",
		"feature.node.kubernetes.io/system-os_release.ID":         "ubuntu",
		"feature.node.kubernetes.io/system-os_release.VERSION_ID": "22.04",
	}
}

func gpuLabels(index int) map[string]string {
	labels := map[string]string{
		"feature.node.kubernetes.io/pci-10de.present":      "true",
		"feature.node.kubernetes.io/pci-0302_10de.present": "true",
		"feature.node.kubernetes.io/pci-15b3.present":      "true",
		"network.nvidia.com/operator.mofed.wait":           "false",
		"nvidia.com/gpu.present":                           "true",
		"nvidia.com/gpu.count":                             "8",
		"nvidia.com/gpu.product":                           "NVIDIA-H100-80GB-HBM3",
		"nvidia.com/gpu.family":                            "hopper",
		"nvidia.com/gpu.memory":                            "81559",
		"nvidia.com/gpu.machine":                           "h100-80gb-sxm-ib.8x",
		"nvidia.com/gpu.mode":                              "compute",
		"nvidia.com/gpu.replicas":                          "1",
		"nvidia.com/gpu.compute.major":                     "9",
		"nvidia.com/gpu.compute.minor":                     "0",
		"nvidia.com/cuda.driver-version.full":              "580.105.08",
		"nvidia.com/cuda.driver-version.major":             "580",
		"nvidia.com/cuda.driver-version.minor":             "105",
		"nvidia.com/cuda.driver-version.revision":          "08",
		"nvidia.com/cuda.runtime-version.full":             "13.0",
		"nvidia.com/cuda.runtime-version.major":            "13",
		"nvidia.com/cuda.runtime-version.minor":            "0",
		"nvidia.com/mig.capable":                           "true",
		"nvidia.com/mig.strategy":                          "single",
		"nvidia.com/gpu.workload.config":                   "container",
		"nvidia.com/gpu-driver-upgrade-state":              "upgrade-done",
		"nvidia.com/ofed-driver-upgrade-state":             "upgrade-done",
		"crusoe.ai/accelerator":                            "nvidia-h100-80gb-sxm-ib",
		"crusoe.ai/pod.id":                                 uuidOf(fmt.Sprintf("ib pod %d", index/8)),
		"crusoe.ai/ib.partition.id":                        uuidOf("ib partition"),
		"crusoe.ai/ib.partition.name":                      "training",
		"crusoe.ai/ib.partition.networkId":                 uuidOf("ib network"),
	}
	for _, operand := range []string{"driver", "gpu-feature-discovery", "container-toolkit", "device-plugin", "dcgm", "dcgm-exporter",
		"node-status-exporter", "operator-validator", "mig-manager"} {
		labels["nvidia.com/gpu.deploy."+operand] = "true"
	}
	return labels
}

// node is a Node object as a kubelet of that kind would register it; it is created with its status and so is Ready at once.
func node(index int, gpu bool) object {
	name, pool, class, instance := fmt.Sprintf("cpu-%03d", index), "cpu-system", "c1a", "c1a.16x"
	capacity := map[string]string{"cpu": "16", "memory": "65843220Ki", "ephemeral-storage": "129886128Ki", "pods": "110", "hugepages-2Mi": "0"}
	address := fmt.Sprintf("10.4.%d.%d", 128+index/250, 1+index%250)
	annotations := map[string]string{"kwok.x-k8s.io/node": "fake"}
	labels := map[string]string{}
	if gpu {
		name, pool, class, instance = fmt.Sprintf("gpu-%03d", index), "h100-training", "h100-80gb-sxm-ib", "h100-80gb-sxm-ib.8x"
		capacity = map[string]string{"cpu": "176", "memory": "1007293972Ki", "ephemeral-storage": "129886128Ki", "pods": "110",
			"hugepages-2Mi": "0", "nvidia.com/gpu": "8", "rdma/rdma_shared_device_a": "63"}
		address = fmt.Sprintf("10.4.%d.%d", index/250, 1+index%250)
		annotations["nvidia.com/gpu-driver-upgrade-enabled"] = "true"
		labels = gpuLabels(index)
	}
	maps.Copy(labels, nodeLabels(name, pool, class, instance))
	now := time.Now().UTC().Format(time.RFC3339)
	conditions := []object{}
	for _, c := range [][4]string{
		{"MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"},
		{"DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"},
		{"PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"},
		{"NetworkUnavailable", "False", "CiliumIsUp", "Cilium is running on this node"},
		{"Ready", "True", "KubeletReady", "kubelet is posting ready status"},
	} {
		conditions = append(conditions, object{"type": c[0], "status": c[1], "reason": c[2], "message": c[3], "lastHeartbeatTime": now, "lastTransitionTime": now})
	}
	return object{
		"apiVersion": "v1",
		"kind":       "Node",
		"metadata":   object{"name": name, "labels": labels, "annotations": annotations},
		"spec":       object{"providerID": "crusoe:///" + uuidOf("instance "+name)},
		"status": object{
			"capacity":    capacity,
			"allocatable": capacity,
			"conditions":  conditions,
			"phase":       "Running",
			"addresses":   []object{{"type": "InternalIP", "address": address}, {"type": "Hostname", "address": name}},
			"nodeInfo": object{
				"architecture": "amd64", "operatingSystem": "linux", "osImage": "Ubuntu 22.04.5 LTS", "kernelVersion": kernel,
				"containerRuntimeVersion": "containerd://1.7.27", "kubeletVersion": "v1.36.3", "kubeProxyVersion": "",
				"machineID": uuidOf("machine " + name), "bootID": uuidOf("boot " + name), "systemUUID": uuidOf("system " + name),
			},
		},
	}
}

// createNodes creates the nodes that are missing up to the wished counts.
func (s *sandbox) createNodes(ctx context.Context, api *client) error {
	rollout := s.has("rollout")
	return inParallel(s.CPUNodes+s.GPUNodes, 16, func(i int) error {
		created := node(i, false)
		if i >= s.CPUNodes {
			created = node(i-s.CPUNodes, true)
		}
		if rollout {
			created["metadata"].(object)["labels"].(map[string]string)[kubeletKey] = "running"
		}
		return api.create(ctx, "/api/v1/nodes", s.reachable(created))
	})
}

// reachable lets the API server ask the node's kubelet for logs: all kubelets are one process of this machine (serve.go).
func (s *sandbox) reachable(node object) object {
	status := node["status"].(object)
	status["addresses"] = append(status["addresses"].([]object), object{"type": "ExternalDNS", "address": "localhost"})
	status["daemonEndpoints"] = object{"kubeletEndpoint": object{"Port": s.Kubelets}}
	return node
}

// resizeNodes brings the number of nodes of each kind to the wished count, creating or deleting the highest numbers.
func (s *sandbox) resizeNodes(ctx context.Context, api *client, gpu, cpu int) error {
	surplus := []string{}
	for i := gpu; i < s.GPUNodes; i++ {
		surplus = append(surplus, fmt.Sprintf("gpu-%03d", i))
	}
	for i := cpu; i < s.CPUNodes; i++ {
		surplus = append(surplus, fmt.Sprintf("cpu-%03d", i))
	}
	s.GPUNodes, s.CPUNodes = gpu, cpu
	if err := inParallel(len(surplus), 16, func(i int) error {
		return api.request(ctx, http.MethodDelete, "/api/v1/nodes/"+surplus[i], nil, nil)
	}); err != nil {
		return err
	}
	return s.createNodes(ctx, api)
}
