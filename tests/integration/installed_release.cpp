// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/installed_release.h"

#include "core/base/document.h"
#include "core/diff/value_diff.h"

#include <QJsonDocument>

namespace chartroom::test {

using namespace Qt::StringLiterals;

InstalledRelease::InstalledRelease(const Sandbox &sandbox, ReleaseKey key)
    : m_sandbox(sandbox)
    , m_key(std::move(key))
{}

Value InstalledRelease::values() const
{
    const Ran ran = m_sandbox.tool(
        "helm4", {u"get"_s, u"values"_s, m_key.name, u"-n"_s, m_key.namespaceName, u"-o"_s, u"yaml"_s});
    return readYaml(ran.out).value_or(Value());
}

QJsonObject InstalledRelease::newest() const
{
    const Ran ran = m_sandbox.tool("helm4", {u"history"_s, m_key.name, u"-n"_s, m_key.namespaceName,
                                             u"--max"_s, u"1"_s, u"-o"_s, u"json"_s});
    return QJsonDocument::fromJson(ran.out).array().last().toObject();
}

QString InstalledRelease::otherThan(const QString &chart, const Value &values) const
{
    const QJsonObject now = newest();
    if (now[u"chart"] != chart || now[u"status"] != u"deployed"_s)
        return QString::fromUtf8(QJsonDocument(now).toJson(QJsonDocument::Compact));
    for (const ValueChange &change : changedSettings(values, this->values()))
        return u"the value at "_s + change.path;
    return {};
}

} // namespace chartroom::test
