// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_side_reader.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"

namespace chartroom::test {

void FakeSideReader::put(const QString &side, const QByteArray &yaml, const QString &title,
                         const QStringList &notices)
{
    SideText text;
    text.side = readSide(side).value_or(Side());
    text.title = title.isEmpty() ? side : title;
    text.text = yaml;
    text.notices = notices;
    for (const QByteArray &document : QByteArray(yaml).replace("---\n", "\x01").split('\x01'))
        if (!document.trimmed().isEmpty())
            text.documents.append(readYaml(document).value_or(Value()));
    if (text.documents.isEmpty())
        text.documents.append(Value(Value::Map()));
    text.isManifest = text.side.kind == Side::Kind::Manifest || text.side.kind == Side::Kind::Live ||
                      text.side.kind == Side::Kind::Upgrade || text.side.kind == Side::Kind::Crds;
    if (text.side.kind == Side::Kind::Live)
        for (const Value &object : std::as_const(text.documents))
            text.live.append({objectRef(object), LiveObject::State::Found, object, {}});
    m_sides.insert(side, text);
}

void FakeSideReader::fail(const QString &side, const Error &error)
{
    m_sides.insert(side, tl::make_unexpected(error));
}

void FakeSideReader::answerAll()
{
    for (Open &open : m_open) {
        open.promise.addResult(answer(open.side));
        open.promise.finish();
    }
    m_open.clear();
}

QFuture<Result<SideText>> FakeSideReader::read(const ReleaseKey &, const Side &side)
{
    const QString text = sideText(side);
    asked.append(text);
    if (!m_hold)
        return readyFuture(answer(text));
    m_open.push_back({text, {}});
    m_open.back().promise.start();
    return m_open.back().promise.future();
}

Result<SideText> FakeSideReader::answer(const QString &side) const
{
    const auto found = m_sides.constFind(side);
    if (found != m_sides.cend())
        return *found;
    return failure(Error::Code::NotFound, QStringLiteral("There is nothing on the side %1.").arg(side));
}

} // namespace chartroom::test
