// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/objects/pod_log.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"

#include <QRegularExpression>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr qsizetype pieceLines = 2000;
constexpr qsizetype longestLogLine = 4000;
const QString pemBegin = QStringLiteral("-----BEGIN ");
const QString pemEnd = QStringLiteral("-----END ");

/// Control sequences of a terminal (ECMA-48): CSI with its parameters, OSC with its text, and the short ones.
QString withoutTerminalSequences(const QString &text)
{
    static const QRegularExpression sequence(
        u"\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)|[ -/]+[0-~]|[0-Z\\\\^-~])"_s);
    return text.contains(u'\u001b') ? QString(text).remove(sequence) : text;
}

/// How long the time at the start of the line is, 0 without one. The kubelet writes it at fixed width
/// (kubernetes/kubernetes staging/src/k8s.io/cri-client/pkg/logs/logs.go RFC3339NanoFixed@v1.36).
qsizetype timeLength(const QString &line)
{
    static const QRegularExpression time(
        u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)(?= |$)"_s);
    return line.size() > 0 && line.at(0).isDigit() ? time.match(line).capturedLength() : 0;
}

/// What stands between the first and the last line of a block of PEM.
bool isPemLine(const QString &line)
{
    static const QRegularExpression body(
        u"^\\s*(?:[A-Za-z0-9+/=]*|(?:Proc-Type|DEK-Info|Version|Comment): .*)\\s*$"_s);
    return body.match(line).hasMatch();
}

struct ReadPiece
{
    QList<LogLine> lines;
    LogLineReader reader;
};

ReadPiece readPiece(LogLineReader reader, const QList<QByteArray> &lines)
{
    ReadPiece piece;
    piece.lines = reader.read(lines);
    piece.reader = reader;
    return piece;
}

} // namespace

QList<LogLine> LogLineReader::read(const QList<QByteArray> &lines)
{
    QList<LogLine> out;
    out.reserve(lines.size());
    for (const QByteArray &bytes : lines) {
        const QString line = QString::fromUtf8(bytes.endsWith('\r') ? bytes.chopped(1) : bytes);
        const qsizetype time = timeLength(line);
        const QString text = time > 0 ? line.mid(time + 1) : line;
        out.append(
            {line.left(time), visibleText(shown(withoutTerminalSequences(text)), true, longestLogLine)});
    }
    return out;
}

/// Masked before it is cut: half a secret does not look like one.
QString LogLineReader::shown(const QString &text)
{
    const qsizetype end = text.indexOf(pemEnd);
    if (m_isInPem && (end >= 0 || isPemLine(text))) {
        m_isInPem = end < 0;
        return dots;
    }
    const qsizetype begin = text.lastIndexOf(pemBegin);
    m_isInPem = begin >= 0 && text.indexOf(pemEnd, begin) < 0;
    return maskedText(text); // of an open block all that follows is hidden
}

PodLog::PodLog(Transport *transport, LogRequest request, QObject *parent)
    : PodLog(transport, std::move(request), Options(), parent)
{}

PodLog::PodLog(Transport *transport, LogRequest request, Options options, QObject *parent)
    : QObject(parent)
    , m_transport(transport)
    , m_request(std::move(request))
    , m_options(options)
{}

PodLog::~PodLog()
{
    delete m_stream;
}

void PodLog::start(bool follow)
{
    if (m_stream && m_isFollowing == follow)
        return;
    stop();
    // What was not told yet comes again.
    ++m_round;
    m_waiting.clear();
    m_waitingBytes = 0;
    m_isFollowing = follow;
    open();
}

void PodLog::stop()
{
    if (m_stream) {
        m_stream->disconnect(this);
        m_stream->stop();
        std::exchange(m_stream, nullptr)->deleteLater();
    }
    m_isFollowing = false;
    Q_EMIT stateChanged();
}

/// The kubelet goes back tailLines and reads limitBytes from there, so a limit that is met loses the end;
/// with follow it would end the stream. It rotates logs at 10 MiB unless told otherwise
/// (containerLogMaxSize). A running one that is asked for again tells all of the last second again: the API
/// server passes sinceTime on in whole seconds (kubernetes/kubernetes pkg/registry/core/pod/strategy.go
/// LogLocation@v1.36).
Request PodLog::streamRequest() const
{
    Request request;
    request.path = u"/api/v1/namespaces/%1/pods/%2/log"_s.arg(m_request.namespaceName, m_request.pod);
    const auto add = [&request](const QString &name, const QString &value) {
        request.query.addQueryItem(name, QString::fromLatin1(QUrl::toPercentEncoding(value)));
    };
    if (!m_request.container.isEmpty())
        add(u"container"_s, m_request.container);
    if (m_request.isPrevious)
        add(u"previous"_s, u"true"_s);
    if (m_isFollowing)
        add(u"follow"_s, u"true"_s);
    else
        add(u"limitBytes"_s, QString::number(m_options.bytes));
    add(u"timestamps"_s, u"true"_s);
    add(u"tailLines"_s, QString::number(m_options.lines));
    if (!m_last.isEmpty())
        add(u"sinceTime"_s, m_last);
    request.accept = "*/*"; // it is plain text, and a refusal is JSON
    request.timeout = m_isFollowing ? m_options.followTimeout : m_options.timeout;
    request.maxBytes = 2 * m_options.bytes;
    return request;
}

void PodLog::open()
{
    m_problem.reset();
    m_received = 0;
    m_isOpen = false;
    m_isContinuing = !m_last.isEmpty();
    if (!m_transport) {
        end({Error::Code::Unreachable, tr("The cluster is disconnected."), {}, {}});
        return;
    }
    m_stream = m_transport->lines(streamRequest(), this);
    connect(m_stream, &WatchStream::opened, this, [this] { m_isOpen = true; });
    connect(m_stream, &WatchStream::linesReceived, this, &PodLog::receive);
    connect(m_stream, &WatchStream::stopped, this, &PodLog::end);
    Q_EMIT stateChanged();
}

void PodLog::receive(const QList<QByteArray> &lines)
{
    for (const QByteArray &line : lines) {
        m_waitingBytes += line.size();
        m_received += line.size() + 1;
    }
    m_waiting += lines;
    while (m_waitingBytes > m_options.bytes && m_waiting.size() > 1) {
        m_waitingBytes -= m_waiting.takeFirst().size();
        ++m_skipped;
    }
    work();
}

void PodLog::work()
{
    if (m_isWorking || m_waiting.isEmpty())
        return;
    m_isWorking = true;
    const QList<QByteArray> piece = m_waiting.first(std::min(pieceLines, m_waiting.size()));
    m_waiting.remove(0, piece.size());
    for (const QByteArray &line : piece)
        m_waitingBytes -= line.size();
    const auto masked = QtConcurrent::run(readPiece, m_reader, piece);
    onFinished(masked, this, [this, round = m_round](const ReadPiece &read) {
        m_isWorking = false;
        if (round != m_round)
            return work();
        m_reader = read.reader;
        const QList<LogLine> lines = newOf(read.lines);
        work();
        if (!lines.isEmpty())
            Q_EMIT linesRead(lines);
        if (!isReading())
            Q_EMIT stateChanged();
    });
}

/// Without those that were told before. Times of one width compare as text.
QList<LogLine> PodLog::newOf(QList<LogLine> lines)
{
    if (m_isContinuing) {
        const auto isNew = [this](const LogLine &line) { return line.time > m_last; };
        const auto first = std::find_if(lines.cbegin(), lines.cend(), isNew);
        m_isContinuing = first == lines.cend();
        lines = lines.mid(first - lines.cbegin());
    }
    for (const LogLine &line : std::as_const(lines))
        m_last = std::max(m_last, line.time);
    return lines;
}

void PodLog::end(const Error &error)
{
    if (m_stream)
        std::exchange(m_stream, nullptr)->deleteLater();
    // A container may be silent for long: what it says next is asked for again.
    if (m_isFollowing && error.code == Error::Code::Timeout && m_isOpen)
        return open();
    const bool wasFollowing = std::exchange(m_isFollowing, false); // without a limit
    if (error.code != Error::Code::Cancelled)
        m_problem = told(error);
    else if (!wasFollowing && m_received >= m_options.bytes)
        m_problem = Error{Error::Code::TooLarge,
                          tr("The end of the log was not read: its last %1 lines are larger than %2 MiB.")
                              .arg(m_options.lines)
                              .arg(m_options.bytes / (1024 * 1024)),
                          {},
                          {}};
    Q_EMIT stateChanged();
}

Error PodLog::told(const Error &error) const
{
    Error said = error;
    said.detail = maskedText(error.message + u'\n' + error.detail).trimmed();
    const QString message = visibleText(maskedText(error.message));
    if (error.code == Error::Code::Forbidden)
        said.message = tr("The log cannot be read: you lack the permission \"get pods/log\" in namespace %1.")
                           .arg(m_request.namespaceName);
    else if (error.code == Error::Code::NotFound)
        said.message = tr("Pod %1 was not found: %2").arg(m_request.pod, message);
    else if (error.code == Error::Code::Invalid && m_request.isPrevious)
        said.message = tr("There is no log of a previous run: %1").arg(message);
    else if (error.code == Error::Code::Invalid)
        said.message = tr("There is no log yet: %1").arg(message);
    else
        said.message = tr("The log cannot be read: %1").arg(message);
    return said;
}

} // namespace chartroom
