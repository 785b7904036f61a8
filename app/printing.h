// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <memory>

class QCoreApplication;

namespace chartroom {

class RedactedDocument;

using TicketPdf = QByteArray (*)(const RedactedDocument &ticket);

/// What a verb needs of the half of the program that knows fonts. Only the program itself has it; tests of
/// verbs do without.
struct Printing
{
    /// An application with fonts and without a display; null: the plain one.
    std::unique_ptr<QCoreApplication> (*makeApplication)(int &argc, char **argv) = nullptr;
    TicketPdf pdf = nullptr;
};

} // namespace chartroom
