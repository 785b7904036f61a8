// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/operation_kind.h"

#include <algorithm>
#include <array>

namespace chartroom {

namespace {

constexpr std::array<QStringView, 6> operationWords{u"upgrade", u"rollback", u"unhold",
                                                    u"pause",   u"resume",   u"matrix"};

} // namespace

QString operationWord(OperationKind kind)
{
    return operationWords.at(size_t(kind)).toString();
}

std::optional<OperationKind> operationKind(QStringView word)
{
    const auto *found = std::find(operationWords.begin(), operationWords.end(), word);
    return found == operationWords.end() ? std::nullopt
                                         : std::optional(OperationKind(found - operationWords.begin()));
}

} // namespace chartroom
