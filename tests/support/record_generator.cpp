// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/record_generator.h"

#include "tests/support/gzipped.h"

namespace chartroom::test {

bool RecordGenerator::spend()
{
    if (m_oddities == 0 || !oneIn(8))
        return false;
    --m_oddities;
    return true;
}

QByteArray RecordGenerator::field(const QByteArrayList &good)
{
    return spend() ? pick({"null", "true", "5", "1.5", "\"\"", "\"x\"", "[]", "{}", "[1]", "{\"a\":1}", "-1"})
                   : pick(good);
}

/// Members that are there, some left out, at times a stranger among them.
QByteArray RecordGenerator::object(QByteArrayList members)
{
    QByteArrayList kept;
    for (const QByteArray &member : members) {
        if (!oneIn(20))
            kept.append(member);
    }
    if (spend())
        kept.insert(below(int(kept.size()) + 1),
                    pick({"\"extra\":1", "\"extra\":{\"a\":[null]}", "\"\":\"\""}));
    const QByteArray comma = oneIn(5) ? " ,\n\t" : ",";
    return '{' + kept.join(comma) + '}';
}

QByteArray RecordGenerator::values(int depth)
{
    if (depth > 3 || oneIn(3))
        return pick({"null",
                     "true",
                     "false",
                     "0",
                     "1",
                     "-1",
                     "1.0",
                     "1e3",
                     "1E+2",
                     "0.1",
                     "-0",
                     "-0.0",
                     "9007199254740993",
                     "123456789012345678901234567890",
                     "1e21",
                     "1e-7",
                     "4.9e-324",
                     "\"\"",
                     "\"text\"",
                     "\"1\"",
                     "\"\\u0041\"",
                     "\"\\/\"",
                     "\"\\ud83d\\ude80\"",
                     "\"\xc3\xa9\"",
                     "\"a\\nb\"",
                     "\"\\u0000\"",
                     "\"\\u2028\"",
                     "[]",
                     "{}"});
    if (spend())
        return pick({"1e999", "01", "1.", ".5", "+1", "tru", "NaN", "'a'", "\"\\x\"", "\"\x01\"", "[1,]",
                     "{,}", "0x1"});
    const bool isMap = oneIn(2);
    QByteArrayList parts;
    const int count = below(4);
    for (int i = 0; i < count; ++i) {
        const QByteArray key = pick({"a", "b", "driver", "", "A", "\\u0061", "\xc3\xa9", "x.y"});
        parts.append((isMap ? '"' + key + "\":" : QByteArray()) + values(depth + 1));
    }
    return isMap ? '{' + parts.join(',') + '}' : '[' + parts.join(',') + ']';
}

QByteArray RecordGenerator::time()
{
    if (spend())
        return pick({"null",
                     "\"\"",
                     "\"2026-08-01\"",
                     "\"2026-08-01 10:00:00Z\"",
                     "\"2026-08-01T10:00:00\"",
                     "\"2026-08-01t10:00:00Z\"",
                     "\"2026-08-01T10:00:00z\"",
                     "\"2026-13-01T10:00:00Z\"",
                     "\"2026-02-30T10:00:00Z\"",
                     "\"2026-08-01T24:00:00Z\"",
                     "\"2026-08-01T10:60:00Z\"",
                     "\"2026-08-01T10:00:60Z\"",
                     "\"2026-08-01T10:00:00+0200\"",
                     "\"2026-08-01T10:00:00+02\"",
                     "\"2026-08-01T10:00:00,5Z\"",
                     "\"2026-8-1T1:0:0Z\"",
                     "\"2026-08-01T10:00:00.Z\"",
                     "\"x\"",
                     "5",
                     "{}",
                     "\"2026-08-01T10:00:00+24:00\"",
                     "\" 2026-08-01T10:00:00Z\"",
                     "\"2026-08-01T10:00Z\""});
    return pick({"\"2026-08-01T10:00:00Z\"", "\"2026-08-01T10:00:00.123456789+02:00\"",
                 "\"2026-08-01T10:00:00.9999Z\"", "\"2024-02-29T23:59:59.5-11:30\"",
                 "\"0001-01-01T00:00:00Z\"", "\"2026-12-31T23:59:59.999999999+14:00\"",
                 "\"1999-01-01T00:00:00.001Z\"", "\"2026-08-01T10:00:00.12Z\"", "\"9999-12-31T00:00:00Z\""});
}

QByteArray RecordGenerator::info()
{
    return object(
        {"\"first_deployed\":" + time(), "\"last_deployed\":" + time(), "\"deleted\":" + time(),
         "\"description\":" + field({"\"Install complete\"", "\"\xc3\xa9\"", "\"\""}),
         "\"status\":" + field({"\"deployed\"", "\"superseded\"", "\"failed\"", "\"pending-upgrade\"",
                                "\"uninstalled\"", "\"uninstalling\"", "\"pending-install\"",
                                "\"pending-rollback\"", "\"unknown\"", "\"pending-magic\"", "\"Deployed\""}),
         "\"notes\":" + field({"\"Read me.\\n\"", "\"\""})});
}

QByteArray RecordGenerator::chart()
{
    const QByteArray metadata =
        object({"\"name\":" + field({"\"gpu-operator\"", "\"x\""}),
                "\"version\":" + field({"\"v25.10.1\"", "\"1.0.0\""}),
                "\"appVersion\":" + field({"\"v25.10.1\"", "\"\""}),
                "\"home\":" + field({"\"https://example.org\""}),
                "\"icon\":" + field({"\"https://example.org/i.png\""}),
                "\"sources\":" + field({"[]", "[\"https://example.org/source\"]", "[\"a\",null]", "null"}),
                "\"deprecated\":" + field({"true", "false"}), "\"description\":\"an operator\""});
    return object({"\"metadata\":" + (spend() ? field({"null"}) : metadata),
                   "\"values\":" + (oneIn(3) ? field({"{}", "null"}) : "{\"a\":" + values(1) + '}'),
                   "\"templates\":[]", "\"files\":null", "\"schema\":null", "\"lock\":null"});
}

QByteArray RecordGenerator::json()
{
    QByteArrayList members{
        "\"name\":" + field({"\"gpu-operator\"", "\"x\""}),
        "\"namespace\":" + field({"\"nvidia-gpu-operator\"", "\"default\""}),
        "\"version\":" +
            (spend() ? pick({"0", "1.0", "1e1", "\"3\"", "-1", "2147483648", "9223372036854775808", "-0"})
                     : field({"1", "7", "120"})),
        "\"info\":" + (spend() ? field({"null"}) : info()),
        "\"chart\":" + (spend() ? field({"null"}) : chart()),
        "\"config\":" +
            (oneIn(4) ? field({"{}", "null"}) : "{\"driver\":" + values(0) + ",\"b\":" + values(1) + '}'),
        "\"manifest\":" + field({"\"---\\nkind: Service\\n\"", "\"\""}),
        "\"hooks\":" +
            field(
                {"[]", "null",
                 "[{\"name\":\"crds\",\"kind\":\"Job\",\"events\":[\"pre-upgrade\"],\"last_run\":{\"phase\":"
                 "\"\"}}]"})};
    if (oneIn(3))
        members.append("\"apply_method\":" + pick({"\"ssa\"", "\"csa\"", "\"\""}));
    if (spend())
        members.append(
            pick({"\"name\":\"twice\"", "\"name\":null", "\"version\":9", "\"version\":null",
                  "\"manifest\":\"twice\"", "\"config\":{\"c\":1}", "\"config\":null", "\"info\":null",
                  "\"chart\":null", "\"hooks\":null", "\"Name\":\"other case\"", "\"VERSION\":3"}));
    return object(members);
}

/// As bytes get on their way.
QByteArray RecordGenerator::damaged(QByteArray bytes)
{
    const int at = below(int(bytes.size()));
    switch (below(4)) {
    case 0:
        return bytes.left(at);
    case 1:
        bytes[at] = char(bytes.at(at) ^ (1 << below(8)));
        return bytes;
    case 2:
        return bytes + pick({"x", "\n", QByteArray(1, '\0')});
    default:
        return bytes + gzipped(" ");
    }
}

RecordInput RecordGenerator::record()
{
    m_oddities = below(3);
    RecordInput input;
    input.storage = oneIn(3) ? ReleaseStorage::ConfigMap : ReleaseStorage::Secret;
    QByteArray bytes = json();
    if (spend())
        bytes = pick({"", "null", "[]", "5", "\"x\"", " " + bytes + "\n", bytes + '}', bytes + " {}",
                      "\xef\xbb\xbf" + bytes, bytes.chopped(1)});
    if (!oneIn(8))
        bytes = gzipped(bytes);
    if (!bytes.isEmpty() && spend())
        bytes = damaged(bytes);
    QByteArray once = bytes.toBase64();
    if (spend())
        once = pick({once.left(once.size() / 2) + '\n' + once.mid(once.size() / 2), once + "\r\n", once + '=',
                     once.chopped(1), ' ' + once, bytes.toBase64(QByteArray::Base64UrlEncoding), bytes, ""});
    input.data = input.storage == ReleaseStorage::Secret && !spend() ? once.toBase64() : once;
    return input;
}

} // namespace chartroom::test
