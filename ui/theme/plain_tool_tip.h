// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace chartroom {

/// `text` as a tooltip that Qt shows letter by letter: left alone it would read tags in it (rule S14).
[[nodiscard]] QString plainToolTip(const QString &text);

/// Shows the tooltips of all widgets so. The widgets keep the text itself, which a screen reader takes for
/// their description. Lives as long as its parent.
class PlainToolTips final : public QObject
{
    Q_OBJECT
public:
    explicit PlainToolTips(QObject *parent);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
};

} // namespace chartroom
