// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"time"
)

// newCertificates makes an authority (PEM) and a server certificate of that kind: good, expired or wrong-name.
func newCertificates(kind string) (*tls.Certificate, []byte, error) {
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	now := time.Now()
	ca := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "chartroom-faultserver"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature, NotBefore: now.AddDate(-1, 0, 0), NotAfter: now.AddDate(1, 0, 0),
	}
	caDer, err := x509.CreateCertificate(rand.Reader, ca, ca, caKey.Public(), caKey)
	if err != nil {
		return nil, nil, err
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "kube-apiserver"}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, NotBefore: now.Add(-48 * time.Hour), NotAfter: now.AddDate(0, 1, 0),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	switch kind {
	case "good":
	case "expired":
		leaf.NotAfter = now.Add(-time.Hour)
	case "wrong-name":
		leaf.DNSNames, leaf.IPAddresses = []string{"another.example"}, nil
	default:
		return nil, nil, fmt.Errorf("unknown certificate %q: good, expired or wrong-name", kind)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, leaf, ca, key.Public(), caKey)
	if err != nil {
		return nil, nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: caDer}), nil
}

// writeKubeconfig writes it as JSON, which is YAML too.
func writeKubeconfig(file, url string, authority []byte, token string) error {
	cluster, user := map[string]any{"server": url}, map[string]any{}
	if len(authority) > 0 {
		cluster["certificate-authority-data"] = authority // marshalled as base64
	}
	if token != "" {
		user["token"] = token
	}
	text, err := json.MarshalIndent(map[string]any{
		"apiVersion": "v1", "kind": "Config", "current-context": "faults",
		"clusters": []any{map[string]any{"name": "faults", "cluster": cluster}},
		"users":    []any{map[string]any{"name": "tester", "user": user}},
		"contexts": []any{map[string]any{"name": "faults", "context": map[string]any{"cluster": "faults", "user": "tester"}}},
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}
