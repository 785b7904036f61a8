// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace chartroom {

/// `text` with places to break words that no narrow panel holds, such as a values path. Only for showing in a
/// TextLabel: the breaks are invisible characters, which it keeps out of the clipboard.
[[nodiscard]] QString breakable(const QString &text);

/// `text` whose options, such as --reuse-values, stay on one line. Only for showing, as above.
[[nodiscard]] QString unbroken(const QString &text);

/// A QLabel that takes nothing for markup (rule S14). With `elide` it gives way when space is short and shows
/// the whole text in the tooltip.
class TextLabel final : public QLabel
{
    Q_OBJECT
public:
    explicit TextLabel(const QString &text = {}, QWidget *parent = nullptr);

    void setElideMode(Qt::TextElideMode mode);
    /// "muted", "attention", "failed", "badge" or "" (see style_sheet.cpp).
    void setLook(const char *look);
    /// Selectable with mouse and keyboard, for text that people copy: without the signs of breakable() and
    /// unbroken(). It becomes so under the pointer: laid out as a document, it costs
    /// several times as much.
    void setCopyable();

    /// Elided, and too narrow for its text now: the tooltip then says all of it, unless another was set.
    [[nodiscard]] bool isCut() const;

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    /// The height that all widths within have.
    struct Height
    {
        int from;
        int to;
        int height;
    };

    void copy() const;

    Qt::TextElideMode m_elide = Qt::ElideNone;
    bool m_isCopyable = false;
    mutable QString m_measured; ///< the text that m_heights are of
    mutable QList<Height> m_heights;
};

} // namespace chartroom
