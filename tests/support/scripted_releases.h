// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/release_builder.h"
#include "tests/support/scripted_transport.h"

#include <QHash>
#include <QMap>
#include <QSet>

namespace chartroom::test {

/// The release Secrets and ConfigMaps of an API server in memory, behind a ScriptedTransport: lists as
/// metadata or whole, in chunks, by selector and namespace, single objects, and watches.
class ScriptedReleases : public QObject
{
    Q_OBJECT
public:
    explicit ScriptedReleases(ScriptedTransport *transport);

    /// Creates or changes an object and tells the open watches. A change gets a new resourceVersion.
    void put(ReleaseBuilder builder);
    void remove(const ReleaseBuilder &builder);
    /// `data.release` of this object is this from now on.
    void corrupt(const ReleaseBuilder &builder, const QByteArray &dataRelease);
    /// Only these namespaces may be listed and read; the cluster-wide lists are 403.
    void allowOnly(const QSet<QString> &namespaces, bool mayListNamespaces);
    void allowAll();
    /// The next page but the first of a list with data gets this.
    void failNextPage(const Error &error) { m_failNextPage = error; }

    /// The newest revision of each release that may be read.
    [[nodiscard]] QHash<ReleaseKey, int> visible() const;
    [[nodiscard]] qsizetype size() const { return m_entries.size(); }
    [[nodiscard]] qsizetype listsWithData() const { return m_listsWithData; }
    [[nodiscard]] qsizetype singleGets() const { return m_singleGets; }

private:
    struct Entry
    {
        ReleaseBuilder builder;
        QByteArray dataRelease; ///< instead of the builder's
    };
    [[nodiscard]] static QString listPath(const ReleaseBuilder &builder, bool inNamespace);
    [[nodiscard]] static QString objectPath(const ReleaseBuilder &builder);
    [[nodiscard]] QByteArray wholeObject(const Entry &entry) const;
    [[nodiscard]] Result<Response> list(const Request &request, ReleaseStorage storage,
                                        const QString &namespaceName);
    void serve(const QString &namespaceName);
    void tell(const char *type, const ReleaseBuilder &builder);

    ScriptedTransport *m_transport;
    QMap<QString, Entry> m_entries; ///< by path
    std::optional<QSet<QString>> m_allowed;
    std::optional<Error> m_failNextPage;
    int m_version = 100;
    qsizetype m_listsWithData = 0;
    qsizetype m_singleGets = 0;
};

} // namespace chartroom::test
