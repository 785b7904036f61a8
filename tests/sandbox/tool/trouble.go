// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"
)

// undo takes one change of a trouble back.
type undo struct {
	Path   string          `json:"path"` // of the API object or the file
	Part   string          `json:"part"` // see the constants
	Before json.RawMessage `json:"before"`
}

const (
	partStatus   = "status"   // Before is the object's status
	partMetadata = "metadata" // Before is its labels and annotations, and whether a node was cordoned
	partObject   = "object"   // it was not there before
	partFile     = "file"     // neither was that
)

// troubleAge is how long a trouble is on already when it is made: most of what it looks like for a minute is nothing to speak of.
const troubleAge = 30 * time.Minute

// trouble is one being made: the objects of the cluster are brought to what its components would have written. The first error ends it.
type trouble struct {
	ctx   context.Context
	s     *sandbox
	api   *client
	pods  []object
	since string
	now   string
	nodes []string // where it is; empty when it is bound to none
	err   error
}

// makeTrouble begins the named one; the operators and kubelets hold still meanwhile, for they would heal it.
func (s *sandbox) makeTrouble(arguments []string) error {
	if len(arguments) == 0 {
		return printLine(object{"troubles": slices.Sorted(maps.Keys(troubles))})
	}
	begin, known := troubles[arguments[0]]
	switch {
	case len(arguments) > 1 || !known:
		return fmt.Errorf("trouble takes one of %s", strings.Join(slices.Sorted(maps.Keys(troubles)), ", "))
	case s.Trouble != "":
		return fmt.Errorf("%s is on; end it with mend", s.Trouble)
	case !s.has("platform") || !s.has("sriov"):
		return errors.New("troubles need the scenarios platform and sriov")
	}
	api, err := s.client()
	if err != nil {
		return err
	}
	for _, operator := range s.operators() {
		if err := s.Processes[operator.process].signal(syscall.SIGSTOP); err != nil {
			return fmt.Errorf("%s: %w", operator.process, err)
		}
	}
	now := time.Now().UTC()
	t := &trouble{ctx: context.Background(), s: s, api: api, nodes: []string{},
		since: now.Add(-troubleAge).Format(time.RFC3339), now: now.Format(time.RFC3339)}
	s.Trouble = arguments[0]
	t.forgetWarnings()
	t.readPods()
	begin(t)
	if t.err != nil {
		return fmt.Errorf("%s: %w", s.Trouble, t.err)
	}
	return printLine(object{"trouble": s.Trouble, "nodes": t.nodes})
}

// mendTrouble takes every change back, the last one first. The kubelets and operators begin anew: woken, they would act on what they have missed,
// one thing after the other, for a moment as if the trouble were still on, and the next one would hold them there. So would operators that come
// before the DaemonSets are counted anew.
func (s *sandbox) mendTrouble() error {
	api, err := s.client()
	if err != nil {
		return err
	}
	for len(s.Undo) > 0 {
		last := len(s.Undo) - 1
		if err := s.takeBack(context.Background(), api, s.Undo[last]); err != nil {
			return fmt.Errorf("%s: %w", s.Undo[last].Path, err)
		}
		s.Undo = s.Undo[:last]
	}
	mended := s.Trouble
	s.Trouble = ""
	for _, operator := range s.operators() {
		err := s.Processes[operator.process].end(syscall.SIGKILL)
		if err == nil {
			err = s.start(operator.process)
		}
		if err == nil && operator.process == "kubelets" { // the first
			err = awaitDaemonSets(context.Background(), api)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", operator.process, err)
		}
	}
	return printLine(object{"mended": mended})
}

// awaitDaemonSets waits for every DaemonSet's pods to be ready and counted.
func awaitDaemonSets(ctx context.Context, api *client) error {
	return until(ctx, "daemonsets", func() error {
		sets := struct {
			Items []struct {
				Metadata struct {
					Name       string
					Generation int64
				}
				Status struct {
					ObservedGeneration                  int64
					NumberReady, DesiredNumberScheduled int
				}
			}
		}{}
		if err := api.request(ctx, http.MethodGet, "/apis/apps/v1/daemonsets", nil, &sets); err != nil {
			return err
		}
		for _, set := range sets.Items {
			if set.Status.ObservedGeneration != set.Metadata.Generation || set.Status.NumberReady != set.Status.DesiredNumberScheduled {
				return fmt.Errorf("%s has %d of %d pods ready", set.Metadata.Name, set.Status.NumberReady, set.Status.DesiredNumberScheduled)
			}
		}
		return nil
	})
}

// takeBack restores what was there; an object that is gone meanwhile needs nothing.
func (s *sandbox) takeBack(ctx context.Context, api *client, u undo) error {
	var err error
	switch u.Part {
	case partFile:
		if err = os.Remove(u.Path); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	case partObject:
		err = api.request(ctx, http.MethodDelete, u.Path, object{"gracePeriodSeconds": 0}, nil)
	default:
		before := object{}
		if err := json.Unmarshal(u.Before, &before); err != nil {
			return err
		}
		err = api.rewrite(ctx, u.Path, u.Part, func(now object) { setPart(now, u.Part, before) })
	}
	if hasCode(err, http.StatusNotFound) {
		return nil
	}
	return err
}

// partOf and setPart: what an undo keeps of an object.
func partOf(o object, part string) object {
	if part == partStatus {
		status, _ := o["status"].(object)
		return status
	}
	metadata, kept := o["metadata"].(object), object{}
	for _, key := range []string{"labels", "annotations"} {
		if values, found := metadata[key]; found {
			kept[key] = values
		}
	}
	if spec, found := o["spec"].(object); found && o["kind"] == "Node" {
		kept["unschedulable"] = spec["unschedulable"] == true
	}
	return kept
}

func setPart(o object, part string, kept object) {
	if part == partStatus {
		o["status"] = kept
		return
	}
	metadata := o["metadata"].(object)
	for _, key := range []string{"labels", "annotations"} {
		delete(metadata, key)
		if values, found := kept[key]; found {
			metadata[key] = values
		}
	}
	if cordoned, found := kept["unschedulable"]; found {
		o["spec"].(object)["unschedulable"] = cordoned
	}
}

// rewrite reads an object, edits it and writes it back, its status or all else; again where somebody was quicker.
func (c *client) rewrite(ctx context.Context, path, part string, edit func(object)) error {
	for {
		read := object{}
		if err := c.request(ctx, http.MethodGet, path, nil, &read); err != nil {
			return err
		}
		edit(read)
		target := path
		if part == partStatus {
			target += "/status"
		}
		if err := c.request(ctx, http.MethodPut, target, read, nil); !hasCode(err, http.StatusConflict) {
			return err
		}
	}
}

// change edits one part of an object until the trouble is mended.
func (t *trouble) change(path, part string, edit func(object)) {
	if t.err != nil {
		return
	}
	var before []byte
	err := t.api.rewrite(t.ctx, path, part, func(o object) {
		before = mustJSON(partOf(o, part))
		edit(o)
	})
	if err != nil {
		t.err = fmt.Errorf("%s: %w", path, err)
		return
	}
	t.s.Undo = append(t.s.Undo, undo{path, part, before})
}

// create makes an object that goes again.
func (t *trouble) create(collection string, body object) {
	if t.err != nil {
		return
	}
	metadata, created := body["metadata"].(object), object{}
	name := metadata["name"].(string)
	if err := t.api.request(t.ctx, http.MethodPost, collection, body, &created); err != nil {
		t.err = fmt.Errorf("%s %s: %w", collection, name, err)
		return
	}
	metadata["uid"] = created["metadata"].(object)["uid"]
	t.s.Undo = append(t.s.Undo, undo{Path: collection + "/" + name, Part: partObject})
}

// on notes that the trouble is on that node.
func (t *trouble) on(node string) string {
	if !slices.Contains(t.nodes, node) {
		t.nodes = append(t.nodes, node)
	}
	return node
}

// await gives up with what is missing.
func (t *trouble) await(what string, check func() error) {
	if t.err == nil {
		t.err = until(t.ctx, what, check)
	}
}
