// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/helm/release.h"
#include "ui/context/ui_context.h"
#include "ui/pages/page_actions.h"

#include <QKeySequence>
#include <QWidget>

#include <functional>
#include <optional>

class QVBoxLayout;

namespace chartroom {

class Banner;
class ClusterHeader;
struct FleetEntry;
struct RowSubject;
struct TicketRequest;

/// One of the pages of the window, which asks the same of each. A page brings another one forward by
/// UiContext::navigator.
class Page : public QWidget
{
    Q_OBJECT
public:
    [[nodiscard]] const QString &title() const { return m_about.title; }
    /// Of resources/icons.
    [[nodiscard]] QString icon() const { return QLatin1String(m_about.icon); }
    /// Of the manual, what F1 opens.
    [[nodiscard]] QString chapter() const { return QLatin1String(m_about.chapter); }
    /// Brings the page forward.
    [[nodiscard]] QKeySequence key() const { return QKeySequence(QLatin1String(m_about.key)); }
    /// What can be done here, for menus and the palette.
    [[nodiscard]] const QList<QAction *> &commands() const { return m_commands; }
    /// Sets what they can do at this moment; before a menu or the palette shows them.
    virtual void updateCommands() {}
    /// What messages and rows offer; its clearFilter is the page's own. Before setCluster().
    virtual void setActions(PageActions actions);

    /// "" shows what to do when there is no cluster at all.
    virtual void setCluster(const QString &name);
    /// Another page has chosen it.
    virtual void setRelease(const ReleaseKey & /*key*/) {}
    /// For the status bar; nothing where the page has none of its own.
    [[nodiscard]] virtual std::optional<QString> summary() const { return std::nullopt; }
    /// Of what the page shows: "data 0 s old".
    [[nodiscard]] virtual QString dataAge(const FleetEntry &entry) const;
    /// A ticket about what is chosen here.
    [[nodiscard]] virtual TicketRequest ticketRequest() const;
    /// Opens what is chosen as the cluster's objects; false where rows of the page stand for none.
    virtual bool describe() { return false; }
    /// Above what the page shows; null where it has none.
    [[nodiscard]] virtual Banner *banner() const { return nullptr; }
    virtual void focusContent() = 0;
    /// False where the page has no filter.
    virtual bool focusFilter() { return false; }
    /// Esc: takes back the last thing on the page; false where there is none.
    virtual bool goBack() { return false; }

Q_SIGNALS:
    /// summary() is another than before.
    void summaryChanged();
    /// For the other pages, whether by a person or as the first one.
    void releaseChosen(const chartroom::ReleaseKey &key);
    void failed(const chartroom::Error &error);

protected:
    struct About
    {
        QString title;
        const char *icon;
        const char *chapter;
        const char *key;         ///< no other command's; stays when a page comes before it
        bool isOfCluster = true; ///< has its header
    };
    Page(const UiContext &context, const About &about, QWidget *parent);

    /// The state of the shown cluster's connection is another than before.
    virtual void followCluster() {}
    /// After the table's own actions; `subject` without a context: that is the page's cluster.
    void addRowMenu(QWidget *table, const std::function<RowSubject()> &subject);
    QAction *addCommand(const char *name, const QString &text, const QString &icon = {},
                        const QList<QKeySequence> &keys = {});
    [[nodiscard]] QAction *command(const char *name) const;
    void focusInEvent(QFocusEvent *event) override;

    UiContext m_context;
    QString m_cluster;
    PageActions m_actions;
    QList<QAction *> m_commands;
    QVBoxLayout *m_column; ///< of the page, without margins
    ClusterHeader *m_header = nullptr;

private:
    About m_about;
};

} // namespace chartroom
