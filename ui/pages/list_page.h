// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/list_frame.h"
#include "ui/pages/page.h"

namespace chartroom {

class FilterEdit;
class LiveTable;

/// A page of rows with an inspector, and a filter over them.
class ListPage : public Page
{
    Q_OBJECT
public:
    void focusContent() override;
    bool focusFilter() override;
    /// Esc: leaves the filter, else empties it, else closes the inspector.
    bool goBack() override;
    void setInspectorShown(bool shown);
    [[nodiscard]] bool isInspectorShown() const { return m_frame->isInspectorWanted(); }

Q_SIGNALS:
    void inspectorShownChanged(bool shown);

protected:
    /// Without a name there is no filter; `what` is for screen readers.
    ListPage(const UiContext &context, const About &about, QWidget *parent, const char *filterName = nullptr,
             const QString &what = {});

    /// Once, and what it returns is the parent of the rows.
    QWidget *addFrame(const QString &name, ListFrame::Widths widths);
    /// Adds the frame to the column. Neither is null.
    void setRows(QWidget *rows, QWidget *inspector);
    /// By the program, so that nothing follows.
    void setFilterText(const QString &text);
    virtual void filterBy(const QString & /*text*/) {}
    /// Shows what there is now.
    virtual void refresh() = 0;
    /// Below the rows: what is wrong with the cluster, then the page's own sentences.
    void say(const QStringList &sentences = {}, bool isTroubled = false);
    /// What a page keeps for the cluster that is shown; null where it keeps nothing.
    template<typename Screens>
    [[nodiscard]] auto *ofCluster(Screens &screens) const
    {
        const auto found = screens.find(m_cluster);
        return found == screens.end() ? nullptr : &found->second;
    }

    FilterEdit *m_filter = nullptr;
    ListFrame *m_frame = nullptr;

private:
    /// What one looks at among the rows is there again when the filter is taken away.
    void changeFilter(const QString &text);

    LiveTable *m_live = nullptr; ///< where the rows are one, or have one
    QString m_filtered;          ///< the filter that the rows go by
};

} // namespace chartroom
