// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"
#include "ui/theme/palette.h"
#include "ui/theme/state_icon.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace chartroom;

namespace HIDDEN_FROM_MOC tst_theme {

namespace {

constexpr double readable = 4.5; // WCAG 2.1 AA for text
const QList<Role> textRoles{Role::Text,        Role::Muted,       Role::Accent,       Role::Done,
                            Role::Moving,      Role::Waiting,     Role::Attention,    Role::Failed,
                            Role::OwnerCrusoe, Role::OwnerShared, Role::OwnerCustomer};
const QList<Role> tintedRoles{Role::Attention, Role::Failed, Role::OwnerCrusoe, Role::OwnerShared,
                              Role::OwnerCustomer};

QImage drawn(VisualState state)
{
    QImage image(32, 32, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintState(painter, QRectF(0, 0, 32, 32), state, Palette::light());
    return image;
}

/// What a person sees who sees no colours.
QImage withoutColour(const QImage &image)
{
    return image.convertToFormat(QImage::Format_Grayscale8)
        .convertToFormat(QImage::Format_Mono, Qt::ThresholdDither);
}

} // namespace

class ThemeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyTextReachesItsContrastOnEveryGround();
    void everyTintedTextReachesItsContrastOnItsTint();
    void syntaxReachesItsContrastOnEveryGroundOfADiff();
    void everyStateHasItsOwnShape();
    void theChoiceIsRemembered();
    void iconsTakeTheColourOfTheirRole();
    void anIconIsDrawnOnceUntilTheColoursChange();
};

void ThemeTest::everyTextReachesItsContrastOnEveryGround()
{
    for (const Palette &palette : {Palette::light(), Palette::dark()}) {
        for (const Role text : textRoles) {
            for (const Role ground : {Role::Window, Role::Surface, Role::Raised, Role::Selection}) {
                const double reached = contrast(palette.color(text), palette.color(ground));
                QVERIFY2(reached >= readable, qPrintable(QStringLiteral("%1 theme, role %2 on role %3: %4")
                                                             .arg(palette.isDark() ? QStringLiteral("dark")
                                                                                   : QStringLiteral("light"))
                                                             .arg(int(text))
                                                             .arg(int(ground))
                                                             .arg(reached)));
            }
        }
        QVERIFY(contrast(palette.color(Role::OnAccent), palette.color(Role::Accent)) >= readable);
    }
}

void ThemeTest::everyTintedTextReachesItsContrastOnItsTint()
{
    for (const Palette &palette : {Palette::light(), Palette::dark()}) {
        for (const Role text : tintedRoles)
            QVERIFY2(contrast(palette.color(text), palette.tint(text)) >= readable,
                     qPrintable(QStringLiteral("role %1: %2")
                                    .arg(int(text))
                                    .arg(contrast(palette.color(text), palette.tint(text)))));
        QVERIFY(contrast(palette.color(Role::Text), palette.tint(Role::Attention)) >= readable);
    }
}

void ThemeTest::syntaxReachesItsContrastOnEveryGroundOfADiff()
{
    for (const Palette &palette : {Palette::light(), Palette::dark()}) {
        for (const Role text : {Role::SyntaxKey, Role::SyntaxString, Role::SyntaxConstant, Role::Text}) {
            QList<QColor> grounds{palette.color(Role::Surface), palette.color(Role::Raised),
                                  palette.color(Role::Selection)};
            for (const Role change : {Role::Done, Role::Failed, Role::Attention})
                grounds << palette.tint(change) << palette.mark(change);
            for (const QColor &ground : std::as_const(grounds)) {
                const double reached = contrast(palette.color(text), ground);
                QVERIFY2(reached >= readable, qPrintable(QStringLiteral("%1, role %2 on %3: %4")
                                                             .arg(palette.isDark())
                                                             .arg(int(text))
                                                             .arg(ground.name())
                                                             .arg(reached)));
            }
        }
        for (const Role sign : {Role::Done, Role::Failed, Role::Muted})
            for (const Role ground : {Role::Done, Role::Failed})
                QVERIFY(contrast(palette.color(sign), palette.tint(ground)) >= 3.0);
    }
}

void ThemeTest::everyStateHasItsOwnShape()
{
    const QList<VisualState> states{VisualState::Done,      VisualState::Moving, VisualState::Waiting,
                                    VisualState::Attention, VisualState::Failed, VisualState::Unknown,
                                    VisualState::Skipped};
    for (int a = 0; a < states.size(); ++a)
        for (int b = a + 1; b < states.size(); ++b)
            QVERIFY2(withoutColour(drawn(states[a])) != withoutColour(drawn(states[b])),
                     qPrintable(QStringLiteral("%1 and %2").arg(a).arg(b)));
}

void ThemeTest::theChoiceIsRemembered()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    {
        QSettings settings(file, QSettings::IniFormat);
        Theme theme(&settings);
        theme.setMode(Theme::Mode::Dark);
        QVERIFY(theme.palette().isDark());
    }
    QSettings settings(file, QSettings::IniFormat);
    Theme theme(&settings);
    QCOMPARE(theme.mode(), Theme::Mode::Dark);
    theme.setMode(Theme::Mode::Light);
    QVERIFY(!theme.palette().isDark());
}

void ThemeTest::iconsTakeTheColourOfTheirRole()
{
    Theme theme(nullptr);
    theme.setMode(Theme::Mode::Light);
    const QImage image = theme.icon(QStringLiteral("close"), Role::Failed, 20, 2).toImage();
    QCOMPARE(image.size(), QSize(40, 40));
    QCOMPARE(image.pixelColor(20, 20).rgb(), theme.color(Role::Failed).rgb());
    QVERIFY(theme.icon(QStringLiteral("no-such-icon"), Role::Text, 20, 1).isNull());
}

void ThemeTest::anIconIsDrawnOnceUntilTheColoursChange()
{
    Theme theme(nullptr);
    theme.setMode(Theme::Mode::Light);
    const auto close = [&](Role role, int size) {
        return theme.icon(QStringLiteral("close"), role, size, 1);
    };
    const QPixmap light = close(Role::Text, 20);
    QCOMPARE(close(Role::Text, 20).cacheKey(), light.cacheKey());
    QVERIFY(close(Role::Muted, 20).cacheKey() != light.cacheKey());
    QCOMPARE(close(Role::Text, 16).size(), QSize(16, 16));
    theme.setMode(Theme::Mode::Dark);
    QVERIFY(close(Role::Text, 20).toImage() != light.toImage());
}

#include "tst_theme.moc"
} // namespace tst_theme

CHARTROOM_TEST(tst_theme, ThemeTest)
