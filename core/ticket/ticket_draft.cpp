// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ticket/ticket_draft.h"

#include "core/base/document.h"
#include "core/base/moments.h"
#include "core/base/private_file.h"
#include "core/secrets/log.h"
#include "core/ticket/ticket_tr.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <array>
#include <chrono>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr qint64 mostBytes = 1 << 20;
constexpr std::chrono::seconds longestNight = 12h;
constexpr int version = 1;
const QString versionKey = QStringLiteral("chartroomTicketDraft");

constexpr std::array storages{std::pair(ReleaseStorage::Secret, "secret"),
                              std::pair(ReleaseStorage::ConfigMap, "configMap")};

Value textList(const QStringList &texts)
{
    Value::List list;
    for (const QString &text : texts)
        list.append(Value(text));
    return Value(list);
}

QStringList textsOf(const Value &list)
{
    QStringList texts;
    for (const Value &one : list.list())
        texts.append(one.toString());
    return texts;
}

QString storageText(ReleaseStorage storage)
{
    for (const auto &[one, word] : storages)
        if (one == storage)
            return QLatin1String(word);
    return {};
}

Value releaseValue(const ReleaseKey &key)
{
    return Value(Value::Map{{QStringLiteral("namespace"), Value(key.namespaceName)},
                            {QStringLiteral("name"), Value(key.name)},
                            {QStringLiteral("storage"), Value(storageText(key.storage))}});
}

ReleaseKey releaseIn(const Value &value)
{
    ReleaseKey key;
    key.namespaceName = value.at({QStringLiteral("namespace")}).toString();
    key.name = value.at({QStringLiteral("name")}).toString();
    for (const auto &[storage, word] : storages)
        if (value.at({QStringLiteral("storage")}).toString() == QLatin1String(word))
            key.storage = storage;
    return key;
}

tl::unexpected<Error> unreadable(Error::Code code)
{
    return failure(code, TicketTr::tr("The saved draft of the ticket cannot be read, and the parts that were "
                                      "hidden manually are shown again."));
}

} // namespace

TicketOptions TicketDraft::options() const
{
    TicketOptions options;
    options.phase = phase;
    options.without = without;
    options.request = words.value(phase).request;
    options.question = words.value(phase).question;
    options.nodes = nodes();
    options.hidden = hidden;
    return options;
}

QByteArray writeTicketDraft(const TicketDraft &draft)
{
    Value::Map words;
    for (auto one = draft.words.cbegin(); one != draft.words.cend(); ++one)
        words.insert(ticketPhaseText(one.key()),
                     Value(Value::Map{{QStringLiteral("request"), Value(one->request)},
                                      {QStringLiteral("question"), Value(one->question)},
                                      {QStringLiteral("nodes"), textList(one->nodes)}}));
    QStringList without;
    for (const TicketPart part : draft.without)
        without.append(ticketPartText(part));
    Value::List releases;
    for (const ReleaseKey &key : draft.releases)
        releases.append(releaseValue(key));
    const Value window = draft.window.isValid() ? Value(draft.window.toUTC().toString(Qt::ISODate)) : Value();
    return writeJson(Value(Value::Map{{versionKey, Value(Value::Number{QString::number(version)})},
                                      {QStringLiteral("cluster"), Value(draft.cluster)},
                                      {QStringLiteral("window"), window},
                                      {QStringLiteral("phase"), Value(ticketPhaseText(draft.phase))},
                                      {QStringLiteral("releases"), Value(releases)},
                                      {QStringLiteral("reference"), Value(draft.reference)},
                                      {QStringLiteral("words"), Value(words)},
                                      {QStringLiteral("without"), textList(without)},
                                      {QStringLiteral("hidden"), textList(draft.hidden)},
                                      {QStringLiteral("isAnonymous"), Value(draft.isAnonymous)}})) +
           '\n';
}

Result<TicketDraft> readTicketDraft(const QByteArray &json)
{
    const Result<Value> root = readJson(json);
    if (!root || !root->at({versionKey}).scalarText().toInt())
        return unreadable(Error::Code::Damaged);
    if (root->at({versionKey}).scalarText().toInt() > version)
        return unreadable(Error::Code::Unsupported);
    const auto in = [&](const char *name) { return root->at({QLatin1String(name)}); };
    TicketDraft draft;
    draft.cluster = in("cluster").toString();
    draft.window = QDateTime::fromString(in("window").toString(), Qt::ISODate);
    draft.phase = readTicketPhase(in("phase").toString()).value_or(draft.phase);
    for (const Value &one : in("releases").list())
        draft.releases.append(releaseIn(one));
    draft.reference = in("reference").toString();
    const Value::Map words = in("words").map();
    for (auto one = words.cbegin(); one != words.cend(); ++one)
        if (const auto phase = readTicketPhase(one.key()))
            draft.words.insert(*phase, {one->at({QStringLiteral("request")}).toString(),
                                        one->at({QStringLiteral("question")}).toString(),
                                        textsOf(one->at({QStringLiteral("nodes")}))});
    for (const QString &word : textsOf(in("without")))
        if (const auto part = readTicketPart(word))
            draft.without.append(*part);
    draft.hidden = textsOf(in("hidden"));
    draft.hidden.removeAll(QString());
    draft.isAnonymous = in("isAnonymous").toBool();
    return draft;
}

QString TicketDrafts::ofThisUser()
{
    return stateFolder() + QStringLiteral("/tickets");
}

/// A cluster may be called anything; no name of it becomes a path.
QString TicketDrafts::file(const QString &cluster) const
{
    const QByteArray hash = QCryptographicHash::hash(cluster.toUtf8(), QCryptographicHash::Sha256);
    return QStringLiteral("%1/%2.json").arg(m_folder, QString::fromLatin1(hash.toHex()));
}

Result<void> TicketDrafts::keep(const TicketDraft &draft) const
{
    if (m_folder.isEmpty())
        return {};
    if (const Result<void> made = makePrivateFolder(m_folder); !made)
        return made;
    return writePrivateFile(file(draft.cluster), writeTicketDraft(draft));
}

Result<TicketDraft> TicketDrafts::find(const QString &cluster, const QDateTime &window) const
{
    TicketDraft fresh;
    fresh.cluster = cluster;
    fresh.window = window;
    if (m_folder.isEmpty())
        return fresh;
    const Result<QByteArray> json = readPlainFile(file(cluster), mostBytes);
    if (!json)
        return json.error().code == Error::Code::NotFound
                   ? Result<TicketDraft>(fresh)
                   : Result<TicketDraft>(unreadable(json.error().code));
    const Result<TicketDraft> draft = readTicketDraft(*json);
    if (!draft)
        return draft;
    if (draft->cluster != cluster)
        return unreadable(Error::Code::Damaged);
    const QDateTime written = QFileInfo(file(cluster)).lastModified();
    const bool isOfThisNight =
        window.isValid() || timeBetween(written, QDateTime::currentDateTimeUtc()) <= longestNight;
    if (draft->window == window && isOfThisNight)
        return draft;
    fresh.hidden = draft->hidden;
    fresh.isAnonymous = draft->isAnonymous;
    fresh.without = draft->without;
    return fresh;
}

} // namespace chartroom
