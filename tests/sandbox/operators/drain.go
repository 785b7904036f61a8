// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"io"

	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubectl/pkg/drain"
)

func cordon(ctx context.Context, kube kubernetes.Interface, name string, on bool) error {
	node, err := kube.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return drain.RunCordonOrUncordon(&drain.Helper{Ctx: ctx, Client: kube}, node, on)
}

// evict asks once for the eviction of every pod the helper would drain, and gives those that were there (namespace/name); a budget that
// forbids it is no error, the caller asks again.
func evict(helper *drain.Helper, node string) ([]string, error) {
	helper.IgnoreAllDaemonSets, helper.GracePeriodSeconds, helper.Out, helper.ErrOut = true, -1, io.Discard, io.Discard
	list, problems := helper.GetPodsForDeletion(node)
	if len(problems) > 0 {
		return nil, problems[0]
	}
	staying := []string{}
	for _, pod := range list.Pods() {
		staying = append(staying, pod.Namespace+"/"+pod.Name)
		if err := helper.EvictPod(pod, policyv1.SchemeGroupVersion); err != nil && !apierrors.IsTooManyRequests(err) && !apierrors.IsNotFound(err) {
			return nil, err
		}
	}
	return staying, nil
}
