// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// testNode is a GPU node with the operands' deploy labels, after an older driver was loaded.
func testNode(loaded string) *corev1.Node {
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "gpu-000", Labels: map[string]string{runningKey: "running", "nvidia.com/gpu.deploy.mig-manager": "false"},
		Annotations: map[string]string{}}}
	for _, operand := range []string{"container-toolkit", "device-plugin", "operator-validator", "gpu-feature-discovery"} {
		node.Labels["nvidia.com/gpu.deploy."+operand] = "true"
	}
	if loaded != "" {
		node.Annotations[loadedKey] = loaded
	}
	node.Status.Capacity = corev1.ResourceList{"nvidia.com/gpu": resource.MustParse("8")}
	node.Status.Allocatable = node.Status.Capacity.DeepCopy()
	return node
}

func testPod(wanted operand) corev1.Pod {
	template := wanted.daemonSet(gpuNamespace).Spec.Template
	return corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: wanted.name + "-x", Namespace: gpuNamespace, UID: types.UID(wanted.name),
		Labels: template.Labels, Annotations: template.Annotations}, Spec: template.Spec}
}

func testPolicy(version string) clusterPolicy {
	policy := clusterPolicy{}
	policy.Spec.Driver.image = image{Repository: "nvcr.io/nvidia", Image: "driver", Version: version}
	return policy
}

// life plays the pods second by second and notes what the node and its pods show whenever that changes.
type life struct {
	view *nodeView
	pace pace
	now  time.Time
	seen []string
}

func (l *life) run(seconds int) {
	for range seconds {
		for i := range l.view.pods {
			advance(l.view, &l.view.pods[i], l.pace, l.now)
		}
		l.view.describe()
		if text := l.picture(); len(l.seen) == 0 || l.seen[len(l.seen)-1] != text {
			l.seen = append(l.seen, text)
		}
		l.now = l.now.Add(time.Second)
	}
}

func (l *life) picture() string {
	ready := []string{}
	for i := range l.view.pods {
		if podReady(&l.view.pods[i]) {
			ready = append(ready, l.view.pods[i].Name)
		}
	}
	slices.Sort(ready)
	free := l.view.node.Status.Allocatable["nvidia.com/gpu"]
	return fmt.Sprintf("gpus=%s plugin=%s loaded=%s ready=%s", free.String(), l.view.node.Labels["nvidia.com/gpu.deploy.device-plugin"],
		l.view.node.Annotations[loadedKey], strings.Join(ready, ","))
}

func TestOperandsComeUpInTheOrderOfTheirValidation(t *testing.T) {
	policy := testPolicy("580.95.05")
	l := &life{view: &nodeView{node: testNode("")}, pace: paces["fast"], now: time.Now()}
	l.view.pods = append(l.view.pods, testPod(driverOperand(policy.Spec.Driver, nil)))
	for _, operand := range gpuOperands(policy)[:3] {
		l.view.pods = append(l.view.pods, testPod(operand))
	}
	l.run(60)
	order := []string{}
	for _, picture := range l.seen {
		for pod := range strings.SplitSeq(picture[strings.Index(picture, "ready=")+6:], ",") {
			if pod != "" && !slices.Contains(order, strings.TrimSuffix(pod, "-x")) {
				order = append(order, strings.TrimSuffix(pod, "-x"))
			}
		}
	}
	if want := []string{driverApp, toolkitApp, pluginApp, validatorApp}; !slices.Equal(order, want) {
		t.Errorf("became ready in the order %v, want %v", order, want)
	}
	if !strings.HasPrefix(l.seen[0], "gpus=0") || !strings.HasPrefix(l.seen[len(l.seen)-1], "gpus=8") {
		t.Errorf("devices: first %q, last %q", l.seen[0], l.seen[len(l.seen)-1])
	}
}

func TestANewDriverPausesTheOperandsUntilTheOldOneIsOut(t *testing.T) {
	policy := testPolicy("580.126.20")
	l := &life{view: &nodeView{node: testNode("580.95.05")}, pace: paces["fast"], now: time.Now()}
	l.view.pods = []corev1.Pod{testPod(driverOperand(policy.Spec.Driver, nil)), testPod(gpuOperands(policy)[2])}
	l.run(10)
	if last := l.seen[len(l.seen)-1]; !strings.Contains(last, "plugin=paused-for-driver-upgrade loaded=580.95.05") {
		t.Fatalf("while the plugin's pod is there: %q", last)
	}
	if l.view.node.Labels["nvidia.com/gpu.deploy.mig-manager"] != "false" {
		t.Error(`an operand that is off was not left alone`)
	}
	l.view.pods = l.view.pods[:1] // the DaemonSet controller removes what no longer matches
	l.run(1)
	if last := l.seen[len(l.seen)-1]; !strings.Contains(last, "gpus=0 plugin=true loaded= ") {
		t.Errorf("when the old driver is out: %q", last)
	}
	l.run(20)
	if last := l.seen[len(l.seen)-1]; !strings.Contains(last, "loaded=580.126.20 ready=nvidia-driver-daemonset-x") {
		t.Errorf("at the end: %q", last)
	}
}

func TestTheSameDriverAgainPausesNothing(t *testing.T) {
	l := &life{view: &nodeView{node: testNode("580.95.05")}, pace: paces["fast"], now: time.Now()}
	l.view.pods = []corev1.Pod{testPod(driverOperand(testPolicy("580.95.05").Spec.Driver, nil))}
	l.run(30)
	for _, picture := range l.seen {
		if strings.Contains(picture, pausedValue) {
			t.Fatalf("paused: %q", picture)
		}
	}
}

func TestACrashingDriverRestartsBeyondTenAndHealsWithTheFault(t *testing.T) {
	l := &life{view: &nodeView{node: testNode("")}, pace: paces["fast"], now: time.Now()}
	l.view.node.Annotations[faultKey] = faultCrash
	l.view.pods = []corev1.Pod{testPod(driverOperand(testPolicy("580.95.05").Spec.Driver, nil))}
	l.run(30)
	status := l.view.pods[0].Status.ContainerStatuses[0]
	if status.RestartCount <= 10 || status.State.Waiting == nil || status.State.Waiting.Reason != "CrashLoopBackOff" ||
		status.LastTerminationState.Terminated.Message != "Could not resolve Linux kernel version" {
		t.Fatalf("after 30 s: %+v", status)
	}
	delete(l.view.node.Annotations, faultKey)
	l.run(20)
	if status := l.view.pods[0].Status.ContainerStatuses[0]; !status.Ready || status.RestartCount <= 10 {
		t.Errorf("healed: %+v", status)
	}
}

func TestAStalledManagerLeavesTheOperandsPaused(t *testing.T) {
	l := &life{view: &nodeView{node: testNode("580.95.05")}, pace: paces["fast"], now: time.Now()}
	l.view.node.Annotations[faultKey] = faultStall
	l.view.pods = []corev1.Pod{testPod(driverOperand(testPolicy("580.126.20").Spec.Driver, nil))}
	l.run(600)
	if last := l.seen[len(l.seen)-1]; !strings.Contains(last, "plugin="+pausedValue) {
		t.Errorf("after ten minutes: %q", last)
	}
}

func TestALostNodeFallsSilentWhileTheDriverLoads(t *testing.T) {
	l := &life{view: &nodeView{node: testNode("580.95.05")}, pace: paces["fast"], now: time.Now()}
	l.view.node.Annotations[faultKey] = faultLost
	l.view.pods = []corev1.Pod{testPod(driverOperand(testPolicy("580.126.20").Spec.Driver, nil))}
	l.run(1)
	if l.view.node.Labels[runningKey] == "" {
		t.Fatal("silent before the driver loads")
	}
	l.run(10)
	if l.view.node.Labels[runningKey] != "" {
		t.Error("still there")
	}
}

func TestOnlyAChangeOfTheDriverItselfNeedsMoreThanARestart(t *testing.T) {
	spec := testPolicy("580.95.05").Spec.Driver
	before, relabelled := driverOperand(spec, nil).daemonSet(gpuNamespace), driverOperand(spec, nil)
	relabelled.podLabels = map[string]string{"helm.sh/chart": "gpu-operator-v26.7.0"}
	after := relabelled.daemonSet(gpuNamespace)
	if same, err := restartOnly(&before.Spec.Template.Spec, &after.Spec.Template.Spec); !same || err != nil {
		t.Errorf("other labels: %v, %v", same, err)
	}
	spec.Version = "580.126.20"
	newer := driverOperand(spec, nil).daemonSet(gpuNamespace)
	if same, _ := restartOnly(&before.Spec.Template.Spec, &newer.Spec.Template.Spec); same {
		t.Error("another version: taken for the same driver")
	}
}
