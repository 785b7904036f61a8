// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"hash/fnv"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Faults of a node (annotation faultKey).
const (
	faultCrash     = "crash"      // the GPU driver's container ends in error again and again
	faultOFEDCrash = "ofed-crash" // the OFED driver's container does
	faultStall     = "stall"      // k8s-driver-manager never ends, so the operands stay paused
	faultLost      = "lost"       // the kubelet falls silent while a driver loads
)

// crashes tells which container ends in error under which fault, and its last words
// (NVIDIA/gpu-driver-container:ubuntu22.04/nvidia-driver, Mellanox/doca-driver-build:driver.go).
var crashes = map[string]struct{ container, message string }{
	faultCrash:     {"nvidia-driver-ctr", "Could not resolve Linux kernel version"},
	faultOFEDCrash: {"mofed-container", "failed to restart openibd service"},
}

// gates hold a container back until the node is so far; one without a gate only takes its time.
var gates = map[string]func(*nodeView) bool{
	"k8s-driver-manager":              func(v *nodeView) bool { return v.fault() != faultStall && (!v.unloading() || v.operandsGone()) },
	"driver-validation":               (*nodeView).hasDriver,
	"toolkit-validation":              func(v *nodeView) bool { return v.ready(toolkitApp) },
	"plugin-validation":               func(v *nodeView) bool { return v.ready(pluginApp) },
	"network-operator-init-container": func(v *nodeView) bool { return v.node.Annotations[safeLoadKey] == "" },
}

const safeLoadKey = "nvidia.com/ofed-driver-upgrade.driver-wait-for-safe-load"

// advance moves the pod's status on to now, and gives the time until it would move again; 0 when only a change elsewhere can move it.
func advance(view *nodeView, pod *corev1.Pod, p pace, now time.Time) time.Duration {
	if pod.DeletionTimestamp != nil {
		return 0
	}
	status := &pod.Status
	if status.StartTime == nil {
		status.StartTime = &metav1.Time{Time: now}
		status.Phase = corev1.PodPending
		status.HostIP, status.PodIP = addresses(view.node, pod)
		status.PodIPs = []corev1.PodIP{{IP: status.PodIP}}
		setCondition(pod, corev1.PodInitialized, len(pod.Spec.InitContainers) == 0, "ContainersNotInitialized", now)
		setCondition(pod, corev1.PodReady, false, "ContainersNotReady", now)
		setCondition(pod, corev1.ContainersReady, false, "ContainersNotReady", now)
	}
	for i := range pod.Spec.InitContainers {
		done, wait := advanceInit(view, pod, i, p, now)
		if !done {
			return wait
		}
	}
	setCondition(pod, corev1.PodInitialized, true, "", now)
	status.Phase = corev1.PodRunning
	ready, soonest := true, time.Duration(0)
	for i := range pod.Spec.Containers {
		done, wait := advanceMain(view, pod, i, p, now)
		ready = ready && done
		if wait > 0 && (soonest == 0 || wait < soonest) {
			soonest = wait
		}
	}
	setCondition(pod, corev1.ContainersReady, ready, "ContainersNotReady", now)
	setCondition(pod, corev1.PodReady, ready, "ContainersNotReady", now)
	return soonest
}

// advanceInit tells whether init container i has ended, else how long it still works; 0 when its gate holds it.
func advanceInit(view *nodeView, pod *corev1.Pod, i int, p pace, now time.Time) (bool, time.Duration) {
	container := pod.Spec.InitContainers[i]
	status := statusFor(&pod.Status.InitContainerStatuses, container)
	if status.State.Terminated != nil {
		return true, 0
	}
	if status.State.Running == nil {
		status.State = corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: metav1.Time{Time: now}}}
	}
	begun := status.State.Running.StartedAt.Time
	left := p.lasts(container.Name, string(pod.UID)) - now.Sub(begun)
	if left > 0 {
		return false, left
	}
	if gate := gates[container.Name]; gate != nil && !gate(view) {
		return false, 0
	}
	status.Ready = true
	status.State = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{Reason: "Completed",
		StartedAt: metav1.Time{Time: begun}, FinishedAt: metav1.Time{Time: now}}}
	return true, 0
}

// advanceMain tells whether container i is ready, else how long until it may be.
func advanceMain(view *nodeView, pod *corev1.Pod, i int, p pace, now time.Time) (bool, time.Duration) {
	container := pod.Spec.Containers[i]
	status := statusFor(&pod.Status.ContainerStatuses, container)
	if status.Ready {
		return true, 0
	}
	if crash, broken := crashes[view.fault()]; broken && crash.container == container.Name {
		return false, advanceCrash(pod, status, crash.message, p, now)
	}
	if status.State.Running == nil {
		status.State = corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: metav1.Time{Time: now}}}
	}
	started := false
	status.Started = &started
	if left := p.lasts(container.Name, string(pod.UID)) - now.Sub(status.State.Running.StartedAt.Time); left > 0 {
		return false, left
	}
	started = true
	status.Ready = true
	return true, 0
}

// advanceCrash lets the container end in error once more when its back-off is over.
func advanceCrash(pod *corev1.Pod, status *corev1.ContainerStatus, message string, p pace, now time.Time) time.Duration {
	if ended := status.LastTerminationState.Terminated; ended != nil && status.State.Waiting != nil {
		if left := p.restartDelay(status.RestartCount) - now.Sub(ended.FinishedAt.Time); left > 0 {
			return left
		}
		status.RestartCount++
	}
	status.LastTerminationState = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{ExitCode: 1, Reason: "Error",
		Message: message, StartedAt: metav1.Time{Time: now}, FinishedAt: metav1.Time{Time: now}}}
	delay := p.restartDelay(status.RestartCount)
	status.State = corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "CrashLoopBackOff",
		Message: fmt.Sprintf("back-off %s restarting failed container=%s pod=%s_%s(%s)", delay, status.Name, pod.Name, pod.Namespace, pod.UID)}}
	return delay
}

// statusFor finds the container's status in the list, or appends one.
func statusFor(list *[]corev1.ContainerStatus, container corev1.Container) *corev1.ContainerStatus {
	if found := statusOf(*list, container.Name); found != nil {
		return found
	}
	*list = append(*list, corev1.ContainerStatus{Name: container.Name, Image: container.Image})
	return &(*list)[len(*list)-1]
}

func statusOf(list []corev1.ContainerStatus, name string) *corev1.ContainerStatus {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

func setCondition(pod *corev1.Pod, kind corev1.PodConditionType, true_ bool, reason string, now time.Time) {
	wanted := corev1.PodCondition{Type: kind, Status: corev1.ConditionFalse, Reason: reason, LastTransitionTime: metav1.Time{Time: now}}
	if true_ {
		wanted.Status, wanted.Reason = corev1.ConditionTrue, ""
	}
	for i, condition := range pod.Status.Conditions {
		if condition.Type == kind {
			if condition.Status != wanted.Status {
				pod.Status.Conditions[i] = wanted
			}
			return
		}
	}
	pod.Status.Conditions = append(pod.Status.Conditions, wanted)
}

// addresses gives the node's address, and for a pod with a network of its own one derived from its uid.
func addresses(node *corev1.Node, pod *corev1.Pod) (host, own string) {
	for _, address := range node.Status.Addresses {
		if address.Type == corev1.NodeInternalIP {
			host = address.Address
		}
	}
	if pod.Spec.HostNetwork {
		return host, host
	}
	h := fnv.New32a()
	h.Write([]byte(pod.UID))
	return host, fmt.Sprintf("10.%d.%d.%d", 64+h.Sum32()>>16&63, h.Sum32()>>8&255, 1+h.Sum32()%254)
}
