// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

// oracle answers what client-go, Helm 3 and Helm 4 make of an input, thousands of times a minute, by their own
// packages: of values files and a chart archive, of the object that holds a release record, of kubeconfig files. One
// JSON question a line on stdin, one JSON answer a line on stdout, in the same order.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
)

// question holds the input of one sort; the other fields are empty.
type question struct {
	Sort    string   `json:"sort"`
	Files   [][]byte `json:"files"`   // values files, in the order of -f
	Chart   []byte   `json:"chart"`   // a chart archive; none asks about the values files alone
	Storage string   `json:"storage"` // secret or configmap
	Object  []byte   `json:"object"`  // as the API server answers it
	Paths   []string `json:"paths"`   // kubeconfig files
	Context string   `json:"context"`
}

// release is what a record says, less its manifest's and chart's templates.
type release struct {
	Name          string            `json:"name"`
	Namespace     string            `json:"namespace"`
	Version       int               `json:"version"`
	Status        string            `json:"status"`
	Description   string            `json:"description"`
	Notes         string            `json:"notes"`
	FirstDeployed string            `json:"firstDeployed"` // RFC 3339 in UTC, milliseconds; empty for Go's zero time
	LastDeployed  string            `json:"lastDeployed"`
	ChartName     string            `json:"chartName"`
	ChartVersion  string            `json:"chartVersion"`
	AppVersion    string            `json:"appVersion"`
	Home          string            `json:"home"`
	Icon          string            `json:"icon"`
	Sources       []string          `json:"sources"`
	Deprecated    bool              `json:"deprecated"`
	ApplyMethod   string            `json:"applyMethod"`
	Manifest      string            `json:"manifest"`
	Config        map[string]any    `json:"config"`
	ChartValues   map[string]any    `json:"chartValues"`
	Hooks         []string          `json:"hooks"`
	Labels        map[string]string `json:"labels"`
}

// answer to a question; with an error nothing else is said.
type answer struct {
	Values      map[string]any `json:"values,omitempty"`
	ChartValues map[string]any `json:"chartValues,omitempty"`
	Release     *release       `json:"release,omitempty"`
	Kubeconfig  *kubeconfig    `json:"kubeconfig,omitempty"`
	Error       string         `json:"error,omitempty"`
}

// answer of a package that panics is an error too: Helm 3 does so for a record that it cannot read.
func (q *question) answer() (told answer, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			told, err = answer{}, fmt.Errorf("panic: %v", failed)
		}
	}()
	switch q.Sort {
	case "values3":
		return q.values3()
	case "values4":
		return q.values4()
	case "record3":
		return q.record3()
	case "record4":
		return q.record4()
	case "kubeconfig":
		return q.kubeconfig()
	}
	return answer{}, fmt.Errorf("unknown sort %q", q.Sort)
}

// files writes the values files where helm reads them.
func (q *question) files() ([]string, func(), error) {
	folder, err := os.MkdirTemp("", "oracle")
	if err != nil {
		return nil, nil, err
	}
	paths := []string{}
	for i, content := range q.Files {
		path := fmt.Sprintf("%s/%d.yaml", folder, i)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return nil, nil, err
		}
		paths = append(paths, path)
	}
	return paths, func() { os.RemoveAll(folder) }, nil
}

func run(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	encoder := json.NewEncoder(out)
	for {
		line, end := lines.ReadBytes('\n')
		if len(line) > 0 {
			asked := question{}
			if err := json.Unmarshal(line, &asked); err != nil {
				return err
			}
			answered, err := asked.answer()
			if err != nil {
				answered = answer{Error: err.Error()}
			}
			if err := encoder.Encode(answered); err != nil {
				return err
			}
		}
		if end != nil {
			return nil
		}
	}
}

func main() {
	log.SetOutput(io.Discard)
	slog.SetDefault(slog.New(slog.DiscardHandler))
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}
