// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diff/diff_export.h"

#include <QToolButton>

namespace chartroom {

/// Writes a comparison to a file that the person names: unified patch, Markdown or HTML. Masked as the
/// comparison is seen; the button says so when it is not.
class ExportButton final : public QToolButton
{
    Q_OBJECT
public:
    explicit ExportButton(QWidget *parent = nullptr);

    /// `fileName` without a suffix; it may hold anything that a cluster says.
    void setComparison(const ExportedComparison &comparison, const QString &fileName, Secrets secrets);

private:
    enum class Format { Patch, Markdown, Html };
    void ask(Format format);
    void write(Format format, const QString &file);

    ExportedComparison m_comparison;
    QString m_fileName;
    Secrets m_secrets = Secrets::Masked;
};

} // namespace chartroom
