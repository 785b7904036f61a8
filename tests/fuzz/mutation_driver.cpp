// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs a fuzz target without libFuzzer: first its corpus as it is, then changed at random until the time is
// up.
//   TARGET SECONDS CORPUS [SEED]
// An input that crashes or hangs stays in crash-TARGET in the current folder, and can be put into the corpus.
// Ends with 1 when memory grew over 1.5 GiB.
#include <QByteArray>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

constexpr qsizetype maxInput = 256 * 1024;
constexpr unsigned hangSeconds = 20;
constexpr long mostKilobytes = 1536L * 1024;

/// The input that runs now, in a file that outlives a crash.
class Evidence
{
public:
    explicit Evidence(const QByteArray &path)
        : m_path(path)
    {
        const int file = ::open(path.constData(), O_RDWR | O_CREAT | O_TRUNC, 0600);
        if (file < 0 || ::ftruncate(file, maxInput + qsizetype(sizeof(qint64))) != 0)
            qFatal("the file for crashes cannot be made");
        void *room =
            ::mmap(nullptr, size_t(maxInput) + sizeof(qint64), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        ::close(file);
        if (room == MAP_FAILED)
            qFatal("the file for crashes cannot be mapped");
        m_room = static_cast<char *>(room);
    }
    ~Evidence() { ::unlink(m_path.constData()); }
    Q_DISABLE_COPY_MOVE(Evidence)

    /// The size comes behind the bytes.
    void note(const QByteArray &input)
    {
        std::memcpy(m_room, input.constData(), size_t(input.size()));
        const qint64 size = input.size();
        std::memcpy(m_room + maxInput, &size, sizeof size);
    }

private:
    QByteArray m_path;
    char *m_room = nullptr;
};

const QList<QByteArray> &words()
{
    static const QList<QByteArray> all{"- ",
                                       ": ",
                                       "\n",
                                       "  ",
                                       "\t",
                                       "#",
                                       "&a ",
                                       "*a",
                                       "<<: *a",
                                       "[",
                                       "]",
                                       "{",
                                       "}",
                                       "'",
                                       "\"",
                                       "|\n",
                                       ">-\n",
                                       "---\n",
                                       "...\n",
                                       "!!binary ",
                                       "!!int ",
                                       "? ",
                                       "%YAML 1.2\n",
                                       "\xef\xbb\xbf",
                                       "\xff\xfe",
                                       "\xf0\x9f\x98\x80",
                                       "\xc3\x28",
                                       "null",
                                       "~",
                                       "true",
                                       "0x",
                                       "1e999",
                                       "-0",
                                       ".inf",
                                       "2001-01-01",
                                       "18446744073709551616",
                                       "entries:",
                                       "\"entries\":",
                                       "gpu-operator",
                                       "version: ",
                                       "../",
                                       "/",
                                       "ustar",
                                       "\\u0000",
                                       "\\ud800",
                                       "H4sI",
                                       QByteArray(1, '\0'),
                                       QByteArray(512, '\0')};
    return all;
}

class Mutator
{
public:
    Mutator(const QList<QByteArray> &seeds, quint32 seed)
        : m_seeds(seeds)
        , m_random(seed)
    {}

    QByteArray next()
    {
        QByteArray text = pick(m_seeds);
        for (int i = 1 + m_random.bounded(6); i > 0; --i)
            change(text);
        return text.first(qMin(text.size(), maxInput));
    }

private:
    const QByteArray &pick(const QList<QByteArray> &from) { return from.at(m_random.bounded(from.size())); }
    qsizetype place(const QByteArray &text) { return m_random.bounded(text.size() + 1); }
    QByteArray piece(const QByteArray &text)
    {
        const qsizetype from = place(text);
        return text.mid(from, m_random.bounded(qsizetype(64)));
    }

    void change(QByteArray &text)
    {
        const qsizetype at = place(text);
        switch (m_random.bounded(9)) {
        case 0: // a bit
            if (at < text.size())
                text[at] = char(text.at(at) ^ (1 << m_random.bounded(8)));
            break;
        case 1: // a byte
            if (at < text.size())
                text[at] = char(m_random.bounded(256));
            break;
        case 2:
            text.insert(at, pick(words()));
            break;
        case 3:
            text.remove(at, m_random.bounded(qsizetype(32)));
            break;
        case 4:
            text.insert(at, piece(text));
            break;
        case 5: // of another seed
            text.insert(at, piece(pick(m_seeds)));
            break;
        case 6:
            text.truncate(at);
            break;
        case 7: // much of the same: nesting, long lines, long numbers
            if (m_random.bounded(8) == 0)
                text.insert(at, pick(words()).repeated(m_random.bounded(qsizetype(12'000))));
            else
                text.insert(at, pick(words()).repeated(m_random.bounded(qsizetype(40))));
            break;
        default:
            text.replace(piece(text), pick(words()));
            break;
        }
        if (text.size() > maxInput)
            text.truncate(maxInput);
    }

    QList<QByteArray> m_seeds;
    QRandomGenerator m_random;
};

QList<QByteArray> corpus(const QString &folder)
{
    QList<QByteArray> seeds;
    for (const QFileInfo &info : QDir(folder).entryInfoList(QDir::Files, QDir::Name)) {
        QFile file(info.filePath());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        QByteArray bytes = file.readAll();
        if (bytes.size() == maxInput + qsizetype(sizeof(qint64))) { // what a crash left
            qint64 size = 0;
            std::memcpy(&size, bytes.constData() + maxInput, sizeof size);
            bytes.truncate(qBound(qint64(0), size, qint64(maxInput)));
        }
        seeds.append(bytes.first(qMin(bytes.size(), maxInput)));
    }
    return seeds;
}

void run(Evidence &evidence, const QByteArray &input)
{
    evidence.note(input);
    ::alarm(hangSeconds);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(input.constData()), size_t(input.size()));
    ::alarm(0);
}

long peakKilobytes()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "Usage: %s SECONDS CORPUS [SEED]\n", argv[0]);
        return 2;
    }
    const QList<QByteArray> seeds = corpus(QString::fromLocal8Bit(argv[2]));
    if (seeds.isEmpty()) {
        std::fprintf(stderr, "There is no corpus in %s.\n", argv[2]);
        return 2;
    }
    const quint32 seed = argc > 3 ? QByteArray(argv[3]).toUInt() : QRandomGenerator::global()->generate();
    std::printf("seed %u\n", seed);
    std::fflush(stdout);
    Evidence evidence("crash-" + QFileInfo(QString::fromLocal8Bit(argv[0])).fileName().toLocal8Bit());
    qint64 runs = 0;
    for (const QByteArray &input : seeds) {
        run(evidence, input);
        ++runs;
    }
    Mutator mutator(seeds, seed);
    QElapsedTimer timer;
    timer.start();
    for (const qint64 end = 1000 * QByteArray(argv[1]).toLongLong(); timer.elapsed() < end; ++runs)
        run(evidence, mutator.next());
    const long peak = peakKilobytes();
    std::printf("%lld inputs, at most %ld MiB of memory\n", static_cast<long long>(runs), peak / 1024);
    return peak > mostKilobytes ? 1 : 0;
}
