// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/responsibility_page.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/fleet/fleet.h"
#include "core/session/release_source.h"
#include "ui/context/navigator.h"
#include "ui/theme/owner_chip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>
#include <QFrame>
#include <QGridLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

#include <utility>

namespace chartroom {

namespace {

constexpr auto pause = std::chrono::milliseconds(500);
constexpr int layerWidth = 176;
constexpr int shownReleases = 12;

QString actionsText(const Actions &actions)
{
    QStringList lines;
    const auto add = [&](const QString &what, const std::optional<Owner> &who) {
        if (who)
            lines.append(ResponsibilityPage::tr("%1: %2").arg(what, ownerWord(*who)));
    };
    add(ResponsibilityPage::tr("Installs"), actions.installs);
    add(ResponsibilityPage::tr("Configures"), actions.configures);
    add(ResponsibilityPage::tr("Upgrades, routine"), actions.upgradesRoutine);
    add(ResponsibilityPage::tr("Upgrades, critical"), actions.upgradesCritical);
    add(ResponsibilityPage::tr("Debugs"), actions.debugs);
    return lines.join(u'\n');
}

QString componentText(const Component &component)
{
    return visibleText(
        QStringList{component.name, component.words, actionsText(component.actions)}.join(u'\n'), true);
}

} // namespace

ResponsibilityPage::ResponsibilityPage(const UiContext &context, QWidget *parent)
    : Page(context, {tr("Responsibility"), "layers", "responsibility", "Ctrl+6"}, parent)
    , m_area(new QScrollArea(this))
    , m_soon(new QTimer(this))
{
    m_area->setWidgetResizable(true);
    m_area->setFocusPolicy(Qt::StrongFocus);
    m_area->setAccessibleName(tr("Responsibility by layer and owner"));
    m_column->addWidget(m_area, 1);
    m_soon->setSingleShot(true);
    m_soon->setInterval(pause);
    connect(m_soon, &QTimer::timeout, this, &ResponsibilityPage::refresh);
    connect(context.theme, &Theme::changed, this, [this] {
        m_built = false;
        refresh();
    });
}

void ResponsibilityPage::setCluster(const QString &name)
{
    Page::setCluster(name);
    attach();
    refresh();
}

void ResponsibilityPage::focusContent()
{
    m_area->setFocus(Qt::OtherFocusReason);
}

void ResponsibilityPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void ResponsibilityPage::attach()
{
    ReleaseSource *source = m_cluster.isEmpty() ? nullptr : m_context.fleet->releases(m_cluster);
    if (source == m_source)
        return;
    if (m_source)
        m_source->disconnect(this);
    m_source = source;
    if (source)
        connect(source, &ReleaseSource::releasesChanged, this, [this] {
            if (!m_soon->isActive())
                m_soon->start();
        });
}

void ResponsibilityPage::refresh()
{
    if (!isVisible() || !m_context.rules)
        return;
    QList<OwnedRelease> releases;
    QList<Placed> placed;
    const QList<ReleaseKey> keys = m_source ? m_source->keys() : QList<ReleaseKey>();
    for (const ReleaseKey &key : keys) {
        const Release *release = m_source->find(key);
        if (!release || !release->record)
            continue; // nothing is known of its owner yet
        const Ownership ownership = m_source->ownership(key);
        placed.append({key, ownership.owner, ownership.component});
        releases.append({key, ownership, release->record->chartName});
    }
    if (m_built && placed == m_placed)
        return;
    m_placed = placed;
    m_built = true;
    const int scrolled = m_area->verticalScrollBar()->value();
    rebuild(ResponsibilityBoard(*m_context.rules, std::move(releases)));
    m_area->verticalScrollBar()->setValue(scrolled);
}

void ResponsibilityPage::rebuild(const ResponsibilityBoard &board)
{
    auto *content = new QWidget(m_area);
    content->setProperty("look", QByteArrayLiteral("surface"));
    content->setAttribute(Qt::WA_StyledBackground);
    auto *grid = new QGridLayout(content);
    grid->setContentsMargins(16, 12, 16, 16);
    grid->setHorizontalSpacing(20);
    grid->setVerticalSpacing(10);
    grid->setColumnMinimumWidth(0, layerWidth);
    for (int column = 1; column <= 3; ++column)
        grid->setColumnStretch(column, 1);
    addHead(grid);
    int line = 1;
    for (const ResponsibilityBoard::Row &row : board.rows()) {
        auto *hairline = new QFrame(content);
        hairline->setProperty("look", QByteArrayLiteral("line"));
        grid->addWidget(hairline, line++, 0, 1, 4);
        grid->addWidget(layerCell(row.layer), line, 0, Qt::AlignTop);
        for (const Owner owner : {Owner::Crusoe, Owner::Shared, Owner::Customer})
            grid->addWidget(ownerCell(row.column(owner), owner), line, 1 + int(owner), Qt::AlignTop);
        ++line;
    }
    grid->setRowStretch(line, 1);
    m_area->setWidget(content);
    content->show();
    QWidget *before = m_area; // what is made later would come last
    const auto chips = content->findChildren<QPushButton *>();
    for (QPushButton *chip : chips)
        setTabOrder(std::exchange(before, chip), chip);
}

void ResponsibilityPage::addHead(QGridLayout *grid)
{
    auto *layers = new TextLabel(tr("Layer"));
    layers->setFont(m_context.theme->headingFont());
    layers->setLook("muted");
    grid->addWidget(layers, 0, 0);
    for (const Owner owner : {Owner::Crusoe, Owner::Shared, Owner::Customer}) {
        auto *chip = new OwnerChip(m_context.theme);
        chip->setOwner(owner);
        grid->addWidget(chip, 0, 1 + int(owner), Qt::AlignLeft);
    }
}

QWidget *ResponsibilityPage::layerCell(const Layer &layer)
{
    auto *cell = new QWidget;
    auto *layout = new QVBoxLayout(cell);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto *name = new TextLabel(layer.name);
    QFont font = m_context.theme->font();
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    name->setWordWrap(true);
    auto *words = new TextLabel(layer.words);
    words->setFont(m_context.theme->secondaryFont());
    words->setLook("muted");
    words->setWordWrap(true);
    layout->addWidget(name);
    layout->addWidget(words);
    cell->setFixedWidth(layerWidth);
    return cell;
}

QWidget *ResponsibilityPage::ownerCell(const QList<ResponsibilityBoard::Entry> &entries, Owner owner)
{
    auto *cell = new QWidget;
    auto *layout = new QVBoxLayout(cell);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    QStringList others;
    QStringList details;
    for (const ResponsibilityBoard::Entry &entry : entries) {
        if (!entry.releases.isEmpty()) {
            layout->addWidget(componentLine(entry, owner));
            continue;
        }
        others.append(visibleText(entry.component.name));
        details.append(visibleText(entry.component.name + QStringLiteral(": ") + entry.component.words));
    }
    // What this cluster has no release of stands in running text, so that the nine layers fit the eye.
    if (!others.isEmpty()) {
        auto *text = new TextLabel(others.join(QStringLiteral("\u00a0· ")));
        text->setFont(m_context.theme->secondaryFont());
        text->setLook("muted");
        text->setWordWrap(true);
        text->setToolTip(details.join(u'\n'));
        layout->addWidget(text);
    }
    return cell;
}

QWidget *ResponsibilityPage::componentLine(const ResponsibilityBoard::Entry &entry, Owner owner)
{
    auto *line = new QWidget;
    auto *flow = new FlowLayout(6, line);
    auto *name = new TextLabel(visibleText(entry.component.name), line);
    name->setElideMode(Qt::ElideRight);
    name->setToolTip(componentText(entry.component));
    flow->addWidget(name);
    const auto &releases = entry.releases;
    for (const OwnedRelease &release : releases.first(std::min<qsizetype>(shownReleases, releases.size())))
        flow->addWidget(releaseChip(release, owner, line));
    if (const auto more = releases.size() - shownReleases; more > 0) {
        auto *rest = new TextLabel(andMore(more), line);
        rest->setLook("muted");
        flow->addWidget(rest);
    }
    return line;
}

QWidget *ResponsibilityPage::releaseChip(const OwnedRelease &release, Owner owner, QWidget *parent)
{
    auto *chip = new QPushButton(visibleText(release.key.name).replace(u'&', QStringLiteral("&&")), parent);
    chip->setProperty("look", QByteArray("chip-") + ownerText(owner).toLatin1());
    QFont font = m_context.theme->identifierFont();
    font.setPointSizeF(font.pointSizeF() * 0.95);
    chip->setFont(font);
    chip->setCursor(Qt::PointingHandCursor);
    chip->setToolTip(tr("Release %1 in namespace %2: show it in Add-ons")
                         .arg(visibleText(release.key.name), visibleText(release.key.namespaceName)));
    chip->setAccessibleName(tr("Release %1, owner %2").arg(visibleText(release.key.name), ownerWord(owner)));
    connect(chip, &QPushButton::clicked, this,
            [this, key = release.key] { m_context.navigator->showRelease(key); });
    return chip;
}

} // namespace chartroom
