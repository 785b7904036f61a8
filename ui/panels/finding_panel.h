// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/finding.h"
#include "ui/context/ui_context.h"
#include "ui/panels/inspector_shell.h"

#include <optional>

namespace chartroom {

class InspectorSection;
class StateLabel;
class TextLabel;

/// One finding: what is wrong in the cluster's own words, what that means, what to do, whose it is, what only
/// waits for it, and where the meaning is from.
class FindingPanel final : public InspectorShell
{
    Q_OBJECT
public:
    explicit FindingPanel(const UiContext &context, QWidget *parent = nullptr);

    /// Nothing shows the hint.
    void show(const std::optional<Finding> &finding);
    [[nodiscard]] const std::optional<Finding> &finding() const { return m_finding; }
    /// Offers a ticket.
    void setTicketable(bool isTicketable);
    /// Offers what leads on from here; "" offers nothing.
    void offerWayOn(const QString &text, const QString &toolTip);

Q_SIGNALS:
    void wayOnRequested();
    void copyRequested();
    void ticketRequested();
    void nodeRequested(const QString &node);
    /// namespace/name, as it is shown.
    void releaseRequested(const QString &release);

private:
    void buildHead();
    void rebuild();
    void addQuote();
    void addHooks();
    void addOwner();
    void addNodes();
    void addConsequences();
    void addSource();
    InspectorSection *addSection(const QString &title);

    UiContext m_context;
    std::optional<Finding> m_finding;
    StateLabel *m_state;
    TextLabel *m_words;
    TextLabel *m_since;
    QPushButton *m_wayOn;
    QPushButton *m_ticket;
    QList<QWidget *> m_sections;
};

} // namespace chartroom
