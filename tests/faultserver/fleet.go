// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// fleet is a cluster of many GPU nodes in the middle of a driver upgrade, as large and as busy as asked for: an API server's lists and
// watches over objects that change all the time. One change in 20 is a step of a node (its label), seven are a node's heartbeat, the
// others a pod's. A step carries its moment, in milliseconds of Unix time, in the annotation nvidia.com/sent-at.
type fleet struct {
	nodes, podsOfNode, rate int

	lock    sync.Mutex // everything below
	more    *sync.Cond
	random  *rand.Rand
	version int64
	node    []nodeState
	pod     []podState
	past    map[string][]change // by collection, the newest last
	pages   map[string]*list    // what a list that is read page by page shows
}

type nodeState struct {
	version, sent int64
	step, beats   int
}

type podState struct {
	version  int64
	restarts int
}

type change struct {
	version int64
	line    []byte
}

const (
	keptChanges = 60000
	nodesPath   = "/api/v1/nodes"
	podsPath    = "/api/v1/pods"
	oldRevision = "5d5d5d5d5d"
	newRevision = "7f7f7f7f7f"
)

// The steps a node goes through again and again; in the first it waits longest.
var fleetSteps = []string{"upgrade-required", "cordon-required", "wait-for-jobs-required", "pod-deletion-required", "drain-required",
	"pod-restart-required", "validation-required", "uncordon-required", "upgrade-done"}

// newFleet reads NODES,PODS-OF-EACH,CHANGES-A-SECOND.
func newFleet(size string, seed int64) (*fleet, error) {
	f := &fleet{random: rand.New(rand.NewSource(seed)), version: 1000, past: map[string][]change{}, pages: map[string]*list{}}
	if _, err := fmt.Sscanf(size, "%d,%d,%d", &f.nodes, &f.podsOfNode, &f.rate); err != nil || f.nodes < 1 || f.podsOfNode < 1 || f.rate < 0 {
		return nil, fmt.Errorf("--fleet wants NODES,PODS,CHANGES, such as 5000,10,2000, not %q", size)
	}
	f.more = sync.NewCond(&f.lock)
	f.node, f.pod = make([]nodeState, f.nodes), make([]podState, f.nodes*f.podsOfNode)
	for i := range f.node {
		f.node[i] = nodeState{version: f.version, step: f.random.Intn(len(fleetSteps))}
	}
	for i := range f.pod {
		f.pod[i].version = f.version
	}
	return f, nil
}

// run makes the changes until the program ends.
func (f *fleet) run() {
	const beat = 10 * time.Millisecond
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	made, start := 0, time.Now()
	for range ticker.C {
		due := int(time.Since(start).Seconds() * float64(f.rate))
		f.lock.Lock()
		for ; made < due; made++ {
			f.change()
		}
		f.more.Broadcast()
		f.lock.Unlock()
	}
}

func (f *fleet) change() {
	f.version++
	kind := f.random.Intn(20)
	if kind >= 8 {
		i := f.random.Intn(len(f.pod))
		f.pod[i].version = f.version
		f.pod[i].restarts++
		f.note(podsPath, f.podJSON(i))
		return
	}
	i := f.random.Intn(len(f.node))
	node := &f.node[i]
	node.version = f.version
	node.beats++
	if kind == 0 {
		node.step = (node.step + 1) % len(fleetSteps)
		node.sent = time.Now().UnixMilli()
	}
	f.note(nodesPath, f.nodeJSON(i))
}

func (f *fleet) note(path string, object []byte) {
	line := append(append([]byte(`{"type":"MODIFIED","object":`), object...), '}', '\n')
	f.past[path] = append(f.past[path], change{f.version, line})
	if extra := len(f.past[path]) - keptChanges; extra > keptChanges/10 {
		f.past[path] = append([]change{}, f.past[path][extra:]...)
	}
}

func (f *fleet) nodeJSON(i int) []byte {
	node := &f.node[i]
	var labels strings.Builder
	for k := range 40 {
		fmt.Fprintf(&labels, `"feature.node.kubernetes.io/cpu-cpuid.FEATURE%02d":"true",`, k)
	}
	step := fleetSteps[node.step]
	cordon := ""
	if node.step > 0 && node.step < len(fleetSteps)-1 {
		cordon = `"unschedulable":true,`
	}
	beat := time.Unix(1_700_000_000+int64(node.beats)*10, 0).UTC().Format(time.RFC3339)
	return fmt.Appendf(nil, `{"kind":"Node","apiVersion":"v1","metadata":{"name":"gpu-%05[1]d","uid":"node-%[1]d","resourceVersion":"%[2]d","creationTimestamp":"2026-11-01T00:00:00Z",`+
		`"labels":{%[3]s"topology.kubernetes.io/zone":"zone-%[4]d","node.kubernetes.io/instance-type":"h100-80gb-sxm-ib.8x","nvidia.com/gpu.present":"true",`+
		`"nvidia.com/gpu-driver-upgrade-state":"%[5]s"},"annotations":{"nvidia.com/sent-at":"%[6]d"}},"spec":{%[7]s"podCIDR":"10.0.0.0/24","providerID":"x://%[1]d"},`+
		`"status":{"capacity":{"cpu":"176","memory":"2113466836Ki","nvidia.com/gpu":"8","rdma/hca_shared_devices_a":"1000","pods":"110"},`+
		`"allocatable":{"cpu":"175","memory":"2110000000Ki","nvidia.com/gpu":"8","rdma/hca_shared_devices_a":"1000","pods":"110"},"conditions":[`+
		`{"type":"MemoryPressure","status":"False","lastHeartbeatTime":"%[8]s","lastTransitionTime":"2026-11-01T00:00:00Z","reason":"KubeletHasSufficientMemory","message":"kubelet has sufficient memory available"},`+
		`{"type":"DiskPressure","status":"False","lastHeartbeatTime":"%[8]s","lastTransitionTime":"2026-11-01T00:00:00Z","reason":"KubeletHasNoDiskPressure","message":"kubelet has no disk pressure"},`+
		`{"type":"Ready","status":"True","lastHeartbeatTime":"%[8]s","lastTransitionTime":"2026-11-01T00:00:00Z","reason":"KubeletReady","message":"kubelet is posting ready status"}],`+
		`"nodeInfo":{"kernelVersion":"6.8.0-1024","osImage":"Ubuntu 24.04","containerRuntimeVersion":"containerd://2.1.4","kubeletVersion":"v1.36.3"}}}`,
		i, node.version, labels.String(), i%4, step, node.sent, cordon, beat)
}

// podJSON: the first pod of each node is the driver's, the others are tenants' jobs.
func (f *fleet) podJSON(i int) []byte {
	host, place, pod := i/f.podsOfNode, i%f.podsOfNode, &f.pod[i]
	name, space, labels, owner, image := fmt.Sprintf("train-%d-%d", host, place), fmt.Sprintf("tenant-%d", host%40), `"app":"train"`, "Job", "registry.example/train:1"
	if place == 0 {
		revision := oldRevision
		if f.node[host].step >= len(fleetSteps)-3 {
			revision = newRevision
		}
		name, space, owner, image = fmt.Sprintf("nvidia-driver-daemonset-%d", host), "nvidia-gpu-operator", "DaemonSet", "nvcr.io/nvidia/driver:580.82.07-ubuntu24.04"
		labels = fmt.Sprintf(`"app":"nvidia-driver-daemonset","app.kubernetes.io/component":"nvidia-driver","controller-revision-hash":%q`, revision)
	}
	return fmt.Appendf(nil, `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"%[1]s","namespace":"%[2]s","uid":"pod-%[3]d","resourceVersion":"%[4]d","creationTimestamp":"2026-11-01T00:00:00Z",`+
		`"labels":{%[5]s},"ownerReferences":[{"apiVersion":"apps/v1","kind":"%[6]s","name":"owner","uid":"owner-%[6]s","controller":true}]},`+
		`"spec":{"nodeName":"gpu-%05[7]d","containers":[{"name":"main","image":"%[8]s","resources":{"limits":{"nvidia.com/gpu":"1"},"requests":{"nvidia.com/gpu":"1","cpu":"8"}},`+
		`"volumeMounts":[{"name":"data","mountPath":"/data"},{"name":"token","mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}]}],"restartPolicy":"Always",`+
		`"tolerations":[{"key":"nvidia.com/gpu","operator":"Exists","effect":"NoSchedule"},{"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}]},`+
		`"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-11-01T00:00:00Z"},{"type":"PodScheduled","status":"True","lastTransitionTime":"2026-11-01T00:00:00Z"}],`+
		`"podIP":"10.0.0.1","startTime":"2026-11-01T00:00:00Z","containerStatuses":[{"name":"main","state":{"running":{"startedAt":"2026-11-01T00:00:00Z"}},"ready":true,"restartCount":%[9]d,"image":"%[8]s"}]}}`,
		name, space, i, pod.version, labels, owner, host, image, pod.restarts)
}

// fixed are the collections that do not change: what makes an upgrade of the rest.
var fixed = map[string][]string{
	"/api/v1/secrets":    {},
	"/api/v1/configmaps": {},
	"/apis/apps/v1/daemonsets": {`{"metadata":{"name":"nvidia-driver-daemonset","namespace":"nvidia-gpu-operator","uid":"owner-DaemonSet","resourceVersion":"1","generation":2},` +
		`"spec":{"template":{"metadata":{"labels":{"app":"nvidia-driver-daemonset","app.kubernetes.io/component":"nvidia-driver"}},"spec":{"containers":[{"name":"main","image":"nvcr.io/nvidia/driver:580.82.07-ubuntu24.04"}]}},` +
		`"updateStrategy":{"type":"OnDelete"}},"status":{"observedGeneration":2}}`},
	"/apis/apps/v1/controllerrevisions": {controllerRevision(1, oldRevision), controllerRevision(2, newRevision)},
}

func controllerRevision(number int, hash string) string {
	return fmt.Sprintf(`{"metadata":{"name":"driver-%[2]s","namespace":"nvidia-gpu-operator","uid":"revision-%[1]d","resourceVersion":"1","labels":{"controller-revision-hash":"%[2]s"},`+
		`"ownerReferences":[{"apiVersion":"apps/v1","kind":"DaemonSet","name":"nvidia-driver-daemonset","uid":"owner-DaemonSet","controller":true}]},"revision":%[1]d}`, number, hash)
}

// discovery is what kubectl asks before it asks for nodes and pods.
var discovery = map[string]string{
	"/version": `{"major":"1","minor":"36","gitVersion":"v1.36.3"}`,
	"/api":     `{"kind":"APIVersions","versions":["v1"]}`,
	"/apis":    `{"kind":"APIGroupList","apiVersion":"v1","groups":[]}`,
	"/api/v1": `{"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"nodes","singularName":"node","namespaced":false,"kind":"Node","verbs":["get","list","watch"]},` +
		`{"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get","list","watch"]}]}`,
}

// ServeHTTP answers what the fleet knows; anything else is a kind that this cluster does not serve.
func (f *fleet) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	path := request.URL.Path
	_, isFixed := fixed[path]
	writer.Header().Set("Content-Type", "application/json")
	switch {
	case discovery[path] != "":
		fmt.Fprint(writer, discovery[path])
	case !isFixed && path != nodesPath && path != podsPath:
		writer.WriteHeader(http.StatusNotFound)
		writer.Write(statusObject(http.StatusNotFound, "NotFound", "the fleet has no "+path, ""))
	case request.URL.Query().Get("watch") == "1" || request.URL.Query().Get("watch") == "true":
		f.watch(writer, request)
	default:
		status, body := f.list(path, request.URL.Query().Get("continue") != "").page(request, http.StatusOK)
		writer.WriteHeader(status)
		writer.Write(body)
	}
}

// list is the collection as it is now, or for a later page as it was when the list began.
func (f *fleet) list(path string, isLaterPage bool) *list {
	f.lock.Lock()
	defer f.lock.Unlock()
	if known := f.pages[path]; isLaterPage && known != nil {
		return known
	}
	l := &list{Kind: "List", APIVersion: "v1", ResourceVersion: strconv.FormatInt(f.version, 10)}
	switch path {
	case nodesPath:
		l.Kind = "NodeList"
		for i := range f.node {
			l.Items = append(l.Items, f.nodeJSON(i))
		}
	case podsPath:
		l.Kind = "PodList"
		for i := range f.pod {
			l.Items = append(l.Items, f.podJSON(i))
		}
	default:
		for _, item := range fixed[path] {
			l.Items = append(l.Items, json.RawMessage(item))
		}
	}
	f.pages[path] = l
	return l
}

// watch streams what is newer than the version asked for, until the reader goes.
func (f *fleet) watch(writer http.ResponseWriter, request *http.Request) {
	from, err := strconv.ParseInt(request.URL.Query().Get("resourceVersion"), 10, 64)
	if err != nil {
		from = 0
	}
	writer.WriteHeader(http.StatusOK)
	flusher := writer.(http.Flusher)
	flusher.Flush()
	go func() {
		<-request.Context().Done()
		f.more.Broadcast()
	}()
	for request.Context().Err() == nil {
		lines := f.newer(request, from)
		for _, each := range lines {
			if _, err := writer.Write(each.line); err != nil {
				return
			}
			from = each.version
		}
		flusher.Flush()
	}
}

// newer waits for changes after that version; none when the reader has gone.
func (f *fleet) newer(request *http.Request, from int64) []change {
	f.lock.Lock()
	defer f.lock.Unlock()
	for {
		past := f.past[request.URL.Path]
		first := len(past)
		for first > 0 && past[first-1].version > from {
			first--
		}
		if first < len(past) {
			return append([]change{}, past[first:]...)
		}
		if request.Context().Err() != nil {
			return nil
		}
		f.more.Wait()
	}
}
