// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
)

// script is an ordered list of rules; the first that applies to a request answers it.
type script struct {
	Rules []*rule `json:"rules"`
}

type rule struct {
	Match match `json:"match"`
	// Nth makes the rule apply only to the nth request it matches, counted from 1; 0 is every one.
	Nth int `json:"nth"`
	// Times lets the rule apply that many times at most; 0 is without limit.
	Times  int    `json:"times"`
	Action action `json:"action"`

	matched, applied int
}

// match: what is left out matches everything.
type match struct {
	Method string   `json:"method"`
	Path   string   `json:"path"`  // the whole path, or its beginning when it ends in *
	Query  []string `json:"query"` // each is contained in the decoded query, such as "watch=1"
	Not    []string `json:"not"`   // none of these is
}

// action: an answer is made of a body (json, body, lines, list or gzipBomb), shaped (gzip, chunk, delays), and ended. With proxy the body is upstream's.
type action struct {
	Status      int               `json:"status"` // 200 unless given
	Headers     map[string]string `json:"headers"`
	DelayMs     int               `json:"delayMs"` // before the head of the answer
	JSON        json.RawMessage   `json:"json"`
	Body        string            `json:"body"`
	ContentType string            `json:"contentType"`
	Lines       []json.RawMessage `json:"lines"`       // watch events, one a line
	LineDelayMs int               `json:"lineDelayMs"` // before each line
	List        *list             `json:"list"`

	Gzip          bool  `json:"gzip"`
	GzipCut       int   `json:"gzipCut"`       // bytes missing at the end of the gzip stream; Content-Length is what is sent
	GzipBomb      int64 `json:"gzipBomb"`      // a JSON list that inflates to so many bytes
	ContentLength *int  `json:"contentLength"` // a length that need not be true

	Chunk          int  `json:"chunk"` // bytes written at once, 0 for all
	ChunkDelayMs   int  `json:"chunkDelayMs"`
	CutAfter       *int `json:"cutAfter"`       // bytes of the body, then End
	BytesPerSecond int  `json:"bytesPerSecond"` // 0 for no limit
	// End: "" as it should be, "cut" (RST_STREAM, or the connection closed in mid body), "rst" (TCP RST), "halfClose" (TCP FIN, reading on), "stall" (nothing any more).
	End string `json:"end"`

	Proxy bool  `json:"proxy"`
	Tear  *tear `json:"tear"` // with proxy
}

// tear cuts proxied streams within their first line: the kth at byte k*Step (modulo the line's length plus one), with Step 0 at a random byte.
type tear struct {
	Step  int `json:"step"`
	Times int `json:"times"` // so many streams; 0 for all

	torn int
}

var ends = []string{"", "cut", "rst", "halfClose", "stall"}

func parseScript(text []byte) (*script, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	result := &script{}
	if err := decoder.Decode(result); err != nil {
		return nil, fmt.Errorf("script: %w", err)
	}
	for i, rule := range result.Rules {
		if !slices.Contains(ends, rule.Action.End) {
			return nil, fmt.Errorf("script: rule %d: unknown end %q", i, rule.Action.End)
		}
		if rule.Action.Tear != nil && !rule.Action.Proxy {
			return nil, fmt.Errorf("script: rule %d: tear needs proxy", i)
		}
	}
	return result, nil
}

func (s *server) readScript(file string) error {
	text, err := []byte("{}"), error(nil)
	switch file {
	case "":
	case "-":
		text, err = io.ReadAll(os.Stdin)
	default:
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return err
	}
	s.script, err = parseScript(text)
	return err
}

func (m *match) fits(request *http.Request) bool {
	if m.Method != "" && m.Method != request.Method {
		return false
	}
	if prefix, open := strings.CutSuffix(m.Path, "*"); open && !strings.HasPrefix(request.URL.Path, prefix) || !open && m.Path != "" && m.Path != request.URL.Path {
		return false
	}
	query := decodedQuery(request)
	return !slices.ContainsFunc(m.Query, func(part string) bool { return !strings.Contains(query, part) }) &&
		!slices.ContainsFunc(m.Not, func(part string) bool { return strings.Contains(query, part) })
}

// choose finds the action for a request and counts it; nil when no rule applies. The caller holds the lock.
func (s *script) choose(request *http.Request) *action {
	var chosen *action
	for _, rule := range s.Rules {
		if !rule.Match.fits(request) {
			continue
		}
		rule.matched++
		if chosen != nil || rule.Nth != 0 && rule.Nth != rule.matched || rule.Times != 0 && rule.applied >= rule.Times {
			continue
		}
		rule.applied++
		chosen = &rule.Action
	}
	return chosen
}
