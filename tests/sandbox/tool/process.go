// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is one child of the sandbox: how it was started and which process it is.
type process struct {
	Arguments []string `json:"arguments"`
	Pid       int      `json:"pid"`
	// Started is the kernel's start time of Pid (field 22 of /proc/PID/stat, clock ticks since boot); with it a reused pid is never mistaken for the child.
	Started string `json:"started"`
}

// start runs the child recorded under that name in its own session, so that it outlives this command.
func (s *sandbox) start(name string) error {
	child := s.Processes[name]
	if child == nil {
		return fmt.Errorf("unknown process %q; one of %s", name, strings.Join(s.processNames(), ", "))
	}
	if child.running() {
		return fmt.Errorf("%s already runs with pid %d", name, child.Pid)
	}
	log, err := os.OpenFile(s.path("logs", name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	command := exec.Command(child.Arguments[0], child.Arguments[1:]...)
	command.Dir = s.Dir
	// Servers with a small heap and much to do: by default Go spends a tenth of their time on collecting garbage.
	command.Env = append(os.Environ(), "GOGC=300")
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := command.Start(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	child.Pid = command.Process.Pid
	child.Started = startTime(child.Pid)
	go command.Wait() // reaped, so that running() sees a child of this very command end
	return s.save()
}

// processNames are the children in the order they start.
func (s *sandbox) processNames() []string {
	names := []string{"etcd", "repository", "apiserver", "controllerManager", "scheduler", "kwok"}
	for _, operator := range s.operators() {
		if s.Processes[operator.process] != nil {
			names = append(names, operator.process)
		}
	}
	return names
}

func (p *process) running() bool {
	return p.Pid > 0 && p.Started != "" && startTime(p.Pid) == p.Started
}

func (p *process) signal(signal syscall.Signal) error {
	if !p.running() {
		return fmt.Errorf("pid %d does not run", p.Pid)
	}
	return syscall.Kill(p.Pid, signal)
}

// end sends the signal and returns when the process is gone; after five seconds it is killed.
func (p *process) end(signal syscall.Signal) error {
	if !p.running() {
		return nil
	}
	syscall.Kill(p.Pid, syscall.SIGCONT)
	syscall.Kill(p.Pid, signal)
	deadline := time.Now().Add(5 * time.Second)
	for p.running() {
		if time.Now().After(deadline) {
			syscall.Kill(p.Pid, syscall.SIGKILL)
			deadline = deadline.Add(time.Hour)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

// startTime gives "" for a process that is gone or a zombie. Where only the first thread is one, the others still hold their sockets.
func startTime(pid int) string {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	_, rest, found := strings.Cut(string(text[strings.LastIndexByte(string(text), ')'):]), " ")
	fields := strings.Fields(rest)
	if !found || len(fields) < 20 {
		return ""
	}
	state, threads := fields[0], fields[17]
	if state == "X" || state == "Z" && (threads == "0" || threads == "1") {
		return ""
	}
	return fields[19]
}
