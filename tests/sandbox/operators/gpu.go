// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/NVIDIA/k8s-operator-libs/pkg/upgrade"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	nodev1 "k8s.io/api/node/v1"
	"k8s.io/apimachinery/pkg/api/equality"
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
	gpuNamespace      = "nvidia-gpu-operator"
	appliedHashKey    = "nvidia.com/last-applied-hash"
	upgradeEnabledKey = "nvidia.com/gpu-driver-upgrade-enabled"
)

// gpuOperator makes DaemonSets of the ClusterPolicy (and the NVIDIADrivers it defers to) and tells in its status how far they are.
type gpuOperator struct {
	client.Client
	namespace string
}

func addGPUOperator(mgr manager.Manager, p pace) error {
	operator := &gpuOperator{mgr.GetClient(), gpuNamespace}
	clusterPolicies := custom("nvidia.com", "v1", "ClusterPolicy")
	drivers := custom("nvidia.com", "v1alpha1", "NVIDIADriver")
	err := ctrl.NewControllerManagedBy(mgr).Named("clusterpolicy").
		For(clusterPolicies).
		Watches(drivers, always(singleton)).
		Watches(&appsv1.DaemonSet{}, always(singleton), builder.WithPredicates(inNamespace(gpuNamespace))).
		Watches(&corev1.Node{}, always(singleton), builder.WithPredicates(predicate.LabelChangedPredicate{})).
		Complete(operator)
	if err != nil {
		return err
	}
	upgrade.SetDriverName("gpu")
	withPods := func(upgrades upgrade.ClusterUpgradeStateManager) upgrade.ClusterUpgradeStateManager {
		return upgrades.WithPodDeletionEnabled(takesGPU(mgr.GetAPIReader())).WithValidationEnabled("app=" + validatorApp).WithRestartOnlyPredicate(restartOnly)
	}
	upgrades, known, err := newUpgrades(mgr, gpuNamespace, upgrade.StateOptions{}, withPods)
	if err != nil {
		return err
	}
	loop := &upgradeLoop{mgr.GetClient(), upgrades, known, p.beat, gpuNamespace, operator.policies}
	return loop.add(mgr, []client.Object{clusterPolicies, drivers})
}

// active gives the oldest ClusterPolicy, the only one the operator obeys; nil when there is none.
func (o *gpuOperator) active(ctx context.Context) (*unstructured.Unstructured, []unstructured.Unstructured, error) {
	list := customList("nvidia.com", "v1", "ClusterPolicy")
	if err := o.List(ctx, list); err != nil || len(list.Items) == 0 {
		return nil, nil, err
	}
	sort.Slice(list.Items, func(i, j int) bool {
		a, b := list.Items[i].GetCreationTimestamp(), list.Items[j].GetCreationTimestamp()
		return a.Before(&b) || a.Equal(&b) && list.Items[i].GetName() < list.Items[j].GetName() // the API keeps whole seconds
	})
	return &list.Items[0], list.Items[1:], nil
}

// policies are the upgrade policies in force: the ClusterPolicy's, or those of the NVIDIADrivers it defers to, each of which leads the nodes that
// are labelled as its own (controllers/upgrade_controller.go@v26.7.0 reconcileNVIDIADriverUpgrades).
func (o *gpuOperator) policies(ctx context.Context) ([]led, error) {
	pods := map[string]string{"app.kubernetes.io/component": "nvidia-driver"}
	object, _, err := o.active(ctx)
	if err != nil || object == nil {
		return []led{{nil, pods, labels.Everything()}}, err
	}
	policy := clusterPolicy{}
	if err := decode(object, &policy); err != nil {
		return nil, err
	}
	policies := []led{}
	switch {
	case policy.Spec.Driver.UseNvidiaDriverCRD:
		drivers, err := o.nvidiaDrivers(ctx)
		if err != nil {
			return nil, err
		}
		for _, driver := range drivers {
			policies = append(policies, led{driver.Spec.UpgradePolicy, pods, labels.SelectorFromSet(labels.Set{ownerKey: driver.object.GetName()})})
		}
	case policy.Spec.SandboxWorkloads.Enabled:
		policies = append(policies, led{nil, pods, labels.Everything()})
	default:
		policies = append(policies, led{policy.Spec.Driver.UpgradePolicy, pods, labels.Everything()})
	}
	return policies, o.annotateNodes(ctx, policies)
}

// annotateNodes says on each GPU node whether upgrades run by themselves (controllers/nodelabeling_controller.go).
func (o *gpuOperator) annotateNodes(ctx context.Context, policies []led) error {
	return o.changeNodes(ctx, func(node *corev1.Node) {
		isOn := slices.ContainsFunc(policies, func(one led) bool { return one.isOn() && one.nodes.Matches(labels.Set(node.Labels)) })
		if delete(node.Annotations, upgradeEnabledKey); isOn {
			metav1.SetMetaDataAnnotation(&node.ObjectMeta, upgradeEnabledKey, "true")
		}
	})
}

// changeNodes edits the metadata of all GPU nodes.
func (o *gpuOperator) changeNodes(ctx context.Context, edit func(*corev1.Node)) error {
	nodes := &corev1.NodeList{}
	if err := o.List(ctx, nodes, client.MatchingLabels{"nvidia.com/gpu.present": "true"}); err != nil {
		return err
	}
	for i := range nodes.Items {
		node := &nodes.Items[i]
		before := node.DeepCopy()
		edit(node)
		if equality.Semantic.DeepEqual(before.ObjectMeta, node.ObjectMeta) {
			continue
		}
		if err := o.Patch(ctx, node, client.MergeFrom(before)); err != nil {
			return err
		}
	}
	return nil
}

// Reconcile brings the DaemonSets to what the ClusterPolicy says.
func (o *gpuOperator) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	object, others, err := o.active(ctx)
	if err != nil || object == nil {
		return reconcile.Result{}, err
	}
	for i := range others {
		if err := o.writeState(ctx, &others[i], "ignored", nil); err != nil {
			return reconcile.Result{}, quiet(err)
		}
	}
	policy := clusterPolicy{}
	if err := decode(object, &policy); err != nil {
		return reconcile.Result{}, err
	}
	class := &nodev1.RuntimeClass{ObjectMeta: metav1.ObjectMeta{Name: "nvidia"}, Handler: "nvidia"}
	if o.Get(ctx, client.ObjectKeyFromObject(class), class) != nil {
		if err := o.Create(ctx, class); err != nil && !apierrors.IsAlreadyExists(err) {
			return reconcile.Result{}, err
		}
	}
	if err := o.labelWorkloads(ctx, policy); err != nil {
		return reconcile.Result{}, quiet(err)
	}
	waiting, err := o.applyOperands(ctx, object, policy)
	if err != nil {
		return reconcile.Result{}, quiet(err)
	}
	state := "ready"
	if len(waiting) > 0 {
		state = "notReady"
	}
	return reconcile.Result{}, quiet(o.writeState(ctx, object, state, waiting))
}

// applyOperands gives the states that are not ready.
func (o *gpuOperator) applyOperands(ctx context.Context, object *unstructured.Unstructured, policy clusterPolicy) ([]string, error) {
	waiting := []string{}
	apply := func(owner *unstructured.Unstructured, wanted operand) error {
		wanted.podLabels = policy.Spec.Daemonsets.Labels
		all := map[string]string{"app.kubernetes.io/managed-by": "gpu-operator"}
		maps.Copy(all, wanted.labels)
		wanted.labels = all
		set := wanted.daemonSet(o.namespace)
		if err := applyDaemonSet(ctx, o.Client, owner, appliedHashKey, set); err != nil {
			return fmt.Errorf("%s: %w", wanted.name, err)
		}
		existing := &appsv1.DaemonSet{}
		err := o.Get(ctx, client.ObjectKeyFromObject(set), existing)
		if apierrors.IsNotFound(err) || err == nil && (!settled(existing) || existing.Status.DesiredNumberScheduled == 0) {
			waiting = append(waiting, wanted.state)
			return nil
		}
		return err
	}
	if policy.Spec.Driver.UseNvidiaDriverCRD {
		if err := o.applyDrivers(ctx, policy, apply, &waiting); err != nil {
			return nil, err
		}
	} else if err := apply(object, driverOperand(policy.Spec.Driver, nil)); err != nil {
		return nil, err
	}
	for _, wanted := range gpuOperands(policy) {
		if err := apply(object, wanted); err != nil {
			return nil, err
		}
	}
	return waiting, nil
}

// writeState writes .status as internal/conditions does; nothing when it says so already.
func (o *gpuOperator) writeState(ctx context.Context, object *unstructured.Unstructured, state string, waiting []string) error {
	if state == "ignored" {
		return writeStatus(ctx, o.Client, object, map[string]any{"state": state, "namespace": o.namespace}, nil)
	}
	if len(waiting) > 0 {
		return o.writeError(ctx, object, "OperandNotReady", fmt.Sprintf("%s is not ready; states not ready: %v", object.GetKind(), waiting))
	}
	return writeStatus(ctx, o.Client, object, map[string]any{"state": state, "namespace": o.namespace}, []metav1.Condition{
		{Type: "Ready", Status: "True", Reason: "Reconciled", Message: object.GetKind() + " is ready as all resources have been successfully reconciled"},
		{Type: "Error", Status: "False", Reason: "Ready"}})
}

func (o *gpuOperator) writeError(ctx context.Context, object *unstructured.Unstructured, reason, message string) error {
	return writeStatus(ctx, o.Client, object, map[string]any{"state": "notReady", "namespace": o.namespace}, []metav1.Condition{
		{Type: "Ready", Status: "False", Reason: "Error"}, {Type: "Error", Status: "True", Reason: reason, Message: message}})
}

func inNamespace(namespace string) predicate.Predicate {
	return predicate.NewPredicateFuncs(func(object client.Object) bool { return object.GetNamespace() == namespace })
}
