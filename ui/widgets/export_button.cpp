// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/export_button.h"

#include "core/base/on_finished.h"
#include "core/base/private_file.h"
#include "core/base/visible_text.h"

#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QRegularExpression>
#include <QtConcurrentRun>

#include <array>

namespace chartroom {

ExportButton::ExportButton(QWidget *parent)
    : QToolButton(parent)
{
    setObjectName(QStringLiteral("export"));
    setProperty("look", QByteArrayLiteral("button"));
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::StrongFocus);
    auto *menu = new QMenu(this);
    const auto add = [&](const QString &text, Format format) {
        connect(menu->addAction(text), &QAction::triggered, this, [this, format] { ask(format); });
    };
    add(tr("Unified patch…"), Format::Patch);
    add(tr("Markdown…"), Format::Markdown);
    add(tr("HTML page…"), Format::Html);
    setMenu(menu);
    setComparison({}, {}, Secrets::Masked);
}

void ExportButton::setComparison(const ExportedComparison &comparison, const QString &fileName,
                                 Secrets secrets)
{
    m_comparison = comparison;
    m_secrets = secrets;
    // A release's name is the cluster's word: nothing of it may lead out of the folder.
    m_fileName = fileName;
    m_fileName.replace(QRegularExpression(QStringLiteral("[^A-Za-z0-9._-]|^\\.+")), QStringLiteral("_"));
    const bool masked = secrets == Secrets::Masked;
    setText(masked ? tr("Export") : tr("Export with secrets"));
    setToolTip(masked ? tr("Secrets stay hidden in the file.")
                      : tr("The file will contain the secrets that are shown now."));
}

void ExportButton::ask(Format format)
{
    static const std::array suffixes{QStringLiteral("patch"), QStringLiteral("md"), QStringLiteral("html")};
    const QString &suffix = suffixes[size_t(format)];
    auto *dialog = new QFileDialog(this, tr("Export the comparison"));
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(QStringLiteral("%1.%2").arg(m_fileName, suffix));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, format](const QString &file) { write(format, file); });
    dialog->open();
}

void ExportButton::write(Format format, const QString &file)
{
    const auto work = [comparison = m_comparison, secrets = m_secrets, format, file]() -> Result<void> {
        const QByteArray bytes = format == Format::Patch      ? exportPatch(comparison, secrets)
                                 : format == Format::Markdown ? exportMarkdown(comparison, secrets)
                                                              : exportHtml(comparison, secrets);
        return writePrivateFile(file, bytes);
    };
    onFinished(QtConcurrent::run(work), this, [this](const Result<void> &written) {
        if (written)
            return;
        auto *box = new QMessageBox(QMessageBox::Warning, tr("Export"), visibleText(written.error().message),
                                    QMessageBox::Close, this);
        box->setObjectName(QStringLiteral("exportFailed"));
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->setTextFormat(Qt::PlainText);
        box->open();
    });
}

} // namespace chartroom
