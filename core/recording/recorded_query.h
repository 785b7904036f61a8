// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kube/label_selector.h"
#include "core/kube/transport.h"
#include "core/recording/recording.h"

#include <optional>

namespace chartroom {

/// One read of a recorded collection: which events it is about, and how its objects look in the answer.
/// Selectors know labels as LabelSelector does, and fields metadata.name and metadata.namespace.
class RecordedQuery
{
public:
    /// Unsupported when a selector says more than a player can; NotFound when the path is no collection or
    /// object.
    [[nodiscard]] static Result<RecordedQuery> parse(const Request &request);

    [[nodiscard]] const QString &resource() const
    {
        return m_resource;
    } ///< as recorded: releases for secrets
    [[nodiscard]] const QString &namespaceName() const { return m_namespace; } ///< "": of all
    [[nodiscard]] const QString &objectName() const { return m_objectName; }   ///< "" for a collection
    [[nodiscard]] bool isMetadataOnly() const { return m_metadataOnly; }

    /// The object of an event as the answer shows it; nothing when the query is not about it. `room` is
    /// memory for its JSON, see ObjectTexts.
    [[nodiscard]] std::optional<KubeObject> object(const RecordingEvents &events, qsizetype index,
                                                   QByteArray room = {}) const;
    /// The same without its JSON, of an event that object() told of.
    [[nodiscard]] KubeObject named(const RecordingEvents &events, qsizetype index) const;
    /// The same, as far as that can be told without: for an object that is gone.
    [[nodiscard]] std::optional<KubeObject> remains(const RecordingEvents &events, qsizetype index) const;
    /// Whether objects can come into the selection and leave it while they live.
    [[nodiscard]] bool selectsByLabel() const { return !m_labels.requirements().isEmpty(); }

private:
    [[nodiscard]] bool parsePath(const QString &path);
    [[nodiscard]] bool concerns(const RecordingEvents::Identity &identity) const;
    [[nodiscard]] bool matchesLabels(const KubeObject &object) const;

    QString m_resource;
    QString m_group;
    QString m_namespace;
    QString m_objectName;
    QString m_fieldName;
    std::optional<ReleaseStorage> m_storage; ///< set when releases are meant
    LabelSelector m_labels;
    bool m_metadataOnly = false;
};

/// Where a list or an event stands in the recording, as an opaque resourceVersion.
[[nodiscard]] QString playVersion(qsizetype count);

} // namespace chartroom
