// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paper.h"

#include "app/bundled_fonts.h"
#include "ui/ticket/ticket_pdf.h"

#include <QGuiApplication>

namespace chartroom {

namespace {

std::unique_ptr<QCoreApplication> makeApplication(int &argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen"); // no display is asked for, and none has to be there
    auto application = std::make_unique<QGuiApplication>(argc, argv);
    addBundledFonts();
    return application;
}

} // namespace

Printing paperPrinting()
{
    return {&makeApplication, &ticketPdf};
}

} // namespace chartroom
