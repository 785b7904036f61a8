// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"time"
)

const (
	accountNamespace = "kube-public" // where the service accounts of `kubeconfig --auth token` live
	readerRole       = "chartroom-sandbox-reader"
	rbac             = "/apis/rbac.authorization.k8s.io/v1"
	userLabel        = "chartroom.sandbox/user"
)

// subject is whom rights are given to: the user of a client certificate and the service account of the same name.
func subjects(user string) []object {
	return []object{
		{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": user},
		{"kind": "ServiceAccount", "name": user, "namespace": accountNamespace},
	}
}

// documentedRole is the ClusterRole that the README of Chartroom offers to its readers. Home is the folder tests/sandbox.
func documentedRole(home string) (object, error) {
	role := struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
		Metadata   struct {
			Name string `json:"name"`
		} `json:"metadata"`
		Rules []object `json:"rules"`
	}{}
	if err := readYaml(filepath.Join(home, "..", "..", "resources", "rbac", "chartroom-reader.yaml"), &role); err != nil {
		return nil, err
	}
	if role.Kind != "ClusterRole" || role.Metadata.Name == "" || len(role.Rules) == 0 {
		return nil, errors.New("chartroom-reader.yaml holds no ClusterRole with a name and rules")
	}
	return object{"metadata": object{"name": role.Metadata.Name}, "rules": role.Rules}, nil
}

// roleOf is the ClusterRole of these rights: the documented one (reader), or one that reads everything.
func roleOf(home, rights string) (object, error) {
	if rights == "reader" {
		return documentedRole(home)
	}
	return object{
		"metadata": object{"name": readerRole},
		"rules":    []object{{"apiGroups": []string{"*"}, "resources": []string{"*"}, "verbs": []string{"get", "list", "watch"}}},
	}, nil
}

// grant lets the user read everything, everywhere (full) or in some namespaces (namespace=A,B), or what the documented role lets (reader).
func (s *sandbox) grant(ctx context.Context, api *client, user, rights string) error {
	if rights == "none" {
		return nil
	}
	role, err := roleOf(s.Home, rights)
	if err != nil {
		return err
	}
	if err := api.create(ctx, rbac+"/clusterroles", role); err != nil {
		return err
	}
	name := role["metadata"].(object)["name"].(string)
	binding := object{
		"metadata": object{"name": name + "-" + user, "labels": object{userLabel: user}},
		"subjects": subjects(user),
		"roleRef":  object{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": name},
	}
	if rights == "full" || rights == "reader" {
		return api.create(ctx, rbac+"/clusterrolebindings", binding)
	}
	namespaces, found := strings.CutPrefix(rights, "namespace=")
	if !found || namespaces == "" {
		return fmt.Errorf("unknown rights %q: full, reader, none or namespace=NS[,NS]", rights)
	}
	for _, namespace := range strings.Split(namespaces, ",") {
		if err := api.create(ctx, rbac+"/namespaces/"+namespace+"/rolebindings", binding); err != nil {
			return err
		}
	}
	return nil
}

// revoke removes every binding that grant made for the user.
func revoke(ctx context.Context, api *client, user string) error {
	for _, kind := range []string{"clusterrolebindings", "rolebindings"} {
		found := struct {
			Items []struct {
				Metadata struct{ Name, Namespace string }
			}
		}{}
		if err := api.request(ctx, http.MethodGet, rbac+"/"+kind+"?labelSelector="+userLabel+"%3D"+user, nil, &found); err != nil {
			return err
		}
		for _, item := range found.Items {
			path := rbac + "/" + kind + "/" + item.Metadata.Name
			if item.Metadata.Namespace != "" {
				path = rbac + "/namespaces/" + item.Metadata.Namespace + "/" + kind + "/" + item.Metadata.Name
			}
			if err := api.request(ctx, http.MethodDelete, path, nil, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *sandbox) changeRights(verb string, arguments []string) error {
	flags := flag.NewFlagSet(verb, flag.ContinueOnError)
	user := flags.String("user", "", "whose rights")
	rights := flags.String("rbac", "full", "full, reader or namespace=NS[,NS]")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if *user == "" {
		return errors.New("--user is missing")
	}
	api, err := s.client()
	if err != nil {
		return err
	}
	if verb == "revoke" {
		return revoke(context.Background(), api, *user)
	}
	return s.grant(context.Background(), api, *user, *rights)
}

// issueKubeconfig writes kubeconfigs/USER.yaml for a user with the wished rights.
func (s *sandbox) issueKubeconfig(arguments []string) error {
	flags := flag.NewFlagSet("kubeconfig", flag.ContinueOnError)
	user := flags.String("user", "viewer", "name of the user")
	rights := flags.String("rbac", "full", "full, reader, none or namespace=NS[,NS]")
	auth := flags.String("auth", "cert", "cert or token (of a service account)")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	ctx := context.Background()
	api, err := s.client()
	if err != nil {
		return err
	}
	if err := s.grant(ctx, api, *user, *rights); err != nil {
		return err
	}
	credentials, err := s.credentials(ctx, api, *user, *auth)
	if err != nil {
		return err
	}
	file := s.path("kubeconfigs", *user+".yaml")
	if err := s.writeKubeconfig(file, s.context()+"-"+*user, *user, credentials); err != nil {
		return err
	}
	return printLine(object{"kubeconfig": file, "context": s.context() + "-" + *user})
}

func (s *sandbox) credentials(ctx context.Context, api *client, user, auth string) (object, error) {
	switch auth {
	case "cert":
		authority, err := s.readCertificate("ca")
		if err != nil {
			return nil, err
		}
		pair, err := issueClient(authority, user, nil, time.Time{}, "ec")
		if err != nil {
			return nil, err
		}
		return pair.credentials(), nil
	case "token":
		accounts := "/api/v1/namespaces/" + accountNamespace + "/serviceaccounts"
		if err := api.create(ctx, accounts, object{"metadata": object{"name": user}}); err != nil {
			return nil, err
		}
		answer := struct{ Status struct{ Token string } }{}
		request := object{"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": object{"expirationSeconds": 86400}}
		err := api.request(ctx, http.MethodPost, accounts+"/"+user+"/token", request, &answer)
		return object{"token": answer.Status.Token}, err
	}
	return nil, fmt.Errorf("unknown auth %q: cert or token", auth)
}
