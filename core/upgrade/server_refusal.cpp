// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/server_refusal.h"

#include "core/base/document.h"

#include <QRegularExpression>

#include <array>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// How texts name the object. kubectl: pkg/cmd/util/helpers.go@v0.36 checkErr, pkg/resource/visitor.go
/// Info.String. API server: pkg/api/errors/errors.go@v0.36 NewInvalid, NewForbidden;
/// pkg/util/managedfields/internal/structuredmerge.go@v0.36. helm: pkg/kube/client.go@v4.3.1
/// patchResourceServerSide, pkg/action/validate.go@v4.3.1 resourceString. cli-runtime:
/// pkg/resource/mapper.go@v0.36.
const std::array<QRegularExpression, 9> &objectForms()
{
    static const std::array<QRegularExpression, 9> forms{
        QRegularExpression(uR"re(The (?<kind>\w+) "(?<name>[^"]+)" is invalid)re"_s),
        QRegularExpression(uR"re((?<kind>[A-Z]\w+)(?:\.[\w.-]+)? "(?<name>[^"]+)" is invalid)re"_s),
        QRegularExpression(
            uR"re(Kind=(?<kind>\w+)"\s+Name: "(?<name>[^"]*)", Namespace: "(?<namespace>[^"]*)")re"_s),
        QRegularExpression(
            uR"re(typed patch object \((?<namespace>[^/;()]*)/(?<name>[^;()]*); [^,]+, Kind=(?<kind>\w+)\))re"_s),
        QRegularExpression(uR"re(object (?<namespace>[^/ ]*)/(?<name>\S+) \S+, Kind=(?<kind>\w+))re"_s),
        QRegularExpression(uR"re((?<kind>[A-Z]\w+) "(?<name>[^"]+)" in namespace "(?<namespace>[^"]*)")re"_s),
        QRegularExpression(uR"re(cannot patch "(?<name>[^"]+)" with kind (?<kind>\w+))re"_s),
        QRegularExpression(
            uR"re(not found for name: "(?<name>[^"]*)" namespace: "(?<namespace>[^"]*)"[\s\S]*kind "(?<kind>\w+)")re"_s),
        QRegularExpression(uR"re(\b(?<kind>[a-z]+)(?:\.[\w.-]+)? "(?<name>[^"]+)" is forbidden)re"_s),
    };
    return forms;
}

void readObject(ServerRefusal &refusal)
{
    for (const QRegularExpression &form : objectForms()) {
        const auto match = form.match(refusal.message);
        if (!match.hasMatch())
            continue;
        const QString name = match.captured(u"name"_s);
        if (!refusal.name.isEmpty() && refusal.name != name)
            continue;
        refusal.name = name;
        if (refusal.kind.isEmpty())
            refusal.kind = match.captured(u"kind"_s);
        if (refusal.namespaceName.isEmpty() && match.hasCaptured(u"namespace"_s))
            refusal.namespaceName = match.captured(u"namespace"_s);
    }
}

QString reasonIn(const QString &text)
{
    static const QRegularExpression server(uR"re(Error from server \((\w+)\))re"_s);
    if (const auto match = server.match(text); match.hasMatch())
        return match.captured(1);
    if (text.contains(u"Apply failed with "))
        return u"Conflict"_s;
    if (text.contains(u" is invalid"))
        return u"Invalid"_s;
    return text.contains(u" is forbidden") ? u"Forbidden"_s : QString();
}

/// k8s.io/apimachinery pkg/util/managedfields/internal/conflict.go@v0.36 getConflictMessage: one conflict in
/// a line, several by manager with a line for each field.
QList<ServerRefusal::Cause> conflictsIn(const QString &text)
{
    static const QRegularExpression one(
        uR"re((conflict with "[^"]*"(?: with subresource "[^"]*")?(?: using \S+?)?(?: at \S+?)?): (\S.*)$)re"_s);
    static const QRegularExpression several(uR"re(conflicts with ("[^"]*".*):$)re"_s);
    QList<ServerRefusal::Cause> causes;
    QString manager;
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines) {
        const QString said = line.trimmed();
        if (const auto match = one.match(said); match.hasMatch())
            causes.append({u"FieldManagerConflict"_s, match.captured(2), match.captured(1)});
        else if (const auto named = several.match(said); named.hasMatch())
            manager = u"conflict with "_s + named.captured(1);
        else if (said.startsWith(u"- ") && !manager.isEmpty())
            causes.append({u"FieldManagerConflict"_s, said.mid(2), manager});
    }
    return causes;
}

/// k8s.io/apimachinery pkg/util/validation/field/errors.go@v0.36 ErrorType.String. Several stand in brackets
/// (pkg/util/errors/errors.go Aggregate), with kubectl in lines of their own.
QList<ServerRefusal::Cause> invalidFieldsIn(const QString &text)
{
    static const QRegularExpression begin(
        uR"re((?:^|(?<=\* )|(?<=is invalid: )|(?<=is invalid: \[)|(?<=, ))([A-Za-z]\w*(?:\[[^\]]*\]|\.[\w/-]+)*): (?=(?:Invalid value|Forbidden|Required value|Duplicate value|Unsupported value|Not found|Too long|Too many|Too few|Too short|Internal error)\b))re"_s,
        QRegularExpression::MultilineOption);
    QList<ServerRefusal::Cause> causes;
    QList<QRegularExpressionMatch> found;
    for (auto match = begin.globalMatch(text); match.hasNext();)
        found << match.next();
    const bool isList = text.contains(u"is invalid: [");
    for (qsizetype i = 0; i < found.size(); ++i) {
        const qsizetype from = found[i].capturedEnd();
        const bool isLast = i + 1 == found.size();
        QString message = text.sliced(from, (isLast ? text.size() : found[i + 1].capturedStart()) - from);
        message = message.trimmed();
        if (message.endsWith(u'*') || message.endsWith(u',') || (isLast && isList && message.endsWith(u']')))
            message.chop(1);
        causes.append({{}, found[i].captured(1), message.trimmed()});
    }
    return causes;
}

void readStatus(const Value &status, ServerRefusal &refusal)
{
    refusal.message = status.at({u"message"_s}).toString();
    refusal.reason = status.at({u"reason"_s}).toString();
    refusal.kind = status.at({u"details"_s, u"kind"_s}).toString();
    refusal.name = status.at({u"details"_s, u"name"_s}).toString();
    const Value causes = status.at({u"details"_s, u"causes"_s});
    for (const Value &cause : causes.list())
        refusal.causes.append({cause.at({u"reason"_s}).toString(), cause.at({u"field"_s}).toString(),
                               cause.at({u"message"_s}).toString()});
}

} // namespace

ServerRefusal readServerRefusal(const QString &said)
{
    ServerRefusal refusal;
    refusal.message = said.trimmed();
    if (refusal.message.startsWith(u'{'))
        if (const auto status = readJson(refusal.message.toUtf8());
            status && status->at({u"kind"_s}).toString() == u"Status")
            readStatus(*status, refusal);
    readObject(refusal);
    if (refusal.reason.isEmpty())
        refusal.reason = reasonIn(refusal.message);
    if (refusal.causes.isEmpty())
        refusal.causes = conflictsIn(refusal.message);
    if (refusal.causes.isEmpty())
        refusal.causes = invalidFieldsIn(refusal.message);
    return refusal;
}

/// Helm 3 joins errors by "&&", Helm 4 by lines (pkg/kube/client.go@v3.22.0, @v4.3.1 Update); what cannot be
/// built is a list in brackets (k8s.io/apimachinery pkg/util/errors/errors.go@v0.36 Aggregate).
QStringList refusalTexts(const QString &helmError)
{
    static const QRegularExpression next(
        uR"re((?: && |\n|, )(?=cannot patch "|conflict occurred while |server-side apply failed |resource mapping not found ))re"_s);
    QStringList texts;
    const QStringList parts = helmError.split(next, Qt::SkipEmptyParts);
    for (const QString &part : parts)
        if (const QString text = part.trimmed(); !texts.contains(text))
            texts << text;
    return texts;
}

} // namespace chartroom
