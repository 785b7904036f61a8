// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"net/http"
)

// tenant is a workload that asks for GPUs.
type tenant struct {
	namespace, path string
	body            object
}

// tenantsOn are what runs on that many GPU nodes while a window is on: on 16 and more the same two as in the recording of the real operators.
func tenantsOn(nodes int) []tenant {
	return []tenant{
		{"tenant-b", "/apis/apps/v1/namespaces/tenant-b/statefulsets", object{
			"metadata": object{"name": "trainer"},
			"spec": object{"replicas": min(6, nodes*3/8), "serviceName": "trainer", "podManagementPolicy": "Parallel",
				"selector": object{"matchLabels": object{"app": "trainer"}}, "template": object{
					"metadata": object{"labels": object{"app": "trainer"}},
					"spec":     podSpec("worker", "registry.example/trainer:2.0", object{"nvidia.com/gpu": "8", "rdma/rdma_shared_device_a": "1"}),
				}},
		}},
		{"tenant-a", "/apis/apps/v1/namespaces/tenant-a/deployments", object{
			"metadata": object{"name": "inference"},
			"spec": object{"replicas": min(10, nodes*5/8), "selector": object{"matchLabels": object{"app": "inference"}}, "template": object{
				"metadata": object{"labels": object{"app": "inference"}},
				"spec":     podSpec("server", "registry.example/inference:1.4", object{"nvidia.com/gpu": "4"}),
			}},
		}},
	}
}

func podSpec(container, image string, devices object) object {
	return object{"containers": []object{{"name": container, "image": image, "resources": object{"limits": devices, "requests": devices}}}}
}

// createTenants lets one settle after the other: those that need whole nodes come first.
func createTenants(ctx context.Context, api *client, nodes int) error {
	for _, tenant := range tenantsOn(nodes) {
		if err := api.create(ctx, "/api/v1/namespaces", object{"metadata": object{"name": tenant.namespace}}); err != nil {
			return err
		}
		if err := api.create(ctx, tenant.path, tenant.body); err != nil {
			return err
		}
		if err := awaitPods(ctx, api, tenant.namespace); err != nil {
			return err
		}
	}
	return nil
}

// awaitPods waits until every pod of these namespaces runs.
func awaitPods(ctx context.Context, api *client, namespaces ...string) error {
	return until(ctx, "tenant pods", func() error {
		pods := struct {
			Items []struct {
				Metadata struct{ Name string }
				Status   struct{ Phase string }
			}
		}{}
		for _, namespace := range namespaces {
			if err := api.request(ctx, http.MethodGet, "/api/v1/namespaces/"+namespace+"/pods", nil, &pods); err != nil {
				return err
			}
			if len(pods.Items) == 0 {
				return fmt.Errorf("none in %s yet", namespace)
			}
			for _, pod := range pods.Items {
				if pod.Status.Phase != "Running" {
					return fmt.Errorf("%s is %s", pod.Metadata.Name, pod.Status.Phase)
				}
			}
		}
		return nil
	})
}
