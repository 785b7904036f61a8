// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/release_sort_key.h"

#include "core/screens/addons/release_model.h"
#include "core/screens/tables/searched_text.h"

namespace chartroom {

RowKey releaseSortKey(const ReleaseModel &model, int row, ReleaseColumn sortedBy)
{
    const ReleaseRow &release = model.row(row);
    const auto text = [&](ReleaseColumn column) { return model.index(row, int(column)).data().toString(); };
    RowKey key;
    key.searched =
        searchedText({release.name, release.namespaceName, text(ReleaseColumn::Chart),
                      text(ReleaseColumn::Owner), release.statusText, text(ReleaseColumn::Status)});
    const QVariant value = model.index(row, int(sortedBy)).data(SortRole);
    if (value.userType() == QMetaType::QString)
        key.text = value.toString().toLower();
    else if (value.userType() == QMetaType::QDateTime)
        key.number =
            value.toDateTime().isValid() ? -value.toDateTime().toMSecsSinceEpoch() : 0; // newest first
    else
        key.number = value.toLongLong();
    return key;
}

} // namespace chartroom
