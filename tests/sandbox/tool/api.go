// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// client speaks to the sandbox's API server as its admin.
type client struct {
	server   string
	http     *http.Client
	asServed func([]byte) []byte // done to paths and bodies
}

// apiError is an answer of the API server that is not 2xx; message is the text of its Status.
type apiError struct {
	code    int
	message string
}

func (e *apiError) Error() string { return fmt.Sprintf("HTTP %d: %s", e.code, e.message) }

func hasCode(err error, code int) bool {
	answer, ok := errors.AsType[*apiError](err)
	return ok && answer.code == code
}

func (s *sandbox) client() (*client, error) {
	admin, err := s.readCertificate("admin")
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(admin.cert, admin.key)
	if err != nil {
		return nil, err
	}
	authority, err := os.ReadFile(s.path("pki", "ca.crt"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(authority)
	return &client{server: s.Server, asServed: s.asServed, http: &http.Client{
		Timeout: 60 * time.Second,
		Transport: &http.Transport{
			ForceAttemptHTTP2: true,
			TLSClientConfig:   &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}},
		},
	}}, nil
}

// request sends body (an object, or ready-made JSON as []byte) and decodes the answer into result unless that is nil.
func (c *client) request(ctx context.Context, method, path string, body, result any) error {
	var reader io.Reader
	switch value := body.(type) {
	case nil:
	case []byte:
		reader = bytes.NewReader(c.asServed(value))
	default:
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		reader = bytes.NewReader(c.asServed(text))
	}
	request, err := http.NewRequestWithContext(ctx, method, c.server+string(c.asServed([]byte(path))), reader)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if method == http.MethodPatch {
		request.Header.Set("Content-Type", "application/merge-patch+json")
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= 300 {
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
		status := struct{ Message string }{}
		if json.Unmarshal(text, &status) != nil || status.Message == "" {
			status.Message = strings.TrimSpace(string(text))
		}
		return &apiError{answer.StatusCode, status.Message}
	}
	if result == nil {
		_, err = io.Copy(io.Discard, answer.Body)
		return err
	}
	return json.NewDecoder(answer.Body).Decode(result)
}

// create posts the object; one that exists already is left as it is.
func (c *client) create(ctx context.Context, path string, body any) error {
	err := c.request(ctx, http.MethodPost, path, body, nil)
	if hasCode(err, http.StatusConflict) {
		return nil
	}
	return err
}

// Only ends what cannot succeed: beside other sandboxes on a small machine a step takes a minute or more.
const patience = 4 * time.Minute

// errEnded is what no wait helps against.
var errEnded = errors.New("ended, see its log")

// until repeats the check every 25 ms until it succeeds; the error tells what did not happen in time.
func until(ctx context.Context, what string, check func() error) error {
	deadline := time.Now().Add(patience)
	for {
		err := check()
		if err == nil || errors.Is(err, errEnded) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s: not within %s: %w", what, patience, err)
		}
		time.Sleep(25 * time.Millisecond)
	}
}

// inParallel calls work for 0..count-1 with at most width calls at a time and returns the first error.
func inParallel(count, width int, work func(int) error) error {
	var group sync.WaitGroup
	var once sync.Once
	var first error
	next := make(chan int)
	stop := make(chan struct{})
	for range min(width, count) {
		group.Go(func() {
			for i := range next {
				if err := work(i); err != nil {
					once.Do(func() { first = err; close(stop) })
				}
			}
		})
	}
feeding:
	for i := range count {
		select {
		case next <- i:
		case <-stop:
			break feeding
		}
	}
	close(next)
	group.Wait()
	return first
}
