// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"slices"
	"sort"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubectl/pkg/drain"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const (
	amdNamespace  = "kube-amd-gpu"
	amdPluginApp  = "amd-gpu-device-plugin"
	amdRetryKey   = "operator.amd.com/gpu-driver-upgrade-state"
	amdVersionKey = "kmm.node.kubernetes.io/version-module." + amdNamespace + "."
	amdTaint      = "amd-gpu-driver-upgrade"
	amdGPU        = "amd.com/gpu"
)

// States of .status.nodeModuleStatus.NODE.status (ROCm/gpu-operator:api/v1alpha1/deviceconfig_types.go@v1.5.1).
const (
	amdInstalled  = "Install-Complete"
	amdNotStarted = "Upgrade-Not-Started"
	amdStarted    = "Upgrade-Started"
	amdInProgress = "Upgrade-In-Progress"
	amdRebooting  = "Reboot-In-Progress"
	amdComplete   = "Upgrade-Complete"
	amdFailed     = "Upgrade-Failed"
)

// faultAMD: the module of that node does not load.
const faultAMD = "amd-fail"

// amdOperator plays the AMD GPU operator (ROCm/gpu-operator:internal/controllers/upgrademgr.go): its state is in the DeviceConfig, a label of
// KMM says which version a node is to load, and the image that KMM tells of which one it has. It cordons by a taint.
type amdOperator struct {
	client.Client
	kube  kubernetes.Interface
	loads time.Duration
	since map[string]time.Time // of each node's state; nothing in the API tells it
}

// deviceConfig is amd.com/v1alpha1 DeviceConfig, as far as the sandbox acts on it.
type deviceConfig struct {
	Spec struct {
		Driver struct {
			Image         string `json:"image"`
			Version       string `json:"version"`
			UpgradePolicy struct {
				Enable              bool               `json:"enable"`
				MaxParallelUpgrades int                `json:"maxParallelUpgrades"`
				MaxUnavailableNodes intstr.IntOrString `json:"maxUnavailableNodes"`
				RebootRequired      bool               `json:"rebootRequired"`
			} `json:"upgradePolicy"`
		} `json:"driver"`
		DevicePlugin struct {
			Image string `json:"devicePluginImage"`
		} `json:"devicePlugin"`
	} `json:"spec"`
	Status struct {
		NodeModuleStatus map[string]amdModule `json:"nodeModuleStatus"`
	} `json:"status"`
}

type amdModule struct {
	ContainerImage     string `json:"containerImage"`
	KernelVersion      string `json:"kernelVersion"`
	LastTransitionTime string `json:"lastTransitionTime"`
	Status             string `json:"status"`
	UpgradeStartTime   string `json:"upgradeStartTime,omitempty"`
	BootID             string `json:"bootId"`
}

func addAMDOperator(mgr manager.Manager, p pace) error {
	kube, err := kubernetes.NewForConfig(mgr.GetConfig())
	if err != nil {
		return err
	}
	operator := &amdOperator{mgr.GetClient(), kube, p.containers["driver-container"], map[string]time.Time{}}
	return ctrl.NewControllerManagedBy(mgr).Named("deviceconfig").
		Watches(custom("amd.com", "v1alpha1", "DeviceConfig"), always(singleton)).
		Watches(&appsv1.DaemonSet{}, always(singleton), builder.WithPredicates(inNamespace(amdNamespace))).
		Complete(operator)
}

// Reconcile takes every AMD node at most one step on.
func (o *amdOperator) Reconcile(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
	list, nodes := customList("amd.com", "v1alpha1", "DeviceConfig"), &corev1.NodeList{}
	if err := o.List(ctx, list, client.InNamespace(amdNamespace)); err != nil || len(list.Items) == 0 {
		return reconcile.Result{}, err
	}
	if err := o.List(ctx, nodes, client.MatchingLabels{"feature.node.kubernetes.io/amd-gpu": "true"}); err != nil {
		return reconcile.Result{}, err
	}
	object, config := &list.Items[0], deviceConfig{}
	if err := decode(object, &config); err != nil {
		return reconcile.Result{}, err
	}
	plugin := operand{name: amdPluginApp, app: amdPluginApp, account: "amd-gpu-operator-device-plugin", nodes: map[string]string{"feature.node.kubernetes.io/amd-gpu": "true"},
		podLabels: map[string]string{"daemonset-name": object.GetName()}, main: corev1.Container{Name: "device-plugin-container", Image: config.Spec.DevicePlugin.Image}}
	set := plugin.daemonSet(amdNamespace)
	if err := applyDaemonSet(ctx, o.Client, object, "amd.com/last-applied-hash", set); err != nil {
		return reconcile.Result{}, quiet(err)
	}
	sort.Slice(nodes.Items, func(i, j int) bool { return nodes.Items[i].Name < nodes.Items[j].Name })
	modules, moving, err := o.steps(ctx, object.GetName(), config, nodes.Items)
	if err != nil {
		return reconcile.Result{}, quiet(err)
	}
	if err := o.tell(ctx, object, modules, set, len(nodes.Items)); err != nil {
		return reconcile.Result{}, quiet(err)
	}
	if moving {
		return reconcile.Result{RequeueAfter: time.Second}, nil
	}
	return reconcile.Result{}, nil
}

// atOnce is how many upgrades may be under way: what failed takes of the unavailable, not of the parallel ones.
func (c *deviceConfig) atOnce() (int, error) {
	policy, failed := c.Spec.Driver.UpgradePolicy, 0
	for _, module := range c.Status.NodeModuleStatus {
		if module.Status == amdFailed {
			failed++
		}
	}
	unavailable, err := intstr.GetScaledValueFromIntOrPercent(&policy.MaxUnavailableNodes, len(c.Status.NodeModuleStatus), true)
	if policy.MaxParallelUpgrades == 0 {
		return unavailable - failed, err
	}
	return min(policy.MaxParallelUpgrades, unavailable-failed), err
}

// steps gives the state of each node's module, and whether more is to come.
func (o *amdOperator) steps(ctx context.Context, name string, config deviceConfig, nodes []corev1.Node) (map[string]amdModule, bool, error) {
	busy := 0
	for _, module := range config.Status.NodeModuleStatus {
		if module.Status == amdStarted || module.Status == amdInProgress || module.Status == amdRebooting {
			busy++
		}
	}
	most, err := config.atOnce()
	if err != nil {
		return nil, false, err
	}
	modules, moving := map[string]amdModule{}, false
	for i := range nodes {
		node := &nodes[i]
		module := config.Status.NodeModuleStatus[node.Name]
		before := module.Status
		if before == amdNotStarted && busy < most && !node.Spec.Unschedulable && nodeReady(node) {
			busy++
			module.Status, module.UpgradeStartTime = amdStarted, time.Now().UTC().Format("2006-01-02 15:04:05 UTC")
		} else if err := o.step(ctx, name, config, node, &module); err != nil {
			return nil, false, err
		}
		if module.Status != before {
			o.since[node.Name] = time.Now()
		}
		if module.Status == amdComplete || module.Status == amdFailed {
			module.UpgradeStartTime = ""
		}
		module.KernelVersion, module.BootID = node.Status.NodeInfo.KernelVersion, node.Status.NodeInfo.BootID
		modules[node.Name] = module
		moving = moving || module.Status != amdComplete && module.Status != amdInstalled && module.Status != amdFailed
	}
	return modules, moving, nil
}

// step is what happens next on that node; module.Status tells where it is.
func (o *amdOperator) step(ctx context.Context, name string, config deviceConfig, node *corev1.Node, module *amdModule) error {
	driver := config.Spec.Driver
	rested := time.Since(o.since[node.Name]) >= o.loads
	switch module.Status {
	case "":
		module.Status = "Install-In-Progress"
		return o.setVersion(ctx, name, node, driver.Version)
	case "Install-In-Progress":
		if rested {
			module.load(config, node)
			module.Status = amdInstalled
		}
	case amdInstalled, amdComplete:
		if !strings.HasSuffix(module.ContainerImage, driver.Version) && driver.UpgradePolicy.Enable {
			module.Status = amdNotStarted
		}
	case amdFailed:
		if node.Labels[amdRetryKey] == "upgrade-required" {
			module.Status = amdNotStarted
			before := node.DeepCopy()
			delete(node.Labels, amdRetryKey)
			return o.Patch(ctx, node, client.MergeFrom(before))
		}
	case amdStarted:
		return o.empty(ctx, name, config, node, module)
	case amdRebooting:
		if rested {
			module.Status = amdInProgress
			before := node.DeepCopy()
			node.Status.NodeInfo.BootID = string(uuid.NewUUID())
			return o.Status().Patch(ctx, node, client.MergeFrom(before))
		}
	case amdInProgress:
		switch {
		case !rested:
		case node.Annotations[faultKey] == faultAMD:
			module.Status = amdFailed
		default:
			module.load(config, node)
			module.Status = amdComplete
			return o.taint(ctx, node, false)
		}
	}
	return nil
}

// load is what KMM does: the image's tag names the system, the kernel and the driver.
func (m *amdModule) load(config deviceConfig, node *corev1.Node) {
	m.ContainerImage = config.Spec.Driver.Image + ":ubuntu-22.04-" + node.Status.NodeInfo.KernelVersion + "-" + config.Spec.Driver.Version
	m.LastTransitionTime = time.Now().UTC().Format("2006-01-02 15:04:05 -0700 MST")
}

// empty keeps new pods off the node and evicts those that ask for its GPUs; then KMM is told of the version. Where the policy wants a reboot the
// state stays until the module is loaded (handleNodeReboot); a module that never comes is found out after the reboot here, not after the hour.
func (o *amdOperator) empty(ctx context.Context, name string, config deviceConfig, node *corev1.Node, module *amdModule) error {
	if err := o.taint(ctx, node, true); err != nil {
		return err
	}
	withGPUs := func(pod corev1.Pod) drain.PodDeleteStatus {
		for i := range pod.Spec.Containers {
			if _, asks := pod.Spec.Containers[i].Resources.Requests[amdGPU]; asks {
				return drain.MakePodDeleteStatusOkay()
			}
		}
		return drain.MakePodDeleteStatusSkip()
	}
	staying, err := evict(&drain.Helper{Ctx: ctx, Client: o.kube, Force: true, DeleteEmptyDirData: true, AdditionalFilters: []drain.PodFilter{withGPUs}}, node.Name)
	// A state that ends within a batch of a watcher is a state that nobody sees.
	if err != nil || len(staying) > 0 || time.Since(o.since[node.Name]) < 2*time.Second {
		return err
	}
	version := config.Spec.Driver.Version
	isTold := node.Labels[amdVersionKey+name] == version
	switch {
	case !config.Spec.Driver.UpgradePolicy.RebootRequired:
		module.Status = amdInProgress
	case !isTold:
		o.since[node.Name] = time.Now()
	case time.Since(o.since[node.Name]) >= o.loads:
		if node.Annotations[faultKey] != faultAMD {
			module.load(config, node)
		}
		module.Status = amdRebooting
	}
	if isTold {
		return nil
	}
	return o.setVersion(ctx, name, node, version)
}

func (o *amdOperator) taint(ctx context.Context, node *corev1.Node, on bool) error {
	before := node.DeepCopy()
	node.Spec.Taints = slices.DeleteFunc(node.Spec.Taints, func(taint corev1.Taint) bool { return taint.Key == amdTaint })
	if on {
		node.Spec.Taints = append(node.Spec.Taints, corev1.Taint{Key: amdTaint, Value: "true", Effect: corev1.TaintEffectNoSchedule})
	}
	return o.Patch(ctx, node, client.MergeFrom(before))
}

func (o *amdOperator) setVersion(ctx context.Context, name string, node *corev1.Node, version string) error {
	return o.Patch(ctx, node.DeepCopy(), mergePatch("labels", amdVersionKey+name, version))
}

func (o *amdOperator) tell(ctx context.Context, object *unstructured.Unstructured, modules map[string]amdModule, set *appsv1.DaemonSet, nodes int) error {
	if err := o.Get(ctx, client.ObjectKeyFromObject(set), set); err != nil {
		return err
	}
	loaded := 0
	for _, module := range modules {
		if module.Status == amdInstalled || module.Status == amdComplete {
			loaded++
		}
	}
	counts := func(available int) map[string]any {
		return map[string]any{"nodesMatchingSelectorNumber": nodes, "desiredNumber": nodes, "availableNumber": available}
	}
	return writeStatus(ctx, o.Client, object, map[string]any{"nodeModuleStatus": modules, "driver": counts(loaded),
		"devicePlugin": counts(int(set.Status.NumberAvailable)), "observedGeneration": object.GetGeneration()}, nil)
}
