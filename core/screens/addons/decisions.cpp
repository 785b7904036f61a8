// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/addons/decisions.h"

#include "core/base/on_finished.h"
#include "core/base/visible_text.h"
#include "core/responsibility/rules.h"

#include <QtConcurrentRun>

namespace chartroom {

namespace {

Result<ResponsibilityRules> rulesWith(const Decision &decision, const QString &path)
{
    if (const Result<void> kept = recordDecision(path, decision); !kept)
        return tl::make_unexpected(kept.error());
    return ResponsibilityRules::withUserFile(path);
}

} // namespace

Decisions::Decisions(ResponsibilityRules *rules, QObject *parent)
    : QObject(parent)
    , m_rules(rules)
{
    m_writer.setMaxThreadCount(1);
}

std::optional<Decision> Decisions::of(const QString &cluster, const ReleaseKey &release) const
{
    return m_rules->decision(cluster, release.namespaceName, release.name);
}

DecisionOffer Decisions::offer(const QString &cluster, const ReleaseKey &release,
                               const Ownership &ownership) const
{
    return {ownership.owner != Owner::Customer, of(cluster, release).has_value()};
}

QString Decisions::meaning(const Decision &decision) const
{
    const QString which =
        visibleText(QStringLiteral("%1/%2").arg(decision.namespaceName, decision.release), false, 200);
    const QString where = visibleText(decision.cluster, false, 200);
    QStringList sentences;
    if (decision.verdict == Decision::Verdict::Withdrawn)
        sentences = {tr("The owner of %1 in %2 is determined by the rules again.").arg(which, where)};
    else
        sentences = {tr("You declare that %1 in %2 diverges from what Crusoe provides: it counts as "
                        "customer-owned, and Support no longer debugs it.")
                         .arg(which, where),
                     m_rules->sentence(QStringLiteral("customerOwned")),
                     m_rules->sentence(QStringLiteral("noThreshold"))};
    sentences.append(tr("Nothing changes in the cluster, and no one is notified: the decision is stored on "
                        "this machine, with your name and the date."));
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

void Decisions::record(const Decision &decision)
{
    const QFuture<Result<ResponsibilityRules>> writing = QtConcurrent::run(
        &m_writer, [decision] { return rulesWith(decision, ResponsibilityRules::userFilePath()); });
    onFinished(writing, this, [this, decision](const Result<ResponsibilityRules> &rules) {
        if (!rules) {
            Q_EMIT failed(rules.error());
            return;
        }
        *m_rules = *rules;
        Q_EMIT changed(decision);
    });
}

} // namespace chartroom
