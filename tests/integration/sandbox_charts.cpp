// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/sandbox_charts.h"

#include <QFile>

namespace chartroom::test {

using namespace Qt::StringLiterals;

SandboxCharts::SandboxCharts(const Sandbox &sandbox)
{
    qputenv("HELM_REPOSITORY_CONFIG", QFile::encodeName(filePath(u"repositories.yaml"_s)));
    qputenv("HELM_REPOSITORY_CACHE", QFile::encodeName(filePath(u"repository"_s)));
    const Ran added =
        run(sandbox.text("helm3"), {u"repo"_s, u"add"_s, u"sandbox"_s, sandbox.chartRepository()});
    if (added.exitCode != 0)
        qFatal("the repository cannot be added: %s", added.err.constData());
    ChartPlaces places;
    places.helm = helmSettings(QProcessEnvironment::systemEnvironment());
    places.cacheFolder = cache();
    places.pinFile = filePath(u"pins.json"_s);
    m_sources.emplace(places, &m_runner, &m_clock);
}

} // namespace chartroom::test
