// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/helm/release.h"
#include "core/ticket/ticket_options.h"

#include <QDateTime>
#include <QMap>

namespace chartroom {

/// What a person writes into a ticket, and the nodes that it is about; each phase has its own.
struct TicketWords
{
    QString request;     ///< in place of the first sentence
    QString question;    ///< the first one; in a handover the next decision
    QStringList nodes{}; ///< empty: all in trouble

    friend bool operator==(const TicketWords &, const TicketWords &) = default;
};

/// What a person has decided about the tickets of one maintenance window on one cluster.
struct TicketDraft
{
    QString cluster;
    QDateTime window; ///< UTC, its start; invalid: no window is planned
    TicketPhase phase = TicketPhase::During;
    QList<ReleaseKey> releases; ///< that it is about; empty: what the cluster suggests
    QString reference;          ///< Support's ticket of this window
    QMap<TicketPhase, TicketWords> words;
    QList<TicketPart> without;
    QStringList hidden; ///< picked by hand, as they were shown
    bool isAnonymous = false;

    /// Those of its phase.
    [[nodiscard]] QStringList nodes() const { return words.value(phase).nodes; }
    /// All but the table of names and the zone.
    [[nodiscard]] TicketOptions options() const;

    friend bool operator==(const TicketDraft &, const TicketDraft &) = default;
};

/// JSON, {"chartroomTicketDraft": 1, ...}.
[[nodiscard]] QByteArray writeTicketDraft(const TicketDraft &draft);
/// Damaged when it is none, Unsupported when a newer program wrote it. Words that it does not know are left
/// out.
[[nodiscard]] Result<TicketDraft> readTicketDraft(const QByteArray &json);

/// Drafts of tickets between two starts of the program: one file a cluster, mode 0600, in the folder given.
class TicketDrafts
{
public:
    /// "": nothing is kept.
    explicit TicketDrafts(QString folder)
        : m_folder(std::move(folder))
    {}

    /// $XDG_STATE_HOME/chartroom/tickets.
    [[nodiscard]] static QString ofThisUser();

    /// Waits for the disk. Error: File. The draft's words are the caller's to free of secrets first.
    [[nodiscard]] Result<void> keep(const TicketDraft &draft) const;
    /// A draft without a choice where none is kept; an error where one is and cannot be read. Of a draft of
    /// another window only what is hidden and left out counts: nothing is shown again unasked. Where no
    /// window is planned a draft that was not written to for half a day is one of another night.
    [[nodiscard]] Result<TicketDraft> find(const QString &cluster, const QDateTime &window) const;

private:
    [[nodiscard]] QString file(const QString &cluster) const;

    QString m_folder;
};

} // namespace chartroom
