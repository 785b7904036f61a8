// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/process/program_stream.h"

namespace chartroom {

/// The lines that a program prints into a pipe. Deleting it ends the program through the reaper, silently.
class ProcessStream final : public ProgramStream
{
    Q_OBJECT
public:
    ProcessStream(CommandLine command, QObject *parent);
    ~ProcessStream() override;

private:
    void read() override;
    [[nodiscard]] QByteArray errors() override { return m_errors; }

    QByteArray m_errors;
};

} // namespace chartroom
