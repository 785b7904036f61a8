// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/responsibility/ownership_sentences.h"

#include "core/base/visible_text.h"
#include "core/helm/known_changes.h"
#include "core/secrets/masked_values.h"

namespace chartroom {

namespace {

/// Charts state addresses with passwords in them, too.
QString shown(const QString &text)
{
    return visibleText(maskedText(text), false, 200);
}

QString joined(const QStringList &words)
{
    return words.join(QStringLiteral(", "));
}

QString day(const QDateTime &when)
{
    return when.toUTC().toString(Qt::ISODate);
}

} // namespace

OwnershipSentences::OwnershipSentences(const Release &release, const ClusterEvidence &cluster,
                                       const ResponsibilityRules &rules)
    : m_release(release)
    , m_cluster(cluster)
    , m_rules(rules)
{}

QString OwnershipSentences::record() const
{
    const QString kind = m_release.key.storage == ReleaseStorage::Secret ? QStringLiteral("Secret")
                                                                         : QStringLiteral("ConfigMap");
    return QStringLiteral("%1 %2/%3")
        .arg(kind, shown(m_release.key.namespaceName), shown(m_release.newest().objectName));
}

Evidence OwnershipSentences::decided(const Decision &decision) const
{
    const QString source = tr("%1, decision of %2").arg(shown(m_rules.userFile()), day(decision.date));
    const QString who = shown(decision.author);
    QString why = shown(decision.reason.trimmed());
    if (!why.endsWith(u'.') && !why.endsWith(u'!') && !why.endsWith(u'?'))
        why += u'.';
    if (decision.verdict == Decision::Verdict::Diverged)
        return {tr("%1 declared on %2 that it diverges from the Crusoe-provided configuration: %3")
                    .arg(who, day(decision.date), why),
                source};
    return {tr("%1 decided on %2 that the owner is %3: %4")
                .arg(who, day(decision.date), verdictText(decision.verdict), why),
            source};
}

Evidence OwnershipSentences::chart(const Recognition &found) const
{
    const QString name = shown(m_release.record->chartName);
    if (found.byChart)
        return {tr("The chart is named %1, as the rule for %2 says.").arg(name, found.component->name),
                record()};
    if (found.byOrigin)
        return {tr("The chart is named %1; no rule has that name.").arg(name), record()};
    return {tr("The chart is named %1; no rule has that name, so it counts as installed by you.").arg(name),
            record()};
}

Evidence OwnershipSentences::nameSpace(const Recognition &found) const
{
    const QString name = shown(m_release.key.namespaceName);
    const QString expected = joined(found.component->recognise.namespaces);
    if (found.namespaceFit == Fit::Matches)
        return {tr("The namespace is %1, where %2 is expected.").arg(name, found.component->name), record()};
    if (found.namespaceFit == Fit::Differs)
        return {tr("The namespace is %1; %2 is expected in %3.").arg(name, found.component->name, expected),
                record()};
    if (m_rules.managedNamespaces().contains(m_release.key.namespaceName))
        return {
            tr("The namespace is %1, which Crusoe's components use too; a namespace alone decides nothing.")
                .arg(name),
            record()};
    return {tr("The namespace is %1, which no rule mentions.").arg(name), record()};
}

Evidence OwnershipSentences::origin(const Recognition &found) const
{
    const QString url = shown(found.originText);
    const QString expected = joined(found.component->recognise.origins.mid(0, 4));
    if (url.isEmpty())
        return {tr("The chart has no home and no sources, so its origin is unknown."), record()};
    if (found.origin == Fit::Matches)
        return {
            tr("The chart has %1 as home or source, as in the rule for %2.").arg(url, found.component->name),
            record()};
    if (found.origin == Fit::Differs)
        return {tr("The chart has %1 as home or source; the rule for %2 has %3.")
                    .arg(url, found.component->name, expected),
                record()};
    return {tr("The chart has %1 as home or source.").arg(url), record()};
}

Evidence OwnershipSentences::image(const Recognition &found) const
{
    return {tr("Its manifest runs the image %1, which is in the rule for %2.")
                .arg(shown(found.imageText), found.component->name),
            record()};
}

Evidence OwnershipSentences::releaseName(const Recognition &found) const
{
    const QString name = shown(m_release.key.name);
    if (found.releaseName == Fit::Matches)
        return {tr("The release is named %1, as in the documents.").arg(name), record()};
    return {tr("The release is named %1; in the documents it is %2.")
                .arg(name, joined(found.component->recognise.releases)),
            record()};
}

Evidence OwnershipSentences::rival(const ReleaseOverview &other, Place place) const
{
    const QString which = QStringLiteral("%1/%2").arg(shown(other.key.namespaceName), shown(other.key.name));
    const QString source = tr("release %1").arg(which);
    if (place == Place::Elsewhere || place == Place::LooksAlike)
        return {tr("%1 has the same chart and matches the rule; this is a second instance.").arg(which),
                source};
    return {tr("%1 has the same chart; one of the two is a second instance.").arg(which), source};
}

Evidence OwnershipSentences::firstDeployed(const QDateTime &reference, bool withCluster) const
{
    const QDateTime first = m_release.record->firstDeployed;
    QString text;
    if (m_cluster.created.isValid() && withCluster)
        text = tr("It was first deployed %1, with the cluster, which was created %2. Helm does not record by "
                  "whom.")
                   .arg(day(first), day(reference));
    else if (m_cluster.created.isValid())
        text = tr("It was first deployed %1, later than the cluster, which was created %2. Helm does not "
                  "record by whom.")
                   .arg(day(first), day(reference));
    else if (first <= reference)
        text = tr("It was first deployed %1; no release here is older. Helm does not record by whom.")
                   .arg(day(first));
    else
        text = tr("It was first deployed %1; the oldest release here is of %2. Helm does not record by whom.")
                   .arg(day(first), day(reference));
    return {text, record()};
}

Evidence OwnershipSentences::revisions() const
{
    if (m_release.neverUpgraded())
        return {tr("Its newest revision is 1: it was never upgraded since it was installed."), record()};
    return {tr("Its newest revision is %1; upgrades, rollbacks and failed attempts all count.")
                .arg(m_release.newest().revision),
            record()};
}

Evidence OwnershipSentences::installed(const QString &kind, const QString &name, bool present) const
{
    return {present ? tr("The cluster has the %1 %2.").arg(kind, name)
                    : tr("The cluster does not have the %1 %2.").arg(kind, name),
            QStringLiteral("%1 %2").arg(kind, name)};
}

Evidence OwnershipSentences::divergence(const Divergence &divergence) const
{
    if (!divergence.known())
        return {tr("How far its values diverge from the Crusoe-provided ones is unknown: %1")
                    .arg(shown(divergence.unknownWhy)),
                record()};
    const QString reference = shown(divergence.reference);
    if (divergence.changes.isEmpty() && !divergence.unknown.isEmpty())
        return {tr("No known difference from the reference, %1; values are masked here, so that is %2.")
                    .arg(reference, unknownPathsText(divergence.unknown)),
                record()};
    if (divergence.changes.isEmpty())
        return {tr("Its values equal those of the reference, %1.").arg(reference), record()};
    constexpr qsizetype most = 8;
    QStringList paths;
    for (const ValueChange &change : divergence.changes.mid(0, most))
        paths += shown(maskedPath(change.path));
    if (divergence.changes.size() > most)
        paths += QStringLiteral("…");
    const QString threshold = m_rules.sentence(QStringLiteral("noThreshold"));
    if (divergence.changes.size() == 1)
        return {
            tr("One value differs from the reference, %1: %2. %3").arg(reference, joined(paths), threshold),
            record()};
    return {tr("%n values differ from the reference, %1: %2. %3", nullptr, int(divergence.changes.size()))
                .arg(reference, joined(paths), threshold),
            record()};
}

Evidence OwnershipSentences::unread() const
{
    if (m_release.recordProblem.isEmpty())
        return {tr("The release record has not been read yet; only names are known."), record()};
    return {
        tr("The release record cannot be read, only names are known: %1").arg(shown(m_release.recordProblem)),
        record()};
}

QList<Evidence> OwnershipSentences::model(const Component &component) const
{
    QList<Evidence> all;
    for (const Quote &quote : component.quotes)
        all += Evidence{tr("The document says: “%1”").arg(quote.text),
                        QStringLiteral("%1, %2").arg(component.ruleName(), quote.document)};
    if (!component.note.isEmpty())
        all += Evidence{component.note, component.ruleName()};
    if (all.isEmpty())
        all += Evidence{component.words, component.ruleName()};
    return all;
}

QString OwnershipSentences::placed(const Recognition &found, Place place) const
{
    const QString chart = shown(m_release.record->chartName);
    const QString name = found.component->name;
    switch (place) {
    case Place::Provided:
        if (found.origin == Fit::Differs)
            return tr("Chart name and namespace are as expected for %1, but the chart's home is not.")
                .arg(name);
        return tr("Chart and namespace are as expected for %1.").arg(name);
    case Place::Misplaced:
        return tr("The chart is that of %1, but the namespace is not.").arg(name);
    case Place::Elsewhere:
        return tr("It has the chart of %1 but is not the instance that Crusoe provides.").arg(name);
    case Place::LooksAlike:
        return tr("Only the chart's name is that of %1.").arg(name);
    case Place::CustomerRule:
        return tr("The chart %1 belongs to %2.").arg(chart, name);
    case Place::OriginOnly:
        return tr("No rule lists the chart %1, but its home or source is Crusoe's.").arg(chart);
    case Place::NoRule:
        break;
    }
    return tr("No rule lists the chart %1.").arg(chart);
}

QString OwnershipSentences::diverges() const
{
    if (!m_release.divergence)
        return {};
    const Divergence &divergence = *m_release.divergence;
    if (!divergence.known())
        return tr("How far it diverges from the Crusoe-provided values is unknown.");
    if (divergence.changes.isEmpty())
        return tr("Its values are those of the reference.");
    if (divergence.changes.size() == 1)
        return tr("One value differs from the reference; there is no fixed threshold for a significant "
                  "modification.");
    return tr(
        "%n values differ from the reference; there is no fixed threshold for a significant modification.",
        nullptr, int(divergence.changes.size()));
}

QString OwnershipSentences::summary(const Ownership &ownership, const Recognition &found,
                                    const Component &component, Place place,
                                    const std::optional<Decision> &decision) const
{
    QStringList parts;
    if (decision) {
        parts += decided(*decision).text;
        parts += ownership.owner == Owner::Customer ? m_rules.sentence(QStringLiteral("customerOwned"))
                                                    : tr("Without the decision: %1").arg(component.words);
        return parts.join(u' ');
    }
    parts += component.words;
    parts += placed(found, place);
    if (place == Place::Elsewhere)
        parts += m_rules.sentence(QStringLiteral("customerOwned"));
    else if (component.owner != Owner::Customer)
        parts += diverges();
    parts.removeAll(QString());
    return parts.join(u' ');
}

QString OwnershipSentences::unreadSummary(const Component *byName) const
{
    const QString why = unread().text;
    if (byName)
        return tr("%1 Based on its names it would be %2.").arg(why, byName->name);
    return tr("%1 No rule matches its names.").arg(why);
}

} // namespace chartroom
