// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// upgrades are what an engineer does to begin an upgrade of that component.
var upgrades = map[string]func(*sandbox, *client, string) error{
	"gpu": func(s *sandbox, api *client, version string) error {
		for _, driver := range s.nvidiaDrivers() {
			if err := api.request(context.Background(), http.MethodPatch, nvidiaDrivers+"/"+driver, object{"spec": object{"version": version}}, nil); err != nil {
				return err
			}
		}
		if len(s.nvidiaDrivers()) > 0 {
			return nil
		}
		change := step{version: "v25.10.1", values: []string{"driver.version=" + version}, extra: []string{"--reuse-values"}}
		return s.helm(context.Background(), rolloutReleases[0], false, change)
	},
	"ofed": func(s *sandbox, api *client, version string) error {
		for _, policy := range s.nicPolicies() {
			if err := api.request(context.Background(), http.MethodPatch, policy, object{"spec": object{"ofedDriver": object{"version": version}}}, nil); err != nil {
				return err
			}
		}
		return nil
	},
	"sriov": func(_ *sandbox, api *client, functions string) error {
		count, err := strconv.Atoi(functions)
		if err != nil || count < 0 || count > 16 {
			return fmt.Errorf("%q is no number of virtual functions from 0 to 16", functions)
		}
		return api.request(context.Background(), http.MethodPatch, sriovPolicies+"/ib-functions", object{"spec": object{"numVfs": count}}, nil)
	},
	"amd": func(_ *sandbox, api *client, version string) error {
		return api.request(context.Background(), http.MethodPatch, deviceConfigs+"/mi300x", object{"spec": object{"driver": object{"version": version}}}, nil)
	},
}

// upgradeDriver is `ctl upgrade COMPONENT VERSION`.
func (s *sandbox) upgradeDriver(arguments []string) error {
	if len(arguments) != 2 || upgrades[arguments[0]] == nil {
		return fmt.Errorf("upgrade takes one of %s and a version", strings.Join(slices.Sorted(maps.Keys(upgrades)), "|"))
	}
	if !s.has("rollout") {
		return errors.New("nothing drives nodes here; bring the sandbox up with --scenario rollout")
	}
	api, err := s.client()
	if err != nil {
		return err
	}
	if err := upgrades[arguments[0]](s, api, arguments[1]); err != nil {
		return err
	}
	return printLine(object{"component": arguments[0], "version": arguments[1]})
}
