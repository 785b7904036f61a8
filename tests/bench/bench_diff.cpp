// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast values of 10,000 and 100,000 lines are compared: path by path (at most 100 ms for 10,000 lines),
// and line by line with word marks, against git's own program on the same files in the same run (at most 1.5
// times).
#include "core/base/document.h"
#include "core/diff/text_diff.h"
#include "core/diff/value_diff.h"
#include "core/screens/values/change_tree.h"
#include "core/secrets/masked_values.h"
#include "tests/support/apply_changes.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace {

constexpr int rounds = 9;

/// The middle of several runs.
double milliseconds(const std::function<void()> &work)
{
    QList<double> times;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        work();
        times.append(double(timer.nsecsElapsed()) / 1e6);
    }
    std::sort(times.begin(), times.end());
    return times[rounds / 2];
}

/// Values as charts have them: components with images, resources, environment, tolerations and arguments.
QByteArray valuesText(int lines)
{
    QByteArray out;
    for (int i = 0; out.count('\n') < lines; ++i) {
        const QByteArray n = QByteArray::number(i);
        out += "component" + n + ":\n  enabled: true\n  image: nvcr.io/nvidia/component" + n +
               "\n  version: v25.10." + n + "\n  args:\n  - --level=" + n +
               "\n  - --verbose\n  env:\n  - name: MODE\n    value: \"" + n +
               "\"\n  - name: OTHER\n    value: x\n  resources:\n    limits:\n      cpu: 500m\n      memory: "
               "1Gi\n"
               "  tolerations:\n  - key: nvidia.com/gpu\n    operator: Exists\n    effect: NoSchedule\n";
    }
    return out;
}

/// One line of `share` changed, in a way that YAML still reads.
QByteArray bent(const QByteArray &text, int share)
{
    QRandomGenerator random(5);
    QByteArrayList lines = text.split('\n');
    for (QByteArray &line : lines) {
        const bool isScalar = line.contains(": ") && !line.startsWith("  -") && !line.endsWith('"');
        if (isScalar && random.bounded(share) == 0)
            line += QByteArray::number(random.bounded(1000));
    }
    return lines.join('\n');
}

bool gate(const char *what, bool isMet)
{
    std::printf("%s  %s\n", isMet ? "ok  " : "MISS", what);
    return isMet;
}

class Bench
{
public:
    Bench(QByteArray before, QByteArray after, const QTemporaryDir &folder)
        : m_before(std::move(before))
        , m_after(std::move(after))
        , m_paths{folder.filePath(u"before.yaml"_s), folder.filePath(u"after.yaml"_s)}
    {}

    bool texts(double most)
    {
        for (const auto &[path, text] : {std::pair(m_paths[0], &m_before), std::pair(m_paths[1], &m_after)}) {
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly) || file.write(*text) != text->size())
                return false;
        }
        TextDiff diff;
        const double ours = milliseconds([&] { diff = diffText(m_before, m_after); });
        const double theirs = milliseconds([&] {
            QProcess git;
            git.start(u"git"_s, {u"diff"_s, u"--no-index"_s, u"--no-color"_s, m_paths[0], m_paths[1]});
            git.waitForFinished(-1);
            (void)git.readAll();
        });
        const double patch = milliseconds([&] { (void)unifiedPatch(diff, u"a"_s, u"b"_s); });
        std::printf("text diff %.1f ms (+%d -%d), its patch %.1f ms, git diff --no-index %.1f ms\n", ours,
                    diff.added, diff.removed, patch, theirs);
        return gate("text diff against git's", ours <= most * theirs);
    }

    bool paths(double most)
    {
        const YamlLimits large{64 * 1024 * 1024, 200, 10'000'000};
        const auto old = readYaml(m_before, large);
        const auto now = readYaml(m_after, large);
        if (!old || !now)
            return false;
        QList<ValueChange> changes;
        const double path = milliseconds([&] { changes = diffValues(*old, *now); });
        const double apply = milliseconds([&] { (void)applyChanges(*old, changes); });
        const double mask = milliseconds([&] { (void)maskedValues(*old); });
        const double tree = milliseconds([&] { (void)ChangeTree::ofChanges(changes); });
        std::printf(
            "path diff %.1f ms (%d changes), applied in %.1f ms, its tree %.1f ms; one side masked %.1f ms\n",
            path, int(changes.size()), apply, tree, mask);
        return gate("path diff within its time", path <= most);
    }

private:
    QByteArray m_before;
    QByteArray m_after;
    std::array<QString, 2> m_paths;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QTemporaryDir folder;
    bool met = true;
    for (const int lines : {10'000, 100'000}) {
        const double ratio = lines == 10'000 ? 1.5 : 3;
        const QByteArray text = valuesText(lines);
        for (const int share : {100, 2}) {
            std::printf("%d lines, one scalar in %d changed\n", lines, share);
            Bench bench(text, bent(text, share), folder);
            met = bench.texts(ratio) && met;
            met = bench.paths(double(lines) / 100) && met;
        }
        std::printf("%d lines, half of them gone\n", lines);
        Bench half(text, valuesText(lines / 2), folder);
        met = half.texts(ratio) && met;
        met = half.paths(double(lines) / 100) && met;
    }
    return met ? 0 : 1;
}
