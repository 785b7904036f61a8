// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/release_source.h"
#include "core/ticket/attachments.h"
#include "core/ticket/ticket_draft.h"
#include "core/ticket/ticket_source.h"

#include <QPointer>
#include <QTimer>

namespace chartroom {

/// What somebody wants a ticket about. A phase and releases that are empty are left as they were.
struct TicketRequest
{
    QString cluster; ///< "": the one that is shown
    std::optional<TicketPhase> phase;
    QList<ReleaseKey> releases;
    QString component;                 ///< of a rollout: the release that brings it
    QStringList nodes;                 ///< empty: all that are in trouble
    QString reference;                 ///< Support's ticket that was typed for this cluster; "" unknown
    std::optional<UpgradeDraft> draft; ///< a plan, and what its preflight found
    std::optional<PreflightReport> preflight;
    std::optional<PlannedWindow> plan;    ///< of a window that is only thought of, and nobody drafted yet
    std::optional<UpgradeWindow> window;  ///< of that plan
    std::optional<VersionAudit> versions; ///< against the matrix; nothing: the ticket has none
};

/// The ticket of one cluster while somebody works at it: what was read, what a person decided about it, and
/// the ticket that comes of both. Composes on the pool, and keeps the draft, free of secrets, on the disk.
class TicketController final : public QObject
{
    Q_OBJECT
public:
    enum class State {
        Off,     ///< there is nothing to read from
        Reading, ///< an older ticket may be there meanwhile
        Ready,
    };

    /// `names` is the file of the table of replaced names.
    TicketController(TicketDrafts drafts, QString names, QObject *parent = nullptr);
    ~TicketController() override;

    /// Takes the draft that is kept for the window. Both sources are null while it is not connected; the
    /// ticket that was made of it stays.
    void setCluster(const QString &cluster, const std::optional<UpgradeWindow> &window,
                    ReleaseSource *releases, TicketSource *tickets);
    void open(const TicketRequest &wish);
    /// Support's ticket, as it was typed where a change was planned: it is in all tickets of that window. ""
    /// says nothing; `window` is the one of that change, if any.
    void setReference(const QString &reference, const std::optional<UpgradeWindow> &window);
    /// Reads the cluster anew, unless there is nothing to read from.
    void read();
    /// A recording shows that moment: what was read of a later one is dropped.
    void forgetAfter(const QDateTime &moment);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const QString &cluster() const { return m_draft.cluster; }
    [[nodiscard]] const TicketDraft &draft() const { return m_draft; }
    /// What the ticket is about, chosen or suggested.
    [[nodiscard]] QList<ReleaseKey> releases() const;
    /// All that it may be about, those that are suggested first.
    [[nodiscard]] QList<ReleaseKey> allReleases() const;
    /// Nothing before the first reading, and after a problem.
    [[nodiscard]] const std::optional<Ticket> &ticket() const { return m_ticket; }
    /// Why there is no ticket; empty message: there is no reason.
    [[nodiscard]] const Error &problem() const { return m_problem; }
    /// The ticket is what the person has decided, and no other one is being made.
    [[nodiscard]] bool isCurrent() const { return m_ticket && !m_isDue && !m_isComposing && isOfFacts(); }

    void setPhase(TicketPhase phase);
    void setRelease(const ReleaseKey &key, bool isIn);
    void setPart(TicketPart part, bool isIn);
    void setRequest(const QString &text);
    void setQuestion(const QString &text);
    void setAnonymous(bool isAnonymous);
    /// Hides a text wherever it stands, beside what is hidden anyway; each line of it by itself.
    void hide(const QString &text);
    /// Takes that back, for one text that was hidden by hand.
    void showAgain(const QString &text);
    void setNodes(const QStringList &nodes);

    /// With the events of the cluster, and with everything of the ticket as it is now.
    [[nodiscard]] QFuture<Result<TicketAttachments>> attachments();
    /// Writes what is not on the disk yet; waits for it.
    void keep();

Q_SIGNALS:
    void stateChanged();
    /// A setter or open() changed it, or another cluster did.
    void draftChanged();
    /// ticket(), problem() or isCurrent() changed.
    void ticketChanged();
    void failed(const chartroom::Error &error);

private:
    void setState(State state);
    bool takeReference(const QString &reference, const std::optional<UpgradeWindow> &window);
    /// The draft changed: composes soon, or at once where something is to be hidden.
    void edited(bool isAtOnce = false);
    void compose();
    /// What the ticket is to be about is what the facts are of.
    [[nodiscard]] bool isOfFacts() const;
    /// What a reading would be about, and which of those are decoded.
    [[nodiscard]] QList<std::pair<ReleaseKey, bool>> wanted() const;
    [[nodiscard]] QList<ReleaseKey> releasesOf(const QString &component) const;
    [[nodiscard]] TicketOptions options() const;
    [[nodiscard]] TicketFacts facts() const;

    TicketDrafts m_drafts;
    QString m_names;
    TicketDraft m_draft;
    std::optional<UpgradeWindow> m_window;
    std::optional<UpgradeDraft> m_plan;
    std::optional<PreflightReport> m_preflight;
    std::optional<PlannedWindow> m_thought;
    std::optional<UpgradeWindow> m_thoughtWindow;
    std::optional<VersionAudit> m_versions;
    QPointer<ReleaseSource> m_releases;
    QPointer<TicketSource> m_tickets;
    QFuture<TicketFacts> m_reading;
    QList<std::pair<ReleaseKey, bool>> m_asked; ///< wanted() of the newest reading
    QTimer m_readTimer;                         ///< an inventory comes in pieces
    std::optional<TicketFacts> m_facts;
    QList<ReleaseKey> m_factsOf;     ///< releases() as they were read
    QList<ReleaseKey> m_factsChosen; ///< those that were chosen then
    std::optional<Ticket> m_ticket;
    Error m_problem;
    State m_state = State::Off;
    QTimer m_composeTimer;
    QTimer m_keepTimer;
    int m_round = 0;      ///< changes with what the facts are of
    bool m_isDue = false; ///< the ticket is older than the draft or the facts
    bool m_isComposing = false;
    bool m_isUnkept = false;
};

} // namespace chartroom
