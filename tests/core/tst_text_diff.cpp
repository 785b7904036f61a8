// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/text_diff.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_text_diff {

namespace {

/// Line by line: "-text|marked words", blanks for common lines.
QStringList shown(const TextDiff &diff)
{
    QStringList out;
    for (const DiffLine &line : diff.lines) {
        const char sign = line.kind == DiffLine::Kind::Same    ? ' '
                          : line.kind == DiffLine::Kind::Added ? '+'
                                                               : '-';
        QByteArray text = sign + line.text;
        for (const DiffLine::Mark &mark : line.marks)
            text += '|' + line.text.mid(mark.begin, mark.length);
        out.append(QString::fromUtf8(text));
    }
    return out;
}

QByteArray sideOf(const TextDiff &diff, DiffLine::Kind without)
{
    QByteArray out;
    for (const DiffLine &line : diff.lines) {
        if (line.kind != without)
            out += line.text + (line.isUnended ? "" : "\n");
    }
    return out;
}

QByteArray randomText(QRandomGenerator &random, int lines)
{
    static const QByteArrayList texts{"driver:", "  enabled: true", "  version: 580", "  env: []",
                                      "",        "toolkit:",        "  - name: x",    "# about",
                                      "\ttab",   "a b c\r"};
    QByteArray out;
    for (int i = 0; i < lines; ++i)
        out += texts[random.bounded(int(texts.size()))] + '\n';
    if (random.bounded(4) == 0)
        out.chop(1);
    return out;
}

QByteArray bent(const QByteArray &text, QRandomGenerator &random)
{
    QByteArrayList out;
    for (const QByteArray &line : text.split('\n')) {
        const int dice = random.bounded(12);
        if (dice == 0)
            continue;
        if (dice == 1)
            out.append(line + QByteArray::number(random.bounded(9)));
        else
            out.append(line);
        if (dice == 2)
            out.append("new: " + QByteArray::number(random.bounded(9)));
    }
    return out.join('\n');
}

/// What git prints from the first hunk on.
QByteArray hunksOf(const QByteArray &patch)
{
    const qsizetype first = patch.startsWith("@@") ? 0 : patch.indexOf("\n@@") + 1;
    return first == 0 && !patch.startsWith("@@") ? QByteArray() : patch.sliced(first);
}

} // namespace

class TextDiffTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString &name, const QByteArray &text)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write a test file");
        return file.fileName();
    }

    QByteArray gitDiff(const QByteArray &before, const QByteArray &after, int context)
    {
        QProcess git;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"GIT_CONFIG_NOSYSTEM"_s, u"1"_s);
        environment.insert(u"GIT_CONFIG_GLOBAL"_s, u"/dev/null"_s);
        git.setProcessEnvironment(environment);
        git.setWorkingDirectory(m_folder.path());
        git.start(u"git"_s, {u"diff"_s, u"--no-index"_s, u"--no-color"_s, u"--text"_s, u"-U%1"_s.arg(context),
                             file(u"a"_s, before), file(u"b"_s, after)});
        if (!git.waitForFinished())
            qFatal("git diff does not end");
        if (git.exitStatus() != QProcess::NormalExit || git.exitCode() > 1)
            qFatal("git diff ends with %d: %s", git.exitCode(), git.readAllStandardError().constData());
        return hunksOf(git.readAllStandardOutput());
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(!QStandardPaths::findExecutable(u"git"_s).isEmpty()); }

    void equalTextsHaveOnlyCommonLines()
    {
        const TextDiff diff = diffText("a\nb\n", "a\nb\n");
        QCOMPARE(shown(diff), (QStringList{u" a"_s, u" b"_s}));
        QCOMPARE(diff.added + diff.removed, 0);
        QVERIFY(unifiedPatch(diff, u"a"_s, u"b"_s).isEmpty());
        QVERIFY(diffText({}, {}).lines.isEmpty());
    }

    void changedWordsAreMarked()
    {
        const TextDiff diff =
            diffText("image: nvcr.io/driver:580.95.05\nkeep\n", "image: nvcr.io/driver:580.105.08\nkeep\n");
        QCOMPARE(shown(diff), (QStringList{u"-image: nvcr.io/driver:580.95.05|95.05"_s,
                                           u"+image: nvcr.io/driver:580.105.08|105.08"_s, u" keep"_s}));
        QCOMPARE(diff.lines[0].before, 1);
        QCOMPARE(diff.lines[0].after, 0);
        QCOMPARE(diff.lines[2].before, 2);
        QCOMPARE(diff.lines[2].after, 2);
    }

    void anotherLineIsNotMarkedWordByWord()
    {
        QCOMPARE(shown(diffText("alpha beta gamma delta\n", "one two three four\n")),
                 (QStringList{u"-alpha beta gamma delta"_s, u"+one two three four"_s}));
    }

    void marksJoinInsideAVersion()
    {
        const TextDiff diff = diffText("version: 3.3.9-ubuntu22.04\n", "version: 4.6.0-ubuntu22.04\n");
        QCOMPARE(shown(diff), (QStringList{QStringLiteral("-version: 3.3.9-ubuntu22.04|3.3.9"),
                                           QStringLiteral("+version: 4.6.0-ubuntu22.04|4.6.0")}));
    }

    void marksJoinOverSpaces()
    {
        QCOMPARE(shown(diffText("description: a long sentence with old words here\n",
                                "description: a long sentence with new ways here\n")),
                 (QStringList{u"-description: a long sentence with old words here|old words"_s,
                              u"+description: a long sentence with new ways here|new ways"_s}));
    }

    void marksAreBytesOfUtf8()
    {
        const TextDiff diff = diffText("größe: weiß 1\n", "größe: weiß 2\n");
        QCOMPARE(diff.lines[0].marks, (QList<DiffLine::Mark>{{15, 1}}));
    }

    void blocksOfDifferentLengthAreMarkedTogether()
    {
        const TextDiff diff =
            diffText("repository: nvcr.io/nvidia\n", "# where from\nrepository: ghcr.io/nvidia\n");
        QCOMPARE(shown(diff).last(), u"+repository: ghcr.io/nvidia|ghcr"_s);
    }

    void aMissingLastNewlineIsADifference()
    {
        const TextDiff diff = diffText("a\nb\n", "a\nb");
        QCOMPARE(shown(diff), (QStringList{u" a"_s, u"-b"_s, u"+b"_s}));
        QVERIFY(diff.lines[2].isUnended);
        QVERIFY(unifiedPatch(diff, u"x"_s, u"y"_s).endsWith("+b\n\\ No newline at end of file\n"));
    }

    void namesInAPatchCannotForgeLines()
    {
        const QByteArray patch = unifiedPatch(diffText("a\n", "b\n"), u"x\n+forged"_s, u"user values"_s);
        QCOMPARE(patch.count('\n'), 5);
        QVERIFY(patch.contains("\n+++ user values\t\n"));
    }

    void bothSidesComeBackFromTheLines()
    {
        QRandomGenerator random(3);
        for (int i = 0; i < 500; ++i) {
            const QByteArray before = randomText(random, random.bounded(40));
            const QByteArray after =
                i % 5 == 0 ? randomText(random, random.bounded(40)) : bent(before, random);
            const TextDiff diff = diffText(before, after);
            QCOMPARE(sideOf(diff, DiffLine::Kind::Added), before);
            QCOMPARE(sideOf(diff, DiffLine::Kind::Removed), after);
        }
    }

    void aPatchIsTheOneThatGitWrites()
    {
        QRandomGenerator random(11);
        int changed = 0;
        for (int i = 0; i < 300; ++i) {
            const QByteArray before = randomText(random, random.bounded(60));
            const QByteArray after =
                i % 5 == 0 ? randomText(random, random.bounded(60)) : bent(before, random);
            const int context = i % 3 == 0 ? 1 : 3;
            const QByteArray ours = hunksOf(unifiedPatch(diffText(before, after), u"a"_s, u"b"_s, context));
            const QByteArray theirs = gitDiff(before, after, context);
            QVERIFY2(ours == theirs,
                     QByteArrayList({before, after, ours, theirs}).join("=====\n").constData());
            changed += !ours.isEmpty();
        }
        QVERIFY(changed > 200);
    }

    void aBinaryByteIsTextLikeAnyOther()
    {
        const QByteArray before("a\0b\nc\n", 6);
        const QByteArray after("a\0b\nd\n", 6);
        QCOMPARE(diffText(before, after).added, 1);
    }
};

#include "tst_text_diff.moc"
} // namespace tst_text_diff

CHARTROOM_TEST(tst_text_diff, TextDiffTest)
