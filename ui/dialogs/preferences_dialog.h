// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/context/ui_context.h"

#include <QDialog>

class QAction;
class QFormLayout;

namespace chartroom {

/// What a person chooses for the whole program, in force at once where nothing else is said beside it.
/// Needs the context's settings.
class PreferencesDialog : public QDialog
{
    Q_OBJECT
public:
    /// `notify` is the command that switches notifications on and off.
    PreferencesDialog(const UiContext &context, QAction *notify, QWidget *parent);

    void done(int result) override;

private:
    void addHeading(QFormLayout *form, const QString &text);
    void addNote(QFormLayout *form, const QString &text);
    void addLooks(QFormLayout *form);
    void addTimes(QFormLayout *form, QAction *notify);
    void addProgram(QFormLayout *form, const QString &name);
    void addCaptures(QFormLayout *form);

    UiContext m_context;
};

} // namespace chartroom
