// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/value.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>

#include <memory>

namespace chartroom {

/// One line of an operation's journal: what a step is about to do, or what came of it.
struct JournalRecord
{
    enum class Kind { Intent, Outcome };
    Kind kind = Kind::Intent;
    QString step;
    QDateTime at;             ///< UTC
    Value data{Value::Map{}}; ///< a map; what looks like a secret is masked when it is written

    friend bool operator==(const JournalRecord &, const JournalRecord &) = default;
};

/// What a journal holds.
struct JournalContents
{
    QList<JournalRecord> records;
    int damaged = 0;     ///< lines that no longer say what was written
    bool isTorn = false; ///< the last line is one of them: the program died while it wrote
};

/// What one operation does to a cluster, kept in its own folder: one line a record with a CRC, appended and
/// synced, never changed. As long as a Journal lives the file is locked, so that another program sees that
/// the operation is under way; the lock ends with the process, however it ends. Calls wait for the disk
/// (about a millisecond), because nothing may be done before its intent is durable.
class Journal
{
public:
    /// Makes the folder, mode 0700, with a journal in it, mode 0600, and room for it on the disk. Error:
    /// File, for one that exists too.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> create(const QString &folder);
    /// Opens an existing journal to append to it; a torn line stays as it is. Errors: NotFound, File,
    /// Throttled while another program has it, Unsupported when a newer program wrote it.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> reopen(const QString &folder);
    ~Journal();
    Journal(const Journal &) = delete;
    Journal &operator=(const Journal &) = delete;

    /// Durable when it returns without an error. Error: File.
    [[nodiscard]] Result<void> append(const JournalRecord &record);
    [[nodiscard]] const QString &folder() const { return m_folder; }

private:
    Journal(QString folder, int file, bool startsInLine)
        : m_folder(std::move(folder))
        , m_file(file)
        , m_isInLine(startsInLine)
    {}

    QString m_folder;
    int m_file;
    bool m_isInLine; ///< the last line has no end yet
};

/// Reads as much as is there. Errors: NotFound, File, TooLarge, Unsupported when a newer program wrote it.
[[nodiscard]] Result<JournalContents> readJournal(const QString &folder);
/// The same for the bytes of a journal.
[[nodiscard]] Result<JournalContents> readJournalText(const QByteArray &text);

/// Whether a living program has the journal open.
[[nodiscard]] bool isJournalHeld(const QString &folder);

/// Folders of operations below `folder`, the newest first by name.
[[nodiscard]] QStringList operationFolders(const QString &folder);
/// $XDG_STATE_HOME/chartroom/operations.
[[nodiscard]] QString operationsFolder();

} // namespace chartroom
