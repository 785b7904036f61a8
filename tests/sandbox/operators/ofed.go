// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"

	"github.com/NVIDIA/k8s-operator-libs/api/upgrade/v1alpha1"
	"github.com/NVIDIA/k8s-operator-libs/pkg/upgrade"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	networkNamespace = "nvidia-network-operator"
	mofedWaitKey     = "network.nvidia.com/operator.mofed.wait"
	revisionKey      = "nvidia.network-operator.revision"
)

// networkOperator makes DaemonSets of the NicClusterPolicy, tells in its status how far they are, and keeps RDMA off a node whose driver is not there.
type networkOperator struct{ client.Client }

func addNetworkOperator(mgr manager.Manager, p pace) error {
	return addNetworkOperatorWith(mgr, p, upgrade.RequestorOptions{})
}

// addRequestor is the network operator that leaves cordon and drain to the maintenance operator, with the chart's settings for that.
func addRequestor(mgr manager.Manager, p pace) error {
	return addNetworkOperatorWith(mgr, p, upgrade.RequestorOptions{UseMaintenanceOperator: true, MaintenanceOPRequestorID: "nvidia.doca-driver-upgrade",
		MaintenanceOPRequestorNS: "default", NodeMaintenanceNamePrefix: "network-operator"})
}

func addNetworkOperatorWith(mgr manager.Manager, p pace, requestor upgrade.RequestorOptions) error {
	operator := &networkOperator{mgr.GetClient()}
	policies := custom("mellanox.com", "v1alpha1", "NicClusterPolicy")
	mofed := predicate.NewPredicateFuncs(func(object client.Object) bool {
		_, found := object.GetLabels()["nvidia.com/ofed-driver"]
		return found
	})
	err := ctrl.NewControllerManagedBy(mgr).Named("nicclusterpolicy").
		For(policies).
		Watches(&appsv1.DaemonSet{}, always(singleton), builder.WithPredicates(inNamespace(networkNamespace))).
		Watches(&appsv1.Deployment{}, always(singleton), builder.WithPredicates(inNamespace(networkNamespace))).
		Watches(&corev1.Pod{}, always(singleton), builder.WithPredicates(inNamespace(networkNamespace), mofed)).
		Complete(operator)
	if err != nil {
		return err
	}
	upgrade.SetDriverName("ofed")
	asItIs := func(upgrades upgrade.ClusterUpgradeStateManager) upgrade.ClusterUpgradeStateManager { return upgrades }
	upgrades, known, err := newUpgrades(mgr, networkNamespace, upgrade.StateOptions{Requestor: requestor}, asItIs)
	if err != nil {
		return err
	}
	loop := &upgradeLoop{mgr.GetClient(), upgrades, known, p.beat, networkNamespace, map[string]string{"nvidia.com/ofed-driver": ""}, operator.policy}
	if requestor.UseMaintenanceOperator {
		return loop.add(mgr, []client.Object{policies}, custom("maintenance.nvidia.com", "v1alpha1", "NodeMaintenance"))
	}
	return loop.add(mgr, []client.Object{policies})
}

// find gives the one NicClusterPolicy the operator obeys, or nil.
func (o *networkOperator) find(ctx context.Context) (*unstructured.Unstructured, nicClusterPolicy, error) {
	object, policy := custom("mellanox.com", "v1alpha1", "NicClusterPolicy"), nicClusterPolicy{}
	err := o.Get(ctx, client.ObjectKey{Name: "nic-cluster-policy"}, object)
	if err != nil {
		return nil, policy, client.IgnoreNotFound(err)
	}
	return object, policy, decode(object, &policy)
}

func (o *networkOperator) policy(ctx context.Context) (*v1alpha1.DriverUpgradePolicySpec, error) {
	object, policy, err := o.find(ctx)
	if err != nil || object == nil || policy.Spec.OFEDDriver == nil {
		return nil, err
	}
	return policy.Spec.OFEDDriver.UpgradePolicy, nil
}

// Reconcile brings the DaemonSets to what the NicClusterPolicy says, and then tells.
func (o *networkOperator) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	object, policy, err := o.find(ctx)
	if err != nil || object == nil {
		return reconcile.Result{}, err
	}
	initImage, err := o.initImage(ctx)
	if err != nil {
		return reconcile.Result{}, err
	}
	operands := map[string]operand{}
	for _, wanted := range networkOperands(policy, initImage) {
		operands[wanted.state] = wanted
	}
	applied, conditions, whole := []map[string]any{}, []metav1.Condition{}, true
	for _, component := range networkStates {
		wanted, used := operands[component.state]
		if !used {
			applied = append(applied, map[string]any{"name": component.state, "state": "ignore"})
			continue
		}
		ready, err := o.apply(ctx, object, wanted)
		if err != nil {
			return reconcile.Result{}, quiet(err)
		}
		whole = whole && ready
		applied = append(applied, map[string]any{"name": component.state, "state": stateName(ready)})
		conditions = append(conditions, condition(component.condition, ready, "ComponentReady", "ComponentNotReady"))
	}
	if err := o.labelWaiting(ctx); err != nil {
		return reconcile.Result{}, quiet(err)
	}
	conditions = append(conditions, condition("Ready", whole, "AllComponentsReady", "ComponentsNotReady"))
	status := map[string]any{"state": stateName(whole), "appliedStates": applied}
	return reconcile.Result{}, quiet(writeStatus(ctx, o.Client, object, status, conditions))
}

// initImage is what the chart tells the operator by its environment: another one makes another driver DaemonSet, and so every node loads its
// driver anew (NETOP pkg/state/state_ofed.go getInitContainerConfig). The Deployment stands for this process.
func (o *networkOperator) initImage(ctx context.Context) (string, error) {
	deployment := &appsv1.Deployment{}
	if err := o.Get(ctx, client.ObjectKey{Namespace: networkNamespace, Name: "network-operator"}, deployment); err != nil {
		return "", client.IgnoreNotFound(err)
	}
	for _, container := range deployment.Spec.Template.Spec.Containers {
		for _, variable := range container.Env {
			if variable.Name == "OFED_INIT_CONTAINER_IMAGE" {
				return variable.Value, nil
			}
		}
	}
	return "", nil
}

func stateName(ready bool) string { return map[bool]string{true: "ready", false: "notReady"}[ready] }

func condition(kind string, ready bool, yes, no string) metav1.Condition {
	if ready {
		return metav1.Condition{Type: kind, Status: metav1.ConditionTrue, Reason: yes}
	}
	return metav1.Condition{Type: kind, Status: metav1.ConditionFalse, Reason: no}
}

// apply tells whether that component is all there.
func (o *networkOperator) apply(ctx context.Context, owner *unstructured.Unstructured, wanted operand) (bool, error) {
	set := wanted.daemonSet(networkNamespace)
	if err := applyDaemonSet(ctx, o.Client, owner, revisionKey, set); err != nil {
		return false, fmt.Errorf("%s: %w", wanted.name, err)
	}
	existing := &appsv1.DaemonSet{}
	err := o.Get(ctx, client.ObjectKeyFromObject(set), existing)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil && settled(existing), err
}

// labelWaiting keeps mofedWaitKey "true" on each node whose driver pod is not ready (controllers/mofed_wait_labels.go); rdma-shared-dp stays off it.
func (o *networkOperator) labelWaiting(ctx context.Context) error {
	nodes, pods := &corev1.NodeList{}, &corev1.PodList{}
	if err := o.List(ctx, nodes, client.MatchingLabels{"feature.node.kubernetes.io/pci-15b3.present": "true"}); err != nil {
		return err
	}
	if err := o.List(ctx, pods, client.InNamespace(networkNamespace), client.HasLabels{"nvidia.com/ofed-driver"}); err != nil {
		return err
	}
	ready := map[string]bool{}
	for i := range pods.Items {
		if pods.Items[i].DeletionTimestamp == nil && podReady(&pods.Items[i]) {
			ready[pods.Items[i].Spec.NodeName] = true
		}
	}
	for i := range nodes.Items {
		node := &nodes.Items[i]
		value := map[bool]string{true: "false", false: "true"}[ready[node.Name]]
		if node.Labels[mofedWaitKey] == value {
			continue
		}
		before := node.DeepCopy()
		node.Labels[mofedWaitKey] = value
		if err := o.Patch(ctx, node, client.MergeFrom(before)); err != nil {
			return err
		}
	}
	return nil
}
