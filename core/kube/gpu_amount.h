// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tuple>

namespace chartroom {

/// GPUs, and parts of GPUs that pods can ask for. A part is no GPU, so this is never one number of GPUs.
struct GpuAmount
{
    int gpus = 0;       ///< whole ones; shared ones too where labels tell how many they are
    int slices = 0;     ///< of MIG
    int shares = 0;     ///< of GPUs or slices that pods share, where it is unknown how many those are
    int partitions = 0; ///< of AMD's GPUs
    /// All that the kubelet counts, or that a pod asks for, whole or not, and also what is of no kind above:
    /// to compare a node with itself, and to tell none from some, and for nothing else.
    int devices = 0;

    GpuAmount() = default;
    GpuAmount(int whole) // so many whole ones
        : gpus(whole)
        , devices(whole)
    {}

    [[nodiscard]] bool isEmpty() const { return devices == 0; }
    [[nodiscard]] bool hasParts() const { return slices > 0 || shares > 0 || partitions > 0; }
    GpuAmount &operator+=(const GpuAmount &other)
    {
        gpus += other.gpus;
        slices += other.slices;
        shares += other.shares;
        partitions += other.partitions;
        devices += other.devices;
        return *this;
    }

    friend bool operator==(const GpuAmount &, const GpuAmount &) = default;
};

[[nodiscard]] inline GpuAmount operator+(GpuAmount one, const GpuAmount &other)
{
    return one += other;
}

/// The order of a list that begins with the most: whole GPUs count before parts.
[[nodiscard]] inline bool isMore(const GpuAmount &one, const GpuAmount &other)
{
    return std::tie(one.gpus, one.slices, one.shares, one.partitions) >
           std::tie(other.gpus, other.slices, other.shares, other.partitions);
}

} // namespace chartroom
