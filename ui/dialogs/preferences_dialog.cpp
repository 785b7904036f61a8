// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/preferences_dialog.h"

#include "core/base/chosen_zone.h"
#include "core/base/visible_text.h"
#include "core/process/program_search.h"
#include "core/upgrade/kept_captures.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace chartroom {

namespace {

constexpr int fieldWidth = 360;

} // namespace

PreferencesDialog::PreferencesDialog(const UiContext &context, QAction *notify, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
{
    setObjectName(QStringLiteral("preferencesDialog"));
    setWindowTitle(tr("Preferences"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto *form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    addLooks(form);
    addTimes(form, notify);
    addHeading(form, tr("Programs"));
    addProgram(form, QStringLiteral("helm"));
    addProgram(form, QStringLiteral("kubectl"));
    addNote(form, tr("Used from the next start, by the window and by the command line."));
    addCaptures(form);
    auto *leave = new QPushButton(tr("Close"), this);
    leave->setObjectName(QStringLiteral("closePreferences"));
    leave->setAutoDefault(false); // Enter takes what was typed
    connect(leave, &QPushButton::clicked, this, &QDialog::accept);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(leave);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(16);
    layout->addLayout(form);
    layout->addLayout(buttons);
}

/// However it is closed, a zone that was typed last is taken as with Tab.
void PreferencesDialog::done(int result)
{
    if (QWidget *field = focusWidget())
        field->clearFocus();
    QDialog::done(result);
}

void PreferencesDialog::addHeading(QFormLayout *form, const QString &text)
{
    auto *heading = new TextLabel(text, this);
    heading->setFont(m_context.theme->headingFont());
    heading->setLook("muted");
    heading->setContentsMargins(0, form->rowCount() == 0 ? 0 : 10, 0, 0);
    form->addRow(heading);
}

void PreferencesDialog::addNote(QFormLayout *form, const QString &text)
{
    auto *note = new TextLabel(text, this);
    note->setFont(m_context.theme->secondaryFont());
    note->setLook("muted");
    note->setWordWrap(true);
    form->addRow(QString(), note);
}

void PreferencesDialog::addLooks(QFormLayout *form)
{
    addHeading(form, tr("Appearance"));
    auto *themes = new QComboBox(this);
    themes->setObjectName(QStringLiteral("themeChoice"));
    for (const auto &[mode, title] :
         {std::pair(Theme::Mode::System, tr("Like the system")), std::pair(Theme::Mode::Light, tr("Light")),
          std::pair(Theme::Mode::Dark, tr("Dark"))})
        themes->addItem(title, int(mode));
    themes->setCurrentIndex(themes->findData(int(m_context.theme->mode())));
    connect(themes, &QComboBox::activated, this,
            [this, themes] { m_context.theme->setMode(Theme::Mode(themes->currentData().toInt())); });
    form->addRow(tr("&Theme:"), themes);
    auto *text = new QSpinBox(this);
    text->setObjectName(QStringLiteral("textSize"));
    text->setRange(Theme::smallestText, Theme::largestText);
    text->setSingleStep(Theme::textStep);
    text->setSuffix(tr(" %", "per cent, after a number"));
    text->setKeyboardTracking(false);
    text->setValue(m_context.theme->wantedTextScale());
    connect(text, &QSpinBox::valueChanged, m_context.theme, &Theme::setTextScaleSoon);
    connect(m_context.theme, &Theme::changed, text, [this, text] {
        const QSignalBlocker blocker(text);
        text->setValue(m_context.theme->wantedTextScale());
    });
    form->addRow(tr("Text &size:"), text);
}

void PreferencesDialog::addTimes(QFormLayout *form, QAction *notify)
{
    addHeading(form, tr("Times and notifications"));
    auto *zones = new QComboBox(this);
    zones->setObjectName(QStringLiteral("zoneChoice"));
    zones->setEditable(true);
    zones->setInsertPolicy(QComboBox::NoInsert);
    zones->completer()->setFilterMode(Qt::MatchContains);
    zones->completer()->setCompletionMode(QCompleter::PopupCompletion);
    zones->addItem(tr("Like the system"), QByteArray());
    const QList<QByteArray> known = zonesToChoose();
    for (const QByteArray &zone : known)
        zones->addItem(QString::fromUtf8(zone), zone);
    const auto showChosen = [this, zones] {
        zones->setCurrentIndex(std::max(0, zones->findData(chosenZone(*m_context.settings))));
    };
    showChosen();
    connect(zones, &QComboBox::activated, this,
            [this, zones] { setChosenZone(*m_context.settings, zones->currentData().toByteArray()); });
    // What is typed and is no zone is not kept.
    connect(zones->lineEdit(), &QLineEdit::editingFinished, this, [this, zones, showChosen] {
        if (const int typed = zones->findText(zones->currentText(), Qt::MatchFixedString); typed >= 0)
            setChosenZone(*m_context.settings, zones->itemData(typed).toByteArray());
        showChosen();
    });
    form->addRow(tr("Time &zone:"), zones);
    addNote(form, tr("Used from the next start, by the window."));
    auto *notified =
        new QCheckBox(tr("&Notify me about rollouts while the window is in the background"), this);
    notified->setObjectName(QStringLiteral("notifyChoice"));
    notified->setChecked(notify->isChecked());
    connect(notified, &QCheckBox::toggled, notify, &QAction::setChecked);
    connect(notify, &QAction::toggled, notified, &QCheckBox::setChecked);
    form->addRow(QString(), notified);
}

/// A path that no program can be started from leaves the choice as it was, and says so at once.
void PreferencesDialog::addProgram(QFormLayout *form, const QString &name)
{
    auto *path = new QLineEdit(chosenProgram(*m_context.settings, name), this);
    path->setObjectName(name + QStringLiteral("Path"));
    path->setMinimumWidth(fieldWidth);
    path->setFont(m_context.theme->identifierFont());
    const QString found = firstProgram(name);
    path->setPlaceholderText(found.isEmpty() ? tr("No %1 was found").arg(name) : visibleText(found));
    auto *problem = new TextLabel({}, this);
    problem->setObjectName(name + QStringLiteral("Problem"));
    problem->setFont(m_context.theme->secondaryFont());
    problem->setLook("failed");
    problem->setWordWrap(true);
    const auto judge = [path, problem] {
        const QFileInfo file(path->text().trimmed());
        const bool isUsable =
            path->text().trimmed().isEmpty() || (file.isAbsolute() && file.isFile() && file.isExecutable());
        problem->setText(isUsable ? QString()
                                  : tr("This is not the absolute path of a program. It is not used."));
        problem->setVisible(!isUsable);
        return isUsable;
    };
    judge();
    const QString before = path->text();
    connect(path, &QLineEdit::textEdited, this, [this, path, name, judge, before] {
        setChosenProgram(*m_context.settings, name, judge() ? path->text().trimmed() : before);
    });
    form->addRow(name == u"helm" ? tr("&helm:") : tr("&kubectl:"), path);
    form->addRow(QString(), problem);
}

void PreferencesDialog::addCaptures(QFormLayout *form)
{
    addHeading(form, tr("Saved values and manifests"));
    auto *days = new QSpinBox(this);
    days->setObjectName(QStringLiteral("captureDays"));
    days->setRange(0, mostClearDays);
    days->setSuffix(tr(" days", "after a number"));
    days->setValue(int(clearCaptureDays(*m_context.settings).count()));
    connect(days, &QSpinBox::valueChanged, this,
            [this](int value) { setClearCaptureDays(*m_context.settings, std::chrono::days(value)); });
    form->addRow(tr("Keep &unencrypted ones for:"), days);
    addNote(form,
            tr("Without a keyring, what is saved before an upgrade is unencrypted. It is removed so long "
               "after the operation ended well."));
}

} // namespace chartroom
