// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"sort"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubectl/pkg/drain"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Keys and values of the drain protocol (k8snetworkplumbingwg/sriov-network-operator:pkg/consts/constants.go@v1.6.0).
const (
	sriovGroup      = "sriovnetwork.openshift.io"
	sriovNodeKey    = sriovGroup + "/state"
	sriovDesiredKey = sriovGroup + "/desired-state"
	sriovCurrentKey = sriovGroup + "/current-state"
	sriovPluginKey  = sriovGroup + "/device-plugin"
	idle            = "Idle"
	drainRequired   = "Drain_Required"
	draining        = "Draining"
	drainComplete   = "DrainComplete"
)

// faultSRIOV: the config daemon of that node cannot set its virtual functions.
const faultSRIOV = "sriov-fail"

// sriovOperator plays the SR-IOV operator and the config daemon of each node: a new number of virtual functions makes the daemon ask
// for a drain, the operator drains as many nodes at a time as the pool allows, the daemon sets them, the operator gives the node back.
type sriovOperator struct {
	client.Client
	kube  kubernetes.Interface
	takes time.Duration
	begun map[string]time.Time // since when a daemon sets its functions
}

func addSRIOVOperator(mgr manager.Manager, p pace) error {
	kube, err := kubernetes.NewForConfig(mgr.GetConfig())
	if err != nil {
		return err
	}
	operator := &sriovOperator{mgr.GetClient(), kube, p.containers["mofed-container"], map[string]time.Time{}}
	return ctrl.NewControllerManagedBy(mgr).Named("sriov").
		Watches(custom(sriovGroup, "v1", "SriovNetworkNodePolicy"), always(singleton)).
		Watches(custom(sriovGroup, "v1", "SriovNetworkNodeState"), always(singleton)).
		Complete(operator)
}

// sriovNode is one SriovNetworkNodeState with what matters of it.
type sriovNode struct {
	object           *unstructured.Unstructured
	node             *corev1.Node
	desired, current string
	wanted, set      int64 // virtual functions
	sync             string
}

func readSRIOV(object *unstructured.Unstructured) sriovNode {
	n := sriovNode{object: object, desired: object.GetAnnotations()[sriovDesiredKey], current: object.GetAnnotations()[sriovCurrentKey]}
	n.sync, _, _ = unstructured.NestedString(object.Object, "status", "syncStatus")
	functions := func(part string) int64 {
		interfaces, _, _ := unstructured.NestedSlice(object.Object, part, "interfaces")
		for _, entry := range interfaces {
			if count, ok := entry.(map[string]any)["numVfs"].(int64); ok {
				return count
			}
		}
		return 0
	}
	n.wanted, n.set = functions("spec"), functions("status")
	return n
}

// Reconcile takes each node at most one step on.
func (o *sriovOperator) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	policies := customList(sriovGroup, "v1", "SriovNetworkNodePolicy")
	nodes := &corev1.NodeList{}
	if err := o.List(ctx, policies); err != nil || len(policies.Items) == 0 {
		return reconcile.Result{}, err
	}
	if err := o.List(ctx, nodes, client.MatchingLabels{"feature.node.kubernetes.io/pci-15b3.sriov.capable": "true"}); err != nil {
		return reconcile.Result{}, err
	}
	functions, _, err := unstructured.NestedInt64(policies.Items[0].Object, "spec", "numVfs")
	if err != nil {
		return reconcile.Result{}, err
	}
	sort.Slice(nodes.Items, func(i, j int) bool { return nodes.Items[i].Name < nodes.Items[j].Name })
	states, busy := []sriovNode{}, 0
	for i := range nodes.Items {
		state, err := o.state(ctx, &nodes.Items[i], functions)
		if err != nil {
			return reconcile.Result{}, quiet(err)
		}
		if state == nil {
			continue
		}
		if state.current != idle {
			busy++
		}
		states = append(states, *state)
	}
	limit := o.limit(ctx, len(states))
	moving := false
	for _, state := range states {
		if state.current == idle && state.desired == drainRequired {
			if busy >= limit {
				moving = true
				continue
			}
			busy++
		}
		moved, err := o.step(ctx, state)
		if err != nil {
			return reconcile.Result{}, quiet(err)
		}
		moving = moving || moved
	}
	if moving {
		return reconcile.Result{RequeueAfter: time.Second}, nil
	}
	return reconcile.Result{}, nil
}

// state gives the node's state object; nil when it was only just created or told another number of functions.
func (o *sriovOperator) state(ctx context.Context, node *corev1.Node, functions int64) (*sriovNode, error) {
	object := custom(sriovGroup, "v1", "SriovNetworkNodeState")
	err := o.Get(ctx, client.ObjectKey{Namespace: networkNamespace, Name: node.Name}, object)
	wanted := []any{map[string]any{"name": "ibs1f0", "pciAddress": "0000:1a:00.0", "numVfs": functions, "linkType": "IB"}}
	if apierrors.IsNotFound(err) {
		object.SetName(node.Name)
		object.SetNamespace(networkNamespace)
		object.SetAnnotations(map[string]string{sriovDesiredKey: idle, sriovCurrentKey: idle})
		object.Object["spec"] = map[string]any{"interfaces": wanted}
		if err := o.Create(ctx, object); err != nil {
			return nil, err
		}
		return nil, o.writeSync(ctx, object, "Succeeded", "", functions)
	}
	if err != nil {
		return nil, err
	}
	state := readSRIOV(object)
	state.node = node
	if state.wanted != functions {
		object.Object["spec"] = map[string]any{"interfaces": wanted}
		return nil, o.Update(ctx, object)
	}
	return &state, nil
}

// limit is how many nodes the pool lets go at a time (SriovNetworkPoolConfig maxUnavailable); one without a pool.
func (o *sriovOperator) limit(ctx context.Context, nodes int) int {
	pools := customList(sriovGroup, "v1", "SriovNetworkPoolConfig")
	if err := o.List(ctx, pools); err != nil || len(pools.Items) == 0 {
		return 1
	}
	limit, found, err := unstructured.NestedInt64(pools.Items[0].Object, "spec", "maxUnavailable")
	if err != nil || !found {
		return 1
	}
	return min(int(limit), nodes)
}

// step does what the daemon or the operator does next, and tells whether more is to come.
func (o *sriovOperator) step(ctx context.Context, s sriovNode) (bool, error) {
	switch {
	case s.sync == "Failed" && s.node.Annotations[faultKey] == faultSRIOV:
		return false, nil
	case s.set != s.wanted && s.desired == idle:
		if err := o.writeSync(ctx, s.object, "InProgress", "", s.set); err != nil {
			return true, err
		}
		return true, o.ask(ctx, s, drainRequired)
	case s.desired == drainRequired && s.current == idle:
		if err := cordon(ctx, o.kube, s.node.Name, true); err != nil {
			return true, err
		}
		return true, o.annotate(ctx, s.object, sriovCurrentKey, draining)
	case s.current == draining:
		staying, err := evict(&drain.Helper{Ctx: ctx, Client: o.kube, Force: true, DeleteEmptyDirData: true}, s.node.Name)
		if err != nil || len(staying) > 0 {
			return true, err
		}
		return true, o.annotate(ctx, s.object, sriovCurrentKey, drainComplete)
	case s.desired == drainRequired && s.current == drainComplete:
		return true, o.configure(ctx, s)
	case s.desired == idle && s.current == drainComplete:
		if err := cordon(ctx, o.kube, s.node.Name, false); err != nil {
			return true, err
		}
		return true, o.annotate(ctx, s.object, sriovCurrentKey, idle)
	}
	return s.desired != idle || s.current != idle, nil
}

// configure is the daemon at work on a drained node.
func (o *sriovOperator) configure(ctx context.Context, s sriovNode) error {
	begun, known := o.begun[s.node.Name]
	if !known {
		o.begun[s.node.Name] = time.Now()
		return o.label(ctx, s.node, "Disabled")
	}
	if time.Since(begun) < o.takes {
		return nil
	}
	if s.node.Annotations[faultKey] == faultSRIOV {
		return o.writeSync(ctx, s.object, "Failed", fmt.Sprintf("failed to set the number of virtual functions of 0000:1a:00.0 to %d: "+
			"write /sys/bus/pci/devices/0000:1a:00.0/sriov_numvfs: cannot allocate memory", s.wanted), s.set)
	}
	delete(o.begun, s.node.Name)
	if err := o.label(ctx, s.node, "Enabled"); err != nil {
		return err
	}
	if err := o.writeSync(ctx, s.object, "Succeeded", "", s.wanted); err != nil {
		return err
	}
	return o.ask(ctx, s, idle)
}

func (o *sriovOperator) label(ctx context.Context, node *corev1.Node, value string) error {
	return o.Patch(ctx, node.DeepCopy(), mergePatch("labels", sriovPluginKey, value))
}

// ask writes what the daemon wants of the operator, on the node and on its state.
func (o *sriovOperator) ask(ctx context.Context, s sriovNode, value string) error {
	if err := o.Patch(ctx, s.node.DeepCopy(), mergePatch("annotations", sriovNodeKey, value)); err != nil {
		return err
	}
	return o.annotate(ctx, s.object, sriovDesiredKey, value)
}

func (o *sriovOperator) annotate(ctx context.Context, object *unstructured.Unstructured, key, value string) error {
	return o.Patch(ctx, object.DeepCopy(), mergePatch("annotations", key, value))
}

func mergePatch(field, key, value string) client.Patch {
	return client.RawPatch("application/merge-patch+json", []byte(fmt.Sprintf(`{"metadata":{%q:{%q:%q}}}`, field, key, value)))
}

func (o *sriovOperator) writeSync(ctx context.Context, object *unstructured.Unstructured, sync, problem string, functions int64) error {
	virtual := []any{}
	for i := range functions {
		virtual = append(virtual, map[string]any{"vfID": i, "pciAddress": fmt.Sprintf("0000:1a:%02x.%d", (i+1)/8, (i+1)%8), "driver": "mlx5_core"})
	}
	device := map[string]any{"name": "ibs1f0", "pciAddress": "0000:1a:00.0", "driver": "mlx5_core", "vendor": "15b3", "deviceID": "1021", "numVfs": functions,
		"totalvfs": int64(16), "linkType": "IB", "linkSpeed": "400000 Mb/s", "linkAdminState": "up", "eSwitchMode": "legacy"}
	if len(virtual) > 0 {
		device["Vfs"] = virtual
	}
	fresh := custom(sriovGroup, "v1", "SriovNetworkNodeState")
	if err := o.Get(ctx, client.ObjectKeyFromObject(object), fresh); err != nil {
		return err
	}
	return writeStatus(ctx, o.Client, fresh, map[string]any{"syncStatus": sync, "lastSyncError": problem, "interfaces": []any{device}}, nil)
}
