// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "ui/charts/course_view.h"
#include "ui/theme/theme.h"

#include <QAreaSeries>
#include <QImage>
#include <QLineSeries>
#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_course_view {

namespace {

const QDateTime start({2026, 11, 21}, {2, 0}, Qt::UTC);

QDateTime minute(int number)
{
    return start.addSecs(60 * number);
}

struct Chart
{
    Theme theme{nullptr};
    CourseView view{&theme, {{u"done"_s, Role::Done}, {u"driver"_s, Role::Moving}}, nullptr};

    Chart()
    {
        view.resize(900, 200);
        view.show();
    }
    void draw(const QList<CourseView::BandPoint> &points)
    {
        view.setSpan(start, points.last().time);
        view.setMost(40, 320);
        view.setBands(points);
        view.setGpus({{start, 320}, {minute(2), 312}});
        view.setFloor(200);
    }
    /// Of the lowest band: its moments and heights.
    [[nodiscard]] QList<QPointF> line() const
    {
        const auto *area = qobject_cast<QAreaSeries *>(view.chart()->series().first());
        return area->upperSeries()->points();
    }
};

} // namespace

class CourseViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void betweenAFewPointsNothingChanges();
    void manyPointsAreJoined();
    void whatIsDrawnAnewLooksTheSame();
};

void CourseViewTest::betweenAFewPointsNothingChanges()
{
    Chart chart;
    chart.draw({{start, {0, 1}}, {minute(1), {0, 2}}, {minute(2), {3, 0}}, {minute(3), {4, 0}}});
    const auto at = [](int number, double nodes) {
        return QPointF(double(minute(number).toMSecsSinceEpoch()), nodes);
    };
    // The corner at minute 1 lies on a straight line, and is left out.
    QCOMPARE(chart.line(), (QList<QPointF>{at(0, 0), at(2, 0), at(2, 3), at(3, 3), at(3, 4)}));
}

void CourseViewTest::manyPointsAreJoined()
{
    Chart chart;
    QList<CourseView::BandPoint> points;
    for (int i = 0; i < 200; ++i)
        points.append({minute(i), {i / 5 + i % 2, 1}});
    chart.draw(points);
    QCOMPARE(chart.line().size(), points.size());
    QCOMPARE(chart.line().last(), QPointF(double(minute(199).toMSecsSinceEpoch()), 40));
}

void CourseViewTest::whatIsDrawnAnewLooksTheSame()
{
    Chart chart;
    const QList<CourseView::BandPoint> points{{start, {0, 1}}, {minute(2), {9, 2}}, {minute(9), {30, 4}}};
    const auto picture = [&chart] { // once it is laid out
        QCoreApplication::processEvents();
        return chart.view.grab().toImage();
    };
    chart.draw(points);
    const QImage first = picture();
    chart.draw({{start, {0, 0}}, {minute(30), {1, 20}}});
    QVERIFY(picture() != first);
    chart.draw(points);
    QCOMPARE(picture(), first);
}

#include "tst_course_view.moc"
} // namespace tst_course_view

CHARTROOM_TEST(tst_course_view, CourseViewTest)
