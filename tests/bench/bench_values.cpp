// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Values page in its window over values of 10,000 and 100,000 lines: how long they take to open as a text
// and as a comparison, how long the event loop is held meanwhile, and how long a frame takes while they are
// scrolled. Ends with 1 when the loop computes too long in one go: with 10,000 lines longer than a frame of
// 60 in a second, with 100,000, which have to open only, longer than a person takes for at once.
#include "core/base/translator.h"
#include "core/words/path_notes.h"
#include "tests/support/fake_chart_sources.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_fleet.h"
#include "tests/support/fake_side_reader.h"
#include "tests/support/loop_watch.h"
#include "tests/support/thread_time.h"
#include "ui/editor/code_view.h"
#include "ui/editor/diff_pane.h"
#include "ui/editor/diff_view.h"
#include "ui/editor/yaml_pane.h"
#include "ui/panels/values_compare_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/change_list.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTreeView>

#include <algorithm>
#include <cstdio>
#include <deque>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 60s;
constexpr std::chrono::microseconds frame = 16ms;
constexpr std::chrono::microseconds atOnce = 100ms;
constexpr std::chrono::microseconds uncounted = patience; // what the bench itself does
constexpr int framesScrolled = 600;

/// Components with nine settings each, a tenth of them other ones in each `round`.
QByteArray valuesText(int lines, int round)
{
    QByteArray text;
    for (int line = 0; line < lines; ++line) {
        const QByteArray n = QByteArray::number(line / 10);
        if (line % 10 == 0)
            text += "component" + n + ":\n";
        else
            text += "  setting" + QByteArray::number(line % 10) + ": \"value " + n + ", level " +
                    QByteArray::number(line % 10 == 7 ? round : 0) + "\"\n";
    }
    return text;
}

double ms(std::chrono::microseconds time)
{
    return double(time.count()) / 1000;
}

/// Does one thing after the other, each until it is done, and says how long the loop was held by it.
class Course : public QObject
{
public:
    struct Leg
    {
        QString what;
        std::function<void()> begin;
        std::function<bool()> isDone;
        std::chrono::microseconds most; ///< computed in one go
    };

    explicit Course(std::deque<Leg> legs)
        : m_legs(std::move(legs))
    {
        connect(&m_look, &QTimer::timeout, this, &Course::look);
        m_look.start(2);
    }

private:
    void look()
    {
        if (!m_running) {
            if (m_legs.empty()) {
                QCoreApplication::exit(m_met ? 0 : 1);
                return;
            }
            m_running = true;
            m_watch.start();
            m_time.start();
            m_legs.front().begin();
            return;
        }
        const bool late = m_time.elapsed() > std::chrono::milliseconds(patience).count();
        if (!late && !m_legs.front().isDone())
            return;
        m_watch.stop();
        const bool met = !late && m_watch.longestWork() <= m_legs.front().most;
        if (m_legs.front().most != uncounted || late)
            std::printf("%s  %s: %.0f ms; loop held for at most %.1f ms, %.1f ms of it computing\n",
                        met ? "ok  " : "MISS", qPrintable(m_legs.front().what), double(m_time.elapsed()),
                        ms(m_watch.longestGap()), ms(m_watch.longestWork()));
        std::fflush(stdout);
        m_met = met && m_met;
        m_running = false;
        m_legs.pop_front();
    }

    std::deque<Leg> m_legs;
    QTimer m_look;
    LoopWatch m_watch;
    QElapsedTimer m_time;
    bool m_running = false;
    bool m_met = true;
};

/// Scrolls from top to bottom, a step and a painted frame in each turn of the loop.
class Scrolling : public QObject
{
public:
    explicit Scrolling(QAbstractScrollArea *area)
        : m_area(area)
    {
        connect(&m_turn, &QTimer::timeout, this, &Scrolling::step);
        m_turn.start(0);
    }
    [[nodiscard]] bool isDone() const { return !m_turn.isActive(); }

private:
    void step()
    {
        QScrollBar *bar = m_area->verticalScrollBar();
        const auto before = threadTime();
        bar->setValue(int(qint64(bar->maximum()) * m_frames.size() / (framesScrolled - 1)));
        m_area->viewport()->repaint();
        m_frames.append(threadTime() - before);
        if (m_frames.size() < framesScrolled)
            return;
        m_turn.stop();
        std::sort(m_frames.begin(), m_frames.end());
        std::printf("      %d frames: half within %.2f ms, 99 of 100 within %.2f ms, the longest %.2f ms\n",
                    framesScrolled, ms(m_frames[framesScrolled / 2]), ms(m_frames[framesScrolled * 99 / 100]),
                    ms(m_frames.last()));
    }

    QAbstractScrollArea *m_area;
    QTimer m_turn;
    QList<std::chrono::microseconds> m_frames;
};

/// What is done with values of so many lines.
std::deque<Course::Leg> legs(MainWindow &window, FakeSideReader &reader, int lines)
{
    const ReleaseKey release{u"nvidia-gpu-operator"_s, u"gpu-operator"_s, ReleaseStorage::Secret};
    const ReleaseKey other{u"kube-system"_s, u"cilium"_s, ReleaseStorage::Secret};
    auto *code = window.findChild<CodeView *>();
    auto *compare = window.findChild<ValuesComparePanel *>();
    const auto trigger = [&window](const char *name) {
        window.findChild<QAction *>(QLatin1String(name))->trigger();
    };
    const std::chrono::microseconds most = lines > 10'000 ? atOnce : frame;
    const QString size = QLocale::c().toString(lines) + u" lines "_s;
    auto scrolling = std::make_shared<std::unique_ptr<Scrolling>>();
    const auto scroll = [&](const QString &what, QAbstractScrollArea *area) {
        return Course::Leg{size + what, [=] { *scrolling = std::make_unique<Scrolling>(area); },
                           [=] { return (*scrolling)->isDone(); }, most};
    };
    return {
        {size + u"written"_s,
         [=, &window, &reader] {
             trigger("viewValues");
             window.showValues(other); // forgets what it read before
             reader.put(u"user"_s, valuesText(lines, 2));
             reader.put(u"user:3"_s, valuesText(lines, 1));
         },
         [] { return true; }, uncounted},
        {size + u"opened as a text"_s, [=, &window] { window.showValues(release); },
         [=] { return code->isReady() && code->pane()->blockCount() >= lines; }, most},
        scroll(u"scrolled as a text"_s, code->pane()),
        {size + u"compared"_s, [=] { trigger("viewCompare"); },
         [=] { return compare->diff()->isReady() && compare->diff()->shownLayout().rows().size() >= lines; },
         most},
        {size + u"unfolded"_s, [=] { compare->diff()->setFolding(false); },
         [=] { return compare->diff()->isReady() && compare->diff()->shownLayout().rows().size() >= lines; },
         most},
        scroll(u"scrolled side by side"_s, compare->diff()->pane(DiffLayout::Side::After)),
        {size + u"folded again"_s, [=] { compare->diff()->setFolding(true); },
         [=] { return compare->diff()->isReady(); }, most},
        scroll(u"scrolled as a tree of paths"_s, compare->list()->tree()),
    };
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const auto translator = loadTranslator(QLocale(QLocale::English));
    QApplication::installTranslator(translator.get());
    FakeClock clock;
    FakeFleet fleet;
    fleet.current = u"prod-eu"_s;
    fillWithAddons(*fleet.addLive(fleet.current));
    FakeSideReader reader;
    fleet.setSides(fleet.current, &reader);
    FakeChartSources charts;
    fleet.setCharts(&charts);
    Theme theme(nullptr);
    PathNotes notes(nullptr);
    MainWindow window({&fleet, &clock, &theme, nullptr, nullptr, nullptr, {}, {}, &notes});
    window.resize(1600, 1000);
    window.show();
    std::deque<Course::Leg> all = legs(window, reader, 10'000);
    for (Course::Leg &leg : legs(window, reader, 100'000))
        all.push_back(std::move(leg));
    const Course course(std::move(all));
    return QApplication::exec();
}
