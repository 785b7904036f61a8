// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <utility>

namespace chartroom::test {

/// What a name, a label or a log line may hold that would act in HTML, Markdown or a terminal (fault 64).
inline QList<std::pair<const char *, QString>> hostileTexts()
{
    using namespace Qt::StringLiterals;
    return {
        {"image of a file", u"<img src=file:///etc/passwd onerror=alert(1)>"_s},
        {"script", u"</pre></title></style><script>alert(1)</script>"_s},
        {"attribute", u"\" onmouseover=\"alert(1)"_s},
        {"Markdown link", u"[click](javascript:alert(1)) ![x](http://evil.example/i.png)"_s},
        {"Markdown reference", u"[a]: http://evil.example 'x'"_s},
        {"autolinks", u"<http://evil.example> http://evil.example www.evil.example"_s},
        {"address", u"mail a@evil.example or mailto:a@evil.example, ftp://evil.example/x"_s},
        {"end of the fence", u"x\n```\n# heading\n````\n<b>y</b>"_s},
        {"tildes", u"~~~\n# heading"_s},
        {"heading", u"# heading\n===\n---"_s},
        {"list", u"- a\n1. b\n+ c\n* d"_s},
        {"tasks", u"[x] done\n- [ ] open\n> said"_s},
        {"table", u"| a | b |\n| --- | --- |"_s},
        {"code", u"    indented `x` ``y``"_s},
        {"emphasis", u"**a** _b_ ~~c~~ \\*d"_s},
        {"entity", u"&lt;b&gt; &#60;b&#62;"_s},
        {"terminal", u"\x1b[31mred\x1b[0m \x1b]8;;http://evil.example\x07x\x1b]8;;\x07 \x1b]52;c;aGk=\x07"_s},
        {"carriage return", u"safe\rOVERWRITTEN"_s},
        {"bidi", u"a\u202egpj.exe\u2066 \u200b"_s},
        {"C1", u"a\u009b31mred"_s},
    };
}

} // namespace chartroom::test
