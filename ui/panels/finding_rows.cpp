// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/finding_rows.h"

#include "core/screens/findings/findings_model.h"
#include "ui/panels/panels_tr.h"
#include "ui/theme/theme.h"
#include "ui/widgets/state_label.h"
#include "ui/widgets/text_label.h"

#include <QGridLayout>
#include <QPushButton>

namespace chartroom {

namespace {

constexpr int rowShape = 14;

} // namespace

QWidget *findingRow(const Finding &finding, const Theme &theme, const std::function<void()> &show)
{
    auto *row = new QWidget;
    auto *mark = new StateLabel(&theme, rowShape, row);
    mark->setState(findingState(finding), findingWord(finding));
    auto *text = new TextLabel(breakable(finding.meaning), row);
    text->setWordWrap(true);
    auto *button = new QPushButton(PanelsTr::tr("Show the finding"), row);
    button->setObjectName(QStringLiteral("showFinding"));
    button->setProperty("look", QByteArrayLiteral("link"));
    button->setAccessibleName(PanelsTr::tr("Show the finding: %1").arg(finding.meaning));
    QObject::connect(button, &QPushButton::clicked, button, show);
    auto *grid = new QGridLayout(row);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    grid->addWidget(mark, 0, 0, Qt::AlignTop);
    grid->addWidget(text, 0, 1);
    grid->addWidget(button, 1, 1, Qt::AlignLeft);
    return row;
}

} // namespace chartroom
