// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
)

// The kinds of NVIDIA, Mellanox, AMD and the SR-IOV operator, as a path or an object names their versions, and as their definitions do.
var (
	renamedUse        = regexp.MustCompile(`((?:nvidia|mellanox|amd)\.com|sriovnetwork\.openshift\.io)/v1(alpha1)?\b`)
	renamedGroup      = regexp.MustCompile(`(?m)^  group: (?:maintenance\.nvidia|nvidia|mellanox|amd)\.com$|^  group: sriovnetwork\.openshift\.io$`)
	renamedDefinition = regexp.MustCompile(`(?m)^    - name: v1(alpha1)?$`)
)

// renamed gives the text with v2 in place of v1 and v2alpha1 in place of v1alpha1; a file defines kinds of these groups only, or none of them.
func renamed(text []byte) []byte {
	text = renamedUse.ReplaceAll(text, []byte("$1/v2$2"))
	if renamedGroup.Match(text) {
		text = renamedDefinition.ReplaceAll(text, []byte("    - name: v2$1"))
	}
	return text
}

// asServed gives what is sent to the cluster in the versions that it serves.
func (s *sandbox) asServed(text []byte) []byte {
	if s.has("renamed") {
		return renamed(text)
	}
	return text
}

// define applies a file of operators/ with definitions of kinds, and returns when they are served.
func (s *sandbox) define(name string) error {
	text, err := os.ReadFile(filepath.Join(s.Home, "operators", name))
	if err != nil {
		return err
	}
	path := s.path(name)
	if err := os.WriteFile(path, s.asServed(text), 0o600); err != nil {
		return err
	}
	if _, err := s.kubectl("apply", "--server-side", "-f", path); err != nil {
		return err
	}
	_, err = s.kubectl("wait", "--for=condition=established", "--timeout=30s", "-f", path)
	return err
}

// prepareRenamed: the kinds of all operators are served, also those of which there is no object.
func prepareRenamed(_ context.Context, s *sandbox, _ *client) error {
	if s.has("requestor") {
		return errors.New("the maintenance operator's Go types, which NVIDIA's library uses too, are of v1alpha1")
	}
	return s.define("nicnodepolicies.yaml")
}
