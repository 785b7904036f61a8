// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/side.h"
#include "core/screens/addons/page_message.h"
#include "core/screens/values/divergence_list.h"
#include "core/words/path_notes.h"
#include "ui/context/ui_context.h"
#include "ui/panels/values_panel.h"

class QPushButton;
class QStackedWidget;

namespace chartroom {

class DivergenceModel;
class MessageView;
class PathTable;
class TextLabel;

/// Where a release's values differ from the reference, by kind of setting. Nothing is judged: each path can
/// carry a note that says why, and the engineer decides.
class ValuesDivergencePanel final : public ValuesPanel
{
    Q_OBJECT
public:
    explicit ValuesDivergencePanel(const UiContext &context, QWidget *parent = nullptr);

    /// Notes belong to a cluster.
    void setCluster(const QString &name);
    [[nodiscard]] QWidget *controls() const override { return m_controls; }
    void setRelease(const Release *release) override;
    void setRevealed(bool revealed) override;
    [[nodiscard]] bool isRevealed() const override { return m_revealed; }
    [[nodiscard]] int hiddenValues() const override { return m_hidden; }
    void setActive(bool) override {}
    void focusContent() override;
    void focusFilter() override {}
    bool goBack() override { return false; }
    [[nodiscard]] QList<QAction *> commands() const override { return {m_noteAction}; }

Q_SIGNALS:
    void compareRequested(const chartroom::Side &from, const chartroom::Side &to);

private:
    void refresh();
    void showRow();
    /// Null on the name of a group.
    [[nodiscard]] const DivergenceRow *currentSetting() const;
    void editNote();
    void saveNote(const QString &path, const QString &text);
    void noteFailed(const PathNote &note, const Error &why);
    [[nodiscard]] QList<PathNote> notes() const;
    [[nodiscard]] PageMessage emptyMessage() const;

    UiContext m_context;
    Result<DivergenceGroups> m_groups;
    QString m_cluster;
    ReleaseKey m_key;
    std::optional<Divergence> m_divergence;
    bool m_known = false;            ///< a release is chosen
    QString m_comparedText;          ///< see comparedText()
    std::optional<int> m_comparedOf; ///< the revision whose values they are; nothing: the newest
    bool m_revealed = false;
    int m_hidden = 0;
    std::optional<PathNote> m_unkept; ///< its text is not lost because the file could not be written
    QWidget *m_controls;
    QPushButton *m_note;
    QPushButton *m_compare;
    QStackedWidget *m_stack;
    QWidget *m_body;
    TextLabel *m_summary;
    DivergenceModel *m_model;
    PathTable *m_table;
    TextLabel *m_detail;
    MessageView *m_message;
    QAction *m_noteAction;
};

} // namespace chartroom
