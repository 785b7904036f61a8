// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/chosen_zone.h"
#include "tests/support/test_main.h"

#include <QDateTime>
#include <QScopeGuard>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

#include <ctime>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_chosen_zone {

namespace {

/// In seconds, by the C library.
long localOffset(const QDateTime &moment)
{
    const time_t time = moment.toSecsSinceEpoch();
    tm local{};
    localtime_r(&time, &local);
    return local.tm_gmtoff;
}

} // namespace

class ChosenZoneTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyZoneThatIsOfferedIsTheSameLocally()
    {
        const QByteArray before = qgetenv("TZ");
        const bool wasSet = qEnvironmentVariableIsSet("TZ");
        const auto restored = qScopeGuard([&] {
            wasSet ? qputenv("TZ", before) : qunsetenv("TZ");
            tzset();
        });
        QTemporaryDir folder;
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        const QList<QByteArray> zones = zonesToChoose();
        QVERIFY(zones.contains("Europe/Berlin") && zones.contains("UTC"));
        for (const QByteArray &zone : zones) {
            setChosenZone(settings, zone);
            useChosenZone(settings);
            QCOMPARE(qgetenv("TZ"), ':' + zone);
            for (const int month : {1, 7}) {
                const QDateTime moment(QDate(2026, month, 1), QTime(12, 0), Qt::UTC);
                QVERIFY2(localOffset(moment) == QTimeZone(zone).offsetFromUtc(moment), zone.constData());
            }
        }
    }

    void anOffsetThatIsTheOppositeInTheEnvironmentIsRefused()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
        for (const QByteArray zone : {"UTC+03:00", "UTC-05:00", "Nowhere"}) {
            QVERIFY(!zonesToChoose().contains(zone));
            setChosenZone(settings, zone);
            QCOMPARE(chosenZone(settings), QByteArray());
        }
    }
};

#include "tst_chosen_zone.moc"
} // namespace tst_chosen_zone

CHARTROOM_TEST(tst_chosen_zone, ChosenZoneTest)
