// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// troubles is the one table of what `ctl trouble` can do. What pods and operators say is the wording of the real ones; its sources are those
// of the signatures that look for it (resources/diagnosis/signatures.yaml).
var troubles = map[string]func(*trouble){
	"kernel-headers": func(t *trouble) {
		t.breakDriver("Could not resolve Linux kernel version", "Resolving Linux kernel version...\n"+
			"Proceeding with Linux kernel version 6.8.0-1025-nvidia\nCould not resolve Linux kernel version\nStopping NVIDIA persistence daemon...\n")
	},
	"kernel-unsupported": func(t *trouble) {
		t.breakDriver("", "Building NVIDIA driver package...\nmake: *** [Makefile:82: modules] Error 2\nStopping NVIDIA persistence daemon...\n")
	},
	"package-mirror": func(t *trouble) {
		t.breakDriver("", "Updating the package cache...\nERROR: Failed to update package cache. Ensure that the cluster can access the proper networks.\n")
	},
	"driver-in-use": func(t *trouble) {
		t.breakDriver("", "Unloading NVIDIA driver kernel modules...\nnvidia              56770560  23 nvidia_modeset\n"+
			"Could not unload NVIDIA driver kernel modules, driver is in use\n")
	},
	"driver-manager": func(t *trouble) {
		const manager = "k8s-driver-manager"
		node := t.on("gpu-001")
		t.crash(t.pod(driverSet, node), manager, "", "level=info msg=\"Auto eviction of GPU pods is disabled by the upgrade policy\"\n"+
			"level=error msg=\"Cleanup could not automatically proceed on node gpu-001 because auto-drain and pod eviction are disabled.\"\n")
		t.waitForDriver(node)
	},
	"driver-image": func(t *trouble) {
		node := t.on("gpu-001")
		t.pullFails(t.pod(driverSet, node), "nvidia-driver-ctr", "nvcr.io/nvidia/driver:999.1-ubuntu22.04")
		t.waitForDriver(node)
	},
	"nvml-mismatch": nvmlMismatch,
	"runtime-handler": func(t *trouble) {
		t.refuseSandboxes(`failed to get sandbox runtime: no runtime for "nvidia" is configured`)
	},
	"runtime-handler-crio": func(t *trouble) {
		t.refuseSandboxes("failed to find runtime handler nvidia from runtime list map[crun:0xc0004e4000 runc:0xc0004e4100], failed to \"CreatePodSandbox\"")
	},
	"runtime-class": func(t *trouble) {
		for _, set := range []string{pluginSet, validatorSet} {
			t.refusePods("nvidia-gpu-operator", set, `pod rejected: RuntimeClass "nvidia" not found`)
		}
	},
	"plugin-down":    pluginDown,
	"plugin-no-gpus": pluginSeesNothing,
	"gpu-fell-off":   gpuFellOff,
	"fabric-manager": func(t *trouble) {
		node := t.on("gpu-001")
		t.crash(t.pod(validatorSet, node), "cuda-validation", "", "Failed to allocate device vector A (error code system not yet initialized)!\n"+
			"[Vector addition of 50000 elements]\n")
	},
	"ofed-restart": func(t *trouble) {
		t.breakOFED("Unloading HCA driver:                                      [  OK  ]\n" +
			"time=2026-11-22T03:11:02Z level=ERROR msg=\"failed to restart openibd service\" error=\"exit status 1\"\n")
	},
	"ofed-held": func(t *trouble) {
		t.breakOFED("[22-Nov-26_03:11:02] Module nvidia_peermem is used and will FAIL driver reload, aborting execution.\n")
	},
	"ofed-storage": func(t *trouble) {
		t.breakOFED("Storage modules are loaded for current driver, terminating prior driver reload failure due to UNLOAD_STORAGE_MODULES not set to \"true\"\n")
	},
	"rdma-missing": func(t *trouble) { t.offers(t.on("gpu-001"), rdmaDevice, 0) },
	"rdma-refused": func(t *trouble) {
		t.refusePods("nvidia-network-operator", rdmaSet, "exceeded quota: pods, requested: pods=1, used: pods=20, limited: pods=20")
	},
	"vfs-refused": func(t *trouble) {
		t.functions(t.on("gpu-001"), "Failed", "failed to set the number of virtual functions of 0000:1a:00.0 to 8: "+
			"write /sys/bus/pci/devices/0000:1a:00.0/sriov_numvfs: cannot allocate memory", 0)
	},
	"vfs-missing": func(t *trouble) { t.functions(t.on("gpu-001"), "Succeeded", "", 4) },
	"operator-values": func(t *trouble) {
		t.crash(t.pod("gpu-operator", ""), "gpu-operator", "", `{"level":"error","ts":1763780000,"logger":"setup","msg":"unable to parse flags",`+
			`"error":"invalid value \"chatty\" for flag -zap-log-level"}`+"\n")
	},
	"operator-memory": func(t *trouble) {
		t.crashAs(t.pod("network-operator", ""), "network-operator", object{"exitCode": 137, "reason": "OOMKilled"}, "")
	},
	"policy-refused":      policyRefused,
	"rollout-unscheduled": rolloutUnscheduled,
	"nfd-missing": func(t *trouble) {
		t.policyComplains("NFDLabelsMissing", "NFD labels are missing in the cluster; GPU nodes cannot be discovered")
	},
	"nfd-not-run":      nodeWithoutLabels,
	"no-node-fits":     noNodeFits,
	"csi-unregistered": func(t *trouble) { t.mountFails(t.on("gpu-002")) },
	"csi-down": func(t *trouble) {
		node := t.on("gpu-002")
		t.crash(t.pod("crusoe-csi-driver-node", node), "crusoe-csi-driver", "", "E1122 03:11:02 1 main.go:88] could not read /etc/secrets: no such file\n")
		t.mountFails(node)
	},
	"csi-secret": func(t *trouble) {
		t.stopAt(t.pod("crusoe-csi-driver-controller", ""), "crusoe-csi-driver", waitingFor("CreateContainerConfigError", `secret "crusoe-secrets" not found`), object{}, 0)
	},
	"node-lost":      func(t *trouble) { t.silence(t.on("gpu-001")) },
	"node-lost-ofed": nodeLostInRestart,
	"node-disk": func(t *trouble) {
		t.condition(t.on("gpu-001"), "DiskPressure", "True", "KubeletHasDiskPressure", "kubelet has disk pressure")
	},
	"node-health": func(t *trouble) {
		t.condition(t.on("gpu-001"), "GPUDCGMUnhealthy", "True", "DCGMUnhealthy", "GPU 3: Detected 2 NvLink errors")
	},
	"budget":         budgetHolds,
	"unmanaged-pod":  unmanagedPod,
	"admitted-early": admittedTooEarly,
	"gpus-taken": func(t *trouble) {
		t.staysPending("tenant-a", "sweep", object{"app": "sweep"}, podSpec("main", "registry.example/sweep:1", object{"nvidia.com/gpu": "64"}))
	},
}

// Workloads, as the operators name their DaemonSets.
const (
	driverSet    = "nvidia-driver-daemonset"
	toolkitSet   = "nvidia-container-toolkit-daemonset"
	pluginSet    = "nvidia-device-plugin-daemonset"
	validatorSet = "nvidia-operator-validator"
	gfdSet       = "gpu-feature-discovery"
	exporterSet  = "nvidia-dcgm-exporter"
	migSet       = "nvidia-mig-manager"
	mofedSet     = "mofed-ubuntu22.04-6486ccb87-ds"
	rdmaSet      = "rdma-shared-dp-ds"
	gpuDevice    = "nvidia.com/gpu"
	rdmaDevice   = "rdma/rdma_shared_device_a"
)

const clusterPolicyPath = "/apis/nvidia.com/v1/clusterpolicies/cluster-policy"

// breakDriver: the driver container of a node ends in error, and all that needs the driver waits.
func (t *trouble) breakDriver(words, log string) {
	node := t.on("gpu-001")
	t.crash(t.pod(driverSet, node), "nvidia-driver-ctr", words, log)
	t.waitForDriver(node)
}

func (t *trouble) waitForDriver(node string) {
	t.waits(t.pod(toolkitSet, node), "driver-validation")
	t.waits(t.pod(validatorSet, node), "driver-validation")
	t.waitForToolkit(node, pluginSet, gfdSet, exporterSet, migSet)
	t.policyComplains("OperandNotReady", "ClusterPolicy is not ready; states not ready: [state-driver state-container-toolkit state-operator-validation state-device-plugin]")
}

func (t *trouble) waitForToolkit(node string, sets ...string) {
	for _, set := range sets {
		t.waits(t.pod(set, node), "toolkit-validation")
	}
	t.offers(node, gpuDevice, 0)
}

// policyComplains: the ClusterPolicy is not ready, and says why (NVIDIA/gpu-operator:internal/conditions).
func (t *trouble) policyComplains(reason, message string) {
	t.change(clusterPolicyPath, partStatus, func(o object) {
		status := o["status"].(object)
		status["state"] = "notReady"
		t.set(status, "Ready", "False", "Error", "")
		t.set(status, "Error", "True", reason, message)
	})
}

func (t *trouble) pullFails(pod object, container, image string) {
	t.stopAt(pod, container, waitingFor("ImagePullBackOff", fmt.Sprintf("Back-off pulling image %q: ErrImagePull: failed to pull and unpack image %q: "+
		"failed to resolve reference %q: %s: not found", image, image, image, image)), object{}, 0)
	t.event(pod, "Failed", fmt.Sprintf("Failed to pull image %q: rpc error: code = NotFound desc = failed to pull and unpack image", image))
}

// nvmlMismatch: the kernel module is older than the libraries, as everything says that uses both.
func nvmlMismatch(t *trouble) {
	const words = "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 580.95\n"
	node := t.on("gpu-001")
	t.crash(t.pod(pluginSet, node), "nvidia-device-plugin", "", "I1122 03:12:51.117400 1 main.go:235] Starting NVIDIA Device Plugin\nE1122 03:12:51.117403 1 factory.go:112] "+words)
	t.crash(t.pod(gfdSet, node), "gpu-feature-discovery", "", "E1122 03:12:52.004411 1 main.go:171] "+words)
	t.crash(t.pod(validatorSet, node), "cuda-validation", words, words)
	t.offers(node, gpuDevice, 0)
}

// refuseSandboxes: the toolkit runs, and the container runtime does not know the runtime of its pods.
func (t *trouble) refuseSandboxes(text string) {
	node := t.on("gpu-001")
	for set, container := range map[string]string{pluginSet: "toolkit-validation", gfdSet: "toolkit-validation", validatorSet: "driver-validation"} {
		pod := t.pod(set, node)
		t.stopAt(pod, container, object{"waiting": object{"reason": "PodInitializing"}}, object{}, 0)
		t.event(pod, "FailedCreatePodSandBox", "Failed to create pod sandbox: rpc error: code = Unknown desc = "+text)
	}
	t.offers(node, gpuDevice, 0)
}

// refusePods: the pods of the DaemonSet are not even made.
func (t *trouble) refusePods(namespace, set, why string) {
	about := object{"kind": "DaemonSet", "apiVersion": "apps/v1", "metadata": object{"namespace": namespace, "name": set, "uid": uuidOf(set)}}
	t.event(about, "FailedCreate", fmt.Sprintf("Error creating: pods %q is forbidden: %s", set+"-", why))
}

func pluginDown(t *trouble) {
	node := t.on("gpu-001")
	t.crash(t.pod(pluginSet, node), "nvidia-device-plugin", "", "panic: runtime error: invalid memory address or nil pointer dereference\ngoroutine 1 [running]:\n")
	t.waits(t.pod(validatorSet, node), "plugin-validation")
	t.offers(node, gpuDevice, 0)
}

func pluginSeesNothing(t *trouble) {
	node := t.on("gpu-001")
	t.log(t.pod(pluginSet, node), "nvidia-device-plugin", false, "I1122 03:40:11.104123 1 main.go:279] No devices found. Waiting indefinitely.\n")
	t.waits(t.pod(validatorSet, node), "plugin-validation")
	t.offers(node, gpuDevice, 0)
}

func gpuFellOff(t *trouble) {
	node := t.on("gpu-001")
	t.log(t.pod(pluginSet, node), "nvidia-device-plugin", false, "I1122 03:40:11.104123 1 health.go:159] XidCriticalError: Xid=79 on "+
		"Device=GPU-6f4b12aa-0f3b-4d0c-9c55-2f9a1a0d7e11; marking device as unhealthy.\n")
	t.offers(node, gpuDevice, 7)
}

// breakOFED: the InfiniBand driver of a node ends in error; the RDMA device plugin is taken off the node.
func (t *trouble) breakOFED(log string) {
	node := t.on("gpu-001")
	t.crash(t.pod(mofedSet, node), "mofed-container", "", log)
	t.label(node, object{"network.nvidia.com/operator.mofed.wait": "true"})
	t.offers(node, rdmaDevice, 0)
	t.change(nicPolicyPath, partStatus, func(o object) {
		status := o["status"].(object)
		status["state"] = "notReady"
		t.set(status, "OFEDDriverReady", "False", "ComponentNotReady", "OFED driver is not ready")
	})
}

// functions: what the SR-IOV config daemon of the node says, and how many virtual functions there are.
func (t *trouble) functions(node, sync, problem string, set int) {
	t.change("/apis/sriovnetwork.openshift.io/v1/namespaces/nvidia-network-operator/sriovnetworknodestates/"+node, partStatus, func(o object) {
		status := o["status"].(object)
		status["syncStatus"], status["lastSyncError"] = sync, problem
		port := status["interfaces"].([]any)[0].(object)
		virtual, _ := port["Vfs"].([]any)
		port["numVfs"], port["Vfs"] = set, virtual[:min(set, len(virtual))]
	})
}

// policyRefused: the network operator cannot make what its policy asks for.
func policyRefused(t *trouble) {
	t.change(nicPolicyPath, partStatus, func(o object) {
		status := o["status"].(object)
		status["state"] = "notReady"
		state := status["appliedStates"].([]any)[0].(object)
		state["state"], state["message"] = "error", `failed to create/update objects: namespaces "nvidia-network-operator" not found`
	})
}

// rolloutUnscheduled: NVIDIA's library does nothing at all while the driver DaemonSet wants a pod more than there are.
func rolloutUnscheduled(t *trouble) {
	t.log(t.pod("gpu-operator", ""), "gpu-operator", false, `{"level":"error","ts":1763780000,"logger":"controllers.Upgrade",`+
		`"msg":"Failed to build cluster upgrade state","error":"driver DaemonSet should not have Unscheduled pods"}`+"\n")
	t.policyComplains("OperandNotReady", "ClusterPolicy is not ready; states not ready: [state-driver]")
}

// nodeWithoutLabels: a new GPU node on which Node Feature Discovery has not run.
func nodeWithoutLabels(t *trouble) {
	const name = "gpu-new"
	fresh := t.s.reachable(node(900, false)) // the machine of a CPU node will do
	labels := nodeLabels(name, "h100-training", "h100-80gb-sxm-ib", "h100-80gb-sxm-ib.8x")
	labels["crusoe.ai/accelerator"], labels[kubeletKey] = "nvidia-h100-80gb-sxm-ib", "running"
	for key := range labels {
		if strings.HasPrefix(key, "feature.") {
			delete(labels, key)
		}
	}
	fresh["metadata"] = object{"name": t.on(name), "labels": labels, "annotations": object{"kwok.x-k8s.io/node": "fake"}}
	fresh["spec"] = object{"providerID": "crusoe:///" + uuidOf("instance "+name)}
	for _, condition := range fresh["status"].(object)["conditions"].([]object) {
		condition["lastTransitionTime"] = t.since
	}
	t.create("/api/v1/nodes", fresh)
}

// noNodeFits: a pod of the GPU operator asks for a node label that none has.
func noNodeFits(t *trouble) {
	spec := podSpec("nvidia-dcgm", "nvcr.io/nvidia/cloud-native/dcgm:4.4.2-1-ubuntu22.04", object{})
	spec["nodeSelector"] = object{"nvidia.com/gpu.deploy.dcgm": "true", "feature.node.kubernetes.io/pci-10de.sriov": "true"}
	t.staysPending("nvidia-gpu-operator", "nvidia-dcgm-x7k2p", object{"app": "nvidia-dcgm"}, spec)
}

// staysPending: the scheduler itself says why no node takes the pod, and has said so since the trouble began.
func (t *trouble) staysPending(namespace, name string, labels, spec object) {
	pod := object{"metadata": object{"namespace": namespace, "name": name, "labels": labels}, "spec": spec}
	t.create("/api/v1/namespaces/"+namespace+"/pods", pod)
	t.await(name+" is refused", func() error {
		read := object{}
		if err := t.api.request(t.ctx, http.MethodGet, pathOf(pod), nil, &read); err != nil {
			return err
		}
		if conditions, _ := read["status"].(object)["conditions"].([]any); len(conditions) == 0 {
			return errors.New("not yet")
		}
		return nil
	})
	t.change(pathOf(pod), partStatus, func(o object) {
		for _, condition := range o["status"].(object)["conditions"].([]any) {
			condition.(object)["lastTransitionTime"] = t.since
		}
	})
}

// guest is a tenant's pod without a controller on that node; nobody runs it.
func (t *trouble) guest(name, node string, devices object) object {
	spec := podSpec("main", "registry.example/"+name+":1", devices)
	spec["nodeName"] = node
	pod := object{"metadata": object{"namespace": "tenant-a", "name": name, "labels": object{"app": name}, "annotations": object{kubeletKey: "trouble"}}, "spec": spec}
	t.create("/api/v1/namespaces/tenant-a/pods", pod)
	return pod
}

// mountFails: a tenant's pod waits for its volume, for the driver of it is not known to the kubelet.
func (t *trouble) mountFails(node string) {
	pod := t.guest("notebook", node, object{})
	t.status(pod, func(status object) {
		status["phase"], status["startTime"] = "Pending", t.since
		status["containerStatuses"] = []object{{"name": "main", "image": "registry.example/notebook:1", "imageID": "", "ready": false, "restartCount": 0,
			"state": object{"waiting": object{"reason": "ContainerCreating"}}}}
		t.set(status, "Ready", "False", "ContainersNotReady", "containers with unready status: [main]")
	})
	t.event(pod, "FailedMount", `MountVolume.MountDevice failed for volume "pvc-1" : kubernetes.io/csi: attacher.MountDevice failed to create newCsiDriverClient: `+
		"driver name ssd.csi.crusoe.ai not found in the list of registered CSI drivers")
}

// admittedTooEarly: the kubelet took the pod before the device plugin was back.
func admittedTooEarly(t *trouble) {
	pod := t.guest("evaluation", t.on("gpu-003"), object{gpuDevice: "1"})
	t.status(pod, func(status object) {
		status["phase"], status["reason"], status["startTime"] = "Failed", "UnexpectedAdmissionError", t.since
		status["message"] = "Pod was rejected: Allocate failed due to no healthy devices present; cannot allocate unhealthy devices nvidia.com/gpu, which is unexpected"
	})
}

// nodeLostInRestart: the node went silent while its new InfiniBand driver came up.
func nodeLostInRestart(t *trouble) {
	node := t.on("gpu-001")
	t.enters(ofedUpgrade, node, "pod-restart-required")
	t.stopAt(t.pod(mofedSet, node), "mofed-container", object{"running": object{"startedAt": t.since}}, object{}, 0)
	t.silence(node)
}

// upgradeKind is a driver's upgrade: the reason of its events and the label of its state.
type upgradeKind struct{ reason, key string }

var (
	gpuUpgrade  = upgradeKind{"GPUDriverUpgrade", "nvidia.com/gpu-driver-upgrade-state"}
	ofedUpgrade = upgradeKind{"OFEDDriverUpgrade", "nvidia.com/ofed-driver-upgrade-state"}
)

// enters: the node is cordoned and in that state of its upgrade, and its operator has told so.
func (t *trouble) enters(kind upgradeKind, node, state string) {
	t.cordon(node)
	t.label(node, object{kind.key: state})
	t.tell(object{"kind": "Node", "apiVersion": "v1", "metadata": object{"name": node, "uid": node}}, "Normal", kind.reason,
		"Successfully updated node state label to "+state, t.since)
}

// budgetHolds: the one pod of a budget that allows no disruption is on the node whose turn it is.
func budgetHolds(t *trouble) {
	trainer := t.pod("trainer", "")
	t.create("/apis/policy/v1/namespaces/tenant-b/poddisruptionbudgets", object{"metadata": object{"name": "trainer"},
		"spec": object{"maxUnavailable": 0, "selector": object{"matchLabels": object{"app": "trainer"}}}})
	t.await("the budget is counted", func() error {
		budget := struct{ Status struct{ CurrentHealthy int } }{}
		if err := t.api.request(t.ctx, http.MethodGet, "/apis/policy/v1/namespaces/tenant-b/poddisruptionbudgets/trainer", nil, &budget); err != nil {
			return err
		}
		if budget.Status.CurrentHealthy == 0 {
			return errors.New("not yet")
		}
		return nil
	})
	t.enters(gpuUpgrade, t.on(nodeOf(trainer)), "pod-deletion-required")
}

// unmanagedPod: what nobody would bring back is not deleted from the node whose turn it is.
func unmanagedPod(t *trouble) {
	node := t.on("gpu-003")
	pod := t.guest("notebook", node, object{gpuDevice: "1"})
	t.status(pod, func(status object) {
		status["phase"], status["startTime"] = "Running", t.since
		status["containerStatuses"] = []object{{"name": "main", "image": "registry.example/notebook:1", "imageID": "", "ready": true, "started": true, "restartCount": 0,
			"state": object{"running": object{"startedAt": t.since}}}}
		t.set(status, "Ready", "True", "", "")
	})
	t.enters(gpuUpgrade, node, "pod-deletion-required")
}
