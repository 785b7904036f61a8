// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"testing"
	"time"
)

// decode reads a Secret as helm does: two layers of base64, gzip, JSON.
func decode(t *testing.T, text []byte) (secret struct {
	Type     string
	Metadata struct {
		Name   string
		Labels map[string]string
	}
	Data map[string][]byte
}, release object) {
	t.Helper()
	if err := json.Unmarshal(text, &secret); err != nil {
		t.Fatal(err)
	}
	compressed, err := base64.StdEncoding.DecodeString(string(secret.Data["release"]))
	if err != nil {
		t.Fatal(err)
	}
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	reader.Multistream(false)
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(plain, &release); err != nil {
		t.Fatal(err)
	}
	return secret, release
}

func TestAFilledRevisionReadsBackAsHelmWouldReadIt(t *testing.T) {
	r := record{name: "app-0007", namespace: "fill-3", revision: 2, newest: 3, number: 7, first: time.Unix(1_760_000_000, 0).UTC()}
	text, size, err := r.secret(newChartBody(1))
	if err != nil {
		t.Fatal(err)
	}
	secret, release := decode(t, text)
	if secret.Type != "helm.sh/release.v1" || secret.Metadata.Name != "sh.helm.release.v1.app-0007.v2" {
		t.Errorf("type %q, name %q", secret.Type, secret.Metadata.Name)
	}
	for label, want := range map[string]string{"owner": "helm", "name": "app-0007", "version": "2", "status": "superseded", "createdAt": "1760086400", "modifiedAt": "1760172800"} {
		if got := secret.Metadata.Labels[label]; got != want {
			t.Errorf("label %s is %q, not %q", label, got, want)
		}
	}
	if release["name"] != "app-0007" || release["namespace"] != "fill-3" || release["version"] != 2.0 {
		t.Errorf("record of %v/%v version %v", release["namespace"], release["name"], release["version"])
	}
	if status := release["info"].(object)["status"]; status != "superseded" {
		t.Errorf("status is %v", status)
	}
	if size < 100_000 || size > 120_000 {
		t.Errorf("the Secret holds %d bytes, not about 110 kB", size)
	}
}

func TestOnlyTheNewestFilledRevisionIsDeployed(t *testing.T) {
	for revision, want := range map[int]string{1: "superseded", 2: "superseded", 3: "deployed"} {
		if got := (record{revision: revision, newest: 3}).status(); got != want {
			t.Errorf("revision %d is %s, not %s", revision, got, want)
		}
	}
}

func TestMergeRemovesNullAndKeepsItsBase(t *testing.T) {
	base := object{"a": object{"b": 1, "c": 2}, "d": 3}
	merged := merge(base, object{"a": object{"b": nil, "e": 4}, "d": 5})
	if got, want := string(mustJSON(merged)), `{"a":{"c":2,"e":4},"d":5}`; got != want {
		t.Errorf("merged to %s, not %s", got, want)
	}
	if got, want := string(mustJSON(base)), `{"a":{"b":1,"c":2},"d":3}`; got != want {
		t.Errorf("base became %s", got)
	}
}
