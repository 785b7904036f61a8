// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/screens/versions/version_table.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/screens/screens_tr.h"
#include "core/secrets/masked_text.h"
#include "core/words/audit_report.h"

#include <algorithm>

namespace chartroom {

namespace {

using namespace Qt::StringLiterals;

constexpr std::array entryNames{VersionMatrix::production, VersionMatrix::canary, VersionMatrix::planned,
                                VersionMatrix::rollback};

QString safe(const QString &text)
{
    return visibleText(maskedText(text));
}

QStringList safe(QStringList texts)
{
    for (QString &text : texts)
        text = safe(text);
    return texts;
}

VisualState stateOf(AuditVerdict verdict)
{
    switch (verdict) {
    case AuditVerdict::Match:
        return VisualState::Done;
    case AuditVerdict::Drift:
    case AuditVerdict::Mixed:
    case AuditVerdict::Ahead:
    case AuditVerdict::Behind:
        return VisualState::Attention;
    case AuditVerdict::NotObservable:
        return VisualState::Skipped;
    case AuditVerdict::Unknown:
        break;
    }
    return VisualState::Unknown;
}

QString wordOf(AuditVerdict verdict)
{
    switch (verdict) {
    case AuditVerdict::Match:
        return ScreensTr::tr("as expected");
    case AuditVerdict::Drift:
        return ScreensTr::tr("drift");
    case AuditVerdict::Mixed:
        return ScreensTr::tr("nodes differ");
    case AuditVerdict::Ahead:
        return ScreensTr::tr("newer");
    case AuditVerdict::Behind:
        return ScreensTr::tr("older");
    case AuditVerdict::NotObservable:
        return ScreensTr::tr("not observable");
    case AuditVerdict::Unknown:
        break;
    }
    return ScreensTr::tr("unknown");
}

QString whereText(const ObservedVersion &observed)
{
    if (observed.nodes.isEmpty())
        return ScreensTr::tr("the cluster");
    return ScreensTr::tr("%1: %2").arg(QString::number(observed.nodes.size()),
                                       safe(shortList(observed.nodes)));
}

QString observedText(const QList<ObservedVersion> &versions)
{
    QStringList texts;
    for (const ObservedVersion &one : versions)
        texts << safe(one.version);
    return texts.join(u" | "_s);
}

QList<VersionProof> proofsOf(const QList<VersionEvidence> &evidence, const QString &version = {})
{
    QList<VersionProof> proofs;
    for (const VersionEvidence &one : evidence)
        proofs.append({safe(version), safe(one.object), safe(one.text)});
    return proofs;
}

class TableBuilder
{
public:
    explicit TableBuilder(const VersionReview &review)
        : m_review(review)
    {}

    VersionTable table()
    {
        for (size_t i = 0; m_review.matrix && i < entryNames.size(); ++i)
            m_table.hasEntry[i] = m_review.matrix->find(entryNames[i]) != nullptr;
        for (const AuditRow &row : m_review.audit.rows)
            addAudited(row);
        addOtherEntries();
        for (const Observation &observation : m_review.audit.unlisted)
            addUnlisted(observation);
        for (VersionRow &row : m_table.rows)
            addFindings(row);
        addNotes();
        return m_table;
    }

private:
    VersionRow &addRow(const QString &name)
    {
        VersionRow row;
        row.key = safe(name);
        row.title = safe(versionTitle(usualComponent(name)));
        for (size_t i = 0; i < entryNames.size(); ++i)
            if (m_table.hasEntry[i])
                row.entries[i] = safe(m_review.matrix->find(entryNames[i])->text(name));
        for (const MatrixEntry &entry : m_review.matrix ? m_review.matrix->entries() : QList<MatrixEntry>())
            if (std::find(entryNames.cbegin(), entryNames.cend(), entry.name) == entryNames.cend() &&
                entry.find(name))
                row.otherEntries.append({safe(entry.name), safe(entry.text(name))});
        m_components << usualComponent(name);
        m_table.rows << row;
        return m_table.rows.last();
    }

    void addAudited(const AuditRow &audited)
    {
        VersionRow &row = addRow(audited.name);
        row.state = stateOf(audited.verdict);
        row.word = wordOf(audited.verdict);
        row.sentence = safe(audited.text);
        row.untold = safe(audited.untold);
        row.wanted = safe(audited.wanted);
        row.wantedBy = proofsOf(audited.wantedBy);
        row.remarks = proofsOf(audited.remarks);
        QList<ObservedVersion> versions;
        for (const AuditGroup &group : audited.groups) {
            versions << group.observed;
            row.proofs += proofsOf(group.observed.evidence, group.observed.version);
            if (audited.groups.size() < 2)
                continue;
            row.groups.append({safe(group.observed.version), whereText(group.observed),
                               group.isExpected() ? VisualState::Done : VisualState::Attention,
                               group.isCanary                       ? ScreensTr::tr("of the canary")
                               : group.isExpected()                 ? ScreensTr::tr("as expected")
                               : group.order == VersionOrder::Older ? ScreensTr::tr("newer")
                               : group.order == VersionOrder::Newer ? ScreensTr::tr("older")
                                                                    : ScreensTr::tr("drift"),
                               safe(group.observed.nodes)});
        }
        row.observed = observedText(versions);
    }

    /// Components that only other entries name: what is planned to come, or has gone.
    void addOtherEntries()
    {
        for (const MatrixEntry &entry : m_review.matrix ? m_review.matrix->entries() : QList<MatrixEntry>()) {
            for (const MatrixValue &value : entry.components) {
                if (std::any_of(m_table.rows.cbegin(), m_table.rows.cend(),
                                [&](const VersionRow &row) { return row.key == safe(value.name()); }))
                    continue;
                const Observation *observed =
                    observationOf(m_review.audit.unlisted, usualComponent(value.name()));
                VersionRow &row = addRow(value.name());
                if (observed)
                    takeObservation(row, *observed);
                else
                    row.state = VisualState::Skipped;
                row.word = ScreensTr::tr("not in production");
                row.sentence = ScreensTr::tr("Only %1 lists it.").arg(safe(entry.name));
            }
        }
    }

    void addUnlisted(const Observation &observation)
    {
        if (m_components.contains(observation.component))
            return; // an entry that is not the audited one names it
        VersionRow &row = addRow(observation.component);
        takeObservation(row, observation);
        const bool isMixed = observation.isMixed();
        row.word = isMixed           ? ScreensTr::tr("nodes differ")
                   : m_review.matrix ? ScreensTr::tr("not listed", "in the matrix")
                                     : ScreensTr::tr("no matrix");
        if (observation.versions.isEmpty())
            row.sentence = ScreensTr::tr("It exists, but its version is unknown.");
        else if (std::all_of(observation.versions.cbegin(), observation.versions.cend(), isSeenRunning))
            row.sentence = m_review.matrix
                               ? ScreensTr::tr("It is running, but not in the matrix.")
                               : ScreensTr::tr("It is running; there is no matrix to compare with.");
        else
            row.sentence =
                m_review.matrix
                    ? ScreensTr::tr(
                          "It is reported, but not in the matrix; whether it is running is unknown.")
                    : ScreensTr::tr(
                          "It is reported; whether it is running is unknown, and there is no matrix "
                          "to compare with.");
    }

    static void takeObservation(VersionRow &row, const Observation &observation)
    {
        row.state = observation.isMixed()            ? VisualState::Attention
                    : observation.versions.isEmpty() ? VisualState::Unknown
                                                     : VisualState::Skipped;
        row.observed = observedText(observation.versions);
        row.untold = safe(observation.untold);
        row.wanted = safe(observation.wanted);
        row.wantedBy = proofsOf(observation.wantedBy);
        row.remarks = proofsOf(observation.remarks);
        for (const ObservedVersion &one : observation.versions) {
            row.proofs += proofsOf(one.evidence, one.version);
            if (observation.isMixed())
                row.groups.append(
                    {safe(one.version), whereText(one), VisualState::Skipped, QString(), safe(one.nodes)});
        }
    }

    void addFindings(VersionRow &row) const
    {
        const QString component = usualComponent(row.key);
        for (const AuditFinding &finding : m_review.audit.findings)
            if (finding.severity != AuditSeverity::Good && finding.components.contains(component))
                row.findings << safe(auditFindingText(finding));
        for (const MatrixProblem &problem : m_review.audit.problems)
            if (safe(problem.component) == row.key)
                row.findings << safe(problemText(problem));
    }

    [[nodiscard]] static QString problemText(const MatrixProblem &problem)
    {
        return problem.place.line > 0 ? ScreensTr::tr("Line %1: %2").arg(problem.place.line).arg(problem.text)
                                      : problem.text;
    }

    void addNotes()
    {
        QList<VersionNote> bad;
        QList<VersionNote> remarks;
        for (const AuditFinding &finding : m_review.audit.findings)
            if (finding.severity == AuditSeverity::Broken)
                bad << noteOf(finding);
        for (const MatrixProblem &problem : m_review.audit.problems) {
            const bool isError = problem.severity == MatrixSeverity::Error;
            const VersionNote note{isError ? VisualState::Failed : VisualState::Attention,
                                   isError ? ScreensTr::tr("broken") : ScreensTr::tr("probably unintended"),
                                   safe(problemText(problem)),
                                   {},
                                   {},
                                   ScreensTr::tr("The matrix itself: %1").arg(safe(m_review.audit.label))};
            (problem.severity == MatrixSeverity::Remark ? remarks : bad) << note;
        }
        for (const AuditFinding &finding : m_review.audit.findings)
            if (finding.severity == AuditSeverity::Warning)
                bad << noteOf(finding);
        std::stable_partition(bad.begin(), bad.end(),
                              [](const VersionNote &note) { return note.state == VisualState::Failed; });
        for (VersionNote &note : remarks) {
            note.state = VisualState::Skipped;
            note.word = ScreensTr::tr("note");
        }
        QList<VersionNote> unknown = remarks;
        QList<VersionNote> good;
        for (const AuditFinding &finding : m_review.audit.findings) {
            if (finding.severity == AuditSeverity::Unknown)
                unknown << noteOf(finding);
            if (finding.severity == AuditSeverity::Good)
                good << noteOf(finding);
        }
        const auto add = [this](const QString &title, bool isUrgent, const QList<VersionNote> &notes) {
            if (!notes.isEmpty())
                m_table.notes.append({title, isUrgent, notes});
        };
        add(ScreensTr::tr("Broken or probably unintended"), true, bad);
        add(ScreensTr::tr("Unknown compatibility"), false, unknown);
        add(ScreensTr::tr("Compatible"), false, good);
    }

    [[nodiscard]] static VersionNote noteOf(const AuditFinding &finding)
    {
        VersionNote note;
        switch (finding.severity) {
        case AuditSeverity::Broken:
            note.state = VisualState::Failed;
            note.word = ScreensTr::tr("broken");
            break;
        case AuditSeverity::Warning:
            note.state = VisualState::Attention;
            note.word = ScreensTr::tr("probably unintended");
            break;
        case AuditSeverity::Good:
            note.state = VisualState::Done;
            note.word = ScreensTr::tr("compatible");
            break;
        case AuditSeverity::Unknown:
            note.word = ScreensTr::tr("unknown");
            break;
        }
        note.text = safe(finding.entry.isEmpty() ? finding.text : finding.entry + u": "_s + finding.text);
        note.objects = safe(finding.objects);
        note.nodes = safe(finding.nodes);
        note.source = safe(finding.source);
        return note;
    }

    const VersionReview &m_review;
    QStringList m_components;
    VersionTable m_table;
};

} // namespace

QString versionColumnTitle(VersionColumn column)
{
    switch (column) {
    case VersionColumn::Component:
        return ScreensTr::tr("Component");
    case VersionColumn::Production:
        return ScreensTr::tr("Production");
    case VersionColumn::Canary:
        return ScreensTr::tr("Canary");
    case VersionColumn::Planned:
        return ScreensTr::tr("Planned");
    case VersionColumn::Rollback:
        return ScreensTr::tr("Rollback");
    case VersionColumn::Observed:
        return ScreensTr::tr("Observed");
    case VersionColumn::Verdict:
        break;
    }
    return ScreensTr::tr("Verdict");
}

VersionTable versionTable(const VersionReview &review)
{
    return TableBuilder(review).table();
}

} // namespace chartroom
