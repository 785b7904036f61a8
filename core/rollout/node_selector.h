// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/rollout/selector_fit.h"

#include <QList>
#include <QStringList>

namespace chartroom {

class LenientJson;

/// Which nodes a NodeSelector (core/v1) takes, as the scheduler reads it: one of its terms fits, and of a
/// term all requirements; an empty term takes no node (k8s.io/component-helpers
/// scheduling/corev1/nodeaffinity/nodeaffinity.go@v0.36.3). Unknown where a label decides that a Node does
/// not keep, and where the scheduler would refuse a requirement.
class NodeSelector
{
public:
    [[nodiscard]] static NodeSelector read(const LenientJson &selector);
    [[nodiscard]] SelectorFit fit(const Node &node) const;

private:
    struct Requirement
    {
        bool isOfField = false; ///< of matchFields, else of a label
        QString key;
        QString kind; ///< In, NotIn, Exists, DoesNotExist, Gt, Lt
        QStringList values;
    };
    using Term = QList<Requirement>;

    [[nodiscard]] static SelectorFit fitOfField(const Requirement &one, const Node &node);
    [[nodiscard]] static SelectorFit fitOfLabel(const Requirement &one, const Node &node);
    [[nodiscard]] static SelectorFit fitOfTerm(const Term &term, const Node &node);

    QList<Term> m_terms;
};

} // namespace chartroom
