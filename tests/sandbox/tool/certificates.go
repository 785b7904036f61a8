// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"time"
)

// certificate is a certificate with its key, both PEM.
type certificate struct {
	cert []byte
	key  []byte
}

func newKey(kind string) (crypto.Signer, error) {
	switch kind {
	case "ec":
		return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case "rsa":
		return rsa.GenerateKey(rand.Reader, 2048)
	}
	return nil, fmt.Errorf("unknown key kind %q: ec or rsa", kind)
}

// encodeKey writes the classic encodings (EC PRIVATE KEY, RSA PRIVATE KEY), as kubeadm does.
func encodeKey(key crypto.Signer) ([]byte, error) {
	if rsaKey, ok := key.(*rsa.PrivateKey); ok {
		return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(rsaKey)}), nil
	}
	der, err := x509.MarshalECPrivateKey(key.(*ecdsa.PrivateKey))
	return pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), err
}

// issue signs template with the authority, or with itself when authority is nil. A zero NotAfter means ten years.
func issue(template *x509.Certificate, authority *certificate, kind string) (*certificate, error) {
	key, err := newKey(kind)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	template.SerialNumber = serial
	template.NotBefore = time.Now().Add(-time.Minute)
	if template.NotAfter.IsZero() {
		template.NotAfter = time.Now().AddDate(10, 0, 0)
	}
	parent, signer := template, key
	if authority != nil {
		pair, err := tls.X509KeyPair(authority.cert, authority.key)
		if err != nil {
			return nil, err
		}
		parent, signer = pair.Leaf, pair.PrivateKey.(crypto.Signer)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	if err != nil {
		return nil, err
	}
	encoded, err := encodeKey(key)
	return &certificate{pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), encoded}, err
}

func issueClient(authority *certificate, user string, groups []string, notAfter time.Time, kind string) (*certificate, error) {
	return issue(&x509.Certificate{
		Subject:     pkix.Name{CommonName: user, Organization: groups},
		NotAfter:    notAfter,
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}, authority, kind)
}

// createCertificates fills pki/: the authority, the server, the admin (system:masters) and the service account key pair.
func (s *sandbox) createCertificates() error {
	authority, err := issue(&x509.Certificate{
		Subject:               pkix.Name{CommonName: "chartroom-sandbox-" + s.Name},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign | x509.KeyUsageDigitalSignature,
	}, nil, "ec")
	if err != nil {
		return err
	}
	server, err := issue(&x509.Certificate{
		Subject:     pkix.Name{CommonName: "kube-apiserver"},
		DNSNames:    []string{"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv4(10, 0, 0, 1)},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, authority, "ec")
	if err != nil {
		return err
	}
	admin, err := issueClient(authority, "kubernetes-admin", []string{"system:masters"}, time.Time{}, "ec")
	if err != nil {
		return err
	}
	accounts, err := issue(&x509.Certificate{Subject: pkix.Name{CommonName: "service-accounts"}}, nil, "ec")
	if err != nil {
		return err
	}
	for name, pair := range map[string]*certificate{"ca": authority, "server": server, "admin": admin, "service-accounts": accounts} {
		if err := os.WriteFile(s.path("pki", name+".crt"), pair.cert, 0o600); err != nil {
			return err
		}
		if err := os.WriteFile(s.path("pki", name+".key"), pair.key, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func (s *sandbox) readCertificate(name string) (*certificate, error) {
	cert, err := os.ReadFile(s.path("pki", name+".crt"))
	if err != nil {
		return nil, err
	}
	key, err := os.ReadFile(s.path("pki", name+".key"))
	return &certificate{cert, key}, err
}
