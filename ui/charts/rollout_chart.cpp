// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rollout_chart.h"

#include "core/base/moments.h"
#include "core/screens/rollout/rollout_course.h"
#include "core/screens/rollout/rollout_summary.h"
#include "ui/charts/course_view.h"
#include "ui/widgets/text_label.h"

#include <QBoxLayout>

#include <algorithm>
#include <chrono>

namespace chartroom {

namespace {

using namespace std::chrono_literals;

constexpr int leastHeight = 160;

/// Some node was seen to take a step of it.
bool hasPast(const RolloutCourse &course)
{
    const QList<SeriesPoint> &points = course.points();
    return points.size() > 1 && course.nodes() > 0 &&
           std::any_of(points.cbegin(), points.cend(), [](const SeriesPoint &one) {
               return one.done + one.driver + one.emptying + one.failed > 0;
           });
}

} // namespace

RolloutChart::RolloutChart(const Theme *theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_hint(new TextLabel({}, this))
{
    setObjectName(QStringLiteral("rolloutChart"));
    setProperty("look", QByteArrayLiteral("card"));
    setMinimumHeight(leastHeight);
    m_hint->setText(hint());
    m_hint->setLook("muted");
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 2, 4, 2);
    layout->addWidget(m_hint);
    m_drawFirst.setSingleShot(true);
    m_drawFirst.setInterval(0ms);
    connect(&m_drawFirst, &QTimer::timeout, this, &RolloutChart::draw);
}

/// Not before there is a course: also an empty chart that nobody sees lays itself out.
void RolloutChart::build()
{
    m_view = new CourseView(m_theme,
                            {{tr("done"), Role::Done},
                             {tr("driver"), Role::Moving},
                             {tr("emptying"), Role::Waiting, Qt::BDiagPattern},
                             {tr("failed or stuck"), Role::Failed, Qt::DiagCrossPattern, 0.7F},
                             {tr("unknown"), Role::Muted, Qt::Dense6Pattern}},
                            this);
    m_view->hide();
    m_now = m_view->addLine({Role::Muted, 1, Qt::DotLine});
    m_earliest = m_view->addLine(expectedEndStroke);
    m_latest = m_view->addLine(expectedEndStroke);
    m_windowStart = m_view->addLine(windowStroke);
    m_windowEnd = m_view->addLine(windowStroke, tr("window"));
    layout()->addWidget(m_view);
}

void RolloutChart::setCourse(RolloutCourse *course)
{
    if (m_course)
        m_course->disconnect(this);
    m_course = course;
    if (course) {
        connect(course, &RolloutCourse::drawn, this, &RolloutChart::draw);
        connect(course, &RolloutCourse::changed, this, [this] {
            if (!hasPast(*m_course))
                draw(); // the words that stand there instead count the nodes
        });
    }
    draw();
}

/// Where the nodes are although nobody saw how they came there, and why there is no line of it.
QString RolloutChart::hint() const
{
    const QString wait = tr("Nodes by step over time appear here once nodes make progress.");
    const RolloutSummary summary = m_course ? m_course->summary() : RolloutSummary();
    if (summary.done() + summary.moving() + summary.count(Verdict::Failed) == 0)
        return wait;
    QStringList words{tr("%1 of %2 nodes done.", "count, total").arg(summary.done()).arg(summary.total)};
    if (const QString rest = restText(summary); !rest.isEmpty())
        words << rest + u'.';
    const bool isDrawing = m_course->pace() && m_course->pace()->isOpen && m_course->points().isEmpty();
    if (!isDrawing)
        words << tr("Since when is unknown: the course over time starts with the next step of a node.");
    return words.join(u' ');
}

void RolloutChart::draw()
{
    const bool some = m_course && hasPast(*m_course);
    if (some && !m_view) {
        build();
        m_drawFirst.start();
        return;
    }
    if (!some) {
        if (m_view)
            m_view->hide();
        m_hint->setText(hint());
        m_hint->show();
        setAccessibleName(m_hint->text());
        return;
    }
    const QDateTime begin = m_course->points().first().time;
    const QDateTime now = m_course->points().last().time;
    const bool showsStart =
        m_plan.isSet() && m_plan.start < begin && m_plan.start >= laterBy(begin, timeBetween(now, begin));
    const QDateTime start = showsStart ? m_plan.start : begin;
    const Eta eta = m_course->pace() ? m_course->pace()->eta : Eta();
    QDateTime end =
        std::max(eta.latest.isValid() ? eta.latest : now, eta.earliest.isValid() ? eta.earliest : now);
    if (m_plan.isSet())
        end = std::max(end, m_plan.end);
    // A far end would press what happened into a corner.
    end = std::min(end, laterBy(now, 2 * std::max<std::chrono::milliseconds>(timeBetween(start, now), 1min)));
    m_view->setSpan(start, end);
    m_view->setMost(m_course->nodes(), m_course->summary().gpusTotal);
    drawBands();
    drawLines(eta);
    m_view->setFloor(m_plan.isSet() ? m_plan.gpuFloor : 0);
    m_view->setMark(m_windowStart, m_plan.start);
    m_view->setMark(m_windowEnd, m_plan.end);
    m_hint->hide();
    m_view->show();
    describe();
}

void RolloutChart::drawBands()
{
    QList<CourseView::BandPoint> points;
    for (const SeriesPoint &point : m_course->points())
        points.append({point.time, {point.done, point.driver, point.emptying, point.failed, point.unknown}});
    m_view->setBands(points);
}

void RolloutChart::drawLines(const Eta &eta)
{
    const SeriesPoint &last = m_course->points().last();
    const QDateTime start = m_course->points().first().time;
    QList<GpuSample> gpus;
    for (const GpuSample &sample : m_course->gpus())
        if (sample.time >= start && sample.time <= last.time)
            gpus.append(sample);
    if (!gpus.isEmpty())
        gpus.append({last.time, gpus.last().gpus});
    m_view->setGpus(thinned(gpus));
    m_view->setMark(m_now, last.time);
    const double goal = m_course->nodes() - double(eta.without.size());
    const auto until = [&](QLineSeries *line, const QDateTime &end) {
        using Points = QList<CourseView::LinePoint>;
        m_view->setLine(line, end.isValid() ? Points{{last.time, double(last.done)}, {end, goal}} : Points());
    };
    until(m_earliest, eta.earliest);
    until(m_latest, eta.latest);
}

void RolloutChart::setPlan(const WindowPlan &plan)
{
    if (plan == m_plan)
        return;
    m_plan = plan;
    draw();
}

void RolloutChart::describe()
{
    const SeriesPoint &last = m_course->points().last();
    setAccessibleName(
        tr("Nodes by step since %1: %2 of %3 done, %4 with the driver, %5 being emptied, %6 failed or stuck, "
           "%7 unknown")
            .arg(m_course->points().first().time.toLocalTime().toString(QStringLiteral("HH:mm")),
                 QString::number(last.done), QString::number(m_course->nodes()), QString::number(last.driver),
                 QString::number(last.emptying), QString::number(last.failed),
                 QString::number(last.unknown)));
}

} // namespace chartroom
