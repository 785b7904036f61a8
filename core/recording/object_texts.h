// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <array>
#include <string_view>
#include <vector>

namespace chartroom {

/// Many texts that resemble one another, such as the versions of one object and the objects of one kind. Each
/// is kept as its difference to a text like it: what is equal is copied from there, the rest stands here.
/// Reading one costs about as much as copying it.
class ObjectTexts
{
public:
    using Id = quint32;
    static constexpr Id none = 0;
    /// Ids are 32 bits of place.
    static constexpr qsizetype maxBytes = qsizetype(0xffff'0000);

    ObjectTexts();

    /// `family` and `kind` are small numbers of the caller's: texts of one family are alike, those of one
    /// kind a little. Returns none when there is no room left.
    [[nodiscard]] Id add(std::string_view text, quint32 family, quint32 kind);
    /// With room behind its end for a JSON parser. "" for none. It is put where `room` was, if that is large
    /// enough and nobody else's: who reads thousands does without allocating each.
    [[nodiscard]] QByteArray text(Id id, QByteArray room = {}) const;

    /// What all of it takes, in bytes.
    [[nodiscard]] qsizetype bytes() const { return m_bytes.size(); }
    void squeeze();

private:
    /// Where the blocks of a text lie, by their content.
    struct Places
    {
        Id of = none;
        std::vector<quint32> places;
    };
    [[nodiscard]] std::string_view whole(Id id) const;
    [[nodiscard]] const Places &placesOf(Id base);
    [[nodiscard]] bool packed(std::string_view text, Id base, QByteArray &out);
    [[nodiscard]] Id store(Id base, std::string_view text, QByteArrayView content);

    QByteArray m_bytes;
    std::vector<Id> m_families; ///< what members of a family are told by
    std::vector<Id> m_kinds;
    std::array<Places, 64> m_places; ///< of the bases in use
    QByteArray m_scratch;
};

} // namespace chartroom
