// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/base64"
	"os"

	"sigs.k8s.io/yaml"
)

type object = map[string]any

// writeKubeconfig writes a kubeconfig with one cluster, one user and one context, data inline, as CMK hands them out.
func (s *sandbox) writeKubeconfig(file, context, user string, credentials object) error {
	authority, err := os.ReadFile(s.path("pki", "ca.crt"))
	if err != nil {
		return err
	}
	text, err := yaml.Marshal(object{
		"apiVersion":      "v1",
		"kind":            "Config",
		"current-context": context,
		"clusters": []object{{"name": s.context(), "cluster": object{
			"server":                     s.Server,
			"certificate-authority-data": base64.StdEncoding.EncodeToString(authority),
		}}},
		"users":    []object{{"name": user, "user": credentials}},
		"contexts": []object{{"name": context, "context": object{"cluster": s.context(), "user": user}}},
	})
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

func (c *certificate) credentials() object {
	return object{
		"client-certificate-data": base64.StdEncoding.EncodeToString(c.cert),
		"client-key-data":         base64.StdEncoding.EncodeToString(c.key),
	}
}
