// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/signatures/signatures_reader.h"

#include <QSet>

#include <algorithm>

namespace chartroom {

namespace {

QString key(const char *name)
{
    return QString::fromLatin1(name);
}

QStringList keys(std::initializer_list<const char *> names)
{
    QStringList all;
    for (const char *name : names)
        all += key(name);
    return all;
}

constexpr std::initializer_list<std::pair<const char *, StatementKind>> places = {
    {"pod", StatementKind::Pod},         {"container", StatementKind::Container},
    {"log", StatementKind::Log},         {"event", StatementKind::Event},
    {"node", StatementKind::Node},       {"condition", StatementKind::Condition},
    {"rollout", StatementKind::Rollout}, {"missing", StatementKind::Missing},
    {"release", StatementKind::Release}};
constexpr std::initializer_list<std::pair<const char *, Bearing>> bearings = {
    {"cause", Bearing::Cause}, {"symptom", Bearing::Symptom}, {"remark", Bearing::Remark}};
constexpr std::initializer_list<std::pair<const char *, Confidence>> certainties = {
    {"certain", Confidence::Certain}, {"likely", Confidence::Likely}, {"guess", Confidence::Guess}};

constexpr int longestPatience = 24 * 60 * 60;

/// Pod keeps its labels as the compact JSON of the API.
QByteArray labelForm(const QString &label)
{
    const qsizetype equals = label.indexOf(u'=');
    const QString form = equals < 0
                             ? QStringLiteral("\"%1\":").arg(label)
                             : QStringLiteral("\"%1\":\"%2\"").arg(label.left(equals), label.mid(equals + 1));
    return form.toUtf8();
}

} // namespace

SignaturesReader::SignaturesReader(const QByteArray &yaml, const QString &fileName)
    : m_yaml(yaml, fileName)
{}

Result<Signatures> SignaturesReader::read()
{
    const Value::Map top =
        m_yaml.map(m_yaml.root(), {}, keys({"chartroomSignatures", "operands", "signatures"}));
    checkFormat(top);
    readOperands(top);
    readSignatures(top);
    if (m_yaml.failed())
        return tl::make_unexpected(*m_yaml.error());
    return m_read;
}

void SignaturesReader::checkFormat(const Value::Map &top)
{
    const QString version = m_yaml.neededText(top, {}, key("chartroomSignatures"));
    if (version != u"1")
        m_yaml.fail({key("chartroomSignatures")},
                    tr("This program supports version 1 of signatures, this file has version %1.")
                        .arg(version.left(20)));
}

void SignaturesReader::readOperands(const Value::Map &top)
{
    const Value::List all = m_yaml.list(top, {}, key("operands"));
    m_ids.clear();
    for (qsizetype i = 0; i < all.size() && !m_yaml.failed(); ++i) {
        const QStringList here{key("operands"), QString::number(i)};
        const Value::Map map = m_yaml.map(all[i], here,
                                          keys({"id", "name", "labels", "workloads", "kinds", "charts",
                                                "container", "track", "component", "waitsFor"}));
        m_read.m_operands.append(operand(map, here));
        checkIsNew(m_read.m_operands.last().id, here);
    }
    checkOperands();
}

Operand SignaturesReader::operand(const Value::Map &map, const QStringList &path)
{
    Operand read;
    read.id = m_yaml.neededText(map, path, key("id"));
    read.name = m_yaml.neededText(map, path, key("name"));
    const QStringList labels = m_yaml.texts(map, path, key("labels"));
    for (const QString &label : labels)
        read.labels.append(labelForm(label));
    read.workloads = m_yaml.texts(map, path, key("workloads"));
    read.kinds = m_yaml.texts(map, path, key("kinds"));
    read.charts = m_yaml.texts(map, path, key("charts"));
    read.container = m_yaml.text(map, path, key("container"));
    read.track = m_yaml.text(map, path, key("track"));
    read.component = m_yaml.text(map, path, key("component"));
    read.waitsFor = m_yaml.texts(map, path, key("waitsFor"));
    if (labels.contains(QString()) || read.workloads.contains(QString()))
        m_yaml.fail(path, tr("An empty text would match every pod."));
    return read;
}

/// Those that the code names must be there, and nothing may wait for itself in the end.
void SignaturesReader::checkOperands()
{
    if (m_yaml.failed())
        return;
    for (const QStringView id : {Signatures::node, Signatures::addOn, Signatures::workload}) {
        if (!m_ids.contains(id))
            m_yaml.fail({key("operands")}, tr("The operand \"%1\" is missing.").arg(id.toString()));
    }
    for (qsizetype i = 0; i < m_read.m_operands.size(); ++i) {
        const QStringList here{key("operands"), QString::number(i), key("waitsFor")};
        checkKnown(m_read.m_operands[i].waitsFor, m_ids, here);
    }
    if (m_yaml.failed())
        return;
    for (qsizetype i = 0; i < m_read.m_operands.size(); ++i) {
        const QString &id = m_read.m_operands[i].id;
        QSet<QString> seen;
        QStringList next = m_read.m_operands[i].waitsFor;
        while (!next.isEmpty()) {
            const QString one = next.takeFirst();
            if (one == id) {
                m_yaml.fail({key("operands"), QString::number(i), key("waitsFor")},
                            tr("\"%1\" depends on itself.").arg(id));
                return;
            }
            if (!seen.contains(one))
                next += m_read.operand(one)->waitsFor;
            seen.insert(one);
        }
    }
}

void SignaturesReader::readSignatures(const Value::Map &top)
{
    const Value::List all = m_yaml.list(top, {}, key("signatures"));
    m_ids.clear();
    for (qsizetype i = 0; i < all.size() && !m_yaml.failed(); ++i) {
        const QStringList here{key("signatures"), QString::number(i)};
        const Value::Map map =
            m_yaml.map(all[i], here,
                       keys({"id", "in", "of", "containers", "reasons", "texts", "without", "patience",
                             "bearing", "confidence", "component", "about", "sparesNodes", "explains",
                             "rulesOut", "meaning", "nextStep", "sameKernel", "source"}));
        m_read.m_signatures.append(signature(map, here));
        checkIsNew(m_read.m_signatures.last().id, here);
        checkSignature(m_read.m_signatures.last(), here);
    }
    checkExplanations();
}

Signature SignaturesReader::signature(const Value::Map &map, const QStringList &path)
{
    Signature read;
    read.id = m_yaml.neededText(map, path, key("id"));
    m_yaml.neededText(map, path, key("in"));
    read.in = m_yaml.word(map, path, key("in"), places).value_or(StatementKind::Pod);
    read.of = m_yaml.texts(map, path, key("of"));
    read.containers = m_yaml.texts(map, path, key("containers"));
    read.reasons = m_yaml.texts(map, path, key("reasons"));
    read.texts = patterns(map, path, "texts");
    read.without = patterns(map, path, "without");
    read.patience = seconds(map, path);
    read.bearing = m_yaml.word(map, path, key("bearing"), bearings).value_or(Bearing::Cause);
    read.confidence = m_yaml.word(map, path, key("confidence"), certainties).value_or(Confidence::Certain);
    read.component = m_yaml.text(map, path, key("component"));
    read.about = m_yaml.text(map, path, key("about"));
    read.sparesNodes = m_yaml.flag(map, path, key("sparesNodes"));
    read.explains = m_yaml.texts(map, path, key("explains"));
    read.rulesOut = m_yaml.texts(map, path, key("rulesOut"));
    read.meaning = m_yaml.neededText(map, path, key("meaning"));
    read.nextStep = m_yaml.neededText(map, path, key("nextStep"));
    if (const auto same = map.constFind(key("sameKernel")); same != map.cend()) {
        const QStringList here = path + QStringList{key("sameKernel")};
        const Value::Map told = m_yaml.map(*same, here, keys({"meaning", "nextStep"}));
        read.sameKernelMeaning = m_yaml.neededText(told, here, key("meaning"));
        read.sameKernelNextStep = m_yaml.neededText(told, here, key("nextStep"));
    }
    read.source = m_yaml.neededText(map, path, key("source"));
    return read;
}

QList<TextPattern> SignaturesReader::patterns(const Value::Map &map, const QStringList &path,
                                              const char *name)
{
    QList<TextPattern> all;
    const QStringList texts = m_yaml.texts(map, path, key(name));
    for (const QString &text : texts) {
        const auto pattern = TextPattern::read(text);
        if (pattern)
            all.append(*pattern);
        else
            m_yaml.fail(path + QStringList{key(name), QString::number(all.size())},
                        tr("\"%1\" is not a search text.").arg(text.left(40)));
    }
    return all;
}

std::chrono::seconds SignaturesReader::seconds(const Value::Map &map, const QStringList &path)
{
    const QString text = m_yaml.text(map, path, key("patience"));
    if (text.isEmpty())
        return std::chrono::seconds(0);
    bool isNumber = false;
    const int count = text.toInt(&isNumber);
    if (!isNumber || count < 0 || count > longestPatience)
        m_yaml.fail(
            path + QStringList{key("patience")},
            tr("patience is \"%1\"; it must be a number of seconds, at most one day.").arg(text.left(20)));
    return std::chrono::seconds(count);
}

void SignaturesReader::checkSignature(const Signature &signature, const QStringList &path)
{
    checkKnown(signature.of, operandIds(), path + QStringList{key("of")});
    if (!signature.about.isEmpty())
        checkKnown({signature.about}, operandIds(), path + QStringList{key("about")});
    const bool isOfContainer = signature.in == StatementKind::Container || signature.in == StatementKind::Log;
    if (!signature.containers.isEmpty() && !isOfContainer)
        m_yaml.fail(path + QStringList{key("containers")}, tr("Only container and log have a container."));
    if (!signature.without.isEmpty() && signature.texts.isEmpty())
        m_yaml.fail(path + QStringList{key("without")}, tr("without needs a search text."));
    if (signature.in == StatementKind::Log && signature.texts.isEmpty())
        m_yaml.fail(path, tr("A log needs a search text."));
    if (signature.in == StatementKind::Log && !signature.reasons.isEmpty())
        m_yaml.fail(path + QStringList{key("reasons")}, tr("A log has no reasons."));
    if (signature.reasons.isEmpty() && signature.texts.isEmpty())
        m_yaml.fail(path, tr("Without reasons and texts it would match everything."));
}

void SignaturesReader::checkExplanations()
{
    for (qsizetype i = 0; i < m_read.m_signatures.size(); ++i)
        checkKnown(m_read.m_signatures[i].explains, m_ids,
                   {key("signatures"), QString::number(i), key("explains")});
}

void SignaturesReader::checkIsNew(const QString &id, const QStringList &path)
{
    if (m_ids.contains(id))
        m_yaml.fail(path + QStringList{key("id")}, tr("\"%1\" occurs twice.").arg(id.left(60)));
    m_ids.append(id);
}

void SignaturesReader::checkKnown(const QStringList &named, const QStringList &known, const QStringList &path)
{
    for (qsizetype i = 0; i < named.size(); ++i) {
        if (!known.contains(named[i]))
            m_yaml.fail(path + QStringList{QString::number(i)},
                        tr("Unknown name \"%1\".").arg(named[i].left(60)));
    }
}

QStringList SignaturesReader::operandIds() const
{
    QStringList ids;
    for (const Operand &operand : m_read.m_operands)
        ids.append(operand.id);
    return ids;
}

} // namespace chartroom
