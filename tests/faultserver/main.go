// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fault server answers as a script says, also as no API server should, over TLS or plain HTTP, HTTP/1.1 or HTTP/2; what the script
// leaves open it can hand to a real API server. It prints one JSON line when it listens. README.md beside this file is the reference.
package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

type options struct {
	script, certificate, token, fleet   string
	upstream, ca, clientCert, clientKey string
	plain, http1, exitWithStdin         bool
	seed                                int64
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "faultserver: %v\n", err)
		os.Exit(1)
	}
}

func parse(arguments []string) (*options, error) {
	o := &options{}
	flags := flag.NewFlagSet("faultserver", flag.ContinueOnError)
	flags.StringVar(&o.script, "script", "", "script file, - for stdin; without one everything goes upstream or is 404")
	flags.StringVar(&o.fleet, "fleet", "", "NODES,PODS,CHANGES: instead of a script a busy cluster, so many pods on each node and changes a second")
	flags.BoolVar(&o.plain, "plain", false, "no TLS (and so HTTP/1.1)")
	flags.BoolVar(&o.http1, "http1", false, "TLS without HTTP/2")
	flags.StringVar(&o.certificate, "certificate", "good", "good, expired or wrong-name")
	flags.StringVar(&o.token, "token", "", "token to put into the kubeconfig")
	flags.Int64Var(&o.seed, "seed", 1, "seed of everything random")
	flags.BoolVar(&o.exitWithStdin, "exit-with-stdin", false, "end when stdin is closed")
	flags.StringVar(&o.upstream, "upstream", "", "real API server for the action proxy, https://HOST:PORT")
	flags.StringVar(&o.ca, "upstream-ca", "", "its certificate authority (file)")
	flags.StringVar(&o.clientCert, "upstream-cert", "", "client certificate for it (file)")
	flags.StringVar(&o.clientKey, "upstream-key", "", "key of that certificate (file)")
	if err := flags.Parse(arguments); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if o.script == "-" && o.exitWithStdin {
		return nil, errors.New("--script - and --exit-with-stdin both want stdin; PUT the script to /-/script instead")
	}
	return o, nil
}

func run(arguments []string) error {
	o, err := parse(arguments)
	if err != nil {
		return err
	}
	s := &server{random: rand.New(rand.NewSource(o.seed)), connections: map[net.Conn]bool{}}
	if err := s.readScript(o.script); err != nil {
		return err
	}
	if o.upstream != "" {
		if s.upstream, err = newUpstream(o); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "chartroom-faultserver-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	handler := http.Handler(s)
	if o.fleet != "" {
		busy, err := newFleet(o.fleet, o.seed)
		if err != nil {
			return err
		}
		go busy.run()
		handler = busy
	}
	web := &http.Server{
		Handler:   handler,
		ErrorLog:  log.New(io.Discard, "", 0), // torn connections are its trade
		ConnState: s.connectionChanged,
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, connectionKey{}, conn)
		},
	}
	line, err := prepare(o, web, dir, listener.Addr().String())
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() {
		if o.plain {
			failed <- web.Serve(listener)
		} else {
			failed <- web.ServeTLS(listener, "", "")
		}
	}()
	if err := json.NewEncoder(os.Stdout).Encode(line); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if o.exitWithStdin {
		go func() {
			io.Copy(io.Discard, os.Stdin)
			stop()
		}()
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return web.Close()
	}
}

// prepare makes the certificates and the kubeconfig, and returns the line to print.
func prepare(o *options, web *http.Server, dir, address string) (map[string]any, error) {
	protocols := &http.Protocols{}
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(!o.plain && !o.http1)
	web.Protocols = protocols
	line := map[string]any{"pid": os.Getpid(), "kubeconfig": filepath.Join(dir, "kubeconfig")}
	authority := []byte{}
	if o.plain {
		line["url"] = "http://" + address
	} else {
		pair, ca, err := newCertificates(o.certificate)
		if err != nil {
			return nil, err
		}
		line["url"], line["caFile"], authority = "https://"+address, filepath.Join(dir, "ca.crt"), ca
		if err := os.WriteFile(filepath.Join(dir, "ca.crt"), ca, 0o600); err != nil {
			return nil, err
		}
		web.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*pair}}
	}
	return line, writeKubeconfig(line["kubeconfig"].(string), line["url"].(string), authority, o.token)
}

func newUpstream(o *options) (*upstream, error) {
	authority, err := os.ReadFile(o.ca)
	if err != nil {
		return nil, fmt.Errorf("--upstream-ca: %w", err)
	}
	pair, err := tls.LoadX509KeyPair(o.clientCert, o.clientKey)
	if err != nil {
		return nil, fmt.Errorf("--upstream-cert, --upstream-key: %w", err)
	}
	return connectUpstream(o.upstream, authority, pair)
}

func milliseconds(count int) time.Duration { return time.Duration(count) * time.Millisecond }
