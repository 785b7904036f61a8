// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"io"
	"math/rand"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

type connectionKey struct{}

// server answers by its script and keeps a log of what it was asked.
type server struct {
	upstream *upstream

	lock        sync.Mutex // everything below
	script      *script
	random      *rand.Rand
	log         []*entry
	open        int
	connections map[net.Conn]bool
}

// entry is one request in the log.
type entry struct {
	Method      string            `json:"method"`
	Path        string            `json:"path"`
	Query       string            `json:"query"` // decoded
	Protocol    string            `json:"protocol"`
	Headers     map[string]string `json:"headers"`
	Ms          int64             `json:"ms"`          // Unix time in milliseconds
	Open        int               `json:"open"`        // requests open at that moment, this one included
	Connections int               `json:"connections"` // connections open at that moment
	Scripted    bool              `json:"scripted"`
	Finished    bool              `json:"finished"`
}

var loggedHeaders = []string{"Accept", "Accept-Encoding", "Authorization", "Content-Type", "Host", "Impersonate-User", "User-Agent"}

func decodedQuery(request *http.Request) string {
	query, err := url.QueryUnescape(request.URL.RawQuery)
	if err != nil {
		return request.URL.RawQuery
	}
	return query
}

func (s *server) connectionChanged(conn net.Conn, state http.ConnState) {
	s.lock.Lock()
	defer s.lock.Unlock()
	switch state {
	case http.StateNew:
		s.connections[conn] = true
	case http.StateClosed, http.StateHijacked:
		delete(s.connections, conn)
	}
}

func (s *server) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	switch request.URL.Path {
	case "/-/requests":
		s.serveLog(writer, request)
		return
	case "/-/script":
		s.replaceScript(writer, request)
		return
	}
	chosen, logged := s.admit(request)
	defer func() {
		s.lock.Lock()
		defer s.lock.Unlock()
		s.open--
		logged.Finished = true
	}()
	switch {
	case chosen != nil && !chosen.Proxy:
		s.answer(writer, request, chosen)
	case s.upstream == nil:
		writer.Header().Set("Content-Type", "application/json")
		writer.WriteHeader(http.StatusNotFound)
		io.WriteString(writer, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","message":"the script has no rule for this","code":404}`)
	case chosen != nil:
		s.forward(writer, request, chosen)
	default:
		s.forward(writer, request, &action{})
	}
}

func (s *server) admit(request *http.Request) (*action, *entry) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.open++
	headers := map[string]string{}
	for _, name := range loggedHeaders {
		if value := request.Header.Get(name); value != "" {
			headers[name] = value
		}
	}
	headers["Host"] = request.Host
	chosen := s.script.choose(request)
	logged := &entry{Method: request.Method, Path: request.URL.Path, Query: decodedQuery(request), Protocol: request.Proto, Headers: headers,
		Ms: time.Now().UnixMilli(), Open: s.open, Connections: len(s.connections), Scripted: chosen != nil}
	s.log = append(s.log, logged)
	return chosen, logged
}

// serveLog gives the log; DELETE gives it and starts a new one.
func (s *server) serveLog(writer http.ResponseWriter, request *http.Request) {
	s.lock.Lock()
	defer s.lock.Unlock()
	writer.Header().Set("Content-Type", "application/json")
	json.NewEncoder(writer).Encode(map[string]any{"requests": append([]*entry{}, s.log...), "open": s.open, "connections": len(s.connections)})
	if request.Method == http.MethodDelete {
		s.log = nil
	}
}

// replaceScript takes a new script (PUT); all counters start anew, answers under way go on as they began.
func (s *server) replaceScript(writer http.ResponseWriter, request *http.Request) {
	text, err := io.ReadAll(request.Body)
	if err != nil {
		return
	}
	fresh, err := parseScript(text)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusBadRequest)
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.script = fresh
	writer.WriteHeader(http.StatusNoContent)
}
