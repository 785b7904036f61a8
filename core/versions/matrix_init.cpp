// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/versions/audit.h"
#include "core/versions/versions_tr.h"

#include <QRegularExpression>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

/// What can stand between quotes as it is, and is a version or an OS image's name. A cluster's text is
/// hostile.
bool isWritable(const Observation &observation)
{
    static const QRegularExpression plain(u"\\A[0-9A-Za-z][0-9A-Za-z._+-]{0,99}\\z"_s);
    static const QRegularExpression name(u"\\A[0-9A-Za-z][0-9A-Za-z ._+()/-]{0,99}\\z"_s);
    if (observation.versions.isEmpty())
        return false;
    const QString &version = observation.versions.first().version;
    const bool isName = observation.component == u"os_image";
    return isComparable(observation.component, version) && (isName ? name : plain).match(version).hasMatch();
}

/// A comment ends with its line.
QString comment(const QString &text)
{
    return visibleText(text.simplified());
}

QString lineOf(const Observation &observation)
{
    const ObservedVersion &main = observation.versions.first();
    QStringList said;
    if (!main.evidence.isEmpty())
        said << main.evidence.first().text;
    for (qsizetype i = 1; i < observation.versions.size(); ++i) {
        const ObservedVersion &other = observation.versions[i];
        said << (other.nodes.isEmpty()
                     ? VersionsTr::tr("Another one exists: %1.").arg(other.version)
                     : VersionsTr::tr("Nodes differ: %1 on %2.").arg(other.version, shortList(other.nodes)));
    }
    const QString value = u"  %1: \"%2\""_s.arg(observation.component, main.version);
    return said.isEmpty() ? value : value + u"  # "_s + comment(said.join(u' '));
}

} // namespace

QStringList mixedComponents(const VersionAudit &audit)
{
    QStringList mixed;
    for (const Observation &observation : audit.observed)
        if (observation.isMixed() && isWritable(observation))
            mixed << observation.component;
    return mixed;
}

QString mixedNotice(const QStringList &components)
{
    return VersionsTr::tr(
               "Nodes differ in %1: the version of most nodes is written, and an audit will find the others.")
        .arg(components.join(u", "_s));
}

Result<QByteArray> matrixOfWhatRuns(const VersionAudit &audit)
{
    QStringList lines{u"# "_s + comment(VersionsTr::tr("GPU cluster version matrix of %1, as it ran at %2.")
                                            .arg(audit.cluster, audit.at.toUTC().toString(Qt::ISODate))),
                      u"# "_s + comment(VersionsTr::tr(
                                    "Add manually what the API does not report, such as firmware and NCCL.")),
                      u"current_production:"_s};
    if (const QStringList mixed = mixedComponents(audit); !mixed.isEmpty())
        lines.insert(2, u"# "_s + comment(mixedNotice(mixed)));
    bool isEmpty = true;
    for (const Observation &observation : audit.observed) {
        if (!isWritable(observation))
            continue;
        isEmpty = false;
        lines << lineOf(observation);
    }
    if (isEmpty)
        return failure(Error::Code::NotFound, VersionsTr::tr("No object in the cluster reports a version."));
    lines << u"  status: \"production\""_s
          << u"  deployed: \"%1\""_s.arg(audit.at.toUTC().date().toString(Qt::ISODate));
    return (lines.join(u'\n') + u'\n').toUtf8();
}

} // namespace chartroom
