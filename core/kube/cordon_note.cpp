// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/cordon_note.h"

#include "core/kube/lenient_json.h"

#include <cstring>

namespace chartroom {

namespace {

int memberCount(const LenientJson &object)
{
    int count = 0;
    object.forEachMember([&count](std::string_view, const LenientJson &) { ++count; });
    return count;
}

} // namespace

std::shared_ptr<const CordonNote> cordonNote(std::string_view managedFields)
{
    constexpr std::string_view key = "\"f:unschedulable\""; // of no other kind, and few nodes have it
    if (!memmem(managedFields.data(), managedFields.size(), key.data(), key.size()))
        return {};
    const ParsedJson entries(managedFields);
    std::shared_ptr<const CordonNote> note;
    int writers = 0;
    entries.root().forEachItem([&](const LenientJson &entry) {
        const LenientJson fields = entry["fieldsV1"];
        if (!fields["f:spec"]["f:unschedulable"].exists())
            return;
        ++writers;
        const bool isAlone = memberCount(fields) == 1 && memberCount(fields["f:spec"]) == 1;
        if (entry["manager"].exists())
            note = std::make_shared<const CordonNote>(
                CordonNote{entry["manager"].text(), isAlone ? entry["time"].time() : QDateTime()});
    });
    return writers == 1 ? note : nullptr;
}

} // namespace chartroom
