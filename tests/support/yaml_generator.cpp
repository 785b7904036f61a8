// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/yaml_generator.h"

namespace chartroom::test {

namespace {

constexpr int deepest = 4;

QByteArray spaces(int count)
{
    return QByteArray(count, ' ');
}

} // namespace

bool YamlGenerator::spend()
{
    if (m_oddities == 0 || !oneIn(12))
        return false;
    --m_oddities;
    return true;
}

QByteArray YamlGenerator::number()
{
    const QByteArray digits = QByteArray::number(m_random.generate() % 100000);
    switch (below(16)) {
    case 0:
        return '0' + pick({"14", "08", "0", "777", "1.5", "7_7", "_1"});
    case 1:
        return pick({"0x", "0X", "-0x", "+0x"}) +
               pick({"1F", "ff", "G", "", "7fffffffffffffff", "ffffffffffffffff"});
    case 2:
        return pick({"0o", "0O", "0b", "0B", "-0b", "+0o"}) + pick({"17", "101", "8", "", "1_0"});
    case 3:
        return digits + pick({"_000", "_", "__1", ",000", ".", ".0", "._0", ".5_5"});
    case 4:
        return digits + pick({"e3", "E3", "e+3", "e-3", "e", "e400", "e-400", "e21", "e20", "e-7", "e-6"});
    case 5:
        return pick({"1:30", "1:30:00", "190:20:30.15", "-1:30", "1:60", "12:30:45", "0:0"});
    case 6:
        return pick({"9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
                     "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e309",
                     "4.9e-324", "123456789012345678901234567890", "0.1000000000000000055511151231257827"});
    case 7:
        return pick(
            {".5", "-.5", "+.5", "5.", "-5.", "+5.", ".", "-.", "+.", "..5", "1.2.3", ".5e3", "1.e3", ".e3"});
    case 8:
        return pick({".inf", "-.inf", "+.Inf", ".INF", ".nan", ".NaN", ".NAN", ".Nan", "inf", "NaN", "-.NaN",
                     "Infinity", "+inf", "-INF", "nan"});
    case 9:
        return pick({"2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5",
                     "2001-12-15 2:59:43", "2001-1-1", "2001-13-45", "2026-11-29T10:00:00Z"});
    case 10:
        return pick(
            {"-0", "+0", "00", "-00", "-0.0", "0.0", "0.", "+1", "+1.5", "--1", "+-1", "- 1", "1 2", "0e0"});
    case 11:
        return digits + '.' + digits;
    default:
        return (oneIn(4) ? "-" : "") + digits;
    }
}

QByteArray YamlGenerator::plainScalar()
{
    switch (below(8)) {
    case 0:
    case 1:
        return number();
    case 2:
        return pick({"y",     "Y",     "yes", "Yes",  "YES",  "yEs",  "n",    "N",    "no",   "No",   "NO",
                     "on",    "On",    "ON",  "oN",   "off",  "Off",  "OFF",  "true", "True", "TRUE", "tRue",
                     "false", "FALSE", "~",   "null", "Null", "NULL", "nULL", "none", "nil",  "="});
    case 3:
        if (!spend())
            return pick({"a:b", "a#b", "-a", "a,b", "a'b", "a\"b", "a\\b", "?a", ":a", "//", "=", "a\\n"});
        return pick({"a: b",  "a:b", "a #b", "a#b", "#a",   "-a",   "- a", "?a",  "? a",  ":a",    ": a",
                     "a:",    "@a",  "`a",   "%a",  "!a",   "&a",   "*a",  "|a",  ">a",   "{a",    "}a",
                     "[a",    "]a",  ",a",   "a,b", "a, b", "a]b",  "a}b", "\"a", "'a",   "a'b",   "a\"b",
                     "--- a", "---", "...",  "--",  "<<",   "a\\b", "\\",  "//",  "a\tb", "a \t#b"});
    case 4:
        if (!spend())
            return pick({"\xc3\xa9",
                         "a\xc2\xa0"
                         "b",
                         "\xf0\x9f\x9a\x80", "\xc3\xa9 \xc3\xa9"});
        return pick({"\xc3\xa9", "\xe2\x80\xa8x",
                     "a\xc2\x85"
                     "b",
                     "a\xc2\xa0"
                     "b",
                     "\xef\xbb\xbfx", "\xf0\x9f\x9a\x80",
                     "a\xe2\x80\xa9"
                     "b",
                     "\xed\xa0\x80", "\xff", "a\x01", "a\x7f", "\xef\xbf\xbe", "a\xc2\x9f"});
    default:
        return pick({"nvidia", "gpu-operator", "v25.10.1", "nvcr.io/nvidia", "a b c", "100m", "4Gi", "25%",
                     "80/tcp", "http://x:80/y", "a=b", "$(X)", "~a", "x.y.z", "1.2.3-rc.1", "sha256:00",
                     "C:\\x", "it's"});
    }
}

QByteArray YamlGenerator::quoted()
{
    if (!spend())
        return pick({"''",
                     "'a'",
                     "'it''s'",
                     "'1'",
                     "'yes'",
                     "'a: b'",
                     "'# a'",
                     "' a '",
                     "'a\\n'",
                     "'~'",
                     "\"\"",
                     "\"1\"",
                     "\"a\\nb\"",
                     "\"\\t\"",
                     "\"\\x41\"",
                     "\"\\u00e9\"",
                     "\"\\U0001F680\"",
                     "\"a: b # c\"",
                     "\"\\\"\"",
                     "\"\\\\\""});
    if (oneIn(2))
        return '\'' +
               pick({"", "a", "it''s", "a\"b", "1", "yes", "a\\n", "a: b", "# a", " a ", "\xc3\xa9", "a'",
                     "~", "a\n  b", "a\n\n  b", "a \n  \n  b"}) +
               '\'';
    return '"' +
           pick({"",
                 "a",
                 "1",
                 "yes",
                 "a\\nb",
                 "\\t",
                 "\\x41",
                 "\\u00e9",
                 "\\U0001F680",
                 "\\ud83d\\ude80",
                 "\\/",
                 "\\e",
                 "\\0",
                 "\\a\\b\\v\\f\\r",
                 "\\_\\N\\L\\P",
                 "\\'",
                 "\\z",
                 "\\x4",
                 "\\uD800",
                 "\\U00110000",
                 "a\\\n  b",
                 "a\n  b",
                 "a\n\n  b",
                 "\\\"",
                 "\\\\",
                 " a ",
                 "a\\ \n  b",
                 "\\ a",
                 "a: b # c",
                 "\xc3\xa9",
                 "\t",
                 "a\"",
                 "\\u000",
                 "\\\t"}) +
           '"';
}

QByteArray YamlGenerator::scalar()
{
    return oneIn(4) ? quoted() : plainScalar();
}

QByteArray YamlGenerator::key()
{
    if (oneIn(8) && spend())
        return scalar();
    if (oneIn(10))
        return pick({"1",  "1.0",        "0x10", "true",   "yes",  "'a'",           "\"a\"",  "1e3",  "-1",
                     ".5", "2001-12-14", "1.5",  "0.1",    "1e21", "123456789.125", "\"<<\"", "0o17", "1_000",
                     "no", "16777217.5", "1e-7", "3.4e38", "=",    "1:30"});
    if (oneIn(12) && spend())
        return pick({"? a", "<<",  "\"<<\"",     "'a'",  "\"a\"", "[a]",  "{a: b}",       "~",       "null",
                     "1",   "1.0", "0x10",       "true", "yes",   "*x",   "&x a",         "!!str a", "1e3",
                     "-1",  ".5",  "2001-12-14", "1.5",  "0.1",   "1e21", "123456789.125"});
    return pick({"a", "b", "c", "driver", "version", "image.tag", "node-selector", "a/b", "x", "enabled"});
}

QByteArray YamlGenerator::properties()
{
    QByteArray out;
    if (oneIn(10)) {
        const QByteArray anchor = pick({"x", "y", "z-1", "a_b", "1"});
        m_anchors.append(anchor);
        out += '&' + anchor + ' ';
    }
    if (oneIn(30))
        out += pick({"!!str", "!x", "!"}) + ' ';
    if (oneIn(14) && spend())
        out += pick({"!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary", "!!map", "!!seq",
                     "!!timestamp", "!x", "!", "!<tag:yaml.org,2002:str>", "!!set", "!!omap", "!!merge",
                     "!e!x", "!!python/x"}) +
               ' ';
    return out;
}

QByteArray YamlGenerator::comment()
{
    if (!oneIn(10))
        return {};
    return spend() ? pick({"\t# x", "# y", " \t# z"}) : pick({" # note", " #", "  # a: b", " #\xc3\xa9"});
}

QByteArray YamlGenerator::blockText(int indent)
{
    QByteArray out = !spend() ? pick({"|", ">", "|-", ">-", "|+", ">+", "| # c"})
                              : pick({"|2", "|1-", ">-1", "| # c", "|#c", "|x", "|0", ">+2"});
    out += '\n';
    const int own = qMax(1, indent + (spend() ? below(4) : 2));
    const int lines = below(4);
    for (int i = 0; i < lines; ++i) {
        if (oneIn(5))
            out += (spend() ? pick({" ", "   ", "\t", "      "}) : QByteArray()) + '\n';
        else
            out += spaces(own + (oneIn(5) ? 1 : 0)) +
                   pick({"text", "a: b", "# no comment", "- x", "more  ", "\xc3\xa9", "1"}) +
                   (spend() ? "\ttab" : "") + '\n';
    }
    return out;
}

QByteArray YamlGenerator::flow(int depth)
{
    if (depth >= deepest || oneIn(2))
        return oneIn(12) && !m_anchors.isEmpty() ? '*' + pick(m_anchors) : properties() + scalar();
    const bool isMap = oneIn(2);
    QByteArray out(isMap ? "{" : "[");
    const int count = below(4);
    for (int i = 0; i < count; ++i) {
        if (i > 0)
            out += spend() ? pick({",", ",\n    ", " ,", ",,", ",\n"}) : QByteArray(", ");
        if (isMap)
            out += key() + (spend() ? pick({":", " : ", "", ":\n      "}) : QByteArray(": "));
        out += flow(depth + 1);
    }
    if (spend())
        out += pick({" ", ",", ", ", "\n   ", "\n"});
    return out + (isMap ? '}' : ']');
}

QByteArray YamlGenerator::blockValue(int indent, int depth)
{
    if (oneIn(14) && !m_anchors.isEmpty())
        return " *" + pick(m_anchors) + comment() + '\n';
    const QByteArray front = ' ' + properties();
    if (depth < deepest && oneIn(3))
        return front.trimmed().isEmpty() ? comment() + '\n' + blockMap(indent + 2, depth + 1)
                                         : front + '\n' + blockMap(indent + 2, depth + 1);
    if (depth < deepest && oneIn(5))
        return front + '\n' + blockList(indent + (oneIn(2) ? 2 : 0), depth + 1);
    if (oneIn(8))
        return front + flow(depth) + comment() + '\n';
    if (oneIn(10))
        return front + blockText(indent);
    if (oneIn(14))
        return front.trimmed() + comment() + '\n';
    if (oneIn(10) && spend())
        return front + scalar() + '\n' + spaces(indent + below(4)) + scalar() + '\n';
    return front + scalar() + comment() + '\n';
}

QByteArray YamlGenerator::blockMap(int indent, int depth)
{
    QByteArray out;
    const int count = 1 + below(4);
    for (int i = 0; i < count; ++i) {
        if (oneIn(16))
            out += spend() ? pick({"\t\n", "   \n", " \t# note\n", "\t# note\n"})
                           : pick({"\n", "# note\n", "  # note\n"});
        if (oneIn(20) && !m_anchors.isEmpty()) {
            out +=
                spaces(indent) + "<<: " +
                (oneIn(3) ? "[*" + pick(m_anchors) + ", *" + pick(m_anchors) + ']' : '*' + pick(m_anchors)) +
                '\n';
            continue;
        }
        if (oneIn(30) && spend()) {
            out += spaces(indent) + "? " + scalar() + '\n' + spaces(indent) + ": " + scalar() + '\n';
            continue;
        }
        out += spaces(indent) + (oneIn(20) ? properties() : QByteArray()) + key() +
               (oneIn(20) && spend() ? " :" : ":") + blockValue(indent, depth);
    }
    return out;
}

QByteArray YamlGenerator::blockList(int indent, int depth)
{
    QByteArray out;
    const int count = 1 + below(3);
    for (int i = 0; i < count; ++i) {
        if (depth < deepest && oneIn(3)) {
            const QByteArray inner = blockMap(indent + 2, depth + 1);
            out += spaces(indent) + "- " + inner.trimmed() + '\n';
        } else if (depth < deepest && oneIn(10)) {
            out += spaces(indent) + "- " + blockList(indent + 2, depth + 1).trimmed() + '\n';
        } else {
            out += spaces(indent) + '-' + blockValue(indent, depth + 1);
        }
    }
    return out;
}

QByteArray YamlGenerator::document()
{
    m_anchors.clear();
    switch (below(60)) {
    case 0:
        return scalar() + '\n';
    case 1:
        return blockList(0, 1);
    case 2:
        return flow(0) + '\n';
    case 3:
        return {};
    case 4:
        return "# only a comment\n";
    case 5:
        return blockMap(2, 0);
    default:
        return blockMap(0, 0);
    }
}

QByteArray YamlGenerator::broken(QByteArray text)
{
    if (text.isEmpty())
        return text;
    const int at = below(int(text.size()));
    switch (below(6)) {
    case 0:
        return text.remove(at, 1);
    case 1:
        return text.insert(at, pick({"\t",
                                     " ",
                                     "\n",
                                     ":",
                                     "-",
                                     "#",
                                     "'",
                                     "\"",
                                     "{",
                                     "[",
                                     "]",
                                     "&",
                                     "*",
                                     "!",
                                     "|",
                                     "%",
                                     "\r",
                                     "\xc2\x85",
                                     "\xe2\x80\xa8",
                                     "\xef\xbb\xbf",
                                     "@",
                                     "`",
                                     ",",
                                     "?"}));
    case 2:
        return text.left(at);
    case 3:
        return text.insert(at, text.mid(below(int(text.size())), below(12)));
    case 4:
        return text.replace(at, 1, pick({"\t", " ", "\n", ":", "x"}));
    default: {
        const qsizetype line = text.indexOf('\n', at);
        return line < 0 ? text
                        : text.insert(line + 1, pick({" ", "  ", "\t", "   ", "- ", "? ", "---\n", "...\n"}));
    }
    }
}

QByteArray YamlGenerator::valuesFile()
{
    m_oddities = below(4);
    QByteArray text = oneIn(10)
                          ? pick({"---\n", "--- # first\n", "---\t\n", "%YAML 1.1\n---\n", "%YAML 1.2\n---\n",
                                  "%TAG !e! tag:x,2002:\n---\n", "--- ", "\n\n", "...\n", "%FOO bar\n---\n"})
                          : QByteArray();
    text += document();
    while (oneIn(6))
        text += (spend() ? pick({"...\n", "...\n---\n", "--- \n", "--- x\n", "----\n", " ---\n", "---\r\n",
                                 "---#\n", "---\t\n"})
                         : pick({"---\n", "---\n", "--- # next\n"})) +
                document();
    if (spend())
        text = broken(text);
    if (oneIn(16))
        text.replace('\n', oneIn(4) ? "\r" : "\r\n");
    if (oneIn(20))
        text.prepend("\xef\xbb\xbf");
    if (oneIn(10) && text.endsWith('\n'))
        text.chop(1);
    return text;
}

} // namespace chartroom::test
