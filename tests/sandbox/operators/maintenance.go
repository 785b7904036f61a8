// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"sort"
	"time"

	maintenance "github.com/Mellanox/maintenance-operator/api/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubectl/pkg/drain"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// maintenanceOperator is what the network operator asks in requestor mode to make a node free: it cordons, waits and drains as the
// NodeMaintenance says, as many at a time as its MaintenanceOperatorConfig allows, and uncordons when the NodeMaintenance goes.
type maintenanceOperator struct {
	client.Client
	kube kubernetes.Interface
	beat time.Duration
}

func addMaintenanceOperator(mgr manager.Manager, p pace) error {
	if err := maintenance.AddToScheme(mgr.GetScheme()); err != nil {
		return err
	}
	kube, err := kubernetes.NewForConfig(mgr.GetConfig())
	if err != nil {
		return err
	}
	operator := &maintenanceOperator{mgr.GetClient(), kube, min(p.beat, 5*time.Second)}
	return ctrl.NewControllerManagedBy(mgr).Named("maintenance").
		Watches(&maintenance.NodeMaintenance{}, always(singleton)).
		Watches(&maintenance.MaintenanceOperatorConfig{}, always(singleton)).
		Complete(operator)
}

// stepsOf are the reasons of condition Ready in the order a NodeMaintenance passes them.
var stepsOf = []string{maintenance.ConditionReasonPending, maintenance.ConditionReasonScheduled, maintenance.ConditionReasonCordon,
	maintenance.ConditionReasonWaitForPodCompletion, maintenance.ConditionReasonDraining, maintenance.ConditionReasonReady}

func reasonOf(item *maintenance.NodeMaintenance) string {
	if ready := meta.FindStatusCondition(item.Status.Conditions, maintenance.ConditionTypeReady); ready != nil {
		return ready.Reason
	}
	return ""
}

// Reconcile takes every NodeMaintenance at most one step on, the oldest first.
func (o *maintenanceOperator) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	list := &maintenance.NodeMaintenanceList{}
	if err := o.List(ctx, list); err != nil {
		return reconcile.Result{}, err
	}
	sort.Slice(list.Items, func(i, j int) bool { return list.Items[i].CreationTimestamp.Before(&list.Items[j].CreationTimestamp) })
	slots, err := o.slots(ctx, list.Items)
	if err != nil {
		return reconcile.Result{}, err
	}
	again := false
	for i := range list.Items {
		item := &list.Items[i]
		switch reason := reasonOf(item); {
		case !item.DeletionTimestamp.IsZero():
			err = o.release(ctx, item)
		case reason == maintenance.ConditionReasonReady:
			continue
		case reason == maintenance.ConditionReasonPending && slots == 0:
			again = true
			continue
		default:
			if reason == maintenance.ConditionReasonPending {
				slots--
			}
			again = true
			err = o.advance(ctx, item, reason)
		}
		if err = quiet(err); err != nil {
			return reconcile.Result{}, err
		}
	}
	if again {
		return reconcile.Result{RequeueAfter: o.beat / 4}, nil
	}
	return reconcile.Result{}, nil
}

// slots is how many more nodes may be under maintenance now.
func (o *maintenanceOperator) slots(ctx context.Context, items []maintenance.NodeMaintenance) (int, error) {
	config := &maintenance.MaintenanceOperatorConfig{}
	nodes := &corev1.NodeList{}
	if err := o.Get(ctx, client.ObjectKey{Namespace: networkNamespace, Name: "default"}, config); client.IgnoreNotFound(err) != nil {
		return 0, err
	}
	if err := o.List(ctx, nodes); err != nil {
		return 0, err
	}
	parallel, away := config.Spec.MaxParallelOperations, config.Spec.MaxUnavailable
	if parallel == nil {
		one := intstr.FromInt32(1)
		parallel = &one
	}
	limit, err := intstr.GetScaledValueFromIntOrPercent(parallel, len(nodes.Items), true)
	if err != nil {
		return 0, err
	}
	busy, unavailable := 0, 0
	for i := range items {
		if reason := reasonOf(&items[i]); reason != "" && reason != maintenance.ConditionReasonPending {
			busy++
		}
	}
	for i := range nodes.Items {
		if nodes.Items[i].Spec.Unschedulable || !nodeReady(&nodes.Items[i]) {
			unavailable++
		}
	}
	free := limit - busy
	if away != nil {
		most, err := intstr.GetScaledValueFromIntOrPercent(away, len(nodes.Items), true)
		if err != nil {
			return 0, err
		}
		free = min(free, most-unavailable)
	}
	return max(free, 0), nil
}

func nodeReady(node *corev1.Node) bool {
	for _, condition := range node.Status.Conditions {
		if condition.Type == corev1.NodeReady {
			return condition.Status == corev1.ConditionTrue
		}
	}
	return false
}

// advance does the work of the step that reason names, and when it is done names the next.
func (o *maintenanceOperator) advance(ctx context.Context, item *maintenance.NodeMaintenance, reason string) error {
	if controllerutil.AddFinalizer(item, maintenance.MaintenanceFinalizerName) {
		return o.Update(ctx, item)
	}
	before := item.DeepCopy()
	done, err := o.work(ctx, item, reason)
	if err != nil {
		return err
	}
	if done {
		next := stepsOf[0]
		for i, step := range stepsOf[:len(stepsOf)-1] {
			if step == reason {
				next = stepsOf[i+1]
			}
		}
		status := metav1.ConditionFalse
		if next == maintenance.ConditionReasonReady {
			status = metav1.ConditionTrue
		}
		meta.SetStatusCondition(&item.Status.Conditions, metav1.Condition{Type: maintenance.ConditionTypeReady, Status: status, Reason: next, ObservedGeneration: item.Generation})
	}
	return o.Status().Patch(ctx, item, client.MergeFrom(before))
}

func (o *maintenanceOperator) work(ctx context.Context, item *maintenance.NodeMaintenance, reason string) (bool, error) {
	switch reason {
	case maintenance.ConditionReasonCordon:
		node, err := o.kube.CoreV1().Nodes().Get(ctx, item.Spec.NodeName, metav1.GetOptions{})
		if err != nil || node.Spec.Unschedulable {
			return err == nil, err
		}
		if err := o.Patch(ctx, item.DeepCopy(), client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"annotations":{"`+cordonedKey+`":"true"}}}`))); err != nil {
			return false, err
		}
		return true, cordon(ctx, o.kube, item.Spec.NodeName, true)
	case maintenance.ConditionReasonWaitForPodCompletion:
		return o.awaitPods(ctx, item)
	case maintenance.ConditionReasonDraining:
		return o.drain(ctx, item)
	}
	return true, nil
}

// cordonedKey notes on a NodeMaintenance that it was this operator that cordoned the node.
const cordonedKey = "maintenance.nvidia.com/cordon.initial-state"

func (o *maintenanceOperator) awaitPods(ctx context.Context, item *maintenance.NodeMaintenance) (bool, error) {
	item.Status.WaitForCompletion = nil
	wait := item.Spec.WaitForPodCompletion
	if wait == nil || wait.PodSelector == "" {
		return true, nil
	}
	pods, err := o.kube.CoreV1().Pods("").List(ctx, metav1.ListOptions{LabelSelector: wait.PodSelector, FieldSelector: "spec.nodeName=" + item.Spec.NodeName})
	if err != nil {
		return false, err
	}
	for _, pod := range pods.Items {
		if pod.Status.Phase == corev1.PodRunning || pod.Status.Phase == corev1.PodPending {
			item.Status.WaitForCompletion = append(item.Status.WaitForCompletion, pod.Namespace+"/"+pod.Name)
		}
	}
	return len(item.Status.WaitForCompletion) == 0, nil
}

// drain asks for the eviction of each pod that has to go, and names in the status those that stay.
func (o *maintenanceOperator) drain(ctx context.Context, item *maintenance.NodeMaintenance) (bool, error) {
	spec := item.Spec.DrainSpec
	if spec == nil {
		return true, nil
	}
	staying, err := evict(&drain.Helper{Ctx: ctx, Client: o.kube, Force: spec.Force, DeleteEmptyDirData: spec.DeleteEmptyDir, PodSelector: spec.PodSelector}, item.Spec.NodeName)
	if err != nil {
		return false, err
	}
	all, err := o.kube.CoreV1().Pods("").List(ctx, metav1.ListOptions{FieldSelector: "spec.nodeName=" + item.Spec.NodeName})
	if err != nil {
		return false, err
	}
	status := item.Status.Drain
	if status == nil {
		status = &maintenance.DrainStatus{TotalPods: int32(len(all.Items)), EvictionPods: int32(len(staying))}
	}
	status.WaitForEviction = staying
	status.DrainProgress = 100
	if status.EvictionPods > 0 {
		status.DrainProgress = max(0, (status.EvictionPods-int32(len(staying)))*100/status.EvictionPods)
	}
	item.Status.Drain = status
	return len(staying) == 0, nil
}

// release gives the node back, unless somebody else had cordoned it before.
func (o *maintenanceOperator) release(ctx context.Context, item *maintenance.NodeMaintenance) error {
	if item.Annotations[cordonedKey] == "true" {
		if err := cordon(ctx, o.kube, item.Spec.NodeName, false); err != nil {
			return err
		}
	}
	controllerutil.RemoveFinalizer(item, maintenance.MaintenanceFinalizerName)
	return o.Update(ctx, item)
}
