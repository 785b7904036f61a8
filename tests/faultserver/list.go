// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// list serves its items in pages as `limit` and `continue` ask, like an API server.
type list struct {
	Kind            string            `json:"kind"`
	APIVersion      string            `json:"apiVersion"`
	ResourceVersion string            `json:"resourceVersion"`
	Items           []json.RawMessage `json:"items"`
	// ExpireAtPage answers that page (from 2) with 410 Expired; with Inconsistent the answer offers a token to go on with, as kube-apiserver does.
	ExpireAtPage int  `json:"expireAtPage"`
	Inconsistent bool `json:"inconsistent"`
}

// page gives the status and body for one request. A continue token is "FROM" or "FROM!" (inconsistent continuation).
func (l *list) page(request *http.Request, status int) (int, []byte) {
	token := request.URL.Query().Get("continue")
	limit, err := strconv.Atoi(request.URL.Query().Get("limit"))
	if err != nil || limit <= 0 {
		limit = len(l.Items)
	}
	from, inconsistent := 0, false
	if token != "" {
		if last := len(token) - 1; token[last] == '!' {
			token, inconsistent = token[:last], true
		}
		if from, err = strconv.Atoi(token); err != nil || from < 0 || from > len(l.Items) {
			return http.StatusBadRequest, statusObject(http.StatusBadRequest, "BadRequest", "continue key is not valid", "")
		}
	}
	if l.ExpireAtPage > 1 && limit > 0 && from/limit+1 == l.ExpireAtPage && !inconsistent {
		offered := ""
		if l.Inconsistent {
			offered = token + "!"
		}
		return http.StatusGone, statusObject(http.StatusGone, "Expired", "The provided continue parameter is too old to display a consistent list result.", offered)
	}
	to := min(from+limit, len(l.Items))
	metadata := map[string]any{"resourceVersion": l.ResourceVersion}
	if to < len(l.Items) {
		metadata["continue"] = strconv.Itoa(to)
		metadata["remainingItemCount"] = len(l.Items) - to
	}
	body, err := json.Marshal(map[string]any{"kind": l.Kind, "apiVersion": l.APIVersion, "metadata": metadata, "items": append([]json.RawMessage{}, l.Items[from:to]...)})
	if err != nil {
		return http.StatusInternalServerError, statusObject(http.StatusInternalServerError, "InternalError", err.Error(), "")
	}
	return status, body
}

func statusObject(code int, reason, message, token string) []byte {
	return fmt.Appendf(nil, `{"kind":"Status","apiVersion":"v1","metadata":{"continue":%q},"status":"Failure","message":%q,"reason":%q,"code":%d}`, token, message, reason, code)
}
