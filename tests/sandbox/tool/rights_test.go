// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"slices"
	"testing"
)

func TestTheDocumentedRoleReadsOnlyAndNamesWhatItReads(t *testing.T) {
	role, err := roleOf("..", "reader")
	if err != nil {
		t.Fatal(err)
	}
	if name := role["metadata"].(object)["name"]; name != "chartroom-reader" {
		t.Errorf("it is called %v", name)
	}
	for _, rule := range role["rules"].([]object) {
		for _, part := range []string{"apiGroups", "resources", "verbs"} {
			words, isList := rule[part].([]any)
			if !isList || len(words) == 0 || slices.Contains(words, "*") {
				t.Errorf("%s of %v", part, rule)
			}
			for _, word := range words {
				if part == "verbs" && !slices.Contains([]any{"get", "list", "watch"}, word) {
					t.Errorf("%v is more than reading: %v", word, rule)
				}
			}
		}
	}
}
