// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace chartroom {

/// Turns SIGINT and SIGTERM into a Qt signal on this object's thread (a pipe to itself, so nothing is done in
/// the handler). The second SIGINT ends the process at once. One instance at a time.
class UnixSignals : public QObject
{
    Q_OBJECT
public:
    explicit UnixSignals(QObject *parent = nullptr);
    ~UnixSignals() override;

Q_SIGNALS:
    void interrupted();

private:
    int m_readEnd = -1;
};

} // namespace chartroom
