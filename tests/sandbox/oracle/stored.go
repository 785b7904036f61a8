// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/json"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// oneSecret is a namespace in which every Secret is the one asked about.
type oneSecret struct {
	corev1.SecretInterface
	object []byte
}

func (s *oneSecret) Get(context.Context, string, metav1.GetOptions) (*v1.Secret, error) {
	read := &v1.Secret{}
	return read, json.Unmarshal(s.object, read)
}

// oneConfigMap is the same for ConfigMaps.
type oneConfigMap struct {
	corev1.ConfigMapInterface
	object []byte
}

func (c *oneConfigMap) Get(context.Context, string, metav1.GetOptions) (*v1.ConfigMap, error) {
	read := &v1.ConfigMap{}
	return read, json.Unmarshal(c.object, read)
}

func moment(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Truncate(time.Millisecond).Format("2006-01-02T15:04:05.000Z07:00")
}
