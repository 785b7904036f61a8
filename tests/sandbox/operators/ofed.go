// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/NVIDIA/k8s-operator-libs/pkg/upgrade"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
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

// networkOperator makes DaemonSets of the NicClusterPolicy and the NicNodePolicies, tells in their status how far they are, and keeps RDMA off a
// node whose driver is not there.
type networkOperator struct {
	client.Client
	hasNodePolicies bool // the kind is served
}

func addNetworkOperator(mgr manager.Manager, p pace) error {
	return addNetworkOperatorWith(mgr, p, upgrade.RequestorOptions{}, false)
}

// addNodePolicies is the network operator from 26.4 on, which knows NicNodePolicies.
func addNodePolicies(mgr manager.Manager, p pace) error {
	return addNetworkOperatorWith(mgr, p, upgrade.RequestorOptions{}, true)
}

// addRequestor is the network operator that leaves cordon and drain to the maintenance operator, with the chart's settings for that.
func addRequestor(mgr manager.Manager, p pace) error {
	return addNetworkOperatorWith(mgr, p, upgrade.RequestorOptions{UseMaintenanceOperator: true, MaintenanceOPRequestorID: "nvidia.doca-driver-upgrade",
		MaintenanceOPRequestorNS: "default", NodeMaintenanceNamePrefix: "network-operator"}, false)
}

func addNetworkOperatorWith(mgr manager.Manager, p pace, requestor upgrade.RequestorOptions, hasNodePolicies bool) error {
	operator := &networkOperator{mgr.GetClient(), hasNodePolicies}
	policies := []client.Object{custom("mellanox.com", "v1alpha1", "NicClusterPolicy")}
	mofed := predicate.NewPredicateFuncs(func(object client.Object) bool {
		_, found := object.GetLabels()["nvidia.com/ofed-driver"]
		return found
	})
	all := ctrl.NewControllerManagedBy(mgr).Named("nicclusterpolicy").For(policies[0])
	if hasNodePolicies {
		policies = append(policies, custom("mellanox.com", "v1alpha1", "NicNodePolicy"))
		all = all.Watches(policies[1], always(singleton)).
			Watches(&corev1.Node{}, always(singleton), builder.WithPredicates(predicate.LabelChangedPredicate{}))
	}
	err := all.
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
	loop := &upgradeLoop{mgr.GetClient(), upgrades, known, p.beat, networkNamespace, operator.policies}
	if requestor.UseMaintenanceOperator {
		return loop.add(mgr, policies, custom("maintenance.nvidia.com", "v1alpha1", "NodeMaintenance"))
	}
	return loop.add(mgr, policies)
}

const clusterPolicyName = "nic-cluster-policy"

// nicPolicies gives the NicClusterPolicies and NicNodePolicies, sorted by kind and name.
func (o *networkOperator) nicPolicies(ctx context.Context) ([]nicPolicy, error) {
	kinds := []string{"NicClusterPolicy"}
	if o.hasNodePolicies {
		kinds = append(kinds, "NicNodePolicy")
	}
	policies := []nicPolicy{}
	for _, kind := range kinds {
		list := customList("mellanox.com", "v1alpha1", kind)
		if err := o.List(ctx, list); err != nil {
			return nil, err
		}
		slices.SortFunc(list.Items, func(a, b unstructured.Unstructured) int { return strings.Compare(a.GetName(), b.GetName()) })
		for i := range list.Items {
			policy := nicPolicy{object: &list.Items[i]}
			if err := decode(policy.object, &policy); err != nil {
				return nil, err
			}
			policies = append(policies, policy)
		}
	}
	return policies, nil
}

// policies: each NicNodePolicy leads its own nodes, and the NicClusterPolicy all others (controllers/upgrade_controller.go@v26.4.1).
func (o *networkOperator) policies(ctx context.Context) ([]led, error) {
	all, err := o.nicPolicies(ctx)
	if err != nil {
		return nil, err
	}
	cluster := led{nil, map[string]string{"nvidia.com/ofed-driver": "", dsOwnerKey: "NicClusterPolicy"}, labels.Everything()}
	policies := []led{}
	for _, policy := range all {
		one := led{policy.upgradePolicy(), map[string]string{"nvidia.com/ofed-driver": "", dsOwnerKey: policy.dsOwner()}, policy.nodes()}
		switch {
		case policy.isForNodes():
			policies = append(policies, one)
		case policy.isObeyed():
			cluster = one
		}
	}
	return append([]led{cluster}, policies...), nil
}

// Reconcile brings the DaemonSets to what the policies say, and then tells.
func (o *networkOperator) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	policies, err := o.nicPolicies(ctx)
	if err != nil {
		return reconcile.Result{}, err
	}
	overlap, err := o.overlap(ctx, policies)
	if err != nil {
		return reconcile.Result{}, err
	}
	initImage, err := o.initImage(ctx)
	if err != nil {
		return reconcile.Result{}, err
	}
	for _, policy := range policies {
		switch {
		case !policy.isObeyed(): // controllers/nicclusterpolicy_controller.go handleUnsupportedInstance
			err = writeStatus(ctx, o.Client, policy.object, map[string]any{"state": "ignore", "reason": fmt.Sprintf("Unsupported NicClusterPolicy instance %s."+
				" Only instance with name %s is supported", policy.object.GetName(), clusterPolicyName)}, nil)
		case policy.isForNodes() && overlap != "":
			err = writeStatus(ctx, o.Client, policy.object, map[string]any{"state": "error", "reason": overlap}, nil)
		default:
			err = o.applyPolicy(ctx, policy, initImage)
		}
		if err != nil {
			return reconcile.Result{}, quiet(err)
		}
	}
	return reconcile.Result{}, quiet(o.labelWaiting(ctx, policies))
}

// overlap tells of nodes that several NicNodePolicies select, in the operator's words (pkg/policyoverlap/overlap.go@v26.4.1 FormatNodeOverlap);
// "" where there are none.
func (o *networkOperator) overlap(ctx context.Context, policies []nicPolicy) (string, error) {
	nodes := &corev1.NodeList{}
	if err := o.List(ctx, nodes); err != nil {
		return "", err
	}
	slices.SortFunc(nodes.Items, func(a, b corev1.Node) int { return strings.Compare(a.Name, b.Name) })
	parts := []string{}
	for i := range nodes.Items {
		names := []string{}
		for _, policy := range policies {
			if policy.isForNodes() && policy.nodes().Matches(labels.Set(nodes.Items[i].Labels)) {
				names = append(names, policy.object.GetName())
			}
		}
		if len(names) > 1 {
			parts = append(parts, fmt.Sprintf("node %q is selected by policies: [%s]", nodes.Items[i].Name, strings.Join(names, ", ")))
		}
	}
	if len(parts) == 0 {
		return "", nil
	}
	return "node selector overlap detected: " + strings.Join(parts, "; "), nil
}

// applyPolicy makes its DaemonSets and tells how far they are.
func (o *networkOperator) applyPolicy(ctx context.Context, policy nicPolicy, initImage string) error {
	operands := map[string]operand{}
	for _, wanted := range networkOperands(policy, initImage) {
		operands[wanted.state] = wanted
	}
	applied, conditions, whole := []map[string]any{}, []metav1.Condition{}, true
	for _, component := range networkStates {
		if policy.isForNodes() && !component.ofNodes {
			continue
		}
		wanted, used := operands[component.state]
		if !used {
			applied = append(applied, map[string]any{"name": component.state, "state": "ignore"})
			continue
		}
		ready, err := o.apply(ctx, policy.object, wanted)
		if err != nil {
			return err
		}
		whole = whole && ready
		applied = append(applied, map[string]any{"name": component.state, "state": stateName(ready)})
		conditions = append(conditions, condition(component.condition, ready, "ComponentReady", "ComponentNotReady"))
	}
	conditions = append(conditions, condition("Ready", whole, "AllComponentsReady", "ComponentsNotReady"))
	status := map[string]any{"state": stateName(whole), "appliedStates": applied}
	return writeStatus(ctx, o.Client, policy.object, status, conditions)
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
// A node for which no policy has a driver waits for none.
func (o *networkOperator) labelWaiting(ctx context.Context, policies []nicPolicy) error {
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
		getsDriver := slices.ContainsFunc(policies, func(policy nicPolicy) bool {
			return policy.isObeyed() && policy.Spec.OFEDDriver != nil && policy.nodes().Matches(labels.Set(node.Labels))
		})
		value := strconv.FormatBool(getsDriver && !ready[node.Name])
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
