// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	// replaceKey is an annotation of an operator's resource: its next change of a driver DaemonSet makes a new one under another selector
	// and leaves the old one's pods where they are. The new pods do not share a node with them, so that the scheduler binds none.
	replaceKey = "chartroom.sandbox/replace-driver-set"
	setKey     = "chartroom.sandbox/set" // pod label that tells the pods of such a set from those before
)

// renamed: see tool/renamed.go.
var renamed bool

func served(version string) string {
	if renamed {
		return strings.Replace(version, "v1", "v2", 1)
	}
	return version
}

// custom gives an empty object of a kind that has no Go type here; version is that of the real operator.
func custom(group, version, kind string) *unstructured.Unstructured {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(schema.GroupVersionKind{Group: group, Version: served(version), Kind: kind})
	return object
}

func customList(group, version, kind string) *unstructured.UnstructuredList {
	list := &unstructured.UnstructuredList{}
	list.SetGroupVersionKind(schema.GroupVersionKind{Group: group, Version: served(version), Kind: kind + "List"})
	return list
}

// decode reads the part of the object that the type knows.
func decode(object *unstructured.Unstructured, into any) error {
	text, err := object.MarshalJSON()
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s %s: %w", object.GetKind(), object.GetName(), err)
	}
	return nil
}

func hashOf(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // only our own types come here
	}
	h := fnv.New32a()
	h.Write(text)
	return fmt.Sprint(h.Sum32())
}

// applyDaemonSet creates or updates the DaemonSet and its service account; hashKey is the annotation in which that operator notes what it applied.
func applyDaemonSet(ctx context.Context, c client.Client, owner *unstructured.Unstructured, hashKey string, wanted *appsv1.DaemonSet) error {
	wanted.OwnerReferences = []metav1.OwnerReference{*metav1.NewControllerRef(owner, owner.GroupVersionKind())}
	hash := hashOf(wanted)
	wanted.Annotations = map[string]string{hashKey: hash}
	existing := &appsv1.DaemonSet{}
	err := c.Get(ctx, client.ObjectKeyFromObject(wanted), existing)
	replaces := wanted.Spec.UpdateStrategy.Type == appsv1.OnDeleteDaemonSetStrategyType && owner.GetAnnotations()[replaceKey] != ""
	if apierrors.IsNotFound(err) {
		if replaces {
			standApart(wanted, hash)
		}
		account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: wanted.Spec.Template.Spec.ServiceAccountName, Namespace: wanted.Namespace}}
		if err := c.Create(ctx, account); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
		return c.Create(ctx, wanted)
	}
	if err != nil || existing.Annotations[hashKey] == hash {
		return err
	}
	if replaces {
		return client.IgnoreNotFound(c.Delete(ctx, existing, client.PropagationPolicy(metav1.DeletePropagationOrphan)))
	}
	changed := existing.DeepCopy()
	changed.Labels, changed.Spec.Template = wanted.Labels, wanted.Spec.Template
	changed.Annotations[hashKey] = hash
	return c.Update(ctx, changed)
}

// standApart gives the DaemonSet pods of its own that share no node with another driver pod, as NVIDIA/gpu-operator manifests/state-driver does.
func standApart(set *appsv1.DaemonSet, name string) {
	set.Spec.Selector.MatchLabels[setKey] = name
	set.Spec.Template.Labels[setKey] = name
	driver := metav1.LabelSelector{MatchLabels: map[string]string{"app.kubernetes.io/component": "nvidia-driver"}}
	set.Spec.Template.Spec.Affinity = &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{
		RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{{LabelSelector: &driver, TopologyKey: "kubernetes.io/hostname"}}}}
}

// settled: every pod is there, ready and of the newest template.
func settled(set *appsv1.DaemonSet) bool {
	status := set.Status
	return set.Generation == status.ObservedGeneration && status.NumberReady == status.DesiredNumberScheduled &&
		status.UpdatedNumberScheduled == status.DesiredNumberScheduled
}

// operand is what the DaemonSets of the operators differ in.
type operand struct {
	name, app   string
	account     string
	state       string            // its name in the status of the owner
	nodes       map[string]string // node selector
	inits       []corev1.Container
	main        corev1.Container
	runtime     string // runtime class
	onDelete    bool
	hostNetwork bool
	labels      map[string]string // further labels, also on the pods
	podLabels   map[string]string // further labels on the pods only
	grace       int64
}

func (o operand) daemonSet(namespace string) *appsv1.DaemonSet {
	labels := map[string]string{"app": o.app}
	for key, value := range o.labels {
		labels[key] = value
	}
	podLabels := map[string]string{}
	for _, more := range []map[string]string{labels, o.podLabels} {
		for key, value := range more {
			podLabels[key] = value
		}
	}
	grace := max(o.grace, 30)
	set := &appsv1.DaemonSet{
		ObjectMeta: metav1.ObjectMeta{Name: o.name, Namespace: namespace, Labels: labels},
		Spec: appsv1.DaemonSetSpec{
			Selector:       &metav1.LabelSelector{MatchLabels: map[string]string{"app": o.app}},
			UpdateStrategy: appsv1.DaemonSetUpdateStrategy{Type: appsv1.RollingUpdateDaemonSetStrategyType},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: podLabels, Annotations: map[string]string{scriptedKey: "scripted"}},
				Spec: corev1.PodSpec{
					ServiceAccountName: o.account, NodeSelector: o.nodes, PriorityClassName: "system-node-critical",
					InitContainers: o.inits, Containers: []corev1.Container{o.main}, HostNetwork: o.hostNetwork,
					TerminationGracePeriodSeconds: &grace,
					Tolerations:                   []corev1.Toleration{{Key: "nvidia.com/gpu", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoSchedule}},
				},
			},
		},
	}
	if o.onDelete {
		set.Spec.UpdateStrategy.Type = appsv1.OnDeleteDaemonSetStrategyType
	}
	if o.runtime != "" {
		set.Spec.Template.Spec.RuntimeClassName = &o.runtime
	}
	return set
}
