// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/capture_panel.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/words/relative_time.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QSettings>
#include <QtConcurrentRun>

namespace chartroom {

CapturePanel::CapturePanel(const UiContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_what(new TextLabel({}, this))
    , m_warning(new TextLabel(tr("You can then only roll the release back to revisions that Helm still keeps "
                                 "in the cluster. The journal stays."),
                              this))
    , m_ask(new QPushButton(tr("Remove &now…"), this))
    , m_keep(new QPushButton(tr("&Keep it"), this))
    , m_remove(new QPushButton(tr("Remove for &good"), this))
{
    m_what->setObjectName(QStringLiteral("captureText"));
    m_what->setWordWrap(true);
    m_what->setLook("muted");
    m_warning->setWordWrap(true);
    m_warning->setLook("attention");
    m_ask->setObjectName(QStringLiteral("removeCapture"));
    m_keep->setObjectName(QStringLiteral("keepCapture"));
    m_remove->setObjectName(QStringLiteral("confirmRemoveCapture"));
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    // Where one asks, one keeps it next: a double click removes nothing.
    for (QPushButton *button : {m_ask, m_keep, m_remove})
        line->addWidget(button);
    line->addStretch(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_what);
    layout->addWidget(m_warning);
    layout->addLayout(line);
    connect(m_ask, &QPushButton::clicked, this, [this] { setAsked(true); });
    connect(m_keep, &QPushButton::clicked, this, [this] { setAsked(false); });
    connect(m_remove, &QPushButton::clicked, this, &CapturePanel::remove);
}

void CapturePanel::show(const ActivityEntry &entry)
{
    const bool isOther = entry.folder != m_folder;
    m_folder = entry.folder;
    const QString where = visibleText(entry.capture);
    switch (entry.kept) {
    case KeptCapture::None:
        m_what->setText(
            entry.forgotten.isValid()
                ? tr("What was saved of the release was removed %1.").arg(absoluteTimeText(entry.forgotten))
                : QString());
        break;
    case KeptCapture::Sealed:
        m_what->setText(tr("The previous values, manifest and record of the release are kept encrypted, with "
                           "a key in your keyring, in %1.")
                            .arg(where));
        break;
    case KeptCapture::Clear: {
        const int days = int(m_context.settings ? clearCaptureDays(*m_context.settings).count()
                                                : defaultClearDays.count());
        m_what->setText(
            tr("The previous values, manifest and record of the release are kept unencrypted in %1 until %n "
               "day(s) after this operation, or a later one on the same release, has completed.",
               nullptr, days)
                .arg(where));
        break;
    }
    }
    m_what->setVisible(!m_what->text().isEmpty());
    if (isOther || entry.kept == KeptCapture::None)
        setAsked(false);
    m_ask->setVisible(entry.kept != KeptCapture::None && !entry.isHeld && m_remove->isHidden());
    setVisible(m_what->isVisibleTo(this));
}

void CapturePanel::setAsked(bool isAsked)
{
    const bool hadFocus = m_ask->hasFocus() || m_keep->hasFocus() || m_remove->hasFocus();
    m_ask->setVisible(!isAsked);
    m_warning->setVisible(isAsked);
    m_keep->setVisible(isAsked);
    m_remove->setVisible(isAsked);
    if (hadFocus)
        (isAsked ? m_keep : m_ask)->setFocus(Qt::OtherFocusReason);
}

/// On the pool: whether its helm still runs is looked for among all processes.
void CapturePanel::remove()
{
    setAsked(false);
    m_ask->setEnabled(false);
    const auto removing = QtConcurrent::run(
        [folder = m_folder, clock = m_context.clock] { return removeCapture(folder, *clock); });
    onFinished(removing, this, [this](const Result<void> &done) {
        m_ask->setEnabled(true);
        if (done)
            Q_EMIT removed();
        else
            Q_EMIT failed(done.error());
    });
}

} // namespace chartroom
