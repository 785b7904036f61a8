// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func (t *trouble) readPods() {
	if t.err != nil {
		return
	}
	list := struct{ Items []object }{}
	t.err = t.api.request(t.ctx, http.MethodGet, "/api/v1/pods", nil, &list)
	t.pods = list.Items
}

// forgetWarnings deletes what kubelets and operators have warned of until now: a pod that was made while its driver was being replaced has
// rightly been said to lack a runtime, and would be taken for ill of that by whoever looks at another trouble within minutes.
func (t *trouble) forgetWarnings() {
	list := struct{ Items []object }{}
	t.err = t.api.request(t.ctx, http.MethodGet, "/api/v1/events?fieldSelector=type%3DWarning", nil, &list)
	for _, event := range list.Items {
		metadata := event["metadata"].(object)
		path := fmt.Sprintf("/api/v1/namespaces/%v/events/%v", metadata["namespace"], metadata["name"])
		if err := t.api.request(t.ctx, http.MethodDelete, path, nil, nil); err != nil && !hasCode(err, http.StatusNotFound) {
			t.err = err
			return
		}
	}
}

// workloadOf is the name of the DaemonSet, StatefulSet or Deployment that the pod is of.
func workloadOf(pod object) string {
	owners, _ := pod["metadata"].(object)["ownerReferences"].([]any)
	if len(owners) == 0 {
		return ""
	}
	owner := owners[0].(object)
	name := owner["name"].(string)
	if owner["kind"] == "ReplicaSet" {
		name = name[:strings.LastIndexByte(name, '-')]
	}
	return name
}

// pod gives that of the workload on the node, or its first one when the node is "".
func (t *trouble) pod(workload, node string) object {
	for _, pod := range t.pods {
		on, _ := pod["spec"].(object)["nodeName"].(string)
		if workloadOf(pod) == workload && (node == "" || node == on) {
			return pod
		}
	}
	if t.err == nil {
		t.err = fmt.Errorf("there is no pod of %s on %q", workload, node)
	}
	return object{"metadata": object{"namespace": "none", "name": "none", "uid": ""}, "spec": object{"nodeName": ""}}
}

func nodeOf(pod object) string { return pod["spec"].(object)["nodeName"].(string) }

func pathOf(pod object) string {
	metadata := pod["metadata"].(object)
	return fmt.Sprintf("/api/v1/namespaces/%v/pods/%v", metadata["namespace"], metadata["name"])
}

// status edits the pod's, which nobody else answers for meanwhile.
func (t *trouble) status(pod object, edit func(object)) {
	annotations, _ := pod["metadata"].(object)["annotations"].(object)
	if annotations[kubeletKey] == nil {
		t.change(pathOf(pod), partMetadata, func(o object) {
			metadata := o["metadata"].(object)
			if metadata["annotations"] == nil {
				metadata["annotations"] = object{}
			}
			metadata["annotations"].(object)[kubeletKey] = "trouble"
		})
	}
	t.change(pathOf(pod), partStatus, func(o object) { edit(o["status"].(object)) })
}

// set brings the condition of that type to this, since the trouble began.
func (t *trouble) set(status object, kind, value, reason, message string) {
	all, _ := status["conditions"].([]any)
	wanted := object{"type": kind, "status": value, "reason": reason, "message": message, "lastTransitionTime": t.since}
	at := slices.IndexFunc(all, func(one any) bool { return one.(object)["type"] == kind })
	if at < 0 {
		status["conditions"] = append(all, wanted)
		return
	}
	if beat, found := all[at].(object)["lastHeartbeatTime"]; found {
		wanted["lastHeartbeatTime"] = beat
	}
	all[at] = wanted
}

// stopAt: the container is in that state, and what would come after it waits.
func (t *trouble) stopAt(pod object, container string, state, last object, restarts int) {
	t.status(pod, func(status object) {
		reached, inInit, unready := false, false, []string{}
		for _, list := range []string{"initContainerStatuses", "containerStatuses"} {
			all, _ := status[list].([]any)
			isInit := list == "initContainerStatuses"
			for _, each := range all {
				one := each.(object)
				named := one["name"] == container
				if !named && !(reached && (isInit || inInit)) {
					continue
				}
				one["ready"], one["started"] = false, false
				if named {
					one["state"], one["lastState"], one["restartCount"] = state, last, restarts
					reached, inInit = true, isInit
				} else {
					one["state"] = object{"waiting": object{"reason": "PodInitializing"}}
				}
				unready = append(unready, fmt.Sprint(one["name"]))
			}
		}
		if !reached && t.err == nil {
			t.err = fmt.Errorf("%s has no container %s", pathOf(pod), container)
		}
		waiting, _ := state["waiting"].(object)
		status["phase"] = "Pending"
		if !inInit && waiting["reason"] == "CrashLoopBackOff" {
			status["phase"] = "Running"
		}
		names := strings.Join(unready, " ")
		if inInit {
			t.set(status, "Initialized", "False", "ContainersNotInitialized", fmt.Sprintf("containers with incomplete status: [%s]", names))
		}
		t.set(status, "Ready", "False", "ContainersNotReady", fmt.Sprintf("containers with unready status: [%s]", names))
		t.set(status, "ContainersReady", "False", "ContainersNotReady", fmt.Sprintf("containers with unready status: [%s]", names))
	})
}

// crash: the container ends in error again and again; words is what it leaves as its termination message, log what it prints each time.
func (t *trouble) crash(pod object, container, words, log string) {
	t.crashAs(pod, container, object{"exitCode": 1, "reason": "Error", "message": words}, log)
}

func (t *trouble) crashAs(pod object, container string, ended object, log string) {
	metadata := pod["metadata"].(object)
	ended["startedAt"], ended["finishedAt"] = t.now, t.now
	if ended["message"] == "" {
		delete(ended, "message")
	}
	t.stopAt(pod, container, waitingFor("CrashLoopBackOff", fmt.Sprintf("back-off 5m0s restarting failed container=%s pod=%v_%v(%v)", container,
		metadata["name"], metadata["namespace"], metadata["uid"])), object{"terminated": ended}, 14)
	t.log(pod, container, false, log)
	t.log(pod, container, true, log)
	t.event(pod, "BackOff", fmt.Sprintf("Back-off restarting failed container %s in pod %v_%v(%v)", container, metadata["name"], metadata["namespace"], metadata["uid"]))
}

func waitingFor(reason, message string) object {
	return object{"waiting": object{"reason": reason, "message": message}}
}

// waits: the init container runs and does not end.
func (t *trouble) waits(pod object, init string) {
	t.stopAt(pod, init, object{"running": object{"startedAt": t.since}}, object{}, 0)
}

// log is what the container prints.
func (t *trouble) log(pod object, container string, previous bool, text string) {
	if t.err != nil || text == "" {
		return
	}
	metadata := pod["metadata"].(object)
	path := t.s.path("logs", "containers", logFile(metadata["namespace"].(string), metadata["name"].(string), container, previous))
	if t.err = os.MkdirAll(filepath.Dir(path), 0o700); t.err != nil {
		return
	}
	if t.err = os.WriteFile(path, []byte(text), 0o600); t.err == nil {
		t.s.Undo = append(t.s.Undo, undo{Path: path, Part: partFile})
	}
}

// event is a warning about the object, told since the trouble began and still.
func (t *trouble) event(about object, reason, message string) {
	t.tell(about, "Warning", reason, message, t.now)
}

func (t *trouble) tell(about object, kind, reason, message, last string) {
	metadata := about["metadata"].(object)
	namespace, _ := metadata["namespace"].(string)
	subject := object{"kind": "Pod", "apiVersion": "v1", "namespace": namespace, "name": metadata["name"], "uid": metadata["uid"]}
	if named, found := about["kind"]; found {
		subject["kind"], subject["apiVersion"] = named, about["apiVersion"]
	}
	if namespace == "" {
		namespace = "default"
		delete(subject, "namespace")
	}
	t.create("/api/v1/namespaces/"+namespace+"/events", object{
		"metadata":       object{"name": fmt.Sprintf("%v.%s", metadata["name"], strings.ReplaceAll(uuidOf(reason+message), "-", "")[:16])},
		"involvedObject": subject, "type": kind, "reason": reason, "message": message, "count": 60,
		"firstTimestamp": t.since, "lastTimestamp": last, "source": object{"component": "kubelet"}, "reportingComponent": "kubelet", "reportingInstance": ""})
}

func nodePath(node string) string { return "/api/v1/nodes/" + node }

// label sets labels of the node; nil takes one away.
func (t *trouble) label(node string, labels object) {
	t.change(nodePath(node), partMetadata, func(o object) {
		all := o["metadata"].(object)["labels"].(object)
		for key, value := range labels {
			if all[key] = value; value == nil {
				delete(all, key)
			}
		}
	})
}

func (t *trouble) cordon(node string) {
	t.change(nodePath(node), partMetadata, func(o object) { o["spec"].(object)["unschedulable"] = true })
}

// offers: so many of that device can be given to pods, for as long as the trouble is on.
func (t *trouble) offers(node, device string, count int) {
	t.change(nodePath(node), partStatus, func(o object) {
		status := o["status"].(object)
		status["allocatable"].(object)[device] = fmt.Sprint(count)
		t.set(status, "Ready", "True", "KubeletReady", "kubelet is posting ready status")
	})
}

func (t *trouble) condition(node, kind, value, reason, message string) {
	t.change(nodePath(node), partStatus, func(o object) { t.set(o["status"].(object), kind, value, reason, message) })
}

// silence: the node's kubelet posts no status any more (kubernetes/kubernetes:pkg/controller/nodelifecycle).
func (t *trouble) silence(node string) {
	t.label(node, object{kubeletKey: nil})
	t.change(nodePath(node), partStatus, func(o object) {
		for _, kind := range []string{"MemoryPressure", "DiskPressure", "PIDPressure", "Ready"} {
			t.set(o["status"].(object), kind, "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status.")
		}
	})
}
