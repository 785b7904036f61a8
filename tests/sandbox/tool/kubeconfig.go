// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
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

// processKubeconfig is that of the sandbox's own processes.
func (s *sandbox) processKubeconfig() string { return s.path("pki", "processes.kubeconfig") }

// writeTokens gives the sandbox's own processes a token of system:masters the API server knows by heart: it verifies
// a client's certificate anew for every request, which takes a twentieth of its time.
func (s *sandbox) writeTokens() error {
	token := rand.Text()
	line := fmt.Sprintf("%s,sandbox,sandbox,system:masters\n", token)
	if err := os.WriteFile(s.path("pki", "tokens.csv"), []byte(line), 0o600); err != nil {
		return err
	}
	return s.writeKubeconfig(s.processKubeconfig(), s.context(), "sandbox", object{"token": token})
}
