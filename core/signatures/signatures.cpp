// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signatures/signatures.h"

#include "core/base/moments.h"
#include "core/base/private_file.h"
#include "core/signatures/signatures_reader.h"

#include <algorithm>

// A static library's resources are registered by whoever uses them; the macro wants the global namespace.
static void registerSignatures()
{
    Q_INIT_RESOURCE(diagnosis);
}

namespace chartroom {

namespace {

constexpr qint64 maxFileBytes = 1024 * 1024;
constexpr qsizetype maxLine = 4096;      ///< characters of a line that are looked at, at either end
constexpr qsizetype maxText = 64 * 1024; ///< and of a text, from its end

/// What a log ends with counts, so later lines come first there.
QList<QStringView> linesOf(const Statement &statement)
{
    const QStringView text = QStringView(statement.text).right(maxText);
    QList<QStringView> lines;
    for (const QStringView line : text.split(u'\n', Qt::SkipEmptyParts)) {
        if (const QStringView seen = line.left(maxLine).trimmed(); !seen.isEmpty())
            lines.append(seen);
        if (const QStringView end = line.mid(std::max(maxLine, line.size() - maxLine)).trimmed();
            !end.isEmpty())
            lines.append(end);
    }
    if (statement.kind == StatementKind::Log)
        std::reverse(lines.begin(), lines.end());
    return lines;
}

struct Found
{
    QString line;
    QString text;
};

bool hasOneOf(const QList<TextPattern> &texts, QStringView line)
{
    return std::any_of(texts.cbegin(), texts.cend(),
                       [line](const TextPattern &text) { return text.find(line).has_value(); });
}

std::optional<Found> found(const Signature &signature, const QList<QStringView> &lines)
{
    if (signature.texts.isEmpty())
        return Found{lines.isEmpty() ? QString() : lines.first().toString(), {}};
    for (const TextPattern &text : signature.texts) { // the first says most
        for (const QStringView line : lines) {
            if (const auto place = text.find(line); place && !hasOneOf(signature.without, line))
                return Found{line.toString(), line.mid(place->start, place->length).toString()};
        }
    }
    return std::nullopt;
}

const QDateTime &patientFrom(const Statement &statement)
{
    return statement.since.isValid() ? statement.since : statement.calmSince;
}

/// Nothing to speak of yet.
bool isYoung(const Signature &signature, const Statement &statement, const QDateTime &now)
{
    const QDateTime &from = patientFrom(statement);
    return !statement.isUrgent && from.isValid() && timeBetween(from, now) < signature.patience;
}

/// However young it is.
bool concerns(const Signature &signature, const Statement &statement)
{
    const bool isNamed = signature.of.isEmpty() ? statement.operand != Signatures::workload
                                                : signature.of.contains(statement.operand);
    const bool isOfContainer =
        signature.containers.isEmpty() || signature.containers.contains(statement.container);
    const bool isForThat = signature.reasons.isEmpty() || signature.reasons.contains(statement.reason);
    // A container that ends badly often leaves the end of its log as its message (terminationMessagePolicy).
    // What a container waits for may be in the kubelet's events alone.
    const bool isOfEvent = signature.in == StatementKind::Container && !signature.texts.isEmpty() &&
                           !signature.reasons.isEmpty() && statement.kind == StatementKind::Event;
    const bool isThere = signature.in == statement.kind || isOfEvent ||
                         (signature.in == StatementKind::Log && statement.kind == StatementKind::Container);
    return isThere && isNamed && isOfContainer && isForThat;
}

template<typename Fits>
const Operand *firstOf(const QList<Operand> &operands, Fits fits)
{
    const auto operand = std::find_if(operands.cbegin(), operands.cend(), fits);
    return operand == operands.cend() ? nullptr : &*operand;
}

} // namespace

QString bearingText(Bearing bearing)
{
    switch (bearing) {
    case Bearing::Cause:
        return QStringLiteral("cause");
    case Bearing::Symptom:
        return QStringLiteral("symptom");
    case Bearing::Remark:
        break;
    }
    return QStringLiteral("remark");
}

Result<Signatures> Signatures::load(const QByteArray &yaml, const QString &fileName)
{
    return SignaturesReader(yaml, fileName).read();
}

Result<Signatures> Signatures::bundled()
{
    registerSignatures();
    const Result<QByteArray> yaml =
        readPlainFile(QStringLiteral(":/diagnosis/signatures.yaml"), maxFileBytes);
    if (!yaml)
        return tl::make_unexpected(yaml.error());
    return load(*yaml, QStringLiteral("signatures.yaml"));
}

const Operand *Signatures::operand(QStringView id) const
{
    return firstOf(m_operands, [id](const Operand &operand) { return operand.id == id; });
}

const Operand *Signatures::operandOfLabels(const Pod &pod) const
{
    return firstOf(m_operands, [&pod](const Operand &operand) {
        return std::any_of(operand.labels.cbegin(), operand.labels.cend(),
                           [&pod](const QByteArray &label) { return pod.labels.contains(label); });
    });
}

const Operand *Signatures::operandOfWorkload(const QString &name) const
{
    return firstOf(m_operands, [&name](const Operand &operand) {
        return std::any_of(operand.workloads.cbegin(), operand.workloads.cend(),
                           [&name](const QString &part) { return name.contains(part); });
    });
}

const Operand *Signatures::operandOfKind(const QString &kind) const
{
    return firstOf(m_operands, [&kind](const Operand &operand) { return operand.kinds.contains(kind); });
}

const Operand *Signatures::operandOfTrack(const QString &component) const
{
    return firstOf(m_operands, [&component](const Operand &operand) {
        return !operand.track.isEmpty() && operand.track == component;
    });
}

bool Signatures::waitsFor(const QString &waiting, const QString &awaited) const
{
    const Operand *one = operand(waiting);
    return one && std::any_of(one->waitsFor.cbegin(), one->waitsFor.cend(), [&](const QString &next) {
               return next == awaited || waitsFor(next, awaited); // the reader saw to it that this ends
           });
}

bool Signatures::namesCondition(const QString &operand, const QString &reason) const
{
    return std::any_of(m_signatures.cbegin(), m_signatures.cend(), [&](const Signature &signature) {
        return signature.in == StatementKind::Condition && signature.of.contains(operand) &&
               signature.reasons.contains(reason);
    });
}

bool Signatures::readsLogsOf(const QString &operand) const
{
    return std::any_of(m_signatures.cbegin(), m_signatures.cend(), [&](const Signature &signature) {
        return signature.in == StatementKind::Log && signature.of.contains(operand);
    });
}

QDateTime Signatures::nextMatch(const Statement &statement, const QDateTime &now) const
{
    const QList<QStringView> lines = linesOf(statement);
    QDateTime next;
    for (const Signature &signature : m_signatures) {
        if (!isYoung(signature, statement, now) || !concerns(signature, statement))
            continue;
        const QDateTime end = laterBy(patientFrom(statement), signature.patience);
        if ((!next.isValid() || end < next) && found(signature, lines))
            next = end;
    }
    return next;
}

QList<SignatureMatch> Signatures::match(const Statement &statement, const QDateTime &now) const
{
    const QList<QStringView> lines = linesOf(statement);
    QList<SignatureMatch> matches;
    QList<SignatureMatch> remarks;
    for (qsizetype i = 0; i < m_signatures.size(); ++i) {
        const Signature &signature = m_signatures[i];
        const bool isRemark = signature.bearing == Bearing::Remark;
        if ((!isRemark && !matches.isEmpty()) || !concerns(signature, statement) ||
            isYoung(signature, statement, now))
            continue;
        if (const auto text = found(signature, lines))
            (isRemark ? remarks : matches).append({i, text->line, text->text});
    }
    return matches + remarks;
}

std::optional<SignatureMatch> Signatures::meaningOf(const QString &text, const QString &reason) const
{
    Statement said;
    said.text = text;
    const QList<QStringView> lines = linesOf(said);
    for (qsizetype i = 0; i < m_signatures.size(); ++i) {
        const Signature &signature = m_signatures[i];
        const bool isBesideAnother = signature.in == StatementKind::Container &&
                                     !signature.reasons.isEmpty() && !signature.reasons.contains(reason);
        if (signature.texts.isEmpty() || signature.bearing == Bearing::Remark || isBesideAnother)
            continue;
        if (const auto place = found(signature, lines))
            return SignatureMatch{i, place->line, place->text};
    }
    return std::nullopt;
}

} // namespace chartroom
