// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/versions/matrix_commit.h"

#include "core/base/short_list.h"
#include "core/base/visible_text.h"
#include "core/versions/git_objects.h"
#include "core/versions/versions_tr.h"

namespace chartroom {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostNamedFiles = 5;

/// One commit, step by step; nothing is changed before every question is answered.
class CommitWriter
{
public:
    CommitWriter(const MatrixCommit &commit, const QList<MatrixChange> &changes)
        : m_commit(commit)
        , m_changes(changes)
        , m_path(commit.place.path.toUtf8())
    {}

    /// Every question, and nothing else.
    [[nodiscard]] Result<MatrixCommitted> check()
    {
        return run({&CommitWriter::findBranch, &CommitWriter::checkUnmoved, &CommitWriter::checkTag,
                    &CommitWriter::findAuthor, &CommitWriter::checkWorkTree});
    }
    [[nodiscard]] Result<MatrixCommitted> write()
    {
        if (const auto checked = check(); !checked)
            return checked;
        if (const auto made = run({&CommitWriter::makeCommit, &CommitWriter::moveBranch}); !made)
            return made;
        makeTag();
        updateWorkTree();
        return m_result;
    }

private:
    [[nodiscard]] Result<MatrixCommitted> run(std::initializer_list<Result<void> (CommitWriter::*)()> steps)
    {
        for (const auto step : steps)
            if (const Result<void> done = (this->*step)(); !done)
                return tl::make_unexpected(done.error());
        return m_result;
    }
    [[nodiscard]] Result<void> findBranch()
    {
        auto repository = openGitRepository(m_commit.place.repository);
        if (!repository)
            return tl::make_unexpected(repository.error());
        m_repository = *std::move(repository);
        const QByteArray name = m_commit.place.revision.toUtf8();
        m_branch = name.isEmpty() ? gitMake<GitReference>(&git_repository_head, m_repository.get())
                                  : gitMake<GitReference>(&git_branch_lookup, m_repository.get(),
                                                          name.constData(), GIT_BRANCH_LOCAL);
        if (!m_branch || git_reference_is_branch(m_branch.get()) == 0)
            return gitFailure(
                Error::Code::Invalid,
                name.isEmpty()
                    ? VersionsTr::tr("No branch is checked out; name the branch to commit on.")
                    : VersionsTr::tr("%1 is not a local branch; only local branches can be committed to.")
                          .arg(m_commit.place.revision));
        m_result.branch = QString::fromUtf8(git_reference_shorthand(m_branch.get()));
        m_tip =
            gitMake<GitCommit>(&git_commit_lookup, m_repository.get(), git_reference_target(m_branch.get()));
        if (!m_tip)
            return gitFailure(Error::Code::Damaged,
                              VersionsTr::tr("The newest commit of %1 cannot be read.").arg(m_result.branch));
        return {};
    }

    [[nodiscard]] Result<void> checkUnmoved()
    {
        const QString tip = gitIdText(git_commit_id(m_tip.get()));
        if (tip != m_commit.readAt) {
            const git_signature *author = git_commit_author(m_tip.get());
            return failure(
                Error::Code::Throttled,
                VersionsTr::tr(
                    "%1 has changed since the matrix was read: %2 committed \"%3\". Read it again.")
                    .arg(m_result.branch, visibleText(QString::fromUtf8(author->name), false, 100),
                         visibleText(QString::fromUtf8(git_commit_summary(m_tip.get())), false, 200)));
        }
        const auto now = gitFileOf(m_repository.get(), m_tip.get(), m_commit.place.path);
        if (!now)
            return tl::make_unexpected(now.error());
        if (*now != m_commit.before)
            return failure(
                Error::Code::Throttled,
                VersionsTr::tr("%1 differs from what was read; read it again.").arg(m_commit.place.path));
        if (m_commit.after == m_commit.before)
            return failure(Error::Code::Invalid, VersionsTr::tr("Nothing in the matrix changes."));
        return {};
    }

    [[nodiscard]] Result<void> checkTag()
    {
        if (m_commit.tag.isEmpty())
            return {};
        const QByteArray reference = "refs/tags/" + m_commit.tag.toUtf8();
        int isValid = 0;
        if (git_reference_name_is_valid(&isValid, reference.constData()) != 0 || isValid == 0)
            return failure(Error::Code::Invalid,
                           VersionsTr::tr("%1 is not a valid tag name.").arg(m_commit.tag));
        if (gitMake<GitReference>(&git_reference_lookup, m_repository.get(), reference.constData()))
            return failure(
                Error::Code::Invalid,
                VersionsTr::tr("The tag %1 already exists; enter another one, or none.").arg(m_commit.tag));
        return {};
    }

    [[nodiscard]] Result<void> findAuthor()
    {
        const auto configured = gitMake<GitSignature>(&git_signature_default, m_repository.get());
        if (!configured)
            return gitFailure(
                Error::Code::Invalid,
                VersionsTr::tr("Git does not know who you are; set user.name and user.email with "
                               "git config."));
        const QDateTime at = m_commit.at.isValid() ? m_commit.at : QDateTime::currentDateTime();
        m_result.author = u"%1 <%2>"_s.arg(QString::fromUtf8(configured->name), //
                                           QString::fromUtf8(configured->email));
        m_author = gitMake<GitSignature>(&git_signature_new, configured->name, configured->email,
                                         git_time_t(at.toSecsSinceEpoch()), at.offsetFromUtc() / 60);
        if (!m_author)
            return gitFailure(
                Error::Code::Invalid,
                VersionsTr::tr("user.name or user.email of your Git configuration cannot be used."));
        const auto config = gitMake<GitConfig>(&git_repository_config, m_repository.get());
        int signs = 0;
        if (config && git_config_get_bool(&signs, config.get(), "commit.gpgsign") == 0 && signs != 0)
            note(VersionsTr::tr(
                "Git is set to sign commits; this one is not signed, since no program is run."));
        return {};
    }

    /// A matrix that somebody is changing at this moment is not committed over; other changes are only told.
    [[nodiscard]] Result<void> checkWorkTree()
    {
        if (git_repository_is_bare(m_repository.get()) != 0)
            return {};
        const auto head = gitMake<GitReference>(&git_repository_head, m_repository.get());
        // By name: git_reference_cmp() compares what they point at.
        m_isCheckedOut =
            head && QByteArrayView(git_reference_name(head.get())) == git_reference_name(m_branch.get());
        if (!m_isCheckedOut) {
            if (git_branch_is_checked_out(m_branch.get()) == 1)
                note(VersionsTr::tr(
                         "%1 is checked out in another work tree, whose files were left as they are.")
                         .arg(m_result.branch));
            return {};
        }
        if (git_repository_state(m_repository.get()) != GIT_REPOSITORY_STATE_NONE)
            return failure(
                Error::Code::Invalid,
                VersionsTr::tr("A merge or a rebase is in progress in the work tree; complete it first."));
        unsigned status = 0;
        const int found = git_status_file(&status, m_repository.get(), m_path.constData());
        if (found != 0 || (status & ~unsigned(GIT_STATUS_IGNORED)) != GIT_STATUS_CURRENT)
            return failure(Error::Code::Invalid,
                           VersionsTr::tr("%1 has changes in the work tree that are not committed; commit or "
                                          "stash them first. Nothing was changed.")
                               .arg(m_commit.place.path));
        noteOtherChanges();
        return {};
    }

    void noteOtherChanges()
    {
        git_status_options options;
        git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION);
        options.flags = GIT_STATUS_OPT_EXCLUDE_SUBMODULES;
        const auto list = gitMake<GitStatusList>(&git_status_list_new, m_repository.get(),
                                                 static_cast<const git_status_options *>(&options));
        QStringList files;
        const size_t count = list ? git_status_list_entrycount(list.get()) : 0;
        for (size_t i = 0; i < count; ++i) {
            const git_status_entry *entry = git_status_byindex(list.get(), i);
            const git_diff_delta *delta =
                entry->head_to_index ? entry->head_to_index : entry->index_to_workdir;
            if (delta)
                files.append(visibleText(QString::fromUtf8(delta->new_file.path), false, 200));
        }
        if (files.isEmpty())
            return;
        note(VersionsTr::tr(
                 "The work tree has other changes that are not committed (%1); they were left as they "
                 "are.")
                 .arg(shortList(files, mostNamedFiles)));
    }

    [[nodiscard]] Result<void> makeCommit()
    {
        const auto failed = [] {
            return gitFailure(Error::Code::File, VersionsTr::tr("The commit could not be written."));
        };
        const GitTreeEntry old = gitEntryOf(m_tip.get(), m_commit.place.path);
        const auto before = gitMake<GitTree>(&git_commit_tree, m_tip.get());
        git_oid blob{};
        if (!old || !before ||
            git_blob_create_from_buffer(&blob, m_repository.get(), m_commit.after.constData(),
                                        size_t(m_commit.after.size())) != 0)
            return failed();
        git_tree_update update{GIT_TREE_UPDATE_UPSERT, blob, git_tree_entry_filemode(old.get()),
                               m_path.constData()};
        git_oid treeId{};
        if (git_tree_create_updated(&treeId, m_repository.get(), before.get(), 1, &update) != 0)
            return failed();
        const auto tree =
            gitMake<GitTree>(&git_tree_lookup, m_repository.get(), static_cast<const git_oid *>(&treeId));
        const git_commit *parent = m_tip.get();
        const QByteArray message = commitMessage(m_commit, m_changes).toUtf8();
        if (!tree || git_commit_create(&m_id, m_repository.get(), nullptr, m_author.get(), m_author.get(),
                                       nullptr, message.constData(), tree.get(), 1, &parent) != 0)
            return failed();
        m_result.commit = gitIdText(&m_id);
        return {};
    }

    /// Only from the commit that was read: whoever commits at the same moment wins, or is refused.
    [[nodiscard]] Result<void> moveBranch()
    {
        const QByteArray log = "commit: " + m_commit.subject.toUtf8();
        git_reference *moved = nullptr;
        const int result =
            git_reference_create_matching(&moved, m_repository.get(), git_reference_name(m_branch.get()),
                                          &m_id, 1, git_commit_id(m_tip.get()), log.constData());
        const GitReference owned(moved);
        if (result == GIT_EMODIFIED)
            return failure(Error::Code::Throttled,
                           VersionsTr::tr("%1 was changed in the meantime; read the matrix again.")
                               .arg(m_result.branch));
        if (result != 0)
            return gitFailure(Error::Code::File,
                              VersionsTr::tr("%1 could not be updated.").arg(m_result.branch));
        return {};
    }

    void makeTag()
    {
        if (m_commit.tag.isEmpty())
            return;
        const auto target = gitMake<GitObject>(&git_object_lookup, m_repository.get(),
                                               static_cast<const git_oid *>(&m_id), GIT_OBJECT_COMMIT);
        const QByteArray message = commitMessage(m_commit, m_changes).toUtf8();
        git_oid id{};
        if (target && git_tag_create(&id, m_repository.get(), m_commit.tag.toUtf8().constData(), target.get(),
                                     m_author.get(), message.constData(), 0) == 0)
            m_result.tag = m_commit.tag;
        else
            note(VersionsTr::tr("The commit was created, but the tag %1 could not be created: %2")
                     .arg(m_commit.tag, gitFailure(Error::Code::File, {}).value().detail));
    }

    /// The file and the index follow the branch, or the next commit would take the change back.
    void updateWorkTree()
    {
        if (!m_isCheckedOut)
            return;
        const auto before = gitMake<GitTree>(&git_commit_tree, m_tip.get());
        const auto target = gitMake<GitObject>(&git_object_lookup, m_repository.get(),
                                               static_cast<const git_oid *>(&m_id), GIT_OBJECT_COMMIT);
        char *path = m_path.data();
        git_checkout_options options;
        git_checkout_options_init(&options, GIT_CHECKOUT_OPTIONS_VERSION);
        options.checkout_strategy = GIT_CHECKOUT_SAFE | GIT_CHECKOUT_DISABLE_PATHSPEC_MATCH;
        options.baseline = before.get();
        options.paths = {&path, 1};
        if (!before || !target || git_checkout_tree(m_repository.get(), target.get(), &options) != 0)
            note(VersionsTr::tr("The commit was created, but %1 in the work tree could not be updated; "
                                "update it with git restore --staged --worktree %1.")
                     .arg(m_commit.place.path));
    }

    void note(const QString &sentence) { m_result.notes.append(sentence); }

    const MatrixCommit &m_commit;
    const QList<MatrixChange> m_changes;
    QByteArray m_path;
    GitRepository m_repository;
    GitReference m_branch;
    GitCommit m_tip;
    GitSignature m_author;
    git_oid m_id{};
    bool m_isCheckedOut = false;
    MatrixCommitted m_result;
};

} // namespace

QString stableTag(QDate date)
{
    return u"v"_s + date.toString(u"yyyy-MM") + u"-stable"_s;
}

/// What a matrix says stays in its line, or it could be taken for evidence.
static QString safe(const QString &text)
{
    constexpr int longest = 200;
    return visibleText(text, false, longest);
}

QString commitMessage(const MatrixCommit &commit, const QList<MatrixChange> &changes)
{
    QStringList lines{visibleText(commit.subject, false, 200)};
    QString entry;
    for (const MatrixChange &change : changes) {
        if (change.entry != entry)
            lines += {QString(), safe(change.entry) + u':'};
        entry = change.entry;
        const QString before = change.before.isEmpty() ? u"-"_s : safe(change.before);
        lines.append(u"  %1: %2 -> %3"_s.arg(safe(change.name), before, safe(change.after)));
    }
    if (!commit.evidence.isEmpty())
        lines += {QString(), u"Evidence:"_s};
    for (const QString &evidence : commit.evidence)
        lines.append(u"- "_s + visibleText(evidence, false, 1000));
    return lines.join(u'\n') + u'\n';
}

Result<MatrixCommitted> tryCommitMatrix(const MatrixCommit &commit)
{
    return CommitWriter(commit, {}).check();
}

Result<MatrixCommitted> commitMatrix(const MatrixCommit &commit, const QList<MatrixChange> &changes)
{
    return CommitWriter(commit, changes).write();
}

} // namespace chartroom
