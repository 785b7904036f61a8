// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QObject>

namespace chartroom {

class UpgradePage;

/// Keeps the window open while operations run, as their helm would end half-way with the program, and until
/// the files that are being recorded are whole. Then it closes the window, unless something failed that a
/// person has to see.
class ClosingGuard final : public QObject
{
    Q_OBJECT
public:
    /// The window owns it; the page outlives it.
    ClosingGuard(const UiContext &context, UpgradePage *upgrade, QWidget *window);

    /// Somebody closes the window; false keeps it open.
    [[nodiscard]] bool mayClose();

private:
    void ask();
    void closeIfDone();
    [[nodiscard]] QStringList recordedClusters() const;

    UiContext m_context;
    UpgradePage *m_upgrade;
    QWidget *m_window;
    bool m_isClosing = false; ///< as soon as nothing is at work
};

} // namespace chartroom
