// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <utility>
#include <variant>

namespace chartroom {

/// The parts of a ticket. All text in them is plain: nothing in it is markup in any format.

struct TicketHeading
{
    QString text;
    friend bool operator==(const TicketHeading &, const TicketHeading &) = default;
};

struct TicketParagraph
{
    QString text;
    bool isStrong = false; ///< what to read first
    friend bool operator==(const TicketParagraph &, const TicketParagraph &) = default;
};

struct TicketBullets
{
    QStringList items;
    friend bool operator==(const TicketBullets &, const TicketBullets &) = default;
};

/// Names and what they are: "Cluster" and "prod-eu".
struct TicketFactList
{
    QList<std::pair<QString, QString>> facts;

    /// Several, and each so short that two of them stand side by side in a line.
    [[nodiscard]] bool isShort() const
    {
        return facts.size() >= 4 && std::all_of(facts.cbegin(), facts.cend(), [](const auto &fact) {
                   return fact.first.size() <= 20 && fact.second.size() <= 40;
               });
    }

    friend bool operator==(const TicketFactList &, const TicketFactList &) = default;
};

struct TicketTable
{
    QStringList titles;
    QList<QStringList> rows; ///< each as long as the titles
    friend bool operator==(const TicketTable &, const TicketTable &) = default;
};

/// Text of somebody else, word for word, and where it was said.
struct TicketQuote
{
    QString source;
    QString text;
    friend bool operator==(const TicketQuote &, const TicketQuote &) = default;
};

/// Commands or a file, line by line.
struct TicketCode
{
    QString text;
    friend bool operator==(const TicketCode &, const TicketCode &) = default;
};

using TicketBlock = std::variant<TicketHeading, TicketParagraph, TicketBullets, TicketFactList, TicketTable,
                                 TicketQuote, TicketCode>;

/// What a ticket says, before any format.
struct TicketDocument
{
    QString title;
    QString phase; ///< before | during | after
    QDateTime at;  ///< UTC
    QList<TicketBlock> blocks;

    friend bool operator==(const TicketDocument &, const TicketDocument &) = default;
};

} // namespace chartroom
