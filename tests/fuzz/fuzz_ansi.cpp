// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Control characters and escape sequences in the text of a log. What is shown of it holds none, and a text
// that was made visible stays as it is.
#include "core/base/visible_text.h"
#include "core/secrets/masked_text.h"

#include <QStringList>

#include <cstdlib>

using namespace chartroom;

namespace {

constexpr qsizetype longestSign = 8; // \u{202E}

void check(const QString &shown, bool keepLines)
{
    for (qsizetype i = 0; i < shown.size(); ++i) {
        const QChar c = shown[i];
        const bool isPair = c.isHighSurrogate() && i + 1 < shown.size() && shown[i + 1].isLowSurrogate();
        const bool isLineOrTab = c == u'\n' || c == u'\t';
        if (!isPair && (c.isSurrogate() || (isLineOrTab ? !keepLines : !isVisible(c))))
            std::abort();
        i += isPair ? 1 : 0;
    }
}

/// A cut text is the start of the whole one, with a sign of the cut.
void checkCut(const QString &text, const QString &shown, qsizetype most)
{
    const QString cut = visibleText(text, true, most);
    if (cut == shown)
        return;
    if (shown.size() <= most || !cut.endsWith(u'…') || !shown.startsWith(cut.chopped(1)) ||
        cut.size() > most + longestSign)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QString text = QString::fromUtf8(QByteArrayView(data, qsizetype(size)));
    const qsizetype all = longestSign * text.size() + 1;
    for (const bool keepLines : {false, true}) {
        const QString shown = visibleText(text, keepLines, all);
        check(shown, keepLines);
        if (visibleText(shown, keepLines, all) != shown ||
            visibleText(QStringView(text), keepLines, all) != shown)
            std::abort();
    }
    const QString shown = visibleText(text, true, all);
    QStringList lines = text.split(u'\n');
    for (QString &line : lines)
        line = visibleText(line, true, all);
    if (lines.join(u'\n') != shown)
        std::abort();
    for (const qsizetype most : {qsizetype(0), qsizetype(1), text.size() / 2, text.size()})
        checkCut(text, shown, most);
    constexpr qsizetype masked = 16 * 1024; // of a log that is read, with its secrets hidden
    check(visibleText(maskedText(text.left(masked)), true), true);
    return 0;
}
