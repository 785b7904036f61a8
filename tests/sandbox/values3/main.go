// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

// values3 answers what Helm 3 makes of values, thousands of times a minute: Helm's own action.Install and
// action.Upgrade over a storage in memory and a cluster that takes everything. One JSON case a line on stdin, one
// JSON answer a line on stdout.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"

	"helm.sh/helm/v3/pkg/action"
	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	kubefake "helm.sh/helm/v3/pkg/kube/fake"
	"helm.sh/helm/v3/pkg/release"
	"helm.sh/helm/v3/pkg/storage"
	"helm.sh/helm/v3/pkg/storage/driver"
)

type object = map[string]any

// chartText is a chart as its files say it; JSON is YAML.
type chartText struct {
	Metadata json.RawMessage `json:"metadata"`
	Values   json.RawMessage `json:"values"`
	Schema   json.RawMessage `json:"schema"`
	Charts   []chartText     `json:"charts"`
}

type upgrade struct {
	To       chartText `json:"to"`
	Edits    object    `json:"edits"`
	Strategy string    `json:"strategy"`
}

// question: a release installed from a chart, upgraded for good by each of Before, then asked about each of Upgrades.
type question struct {
	From     chartText `json:"from"`
	User     object    `json:"user"`
	Before   []upgrade `json:"before"`
	Upgrades []upgrade `json:"upgrades"`
}

type answer struct {
	Config      object          `json:"config"`
	ChartValues object          `json:"chartValues"`
	Computed    json.RawMessage `json:"computed,omitempty"`
	Error       string          `json:"error,omitempty"`
}

type answers struct {
	Installed answer   `json:"installed"`
	Upgrades  []answer `json:"upgrades"`
}

func (t *chartText) files(folder string) []*loader.BufferedFile {
	files := []*loader.BufferedFile{
		{Name: folder + "Chart.yaml", Data: t.Metadata},
		{Name: folder + "values.yaml", Data: t.Values},
	}
	if len(t.Schema) > 0 && string(t.Schema) != "null" {
		files = append(files, &loader.BufferedFile{Name: folder + "values.schema.json", Data: t.Schema})
	}
	for i, sub := range t.Charts {
		files = append(files, sub.files(fmt.Sprintf("%scharts/c%d/", folder, i))...)
	}
	return files
}

// load gives a chart whose only template prints its values.
func (t *chartText) load() (*chart.Chart, error) {
	loaded, err := loader.LoadFiles(t.files(""))
	if err == nil {
		loaded.Templates = []*chart.File{{Name: "templates/NOTES.txt", Data: []byte("{{ .Values | toJson }}")}}
	}
	return loaded, err
}

func configuration() *action.Configuration {
	return &action.Configuration{
		Releases:     storage.Init(driver.NewMemory()),
		KubeClient:   &kubefake.PrintingKubeClient{Out: io.Discard},
		Capabilities: chartutil.DefaultCapabilities,
		Log:          func(string, ...any) {},
	}
}

// recorded is the release as it comes back from storage.
func recorded(made *release.Release) (*release.Release, error) {
	text, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	read := &release.Release{}
	return read, json.Unmarshal(text, read)
}

func (u *upgrade) run(current *release.Release) (*release.Release, error) {
	stored, err := recorded(current)
	if err != nil {
		return nil, err
	}
	target, err := u.To.load()
	if err != nil {
		return nil, err
	}
	if err := action.CheckDependencies(target, target.Metadata.Dependencies); err != nil {
		return nil, err
	}
	config := configuration()
	if err := config.Releases.Create(stored); err != nil {
		return nil, err
	}
	command := action.NewUpgrade(config)
	command.Namespace = "test"
	command.ReuseValues = u.Strategy == "reuse"
	command.ResetThenReuseValues = u.Strategy == "reset-then-reuse"
	command.ResetValues = u.Strategy == "reset"
	edits := u.Edits
	if edits == nil {
		edits = object{}
	}
	return command.Run("test", target, edits)
}

func answerOf(made *release.Release, err error) answer {
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Config: made.Config, ChartValues: made.Chart.Values, Computed: json.RawMessage(made.Info.Notes)}
}

func (q *question) install() (*release.Release, error) {
	first, err := q.From.load()
	if err != nil {
		return nil, err
	}
	if err := action.CheckDependencies(first, first.Metadata.Dependencies); err != nil {
		return nil, err
	}
	command := action.NewInstall(configuration())
	command.ReleaseName = "test"
	command.Namespace = "test"
	command.SkipSchemaValidation = true
	current, err := command.Run(first, q.User)
	for _, before := range q.Before {
		if err == nil {
			current, err = before.run(current)
		}
	}
	return current, err
}

func (q *question) answer() answers {
	if q.User == nil {
		q.User = object{}
	}
	current, err := q.install()
	out := answers{Installed: answerOf(current, err)}
	if err != nil {
		return out
	}
	for _, upgrade := range q.Upgrades {
		out.Upgrades = append(out.Upgrades, answerOf(upgrade.run(current)))
	}
	return out
}

func main() {
	log.SetOutput(io.Discard)
	lines := bufio.NewReader(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			asked := question{}
			if err := json.Unmarshal(line, &asked); err != nil {
				fmt.Fprintln(os.Stderr, "values:", err)
				os.Exit(2)
			}
			if err := out.Encode(asked.answer()); err != nil {
				fmt.Fprintln(os.Stderr, "values:", err)
				os.Exit(1)
			}
		}
		if err != nil {
			return
		}
	}
}
