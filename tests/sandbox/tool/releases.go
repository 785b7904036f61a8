// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// step is one helm command on a release.
type step struct {
	version string
	values  []string // --set arguments
	extra   []string // further helm arguments
	fails   bool     // the API server refuses it, and helm records a failed revision
}

// release is what the default scenario does to one release, first step an install, the others upgrades.
type release struct {
	helm      string
	name      string
	namespace string
	chart     string
	driver    string // HELM_DRIVER, empty for the default
	after     string // a path of the API that has to be there first
	steps     []step
	then      func(context.Context, *sandbox, *client, release) error
}

// addOns are the releases of a CMK cluster that has been in use for a while (domain facts: which, where, whose).
var addOns = []release{
	{helm: "helm3", name: "gpu-operator", namespace: "nvidia-gpu-operator", chart: "gpu-operator", steps: []step{
		{version: "v25.3.4", values: []string{"toolkit.env[0].name=CONTAINERD_CONFIG", "toolkit.env[0].value=/etc/containerd/config.toml"}},
		{version: "v25.10.1", extra: []string{"--reset-then-reuse-values"}},
		{version: "v25.10.1", extra: []string{"--reuse-values"}, values: []string{"driver.upgradePolicy.maxParallelUpgrades=-1"}, fails: true},
		{version: "v25.10.1", extra: []string{"--reuse-values"}, values: []string{"driver.version=580.95.05",
			"driver.upgradePolicy.maxParallelUpgrades=4", "dcgmExporter.serviceMonitor.enabled=true"}},
	}},
	{helm: "helm3", name: "crusoe-csi-driver", namespace: "crusoe-system", chart: "crusoe-csi-driver", steps: []step{
		{version: "0.4.2", values: []string{"crusoe.projectID=6f1c8a52-2b37-4b5e-9d34-1f0c5b1f7a11"}},
		{version: "0.4.6", extra: []string{"--reset-then-reuse-values"}},
		{version: "0.4.9", extra: []string{"--reset-then-reuse-values"}, values: []string{"controller.replicas=2"}},
	}},
	{helm: "helm3", name: "cluster-autoscaler", namespace: "crusoe-system", chart: "cluster-autoscaler", then: killUpgrade, steps: []step{
		{version: "9.43.2", values: []string{"autoDiscovery.clusterName=training"}},
	}},
	{helm: "helm3", name: "crusoe-watch-agent", namespace: "crusoe-system", chart: "crusoe-watch-agent", steps: []step{
		{version: "0.3.1"},
		{version: "0.3.4", extra: []string{"--reset-then-reuse-values"}},
	}},
	// The older ClusterPolicy is the one that counts.
	{helm: "helm4", name: "my-gpu-operator", namespace: "ml-platform", chart: "gpu-operator", after: "/apis/nvidia.com/v1/clusterpolicies/cluster-policy", steps: []step{
		{version: "v24.9.1", values: []string{"clusterPolicy.name=ml-platform-policy", "nfd.enabled=false", "operator.upgradeCRD=false"}},
		{version: "v24.9.2", extra: []string{"--reset-then-reuse-values"}, values: []string{"operator.resources.limits.memory=350Mb"}, fails: true},
	}},
	{helm: "helm3", name: "network-operator", namespace: "nvidia-network-operator", chart: "network-operator", steps: []step{
		{version: "25.7.0", values: []string{"nfd.enabled=false"}},
	}},
	{helm: "helm4", name: "kube-prometheus-stack", namespace: "monitoring", chart: "kube-prometheus-stack", steps: []step{
		{version: "86.2.1", values: []string{"grafana.adminPassword=sandbox-not-a-secret", "prometheus.prometheusSpec.retention=30d"}},
		{version: "88.5.3", extra: []string{"--reset-then-reuse-values"}},
	}},
	{helm: "helm3", name: "cilium", namespace: "kube-system", chart: "cilium", steps: []step{{version: "1.17.2"}}},
	{helm: "helm3", name: "coredns", namespace: "kube-system", chart: "coredns", steps: []step{{version: "1.39.2"}}},
	{helm: "helm3", name: "registry-token-rotator", namespace: "crusoe-system", chart: "crusoe-registry-token-rotator", steps: []step{
		{version: "1.0.0", values: []string{"crusoe.accessKey=AKSANDBOX0000", "crusoe.secretKey=sandbox-not-a-secret", "crusoe.projectID=6f1c8a52-2b37-4b5e-9d34-1f0c5b1f7a11"}},
	}},
	{helm: "helm4", name: "volcano", namespace: "volcano-system", chart: "volcano", steps: []step{{version: "1.14.0"}}},
	{helm: "helm4", name: "grafana-operator", namespace: "monitoring", chart: "grafana-operator", steps: []step{{version: "5.22.0"}}},
	{helm: "helm4", name: "tenant-portal", namespace: "tenant-a", chart: "tenant-portal", steps: []step{
		{version: "2.3.0", values: []string{"database.password=sandbox-not-a-secret", "apiToken=sandbox-token-7d1f", "ingress.host=portal.tenant-a.example"}},
		{version: "2.4.1", extra: []string{"--reset-then-reuse-values"}, values: []string{"replicas=3"}},
	}},
	{helm: "helm3", name: "legacy-exporter", namespace: "legacy", chart: "legacy-exporter", driver: "configmap", steps: []step{
		{version: "0.8.0"},
		{version: "0.9.0"},
	}},
	{helm: "helm3", name: "tenant-portal-preview", namespace: "tenant-a", chart: "tenant-portal", then: uninstallKeepingHistory, steps: []step{
		{version: "2.3.0", values: []string{"nameOverride=preview", "database.password=sandbox-not-a-secret"}},
	}},
}

// installAddOns runs the releases side by side; the steps of one release stay in order.
func installAddOns(ctx context.Context, s *sandbox, api *client) error {
	return installReleases(ctx, s, api, addOns)
}

func installReleases(ctx context.Context, s *sandbox, api *client, releases []release) error {
	if err := createNamespaces(ctx, api, releases); err != nil {
		return err
	}
	return inParallel(len(releases), 4, func(i int) error {
		r, begin := releases[i], time.Now()
		if r.after != "" {
			if err := until(ctx, r.after, func() error { return api.request(ctx, http.MethodGet, r.after, nil, &object{}) }); err != nil {
				return err
			}
		}
		for number, step := range r.steps {
			if err := s.helm(ctx, r, number == 0, step); err != nil {
				return fmt.Errorf("%s revision %d: %w", r.name, number+1, err)
			}
		}
		if r.then != nil {
			if err := r.then(ctx, s, api, r); err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
		}
		note("%s: %d revisions in %.1f s", r.name, len(r.steps), time.Since(begin).Seconds())
		return nil
	})
}

func createNamespaces(ctx context.Context, api *client, releases []release) error {
	names := []string{}
	for _, r := range releases {
		if !slices.Contains(names, r.namespace) && r.namespace != "kube-system" {
			names = append(names, r.namespace)
		}
	}
	return inParallel(len(names), 8, func(i int) error {
		return api.create(ctx, "/api/v1/namespaces", object{"metadata": object{"name": names[i]}})
	})
}

// helmCommand is helm with the environment of the sandbox; driver is HELM_DRIVER.
func (s *sandbox) helmCommand(ctx context.Context, r release, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, s.path("bin", r.helm), append(arguments, "--namespace", r.namespace)...)
	command.Env = append(os.Environ(), "KUBECONFIG="+s.path("kubeconfig"), "HELM_DRIVER="+r.driver)
	return command
}

func (r release) arguments(s *sandbox, install bool, step step) []string {
	arguments := []string{"upgrade"}
	if install {
		arguments = []string{"install"}
	}
	arguments = append(arguments, r.name, filepath.Join(s.path("charts"), r.chart+"-"+step.version+".tgz"), "--timeout", "60s")
	for _, value := range step.values {
		arguments = append(arguments, "--set", value)
	}
	return append(arguments, step.extra...)
}

func (s *sandbox) helm(ctx context.Context, r release, install bool, step step) error {
	output, err := s.helmCommand(ctx, r, r.arguments(s, install, step)...).CombinedOutput()
	if step.fails && err == nil {
		return errors.New("helm succeeded where it should have failed")
	}
	if !step.fails && err != nil {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(output)))
	}
	return nil
}

// killUpgrade leaves the release pending-upgrade as it happens in life: helm waits for a pod no node can take, and is killed.
func killUpgrade(ctx context.Context, s *sandbox, api *client, r release) error {
	upgrade := step{version: "9.46.6", values: []string{"nodeSelector.crusoe\\.ai/nodepool\\.name=retired"}, extra: []string{"--reset-then-reuse-values", "--wait"}}
	// bin/helm3 is a script that execs helm, so that the pid of the script is helm's own.
	command := s.helmCommand(ctx, r, r.arguments(s, false, upgrade)...)
	if err := command.Start(); err != nil {
		return err
	}
	err := until(ctx, "upgrade under way", func() error {
		secret := struct {
			Metadata struct{ Labels map[string]string }
		}{}
		if err := api.request(ctx, http.MethodGet, "/api/v1/namespaces/"+r.namespace+"/secrets/sh.helm.release.v1."+r.name+".v2", nil, &secret); err != nil {
			return err
		}
		deployment := struct{ Metadata struct{ Generation int } }{}
		if err := api.request(ctx, http.MethodGet, "/apis/apps/v1/namespaces/"+r.namespace+"/deployments/"+r.name, nil, &deployment); err != nil {
			return err
		}
		if secret.Metadata.Labels["status"] != "pending-upgrade" || deployment.Metadata.Generation < 2 {
			return fmt.Errorf("status %q, generation %d", secret.Metadata.Labels["status"], deployment.Metadata.Generation)
		}
		return nil
	})
	command.Process.Kill()
	command.Wait()
	return err
}

func uninstallKeepingHistory(ctx context.Context, s *sandbox, _ *client, r release) error {
	output, err := s.helmCommand(ctx, r, "uninstall", r.name, "--keep-history").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, output)
	}
	return nil
}
