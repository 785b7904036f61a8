// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/upgrade_path.h"

#include <QWidget>

class QVBoxLayout;

namespace chartroom {

class Theme;

/// One gate: its state as a shape, what it says, and where it is asked for a line for why in spite of it.
class VersionGate final : public QWidget
{
    Q_OBJECT
public:
    VersionGate(const Theme *theme, const UpgradePathGate &gate, QWidget *parent = nullptr);

    /// Shows the line, with what was said before, and returns it.
    QWidget *askReason(const QString &reason);

Q_SIGNALS:
    void reasonChanged(const QString &reason);

private:
    QVBoxLayout *m_body;
    QString m_text;
    QString m_id;
};

} // namespace chartroom
