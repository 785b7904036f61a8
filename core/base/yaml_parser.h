// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <yaml.h>

namespace chartroom {

/// A place in a text.
struct YamlMark
{
    qsizetype offset = 0; ///< of bytes
};

/// Why a text is not YAML; thrown by YamlParser.
struct YamlProblem
{
    const char *what; ///< in libyaml's words, which are go-yaml's
    YamlMark at;
};

struct YamlEvent
{
    enum class Kind {
        StreamEnd,
        DocumentStart,
        DocumentEnd,
        Alias,
        Scalar,
        SequenceStart,
        SequenceEnd,
        MappingStart,
        MappingEnd,
    };
    Kind kind = Kind::StreamEnd;
    YamlMark start;
    QByteArray anchor; ///< also the name of an alias
    QByteArray tag;    ///< in full: tag:yaml.org,2002:str
    QByteArray value;
    bool isImplicit = false; ///< a scalar that is plain and has no tag, or that has the tag "!"
};

/// Tells what is in a text, node by node, as go.yaml.in/yaml/v2 v2.4.4 does, which Helm and kubectl read YAML
/// with. go-yaml is a port of libyaml; where libyaml 0.2.5 reads a text otherwise, it is corrected here.
/// Throws YamlProblem. Deep nesting costs no stack.
class YamlParser
{
public:
    /// `text` is UTF-8 without byte order mark.
    explicit YamlParser(const QByteArray &text);
    ~YamlParser();
    Q_DISABLE_COPY_MOVE(YamlParser)

    [[nodiscard]] YamlEvent next();

private:
    [[nodiscard]] YamlMark markAt(size_t index);
    void start();
    void restart();
    [[noreturn]] void fail(const char *what, const yaml_mark_t &at);
    void standIn(qsizetype offset, QByteArrayView meant);
    [[nodiscard]] bool correctProblem();
    [[nodiscard]] bool correctTag(const yaml_event_t &event);
    void check(const yaml_event_t &event);
    void followFlow(const yaml_event_t &event);
    [[nodiscard]] YamlEvent converted(const yaml_event_t &event);

    QByteArray m_text;
    QByteArray m_corrected; ///< with stand-ins; has as many characters
    bool m_mayStandIn;
    yaml_parser_t m_parser;
    int m_given = 0;        ///< events
    qsizetype m_reread = 0; ///< bytes
    int m_flowLevel = 0;
    size_t m_index = 0;     ///< of a character
    qsizetype m_offset = 0; ///< of its bytes in m_text
};

} // namespace chartroom
