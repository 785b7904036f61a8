// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
)

// serve starts a fault server with that script, HTTP/2 over TLS when http2 is set.
func serve(t *testing.T, http2 bool, text string) (*server, *httptest.Server) {
	t.Helper()
	parsed, err := parseScript([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s := &server{script: parsed, random: rand.New(rand.NewSource(1)), connections: map[net.Conn]bool{}}
	web := httptest.NewUnstartedServer(s)
	web.EnableHTTP2 = http2
	web.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, connectionKey{}, conn)
	}
	if http2 {
		web.StartTLS()
	} else {
		web.Start()
	}
	t.Cleanup(web.Close)
	return s, web
}

func get(t *testing.T, web *httptest.Server, path string) (*http.Response, string, error) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, web.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	answer, err := web.Client().Do(request)
	if err != nil {
		return nil, "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer, string(body), err
}

func TestOnlyTheNthMatchingRequestIsAnsweredByItsRule(t *testing.T) {
	_, web := serve(t, true, `{"rules":[
		{"match":{"path":"/api/*","query":["watch=1"]},"nth":2,"action":{"status":429,"headers":{"Retry-After":"7"}}},
		{"match":{"method":"GET"},"action":{"json":{"ok":true}}}]}`)
	for number, want := range []int{200, 429, 200} {
		answer, _, err := get(t, web, "/api/v1/secrets?watch=1")
		if err != nil || answer.StatusCode != want {
			t.Fatalf("request %d: %v %v, not %d", number+1, answer, err, want)
		}
	}
}

func TestABodyIsCutAfterTheWishedBytes(t *testing.T) {
	for _, http2 := range []bool{true, false} {
		for _, end := range []string{"cut", "rst", "halfClose"} {
			_, web := serve(t, http2, fmt.Sprintf(`{"rules":[{"action":{"body":"0123456789","cutAfter":4,"end":%q}}]}`, end))
			answer, body, err := get(t, web, "/")
			// Where the whole connection goes, Go's client may drop what it had not given out yet.
			isDropped := body == "" && (end == "rst" || http2 && end == "halfClose")
			if err == nil || body != "0123" && !isDropped || answer != nil && answer.ContentLength != 10 {
				t.Errorf("http2 %v, %s: body %q, error %v", http2, end, body, err)
			}
			if end == "rst" && !http2 && !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("rst came as %v", err)
			}
		}
	}
}

func TestAWatchEventIsOneLineHoweverTheScriptIsLaidOut(t *testing.T) {
	_, web := serve(t, true, `{"rules":[{"action":{"lines":[{
		"type": "ADDED"
	}]}}]}`)
	if _, body, err := get(t, web, "/"); err != nil || body != `{"type":"ADDED"}`+"\n" {
		t.Errorf("body %q, error %v", body, err)
	}
}

func TestATruncatedGzipBodyHasTheLengthItClaims(t *testing.T) {
	_, web := serve(t, true, `{"rules":[{"action":{"body":"aaaaaaaaaabbbbbbbbbb","gzipCut":6}}]}`)
	answer, body, err := get(t, web, "/")
	if err != nil || answer.ContentLength != int64(len(body)) || answer.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v, %d bytes, %v", answer, len(body), err)
	}
	reader, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(reader); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the gzip stream ended with %v", err)
	}
}

func TestAListComesInPagesAndExpiresWhereTheScriptSays(t *testing.T) {
	_, web := serve(t, true, `{"rules":[{"action":{"list":{"kind":"SecretList","apiVersion":"v1","resourceVersion":"5",
		"items":[{"n":0},{"n":1},{"n":2},{"n":3},{"n":4}],"expireAtPage":3,"inconsistent":true}}}]}`)
	seen, token, gone := 0, "", 0
	for range 10 {
		answer, body, err := get(t, web, "/api/v1/secrets?limit=2&continue="+token)
		if err != nil {
			t.Fatal(err)
		}
		page := struct {
			Metadata struct{ Continue string }
			Items    []struct{ N int }
		}{}
		if err := json.Unmarshal([]byte(body), &page); err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode == http.StatusGone {
			gone++
		}
		for _, item := range page.Items {
			if item.N != seen {
				t.Fatalf("item %d where %d was due", item.N, seen)
			}
			seen++
		}
		if token = page.Metadata.Continue; token == "" {
			break
		}
	}
	if seen != 5 || gone != 1 {
		t.Errorf("%d items, %d times 410", seen, gone)
	}
}

func TestTheProxyTearsAWatchLineAtEveryByte(t *testing.T) {
	const line = `{"type":"ADDED"}` + "\n"
	real := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) { io.WriteString(writer, line+line) }))
	t.Cleanup(real.Close)
	s, web := serve(t, true, fmt.Sprintf(`{"rules":[{"action":{"proxy":true,"tear":{"step":1,"times":%d}}}]}`, len(line)+1))
	target, err := connectUpstreamPlain(real)
	if err != nil {
		t.Fatal(err)
	}
	s.upstream = target
	for offset := range len(line) + 1 {
		if _, body, err := get(t, web, "/?watch=1"); err == nil || body != line[:offset] {
			t.Fatalf("tear %d: body %q, error %v", offset, body, err)
		}
	}
	if _, body, err := get(t, web, "/?watch=1"); err != nil || body != line+line {
		t.Errorf("after the last tear: body %q, error %v", body, err)
	}
}

func connectUpstreamPlain(real *httptest.Server) (*upstream, error) {
	request, err := http.NewRequest(http.MethodGet, real.URL, nil)
	if err != nil {
		return nil, err
	}
	return &upstream{request.URL, real.Client()}, nil
}

func TestTheLogTellsProtocolAndToken(t *testing.T) {
	_, web := serve(t, true, `{"rules":[{"action":{"json":{}}}]}`)
	request, err := http.NewRequest(http.MethodGet, web.URL+"/version?limit=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer planted")
	answer, err := web.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	_, body, err := get(t, web, "/-/requests")
	if err != nil {
		t.Fatal(err)
	}
	log := struct{ Requests []entry }{}
	if err := json.Unmarshal([]byte(body), &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Requests) != 1 || log.Requests[0].Protocol != "HTTP/2.0" || log.Requests[0].Query != "limit=1" || log.Requests[0].Headers["Authorization"] != "Bearer planted" {
		t.Errorf("logged %+v", log.Requests)
	}
}

func TestAMistypedScriptIsRefused(t *testing.T) {
	for _, text := range []string{`{"rules":[{"action":{"statsu":500}}]}`, `{"rules":[{"action":{"end":"bang"}}]}`, `{"rules":[{"action":{"tear":{"step":1}}}]}`} {
		if _, err := parseScript([]byte(text)); err == nil {
			t.Errorf("%s was taken", text)
		}
	}
}

func TestAFleetListsInPagesOfOneMomentAndWatchesWhatChangesAfterIt(t *testing.T) {
	f, err := newFleet("3,2,0", 1)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(f)
	t.Cleanup(web.Close)
	type object struct {
		Metadata struct{ Name, ResourceVersion, Continue string }
	}
	var page struct {
		object
		Items []object
	}
	seen := []string{}
	for _, path := range []string{"/api/v1/pods?limit=4", "/api/v1/pods?limit=4&continue=4"} {
		_, body, err := get(t, web, path)
		if err != nil || json.Unmarshal([]byte(body), &page) != nil {
			t.Fatalf("%s: %v %s", path, err, body)
		}
		for _, item := range page.Items {
			seen = append(seen, item.Metadata.Name)
		}
		f.lock.Lock()
		for range 50 {
			f.change()
		}
		f.lock.Unlock()
	}
	if len(seen) != 6 || page.Metadata.ResourceVersion != "1000" {
		t.Fatalf("pods %v at %s", seen, page.Metadata.ResourceVersion)
	}
	answer, err := web.Client().Get(web.URL + "/api/v1/nodes?watch=1&resourceVersion=1000")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var event struct {
		Type   string
		Object object
	}
	if err := json.NewDecoder(answer.Body).Decode(&event); err != nil || event.Type != "MODIFIED" || !strings.HasPrefix(event.Object.Metadata.Name, "gpu-") {
		t.Errorf("%+v %v", event, err)
	}
}
