// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/program_stream.h"

#include <QFile>
#include <QFileSystemWatcher>

namespace chartroom {

/// The lines of a program that prints into files, read as they grow. Deleting it leaves the program alone: it
/// runs on, also when this program ends or is killed.
class KeptStream final : public ProgramStream
{
    Q_OBJECT
public:
    KeptStream(CommandLine command, QObject *parent);
    ~KeptStream() override;

private:
    [[nodiscard]] std::optional<Error> openOutput() override;
    void read() override;
    [[nodiscard]] QByteArray errors() override;

    QFile m_output;
    QFileSystemWatcher m_watcher;
};

} // namespace chartroom
