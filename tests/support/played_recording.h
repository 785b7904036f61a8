// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/player.h"
#include "core/recording/recording_reader.h"
#include "tests/support/fake_clock.h"
#include "tests/support/gzipped.h"

namespace chartroom::test {

/// A short recording under a player: 100 s from 03:31 UTC, changes at 10, 30, 40 and 100 s, remarks at 25 and
/// 50 s.
struct PlayedRecording
{
    [[nodiscard]] static QByteArray change(int t, const char *resource, const char *name,
                                           const char *type = "MODIFIED")
    {
        return "{\"t\":" + QByteArray::number(t) + ",\"resource\":\"" + resource + "\",\"type\":\"" + type +
               "\",\"object\":{\"metadata\":{\"name\":\"" + name + "\",\"uid\":\"u-" + name +
               "\",\"resourceVersion\":\"" + QByteArray::number(t) + "\"}}}\n";
    }
    [[nodiscard]] static QByteArray note(int t, const char *text)
    {
        return "{\"t\":" + QByteArray::number(t) + ",\"type\":\"NOTE\",\"object\":{\"text\":\"" + text +
               "\"}}\n";
    }
    [[nodiscard]] static std::shared_ptr<const Recording> sample()
    {
        const QByteArray text = "{\"chartroomRecording\":1,\"start\":\"2026-11-21T03:31:00Z\"}\n" +
                                change(0, "nodes", "a", "ADDED") + change(0, "nodes", "b", "ADDED") +
                                "{\"t\":0,\"resource\":\"nodes\",\"type\":\"SYNCED\"}\n" +
                                change(10, "nodes", "a") + change(10, "nodes", "b") +
                                change(20, "events", "e", "ADDED") + note(25, "half of it") +
                                change(30, "pods", "p", "ADDED") + change(40, "nodes", "b") +
                                note(50, "the end") + change(100, "nodes", "a");
        return std::make_shared<const Recording>(*readRecording(gzipped(text)));
    }

    FakeClock clock;
    RecordedTransport transport{sample()};
    Player player{&transport, &clock};
};

} // namespace chartroom::test
