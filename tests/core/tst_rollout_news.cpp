// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/rollout/rollout_model.h"
#include "core/screens/rollout/rollout_news.h"
#include "tests/support/fake_rollout_source.h"
#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QTest>

using namespace chartroom;
using namespace chartroom::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace HIDDEN_FROM_MOC tst_rollout_news {

namespace {

ShownTrack gpu008(const QString &label, Verdict verdict)
{
    ShownTrack track;
    track.node = u"gpu-008"_s;
    track.label = label;
    track.verdict = verdict;
    return track;
}

} // namespace

/// What is told of a rollout that was read in the middle.
class RolloutNewsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<FakeRolloutSource> m_source;
    std::unique_ptr<RolloutModel> m_model;
    std::unique_ptr<RolloutNews> m_news;
    std::unique_ptr<QSignalSpy> m_told;

    /// Of the last news.
    [[nodiscard]] QString title() const { return m_told->last().at(0).toString(); }
    [[nodiscard]] QString text() const { return m_told->last().at(1).toString(); }

private Q_SLOTS:
    void init()
    {
        m_source = std::make_unique<FakeRolloutSource>();
        fillMidWindow(*m_source);
        m_model = std::make_unique<RolloutModel>(m_source.get());
        QTRY_VERIFY(m_model->rowCount() == 16 && m_model->isCurrent());
        m_news = std::make_unique<RolloutNews>(m_model.get());
        m_told = std::make_unique<QSignalSpy>(m_news.get(), &RolloutNews::told);
    }
    void cleanup()
    {
        m_told.reset();
        m_news.reset();
        m_model.reset();
    }

    void whatWasSoAtFirstIsNoNews()
    {
        ShownTrack track = gpu008(u"upgrade-failed"_s, Verdict::Failed);
        track.blocker = u"It crash-loops."_s;
        m_source->put(track);
        QTRY_COMPARE(m_told->size(), 1);
        QCOMPARE(title(), u"gpu-008: failed"_s);
        QCOMPARE(text(), u"It crash-loops."_s);
    }

    void whatGetsWorseIsNews()
    {
        m_source->put(gpu008(u"drain-required"_s, Verdict::Stuck));
        QTRY_COMPARE(m_told->size(), 1);
        ShownTrack track = gpu008(u"upgrade-failed"_s, Verdict::Failed);
        m_source->put(track);
        QTRY_COMPARE(m_told->size(), 2);
        QCOMPARE(title(), u"gpu-008: failed"_s);
        track.component = u"ib"_s;
        m_source->put(track);
        QTRY_COMPARE(m_told->size(), 3);
        QCOMPARE(title(), u"gpu-008: failed"_s);
        QVERIFY(text().startsWith(u"InfiniBand driver: "_s));
    }

    void nodesThatFailTogetherAreToldTogether()
    {
        for (const QString &node : {u"gpu-007"_s, u"gpu-008"_s, u"gpu-012"_s}) {
            ShownTrack track = gpu008(u"drain-required"_s, Verdict::Stuck);
            track.node = node;
            m_source->put(track);
        }
        QTRY_COMPARE(m_told->size(), 1);
        QVERIFY(title().startsWith(u"3 "_s));
        QCOMPARE(text(), u"gpu-007 (stuck), gpu-008 (stuck), gpu-012 (stuck)"_s);
    }

    void aRecordingThatIsWoundBackIsNoNews()
    {
        fillAllDone(*m_source);
        QTRY_COMPARE(m_told->size(), 1);
        QCOMPARE(text(), u"16 of 16 nodes are complete."_s);
        m_source->advance(-600s);
        fillMidWindow(*m_source); // one failed and one stuck, which was told when it happened
        QTRY_VERIFY(!m_news->isListening());
        QTRY_VERIFY(m_news->isListening());
        QCOMPARE(m_told->size(), 1);
        m_source->advance(60s);
        m_source->put(gpu008(u"upgrade-failed"_s, Verdict::Failed));
        QTRY_COMPARE(m_told->size(), 2);
        QCOMPARE(title(), u"gpu-008: failed"_s);
    }
};

#include "tst_rollout_news.moc"
} // namespace tst_rollout_news

CHARTROOM_TEST(tst_rollout_news, RolloutNewsTest)
