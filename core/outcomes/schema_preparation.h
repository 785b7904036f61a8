// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/value.h"

#include <QSet>
#include <QStringList>

namespace chartroom {

/// A schema rewritten for one set of values, so that a library that knows draft 7 judges as Helm's library
/// does (santhosh-tekuri/jsonschema@v6, draft 2020-12 unless $schema names another).
struct PreparedSchema
{
    Value schema;
    QString refusal;     ///< with text: nothing can be said, and why; `schema` is null then
    QStringList dropped; ///< keywords left out, so that what is accepted may still be refused by Helm
};

/// Regular expressions and multiples become the list of those values at hand that match, so that no
/// expression runs inside the library; keywords of newer drafts become those of draft 7 where they can. What
/// cannot be said is dropped, or refused where dropping could turn a yes into a no.
[[nodiscard]] PreparedSchema prepareSchema(const Value &schema, const Value &values);

} // namespace chartroom
