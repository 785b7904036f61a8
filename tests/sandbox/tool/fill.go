// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"time"
)

// namespacesOfFill is how many namespaces the added releases are spread over.
const namespacesOfFill = 10

// fill adds R releases of V revisions, written straight to the API as helm would have stored them.
func fill(arguments []string) error {
	flags := flag.NewFlagSet("fill", flag.ContinueOnError)
	name := flags.String("name", "default", "name of the sandbox")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	releases, err1 := strconv.Atoi(flags.Arg(0))
	revisions, err2 := strconv.Atoi(flags.Arg(1))
	if err1 != nil || err2 != nil || flags.NArg() != 2 || releases < 1 || revisions < 1 {
		return errors.New("usage: fill [--name X] RELEASES REVISIONS")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return locked(*name, func(s *sandbox) error {
		begin := time.Now()
		bytes, err := s.fill(ctx, releases, revisions)
		if err != nil {
			return err
		}
		s.Filled += releases
		return printLine(object{"releases": releases, "revisions": revisions, "secrets": releases * revisions,
			"secretBytes": bytes, "seconds": time.Since(begin).Seconds()})
	})
}

// fill returns the size of the Secrets' data in bytes.
func (s *sandbox) fill(ctx context.Context, releases, revisions int) (int64, error) {
	api, err := s.client()
	if err != nil {
		return 0, err
	}
	for i := range min(namespacesOfFill, releases) {
		if err := api.create(ctx, "/api/v1/namespaces", object{"metadata": object{"name": fmt.Sprintf("fill-%d", i)}}); err != nil {
			return 0, err
		}
	}
	bodies := make([]*chartBody, 8)
	for i := range bodies {
		bodies[i] = newChartBody(int64(i))
	}
	sizes := make([]int64, releases*revisions)
	now := time.Now().UTC()
	err = inParallel(releases*revisions, 8, func(i int) error {
		number := s.Filled + i/revisions
		record := record{
			name:      fmt.Sprintf("app-%04d", number),
			namespace: fmt.Sprintf("fill-%d", (i/revisions)%min(namespacesOfFill, releases)),
			revision:  1 + i%revisions,
			newest:    revisions,
			number:    number,
			first:     now.AddDate(0, 0, -revisions).Add(-time.Duration(number) * time.Minute),
		}
		secret, size, err := record.secret(bodies[number%len(bodies)])
		if err != nil {
			return err
		}
		sizes[i] = int64(size)
		return api.create(ctx, "/api/v1/namespaces/"+record.namespace+"/secrets", secret)
	})
	total := int64(0)
	for _, size := range sizes {
		total += size
	}
	return total, err
}

// record is one revision of an added release.
type record struct {
	name, namespace          string
	revision, newest, number int
	first                    time.Time
}

func (r record) status() string {
	if r.revision == r.newest {
		return "deployed"
	}
	return "superseded"
}

// updated is when this revision was deployed: one a day.
func (r record) updated() time.Time { return r.first.AddDate(0, 0, r.revision-1) }

func (r record) chartVersion() string {
	return fmt.Sprintf("%d.%d.%d", 1+r.number%4, r.revision/3, r.revision%3)
}

// secret is the Secret helm's storage driver would write (helm/helm:pkg/storage/driver/secrets.go newSecretsObject), as JSON,
// and the size of its data.
func (r record) secret(body *chartBody) ([]byte, int, error) {
	compressed, err := r.compress(body)
	if err != nil {
		return nil, 0, err
	}
	inner := base64.StdEncoding.EncodeToString(compressed)
	created := strconv.FormatInt(r.updated().Unix(), 10)
	labels := map[string]string{"owner": "helm", "name": r.name, "status": r.status(), "version": strconv.Itoa(r.revision), "createdAt": created}
	if r.status() != "deployed" {
		labels["modifiedAt"] = strconv.FormatInt(r.updated().AddDate(0, 0, 1).Unix(), 10)
	}
	text, err := json.Marshal(object{
		"apiVersion": "v1",
		"kind":       "Secret",
		"type":       "helm.sh/release.v1",
		"metadata": object{
			"name":      fmt.Sprintf("sh.helm.release.v1.%s.v%d", r.name, r.revision),
			"namespace": r.namespace,
			"labels":    labels,
		},
		"data": object{"release": base64.StdEncoding.EncodeToString([]byte(inner))},
	})
	return text, len(inner), err
}
