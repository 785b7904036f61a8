// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/NVIDIA/k8s-operator-libs/api/upgrade/v1alpha1"
	"github.com/NVIDIA/k8s-operator-libs/pkg/upgrade"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// singleton is the one request of a controller that always looks at everything.
const singleton = "all"

func always(name string) handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(context.Context, client.Object) []reconcile.Request {
		return []reconcile.Request{{NamespacedName: types.NamespacedName{Name: name}}}
	})
}

// led is an upgrade policy and what it leads.
type led struct {
	policy *v1alpha1.DriverUpgradePolicySpec // nil: as one without autoUpgrade
	pods   map[string]string                 // labels of its driver DaemonSets and pods
	nodes  labels.Selector
}

func (l led) isOn() bool { return l.policy != nil && l.policy.AutoUpgrade }

// upgradeLoop calls NVIDIA's library as the vendors' upgrade controllers do: when a policy or a node's upgrade label or annotation changes,
// and else once a beat. A driver pod that becomes ready calls nobody: its node rests until the next beat.
type upgradeLoop struct {
	client.Client
	upgrades  upgrade.ClusterUpgradeStateManager
	known     *revisions
	beat      time.Duration
	namespace string
	policies  func(context.Context) ([]led, error)
}

// add registers the loop; a change of a policy's spec calls it, and any change of what it asked others for.
func (l *upgradeLoop) add(mgr manager.Manager, policies []client.Object, asked ...client.Object) error {
	keys := []string{upgrade.GetUpgradeStateLabelKey(), upgrade.GetUpgradeSkipNodeLabelKey(), upgrade.GetUpgradeRequestedAnnotationKey(),
		upgrade.GetUpgradeDriverWaitForSafeLoadAnnotationKey()}
	upgradeChanged := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		for _, key := range keys {
			if e.ObjectOld.GetLabels()[key] != e.ObjectNew.GetLabels()[key] || e.ObjectOld.GetAnnotations()[key] != e.ObjectNew.GetAnnotations()[key] {
				return true
			}
		}
		return false
	}}
	all := ctrl.NewControllerManagedBy(mgr).Named("upgrade").Watches(&corev1.Node{}, always(singleton), builder.WithPredicates(upgradeChanged))
	for _, policy := range policies {
		all = all.Watches(policy, always(singleton), builder.WithPredicates(predicate.GenerationChangedPredicate{}))
	}
	for _, object := range asked {
		all = all.Watches(object, always(singleton))
	}
	return all.Complete(l)
}

// Reconcile lets the library take every node one step on.
func (l *upgradeLoop) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	next := reconcile.Result{RequeueAfter: l.beat}
	policies, err := l.policies(ctx)
	if err != nil {
		return reconcile.Result{}, quiet(err)
	}
	if err := l.forget(ctx, policies); err != nil {
		return reconcile.Result{}, quiet(err)
	}
	l.known.forget()
	for _, one := range policies {
		if !one.isOn() {
			continue
		}
		state, err := l.upgrades.BuildState(ctx, l.namespace, one.pods)
		if err != nil {
			log.FromContext(ctx).Info("not now", "because", err.Error())
			break // as the vendors' controllers end there
		}
		for step, nodes := range state.NodeStates {
			state.NodeStates[step] = slices.DeleteFunc(nodes, func(n *upgrade.NodeUpgradeState) bool { return !one.nodes.Matches(labels.Set(n.Node.Labels)) })
		}
		if err := l.upgrades.ApplyState(ctx, state, one.policy); err != nil {
			log.FromContext(ctx).Info("not all", "because", err.Error())
		}
	}
	return next, nil
}

// forget removes the state labels of nodes that only policies that are off are for, as the vendors' controllers do when upgrades no longer run
// by themselves.
func (l *upgradeLoop) forget(ctx context.Context, policies []led) error {
	isLed := func(node *corev1.Node, on bool) bool {
		return slices.ContainsFunc(policies, func(one led) bool { return one.isOn() == on && one.nodes.Matches(labels.Set(node.Labels)) })
	}
	nodes := &corev1.NodeList{}
	if err := l.List(ctx, nodes, client.HasLabels{upgrade.GetUpgradeStateLabelKey()}); err != nil {
		return err
	}
	for i := range nodes.Items {
		if isLed(&nodes.Items[i], true) || !isLed(&nodes.Items[i], false) {
			continue
		}
		before := nodes.Items[i].DeepCopy()
		delete(nodes.Items[i].Labels, upgrade.GetUpgradeStateLabelKey())
		if err := l.Patch(ctx, &nodes.Items[i], client.MergeFrom(before)); err != nil {
			return err
		}
	}
	return nil
}

// writeStatus replaces .status; conditions keep their time while they say the same, and nothing is written when nothing changed.
func writeStatus(ctx context.Context, c client.Client, object *unstructured.Unstructured, status map[string]any, conditions []metav1.Condition) error {
	before := struct {
		Status struct {
			Conditions []metav1.Condition `json:"conditions"`
		} `json:"status"`
	}{}
	if err := decode(object, &before); err != nil {
		return err
	}
	merged := []metav1.Condition{}
	for _, condition := range conditions {
		if old := meta.FindStatusCondition(before.Status.Conditions, condition.Type); old != nil {
			merged = append(merged, *old)
		}
		meta.SetStatusCondition(&merged, condition)
	}
	if len(merged) > 0 {
		status["conditions"] = merged
	}
	text, err := json.Marshal(map[string]any{"status": status})
	if err != nil {
		return err
	}
	plain := map[string]any{}
	if err := json.Unmarshal(text, &plain); err != nil {
		return err
	}
	if equality.Semantic.DeepEqual(object.Object["status"], plain["status"]) {
		return nil
	}
	changed := object.DeepCopy()
	changed.Object["status"] = runtime.DeepCopyJSONValue(plain["status"])
	return c.Status().Update(ctx, changed)
}
