// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/versions/git_objects.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace chartroom::test {

inline const QString matrixPath = QStringLiteral("clusters/prod/gpu-version-matrix.yaml");

inline QByteArray seedMatrix()
{
    QFile file(QStringLiteral(CHARTROOM_TEST_DATA "/versions/seed004.yaml"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline bool writeFile(const QString &name, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(name).absolutePath());
    QFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

inline QByteArray readFile(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A repository with the seed's matrix and another file, on the branch main.
class MatrixRepository
{
public:
    MatrixRepository()
    {
        git_libgit2_init();
        for (const git_config_level_t level :
             {GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_GLOBAL, GIT_CONFIG_LEVEL_XDG})
            git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
        git_repository_init_options options;
        git_repository_init_options_init(&options, GIT_REPOSITORY_INIT_OPTIONS_VERSION);
        options.initial_head = "main";
        options.flags = GIT_REPOSITORY_INIT_MKPATH;
        git_repository *made = nullptr;
        git_repository_init_ext(&made, QFile::encodeName(m_folder.path()).constData(), &options);
        m_repository.reset(made);
        configure("user.name", "Anna Berg");
        configure("user.email", "anna@example.com");
        commit(matrixPath, seedMatrix(), "add the matrix");
        commit(QStringLiteral("README"), "hello\n", "say hello");
    }

    [[nodiscard]] git_repository *get() const { return m_repository.get(); }
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    [[nodiscard]] QString file(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] MatrixGitPlace place(const QString &revision = {}) const
    {
        return {folder(), revision, matrixPath};
    }

    void configure(const char *key, const char *value) const
    {
        const auto config = gitMake<GitConfig>(&git_repository_config, get());
        git_config_set_string(config.get(), key, value);
    }

    void stage(const QString &name, const QByteArray &bytes) const
    {
        writeFile(file(name), bytes);
        git_index *index = nullptr;
        git_repository_index(&index, get());
        git_index_read(index, 0); // others have written it meanwhile
        git_index_add_bypath(index, name.toUtf8().constData());
        git_index_write(index);
        git_index_free(index);
    }

    /// `at` in seconds since 1970.
    QString commit(const QString &name, const QByteArray &bytes, const char *message,
                   qint64 at = 1'790'000'000) const
    {
        stage(name, bytes);
        git_index *index = nullptr;
        git_repository_index(&index, get());
        git_oid treeId{};
        git_index_write_tree(&treeId, index);
        git_index_free(index);
        const auto tree = gitMake<GitTree>(&git_tree_lookup, get(), static_cast<const git_oid *>(&treeId));
        const auto who =
            gitMake<GitSignature>(&git_signature_new, "Ben Cole", "ben@example.com", git_time_t(at), 0);
        const auto parent = gitCommitOf(get(), {});
        const git_commit *parents[] = {parent ? parent->get() : nullptr};
        git_oid id{};
        git_commit_create(&id, get(), "HEAD", who.get(), who.get(), nullptr, message, tree.get(),
                          parent ? 1 : 0, parents);
        return gitIdText(&id);
    }

    [[nodiscard]] QStringList dirtyFiles() const
    {
        git_status_options options;
        git_status_options_init(&options, GIT_STATUS_OPTIONS_VERSION);
        options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED;
        const auto list = gitMake<GitStatusList>(&git_status_list_new, get(),
                                                 static_cast<const git_status_options *>(&options));
        QStringList files;
        for (size_t i = 0; i < git_status_list_entrycount(list.get()); ++i) {
            const git_status_entry *entry = git_status_byindex(list.get(), i);
            const git_diff_delta *delta =
                entry->head_to_index ? entry->head_to_index : entry->index_to_workdir;
            files.append(QString::fromUtf8(delta->new_file.path));
        }
        return files;
    }

private:
    QTemporaryDir m_folder;
    GitRepository m_repository;
};

} // namespace chartroom::test
