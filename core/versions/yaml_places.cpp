// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/yaml_places.h"

#include "core/base/yaml_scalar.h"
#include "core/base/yaml_text.h"
#include "core/versions/versions_tr.h"

#include <optional>
#include <sstream>
#include <utility>
#include <vector>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace chartroom {

namespace {

/// Notes the place of each value from the parser's events; aliases are not followed.
class PlaceCollector final : public YAML::EventHandler
{
public:
    [[nodiscard]] YamlPlaces take() { return std::exchange(m_places, {}); }

    void OnDocumentStart(const YAML::Mark & /*mark*/) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override
    {
        leaf(YamlPlace::Kind::Null, mark, anchor, false);
    }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t /*anchor*/) override
    {
        if (isKeyNext())
            setKey({}, mark);
        else
            leaf(YamlPlace::Kind::Alias, mark, 0, false);
    }
    void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  const std::string &value) override
    {
        const bool isPlain = tag == "?" || tag.empty();
        if (!isKeyNext())
            return leaf(YamlPlace::Kind::Scalar, mark, anchor, isPlain);
        const QString text = QString::fromStdString(value);
        const auto typed = isPlain ? plainScalar(text) : std::optional(Value(text));
        setKey(typed ? keyText(*typed).value_or(text) : text, mark);
    }
    void OnSequenceStart(const YAML::Mark &mark, const std::string & /*tag*/, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override
    {
        open(YamlPlace::Kind::List, mark, anchor, style);
    }
    void OnSequenceEnd() override { m_stack.pop_back(); }
    void OnMapStart(const YAML::Mark &mark, const std::string & /*tag*/, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override
    {
        open(YamlPlace::Kind::Map, mark, anchor, style);
    }
    void OnMapEnd() override { m_stack.pop_back(); }

private:
    struct Frame
    {
        QStringList path;
        bool isMap = false;
        bool isFlow = false;
        int index = 0;
        std::optional<QString> key;
        YAML::Mark keyMark;
    };

    [[nodiscard]] bool isKeyNext() const
    {
        return !m_stack.empty() && m_stack.back().isMap && !m_stack.back().key;
    }

    void setKey(const QString &text, const YAML::Mark &mark)
    {
        m_stack.back().key = text;
        m_stack.back().keyMark = mark;
    }

    [[nodiscard]] YamlPlace next(YamlPlace::Kind kind, const YAML::Mark &mark, YAML::anchor_t anchor)
    {
        YamlPlace place;
        place.kind = kind;
        place.line = mark.line;
        place.column = mark.column;
        place.hasAnchor = anchor != 0;
        if (m_stack.empty())
            return place;
        Frame &frame = m_stack.back();
        place.path = frame.path;
        place.isFlow = frame.isFlow;
        if (frame.isMap) {
            place.path.append(frame.key.value_or(QString()));
            place.keyLine = frame.keyMark.line;
            place.keyColumn = frame.keyMark.column;
            frame.key.reset();
        } else {
            place.path.append(QString::number(frame.index++));
        }
        return place;
    }

    void leaf(YamlPlace::Kind kind, const YAML::Mark &mark, YAML::anchor_t anchor, bool isPlain)
    {
        if (isKeyNext())
            return setKey({}, mark);
        YamlPlace place = next(kind, mark, anchor);
        place.isPlain = isPlain;
        m_places.append(place);
    }

    void open(YamlPlace::Kind kind, const YAML::Mark &mark, YAML::anchor_t anchor,
              YAML::EmitterStyle::value style)
    {
        if (isKeyNext())
            setKey({}, mark);
        YamlPlace place = next(kind, mark, anchor);
        place.isFlow = place.isFlow || style == YAML::EmitterStyle::Flow;
        Frame frame;
        frame.path = place.path;
        frame.isMap = kind == YamlPlace::Kind::Map;
        frame.isFlow = place.isFlow;
        m_places.append(place);
        m_stack.push_back(std::move(frame));
    }

    std::vector<Frame> m_stack;
    YamlPlaces m_places;
};

} // namespace

Result<QList<YamlPlaces>> readYamlPlaces(QByteArrayView text)
{
    const auto source = YamlText::read(text, {});
    if (!source)
        return tl::make_unexpected(source.error());
    QList<YamlPlaces> documents;
    try {
        std::istringstream stream(source->text().toStdString());
        YAML::Parser parser(stream);
        PlaceCollector collector;
        while (parser.HandleNextDocument(collector)) {
            YamlPlaces places = collector.take();
            if (!places.isEmpty() && places.constFirst().kind != YamlPlace::Kind::Null)
                documents.append(std::move(places));
        }
    } catch (const YAML::Exception &exception) {
        const bool isPlaced = !exception.mark.is_null();
        return tl::make_unexpected(
            source->error(Error::Code::Invalid,
                          VersionsTr::tr("This is not YAML: %1").arg(QString::fromStdString(exception.msg)),
                          isPlaced ? exception.mark.line : 0, isPlaced ? exception.mark.column : 0));
    }
    return documents;
}

} // namespace chartroom
