// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"maps"

	"github.com/NVIDIA/k8s-operator-libs/api/upgrade/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
)

// nicPolicy is mellanox.com/v1alpha1 NicClusterPolicy or NicNodePolicy, as far as the sandbox acts on it. Its upgrade policy has neither
// maxUnavailable nor podDeletion; the keys it has are those of NVIDIA's library.
type nicPolicy struct {
	object *unstructured.Unstructured
	Spec   struct {
		NodeSelector map[string]string `json:"nodeSelector"` // of a NicNodePolicy
		OFEDDriver   *struct {
			image
			UpgradePolicy *v1alpha1.DriverUpgradePolicySpec `json:"upgradePolicy"`
		} `json:"ofedDriver"`
		RDMASharedDevicePlugin *image `json:"rdmaSharedDevicePlugin"`
		NVIPAM                 *image `json:"nvIpam"`
		SecondaryNetwork       *struct {
			CNIPlugins *image `json:"cniPlugins"`
			Multus     *image `json:"multus"`
		} `json:"secondaryNetwork"`
	} `json:"spec"`
}

func (p nicPolicy) isForNodes() bool { return p.object.GetKind() == "NicNodePolicy" }

// isObeyed: of NicClusterPolicies only the one of that name counts.
func (p nicPolicy) isObeyed() bool { return p.isForNodes() || p.object.GetName() == clusterPolicyName }

// nodes: the sandbox's NicClusterPolicy is for all.
func (p nicPolicy) nodes() labels.Selector { return labels.SelectorFromSet(p.Spec.NodeSelector) }

func (p nicPolicy) upgradePolicy() *v1alpha1.DriverUpgradePolicySpec {
	if p.Spec.OFEDDriver == nil {
		return nil
	}
	return p.Spec.OFEDDriver.UpgradePolicy
}

const dsOwnerKey = "ds-owner" // label of the driver's and the RDMA plugin's DaemonSets and pods

// dsOwner is its value (pkg/state/state_skel.go@v26.4.1 dsOwnerValue).
func (p nicPolicy) dsOwner() string {
	if p.isForNodes() {
		return "nnp-" + p.object.GetName()
	}
	return "NicClusterPolicy"
}

// networkStates are the components in the order of .status.appliedStates, as the real operator wrote them; one without a condition is never used here.
var networkStates = []struct {
	state, condition string
	ofNodes          bool // a NicNodePolicy has it too
}{
	{"state-multus-cni", "MultusCNIReady", false},
	{"state-container-networking-plugins", "CNIPluginsReady", false},
	{"state-ipoib-cni", "", false},
	{"state-OFED", "OFEDDriverReady", true},
	{"state-SRIOV-device-plugin", "", true},
	{"state-RDMA-device-plugin", "RDMASharedDevicePluginReady", true},
	{"state-ib-kubernetes", "", false},
	{"state-nv-ipam-cni", "NVIPAMReady", false},
	{"state-nic-feature-discovery", "", false},
	{"state-doca-telemetry-service", "", false},
	{"state-nic-configuration-operator", "", false},
	{"state-spectrum-x-operator", "", false},
}

// mofedName is the driver DaemonSet's: one for each operating system and kernel, and the sandbox has one of each.
const (
	mofedKernel = "5.15.0-153-generic"
	mofedName   = "mofed-ubuntu22.04-6486ccb87"
)

// networkOperands are the DaemonSets of the policy's components (Mellanox/network-operator:manifests@v26.4.1).
func networkOperands(policy nicPolicy, initImage string) []operand {
	spec, all := policy.Spec, []operand{}
	owned := map[string]string{dsOwnerKey: policy.dsOwner()}
	suffix, hashed := "", "" // pkg/state/state_skel.go nameSuffix, hashedNameSuffix
	if policy.isForNodes() {
		suffix, hashed = "-"+policy.object.GetName(), "-"+hashOf(policy.object.GetName())
	}
	mellanox := map[string]string{"feature.node.kubernetes.io/pci-15b3.present": "true"}
	plain := func(name, app, state, container string, from image, nodes map[string]string) operand {
		return operand{name: name, app: app, account: app, state: state, nodes: nodes, hostNetwork: true, podLabels: map[string]string{"name": app},
			main: corev1.Container{Name: container, Image: from.path("")}}
	}
	if network := spec.SecondaryNetwork; network != nil {
		if network.Multus != nil {
			all = append(all, plain("kube-multus-ds", "multus", "state-multus-cni", "kube-multus", *network.Multus, mellanox))
		}
		if network.CNIPlugins != nil {
			all = append(all, plain("cni-plugins-ds", "cni-plugins", "state-container-networking-plugins", "cni-plugins", *network.CNIPlugins, mellanox))
		}
	}
	if driver := spec.OFEDDriver; driver != nil {
		all = append(all, operand{
			name: mofedName + hashed + "-ds", app: mofedName + hashed, account: "ofed-driver", state: "state-OFED", onDelete: true, hostNetwork: true, grace: 300,
			labels:    map[string]string{dsOwnerKey: policy.dsOwner(), "nvidia.com/ofed-driver": ""},
			podLabels: map[string]string{"kernel": mofedKernel},
			nodes: map[string]string{"feature.node.kubernetes.io/kernel-version.full": mofedKernel, "feature.node.kubernetes.io/pci-15b3.present": "true",
				"feature.node.kubernetes.io/system-os_release.ID": "ubuntu", "feature.node.kubernetes.io/system-os_release.VERSION_ID": "22.04"},
			main: corev1.Container{Name: "mofed-container", Image: driver.path("-ubuntu22.04-amd64")},
		})
		if initImage != "" {
			all[len(all)-1].inits = []corev1.Container{{Name: "network-operator-init-container", Image: initImage}}
		}
	}
	if plugin := spec.RDMASharedDevicePlugin; plugin != nil {
		wanted := plain("rdma-shared-dp-ds"+hashed, rdmaApp+suffix, "state-RDMA-device-plugin", "rdma-shared-dp", *plugin,
			map[string]string{mofedWaitKey: "false", "feature.node.kubernetes.io/pci-15b3.present": "true"})
		wanted.labels, wanted.podLabels, wanted.account = owned, nil, rdmaApp
		all = append(all, wanted)
	}
	if ipam := spec.NVIPAM; ipam != nil {
		wanted := plain("nv-ipam-node", "nv-ipam", "state-nv-ipam-cni", "node", *ipam, mellanox)
		wanted.podLabels = map[string]string{"component": "nv-ipam-node", "name": "nv-ipam-node"}
		all = append(all, wanted)
	}
	for i := range all {
		maps.Copy(all[i].nodes, spec.NodeSelector)
	}
	return all
}
