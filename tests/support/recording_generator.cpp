// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/recording_generator.h"

#include "core/recording/json_text.h"
#include "core/recording/recording_file.h"
#include "core/recording/recording_line.h"
#include "core/recording/recording_reader.h"

#include <QRandomGenerator>

#include <algorithm>
#include <utility>

namespace chartroom::test {

namespace {

using Type = RecordingEvent::Type;

QByteArray padded(int number, int width)
{
    return QByteArray::number(number).rightJustified(width, '0');
}

/// The quoted text behind `"key":`, replaced; the first one in the object.
void set(QByteArray &json, const QByteArray &key, const QByteArray &value)
{
    const QByteArray member = '"' + key + "\":\"";
    const qsizetype from = json.indexOf(member);
    if (from < 0)
        return;
    const qsizetype begin = from + member.size();
    json.replace(begin, json.indexOf('"', begin) - begin, value);
}

class Generator
{
public:
    Generator(const GeneratedRecording &wanted, RecordingFile *file)
        : m_wanted(wanted)
        , m_file(file)
        , m_random(wanted.seed)
    {}

    bool readSamples(const Recording &source)
    {
        for (const RecordingEvent &event : source.events) {
            if (event.type == Type::Synced && isElse(event.resource) && m_wanted.isWhole)
                m_others += syncedLine(m_at, event.resource.toUtf8().constData(), QStringLiteral("1"));
            if (event.type != Type::Added)
                continue;
            if (event.resource == u"nodes")
                m_nodeSamples.append({event.object.name.toUtf8(), event.object.json});
            else if (event.resource == u"pods")
                m_podSamples.append({event.object.name.toUtf8(), event.object.json});
            else if (event.at.count() == 0 && isElse(event.resource) && m_wanted.isWhole)
                m_others += line(event.resource.toUtf8().constData(), Type::Added, event.object.json);
        }
        return !m_nodeSamples.isEmpty() && !m_podSamples.isEmpty();
    }

    Result<void> write()
    {
        QByteArray lines = std::exchange(m_others, {});
        Result<void> written;
        for (int i = 0; i < m_wanted.nodes; ++i)
            lines += line("nodes", Type::Added, add(m_nodes, m_nodeSamples, "gpu-", i));
        lines += syncedLine(std::chrono::milliseconds(500), "nodes", QString::number(m_version));
        for (int i = 0; i < m_wanted.pods && written; ++i) {
            lines += line("pods", Type::Added, add(m_pods, m_podSamples, "worker-", i));
            if (lines.size() > 4'000'000)
                written = m_file->append(std::exchange(lines, {}));
        }
        lines += syncedLine(std::chrono::milliseconds(900), "pods", QString::number(m_version));
        const qint64 seconds = m_wanted.duration.count();
        for (qint64 second = 1; second < seconds && written; ++second) {
            lines += change(second * 1000);
            if (m_wanted.notes && second % 600 == 0)
                lines += noteLine(m_at, QStringLiteral("minute %1").arg(second / 60));
            written = m_file->append(std::exchange(lines, {}));
        }
        return written ? m_file->finish() : written;
    }

private:
    struct Sample
    {
        QByteArray name;
        QByteArray json;
    };
    using Objects = QList<Sample>;

    QByteArray line(const char *resource, Type type, const QByteArray &json)
    {
        return objectLine(m_at, resource, type, json);
    }

    /// Not what the generator makes, nor what tells of its objects.
    static bool isElse(const QString &resource)
    {
        return resource != u"nodes" && resource != u"pods" && resource != u"events";
    }

    QByteArray uid() { return padded(++m_uids, 32).insert(8, '-'); }

    QByteArray add(Objects &objects, const Objects &samples, const QByteArray &prefix, int number)
    {
        const Sample &sample = samples[number % samples.size()];
        const QByteArray name = prefix + padded(number, 5);
        QByteArray json = sample.json;
        json.replace('"' + sample.name + '"', '"' + name + '"');
        set(json, "uid", uid());
        if (m_wanted.isWhole && &objects == &m_pods) {
            const int onOne = std::max(1, m_wanted.pods / std::max(1, m_wanted.nodes));
            set(json, "nodeName", "gpu-" + padded(number / onOne % m_wanted.nodes, 5));
        }
        objects.append({name, json});
        return touched(objects.last());
    }

    const QByteArray &touched(Sample &object)
    {
        set(object.json, "resourceVersion", QByteArray::number(++m_version));
        return object.json;
    }

    QByteArray change(qint64 second)
    {
        QByteArray lines;
        const int count = m_wanted.changesEachSecond + int(m_random.bounded(3)) - 1;
        for (int i = 0; i < count; ++i) {
            m_at = std::chrono::milliseconds(second + i * 1000 / count);
            lines += m_random.bounded(100) < 60 ? changedNode() : changedPod();
        }
        return lines;
    }

    QByteArray changedNode()
    {
        static const QByteArrayList states{"upgrade-required",     "cordon-required",     "drain-required",
                                           "pod-restart-required", "validation-required", "upgrade-done"};
        Sample &node = m_nodes[m_random.bounded(m_nodes.size())];
        if (m_random.bounded(2) == 0)
            set(node.json, "nvidia.com/gpu-driver-upgrade-state", states[m_random.bounded(states.size())]);
        else
            set(node.json, "lastHeartbeatTime",
                "2026-11-21T0" + QByteArray::number(m_at.count() / 3'600'000) + ":" +
                    padded(int(m_at.count() / 60'000 % 60), 2) + ":00Z");
        return line("nodes", Type::Modified, touched(node));
    }

    QByteArray changedPod()
    {
        const int at = int(m_random.bounded(m_pods.size()));
        Sample &pod = m_pods[at];
        switch (m_random.bounded(5)) {
        case 0: // gone, and another one comes
            m_gone = line("pods", Type::Deleted, touched(pod));
            m_pods.removeAt(at);
            return m_gone +
                   line("pods", Type::Added, add(m_pods, m_podSamples, "worker-", ++m_made + 90'000));
        case 1: // gone and back under another uid
            m_gone = line("pods", Type::Deleted, touched(pod));
            set(pod.json, "uid", uid());
            return m_gone + line("pods", Type::Added, touched(pod));
        default:
            set(pod.json, "phase", m_random.bounded(2) ? "Running" : "Pending");
            return line("pods", Type::Modified, touched(pod));
        }
    }

    GeneratedRecording m_wanted;
    RecordingFile *m_file;
    QRandomGenerator m_random;
    std::chrono::milliseconds m_at{400};
    Objects m_nodeSamples;
    Objects m_podSamples;
    Objects m_nodes;
    Objects m_pods;
    QByteArray m_gone;
    QByteArray m_others; ///< lines
    int m_version = 1000;
    int m_made = 0;
    int m_uids = 0;
};

} // namespace

Result<void> writeRecording(const QString &path, const GeneratedRecording &wanted)
{
    const auto source = loadRecording(wanted.source);
    if (!source)
        return tl::make_unexpected(source.error());
    const auto file = RecordingFile::create(path);
    if (!file)
        return tl::make_unexpected(file.error());
    const RecordingHeader header{QStringLiteral("generated"), QStringLiteral("v1.36.3"),
                                 QDateTime({2026, 11, 21}, {3, 0}, Qt::UTC)};
    if (const Result<void> begun = (*file)->append(headerLine(header)); !begun)
        return begun;
    Generator generator(wanted, file->get());
    if (!generator.readSamples(**source))
        return failure(Error::Code::Invalid, QStringLiteral("The sample holds no nodes or no pods."));
    return generator.write();
}

} // namespace chartroom::test
