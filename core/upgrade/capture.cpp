// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/upgrade/capture.h"

#include "core/base/document.h"
#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/base/visible_text.h"
#include "core/helm/record_stream.h"
#include "core/helm/stored_revision.h"
#include "core/process/command_runner.h"
#include "core/upgrade/upgrade_tr.h"

#include <QFileInfo>
#include <QPromise>
#include <QtConcurrentRun>

#include <functional>
#include <memory>

namespace chartroom {

namespace {

/// All that is put down, gathered before the first file is written.
struct Captured
{
    ReleaseKey key;
    ReleaseTruth truth;
    QString context;
    Result<Response> nodes;
    Result<Response> pods;
    std::optional<SealingKey> sealing;
};

Value text(const QString &string)
{
    return Value(string);
}

Value historyOf(const ReleaseTruth &truth)
{
    Value::List list;
    for (const RevisionEntry &entry : truth.revisions)
        list.append(Value(
            Value::Map{{QStringLiteral("revision"), Value(Value::Number{QString::number(entry.revision)})},
                       {QStringLiteral("status"), text(entry.statusText)},
                       {QStringLiteral("modified"), text(entry.date.shown().toUTC().toString(Qt::ISODate))},
                       {QStringLiteral("object"), text(entry.objectName)}}));
    return Value(list);
}

Value::List itemsOf(const Result<Response> &answer)
{
    const Result<Value> read = answer ? readJson(answer->body) : Result<Value>(Value());
    return read ? read->at({QStringLiteral("items")}).list() : Value::List();
}

/// Of each node what a driver's rollout changes.
Value nodesOf(const Result<Response> &answer)
{
    Value::Map nodes;
    for (const Value &node : itemsOf(answer)) {
        const Value metadata = node.at({QStringLiteral("metadata")});
        Value::Map labels;
        const Value::Map all = metadata.at({QStringLiteral("labels")}).map();
        for (auto it = all.cbegin(); it != all.cend(); ++it)
            if (it.key().startsWith(QLatin1String("nvidia.com/")) ||
                it.key().contains(QLatin1String("mofed")) || it.key().startsWith(QLatin1String("amd.com/")) ||
                it.key().contains(QLatin1String("sriov")))
                labels.insert(it.key(), *it);
        nodes.insert(metadata.at({QStringLiteral("name")}).toString(),
                     Value(Value::Map{
                         {QStringLiteral("labels"), Value(labels)},
                         {QStringLiteral("unschedulable"),
                          Value(node.at({QStringLiteral("spec"), QStringLiteral("unschedulable")}).toBool())},
                         {QStringLiteral("allocatable"),
                          node.at({QStringLiteral("status"), QStringLiteral("allocatable")})}}));
    }
    return Value(nodes);
}

/// Of each pod its images.
Value imagesOf(const Result<Response> &answer)
{
    Value::Map pods;
    for (const Value &pod : itemsOf(answer)) {
        Value::List images;
        for (const Value &container : pod.at({QStringLiteral("spec"), QStringLiteral("containers")}).list())
            images.append(container.at({QStringLiteral("image")}));
        pods.insert(pod.at({QStringLiteral("metadata"), QStringLiteral("name")}).toString(), Value(images));
    }
    return Value(pods);
}

QString quoted(const QString &word)
{
    return CommandLine{word, {}, {}, {}, {}, {}}.display();
}

QByteArray restoreText(const Captured &captured, const QString &operation)
{
    const ReleaseRecord &record = captured.truth.record;
    const QString where = QStringLiteral("--namespace %1 --kube-context %2")
                              .arg(quoted(captured.key.namespaceName), quoted(captured.context));
    QStringList lines{
        UpgradeTr::tr("The release %1 in the namespace %2 of %3 at revision %4: %5 %6, %7.")
            .arg(captured.key.name, captured.key.namespaceName, captured.context,
                 QString::number(record.revision), record.chartName, record.chartVersion, record.statusText),
        {},
        UpgradeTr::tr("Least destructive first:"),
        {},
        UpgradeTr::tr(
            "1. Roll back while Helm still keeps the revision (this rolls drivers back too, node by node):"),
        QStringLiteral("   helm rollback %1 %2 %3")
            .arg(quoted(captured.key.name))
            .arg(record.revision)
            .arg(where),
        {},
        UpgradeTr::tr("2. Upgrade to this chart version with the saved values:"),
        QStringLiteral("   helm upgrade %1 CHART --version %2 --reset-values --values values.yaml %3")
            .arg(quoted(captured.key.name), quoted(record.chartVersion), where),
        {},
        UpgradeTr::tr("3. Restore Helm's record if it is gone (objects in the cluster stay unchanged):"),
        QStringLiteral("   kubectl create --filename record.json --context %1").arg(quoted(captured.context)),
        {},
    };
    lines << (captured.sealing ? sealedRestoreText(operation)
                               : UpgradeTr::tr("values.yaml, manifest.yaml and record.json hold the values "
                                               "unmasked: do not share this folder."));
    if (!captured.nodes)
        lines << UpgradeTr::tr("The nodes could not be listed: %1").arg(captured.nodes.error().message);
    if (!captured.pods)
        lines << UpgradeTr::tr("The pods could not be listed: %1").arg(captured.pods.error().message);
    return visibleText(lines.join(u'\n'), true).toUtf8() + '\n';
}

/// The record without what the API server gives anew.
QByteArray recordFile(const QByteArray &object)
{
    const Result<Value> read = readJson(object);
    if (!read)
        return object;
    Value::Map whole = read->map();
    Value::Map metadata = read->at({QStringLiteral("metadata")}).map();
    for (const char *key : {"uid", "resourceVersion", "creationTimestamp", "managedFields", "generation"})
        metadata.remove(QLatin1String(key));
    whole.insert(QStringLiteral("metadata"), Value(metadata));
    return writeJson(Value(whole));
}

Result<QStringList> save(const Captured &captured, const QString &folder)
{
    if (const Result<void> made = makePrivateFolder(folder); !made)
        return tl::make_unexpected(made.error());
    const QString operation = QFileInfo(QFileInfo(folder).path()).fileName();
    const ReleaseRecord &record = captured.truth.record;
    const QList<std::pair<QString, QByteArray>> files{
        {QStringLiteral("values.yaml"), writeYaml(record.userValues)},
        {QStringLiteral("manifest.yaml"), record.manifest},
        {QStringLiteral("record.json"), recordFile(captured.truth.object)},
        {QStringLiteral("history.yaml"), writeYaml(historyOf(captured.truth))},
        {QStringLiteral("nodes.yaml"), writeYaml(nodesOf(captured.nodes))},
        {QStringLiteral("images.yaml"), writeYaml(imagesOf(captured.pods))},
        {QStringLiteral("RESTORE.txt"), restoreText(captured, operation)}};
    QStringList names;
    for (const auto &[name, bytes] : files) {
        const bool isSealed = captured.sealing && secretCaptureFiles().contains(name);
        const QString stored = isSealed ? sealedName(name) : name;
        const Result<QByteArray> written =
            isSealed ? sealCaptured(bytes, *captured.sealing, operation, name) : Result<QByteArray>(bytes);
        if (!written)
            return tl::make_unexpected(written.error());
        if (const Result<void> saved = writePrivateFile(folder + u'/' + stored, *written); !saved)
            return tl::make_unexpected(saved.error());
        names.append(stored);
    }
    return names;
}

/// The dates of the earlier revisions, which their records hold; one that cannot be read keeps its object's.
void readDates(Transport *transport, const std::shared_ptr<Captured> &captured, QObject *owner,
               const std::function<void()> &done)
{
    constexpr int recordsAtATime = 10; // each may take a mebibyte
    QSet<QString> uids;
    for (const RevisionEntry &entry : captured->truth.revisions)
        if (!entry.date.deployed.isValid())
            uids.insert(entry.uid);
    if (uids.isEmpty())
        return done();
    ResourceQuery query = releaseQuery(captured->key.storage, captured->key.namespaceName);
    query.labelSelector += QStringLiteral(",name=") + captured->key.name;
    query.metadataOnly = false;
    query.pageSize = recordsAtATime;
    auto *records = new RecordStream(transport, query, captured->key.storage, uids, owner);
    QObject::connect(records, &RecordStream::recordsRead, owner, [captured](const QList<StoredRecord> &read) {
        for (const StoredRecord &one : read)
            for (RevisionEntry &entry : captured->truth.revisions)
                if (entry.uid == one.uid && one.record)
                    entry.date.deployed = one.record->lastDeployed;
    });
    QObject::connect(records, &RecordStream::stopped, owner, [records, done] {
        records->deleteLater();
        done();
    });
    records->start();
}

QString labelOf(const QString &operation, const QString &file)
{
    return QStringLiteral("capture %1/%2").arg(operation, file);
}

} // namespace

QString keepingText(const CaptureKeeping &keeping, const QString &folder)
{
    if (keeping.key)
        return UpgradeTr::tr("The values, the manifest and the record of the current release are kept "
                             "encrypted in %1, with a key in your keyring.")
            .arg(folder);
    return keeping.why + u' ' +
           UpgradeTr::tr("The values, the manifest and the record of the current release will be kept "
                         "unencrypted in %1 until %n day(s) after the operation has completed. Activity and "
                         "chartroom recover OPERATION --forget remove them sooner.",
                         nullptr, int(keeping.clearFor.count()))
               .arg(folder);
}

QString noKeyringText()
{
    return UpgradeTr::tr("This build of Chartroom has no keyring support.");
}

const QStringList &secretCaptureFiles()
{
    static const QStringList files{QStringLiteral("values.yaml"), QStringLiteral("manifest.yaml"),
                                   QStringLiteral("record.json")};
    return files;
}

QString sealedName(const QString &file)
{
    return file + QStringLiteral(".sealed");
}

Result<QByteArray> sealCaptured(const QByteArray &bytes, const SealingKey &key, const QString &operation,
                                const QString &file)
{
    return seal(bytes, key, labelOf(operation, file));
}

Result<QByteArray> unsealCaptured(const QByteArray &bytes, const SealingKey &key, const QString &operation,
                                  const QString &file)
{
    return unseal(bytes, key, labelOf(operation, file));
}

QString sealedRestoreText(const QString &operation)
{
    return UpgradeTr::tr("values.yaml, manifest.yaml and record.json are encrypted with a key in your "
                         "keyring. This decrypts them:") +
           QStringLiteral("\n   chartroom recover %1 --unseal FOLDER\n").arg(quoted(operation)) +
           UpgradeTr::tr("Without that key only option 1 remains: Helm's own revisions in the cluster.");
}

QFuture<Result<QStringList>> captureRelease(Transport *transport, const ReleaseKey &key,
                                            const ReleaseTruth &truth, const QString &context,
                                            const QString &folder, const std::optional<SealingKey> &sealing,
                                            QObject *owner)
{
    const auto promise = std::make_shared<QPromise<Result<QStringList>>>();
    promise->start();
    const auto captured = std::make_shared<Captured>(Captured{key, truth, context, {}, {}, sealing});
    Request nodes;
    nodes.path = QStringLiteral("/api/v1/nodes");
    onFinished(transport->get(nodes), owner, [=](const Result<Response> &answer) {
        captured->nodes = answer;
        Request pods;
        pods.path = QStringLiteral("/api/v1/namespaces/%1/pods").arg(key.namespaceName);
        onFinished(transport->get(pods), owner, [=](const Result<Response> &second) {
            captured->pods = second;
            readDates(transport, captured, owner, [=] {
                onFinished(QtConcurrent::run([=] { return save(*captured, folder); }), owner,
                           [promise](const Result<QStringList> &files) {
                               promise->addResult(files);
                               promise->finish();
                           });
            });
        });
    });
    return promise->future();
}

} // namespace chartroom
