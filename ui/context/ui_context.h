// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QSettings;

namespace chartroom {

class Clock;
class Decisions;
class Fleet;
class Navigator;
class Notifications;
class OpenOperations;
class PathNotes;
class ResponsibilityRules;
class Theme;

/// What every screen stands on; made and owned by the composition root, outlives the window.
struct UiContext
{
    Fleet *fleet = nullptr;
    const Clock *clock = nullptr;
    Theme *theme = nullptr;
    const ResponsibilityRules *rules = nullptr; ///< null when they cannot be read: the page is left out
    QSettings *settings = nullptr;              ///< what a person chose, never anything from a cluster
    Notifications *notifications = nullptr;     ///< null: nobody is told who looks elsewhere
    QString drafts{};                           ///< the folder of KeptDrafts; "" keeps none
    QString operations{};                       ///< the folder of the journals; "" shows none
    PathNotes *notes = nullptr;
    QString ticketDrafts{};                   ///< the folder of TicketDrafts; "" keeps none
    Decisions *decisions = nullptr;           ///< null: nothing can be decided
    OpenOperations *openOperations = nullptr; ///< null: nobody looks for operations that were cut off
    Navigator *navigator = nullptr;           ///< the window, which sets itself
};

} // namespace chartroom
