// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segments.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>

namespace chartroom {

Segments::Segments(const QString &what, const QStringList &titles, QWidget *parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this))
{
    setAccessibleName(what);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (int i = 0; i < titles.size(); ++i) {
        auto *button = new QPushButton(titles[i], this);
        button->setCheckable(true);
        button->setProperty("look", i == 0                   ? QByteArrayLiteral("segment-first")
                                    : i + 1 == titles.size() ? QByteArrayLiteral("segment-last")
                                                             : QByteArrayLiteral("segment-middle"));
        button->setAccessibleName(QStringLiteral("%1: %2").arg(what, titles[i]));
        m_group->addButton(button, i);
        layout->addWidget(button);
    }
    m_group->button(0)->setChecked(true);
    connect(m_group, &QButtonGroup::idClicked, this, &Segments::chosen);
}

void Segments::setCurrent(int index)
{
    if (QAbstractButton *button = m_group->button(index))
        button->setChecked(true);
}

int Segments::current() const
{
    return m_group->checkedId();
}

void Segments::setAvailable(int index, bool available, const QString &why)
{
    if (QAbstractButton *button = m_group->button(index)) {
        button->setEnabled(available);
        button->setToolTip(available ? QString() : why);
    }
}

} // namespace chartroom
