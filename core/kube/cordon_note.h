// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <string_view>

namespace chartroom {

/// Who wrote a node's spec.unschedulable, from its managedFields as JSON: {"by":"kubectl","at":"..."}, which
/// Node::read() reads; "" where none or several did. The time of an entry is that of the last change of any
/// of its fields (kubernetes/apimachinery pkg/apis/meta/v1/types.go ManagedFieldsEntry), so that `at` is told
/// only of an entry with no other field.
[[nodiscard]] QByteArray cordonNote(std::string_view managedFields);

} // namespace chartroom
