// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/upgrade/preflight_finding.h"

#include <QFrame>

class QPlainTextEdit;

namespace chartroom {

class Theme;

/// One finding of the preflight: what it is, what it rests on, what to do, and the reason that a severe one
/// asks for.
class PreflightFindingCard final : public QFrame
{
    Q_OBJECT
public:
    /// `reason` is what was typed before; nothing: none is asked for here.
    PreflightFindingCard(const PreflightFinding &finding, const std::optional<QString> &reason,
                         const Theme *theme, QWidget *parent = nullptr);

    /// Null when none is asked for.
    [[nodiscard]] QPlainTextEdit *reason() const { return m_reason; }

Q_SIGNALS:
    void reasonChanged(const QString &finding, const QString &reason);

private:
    QList<QWidget *> m_evidence;
    QPlainTextEdit *m_reason = nullptr;
};

/// A word for a severity, for people, and how it looks.
[[nodiscard]] QString severityWord(Severity severity);

} // namespace chartroom
