// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/playback_bar.h"

#include "core/base/on_finished.h"
#include "core/recording/player.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>

namespace chartroom {

namespace {

/// 1:13, or 1:02:03 from an hour on.
QString lengthText(std::chrono::milliseconds length)
{
    const qint64 seconds = length.count() / 1000;
    const auto twoDigits = [](qint64 number) {
        return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0'));
    };
    const QString rest = twoDigits(seconds % 60);
    return seconds < 3600
               ? QStringLiteral("%1:%2").arg(seconds / 60).arg(rest)
               : QStringLiteral("%1:%2:%3").arg(seconds / 3600).arg(twoDigits(seconds / 60 % 60), rest);
}

QString momentText(const QDateTime &time, std::chrono::milliseconds position,
                   std::chrono::milliseconds duration)
{
    return PlaybackBar::tr("%1 UTC · %2 of %3")
        .arg(time.toUTC().toString(QStringLiteral("HH:mm:ss")), lengthText(position), lengthText(duration));
}

} // namespace

PlaybackBar::PlaybackBar(const Theme *theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_play(new QToolButton(this))
    , m_speed(new ChoiceButton(theme, tr("Speed"), this))
    , m_slider(new PlaybackSlider(theme, this))
    , m_time(new TextLabel({}, this))
{
    setObjectName(QStringLiteral("playbackBar"));
    setProperty("look", QByteArrayLiteral("topbar"));
    setAttribute(Qt::WA_StyledBackground);
    setMinimumHeight(44); // more where the text needs it
    m_play->setObjectName(QStringLiteral("play"));
    m_play->setProperty("look", QByteArrayLiteral("quiet"));
    m_play->setIconSize({18, 18});
    m_play->setFocusPolicy(Qt::TabFocus);
    m_play->setFixedSize(32, 30);
    m_speed->setObjectName(QStringLiteral("playbackSpeed"));
    QList<ChoiceButton::Choice> speeds;
    for (const int speed : Player::speeds)
        speeds.append({tr("%1×", "playing speed").arg(speed), speed});
    m_speed->setChoices(speeds);
    m_slider->setObjectName(QStringLiteral("playbackSlider"));
    m_time->setObjectName(QStringLiteral("playbackTime"));
    m_time->setFont(theme->secondaryFont());
    m_time->setLook("muted");
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 0, 16, 0);
    layout->setSpacing(8);
    layout->addWidget(m_play);
    layout->addWidget(m_speed);
    layout->addWidget(m_slider, 1);
    layout->addSpacing(4);
    layout->addWidget(m_time);

    connect(m_play, &QToolButton::clicked, this, &PlaybackBar::togglePlaying);
    connect(m_speed, &ChoiceButton::chosen, this, [this](const QVariant &speed) {
        if (m_player)
            m_player->setSpeed(speed.toInt());
    });
    connect(m_slider, &PlaybackSlider::sought, this, [this](int value) {
        if (m_player)
            m_player->seek(std::chrono::milliseconds(value));
    });
    connect(theme, &Theme::changed, this, &PlaybackBar::showState);
    for (QWidget *part :
         {static_cast<QWidget *>(m_play), static_cast<QWidget *>(m_speed), static_cast<QWidget *>(m_slider)})
        part->installEventFilter(this);
    hide();
}

void PlaybackBar::setPlayer(Player *player)
{
    if (player == m_player && (player || !isVisibleTo(parentWidget())))
        return;
    if (m_player)
        m_player->disconnect(this);
    m_player = player;
    setVisible(player);
    if (!player)
        return;
    connect(player, &Player::positionChanged, this, &PlaybackBar::showPosition);
    connect(player, &Player::stateChanged, this, &PlaybackBar::showState);
    QList<PlaybackSlider::Mark> marks;
    for (const Player::Note &note : player->notes())
        marks.append({int(note.at.count()), note.text});
    m_slider->setRange(0, int(player->duration().count()));
    m_slider->setMarks(marks, {});
    onFinished(player->changeCounts(PlaybackSlider::parts), this,
               [this, player, marks](const QList<int> &counts) {
                   if (player == m_player)
                       m_slider->setMarks(marks, counts);
               });
    m_time->setText(momentText(player->start(), player->duration(), player->duration()));
    m_time->setMinimumWidth(m_time->sizeHint().width()); // digits come and go
    showState();
    showPosition();
}

void PlaybackBar::togglePlaying()
{
    if (!m_player)
        return;
    if (m_player->isPlaying())
        m_player->pause();
    else
        m_player->play();
}

void PlaybackBar::showState()
{
    if (!m_player)
        return;
    const bool plays = m_player->isPlaying();
    m_play->setIcon(m_theme->icon(plays ? QStringLiteral("pause") : QStringLiteral("play"), Role::Text, 18,
                                  devicePixelRatioF()));
    m_play->setAccessibleName(plays ? tr("Pause") : tr("Play"));
    m_play->setToolTip(plays ? tr("Pause (Space)") : tr("Play (Space)"));
    m_speed->setCurrent(m_player->speed());
}

void PlaybackBar::showPosition()
{
    if (!m_player)
        return;
    if (!m_slider->isSliderDown())
        m_slider->setValue(int(m_player->position().count()));
    m_time->setText(momentText(m_player->time(), m_player->position(), m_player->duration()));
    m_time->setToolTip(
        tr("%1 local time")
            .arg(m_player->time().toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))));
}

bool PlaybackBar::jump(const QKeyEvent &event)
{
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (event.key() == Qt::Key_Space && !modifiers) {
        togglePlaying();
        return true;
    }
    const bool isForward = event.key() == Qt::Key_Right;
    if ((!isForward && event.key() != Qt::Key_Left) ||
        (modifiers != Qt::ShiftModifier && modifiers != Qt::ControlModifier))
        return false;
    if (modifiers == Qt::ShiftModifier)
        isForward ? m_player->toNextChange() : m_player->toPreviousChange();
    else
        isForward ? m_player->toNextNote() : m_player->toPreviousNote();
    return true;
}

void PlaybackBar::keyPressEvent(QKeyEvent *event)
{
    if (!m_player || !jump(*event))
        QWidget::keyPressEvent(event);
}

bool PlaybackBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && m_player && jump(*static_cast<QKeyEvent *>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace chartroom
