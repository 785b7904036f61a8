// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_edit.h"
#include "core/versions/versions_tr.h"

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

const QString deployed = u"deployed"_s;
const QString notes = u"notes"_s;

Result<const MatrixEntry *> entryOf(const VersionMatrix &matrix, QStringView name)
{
    const MatrixEntry *entry = matrix.find(name);
    if (!entry)
        return failure(Error::Code::NotFound, VersionsTr::tr("The matrix has no entry %1.").arg(name));
    return entry;
}

/// What differs in a component that the second names.
bool wouldMove(const MatrixEntry &now, const MatrixEntry &next)
{
    for (const MatrixValue &value : next.components) {
        const MatrixValue *before = now.find(value.name());
        if (!before || before->text != value.text)
            return true;
    }
    return false;
}

/// What runs until now, as far as the rollback names it or the promotion moves it: a component that neither
/// does stays as it is when one goes back.
MatrixEntry leaving(const MatrixEntry &production, const MatrixEntry &canary, const MatrixEntry &rollback)
{
    MatrixEntry kept = production;
    kept.components.removeIf([&](const MatrixValue &value) {
        const MatrixValue *next = canary.find(value.name());
        return !rollback.find(value.name()) && (!next || next->text == value.text);
    });
    return kept;
}

Result<void> setDeployed(MatrixEdit &edit, QStringView entry, QDate today)
{
    const MatrixEntry *found = edit.matrix().find(entry);
    if (!found || !found->find(deployed))
        return {};
    return edit.set(entry, {deployed}, today.toString(Qt::ISODate));
}

/// A person's words are not rewritten; that they were written for other versions is said.
void noteWords(MatrixEdit &edit, QStringView name)
{
    const MatrixEntry *entry = edit.matrix().find(name);
    if (entry && entry->find(notes))
        edit.note(VersionsTr::tr("The notes of %1 were written for its earlier versions: \"%2\". Check them.")
                      .arg(name, entry->text(notes)));
}

Result<MatrixEdit> restored(const VersionMatrix &matrix, const MatrixEntry &earlier, QDate today)
{
    const auto production = entryOf(matrix, VersionMatrix::production);
    if (!production)
        return tl::make_unexpected(production.error());
    if (!wouldMove(**production, earlier))
        return failure(
            Error::Code::NotFound,
            VersionsTr::tr("There is nothing to roll back: current_production has these versions."));
    MatrixEdit edit(matrix);
    if (auto done = edit.copyFrom(earlier, VersionMatrix::production); !done)
        return tl::make_unexpected(done.error());
    if (auto done = setDeployed(edit, VersionMatrix::production, today); !done)
        return tl::make_unexpected(done.error());
    noteWords(edit, VersionMatrix::production);
    return edit;
}

} // namespace

Result<MatrixEdit> promoted(const VersionMatrix &matrix, QDate today)
{
    const auto production = entryOf(matrix, VersionMatrix::production);
    const auto canary = entryOf(matrix, VersionMatrix::canary);
    if (!production || !canary)
        return tl::make_unexpected(production ? canary.error() : production.error());
    if (!wouldMove(**production, **canary))
        return failure(
            Error::Code::NotFound,
            VersionsTr::tr(
                "There is nothing to promote: canary_testing has the versions of current_production."));
    MatrixEdit edit(matrix);
    if (const MatrixEntry *rollback = matrix.find(VersionMatrix::rollback)) {
        const MatrixEntry kept = leaving(**production, **canary, *rollback);
        if (auto done = edit.copyFrom(kept, VersionMatrix::rollback); !done)
            return tl::make_unexpected(done.error());
        if (const QString day = (*production)->text(deployed); !day.isEmpty() && rollback->find(deployed)) {
            if (auto done = edit.set(VersionMatrix::rollback, {deployed}, day); !done)
                return tl::make_unexpected(done.error());
        }
        noteWords(edit, VersionMatrix::rollback);
    } else {
        edit.note(VersionsTr::tr(
            "There is no entry rollback: the previous versions are only in the document's history."));
    }
    if (auto done = edit.copyFrom(**canary, VersionMatrix::production); !done)
        return tl::make_unexpected(done.error());
    if (auto done = setDeployed(edit, VersionMatrix::production, today); !done)
        return tl::make_unexpected(done.error());
    noteWords(edit, VersionMatrix::production);
    return edit;
}

Result<MatrixEdit> rolledBack(const VersionMatrix &matrix, QDate today)
{
    const auto rollback = entryOf(matrix, VersionMatrix::rollback);
    if (!rollback)
        return tl::make_unexpected(rollback.error());
    return restored(matrix, **rollback, today);
}

Result<MatrixEdit> rolledBackTo(const VersionMatrix &matrix, const VersionMatrix &earlier, QDate today)
{
    const auto production = entryOf(earlier, VersionMatrix::production);
    if (!production)
        return tl::make_unexpected(production.error());
    return restored(matrix, **production, today);
}

} // namespace chartroom
