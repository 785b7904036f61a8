// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/input_oracle.h"

#include "core/base/document.h"
#include "core/diff/value_diff.h"
#include "tests/integration/sandbox.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryFile>

namespace chartroom::test {

using namespace Qt::StringLiterals;

QList<Value> askOracle(const QList<Value> &questions)
{
    const QString build = QString::fromUtf8(CHARTROOM_SANDBOX_FOLDER) + u"/build"_s;
    const Ran built = run(build, {u"oracle"_s}, QProcessEnvironment::systemEnvironment(), 900);
    QTemporaryFile asked;
    if (built.exitCode != 0 || !asked.open()) {
        qWarning("%s", built.err.constData());
        return {};
    }
    for (const Value &question : questions)
        asked.write(writeJson(question, 0) + '\n');
    asked.close();
    QProcess process;
    process.setStandardInputFile(asked.fileName());
    process.start(QString::fromUtf8(built.out).trimmed(), {});
    if (!process.waitForFinished(600'000) || process.exitCode() != 0) {
        qWarning("oracle: %s", process.readAllStandardError().constData());
        return {};
    }
    QList<Value> answers;
    const QList<QByteArray> lines = process.readAllStandardOutput().trimmed().split('\n');
    for (const QByteArray &line : lines)
        answers.append(readJson(line).value_or(Value()));
    return answers;
}

Value inBase64(const QByteArray &bytes)
{
    return Value(QString::fromLatin1(bytes.toBase64()));
}

quint32 propertySeed()
{
    bool isGiven = false;
    const int given = qEnvironmentVariableIntValue("CHARTROOM_SEED", &isGiven);
    const quint32 seed = isGiven ? quint32(given) : 48;
    qInfo("seed %u (CHARTROOM_SEED chooses another)", seed);
    return seed;
}

int propertyInputs()
{
    const int wanted = qEnvironmentVariableIntValue("CHARTROOM_INPUTS");
    return wanted > 0 ? wanted : 2000;
}

QList<CorpusInput> corpusOf(const QString &sort)
{
    QList<CorpusInput> inputs;
    const QDir folder(QString::fromUtf8(CHARTROOM_CORPUS_FOLDER) + u'/' + sort);
    for (const QString &name : folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name)) {
        QFile file(folder.filePath(name));
        const auto read = file.open(QIODevice::ReadOnly) ? readJson(file.readAll())
                                                         : failure(Error::Code::File, file.errorString());
        if (!read)
            qFatal("%s: %s", qPrintable(name), qPrintable(read.error().message));
        inputs.append({name, *read});
    }
    return inputs;
}

QString valueDifference(const Value &theirs, const Value &ours)
{
    if (theirs == ours)
        return {};
    QStringList out;
    const QList<ValueChange> changes = diffValues(theirs, ours).mid(0, 3);
    for (const ValueChange &change : changes)
        out.append(change.path + u": oracle "_s + QString::fromUtf8(writeJson(change.before, 0)).left(120) +
                   u", chartroom "_s + QString::fromUtf8(writeJson(change.after, 0)).left(120));
    return out.isEmpty() ? u"the whole value"_s : out.join(u"; "_s);
}

void OracleTally::add(const Value &answer, const QString &difference, const Value &input)
{
    ++m_tried;
    m_refused += int(!answer.at({u"error"_s}).isNull());
    if (difference == refusedOnPurpose)
        ++m_onPurpose;
    else if (!difference.isEmpty())
        m_differing.append({difference, writeJson(input, 0)});
}

bool OracleTally::isEqual(const QString &sort) const
{
    qInfo("%s: %d inputs tried, %lld agreed (%d of them refused by both), %d refused on purpose, %lld differ",
          qPrintable(sort), m_tried, qlonglong(m_tried - m_onPurpose - m_differing.size()), m_refused,
          m_onPurpose, qlonglong(m_differing.size()));
    return m_differing.isEmpty();
}

QByteArray OracleTally::report() const
{
    QByteArray first;
    for (const auto &[difference, input] : m_differing.mid(0, 5))
        first += difference.toUtf8() + '\n' + input + "\n\n";
    if (!qEnvironmentVariableIsSet("CHARTROOM_KEEP_DIFFERENCES"))
        return first;
    const QDir corpus(QString::fromUtf8(CHARTROOM_CORPUS_FOLDER) + u'/' + m_folder);
    for (const auto &[difference, input] : m_differing) {
        const QByteArray digest =
            QCryptographicHash::hash(input, QCryptographicHash::Sha256).toHex().left(12);
        QFile file(corpus.filePath(QString::fromLatin1(digest) + u".json"_s));
        if (!corpus.mkpath(u"."_s) || !file.open(QIODevice::WriteOnly) || file.write(input + '\n') < 0)
            qWarning("%s: %s", qPrintable(file.fileName()), qPrintable(file.errorString()));
        qInfo().noquote() << digest << difference;
    }
    return first;
}

QByteArray bytesOf(const Value &part)
{
    const Value text = part.at({u"text"_s});
    return text.isString() ? text.toString().toUtf8()
                           : QByteArray::fromBase64(part.at({u"base64"_s}).toString().toLatin1());
}

Value partOf(const QByteArray &bytes)
{
    const QString text = QString::fromUtf8(bytes);
    if (text.toUtf8() == bytes)
        return Value(Value::Map{{u"text"_s, Value(text)}});
    return Value(Value::Map{{u"base64"_s, inBase64(bytes)}});
}

} // namespace chartroom::test
