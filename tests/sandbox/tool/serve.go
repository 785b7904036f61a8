// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// serve is all that answers beside the API server, one process: the chart repository, and the kubelets when the API server asks them for a log.
func serve(arguments []string) error {
	if len(arguments) != 5 {
		return errors.New("usage: serve CHARTS 127.0.0.1:PORT LOGS 127.0.0.1:PORT PKI")
	}
	logs, err := os.OpenRoot(arguments[2])
	if err != nil {
		return err
	}
	ended := make(chan error, 2)
	go func() {
		charts := http.Server{Addr: arguments[1], Handler: http.FileServer(http.Dir(arguments[0])), ReadHeaderTimeout: 10 * time.Second}
		ended <- charts.ListenAndServe()
	}()
	go func() {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /containerLogs/{namespace}/{pod}/{container}", func(w http.ResponseWriter, r *http.Request) { serveLog(logs, w, r) })
		kubelets := http.Server{Addr: arguments[3], Handler: mux, ReadHeaderTimeout: 10 * time.Second}
		ended <- kubelets.ListenAndServeTLS(filepath.Join(arguments[4], "server.crt"), filepath.Join(arguments[4], "server.key"))
	}()
	return <-ended
}

// logFile is where the log of a container is kept below logs/containers; one that is not there is empty.
func logFile(namespace, pod, container string, previous bool) string {
	if previous {
		container += ".previous"
	}
	return filepath.Join(namespace, pod, container+".log")
}

// serveLog answers as kubernetes/kubernetes:pkg/kubelet/server/server.go getContainerLogs does; how much of it is asked for does not matter,
// these are a few lines.
func serveLog(logs *os.Root, w http.ResponseWriter, r *http.Request) {
	file, err := logs.Open(logFile(r.PathValue("namespace"), r.PathValue("pod"), r.PathValue("container"), r.FormValue("previous") == "true"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/plain")
	if err == nil {
		defer file.Close()
		io.Copy(w, file)
	}
}
