// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/screens/versions/versions_model.h"
#include "tests/support/fake_versions_source.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/versions_page.h"
#include "ui/panels/version_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/version_tree.h"

#include <QFile>
#include <QPushButton>

namespace chartroom::test {

inline const QByteArray planned = "next_planned:\n  gpu_operator: \"v26.3.3\"\n  kubernetes: \"v1.34.1\"\n";

/// A window whose page of versions is shown by its key.
struct VersionsFixture : WindowFixture
{
    FakeVersionsSource source;
    QTemporaryDir home;

    void openVersions()
    {
        if (!fleet.source(prod))
            fillWithAddons(*fleet.addLive(prod));
        fleet.setVersions(prod, &source);
        open();
        showPage(u"Versions"_s);
        QVERIFY(page()->isVisible());
    }
    void openWith(const QByteArray &matrix)
    {
        openVersions();
        page()->openMatrix(write(matrix));
        QVERIFY(QTest::qWaitFor([this] { return subject().contains(u"matrix.yaml"_s); }, 20'000));
    }
    [[nodiscard]] QString write(const QByteArray &text) const
    {
        QFile file(home.filePath(u"matrix.yaml"_s));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }
    [[nodiscard]] VersionsPage *page() const { return window->findChild<VersionsPage *>(); }
    [[nodiscard]] VersionTree *tree() const { return window->findChild<VersionTree *>(); }
    [[nodiscard]] QString subject() const { return label("versionsSubject"); }
    /// Everything that is said in a part of the window.
    [[nodiscard]] QString texts(const QWidget *part) const
    {
        QStringList out;
        const auto labels = part ? part->findChildren<QLabel *>() : QList<QLabel *>();
        for (const QLabel *label : labels)
            if (label->isVisible())
                out.append(label->text().remove(QChar(0x200b)));
        return out.join(u'\n');
    }
    [[nodiscard]] QString inspected() const { return texts(window->findChild<VersionPanel *>()); }
    [[nodiscard]] QString banner() const { return texts(page()->findChild<Banner *>()); }
    [[nodiscard]] QModelIndex row(const QString &title) const
    {
        for (int row = 0; row < tree()->model()->rowCount(); ++row)
            if (const QModelIndex index = tree()->model()->index(row, 0); index.data().toString() == title)
                return index;
        return {};
    }
    [[nodiscard]] QString cell(const QString &title, VersionColumn column) const
    {
        return row(title).siblingAtColumn(int(column)).data().toString();
    }
    [[nodiscard]] QPushButton *button(const char *name) const
    {
        const auto found = page()->findChildren<QPushButton *>(QLatin1String(name));
        for (QPushButton *button : found)
            if (button->isVisible())
                return button;
        return nullptr;
    }
};

} // namespace chartroom::test
