// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/selector_fit.h"

namespace chartroom {

SelectorFit fitOf(const LabelMap &labels, const QMap<QString, QString> &selector)
{
    SelectorFit fit = SelectorFit::Yes;
    for (auto label = selector.cbegin(); label != selector.cend(); ++label) {
        if (!isKeptNodeKey(label.key().toStdString(), label->toStdString()))
            fit = SelectorFit::Unknown;
        else if (!labels.contains(label.key()) || labels.value(label.key()) != *label)
            return SelectorFit::No;
    }
    return fit;
}

} // namespace chartroom
