// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/node_selector.h"

#include "core/kube/lenient_json.h"

namespace chartroom {

namespace {

SelectorFit fitIf(bool isSo)
{
    return isSo ? SelectorFit::Yes : SelectorFit::No;
}

} // namespace

NodeSelector NodeSelector::read(const LenientJson &selector)
{
    NodeSelector read;
    selector["nodeSelectorTerms"].forEachItem([&read](const LenientJson &told) {
        Term term;
        const auto take = [&term](const LenientJson &requirements, bool isOfField) {
            requirements.forEachItem([&](const LenientJson &one) {
                Requirement needed{isOfField, one["key"].text(), one["operator"].text(), {}};
                one["values"].forEachItem(
                    [&needed](const LenientJson &value) { needed.values << value.text(); });
                term << needed;
            });
        };
        take(told["matchExpressions"], false);
        take(told["matchFields"], true);
        if (!term.isEmpty())
            read.m_terms << term;
    });
    return read;
}

SelectorFit NodeSelector::fit(const Node &node) const
{
    SelectorFit fit = SelectorFit::No;
    for (const Term &term : m_terms) {
        const SelectorFit one = fitOfTerm(term, node);
        if (one == SelectorFit::Yes)
            return one;
        if (one == SelectorFit::Unknown)
            fit = one;
    }
    return fit;
}

SelectorFit NodeSelector::fitOfTerm(const Term &term, const Node &node)
{
    SelectorFit fit = SelectorFit::Yes;
    for (const Requirement &needed : term) {
        const SelectorFit one = needed.isOfField ? fitOfField(needed, node) : fitOfLabel(needed, node);
        if (one == SelectorFit::No)
            return one;
        if (one == SelectorFit::Unknown)
            fit = one;
    }
    return fit;
}

/// metadata.name is the only field of a node that can be asked for, and only one value of it.
SelectorFit NodeSelector::fitOfField(const Requirement &one, const Node &node)
{
    const bool isNot = one.kind == u"NotIn";
    if (one.key != u"metadata.name" || one.values.size() != 1 || !(isNot || one.kind == u"In"))
        return SelectorFit::Unknown;
    return fitIf((node.name == one.values.first()) != isNot);
}

SelectorFit NodeSelector::fitOfLabel(const Requirement &one, const Node &node)
{
    const bool isThere = node.labels.contains(one.key);
    if (!isThere && !isKeptNodeKey(one.key.toStdString(), "true"))
        return SelectorFit::Unknown;
    const QString value = node.labels.value(one.key);
    if (one.kind == u"In")
        return fitIf(isThere && one.values.contains(value));
    if (one.kind == u"NotIn")
        return fitIf(!isThere || !one.values.contains(value));
    if (one.kind == u"Exists" || one.kind == u"DoesNotExist")
        return fitIf(isThere == (one.kind == u"Exists"));
    bool isBound = false;
    const qlonglong bound = one.values.value(0).toLongLong(&isBound);
    if (!isBound || one.values.size() != 1 || !(one.kind == u"Gt" || one.kind == u"Lt"))
        return SelectorFit::Unknown;
    bool isNumber = false; // a label that is none fits neither
    const qlonglong number = value.toLongLong(&isNumber);
    return fitIf(isNumber && (one.kind == u"Gt" ? number > bound : number < bound));
}

} // namespace chartroom
