// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/sriov_node_state.h"

#include "core/kube/condition_type.h"
#include "core/kube/lenient_json.h"
#include "core/kube/shared_text.h"

#include <numeric>

namespace chartroom {

Result<SriovNodeState> SriovNodeState::read(const KubeObject &object)
{
    return readFields<SriovNodeState>(object, [&](const LenientJson &root) {
        SriovNodeState state;
        state.uid = object.uid;
        state.namespaceName = object.namespaceName;
        state.name = object.name;
        const LenientJson annotations = root["metadata"]["annotations"];
        state.desired = annotations["sriovnetwork.openshift.io/desired-state"].text();
        state.current = annotations["sriovnetwork.openshift.io/current-state"].text();
        root["spec"]["interfaces"].forEachItem([&](const LenientJson &port) {
            state.ports.append({port["pciAddress"].text(), port["name"].text(), port["numVfs"].integer(), 0});
        });
        const LenientJson status = root["status"];
        state.sync = status["syncStatus"].text();
        state.lastError = status["lastSyncError"].text();
        status["conditions"].forEachItem([&](const LenientJson &condition) {
            const std::string_view type = condition["type"].view();
            if (isBadWhenTrue(type) && condition["status"].view() == "True")
                state.degraded.append(sharedText(type) + QStringLiteral(": ") + condition["message"].text());
        });
        status["interfaces"].forEachItem([&](const LenientJson &found) {
            for (SriovPort &port : state.ports) { // those that nobody configures are reported too
                if (port.address == found["pciAddress"].text())
                    port.set = found["numVfs"].integer();
            }
        });
        return state;
    });
}

int SriovNodeState::wanted() const
{
    return std::accumulate(ports.cbegin(), ports.cend(), 0,
                           [](int sum, const SriovPort &port) { return sum + port.wanted; });
}

int SriovNodeState::set() const
{
    return std::accumulate(ports.cbegin(), ports.cend(), 0,
                           [](int sum, const SriovPort &port) { return sum + port.set; });
}

} // namespace chartroom
