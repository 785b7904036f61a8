// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/line_highlighter.h"

#include "ui/theme/palette.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

namespace chartroom {

namespace {

using TextStyle = KSyntaxHighlighting::Theme::TextStyle;

/// Highlighting definitions take tens of milliseconds to read: once a program, and not before there is text.
KSyntaxHighlighting::Definition yaml()
{
    static const KSyntaxHighlighting::Repository repository;
    static const KSyntaxHighlighting::Definition definition = [] {
        auto known = repository.definitionForName(QStringLiteral("YAML"));
        (void)known.formats(); // reads it, and what it includes
        return known;
    }();
    return definition;
}

Role roleOf(TextStyle style)
{
    switch (style) {
    case TextStyle::Keyword:
    case TextStyle::Function:
    case TextStyle::Attribute:
    case TextStyle::Variable:
        return Role::SyntaxKey;
    case TextStyle::String:
    case TextStyle::VerbatimString:
    case TextStyle::SpecialString:
    case TextStyle::Char:
    case TextStyle::SpecialChar:
    case TextStyle::Documentation:
        return Role::SyntaxString;
    case TextStyle::DecVal:
    case TextStyle::BaseN:
    case TextStyle::Float:
    case TextStyle::Constant:
    case TextStyle::DataType:
    case TextStyle::BuiltIn:
        return Role::SyntaxConstant;
    case TextStyle::Comment:
    case TextStyle::Annotation:
    case TextStyle::CommentVar:
    case TextStyle::Operator:
    case TextStyle::Preprocessor:
    case TextStyle::Others:
        return Role::Muted;
    default:
        return Role::Text;
    }
}

} // namespace

class LineHighlighter::Engine final : public KSyntaxHighlighting::AbstractHighlighter
{
public:
    QList<QTextLayout::FormatRange> run(QStringView line)
    {
        m_ranges.clear();
        if (!definition().isValid()) {
            if (line.isEmpty())
                return {};
            setDefinition(yaml());
        }
        m_state = highlightLine(line, m_state);
        return m_ranges;
    }

    void restart() { m_state = {}; }
    void setPalette(const Palette &palette) { m_palette = &palette; }

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override
    {
        const Role role = roleOf(format.textStyle());
        if (role == Role::Text || length == 0)
            return;
        QTextLayout::FormatRange range;
        range.start = offset;
        range.length = length;
        range.format.setForeground(m_palette->color(role));
        m_ranges.append(range);
    }

private:
    const Palette *m_palette = &Palette::light();
    KSyntaxHighlighting::State m_state;
    QList<QTextLayout::FormatRange> m_ranges;
};

void LineHighlighter::prepare()
{
    (void)yaml();
}

LineHighlighter::LineHighlighter()
    : m_engine(std::make_unique<Engine>())
{}

LineHighlighter::~LineHighlighter() = default;

void LineHighlighter::setPalette(const Palette &palette)
{
    m_engine->setPalette(palette);
}

void LineHighlighter::restart()
{
    m_engine->restart();
}

QList<QTextLayout::FormatRange> LineHighlighter::highlight(QStringView line)
{
    return m_engine->run(line);
}

} // namespace chartroom
