// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"sort"

	"github.com/NVIDIA/k8s-operator-libs/api/upgrade/v1alpha1"
	"github.com/NVIDIA/k8s-operator-libs/pkg/upgrade"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	nodev1 "k8s.io/api/node/v1"
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
	loop := &upgradeLoop{mgr.GetClient(), upgrades, known, p.beat, gpuNamespace, map[string]string{"app.kubernetes.io/component": "nvidia-driver"}, operator.policy}
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

// drivers gives the driver DaemonSets that are wanted: the ClusterPolicy's own, or one a NVIDIADriver.
func (o *gpuOperator) drivers(ctx context.Context, object *unstructured.Unstructured, policy clusterPolicy) (map[*unstructured.Unstructured]operand, *driverSpec, error) {
	if !policy.Spec.Driver.UseNvidiaDriverCRD {
		return map[*unstructured.Unstructured]operand{object: driverOperand(policy.Spec.Driver, "")}, &policy.Spec.Driver, nil
	}
	list := customList("nvidia.com", "v1alpha1", "NVIDIADriver")
	if err := o.List(ctx, list); err != nil {
		return nil, nil, err
	}
	wanted, first := map[*unstructured.Unstructured]operand{}, (*driverSpec)(nil)
	for i := range list.Items {
		driver := struct {
			Spec driverSpec `json:"spec"`
		}{}
		if err := decode(&list.Items[i], &driver); err != nil {
			return nil, nil, err
		}
		driver.Spec.Manager = policy.Spec.Driver.Manager
		wanted[&list.Items[i]] = driverOperand(driver.Spec, list.Items[i].GetName())
		if first == nil {
			first = &driver.Spec
		}
	}
	return wanted, first, nil
}

// policy is the upgrade policy in force: the ClusterPolicy's, or that of the NVIDIADriver it defers to.
func (o *gpuOperator) policy(ctx context.Context) (*v1alpha1.DriverUpgradePolicySpec, error) {
	object, _, err := o.active(ctx)
	if err != nil || object == nil {
		return nil, err
	}
	policy := clusterPolicy{}
	if err := decode(object, &policy); err != nil {
		return nil, err
	}
	_, driver, err := o.drivers(ctx, object, policy)
	if err != nil || driver == nil {
		return nil, err
	}
	return driver.UpgradePolicy, o.annotateNodes(ctx, driver.UpgradePolicy != nil && driver.UpgradePolicy.AutoUpgrade)
}

// annotateNodes says on each GPU node whether upgrades run by themselves (controllers/nodelabeling_controller.go).
func (o *gpuOperator) annotateNodes(ctx context.Context, enabled bool) error {
	nodes := &corev1.NodeList{}
	if err := o.List(ctx, nodes, client.MatchingLabels{"nvidia.com/gpu.present": "true"}); err != nil {
		return err
	}
	for i := range nodes.Items {
		node := &nodes.Items[i]
		if (node.Annotations[upgradeEnabledKey] == "true") == enabled {
			continue
		}
		before := node.DeepCopy()
		if delete(node.Annotations, upgradeEnabledKey); enabled {
			metav1.SetMetaDataAnnotation(&node.ObjectMeta, upgradeEnabledKey, "true")
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
		labels := map[string]string{"app.kubernetes.io/managed-by": "gpu-operator"}
		for key, value := range wanted.labels {
			labels[key] = value
		}
		wanted.labels = labels
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
	drivers, _, err := o.drivers(ctx, object, policy)
	if err != nil {
		return nil, err
	}
	for owner, driver := range drivers {
		before := len(waiting)
		if err := apply(owner, driver); err != nil {
			return nil, err
		}
		if owner != object {
			if err := o.writeState(ctx, owner, map[bool]string{true: "ready", false: "notReady"}[len(waiting) == before], waiting[before:]); err != nil {
				return nil, err
			}
			waiting = waiting[:before] // it is the NVIDIADriver that tells of it
		}
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
	ready, failed := metav1.Condition{Type: "Ready", Status: "True", Reason: "Reconciled",
		Message: object.GetKind() + " is ready as all resources have been successfully reconciled"}, metav1.Condition{Type: "Error", Status: "False", Reason: "Ready"}
	if len(waiting) > 0 {
		ready = metav1.Condition{Type: "Ready", Status: "False", Reason: "Error"}
		failed = metav1.Condition{Type: "Error", Status: "True", Reason: "OperandNotReady",
			Message: fmt.Sprintf("%s is not ready; states not ready: %v", object.GetKind(), waiting)}
	}
	status := map[string]any{"state": state, "namespace": o.namespace}
	if state == "ignored" {
		return writeStatus(ctx, o.Client, object, status, nil)
	}
	return writeStatus(ctx, o.Client, object, status, []metav1.Condition{ready, failed})
}

func inNamespace(namespace string) predicate.Predicate {
	return predicate.NewPredicateFuncs(func(object client.Object) bool { return object.GetNamespace() == namespace })
}
