// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis_evidence.h"
#include "core/signatures/signatures.h"

namespace chartroom {

/// What nodes should have and have not, with the operand that should have brought it: GPUs (`gpus`, or
/// `someGpus` of them, or `taintedGpus` of those that claims can be given), RDMA devices (`rdma`), a driver
/// that others wait for (`mofed`), the label that tells the GPU Operator of GPUs (`gpuLabel`), a change of
/// MIG or vGPU devices that has not completed
/// (`migPending`, `vgpuPending`), has failed (`migFailed`, `vgpuFailed`) or fits no strategy (`migInvalid`).
/// A node that is not ready, or whose driver is being replaced, misses nothing; neither does one of a cluster
/// in which nothing would bring it.
[[nodiscard]] QList<Statement> missingDevices(const DiagnosisEvidence &evidence,
                                              const Signatures &signatures);

} // namespace chartroom
