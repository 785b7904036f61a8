// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"net/http"

	"golang.org/x/net/http/httpguts"
)

// validHeaders refuses what net/http's transport, which a request meets after client-go, refuses.
func validHeaders(headers http.Header) error {
	for name, values := range headers {
		if !httpguts.ValidHeaderFieldName(name) {
			return fmt.Errorf("invalid header field name %q", name)
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return fmt.Errorf("invalid header field value for %q", name)
			}
		}
	}
	return nil
}
