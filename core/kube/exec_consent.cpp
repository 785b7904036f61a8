// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kube/exec_consent.h"

#include "core/base/document.h"
#include "core/base/private_file.h"
#include "core/kube/kubeconfig_file.h"
#include "core/process/command_runner.h"
#include "core/secrets/masked_text.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <sys/stat.h>

namespace chartroom {

namespace {

const QString listKey = QStringLiteral("allowed");

/// Of a variable as it is shown: nothing that is set pushes out of sight what would run.
constexpr qsizetype longestValue = 200;

/// What changes when a file is written, replaced, or a link to it turned; "" when there is no such file.
QString stateOfFile(const QString &path)
{
    struct stat file = {};
    if (::stat(QFile::encodeName(path).constData(), &file) != 0)
        return {};
    return QStringLiteral("%1 %2 %3.%4 %5.%6")
        .arg(qulonglong(file.st_ino))
        .arg(qlonglong(file.st_size))
        .arg(qlonglong(file.st_mtim.tv_sec))
        .arg(qlonglong(file.st_mtim.tv_nsec))
        .arg(qlonglong(file.st_ctim.tv_sec))
        .arg(qlonglong(file.st_ctim.tv_nsec));
}

/// Digests, because arguments and variables can hold secrets. Each part is preceded by its length, so that no
/// two requests look the same.
QString digestOf(const ExecRequest &request)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QString &part) {
        const QByteArray bytes = part.toUtf8();
        hash.addData(QByteArray::number(bytes.size()) + ':' + bytes);
    };
    add(QFileInfo(request.kubeconfig).absoluteFilePath());
    add(request.program);
    add(stateOfFile(request.program));
    for (const QStringList &parts : {request.arguments, request.environment}) {
        add(QString::number(parts.size()));
        for (const QString &part : parts)
            add(part);
    }
    return QString::fromLatin1(hash.result().toHex());
}

} // namespace

QString ExecRequest::display() const
{
    static const QRegularExpression plainName(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    const auto quoted = [](QString word) {
        return u'\'' + word.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
    };
    QStringList words;
    for (const QString &variable : environment) {
        const QString name = variable.section(u'=', 0, 0);
        const QString whole = maskedText(variable); // a name may tell that its value is a secret
        QString value = whole.startsWith(name + u'=') ? whole.sliced(name.size() + 1)
                                                      : maskedText(variable.sliced(name.size() + 1));
        if (value.size() > longestValue)
            value = value.first(longestValue) + u'…';
        words << (plainName.match(name).hasMatch() ? name + u'=' + quoted(value)
                                                   : quoted(name + u'=' + value));
    }
    CommandLine line;
    line.program = program;
    line.arguments = arguments;
    return (words << line.display()).join(u' ');
}

QString StoredExecConsent::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/chartroom/exec-consent.json");
}

StoredExecConsent::StoredExecConsent(QString path)
    : m_path(std::move(path))
{
    // A file that cannot be read allows nothing: the person is asked again.
    const auto bytes = readRegularFile(m_path, 1024 * 1024);
    const auto document = bytes ? readJson(*bytes) : Result<Value>(Value());
    if (!document)
        return;
    for (const Value &digest : document->at({listKey}).list())
        m_allowed.insert(digest.toString());
}

bool StoredExecConsent::isAllowed(const ExecRequest &request) const
{
    return m_allowed.contains(digestOf(request));
}

Result<void> StoredExecConsent::allow(const ExecRequest &request)
{
    m_allowed.insert(digestOf(request));
    QStringList digests(m_allowed.cbegin(), m_allowed.cend());
    digests.sort();
    Value::List list;
    for (const QString &digest : qAsConst(digests))
        list.append(Value(digest));
    if (auto made = makePrivateFolder(QFileInfo(m_path).absolutePath()); !made)
        return made;
    return writePrivateFile(m_path, writeJson(Value(Value::Map{{listKey, Value(list)}})) + '\n');
}

} // namespace chartroom
