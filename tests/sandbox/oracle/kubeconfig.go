// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"sort"

	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/transport"
)

// kubeconfig is a request of a context as client-go sends it.
type kubeconfig struct {
	Current    string              `json:"current"`
	Contexts   []string            `json:"contexts"`
	Namespace  string              `json:"namespace"`
	URL        string              `json:"url"`
	Proxy      string              `json:"proxy"`
	Headers    map[string][]string `json:"headers"`
	ServerName string              `json:"serverName"`
	Insecure   bool                `json:"insecure"`
	Roots      []string            `json:"roots"`       // SHA-256 of each trusted certificate
	OwnRoots   bool                `json:"ownRoots"`    // the system's do not count
	Client     []string            `json:"certificate"` // SHA-256 of each certificate of the chain
}

// recorder answers each request with nothing and keeps what it was asked.
type recorder struct {
	headers http.Header
}

func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	r.headers = request.Header.Clone()
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: request}, nil
}

func digest(bytes []byte) string {
	sum := sha256.Sum256(bytes)
	return hex.EncodeToString(sum[:])
}

// rootsOf lists what a pool holds, which does not tell it; the text it was made from does.
func rootsOf(text []byte, made *x509.CertPool) ([]string, error) {
	roots := []string{}
	again := x509.NewCertPool()
	for {
		var block *pem.Block
		block, text = pem.Decode(text)
		if block == nil {
			break
		}
		if block.Type != "CERTIFICATE" || len(block.Headers) != 0 {
			continue
		}
		if certificate, err := x509.ParseCertificate(block.Bytes); err == nil {
			again.AddCert(certificate)
			roots = append(roots, digest(certificate.Raw))
		}
	}
	if !again.Equal(made) {
		return nil, errors.New("the trusted certificates are not those of the text")
	}
	sort.Strings(roots)
	return roots, nil
}

func (k *kubeconfig) readTLS(config *rest.Config) error {
	wanted, err := config.TransportConfig()
	if err != nil {
		return err
	}
	made, err := transport.TLSConfigFor(wanted)
	if err != nil || made == nil {
		return err
	}
	k.ServerName = made.ServerName
	k.Insecure = made.InsecureSkipVerify
	if made.RootCAs != nil {
		k.OwnRoots = true
		if k.Roots, err = rootsOf(wanted.TLS.CAData, made.RootCAs); err != nil {
			return err
		}
	}
	if made.GetClientCertificate == nil {
		return nil
	}
	certificate, err := made.GetClientCertificate(&tls.CertificateRequestInfo{})
	if err != nil {
		return err
	}
	for _, link := range certificate.Certificate {
		k.Client = append(k.Client, digest(link))
	}
	return nil
}

func (k *kubeconfig) send(config *rest.Config) error {
	base, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodGet, base.String(), nil)
	if err != nil {
		return err
	}
	k.URL = base.String()
	if base.Scheme != "http" && base.Scheme != "https" {
		return fmt.Errorf("unsupported protocol scheme %q", base.Scheme) // as net/http's transport says
	}
	if config.Proxy != nil {
		proxy, err := config.Proxy(request)
		if err != nil {
			return err
		}
		k.Proxy = proxy.String()
	}
	kept := &recorder{}
	sender, err := rest.HTTPWrappersForConfig(config, kept)
	if err != nil {
		return err
	}
	if _, err := sender.RoundTrip(request); err != nil {
		return err
	}
	kept.headers.Del("User-Agent")
	k.Headers = kept.headers
	return validHeaders(kept.headers)
}

func (q *question) kubeconfig() (answer, error) {
	rules := &clientcmd.ClientConfigLoadingRules{Precedence: q.Paths}
	if len(q.Paths) == 1 {
		rules = &clientcmd.ClientConfigLoadingRules{ExplicitPath: q.Paths[0]}
	}
	overrides := &clientcmd.ConfigOverrides{CurrentContext: q.Context}
	loader := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, overrides)
	raw, err := loader.RawConfig()
	if err != nil {
		return answer{}, err
	}
	told := &kubeconfig{Current: raw.CurrentContext}
	for name := range raw.Contexts {
		told.Contexts = append(told.Contexts, name)
	}
	sort.Strings(told.Contexts)
	config, err := loader.ClientConfig()
	if err != nil {
		return answer{}, err
	}
	told.Namespace, _, err = loader.Namespace()
	if err != nil {
		return answer{}, err
	}
	if err := told.readTLS(config); err != nil {
		return answer{}, err
	}
	return answer{Kubeconfig: told}, told.send(config)
}
