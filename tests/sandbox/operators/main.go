// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sandbox's operators drive its nodes as the vendors' do: the GPU and network operators decide with NVIDIA's own upgrade library,
// the kubelets answer for the pods they create. One process plays one role, because that library knows one driver a process.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metrics "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// roles are what a process can be; each adds its controllers to the manager.
var roles = map[string]func(manager.Manager, pace) error{
	"kubelets":          addKubelets,
	"gpu":               addGPUOperator,
	"network":           addNetworkOperator,
	"network-pools":     addNodePolicies,
	"network-requestor": addRequestor,
	"maintenance":       addMaintenanceOperator,
	"sriov":             addSRIOVOperator,
	"amd":               addAMDOperator,
}

func main() {
	flags := flag.NewFlagSet("operators", flag.ExitOnError) // controller-runtime has put flags of its own into the common set
	kubeconfig := flags.String("kubeconfig", "", "the sandbox's kubeconfig")
	paceName := flags.String("pace", "fast", "how long things take: "+strings.Join(paceNames(), ", "))
	flags.BoolVar(&renamed, "renamed", false, "the operators' kinds are served as v2 and v2alpha1")
	flags.Usage = func() { fmt.Fprintln(os.Stderr, "usage: operators --kubeconfig F [--pace P] [--renamed] ROLE") }
	flags.Parse(os.Args[1:])
	if err := run(*kubeconfig, *paceName, flags.Arg(0)); err != nil {
		fmt.Fprintf(os.Stderr, "operators: %v\n", err)
		os.Exit(1)
	}
}

func run(kubeconfig, paceName, role string) error {
	add, known := roles[role]
	if !known {
		return fmt.Errorf("unknown role %q", role)
	}
	speed, err := paceNamed(paceName)
	if err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	ctrl.SetLogger(zap.New(zap.UseDevMode(false)))
	mgr, err := newManager(config)
	if err != nil {
		return err
	}
	if err := add(mgr, speed); err != nil {
		return fmt.Errorf("%s: %w", role, err)
	}
	return mgr.Start(ctrl.SetupSignalHandler())
}

// newManager listens on no port: the sandbox needs neither metrics nor probes of its operators. Objects without a Go type come from the
// watch as the others do, but for those whose operators count on seeing what they have just written.
func newManager(config *rest.Config) (manager.Manager, error) {
	config.QPS, config.Burst = 200, 400
	scheme := runtime.NewScheme()
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	return ctrl.NewManager(config, manager.Options{
		Scheme:                 scheme,
		Metrics:                metrics.Options{BindAddress: "0"},
		HealthProbeBindAddress: "0",
		Client: client.Options{Cache: &client.CacheOptions{Unstructured: true,
			DisableFor: []client.Object{custom(sriovGroup, "v1", "SriovNetworkNodeState"), custom("amd.com", "v1alpha1", "DeviceConfig")}}},
	})
}
