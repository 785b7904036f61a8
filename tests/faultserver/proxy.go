// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/url"
)

// upstream is the real API server behind the action proxy.
type upstream struct {
	url    *url.URL
	client *http.Client
}

func connectUpstream(address string, authority []byte, pair tls.Certificate) (*upstream, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(authority) {
		return nil, errors.New("--upstream-ca holds no certificate")
	}
	return &upstream{target, &http.Client{
		Transport: &http.Transport{
			ForceAttemptHTTP2:  true,
			DisableCompression: true, // the client's Accept-Encoding goes through as it is
			TLSClientConfig:    &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// forward sends the request upstream, as upstream's client, and hands the answer through shaped, torn and ended as the action says.
func (s *server) forward(writer http.ResponseWriter, request *http.Request, a *action) {
	if !wait(request, a.DelayMs) {
		return
	}
	target := *request.URL
	target.Scheme, target.Host = s.upstream.url.Scheme, s.upstream.url.Host
	onward, err := http.NewRequestWithContext(request.Context(), request.Method, target.String(), request.Body)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusBadGateway)
		return
	}
	onward.ContentLength = request.ContentLength
	for _, name := range []string{"Accept", "Accept-Encoding", "Content-Type", "User-Agent"} {
		if value := request.Header.Get(name); value != "" {
			onward.Header.Set(name, value)
		}
	}
	answer, err := s.upstream.client.Do(onward)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	for _, name := range []string{"Audit-Id", "Content-Encoding", "Date", "Retry-After", "Warning"} {
		if value := answer.Header.Get(name); value != "" {
			writer.Header().Set(name, value)
		}
	}
	body, end := io.Reader(answer.Body), *a
	if a.Tear != nil {
		body, end = s.tearing(answer.Body, a)
	}
	out := newShaper(writer, request, &end)
	length := -1
	if answer.ContentLength >= 0 && a.Tear == nil {
		length = int(answer.ContentLength)
	}
	out.head(answer.StatusCode, answer.Header.Get("Content-Type"), "", length)
	copyFlushing(out, body)
	out.end()
}

// copyFlushing copies as the bytes come: a watch must not wait for a full buffer.
func copyFlushing(out io.Writer, body io.Reader) {
	buffer := make([]byte, 32<<10)
	for {
		count, err := body.Read(buffer)
		if count > 0 {
			if _, err := out.Write(buffer[:count]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// tearing reads the first line of the stream and gives only its part before the tear; "cut" is how it ends unless the action says otherwise.
// A stream beyond the last tear is given whole.
func (s *server) tearing(stream io.Reader, a *action) (io.Reader, action) {
	s.lock.Lock()
	number := a.Tear.torn
	if a.Tear.Times != 0 && number >= a.Tear.Times {
		s.lock.Unlock()
		whole := *a
		whole.End = ""
		return stream, whole
	}
	a.Tear.torn++
	s.lock.Unlock()
	torn := *a
	if torn.End == "" {
		torn.End = "cut"
	}
	line := &firstLine{reader: bufio.NewReaderSize(stream, 64<<10), offset: func(length int) int {
		if a.Tear.Step > 0 {
			return number * a.Tear.Step % (length + 1)
		}
		s.lock.Lock()
		defer s.lock.Unlock()
		return s.random.Intn(length + 1)
	}}
	return line, torn
}

// firstLine gives the bytes of the stream's first line up to offset(its length), then io.EOF.
type firstLine struct {
	reader *bufio.Reader
	offset func(length int) int
	part   []byte
	read   bool
}

func (l *firstLine) Read(into []byte) (int, error) {
	if !l.read {
		line, err := l.reader.ReadBytes('\n')
		if err != nil {
			return 0, err // the server ended the stream itself, before any whole line
		}
		l.part, l.read = line[:l.offset(len(line))], true
	}
	if len(l.part) == 0 {
		return 0, io.EOF
	}
	count := copy(into, l.part)
	l.part = l.part[count:]
	return count, nil
}
