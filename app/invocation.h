// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/compare/side.h"
#include "core/session/session_factory.h"
#include "core/ticket/ticket_options.h"
#include "core/upgrade/draft.h"

#include <QStringList>

#include <chrono>
#include <optional>

namespace chartroom {

/// What the program was asked to do. Window stands for no verb.
enum class VerbName {
    Window,
    List,
    Contexts,
    History,
    Values,
    Diff,
    Plan,
    Responsibility,
    Rollout,
    Findings,
    Gpus,
    Record,
    Replay,
    Upgrade,
    Rollback,
    Recover,
    Ticket,
    Versions,
    Info,
    Version,
    Help,
    Completion,
    Man
};

enum class OutputFormat { Table, Json, Yaml, Markdown, Csv, Patch, Html, Text, Pdf, JUnit };

/// The command line as a value.
struct Invocation
{
    VerbName verb = VerbName::Window;
    bool help = false;
    bool version = false;

    QString kubeconfig;
    QStringList contexts; ///< empty: the current one
    bool allContexts = false;
    QString recording; ///< a path, or `bundled`
    QString at;        ///< see parseMoment()
    QString namespaceName;
    bool allNamespaces = false;
    std::optional<OutputFormat> format;
    bool isWide = false; ///< a table of every column, nothing cut or folded
    bool noColor = false;
    bool quiet = false;
    bool verbose = false;
    bool reveal = false;
    bool allowExec = false;
    bool tour = false; ///< the window
    std::chrono::milliseconds timeout{std::chrono::seconds(60)};
    SessionFactory::Access access = SessionFactory::Access::Native;

    QString release;             ///< `name` or `namespace/name`
    std::optional<int> revision; ///< values; rollback: where to
    QString kindText = QStringLiteral("user");
    QString fromText;                 ///< diff: as given
    QString toText;                   ///< diff: as given; plan, upgrade: the chart version
    Side from;                        ///< diff; values: what to print
    Side to;                          ///< diff
    QStringList setArguments;         ///< plan, upgrade
    QStringList valuesFiles;          ///< plan, upgrade
    QString repository;               ///< plan, upgrade, values, diff: which the chart is to come from
    std::optional<Strategy> strategy; ///< upgrade; plan: the recommended one when not given
    QString file;                     ///< record: where to; replay and the window: which recording
    QString component;     ///< rollout: gpu, ib, sriov, amd, a namespace/name, daemonsets; empty for all
    bool watch = false;    ///< rollout
    bool listsAll = false; ///< rollout: nodes at rest, too
    QString planFile;      ///< plan: where to save it; upgrade: what to run; ticket: what is asked for
    QString canary;        ///< plan, upgrade: the node that goes first
    std::chrono::seconds bake{0}; ///< plan, upgrade
    bool unhold = false;          ///< recover: let the nodes follow that the operation `release` holds back
    bool forget = false;          ///< recover: remove what the operation `release` saved
    bool close = false;           ///< recover: what the operation `release` left unverified was checked
    QString unsealTo;             ///< recover: the folder to write that to in clear
    QStringList reasons;          ///< upgrade, rollback, recover: ID=TEXT
    QString confirm;              ///< upgrade, rollback: RELEASE@CONTEXT
    bool yes = false;             ///< upgrade, rollback, recover: run it
    std::optional<UpgradeWindow> window;             ///< plan, ticket
    std::optional<int> gpuFloor;                     ///< plan, upgrade, rollback, ticket
    std::optional<std::chrono::seconds> helmTimeout; ///< plan, upgrade, rollback; 5 min when not set
    std::optional<TicketPhase> phase;                ///< ticket
    QList<TicketPart> without;                       ///< ticket
    QString question;                                ///< ticket
    QStringList hidden;                              ///< ticket: texts to hide
    bool isAnonymous = false;                        ///< ticket
    QString attachments;                             ///< ticket: the archive to write
    QString action;         ///< versions: audit, init, diff, promote, rollback; completion: the shell
    QStringList evidence;   ///< versions: lines for the commit's message
    QString tag;            ///< versions: "" for the usual one
    bool noTag = false;     ///< versions
    bool takesOver = false; ///< versions: the key of another manager
    QString matrix;         ///< versions: FILE, or FILE@REVISION of its Git repository
    QString entry;          ///< versions: which of the matrix; "" for current_production
    QString report;         ///< versions: a file of what the API does not tell
    std::optional<std::chrono::milliseconds> duration; ///< record; until interrupted when not set

    /// Whether what is asked for can be told of several clusters in one run.
    [[nodiscard]] bool isForSeveral() const;
    /// Whether it may be told of several, and so names the cluster of whatever it prints.
    [[nodiscard]] bool isOverSeveral() const;
};

/// Whether a --context stands for each context that matches it, with *, ? or [...].
[[nodiscard]] bool isContextPattern(const QString &context);

/// Reads the arguments behind the program's name. Invalid, with a sentence that names the argument, is a
/// usage error.
[[nodiscard]] Result<Invocation> parseInvocation(const QStringList &arguments);

/// A length of time: 90, 90s, 5m, 1h30m, 250ms. Nothing when it is none.
[[nodiscard]] std::optional<std::chrono::milliseconds> parseDuration(QStringView text);

} // namespace chartroom
