// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/matrix_work.h"

#include "app/command_line_tr.h"
#include "core/kube/object.h"

namespace chartroom {

Result<ChosenMatrix> readMatrixConfigMaps(const QByteArray &list)
{
    const auto page = readPage(list);
    if (!page)
        return tl::make_unexpected(page.error());
    if (page->items.size() != 1)
        return failure(
            page->items.isEmpty() ? Error::Code::NotFound : Error::Code::Invalid,
            page->items.isEmpty()
                ? CommandLineTr::tr("The cluster has no ConfigMap %1; give a file with --matrix.")
                      .arg(MatrixConfigMap::usualName.toString())
                : CommandLineTr::tr("The cluster has several ConfigMaps %1; give a file with --matrix.")
                      .arg(MatrixConfigMap::usualName.toString()));
    const auto map = MatrixConfigMap::read(page->items.first());
    if (!map)
        return tl::make_unexpected(map.error());
    return chosenMatrixOf(*map);
}

MatrixRequest matrixRequest(const Invocation &invocation)
{
    MatrixRequest wish;
    wish.kind =
        invocation.action == u"promote" ? MatrixRequest::Kind::Promotion : MatrixRequest::Kind::Rollback;
    wish.to = invocation.toText;
    wish.evidence = invocation.evidence;
    wish.tag = invocation.tag;
    wish.hasTag = !invocation.noTag;
    for (const QString &reason : invocation.reasons)
        wish.reasons.insert(reason.section(u'=', 0, 0), reason.section(u'=', 1).trimmed());
    return wish;
}

} // namespace chartroom
