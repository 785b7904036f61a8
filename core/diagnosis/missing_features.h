// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"
#include "core/signatures/statement.h"

namespace chartroom {

/// What Node Feature Discovery should have brought: the NodeFeature of a node whose nfd-worker is ready
/// (`nodeFeature`), and beside a worker an nfd-master that makes labels of them (`master`). NodeFeatures have
/// no time at which they were last confirmed: a worker writes one only where something changed
/// (kubernetes-sigs/node-feature-discovery pkg/nfd-worker/nfd-worker.go@v0.19.0), so that none can be called
/// old. Nothing where there are none at all: before v0.17 they were not always used.
[[nodiscard]] QList<Statement> missingFeatures(const DiagnosisEvidence &evidence);

/// Of the `role` worker or master, by the labels of the chart, else of the manifests
/// (kubernetes-sigs/node-feature-discovery deployment/helm/node-feature-discovery/templates,
/// deployment/base@v0.19.0).
[[nodiscard]] bool isOfFeatureDiscovery(const Pod &pod, const char *role);

} // namespace chartroom
