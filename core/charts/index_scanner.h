// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QSet>
#include <QString>

#include <functional>

namespace chartroom {

/// Takes a text block by block and gives the entries of some charts in it, each as the text of one version.
class IndexScanner
{
public:
    /// `version` is YAML: a list of one for IndexLines, a JSON object for IndexObjects.
    using Found = std::function<Result<void>(const QString &chart, const QByteArray &version)>;

    IndexScanner(QSet<QString> charts, qsizetype maxVersionBytes, Found found)
        : m_charts(std::move(charts))
        , m_maxVersionBytes(maxVersionBytes)
        , m_found(std::move(found))
    {}
    virtual ~IndexScanner() = default;
    Q_DISABLE_COPY_MOVE(IndexScanner)

    [[nodiscard]] virtual Result<void> take(QByteArrayView block) = 0;
    /// After the last block. Invalid when the text is no index, or ends early.
    [[nodiscard]] virtual Result<void> finish() = 0;

    /// Versions over the cap, which were passed over.
    [[nodiscard]] int tooLarge() const { return m_tooLarge; }

protected:
    [[nodiscard]] bool isWanted(const QString &chart) const { return m_charts.contains(chart); }
    void append(QByteArrayView text);
    [[nodiscard]] Result<void> flush(const QString &chart);

private:
    QSet<QString> m_charts;
    qsizetype m_maxVersionBytes;
    Found m_found;
    QByteArray m_version;
    bool m_isOver = false;
    int m_tooLarge = 0;
};

/// An index in block YAML, as `helm repo index` writes it: charts one level below `entries:`, a list item a
/// version. Only indentation is looked at; quoted or folded text never stands at a shallower one.
class IndexLines final : public IndexScanner
{
public:
    using IndexScanner::IndexScanner;
    [[nodiscard]] Result<void> take(QByteArrayView block) override;
    [[nodiscard]] Result<void> finish() override;

private:
    [[nodiscard]] Result<void> takeLine(QByteArrayView line);
    [[nodiscard]] Result<void> takeTopLine(QByteArrayView line);
    [[nodiscard]] Result<void> startChart(QByteArrayView line);

    QByteArray m_partial; ///< a line whose end has not come yet
    bool m_isIndex = false;
    bool m_inEntries = false;
    qsizetype m_chartIndent = -1;
    qsizetype m_itemIndent = -1;
    QString m_chart; ///< the wanted one that lines belong to
};

/// An index in JSON.
class IndexObjects final : public IndexScanner
{
public:
    using IndexScanner::IndexScanner;
    [[nodiscard]] Result<void> take(QByteArrayView block) override;
    [[nodiscard]] Result<void> finish() override;

private:
    [[nodiscard]] Result<void> takeStructure(char c, const char *at, const char *&copiedTo);

    int m_depth = 0;
    bool m_inText = false;
    bool m_isEscaped = false;
    bool m_isIndex = false;
    bool m_inVersion = false;
    QByteArray m_text;   ///< the last text at a depth where keys matter
    QByteArray m_topKey; ///< of the root object
    QString m_chart;     ///< key in `entries`
};

} // namespace chartroom
