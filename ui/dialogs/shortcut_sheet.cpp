// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcut_sheet.h"

#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace chartroom {

ShortcutSheet::ShortcutSheet(const QList<QAction *> &actions, const Theme *theme, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    QList<std::pair<QString, QString>> lines;
    for (const QAction *action : actions) {
        QStringList keys;
        for (const QKeySequence &sequence : action->shortcuts())
            keys.append(sequence.toString(QKeySequence::NativeText));
        if (!keys.isEmpty())
            lines.append({action->text().remove(u'&').remove(u'…'), keys.join(QStringLiteral("  "))});
    }
    lines.append({tr("Move in a table"), tr("Arrows, Home, End, Page Up, Page Down")});
    lines.append({tr("Go to a name in a table"), tr("Type its first letters")});
    lines.append({tr("In a log: find, follow, previous run, timestamps"), tr("Ctrl+F, F, P, T")});
    lines.append({tr("Fold or unfold a group"), tr("Enter, Left, Right")});
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(8);
    const int half = int(lines.size() + 1) / 2;
    for (int i = 0; i < lines.size(); ++i) {
        auto *text = new TextLabel(lines[i].first, this);
        auto *keys = new TextLabel(lines[i].second, this);
        keys->setFont(theme->identifierFont());
        keys->setLook("muted");
        const int column = i < half ? 0 : 3;
        grid->addWidget(text, i % half, column);
        grid->addWidget(keys, i % half, column + 1);
    }
    grid->setColumnMinimumWidth(2, 16);
    auto *close = new QPushButton(tr("Close"), this);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 16);
    layout->setSpacing(20);
    layout->addLayout(grid);
    layout->addWidget(close, 0, Qt::AlignRight);
}

} // namespace chartroom
