// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/window_fields.h"

#include "core/base/moments.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QDateTimeEdit>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QTimeZone>

namespace chartroom {

namespace {

constexpr int mostGpus = 1'000'000;
constexpr int windowFieldWidth = 220;
constexpr std::chrono::hours proposedLength(2);

QByteArray zoneHere()
{
    const QByteArray here = QTimeZone::systemTimeZoneId();
    return QTimeZone::isTimeZoneIdAvailable(here) ? here : QByteArrayLiteral("UTC");
}

/// The zone is a field of its own; the clock's face is what is edited.
QDateTime faceOf(const QDateTime &time)
{
    return QDateTime(time.date(), time.time());
}

} // namespace

WindowFields::WindowFields(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
    , m_hasWindow(new QCheckBox(tr("A window was agreed"), this))
    , m_start(new QDateTimeEdit(this))
    , m_end(new QDateTimeEdit(this))
    , m_zone(new QLineEdit(this))
    , m_floor(new QSpinBox(this))
{
    setFocusProxy(m_hasWindow);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_hasWindow->setObjectName(QStringLiteral("hasWindow"));
    m_start->setObjectName(QStringLiteral("windowStart"));
    m_end->setObjectName(QStringLiteral("windowEnd"));
    m_zone->setObjectName(QStringLiteral("windowZone"));
    m_floor->setObjectName(QStringLiteral("gpuFloor"));
    m_floor->setRange(0, mostGpus);
    m_floor->setSpecialValueText(tr("no capacity floor", "GPUs"));
    for (QDateTimeEdit *edit : {m_start, m_end})
        edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    for (QWidget *field : std::initializer_list<QWidget *>{m_start, m_end, m_zone, m_floor})
        theme->fixWidth(field, windowFieldWidth);
    m_form->addRow(m_hasWindow);
    m_form->addRow(tr("From"), m_start);
    m_form->addRow(tr("Until"), m_end);
    m_form->addRow(tr("Time zone"), m_zone);
    m_form->addRow(tr("Capacity floor (minimum GPUs available)"), m_floor);
    connect(m_hasWindow, &QCheckBox::toggled, this, &WindowFields::take);
    connect(m_start, &QDateTimeEdit::dateTimeChanged, this, &WindowFields::take);
    connect(m_end, &QDateTimeEdit::dateTimeChanged, this, &WindowFields::take);
    connect(m_zone, &QLineEdit::textChanged, this, &WindowFields::take);
    connect(m_floor, &QSpinBox::valueChanged, this, &WindowFields::take);
    refresh();
}

void WindowFields::setWindow(const std::optional<UpgradeWindow> &window, const QDateTime &now)
{
    m_isFilling = true;
    const QByteArray zone = window ? window->zone : zoneHere();
    const QDateTime start = window ? window->start : wholeMinute(now.toTimeZone(QTimeZone(zone)));
    m_hasWindow->setChecked(window.has_value());
    m_start->setDateTime(faceOf(start));
    m_end->setDateTime(faceOf(window ? window->end : laterBy(start, proposedLength)));
    m_zone->setText(QString::fromLatin1(zone));
    m_isFilling = false;
    refresh();
}

void WindowFields::setGpuFloor(int gpus)
{
    m_isFilling = true;
    m_floor->setValue(gpus);
    m_isFilling = false;
}

std::optional<UpgradeWindow> WindowFields::window() const
{
    if (!m_hasWindow->isChecked())
        return std::nullopt;
    const QByteArray zone = m_zone->text().trimmed().toLatin1();
    const QTimeZone its(zone);
    const auto moment = [&its](const QDateTime &face) {
        return its.isValid() ? QDateTime(face.date(), face.time(), its) : face;
    };
    return UpgradeWindow{moment(m_start->dateTime()), moment(m_end->dateTime()), zone};
}

int WindowFields::gpuFloor() const
{
    return m_floor->value();
}

void WindowFields::take()
{
    if (m_isFilling)
        return;
    refresh();
    Q_EMIT edited();
}

void WindowFields::refresh()
{
    for (QWidget *field : std::initializer_list<QWidget *>{m_start, m_end, m_zone})
        m_form->setRowVisible(field, m_hasWindow->isChecked());
}

} // namespace chartroom
