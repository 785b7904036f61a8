// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// programNames are the cached programs `up` is told about; each becomes bin/NAME in the sandbox's folder.
var programNames = []string{"controlplane", "kwok", "helm3", "helm4"}

func up(arguments []string) error {
	begin := time.Now()
	flags := flag.NewFlagSet("up", flag.ContinueOnError)
	s := &sandbox{Programs: map[string]string{}, Processes: map[string]*process{}}
	flags.StringVar(&s.Name, "name", "default", "name of the sandbox")
	flags.StringVar(&s.Home, "home", "", "the folder tests/sandbox")
	flags.Var(nameList{&s.Scenario}, "scenario", "what it brings, one or more of "+strings.Join(scenarioNames(), ", "))
	flags.StringVar(&s.Pace, "pace", "fast", "how long things take in a rollout: "+strings.Join(paceNames, ", "))
	flags.IntVar(&s.GPUNodes, "nodes", 16, "GPU nodes, 0 to 2000")
	flags.IntVar(&s.CPUNodes, "cpu-nodes", 8, "CPU nodes, 0 to 2000")
	paths := map[string]*string{}
	for _, name := range programNames {
		paths[name] = flags.String(name, "", "path of "+name)
	}
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	for name, path := range paths {
		s.Programs[name] = *path
	}
	if s.Scenario == "" {
		s.Scenario = "default"
	}
	names, err := scenarioNamed(s.Scenario)
	if err != nil {
		return err
	}
	s.Scenario = strings.Join(names, ",")
	if flags.NArg() > 0 || !slices.Contains(paceNames, s.Pace) || s.GPUNodes < 0 || s.GPUNodes > 2000 || s.CPUNodes < 0 || s.CPUNodes > 2000 {
		return errors.New("usage: up [--name X] [--nodes 0..2000] [--cpu-nodes 0..2000] [--scenario S[,S]] [--pace instant|brisk|fast|real]")
	}
	if s.has("rollout") {
		if err := s.buildOperators(); err != nil {
			return err
		}
	}
	if err := s.prepareFolder(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err = s.bring(ctx)
	if err != nil {
		s.showLogs()
		s.remove()
		return err
	}
	note("%s is ready after %.1f s", s.Name, time.Since(begin).Seconds())
	return printLine(s.announcement())
}

// bring starts everything in order; the chart repository is packed while the API server starts.
func (s *sandbox) bring(ctx context.Context) error {
	if err := s.createCertificates(); err != nil {
		return err
	}
	if err := s.recordProcesses(); err != nil {
		return err
	}
	admin, err := s.readCertificate("admin")
	if err != nil {
		return err
	}
	if err := s.writeKubeconfig(s.path("kubeconfig"), s.context(), "kubernetes-admin", admin.credentials()); err != nil {
		return err
	}
	if err := s.writeTokens(); err != nil {
		return err
	}
	for _, name := range []string{"etcd", "apiserver"} {
		if err := s.start(name); err != nil {
			return err
		}
	}
	if err := packCharts(filepath.Join(s.Home, "charts"), s.path("charts"), s.Charts, s.asServed); err != nil {
		return fmt.Errorf("charts: %w", err)
	}
	if err := s.start("repository"); err != nil {
		return err
	}
	api, err := s.client()
	if err != nil {
		return err
	}
	if err := s.awaitServer(ctx, api); err != nil {
		return err
	}
	if !s.Processes["repository"].running() {
		return fmt.Errorf("repository: %w", errEnded)
	}
	for _, name := range []string{"controllerManager", "scheduler", "kwok"} {
		if err := s.start(name); err != nil {
			return err
		}
	}
	if err := s.createNodes(ctx, api); err != nil {
		return fmt.Errorf("nodes: %w", err)
	}
	if err := until(ctx, "service account of kube-system", func() error {
		return api.request(ctx, http.MethodGet, "/api/v1/namespaces/kube-system/serviceaccounts/default", nil, nil)
	}); err != nil {
		return err
	}
	if err := s.runScenarios(ctx, api); err != nil {
		return err
	}
	return s.save()
}

func (s *sandbox) awaitServer(ctx context.Context, api *client) error {
	return until(ctx, "kube-apiserver ready", func() error {
		for _, name := range []string{"etcd", "apiserver"} {
			if !s.Processes[name].running() {
				return fmt.Errorf("%s: %w", name, errEnded)
			}
		}
		return api.request(ctx, http.MethodGet, "/readyz", nil, nil)
	})
}

// prepareFolder makes the sandbox's folder; one left behind by a dead sandbox is removed first.
func (s *sandbox) prepareFolder() error {
	dir, err := folderOf(s.Name)
	if err != nil {
		return err
	}
	s.Dir = dir
	old, err := load(s.Name)
	if err == nil {
		for name, child := range old.Processes {
			if child.running() {
				return fmt.Errorf("a sandbox named %q runs already (%s has pid %d); end it with tests/sandbox/down --name %s", s.Name, name, child.Pid, s.Name)
			}
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists and is no sandbox that has ended; remove it or choose another name", dir)
		}
		return err
	}
	for _, folder := range []string{"bin", "pki", "logs", "logs/containers", "etcd", "charts", "helm", "kubeconfigs"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			return err
		}
	}
	for _, name := range []string{"etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubectl"} {
		if err := os.Symlink(s.Programs["controlplane"], s.path("bin", name)); err != nil {
			return err
		}
	}
	if err := os.Symlink(s.Programs["kwok"], s.path("bin", "kwok")); err != nil {
		return err
	}
	for _, name := range []string{"helm3", "helm4"} {
		if err := s.writeHelm(name); err != nil {
			return err
		}
	}
	return s.save()
}

// writeHelm writes bin/NAME: helm with every folder it writes to inside the sandbox, so that a developer's own settings stay untouched.
func (s *sandbox) writeHelm(name string) error {
	text := "#!/bin/sh\n"
	for variable, folder := range map[string]string{"HELM_CACHE_HOME": "cache", "HELM_CONFIG_HOME": "config", "HELM_DATA_HOME": "data"} {
		text += fmt.Sprintf("export %s='%s'\n", variable, s.path("helm", name, folder))
	}
	text += fmt.Sprintf("exec '%s' \"$@\"\n", s.Programs[name])
	return os.WriteFile(s.path("bin", name), []byte(text), 0o700)
}

// freePorts finds ports nobody listens on, below those that the kernel gives to outgoing connections: while a server is down, one of
// these could take its port, even by connecting to itself. All are held open until the last is found, so that they differ. Those taken
// belong to others, whose servers may not listen yet.
func freePorts(count int, taken map[int]bool) ([]int, error) {
	const lowest = 10000
	highest := 32767
	if text, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range"); err == nil {
		if _, err := fmt.Sscan(string(text), &highest); err != nil {
			return nil, err
		}
		highest--
	}
	if highest < lowest+1000 {
		return nil, fmt.Errorf("the kernel gives ports from %d on to outgoing connections, and the sandbox needs some below", highest+1)
	}
	ports := []int{}
	for refused := 0; len(ports) < count; {
		port := lowest + rand.IntN(highest-lowest)
		if taken[port] {
			continue
		}
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil && refused > 1000 {
			return nil, err
		}
		if err != nil {
			refused++
			continue
		}
		defer listener.Close()
		ports = append(ports, listener.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

var recordedAddress = regexp.MustCompile(`127\.0\.0\.1:(\d+)`)

// recordedPorts are those of all sandboxes whose folders are there, as their states have them.
func recordedPorts(root string) (map[int]bool, error) {
	states, err := filepath.Glob(filepath.Join(root, "chartroom-sandbox-*", "state.json"))
	if err != nil {
		return nil, err
	}
	ports := map[int]bool{}
	for _, state := range states {
		text, err := os.ReadFile(state)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // one that ends meanwhile
			return nil, err
		}
		for _, match := range recordedAddress.FindAllSubmatch(text, -1) {
			if port, err := strconv.Atoi(string(match[1])); err == nil {
				ports[port] = true
			}
		}
	}
	return ports, nil
}

// recordProcesses fixes the command line of each child, so that a child started again later is the same.
func (s *sandbox) recordProcesses() error {
	// Until they are in the state, nobody else chooses: the servers of several sandboxes begin to listen seconds later.
	root, err := os.Open(filepath.Dir(s.Dir))
	if err != nil {
		return err
	}
	defer root.Close()
	if err := syscall.Flock(int(root.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	taken, err := recordedPorts(root.Name())
	if err != nil {
		return err
	}
	ports, err := freePorts(5, taken)
	if err != nil {
		return err
	}
	address := func(i int) string { return fmt.Sprintf("http://127.0.0.1:%d", ports[i]) }
	s.Etcd, s.Charts, s.Server, s.Kubelets = address(0), address(3), fmt.Sprintf("https://127.0.0.1:%d", ports[2]), ports[4]
	own, err := os.Executable()
	if err != nil {
		return err
	}
	scheduler := fmt.Sprintf("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nleaderElection: {leaderElect: false}\n"+
		"clientConnection: {kubeconfig: %q, qps: 1000, burst: 2000}\n", s.processKubeconfig())
	if err := os.WriteFile(s.path("scheduler.yaml"), []byte(scheduler), 0o600); err != nil {
		return err
	}
	commands := map[string][]string{
		"etcd": {s.path("bin", "etcd"), "--name=sandbox", "--data-dir=" + s.path("etcd"), "--unsafe-no-fsync", "--log-level=warn",
			"--quota-backend-bytes=8589934592", "--listen-client-urls=" + address(0), "--advertise-client-urls=" + address(0),
			"--listen-peer-urls=" + address(1), "--initial-advertise-peer-urls=" + address(1), "--initial-cluster=sandbox=" + address(1)},
		"apiserver": {s.path("bin", "kube-apiserver"), "--etcd-servers=" + s.Etcd, "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1",
			fmt.Sprintf("--secure-port=%d", ports[2]), "--endpoint-reconciler-type=none", "--authorization-mode=RBAC", "--allow-privileged", "--enable-priority-and-fairness=false",
			"--kubelet-preferred-address-types=ExternalDNS",
			"--service-cluster-ip-range=10.0.0.0/16", "--client-ca-file=" + s.path("pki", "ca.crt"),
			"--token-auth-file=" + s.path("pki", "tokens.csv"),
			"--tls-cert-file=" + s.path("pki", "server.crt"), "--tls-private-key-file=" + s.path("pki", "server.key"),
			"--service-account-issuer=https://kubernetes.default.svc", "--service-account-key-file=" + s.path("pki", "service-accounts.key"),
			"--service-account-signing-key-file=" + s.path("pki", "service-accounts.key")},
		"controllerManager": {s.path("bin", "kube-controller-manager"), "--kubeconfig=" + s.processKubeconfig(), "--leader-elect=false",
			"--secure-port=0", "--kube-api-qps=1000", "--kube-api-burst=2000", "--root-ca-file=" + s.path("pki", "ca.crt"),
			"--service-account-private-key-file=" + s.path("pki", "service-accounts.key"),
			"--cluster-signing-cert-file=" + s.path("pki", "ca.crt"), "--cluster-signing-key-file=" + s.path("pki", "ca.key")},
		"scheduler": {s.path("bin", "kube-scheduler"), "--config=" + s.path("scheduler.yaml"), "--secure-port=0"},
		"kwok":      {s.path("bin", "kwok"), "--kubeconfig=" + s.processKubeconfig(), "--config=" + filepath.Join(s.Home, "stages.yaml"), "--cidr=10.128.0.0/9"},
		"repository": {own, "serve", s.path("charts"), strings.TrimPrefix(s.Charts, "http://"), s.path("logs", "containers"),
			fmt.Sprintf("127.0.0.1:%d", s.Kubelets), s.path("pki")},
	}
	commands["kwok"] = append(commands["kwok"], s.managedNodes()...)
	for name, command := range commands {
		s.Processes[name] = &process{Arguments: command}
	}
	return s.save()
}

// managedNodes tells kwok which nodes are its own: all, or in a rollout those whose kubelet is not lost. Kwok renews their leases, else
// the node controller would take every kubelet for silent.
func (s *sandbox) managedNodes() []string {
	nodes := "--manage-all-nodes"
	if s.has("rollout") {
		nodes = "--manage-nodes-with-label-selector=" + kubeletKey + "=running"
	}
	return []string{nodes, "--node-lease-duration-seconds=40"}
}

func (s *sandbox) showLogs() {
	for _, name := range s.processNames() {
		text, err := os.ReadFile(s.path("logs", name+".log"))
		if err != nil || len(text) == 0 {
			continue
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		note("last lines of %s:\n%s", name, strings.Join(lines[max(0, len(lines)-5):], "\n"))
	}
}

// remove ends every child and removes the folder.
func (s *sandbox) remove() error {
	for _, name := range slices.Backward(s.processNames()) {
		if child := s.Processes[name]; child != nil {
			if err := child.end(syscall.SIGKILL); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return os.RemoveAll(s.Dir)
}

func down(arguments []string) error {
	flags := flag.NewFlagSet("down", flag.ContinueOnError)
	name := flags.String("name", "default", "name of the sandbox")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	s, err := load(*name)
	if err != nil {
		return err
	}
	return s.remove()
}
