// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/secrets/log.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_log {

class LogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // S12, S22: the log is for its owner alone, and what looks like a secret is masked in it.
    void linesGoToAPrivateFileWithControlsVisible()
    {
        const QTemporaryDir home;
        const QString folder = home.filePath(QStringLiteral("state/chartroom"));
        QVERIFY(startLog(folder));
        logLine(QStringLiteral("first \x1b[31m"));
        logLine(
            {Error::Code::Unreachable, QStringLiteral("It failed."), QStringLiteral("Bearer PLANTED"), {}});
        QFile file(folder + QStringLiteral("/chartroom.log"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY(text.contains(QStringLiteral("first ␛[31m\n")));
        QVERIFY(text.contains(QStringLiteral("error: It failed.\n")));
        QVERIFY(!text.contains(QStringLiteral("PLANTED")));
        QCOMPARE(file.permissions() &
                     (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
                 QFile::Permissions());
        QCOMPARE(QFile::permissions(folder) &
                     (QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther),
                 QFile::Permissions());
    }

    // S22: what Qt says takes the same way as our own lines.
    void whatQtWarnsOfGoesToTheLogAndNotToTheTerminal()
    {
        const QTemporaryDir home;
        QVERIFY(startLog(home.path()));
        qWarning("a stream was reset \x1b[31m");
        QFile file(home.filePath(QStringLiteral("chartroom.log")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(QString::fromUtf8(file.readAll()).contains(QStringLiteral("a stream was reset ␛[31m\n")));
    }

    void aRelativeStateFolderIsIgnored()
    {
        qputenv("XDG_STATE_HOME", "relative");
        QVERIFY(QDir::isAbsolutePath(stateFolder()));
        qputenv("XDG_STATE_HOME", "/some/where");
        QCOMPARE(stateFolder(), QStringLiteral("/some/where/chartroom"));
    }

    void aFolderThatCannotBeMadeIsAnError()
    {
        const auto started = startLog(QStringLiteral("/proc/none/chartroom"));
        QVERIFY(!started);
        QCOMPARE(started.error().code, Error::Code::File);
    }
};

#include "tst_log.moc"
} // namespace tst_log

CHARTROOM_TEST(tst_log, LogTest)
