// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sigs.k8s.io/yaml"
)

// chartSource is charts/NAME/chart.yaml: what all versions share, and what each version changes.
type chartSource struct {
	// Chart is Chart.yaml without version and appVersion.
	Chart object `json:"chart"`
	// Versions are merged into Chart and values.yaml, oldest first; each builds on the one before, null removes a key.
	Versions []struct {
		Version string   `json:"version"`
		Created string   `json:"created"`
		Chart   object   `json:"chart"`
		Values  object   `json:"values"`
		Without []string `json:"without"`
	} `json:"versions"`
}

type chartFile struct {
	path string
	text []byte
}

// packed is one chart version: its metadata and its files below NAME/.
type packed struct {
	metadata object
	created  string
	files    []chartFile
}

// merge lays change over base; maps are merged, null removes, everything else replaces.
func merge(base, change object) object {
	result := maps.Clone(base)
	if result == nil {
		result = object{}
	}
	for key, value := range change {
		inner, isMap := value.(object)
		before, wasMap := result[key].(object)
		switch {
		case value == nil:
			delete(result, key)
		case isMap && wasMap:
			result[key] = merge(before, inner)
		case isMap:
			result[key] = merge(nil, inner)
		default:
			result[key] = value
		}
	}
	return result
}

func readYaml(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := yaml.UnmarshalStrict(text, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// readChart gives all versions of the chart in that folder, oldest first.
func readChart(folder string, shared []chartFile) ([]packed, error) {
	source, values := chartSource{}, object{}
	if err := readYaml(filepath.Join(folder, "chart.yaml"), &source); err != nil {
		return nil, err
	}
	if err := readYaml(filepath.Join(folder, "values.yaml"), &values); err != nil {
		return nil, err
	}
	files := slices.Clone(shared)
	for _, part := range []string{"templates", "crds"} {
		found, err := readFolder(folder, part)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	metadata := merge(object{"apiVersion": "v2", "type": "application", "name": filepath.Base(folder)}, source.Chart)
	versions := []packed{}
	for _, version := range source.Versions {
		metadata = merge(metadata, version.Chart)
		metadata["version"] = version.Version
		values = merge(values, version.Values)
		chartText, err := yaml.Marshal(metadata)
		if err != nil {
			return nil, err
		}
		valuesText, err := yaml.Marshal(values)
		if err != nil {
			return nil, err
		}
		own := []chartFile{{"Chart.yaml", chartText}, {"values.yaml", valuesText}}
		for _, file := range files {
			if !slices.Contains(version.Without, file.path) {
				own = append(own, file)
			}
		}
		versions = append(versions, packed{maps.Clone(metadata), version.Created, own})
	}
	return versions, nil
}

func readFolder(folder, part string) ([]chartFile, error) {
	files := []chartFile{}
	err := filepath.WalkDir(filepath.Join(folder, part), func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(folder, path)
		files = append(files, chartFile{relative, text})
		return err
	})
	return files, err
}

// archive writes the chart as helm package does, with the sub-charts its dependencies name.
func (p *packed) archive(all map[string][]packed) ([]byte, error) {
	name := p.metadata["name"].(string)
	files := slices.Clone(p.files)
	dependencies, _ := p.metadata["dependencies"].([]any)
	for _, each := range dependencies {
		dependency := each.(object)
		index := slices.IndexFunc(all[dependency["name"].(string)], func(candidate packed) bool {
			return candidate.metadata["version"] == dependency["version"]
		})
		if index < 0 {
			return nil, fmt.Errorf("%s %v depends on %v %v, which is not there", name, p.metadata["version"], dependency["name"], dependency["version"])
		}
		for _, file := range all[dependency["name"].(string)][index].files {
			files = append(files, chartFile{filepath.Join("charts", dependency["name"].(string), file.path), file.text})
		}
	}
	created, err := time.Parse(time.DateOnly, p.created)
	if err != nil {
		return nil, fmt.Errorf("%s %v: created: %w", name, p.metadata["version"], err)
	}
	buffer := &bytes.Buffer{}
	compressor := gzip.NewWriter(buffer)
	writer := tar.NewWriter(compressor)
	for _, file := range files {
		header := &tar.Header{Name: filepath.Join(name, file.path), Mode: 0o644, Size: int64(len(file.text)), ModTime: created}
		if err := writer.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := writer.Write(file.text); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(writer.Close(), compressor.Close()); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

// packCharts packs every version of every chart below source into target and writes index.yaml for a repository at that address. asServed is
// done to every file.
func packCharts(source, target, address string, asServed func([]byte) []byte) error {
	shared, err := readFolder(filepath.Join(source, "shared"), "templates")
	if err != nil {
		return err
	}
	folders, err := filepath.Glob(filepath.Join(source, "*", "chart.yaml"))
	if err != nil {
		return err
	}
	all := map[string][]packed{}
	for _, file := range folders {
		versions, err := readChart(filepath.Dir(file), shared)
		if err != nil {
			return err
		}
		for _, version := range versions {
			for i := range version.files {
				version.files[i].text = asServed(version.files[i].text)
			}
		}
		all[filepath.Base(filepath.Dir(file))] = versions
	}
	entries := map[string][]object{}
	for name, versions := range all {
		for _, version := range slices.Backward(versions) {
			text, err := version.archive(all)
			if err != nil {
				return err
			}
			file := fmt.Sprintf("%s-%v.tgz", name, version.metadata["version"])
			if err := os.WriteFile(filepath.Join(target, file), text, 0o600); err != nil {
				return err
			}
			entries[name] = append(entries[name], merge(version.metadata, object{
				"created": version.created + "T00:00:00Z",
				"digest":  fmt.Sprintf("%x", sha256.Sum256(text)),
				"urls":    []any{address + "/" + file},
			}))
		}
	}
	index, err := yaml.Marshal(object{"apiVersion": "v1", "generated": time.Now().UTC().Format(time.RFC3339), "entries": entries})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(target, "index.yaml"), index, 0o600)
}
