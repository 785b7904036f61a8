// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	// scriptedKey is on the pods these kubelets answer for; kwok leaves them alone (stages.yaml), because what they do depends on each other.
	scriptedKey = "chartroom.sandbox/kubelet"
	// faultKey is a node annotation: what goes wrong there from now on (script.go). Removing it heals the node.
	faultKey = "chartroom.sandbox/fault"
	// loadedKey and loadedOFEDKey are node annotations: the driver version in the node's kernel, which in life no API object tells.
	loadedKey     = "chartroom.sandbox/loaded-driver"
	loadedOFEDKey = "chartroom.sandbox/loaded-ofed"
	// runningKey is a node label: while it is gone, kwok and these kubelets fall silent there, and the node controller finds the node lost.
	runningKey = "chartroom.sandbox/kubelet"
)

// kubelets plays the containers of the operators' pods on all nodes, and what a node reports about itself while drivers come and go.
type kubelets struct {
	client.Client
	pace     pace
	recorder record.EventRecorder
}

func addKubelets(mgr manager.Manager, p pace) error {
	k := &kubelets{mgr.GetClient(), p, mgr.GetEventRecorderFor("kubelet")}
	byNode := func(object client.Object) []string { return []string{object.(*corev1.Pod).Spec.NodeName} }
	if err := mgr.GetFieldIndexer().IndexField(context.Background(), &corev1.Pod{}, "spec.nodeName", byNode); err != nil {
		return err
	}
	toNode := handler.EnqueueRequestsFromMapFunc(func(_ context.Context, object client.Object) []reconcile.Request {
		return []reconcile.Request{{NamespacedName: types.NamespacedName{Name: object.(*corev1.Pod).Spec.NodeName}}}
	})
	scripted := predicate.NewPredicateFuncs(func(object client.Object) bool {
		return object.GetAnnotations()[scriptedKey] != "" && object.(*corev1.Pod).Spec.NodeName != ""
	})
	return ctrl.NewControllerManagedBy(mgr).Named("kubelets").
		WithOptions(controller.Options{MaxConcurrentReconciles: 8}).
		For(&corev1.Node{}).
		Watches(&corev1.Pod{}, toNode, builder.WithPredicates(scripted)).
		Complete(k)
}

// Reconcile moves the node's pods one step on where their time has come, and then lets the node tell what that changed.
func (k *kubelets) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	node := &corev1.Node{}
	if err := k.Get(ctx, request.NamespacedName, node); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if node.Labels[runningKey] == "" {
		return reconcile.Result{}, nil
	}
	list := &corev1.PodList{}
	if err := k.List(ctx, list, client.MatchingFields{"spec.nodeName": node.Name}); err != nil {
		return reconcile.Result{}, err
	}
	view := newNodeView(node, list.Items)
	soonest := time.Duration(0)
	for i := range view.pods {
		wait, err := k.play(ctx, view, &view.pods[i])
		if err != nil {
			return reconcile.Result{}, quiet(err)
		}
		if wait > 0 && (soonest == 0 || wait < soonest) {
			soonest = wait
		}
	}
	if err := k.report(ctx, view); err != nil {
		return reconcile.Result{}, quiet(err)
	}
	return reconcile.Result{RequeueAfter: soonest}, nil
}

// quiet drops what the watch will bring again anyway: the object changed or went while it was handled.
func quiet(err error) error {
	if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

func (k *kubelets) play(ctx context.Context, view *nodeView, pod *corev1.Pod) (time.Duration, error) {
	before := pod.DeepCopy()
	wait := advance(view, pod, k.pace, time.Now())
	if equality.Semantic.DeepEqual(before.Status, pod.Status) {
		return wait, nil
	}
	patch := client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})
	if err := k.Status().Patch(ctx, pod, patch); err != nil {
		return 0, err
	}
	k.tell(view, before, pod)
	return wait, nil
}

// tell records the events a kubelet records; texts of kubernetes/kubernetes:pkg/kubelet and containerd.
func (k *kubelets) tell(view *nodeView, before, pod *corev1.Pod) {
	if before.Status.StartTime == nil && view.needsRuntime(pod) && !view.ready(toolkitApp) {
		k.recorder.Event(pod, corev1.EventTypeWarning, "FailedCreatePodSandBox", "Failed to create pod sandbox: rpc error: code = Unknown desc = "+
			`failed to get sandbox runtime: no runtime for "nvidia" is configured`)
	}
	for _, status := range pod.Status.ContainerStatuses {
		old := statusOf(before.Status.ContainerStatuses, status.Name)
		if status.State.Waiting != nil && status.State.Waiting.Reason == "CrashLoopBackOff" && (old == nil || old.RestartCount != status.RestartCount) {
			k.recorder.Eventf(pod, corev1.EventTypeWarning, "BackOff", "Back-off restarting failed container %s in pod %s_%s(%s)",
				status.Name, pod.Name, pod.Namespace, pod.UID)
		}
	}
}

// report writes what the node knows of itself: allocatable devices, the labels of the driver manager and of GPU feature discovery.
func (k *kubelets) report(ctx context.Context, view *nodeView) error {
	before := view.node.DeepCopy()
	view.describe()
	if !equality.Semantic.DeepEqual(before.Status.Allocatable, view.node.Status.Allocatable) {
		changed := before.DeepCopy()
		changed.Status.Allocatable = view.node.Status.Allocatable
		if err := k.Status().Patch(ctx, changed, client.MergeFrom(before)); err != nil {
			return err
		}
	}
	if equality.Semantic.DeepEqual(before.ObjectMeta, view.node.ObjectMeta) {
		return nil
	}
	changed := before.DeepCopy()
	changed.Labels, changed.Annotations = view.node.Labels, view.node.Annotations
	return k.Patch(ctx, changed, client.MergeFrom(before))
}
