// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/helm/strategy.h"

using namespace Qt::StringLiterals;

namespace chartroom {

QString strategyText(Strategy strategy)
{
    switch (strategy) {
    case Strategy::Reuse:
        return u"reuse"_s;
    case Strategy::ResetThenReuse:
        return u"reset-then-reuse"_s;
    case Strategy::Reset:
        break;
    }
    return u"reset"_s;
}

std::optional<Strategy> readStrategy(QStringView text)
{
    for (const Strategy strategy : allStrategies) {
        if (text == strategyText(strategy))
            return strategy;
    }
    return std::nullopt;
}

QString strategyFlag(Strategy strategy)
{
    return u"--"_s + strategyText(strategy) + u"-values"_s;
}

} // namespace chartroom
