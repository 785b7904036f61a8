// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/side.h"
#include "ui/context/ui_context.h"

#include <QWidget>

namespace chartroom {

class ChoiceButton;

/// One side of a comparison, chosen in two steps: what, and which revision, version or file.
class SidePicker final : public QWidget
{
    Q_OBJECT
public:
    /// `what` is for screen readers: "From".
    SidePicker(const UiContext &context, const QString &what, QWidget *parent = nullptr);

    void setRevisions(const QList<RevisionEntry> &revisions);
    /// Newest first. An outcome that was chosen before any was known goes to the newest then.
    void setVersions(const QStringList &versions);
    void setSide(const Side &side);
    [[nodiscard]] const Side &side() const { return m_side; }

Q_SIGNALS:
    /// A person chose.
    void chosen(const chartroom::Side &side);

private:
    void chooseKind(int kind);
    void chooseWhich(const QVariant &which);
    void chooseFile();
    void refresh();

    UiContext m_context;
    ChoiceButton *m_kind;
    ChoiceButton *m_which;
    QList<RevisionEntry> m_revisions;
    QStringList m_versions;
    Side m_side;
};

} // namespace chartroom
