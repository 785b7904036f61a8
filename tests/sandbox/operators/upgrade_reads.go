// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"strconv"
	"sync"

	"github.com/NVIDIA/k8s-operator-libs/pkg/upgrade"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// newUpgrades is NVIDIA's library with two of its reads made cheap: by itself it asks the API server for each node and, for each node
// again, for all revisions of the DaemonSet, each time it looks. What it decides and writes stays its own. withPods may set another
// pod manager.
func newUpgrades(mgr manager.Manager, namespace string, options upgrade.StateOptions,
	withPods func(upgrade.ClusterUpgradeStateManager) upgrade.ClusterUpgradeStateManager) (upgrade.ClusterUpgradeStateManager, *revisions, error) {
	made, err := upgrade.NewClusterUpgradeStateManager(mgr.GetLogger(), mgr.GetConfig(), mgr.GetEventRecorderFor(namespace), options)
	if err != nil {
		return nil, nil, err
	}
	upgrades := withPods(made).(*upgrade.ClusterUpgradeStateManagerImpl)
	provider := upgrades.NodeUpgradeStateProvider.(*upgrade.NodeUpgradeStateProviderImpl)
	provider.K8sClient = &nodes{Client: provider.K8sClient, cache: mgr.GetClient(), written: map[string]uint64{}}
	known := &revisions{PodManager: upgrades.PodManager}
	upgrades.PodManager = known
	return upgrades, known, nil
}

// nodes reads a node from the watch's cache, unless it wrote one that the watch has not brought yet.
type nodes struct {
	client.Client
	cache client.Reader

	mutex   sync.Mutex
	written map[string]uint64 // resource version of the last write, by node
}

func (n *nodes) Get(ctx context.Context, key client.ObjectKey, into client.Object, options ...client.GetOption) error {
	node, isNode := into.(*corev1.Node)
	cached := &corev1.Node{}
	if !isNode || n.cache.Get(ctx, key, cached) != nil || n.isOld(cached) {
		return n.Client.Get(ctx, key, into, options...)
	}
	*node = *cached
	return nil
}

func (n *nodes) Patch(ctx context.Context, node client.Object, patch client.Patch, options ...client.PatchOption) error {
	if err := n.Client.Patch(ctx, node, patch, options...); err != nil {
		return err
	}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.written[node.GetName()] = max(n.written[node.GetName()], versionOf(node))
	return nil
}

func (n *nodes) isOld(node *corev1.Node) bool {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return versionOf(node) < n.written[node.Name]
}

func versionOf(object client.Object) uint64 {
	version, err := strconv.ParseUint(object.GetResourceVersion(), 10, 64)
	if err != nil {
		ctrl.Log.Error(err, "a resource version that is no number", "name", object.GetName())
	}
	return version
}

// revisions asks once for the newest revision of a DaemonSet until it is told to forget.
type revisions struct {
	upgrade.PodManager

	mutex  sync.Mutex
	hashes map[types.UID]string
}

func (r *revisions) forget() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.hashes = map[types.UID]string{}
}

func (r *revisions) GetDaemonsetControllerRevisionHash(ctx context.Context, set *appsv1.DaemonSet) (string, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if hash, known := r.hashes[set.UID]; known {
		return hash, nil
	}
	hash, err := r.PodManager.GetDaemonsetControllerRevisionHash(ctx, set)
	if err == nil {
		r.hashes[set.UID] = hash
	}
	return hash, err
}
