// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// answer plays a scripted action.
func (s *server) answer(writer http.ResponseWriter, request *http.Request, a *action) {
	if !wait(request, a.DelayMs) {
		return
	}
	status, body := a.Status, []byte(a.Body)
	switch {
	case a.JSON != nil:
		body = a.JSON
	case a.List != nil:
		status, body = a.List.page(request, a.Status)
	}
	if status == 0 {
		status = http.StatusOK
	}
	out := newShaper(writer, request, a)
	switch {
	case a.GzipBomb > 0:
		out.head(status, "application/json", "gzip", -1)
		compressor, _ := gzip.NewWriterLevel(out, gzip.BestSpeed)
		bomb(compressor, a.GzipBomb)
	case a.Lines != nil:
		out.head(status, "application/json", "", -1)
		for _, line := range a.Lines {
			if !wait(request, a.LineDelayMs) {
				return
			}
			compact := &bytes.Buffer{}
			if err := json.Compact(compact, line); err != nil {
				break
			}
			compact.WriteByte('\n')
			if _, err := out.Write(compact.Bytes()); err != nil {
				break
			}
		}
	case a.Gzip || a.GzipCut > 0:
		compressed := &bytes.Buffer{}
		compressor := gzip.NewWriter(compressed)
		compressor.Write(body)
		compressor.Close()
		body = compressed.Bytes()[:max(0, compressed.Len()-a.GzipCut)]
		out.head(status, "application/json", "gzip", len(body))
		out.Write(body)
	default:
		out.head(status, "application/json", "", len(body))
		out.Write(body)
	}
	out.end()
}

// bomb writes a JSON list of so many bytes, nearly all of them blanks.
func bomb(compressor *gzip.Writer, size int64) {
	io.WriteString(compressor, `{"kind":"SecretList","apiVersion":"v1","metadata":{},"items":[`)
	blanks := bytes.Repeat([]byte(" "), 1<<20)
	for left := size; left > 0; left -= int64(len(blanks)) {
		if _, err := compressor.Write(blanks[:min(left, int64(len(blanks)))]); err != nil {
			return
		}
	}
	io.WriteString(compressor, "]}")
	compressor.Close()
}

// wait returns false when the client went away meanwhile.
func wait(request *http.Request, ms int) bool {
	if ms <= 0 {
		return request.Context().Err() == nil
	}
	select {
	case <-time.After(milliseconds(ms)):
		return true
	case <-request.Context().Done():
		return false
	}
}

// shaper writes a body in the pieces, at the pace and with the end its action asks for.
type shaper struct {
	writer  http.ResponseWriter
	request *http.Request
	action  *action
	left    int // bytes until the cut, -1 for none
}

func newShaper(writer http.ResponseWriter, request *http.Request, a *action) *shaper {
	out := &shaper{writer: writer, request: request, action: a, left: -1}
	if a.CutAfter != nil {
		out.left = *a.CutAfter
	}
	return out
}

// head sends status and headers; a length below 0 means unknown.
func (o *shaper) head(status int, contentType, encoding string, length int) {
	header := o.writer.Header()
	header.Set("Content-Type", contentType)
	if o.action.ContentType != "" {
		header.Set("Content-Type", o.action.ContentType)
	}
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	if o.action.ContentLength != nil {
		length = *o.action.ContentLength
	}
	if length >= 0 {
		header.Set("Content-Length", strconv.Itoa(length))
	}
	for name, value := range o.action.Headers {
		header.Set(name, value)
	}
	o.writer.WriteHeader(status)
	o.flush()
}

func (o *shaper) flush() { http.NewResponseController(o.writer).Flush() }

// Write fails with io.ErrClosedPipe once the cut is reached or the client is gone.
func (o *shaper) Write(bytes []byte) (int, error) {
	written := 0
	for written < len(bytes) {
		size := len(bytes) - written
		if o.action.Chunk > 0 {
			size = min(size, o.action.Chunk)
		}
		if o.action.BytesPerSecond > 0 {
			size = min(size, max(1, o.action.BytesPerSecond/20))
		}
		if o.left >= 0 {
			size = min(size, o.left)
		}
		if size == 0 {
			return written, io.ErrClosedPipe
		}
		count, err := o.writer.Write(bytes[written : written+size])
		written += count
		if o.left >= 0 {
			o.left -= count
		}
		if err != nil {
			return written, err
		}
		o.flush()
		pause := o.action.ChunkDelayMs
		if o.action.BytesPerSecond > 0 {
			pause += 1000 * size / o.action.BytesPerSecond
		}
		if !wait(o.request, pause) {
			return written, io.ErrClosedPipe
		}
	}
	return written, nil
}

// end ends the answer as the action says. It does not return normally for "cut".
func (o *shaper) end() {
	o.flush()
	switch o.action.End {
	case "cut":
		panic(http.ErrAbortHandler) // RST_STREAM in HTTP/2, a closed connection in HTTP/1.1
	case "rst":
		if conn := rawConnection(o.request); conn != nil {
			conn.SetLinger(0)
			conn.Close()
		}
		panic(http.ErrAbortHandler)
	case "halfClose":
		if conn := rawConnection(o.request); conn != nil {
			conn.CloseWrite()
		}
		<-o.request.Context().Done()
	case "stall":
		<-o.request.Context().Done()
	}
}

func rawConnection(request *http.Request) *net.TCPConn {
	conn, _ := request.Context().Value(connectionKey{}).(net.Conn)
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	raw, _ := conn.(*net.TCPConn)
	return raw
}
