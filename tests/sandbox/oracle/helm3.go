// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/json"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/cli/values"
	rspb "helm.sh/helm/v3/pkg/release"
	"helm.sh/helm/v3/pkg/storage/driver"
)

func (q *question) values3() (answer, error) {
	paths, remove, err := q.files()
	if err != nil {
		return answer{}, err
	}
	defer remove()
	options := values.Options{ValueFiles: paths}
	merged, err := options.MergeValues(nil)
	if err != nil || len(q.Chart) == 0 {
		return answer{Values: merged}, err
	}
	loaded, err := loader.LoadArchive(bytes.NewReader(q.Chart))
	if err != nil {
		return answer{}, err
	}
	return answer{Values: merged, ChartValues: loaded.Values}, nil
}

func (q *question) stored3() (*rspb.Release, error) {
	if q.Storage == "configmap" {
		return driver.NewConfigMaps(&oneConfigMap{object: q.Object}).Get("asked")
	}
	return driver.NewSecrets(&oneSecret{object: q.Object}).Get("asked")
}

func (q *question) record3() (answer, error) {
	stored, err := q.stored3()
	if err != nil {
		return answer{}, err
	}
	told := &release{
		Name: stored.Name, Namespace: stored.Namespace, Version: stored.Version, Manifest: stored.Manifest,
		Config: stored.Config, Labels: stored.Labels,
	}
	if info := stored.Info; info != nil {
		told.Status = info.Status.String()
		told.Description = info.Description
		told.Notes = info.Notes
		told.FirstDeployed = moment(info.FirstDeployed.Time)
		told.LastDeployed = moment(info.LastDeployed.Time)
	}
	if stored.Chart != nil {
		told.ChartValues = stored.Chart.Values
		if metadata := stored.Chart.Metadata; metadata != nil {
			told.ChartName = metadata.Name
			told.ChartVersion = metadata.Version
			told.AppVersion = metadata.AppVersion
			told.Home = metadata.Home
			told.Icon = metadata.Icon
			told.Sources = metadata.Sources
			told.Deprecated = metadata.Deprecated
		}
	}
	for _, hook := range stored.Hooks {
		text, err := json.Marshal(hook)
		if err != nil {
			return answer{}, err
		}
		told.Hooks = append(told.Hooks, string(text))
	}
	return answer{Release: told}, nil
}
