// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Values of the pod label `app` (domain: objects per chart); driverApp and ofedApp stand for names that vary.
const (
	driverApp    = "nvidia-driver-daemonset"
	toolkitApp   = "nvidia-container-toolkit-daemonset"
	pluginApp    = "nvidia-device-plugin-daemonset"
	validatorApp = "nvidia-operator-validator"
	gfdApp       = "gpu-feature-discovery"
	ofedApp      = "mofed"
	rdmaApp      = "rdma-shared-dp"
)

const pausedValue = "paused-for-driver-upgrade"

// pausedOperands are the x of nvidia.com/gpu.deploy.x that k8s-driver-manager pauses (NVIDIA/k8s-driver-manager:cmd/driver-manager/main.go@v0.12.0).
var pausedOperands = []string{"operator-validator", "container-toolkit", "device-plugin", "gpu-feature-discovery", "dcgm-exporter", "dcgm",
	"mig-manager", "nvsm", "sandbox-validator", "sandbox-device-plugin", "vgpu-device-manager", "client", "dra-driver", "dra-validator"}

// nodeView is one node with the scripted pods on it, as the kubelet sees them.
type nodeView struct {
	node *corev1.Node
	pods []corev1.Pod
}

func newNodeView(node *corev1.Node, pods []corev1.Pod) *nodeView {
	view := &nodeView{node: node}
	for _, pod := range pods {
		if pod.Annotations[scriptedKey] != "" {
			view.pods = append(view.pods, pod)
		}
	}
	return view
}

func (v *nodeView) fault() string { return v.node.Annotations[faultKey] }

func isOf(pod *corev1.Pod, app string) bool {
	switch app {
	case driverApp:
		return pod.Labels["app.kubernetes.io/component"] == "nvidia-driver"
	case ofedApp:
		_, found := pod.Labels["nvidia.com/ofed-driver"]
		return found
	case rdmaApp: // a NicNodePolicy's has its name behind it
		return strings.HasPrefix(pod.Labels["app"], rdmaApp)
	}
	return pod.Labels["app"] == app
}

// pod gives the app's pod that is not on its way out, or nil.
func (v *nodeView) pod(app string) *corev1.Pod {
	for i := range v.pods {
		if v.pods[i].DeletionTimestamp == nil && isOf(&v.pods[i], app) {
			return &v.pods[i]
		}
	}
	return nil
}

func (v *nodeView) ready(app string) bool {
	pod := v.pod(app)
	return pod != nil && podReady(pod)
}

// hasDriver: its pod has loaded one, or the host brings it.
func (v *nodeView) hasDriver() bool {
	return v.ready(driverApp) || v.node.Labels["nvidia.com/gpu.deploy.driver"] == "pre-installed"
}

func podReady(pod *corev1.Pod) bool {
	for _, condition := range pod.Status.Conditions {
		if condition.Type == corev1.PodReady {
			return condition.Status == corev1.ConditionTrue
		}
	}
	return false
}

func (v *nodeView) needsRuntime(pod *corev1.Pod) bool {
	return pod.Spec.RuntimeClassName != nil && *pod.Spec.RuntimeClassName == "nvidia"
}

// unloading: a driver of another version is in the kernel, and the driver pod's manager has to take it out.
func (v *nodeView) unloading() bool {
	driver := v.pod(driverApp)
	loaded := v.node.Annotations[loadedKey]
	return driver != nil && loaded != "" && loaded != driverVersion(driver)
}

// operandsGone: no pod is left that holds the driver.
func (v *nodeView) operandsGone() bool {
	for i := range v.pods {
		for _, app := range []string{toolkitApp, pluginApp, validatorApp, gfdApp, "nvidia-dcgm-exporter", "nvidia-mig-manager"} {
			if isOf(&v.pods[i], app) {
				return false
			}
		}
	}
	return true
}

// driverVersion takes the version out of the tag of the driver pod's image: 580.95.05-ubuntu22.04, doca3.2.0-25.10-1.2.8.0-2-ubuntu22.04-amd64.
func driverVersion(pod *corev1.Pod) string {
	image := pod.Spec.Containers[0].Image
	tag := image[strings.LastIndexByte(image, ':')+1:]
	version, _, _ := strings.Cut(tag, "-ubuntu")
	return version
}

// describe brings the node's labels, annotations and allocatable devices to what its pods make of them.
func (v *nodeView) describe() {
	v.describeDrivers()
	v.setDevices("nvidia.com/gpu", v.ready(pluginApp))
	v.setDevices("amd.com/gpu", v.ready(amdPluginApp))
	if v.node.Annotations[loadedOFEDKey] != "" || v.pod(ofedApp) != nil {
		v.setDevices("rdma/rdma_shared_device_a", v.ready(rdmaApp))
	}
	if loaded := v.node.Annotations[loadedKey]; loaded != "" && v.ready(gfdApp) {
		v.labelDriver(loaded)
	}
}

func (v *nodeView) describeDrivers() {
	if driver := v.pod(driverApp); driver != nil {
		manager := statusOf(driver.Status.InitContainerStatuses, "k8s-driver-manager")
		switch {
		case manager != nil && manager.State.Running != nil && v.unloading():
			v.pauseOperands()
		case manager != nil && manager.State.Terminated != nil:
			v.resumeOperands()
		}
		v.noteLoaded(driver, loadedKey, manager != nil && manager.State.Terminated != nil)
	}
	if ofed := v.pod(ofedApp); ofed != nil {
		v.noteLoaded(ofed, loadedOFEDKey, true)
	}
}

// noteLoaded keeps in mind which version is in the kernel; none while the new pod loads its own, which is also when a lost node is lost.
func (v *nodeView) noteLoaded(driver *corev1.Pod, key string, started bool) {
	status := statusOf(driver.Status.ContainerStatuses, driver.Spec.Containers[0].Name)
	switch {
	case status != nil && status.Ready:
		v.annotate(key, driverVersion(driver))
	case started && status != nil:
		delete(v.node.Annotations, key)
		if v.fault() == faultLost {
			delete(v.node.Labels, runningKey)
		}
	}
}

func (v *nodeView) annotate(key, value string) {
	if v.node.Annotations == nil {
		v.node.Annotations = map[string]string{}
	}
	v.node.Annotations[key] = value
}

// pauseOperands and resumeOperands rewrite the deploy labels as k8s-driver-manager does: "false" stays as it is.
func (v *nodeView) pauseOperands() {
	for _, operand := range pausedOperands {
		key := "nvidia.com/gpu.deploy." + operand
		switch value, found := v.node.Labels[key]; {
		case !found || value == "false" || strings.HasSuffix(value, pausedValue):
		case value == "true":
			v.node.Labels[key] = pausedValue
		default:
			v.node.Labels[key] = value + "_" + pausedValue
		}
	}
}

func (v *nodeView) resumeOperands() {
	for _, operand := range pausedOperands {
		key := "nvidia.com/gpu.deploy." + operand
		switch value := v.node.Labels[key]; {
		case value == pausedValue:
			v.node.Labels[key] = "true"
		case strings.HasSuffix(value, "_"+pausedValue):
			v.node.Labels[key] = strings.TrimSuffix(value, "_"+pausedValue)
		}
	}
}

// setDevices: what a device plugin has registered is allocatable up to the capacity; without the plugin none is.
func (v *nodeView) setDevices(name corev1.ResourceName, registered bool) {
	capacity, has := v.node.Status.Capacity[name]
	if !has {
		return
	}
	if !registered {
		capacity = *resource.NewQuantity(0, resource.DecimalSI)
	}
	v.node.Status.Allocatable[name] = capacity
}

// cudaOf is the newest CUDA a driver branch runs (NVIDIA CUDA compatibility tables); a branch not listed leaves the label as it is.
var cudaOf = map[string]string{"535": "12.2", "550": "12.4", "570": "12.8", "575": "12.9", "580": "13.0"}

// labelDriver sets what GPU feature discovery tells (NVIDIA/k8s-device-plugin:docs/gpu-feature-discovery/README.md@v0.20.0).
func (v *nodeView) labelDriver(version string) {
	parts := append(strings.Split(version, "."), "", "")
	labels := map[string]string{
		"nvidia.com/cuda.driver-version.full": version, "nvidia.com/cuda.driver-version.major": parts[0],
		"nvidia.com/cuda.driver-version.minor": parts[1], "nvidia.com/cuda.driver-version.revision": parts[2],
		"nvidia.com/cuda.driver.major": parts[0], "nvidia.com/cuda.driver.minor": parts[1], "nvidia.com/cuda.driver.rev": parts[2],
	}
	if cuda, known := cudaOf[parts[0]]; known {
		major, minor, _ := strings.Cut(cuda, ".")
		labels["nvidia.com/cuda.runtime-version.full"] = cuda
		labels["nvidia.com/cuda.runtime-version.major"], labels["nvidia.com/cuda.runtime-version.minor"] = major, minor
	}
	for key, value := range labels {
		v.node.Labels[key] = value
	}
}
