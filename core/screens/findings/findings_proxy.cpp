// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/findings/findings_proxy.h"

#include "core/screens/tables/searched_text.h"

#include <limits>
#include <tuple>

namespace chartroom {

FindingsProxy::FindingsProxy(FindingsModel *source, QObject *parent)
    : TableProxy(source, -1, parent)
    , m_source(source)
{
    connect(source, &FindingsModel::changesBegin, this, &FindingsProxy::beginChanges);
    connect(source, &FindingsModel::changesEnd, this, &FindingsProxy::endChanges);
    begin();
}

QModelIndex FindingsProxy::indexOf(const Finding &finding) const
{
    const int row = m_source->rowOf(finding);
    return row < 0 ? QModelIndex() : indexOfRow(row, 0);
}

RowKey FindingsProxy::rowKey(int sourceRow, int sortedBy) const
{
    const Finding &one = m_source->finding(sourceRow);
    RowKey key;
    key.searched =
        searchedText(QStringList{one.component, one.meaning, one.nextStep, one.quote, one.release,
                                 one.namespaceName, ownerText(one.owner), supportScopeText(one.scope)} +
                     one.nodes + one.objects);
    if (sortedBy < 0) {
        key.number = m_source->rank(sourceRow);
        return key;
    }
    switch (FindingsColumn(sortedBy)) {
    case FindingsColumn::Component:
        key.text = one.component.toLower();
        break;
    case FindingsColumn::Meaning:
        key.text = one.meaning.toLower();
        break;
    case FindingsColumn::Nodes:
        key.number = one.nodes.size();
        break;
    case FindingsColumn::Since:
        key.number = one.since.isValid() ? one.since.toMSecsSinceEpoch() : std::numeric_limits<qint64>::max();
        break;
    case FindingsColumn::Owner:
        key.number = int(one.owner);
        break;
    }
    return key;
}

std::pair<QString, QString> FindingsProxy::groupOf(int /*sourceRow*/) const
{
    return {};
}

int FindingsProxy::compareTied(int a, int b) const
{
    const auto identity = [this](int row) {
        const Finding &one = m_source->finding(row);
        return std::tie(one.component, one.signature, one.concerns, one.namespaceName, one.release);
    };
    return identity(a) < identity(b) ? -1 : 1;
}

QString FindingsProxy::headingText(const RowGroup &group) const
{
    return group.title;
}

} // namespace chartroom
