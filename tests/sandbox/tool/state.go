// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
)

// sandbox is what state.json in the sandbox's folder holds: enough for a later command to find, change and end it.
type sandbox struct {
	Name      string              `json:"name"`
	Dir       string              `json:"dir"`
	Home      string              `json:"home"`
	Scenario  string              `json:"scenario"`
	Pace      string              `json:"pace"`
	Programs  map[string]string   `json:"programs"`
	Server    string              `json:"server"`
	Etcd      string              `json:"etcd"`
	Charts    string              `json:"charts"`
	Kubelets  int                 `json:"kubelets"` // the port on which all kubelets answer
	GPUNodes  int                 `json:"gpuNodes"`
	CPUNodes  int                 `json:"cpuNodes"`
	Filled    int                 `json:"filled"`
	Processes map[string]*process `json:"processes"`
	Trouble   string              `json:"trouble"` // that is on
	Undo      []undo              `json:"undo"`    // how to end it, from the last step to the first
}

var validName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$`)

// folderOf gives the folder of the sandbox of that name, below $CHARTROOM_SANDBOX_ROOT, $XDG_RUNTIME_DIR or the temporary folder.
func folderOf(name string) (string, error) {
	if !validName.MatchString(name) {
		return "", fmt.Errorf("%q is not a name: use lower case letters, digits and dashes", name)
	}
	root := os.Getenv("CHARTROOM_SANDBOX_ROOT")
	if root == "" {
		root = os.Getenv("XDG_RUNTIME_DIR")
	}
	if root == "" {
		root = os.TempDir()
	}
	return filepath.Join(root, "chartroom-sandbox-"+name), nil
}

func load(name string) (*sandbox, error) {
	dir, err := folderOf(name)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "state.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no sandbox named %q; start one with tests/sandbox/up --name %s", name, name)
	}
	if err != nil {
		return nil, err
	}
	s := &sandbox{}
	return s, json.Unmarshal(text, s)
}

func (s *sandbox) path(parts ...string) string {
	return filepath.Join(append([]string{s.Dir}, parts...)...)
}

func (s *sandbox) save() error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.path("state.json.new"), text, 0o600); err != nil {
		return err
	}
	return os.Rename(s.path("state.json.new"), s.path("state.json"))
}

// locked runs change with the newest state while no other command changes the same sandbox, and saves what it changed.
func locked(name string, change func(*sandbox) error) error {
	dir, err := folderOf(name)
	if err != nil {
		return err
	}
	if _, err := load(name); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	s, err := load(name)
	if err != nil {
		return err
	}
	if err := change(s); err != nil {
		return errors.Join(err, s.save())
	}
	return s.save()
}

// announcement is the one line `up` prints.
func (s *sandbox) announcement() map[string]any {
	pids := map[string]int{}
	for name, child := range s.Processes {
		pids[name] = child.Pid
	}
	faults := map[string]string{}
	for name, node := range faultNodes {
		if s.has(name) {
			faults[name] = node
		}
	}
	return map[string]any{
		"name":            s.Name,
		"faults":          faults,
		"scenario":        s.Scenario,
		"pace":            s.Pace,
		"dir":             s.Dir,
		"kubeconfig":      s.path("kubeconfig"),
		"context":         s.context(),
		"server":          s.Server,
		"etcd":            s.Etcd,
		"helm3":           s.path("bin", "helm3"),
		"helm4":           s.path("bin", "helm4"),
		"kubectl":         s.path("bin", "kubectl"),
		"chartRepository": s.Charts,
		"gpuNodes":        s.GPUNodes,
		"cpuNodes":        s.CPUNodes,
		"pids":            pids,
		"admin": map[string]string{
			"ca":   s.path("pki", "ca.crt"),
			"cert": s.path("pki", "admin.crt"),
			"key":  s.path("pki", "admin.key"),
		},
	}
}

func (s *sandbox) context() string { return "cmk-" + s.Name }
