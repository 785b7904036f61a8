// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

const controlUsage = `usage: ctl [--name X] VERB
  status                                        the line that up printed, with the pids of now
  kill|stop|start|restart|pause|resume PROCESS  etcd, apiserver, controllerManager, scheduler, kwok, repository
  compact [--keep-apiserver]                    forget all older resource versions (410 Gone)
  nodes [--gpu N] [--cpu N]                     change the number of nodes
  issue-cert --for 10s [--key ec|rsa] [--user U] [--group G]   a kubeconfig whose client certificate expires
  kubeconfig --user U --rbac full|reader|none|namespace=NS[,NS] [--auth cert|token]   a kubeconfig with these rights
  grant --user U --rbac full|reader|namespace=NS[,NS]   give rights to a user
  revoke --user U                               take every right from that user again
  upgrade gpu|ofed|amd VERSION, upgrade sriov FUNCTIONS   begin an upgrade, in a rollout
  trouble [NAME]                                something is wrong from now on, in a rollout; without a name: which troubles there are
  mend                                          ends that trouble`

func control(arguments []string) error {
	flags := flag.NewFlagSet("ctl", flag.ContinueOnError)
	flags.Usage = func() { fmt.Fprintln(os.Stderr, controlUsage) }
	name := flags.String("name", "default", "name of the sandbox")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return errors.New(controlUsage)
	}
	verb, rest := flags.Arg(0), flags.Args()[1:]
	if verb == "status" {
		s, err := load(*name)
		if err != nil {
			return err
		}
		return printLine(s.announcement())
	}
	return locked(*name, func(s *sandbox) error {
		switch verb {
		case "kill", "stop", "start", "restart", "pause", "resume":
			if len(rest) != 1 || s.Processes[rest[0]] == nil {
				return fmt.Errorf("%s takes one of %s", verb, strings.Join(s.processNames(), ", "))
			}
			return s.steer(verb, rest[0])
		case "compact":
			return s.compact(rest)
		case "nodes":
			return s.changeNodes(rest)
		case "issue-cert":
			return s.issueCertificate(rest)
		case "kubeconfig":
			return s.issueKubeconfig(rest)
		case "grant", "revoke":
			return s.changeRights(verb, rest)
		case "upgrade":
			return s.upgradeDriver(rest)
		case "trouble":
			return s.makeTrouble(rest)
		case "mend":
			return s.mendTrouble()
		}
		return errors.New(controlUsage)
	})
}

// steer ends, starts or freezes one child; after start the API server (and etcd) answer again when it returns.
func (s *sandbox) steer(verb, name string) error {
	child := s.Processes[name]
	switch verb {
	case "pause":
		return child.signal(syscall.SIGSTOP)
	case "resume":
		return child.signal(syscall.SIGCONT)
	case "kill":
		return child.end(syscall.SIGKILL)
	case "stop":
		return child.end(syscall.SIGTERM)
	case "restart":
		if err := child.end(syscall.SIGTERM); err != nil {
			return err
		}
	}
	if err := s.start(name); err != nil {
		return err
	}
	if name != "apiserver" && name != "etcd" || !s.Processes["apiserver"].running() || !s.Processes["etcd"].running() {
		return nil
	}
	api, err := s.client()
	if err != nil {
		return err
	}
	return s.awaitServer(context.Background(), api)
}

// compact drops the history of etcd, and restarts the API server, whose watch cache would still know the older versions.
func (s *sandbox) compact(arguments []string) error {
	flags := flag.NewFlagSet("compact", flag.ContinueOnError)
	keep := flags.Bool("keep-apiserver", false, "compact etcd only; the API server's watch cache keeps serving what it still holds")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if !*keep {
		if err := s.Processes["apiserver"].end(syscall.SIGKILL); err != nil {
			return err
		}
	}
	newest := struct{ Header struct{ Revision string } }{}
	if err := s.etcdRequest("/v3/kv/range", object{"key": "AA=="}, &newest); err != nil {
		return err
	}
	if err := s.etcdRequest("/v3/kv/compaction", object{"revision": newest.Header.Revision, "physical": true}, nil); err != nil {
		return err
	}
	if !*keep {
		if err := s.steer("start", "apiserver"); err != nil {
			return err
		}
	}
	return printLine(object{"compacted": newest.Header.Revision})
}

// etcdRequest uses etcd's gRPC gateway (etcd-io/etcd:api/etcdserverpb/rpc.proto, google.api.http options).
func (s *sandbox) etcdRequest(path string, body, result any) error {
	answer, err := http.Post(s.Etcd+path, "application/json", bytes.NewReader(mustJSON(body)))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("etcd answered %s", answer.Status)
	}
	if result == nil {
		return nil
	}
	return json.NewDecoder(answer.Body).Decode(result)
}

func (s *sandbox) changeNodes(arguments []string) error {
	flags := flag.NewFlagSet("nodes", flag.ContinueOnError)
	gpu := flags.Int("gpu", s.GPUNodes, "GPU nodes")
	cpu := flags.Int("cpu", s.CPUNodes, "CPU nodes")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if *gpu < 0 || *gpu > 2000 || *cpu < 0 || *cpu > 2000 {
		return errors.New("0 to 2000 nodes of a kind")
	}
	api, err := s.client()
	if err != nil {
		return err
	}
	if err := s.resizeNodes(context.Background(), api, *gpu, *cpu); err != nil {
		return err
	}
	return printLine(object{"gpuNodes": s.GPUNodes, "cpuNodes": s.CPUNodes})
}

func (s *sandbox) issueCertificate(arguments []string) error {
	flags := flag.NewFlagSet("issue-cert", flag.ContinueOnError)
	lasting := flags.Duration("for", 10*time.Second, "how long the certificate is valid")
	kind := flags.String("key", "ec", "ec or rsa")
	user := flags.String("user", "short-lived", "its common name")
	group := flags.String("group", "system:masters", "its organization")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	authority, err := s.readCertificate("ca")
	if err != nil {
		return err
	}
	expiry := time.Now().Add(*lasting)
	pair, err := issueClient(authority, *user, []string{*group}, expiry, *kind)
	if err != nil {
		return err
	}
	file := s.path("kubeconfigs", *user+".yaml")
	if err := s.writeKubeconfig(file, s.context()+"-"+*user, *user, pair.credentials()); err != nil {
		return err
	}
	return printLine(object{"kubeconfig": file, "context": s.context() + "-" + *user, "expires": expiry.UTC().Format(time.RFC3339)})
}

// kubectl runs the sandbox's kubectl as admin; it returns what it printed.
func (s *sandbox) kubectl(arguments ...string) (string, error) {
	command := exec.Command(s.path("bin", "kubectl"), append(arguments, "--kubeconfig", s.path("kubeconfig"))...)
	command.Env = append(os.Environ(), "KUBECACHEDIR="+s.path("helm", "kube"))
	output, err := command.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("kubectl: %s", strings.TrimSpace(string(failed.Stderr)))
	}
	return strings.TrimSpace(string(output)), err
}
