// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/scripted_transport.h"

namespace chartroom::test {

inline const QString kubeSystem = QStringLiteral("/api/v1/namespaces/kube-system");

/// The uid by which the cluster is known from now on; of "" it refuses to say.
inline void identify(ScriptedTransport &transport, const QString &uid)
{
    if (uid.isEmpty())
        transport.answer(kubeSystem,
                         Error{Error::Code::Forbidden, QStringLiteral("namespaces is forbidden"), {}, {}});
    else
        transport.answer(kubeSystem,
                         R"({"metadata":{"name":"kube-system","uid":")" + uid.toLatin1() + R"("}})");
}

} // namespace chartroom::test
