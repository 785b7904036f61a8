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

using KSyntaxHighlighting::Theme;

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

Role roleOf(Theme::TextStyle style)
{
    switch (style) {
    case Theme::Keyword:
    case Theme::Function:
    case Theme::Attribute:
    case Theme::Variable:
        return Role::SyntaxKey;
    case Theme::String:
    case Theme::VerbatimString:
    case Theme::SpecialString:
    case Theme::Char:
    case Theme::SpecialChar:
    case Theme::Documentation:
        return Role::SyntaxString;
    case Theme::DecVal:
    case Theme::BaseN:
    case Theme::Float:
    case Theme::Constant:
    case Theme::DataType:
    case Theme::BuiltIn:
        return Role::SyntaxConstant;
    case Theme::Comment:
    case Theme::Annotation:
    case Theme::CommentVar:
    case Theme::Operator:
    case Theme::Preprocessor:
    case Theme::Others:
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
