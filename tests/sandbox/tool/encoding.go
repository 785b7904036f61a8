// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math/rand"
	"strings"
	"time"
)

// chartBody is the part of a release record that all revisions share: templates, values and files of the chart, about 400 kB of JSON.
// It is compressed once; a deflate stream may be continued at a byte boundary, so each record is three pieces of one gzip member
// and costs a few milliseconds instead of thirty.
type chartBody struct {
	name    string
	text    []byte
	deflate []byte
}

// templatesOfBody is chosen so that the Secret's data is about 110 kB, as of the real gpu-operator chart.
const templatesOfBody = 34

func newChartBody(seed int64) *chartBody {
	random := rand.New(rand.NewSource(seed))
	names := []string{"inference-gateway", "feature-store", "job-queue", "model-registry", "trace-collector", "object-cache", "notebook-hub", "data-loader"}
	body := &chartBody{name: names[int(seed)%len(names)]}
	templates := []object{}
	for i := range templatesOfBody {
		templates = append(templates, object{
			"name": fmt.Sprintf("templates/%02d-%s.yaml", i, body.name),
			"data": base64.StdEncoding.EncodeToString([]byte(templateText(random, 8200))),
		})
	}
	values := object{}
	for i := range 60 {
		values[fmt.Sprintf("option%02d", i)] = object{"enabled": i%2 == 0, "image": hex(random, 24), "replicas": i % 5}
	}
	body.text = fmt.Appendf(nil, `"lock":null,"templates":%s,"values":%s,"schema":null,"files":[]`, mustJSON(templates), mustJSON(values))
	body.deflate = deflate(body.text, false)
	return body
}

// templateText looks like a chart's template and compresses like one: a small vocabulary, now and then something random.
func templateText(random *rand.Rand, size int) string {
	words := []string{"metadata:", "labels:", "spec:", "containers:", "- name:", "image:", "env:", "valueFrom:", "{{- if .Values.enabled }}", "{{- end }}",
		"resources:", "limits:", "nvidia.com/gpu:", "volumeMounts:", "mountPath:", "readOnly: true", "{{ include \"chart.labels\" . | nindent 4 }}", "ports:",
		"containerPort:", "description: the wished state of the operand", "type: string", "properties:", "x-kubernetes-list-type: atomic", "required:"}
	text := strings.Builder{}
	for text.Len() < size {
		text.WriteString(strings.Repeat(" ", 2*random.Intn(8)))
		text.WriteString(words[random.Intn(len(words))])
		if random.Intn(2) == 0 {
			text.WriteString(" " + hex(random, 6+random.Intn(10)))
		}
		text.WriteByte('\n')
	}
	return text.String()
}

func hex(random *rand.Rand, length int) string {
	bytes := make([]byte, length/2)
	random.Read(bytes)
	return fmt.Sprintf("%x", bytes)
}

func mustJSON(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // maps, strings and numbers only
	}
	return text
}

// deflate compresses text as a piece of a raw deflate stream that ends at a byte boundary; the last piece also ends the stream.
func deflate(text []byte, last bool) []byte {
	buffer := &bytes.Buffer{}
	writer, err := flate.NewWriter(buffer, flate.BestCompression)
	if err != nil {
		panic(err) // only for an unknown level
	}
	writer.Write(text)
	if last {
		writer.Close()
	} else {
		writer.Flush()
	}
	return buffer.Bytes()
}

// compress gives the gzip stream of the record's JSON (helm/helm:pkg/release/v1/release.go), fields in helm's order.
func (r record) compress(body *chartBody) ([]byte, error) {
	version := r.chartVersion()
	info := object{
		"first_deployed": r.first.Format(time.RFC3339Nano),
		"last_deployed":  r.updated().Format(time.RFC3339Nano),
		"deleted":        "",
		"description":    "Upgrade complete",
		"status":         r.status(),
		"notes":          fmt.Sprintf("%s %s is installed in %s.\n", body.name, version, r.namespace),
	}
	if r.revision == 1 {
		info["description"] = "Install complete"
	}
	metadata := object{"apiVersion": "v2", "name": body.name, "version": version, "appVersion": "v" + version, "type": "application",
		"home": "https://charts.example/" + body.name, "description": "A workload of a tenant"}
	config := object{"replicas": 1 + r.revision%4, "image": object{"tag": "v" + version}, "auth": object{"token": fmt.Sprintf("sandbox-token-%04d-%d", r.number, r.revision)}}
	manifest := fmt.Sprintf("---\n# Source: %[1]s/templates/00-%[1]s.yaml\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: %[2]s\n  namespace: %[3]s\nspec:\n"+
		"  replicas: %[4]d\n  selector:\n    matchLabels: {app: %[2]s}\n  template:\n    metadata:\n      labels: {app: %[2]s}\n    spec:\n      containers:\n"+
		"        - name: main\n          image: registry.example/%[1]s:v%[5]s\n", body.name, r.name, r.namespace, 1+r.revision%4, version)
	head := fmt.Appendf(nil, `{"name":%s,"info":%s,"chart":{"metadata":%s,`, mustJSON(r.name), mustJSON(info), mustJSON(metadata))
	tail := fmt.Appendf(nil, `},"config":%s,"manifest":%s,"version":%d,"namespace":%s}`, mustJSON(config), mustJSON(manifest), r.revision, mustJSON(r.namespace))

	stream := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255} // RFC 1952: deflate, no flags, no time, best compression, unknown system
	check, size := uint32(0), 0
	for _, piece := range []struct{ text, deflate []byte }{{head, deflate(head, false)}, {body.text, body.deflate}, {tail, deflate(tail, true)}} {
		stream = append(stream, piece.deflate...)
		check = crc32.Update(check, crc32.IEEETable, piece.text)
		size += len(piece.text)
	}
	stream = binary.LittleEndian.AppendUint32(stream, check)
	return binary.LittleEndian.AppendUint32(stream, uint32(size)), nil
}
