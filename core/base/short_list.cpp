// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"

#include "core/base/base_tr.h"

namespace chartroom {

QString andMore(qsizetype more)
{
    return BaseTr::tr("and %n more", nullptr, int(more));
}

QString shortList(const QStringList &names, qsizetype shown)
{
    const QString list = names.mid(0, shown).join(QStringLiteral(", "));
    return names.size() <= shown ? list : list + u' ' + andMore(names.size() - shown);
}

} // namespace chartroom
