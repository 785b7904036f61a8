// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/object_dialog.h"

#include "core/base/clock.h"
#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/screens/objects/object_controller.h"
#include "core/screens/objects/object_text.h"
#include "core/session/rollout_source.h"
#include "ui/editor/code_view.h"
#include "ui/editor/yaml_pane.h"
#include "ui/theme/plain_tool_tip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/log_view.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace chartroom {

namespace {

constexpr QSize usualObjectSize{980, 640};

ObjectController::Parts objectParts(const UiContext &context, const QString &cluster,
                                    const QList<ObjectRef> &objects)
{
    const auto now = [context, cluster] {
        const RolloutSource *rollout = context.fleet->rollout(cluster);
        return rollout ? rollout->now() : context.clock->now();
    };
    return {[context, cluster] { return context.fleet->transport(cluster); }, objects,
            context.fleet->entry(cluster).isRecording, now};
}

} // namespace

ObjectDialog::ObjectDialog(const UiContext &context, const QString &cluster, const QList<ObjectRef> &objects,
                           QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_cluster(cluster)
    , m_controller(new ObjectController(objectParts(context, cluster, objects), this))
    , m_objects(new ChoiceButton(context.theme, tr("Object"), this))
    , m_title(new TextLabel({}, this))
    , m_message(new TextLabel({}, this))
    , m_refresh(new QToolButton(this))
    , m_tabs(new QTabBar(this))
    , m_pages(new QStackedWidget(this))
    , m_text(new CodeView(context, m_pages))
    , m_yaml(new CodeView(context, m_pages))
    , m_logPage(new QWidget(m_pages))
{
    setObjectName(QStringLiteral("objectDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(usualObjectSize);
    m_text->setObjectName(QStringLiteral("objectText"));
    m_text->pane()->setAccessibleName(tr("Description of the object"));
    m_yaml->setObjectName(QStringLiteral("objectYaml"));
    m_yaml->pane()->setAccessibleName(tr("The object as YAML"));
    m_pages->addWidget(m_text);
    m_pages->addWidget(m_yaml);
    m_pages->addWidget(m_logPage);
    buildHead();
    buildLog();
    buildKeys();
    connect(m_controller, &ObjectController::changed, this, &ObjectDialog::refresh);
    connect(m_controller, &ObjectController::logChanged, this, &ObjectDialog::refreshLog);
    connect(m_tabs, &QTabBar::currentChanged, this, &ObjectDialog::showTab);
    connect(context.fleet, &Fleet::entryChanged, m_controller, [this](const QString &name) {
        if (name == m_cluster && m_context.fleet->entry(name).state == ClusterSession::State::Live)
            m_controller->reconnect();
    });
    m_controller->show(0);
    m_text->pane()->setFocus();
}

void ObjectDialog::buildHead()
{
    m_objects->setObjectName(QStringLiteral("describedObject"));
    QList<ChoiceButton::Choice> choices;
    const QList<ObjectRef> &objects = m_controller->objects();
    for (qsizetype i = 0; i < objects.size(); ++i)
        choices.append({objectTitle(objects[i]), int(i)});
    m_objects->setChoices(choices);
    m_objects->setVisible(objects.size() > 1);
    connect(m_objects, &ChoiceButton::chosen, this,
            [this](const QVariant &object) { m_controller->show(object.toInt()); });
    m_title->setObjectName(QStringLiteral("objectTitle"));
    m_title->setFont(m_context.theme->identifierFont());
    m_title->setElideMode(Qt::ElideMiddle);
    m_message->setObjectName(QStringLiteral("objectMessage"));
    m_message->setLook("muted");
    m_message->setWordWrap(true);
    m_refresh->setObjectName(QStringLiteral("objectRefresh"));
    m_refresh->setProperty("look", QByteArrayLiteral("quiet"));
    m_refresh->setAccessibleName(tr("Refresh"));
    m_refresh->setToolTip(tr("Refresh (F5)"));
    const auto setIcon = [this] {
        m_refresh->setIcon(m_context.theme->icon(QStringLiteral("refresh"), chartroom::Role::Muted, 16,
                                                 devicePixelRatioF()));
    };
    setIcon();
    connect(m_context.theme, &Theme::changed, this, setIcon);
    connect(m_refresh, &QToolButton::clicked, m_controller, &ObjectController::refresh);
    m_tabs->setObjectName(QStringLiteral("objectTabs"));
    m_tabs->setAccessibleName(tr("Views of the object"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    for (const QString &title : {tr("&Description"), tr("&YAML"), tr("&Log")})
        m_tabs->addTab(title);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_title, 1);
    line->addWidget(m_objects);
    line->addWidget(m_refresh);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 16);
    layout->setSpacing(8);
    layout->addLayout(line);
    layout->addWidget(m_message);
    layout->addWidget(m_tabs);
    layout->addWidget(m_pages, 1);
}

void ObjectDialog::buildLog()
{
    QWidget *page = m_logPage;
    m_pod = new ChoiceButton(m_context.theme, tr("Pod"), page);
    m_pod->setObjectName(QStringLiteral("logPod"));
    m_container = new ChoiceButton(m_context.theme, tr("Container"), page);
    m_container->setObjectName(QStringLiteral("logContainer"));
    m_previous = new QCheckBox(tr("&Previous run"), page);
    m_previous->setObjectName(QStringLiteral("logPrevious"));
    m_previous->setToolTip(tr("The log of the run before the last restart (P)"));
    m_follow = new QCheckBox(tr("&Follow"), page);
    m_follow->setObjectName(QStringLiteral("logFollow"));
    m_follow->setToolTip(tr("Show new lines as they are written (F)"));
    m_times = new QCheckBox(tr("&Timestamps"), page);
    m_times->setObjectName(QStringLiteral("logTimes"));
    m_times->setToolTip(tr("Show when each line was written (T)"));
    m_logMessage = new TextLabel({}, page);
    m_logMessage->setObjectName(QStringLiteral("logMessage"));
    m_logMessage->setLook("muted");
    m_logMessage->setWordWrap(true);
    m_log = new LogView(m_context, m_controller->log(), page);
    connect(m_pod, &ChoiceButton::chosen, this, &ObjectDialog::choosePod);
    connect(m_container, &ChoiceButton::chosen, this, &ObjectDialog::readLog);
    connect(m_previous, &QCheckBox::toggled, this, &ObjectDialog::readLog);
    connect(m_follow, &QCheckBox::toggled, m_controller, &ObjectController::setFollowing);
    connect(m_times, &QCheckBox::toggled, m_controller->log(), &LogModel::setTimesShown);
    auto *line = new QHBoxLayout;
    line->setSpacing(12);
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_pod, m_container, m_previous, m_follow, m_times})
        line->addWidget(widget);
    line->addStretch(1);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(line);
    layout->addWidget(m_logMessage);
    layout->addWidget(m_log, 1);
}

void ObjectDialog::buildKeys()
{
    const auto key = [](QWidget *widget, const char *name, const QList<QKeySequence> &keys, auto call) {
        auto *action = new QAction(widget);
        action->setObjectName(QLatin1String(name));
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, widget, call);
        widget->addAction(action);
    };
    key(this, "refreshObject", QKeySequence::keyBindings(QKeySequence::Refresh),
        [this] { m_tabs->currentIndex() == Log ? readLog() : m_controller->refresh(); });
    for (const int tab : {Description, Yaml, Log})
        key(this, "objectTab", {QKeySequence(QStringLiteral("Ctrl+%1").arg(tab + 1))}, [this, tab] {
            if (m_tabs->isTabEnabled(tab))
                m_tabs->setCurrentIndex(tab);
        });
    const auto letter = [&](const char *name, Qt::Key what, QCheckBox *box) {
        key(m_logPage, name, {QKeySequence(what)}, [box] {
            if (box->isEnabled())
                box->toggle();
        });
    };
    letter("followLog", Qt::Key_F, m_follow);
    letter("previousLog", Qt::Key_P, m_previous);
    letter("timesOfLog", Qt::Key_T, m_times);
    key(m_logPage, "findInLog", {QKeySequence(QKeySequence::Find), QKeySequence(Qt::Key_Slash)},
        [this] { m_log->openSearch(); });
    key(m_logPage, "findNextInLog", {QKeySequence(Qt::Key_F3)}, [this] { m_log->findNext(); });
    key(m_logPage, "findPreviousInLog", {QKeySequence(Qt::SHIFT | Qt::Key_F3)},
        [this] { m_log->findPrevious(); });
    key(m_log->table(), "copyLog", {QKeySequence(QKeySequence::Copy)}, [this] { m_log->copy(); });
}

void ObjectDialog::showTab(int tab)
{
    m_tabs->setCurrentIndex(tab);
    m_pages->setCurrentIndex(tab);
    readChosenLog();
    QWidget *content = tab == Log    ? static_cast<QWidget *>(m_log->table())
                       : tab == Yaml ? static_cast<QWidget *>(m_yaml->pane())
                                     : static_cast<QWidget *>(m_text->pane());
    content->setFocus(Qt::OtherFocusReason);
}

void ObjectDialog::refresh()
{
    const ObjectDescription &shown = m_controller->description();
    const QString title = objectTitle(m_controller->objects().value(m_controller->current()));
    m_title->setText(title);
    setWindowTitle(QStringLiteral("%1 – %2").arg(title, visibleText(m_cluster)));
    m_objects->setCurrent(int(m_controller->current()));
    m_refresh->setEnabled(!m_controller->isReading());
    QStringList sentences{m_controller->notice()};
    if (m_controller->isReading() && m_controller->text().isEmpty())
        sentences << tr("Reading…");
    else if (shown.problem)
        sentences << visibleText(shown.problem->message);
    sentences.removeAll(QString());
    m_message->setText(sentences.join(u' '));
    m_message->setVisible(!sentences.isEmpty());
    m_text->setText(m_controller->text(), {}, false);
    m_yaml->setText(shown.yaml, {shown.value});
    refreshPods();
    refreshLog();
    if (m_controller->isReading())
        return; // who looks at YAML or a log stays there
    m_tabs->setTabEnabled(Yaml, !shown.yaml.isEmpty());
    const QString why = whyNoLog();
    m_tabs->setTabEnabled(Log, why.isEmpty() || m_controller->hasLog()); // what was read stays
    m_tabs->setTabToolTip(Log, plainToolTip(why));
    readChosenLog();
}

QString ObjectDialog::whyNoLog() const
{
    const ObjectDescription &shown = m_controller->description();
    if (m_context.fleet->entry(m_cluster).isRecording)
        return tr("A recording contains no logs.");
    if (const std::optional<Error> &problem = shown.problem ? shown.problem : shown.podsProblem)
        return visibleText(problem->message);
    return shown.containers.isEmpty() ? tr("Only pods, and workloads that have pods, have logs.") : QString();
}

void ObjectDialog::refreshPods()
{
    QList<ChoiceButton::Choice> pods;
    for (const DescribedContainer &one : m_controller->description().containers) {
        const QString pod = one.node.isEmpty() ? one.pod : tr("%1 on %2").arg(one.pod, one.node);
        if (pods.isEmpty() || pods.last().data.toString() != one.pod)
            pods.append({visibleText(pod), one.pod});
    }
    m_pod->setChoices(pods);
    m_pod->setVisible(pods.size() > 1);
    QList<ChoiceButton::Choice> containers;
    QString first; // in trouble, else the first that is no init container
    for (const DescribedContainer &one : m_controller->description().containers) {
        if (one.pod != m_pod->current().toString())
            continue;
        containers.append({visibleText(one.isInit ? tr("%1 (init)").arg(one.name) : one.name), one.name});
        if (first.isEmpty() && !one.isReady && !one.isInit)
            first = one.name;
    }
    const bool isNew = containers != m_container->choices();
    m_container->setChoices(containers);
    if (isNew && !first.isEmpty())
        m_container->setCurrent(first);
}

const DescribedContainer *ObjectDialog::container() const
{
    const QList<DescribedContainer> &all = m_controller->description().containers;
    const auto found = std::find_if(all.cbegin(), all.cend(), [this](const DescribedContainer &one) {
        return one.pod == m_pod->current().toString() && one.name == m_container->current().toString();
    });
    return found == all.cend() ? nullptr : &*found;
}

void ObjectDialog::choosePod()
{
    refreshPods();
    readLog();
}

void ObjectDialog::readLog()
{
    if (const DescribedContainer *chosen = container())
        m_controller->readLog(*chosen, m_previous->isChecked());
}

/// A pod that was replaced meanwhile leaves its log behind, under the name of the pod that is chosen now.
void ObjectDialog::readChosenLog()
{
    const DescribedContainer *chosen = container();
    if (m_tabs->currentIndex() == Log && chosen &&
        m_controller->logRequest() != chosen->log(m_previous->isChecked()))
        readLog();
}

void ObjectDialog::refreshLog()
{
    const QString message = m_controller->logMessage();
    m_logMessage->setText(message);
    m_logMessage->setVisible(!message.isEmpty());
    m_follow->setEnabled(m_controller->hasLog() && !m_previous->isChecked());
    const QSignalBlocker blocker(m_follow);
    m_follow->setChecked(m_controller->isFollowing());
}

} // namespace chartroom
