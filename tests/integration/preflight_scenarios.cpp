// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/preflight_scenarios.h"

#include "tests/integration/hanging_upgrade.h"
#include "tests/integration/scenario_objects.h"

#include <QRandomGenerator>

namespace chartroom::test {

using namespace Qt::StringLiterals;

namespace {

Value settings(const QString &key, const Value &value)
{
    return Value(Value::Map{{key, value}});
}

/// The Job of the chart, by an earlier version.
const QByteArray earlierTask = R"(apiVersion: batch/v1
kind: Job
metadata:
  name: fabric-task
  namespace: preflight
  labels: {app.kubernetes.io/managed-by: Helm}
  annotations: {meta.helm.sh/release-name: fabric, meta.helm.sh/release-namespace: preflight}
spec:
  suspend: true
  template:
    spec:
      restartPolicy: Never
      containers:
        - {name: task, image: "registry.example/task:1.0.0"}
)";

/// Builds the list, one kind of checks after the other.
class ScenarioList
{
public:
    explicit ScenarioList(PreflightStage &stage)
        : m_stage(stage)
    {}

    QList<Scenario> build()
    {
        addCalm(u"before"_s);
        addCalmRollbacks();
        addTools();
        addRelease();
        addChart();
        addServer();
        addNodes();
        addAgreement();
        // By somebody who did not see the rollouts that were made to fail.
        addCalm(u"afterwards"_s, [&stage = m_stage] {
            return SandboxSession::As{{}, {}, stage.sandbox().text("helm4")};
        });
        return m_scenarios;
    }

private:
    template<typename Change>
    [[nodiscard]] std::function<UpgradeDraft()> fabric(Change change, const QString &version = u"1.1.0"_s)
    {
        return [&stage = m_stage, change, version] {
            UpgradeDraft draft = stage.fabric(version);
            change(draft);
            return draft;
        };
    }
    template<typename Change>
    [[nodiscard]] std::function<UpgradeDraft()> drivers(Change change, const QString &version = u"v25.10.1"_s)
    {
        return [&stage = m_stage, change, version] {
            UpgradeDraft draft = stage.drivers(version);
            change(draft);
            return draft;
        };
    }
    static void asItIs(UpgradeDraft &) {}
    static void sixGoesFirst(UpgradeDraft &draft) { draft.canary = u"gpu-006"_s; }
    static std::function<void(UpgradeDraft &)> windowOf(int from, int to)
    {
        return [from, to](UpgradeDraft &draft) {
            const QDateTime now = QDateTime::currentDateTimeUtc();
            draft.window = UpgradeWindow{now.addSecs(from), now.addSecs(to), "UTC"};
        };
    }

    static std::function<bool()> inTurn(const QList<std::function<bool()>> &steps)
    {
        return [steps] {
            return std::all_of(steps.cbegin(), steps.cend(), [](const auto &step) { return step(); });
        };
    }
    /// What is found of a rollback then, of the release that was last planned for.
    void andBack(const QList<Expected> &expected, int toRevision = 1)
    {
        m_scenarios.last().back = expected;
        m_scenarios.last().toRevision = toRevision;
    }
    /// kubectl with these words, later.
    [[nodiscard]] std::function<bool()> does(const QString &words) const
    {
        return [&stage = m_stage, words] { return stage.kubectl(words.split(u' ')); };
    }

    void addCalm(const QString &when, const std::function<SandboxSession::As()> &who = {})
    {
        QList<Expected> quiet;
        for (const char *check : {"helm", "rights", "revision", "pending", "managers", "unapplied",
                                  "recordSize", "values", "chart", "kubeVersion", "versionStep", "deprecated",
                                  "crds", "hooks", "dryRun", "oneAtATime", "window"})
            quiet.append({check, Severity::Ok, ""});
        quiet.append({"nodes", Severity::Note, "Pods are recreated; no driver is affected."});
        quiet.append({"ownership", Severity::Note, "Support will not debug it"});
        m_scenarios.append({u"an own release, "_s + when, fabric(windowOf(0, 3600)), quiet, {}, {}, who});
        m_scenarios.append({u"new drivers, "_s + when,
                            drivers(sixGoesFirst),
                            {{"nodes", Severity::Warning, "spec.driver.version: 580.95.05 -> 580.126.20"},
                             {"blockers", Severity::Ok, ""},
                             {"unavailable", Severity::Ok, ""},
                             {"leftovers", Severity::Ok, ""},
                             {"oneAtATime", Severity::Ok, ""},
                             {"capacity", Severity::Ok,
                              "128 GPUs available now, at minimum 88 to 96 with 4 of 16 nodes unavailable"},
                             {"canary", Severity::Ok, "gpu-006 is the canary node"},
                             {"ownership", Severity::Ok, "CRU-1234"}},
                            {},
                            {},
                            who});
    }

    /// Of those two.
    void addCalmRollbacks()
    {
        QList<Expected> quiet;
        for (const char *check : {"helm", "rights", "revision", "target", "pending", "managers", "unapplied",
                                  "dryRun", "oneAtATime"})
            quiet.append({check, Severity::Ok, ""});
        quiet.append({"hooks", Severity::Note, "Job fabric-hook: pre-upgrade, pre-rollback, weight 0"});
        quiet.append({"nodes", Severity::Note, "Pods are recreated; no driver is affected."});
        quiet.append({"ownership", Severity::Note, "Support will not debug it"});
        andBack({{"nodes", Severity::Warning, "spec.driver.version: 580.95.05 -> 580.126.20"},
                 {"hooks", Severity::Ok, ""},
                 {"blockers", Severity::Ok, ""},
                 {"unavailable", Severity::Ok, ""},
                 {"leftovers", Severity::Ok, ""},
                 {"capacity", Severity::Ok,
                  "128 GPUs available now, at minimum 88 to 96 with 4 of 16 nodes unavailable"},
                 {"ownership", Severity::Severe, "shared and core to the cluster"}});
        m_scenarios[m_scenarios.size() - 2].back = quiet;
    }

    void addTools()
    {
        m_scenarios.append({u"there is no helm"_s,
                            fabric(asItIs),
                            {{"helm", Severity::Severe, ""}, {"dryRun", Severity::Unknown, ""}},
                            {},
                            {},
                            [] { return SandboxSession::As(); }});
        andBack({{"helm", Severity::Severe, ""}});
        for (const auto &[version, severity, words] :
             {std::tuple("v3.18.4", Severity::Severe, "GO-2025-3887"),
              std::tuple("v4.1.3", Severity::Warning, "CVE-2026-35204"),
              std::tuple("v5.0.0", Severity::Severe, "Chartroom supports Helm 3 and 4")})
            m_scenarios.append(
                {u"helm is "_s + QLatin1String(version),
                 fabric(asItIs),
                 {{"helm", severity, words}},
                 {},
                 {},
                 [&stage = m_stage, text = QByteArray(version)] { return stage.helmOf(text); }});
        m_scenarios.append(
            {u"who may patch no Deployment"_s,
             fabric(asItIs),
             {{"rights", Severity::Severe, "| patch deployments.apps in preflight"}},
             {},
             {},
             [&stage = m_stage] {
                 return stage.user(u"deployer"_s,
                                   "- {apiGroups: ['*'], resources: ['*'], verbs: [get, list, watch, create, "
                                   "update, delete]}\n"
                                   "- {apiGroups: [''], resources: ['*'], verbs: [patch]}\n");
             }});
        andBack({{"rights", Severity::Severe, "| patch deployments.apps in preflight"}});
        QList<Expected> unknown;
        for (const char *check :
             {"pending", "blockers", "unavailable", "leftovers", "oneAtATime", "capacity"})
            unknown.append({check, Severity::Unknown, ""});
        m_scenarios.append({u"who may look at no node, budget or lease"_s,
                            drivers(asItIs),
                            unknown,
                            {},
                            {},
                            [&stage = m_stage] {
                                return stage.user(
                                    u"blind"_s,
                                    "- {apiGroups: [apps, nvidia.com, mellanox.com, apiextensions.k8s.io, "
                                    "rbac.authorization.k8s.io], resources: ['*'], verbs: ['*']}\n"
                                    "- {apiGroups: [''], resources: [secrets, configmaps, pods, "
                                    "serviceaccounts], verbs: ['*']}\n");
                            }});
    }

    void addRelease()
    {
        const auto upgrade = std::make_shared<HangingUpgrade>(m_stage);
        m_scenarios.append({u"helm from outside is at it"_s,
                            fabric([](UpgradeDraft &draft) { draft.plannedOn = 1; }),
                            {{"revision", Severity::Severe, "revision 1, and the newest is now 4"},
                             {"revision", Severity::Severe, "Last written by"},
                             {"pending", Severity::Severe, "Revision 4 is pending-upgrade since 20"}},
                            [upgrade] { return upgrade->start(); },
                            [upgrade] { return upgrade->end(); }});
        andBack({{"revision", Severity::Severe, "revision 1, and the newest is now 4"},
                 {"pending", Severity::Severe,
                  "this operation would overwrite it. | Revision 4 is pending-upgrade"}});
        m_scenarios.append(
            {u"leases of this release and of another"_s,
             fabric(asItIs),
             {{"pending", Severity::Severe, "anna@laptop (process 4711) has been working on this release"},
              {"oneAtATime", Severity::Warning, "crusoe-system/crusoe-watch-agent: anna@laptop"}},
             [&stage = m_stage] {
                 return stage.kubectl(u"apply"_s, leaseOf("preflight", "fabric") +
                                                      leaseOf("crusoe-system", "crusoe-watch-agent"));
             },
             [&stage = m_stage] {
                 return stage.kubectl(u"delete"_s, leaseOf("preflight", "fabric") +
                                                       leaseOf("crusoe-system", "crusoe-watch-agent"));
             }});
        const QString label = u"label deployment fabric -n preflight argocd.argoproj.io/instance"_s;
        m_scenarios.append(
            {u"Argo CD keeps it"_s,
             fabric(asItIs),
             {{"managers", Severity::Severe, "Argo CD, by argocd.argoproj.io/instance=fabric"}},
             does(label + u"=fabric"_s),
             does(label + u'-')});
        andBack({{"managers", Severity::Severe, "Argo CD, by argocd.argoproj.io/instance=fabric"}});
        const QString image =
            u"set image deployment/fabric -n preflight agent=registry.example/fabric-agent:"_s;
        m_scenarios.append(
            {u"somebody set the image in the cluster"_s,
             fabric(asItIs),
             {{"managers", Severity::Warning, "image was last set by hotfix at 20"},
              {"dryRun", Severity::Severe, "hotfix (.spec.template.spec.containers[name=\"agent\"].image)"}},
             does(image + u"9 --field-manager=hotfix"_s),
             [&stage = m_stage] { return stage.takeFieldsBack(); }});
    }

    void addChart()
    {
        m_scenarios.append({u"values as large as a record"_s,
                            fabric([](UpgradeDraft &draft) {
                                QByteArray noise(1'200'000, '\0');
                                for (char &one : noise)
                                    one = char(QRandomGenerator::global()->generate());
                                draft.edits =
                                    settings(u"unread"_s, Value(QString::fromLatin1(noise.toBase64())));
                            }),
                            {{"recordSize", Severity::Severe, "would not fit into one object"}}});
        m_scenarios.append({u"values reset"_s,
                            fabric([](UpgradeDraft &draft) { draft.strategy = Strategy::Reset; }),
                            {{"values", Severity::Severe, "colour"}}});
        m_scenarios.append({u"another archive was planned with"_s,
                            fabric([](UpgradeDraft &draft) { draft.chart.digest = QString(64, u'a'); }),
                            {{"chart", Severity::Severe, "differs from the planned one"}}});
        m_scenarios.append({u"a chart for an older Kubernetes"_s,
                            fabric(asItIs, u"2.0.0"_s),
                            {{"kubeVersion", Severity::Severe, "<1.30.0-0; the server is v1.36"},
                             {"dryRun", Severity::Severe, "helm's dry run fails"},
                             {"versionStep", Severity::Note, "From 1.0.0 to 2.0.0."}}});
        m_scenarios.append({u"a major version skipped"_s,
                            fabric(asItIs, u"3.0.0"_s),
                            {{"versionStep", Severity::Warning, "| 2.0.0"},
                             {"kubeVersion", Severity::Note, "does not say"}}});
        m_scenarios.append({u"an operator by calendar, skipped"_s,
                            drivers(asItIs, u"v26.7.0"_s),
                            {{"versionStep", Severity::Severe, "| v26.3.3"}}});
        m_scenarios.append(
            {u"a deprecated chart"_s, fabric(asItIs, u"1.3.0"_s), {{"deprecated", Severity::Warning, ""}}});
        m_scenarios.append(
            {u"a hook"_s,
             fabric([](UpgradeDraft &draft) { draft.edits = settings(u"hook"_s, Value(true)); }),
             {{"hooks", Severity::Note, "Job fabric-hook: pre-upgrade, pre-rollback, weight 0"}}});
        m_scenarios.append({u"a newer CRD"_s,
                            fabric(asItIs, u"1.2.0"_s),
                            {{"crds", Severity::Warning, "fabrics.fabric.example v1: spec.sharp"}}});
        const auto asking = [this](const QString &field, bool hasHook) {
            return fabric(
                [field, hasHook](UpgradeDraft &draft) {
                    draft.edits = Value(
                        Value::Map{{u"hook"_s, Value(hasHook)}, {u"asks"_s, settings(field, Value(true))}});
                },
                u"1.2.0"_s);
        };
        m_scenarios.append({u"a field of a CRD that a hook brings"_s,
                            asking(u"sharp"_s, true),
                            {{"dryRun", Severity::Note, "Fabric v1: spec.sharp"},
                             {"crds", Severity::Note, "by its arguments the hook fabric-hook"}}});
        const auto upgrade = std::make_shared<HangingUpgrade>(m_stage);
        m_scenarios.append({u"such a field, and helm from outside is at it"_s,
                            asking(u"sharp"_s, true),
                            {{"pending", Severity::Severe, "Revision 4 is pending-upgrade since 20"},
                             {"dryRun", Severity::Severe, "another operation (install/upgrade/rollback) is"}},
                            [upgrade] { return upgrade->start(); },
                            [upgrade] { return upgrade->end(); }});
        m_scenarios.append({u"a field of a CRD that is to be applied first"_s,
                            asking(u"sharp"_s, false),
                            {{"dryRun", Severity::Note, "Fabric v1: spec.sharp"},
                             {"crds", Severity::Warning, "fabrics.fabric.example v1: spec.sharp"}}});
        m_scenarios.append({u"a field that no CRD has"_s,
                            asking(u"shrap"_s, true),
                            {{"dryRun", Severity::Severe, "spec.shrap"}}});
        m_scenarios.append(
            {u"a newer CRD that was applied first"_s,
             fabric(asItIs, u"1.2.0"_s),
             {{"crds", Severity::Ok, "have every field of the chart's"}},
             [&stage = m_stage] { return stage.kubectl(u"apply"_s, FabricCharts::crd(u"1.2.0"_s)); },
             [&stage = m_stage] { return stage.kubectl(u"replace"_s, FabricCharts::crd(u"1.0.0"_s)); }});
    }

    void addServer()
    {
        const QString label = u"label namespace preflight pod-security.kubernetes.io/warn"_s;
        m_scenarios.append({u"admission warns"_s,
                            fabric(asItIs),
                            {{"dryRun", Severity::Warning, "would violate PodSecurity"}},
                            does(label + u"=restricted"_s),
                            does(label + u'-')});
        m_scenarios.append({u"admission refuses"_s,
                            fabric(asItIs),
                            {{"dryRun", Severity::Severe, "a Deployment names its team"}},
                            [&stage = m_stage] { return stage.kubectl(u"apply"_s, denyingPolicy); },
                            [&stage = m_stage] { return stage.kubectl(u"delete"_s, denyingPolicy); }});
        andBack({{"dryRun", Severity::Severe, "a Deployment names its team"}});
        m_scenarios.append(
            {u"a Job whose template changes"_s,
             fabric([](UpgradeDraft &draft) { draft.edits = settings(u"task"_s, Value(true)); }),
             {{"dryRun", Severity::Severe,
               "of a Job cannot be changed, and Job preflight/fabric-task has not ended yet"}},
             [&stage = m_stage] { return stage.applyAsHelm(earlierTask); },
             does(u"delete job fabric-task -n preflight"_s)});
        m_scenarios.append(
            {u"a field that only server-side apply refuses"_s,
             fabric([](UpgradeDraft &draft) { draft.edits = settings(u"misplaced"_s, Value(true)); }),
             {{"dryRun", Severity::Severe,
               "Server-side apply refuses a field that the schema of ServiceAccount"}}});
        m_scenarios.append({u"nothing changes"_s,
                            fabric(asItIs, u"1.0.0"_s),
                            {{"nodes", Severity::Ok, "Nothing on the nodes"}}});
        andBack({{"nodes", Severity::Ok, "Nothing on the nodes"}}, 2);
        m_scenarios.append({u"a revision that is not kept"_s, fabric(asItIs), {}});
        andBack({{"target", Severity::Severe, "Helm does not keep revision 99"}}, 99);
        m_scenarios.append(
            {u"a network driver"_s,
             fabric([](UpgradeDraft &draft) { draft.edits = settings(u"nic"_s, Value(true)); }),
             {{"nodes", Severity::Severe, "NicClusterPolicy fabric-nics is added"}}});
        const QString strategy =
            u"patch clusterpolicy cluster-policy --type=merge -p {\"spec\":{\"mig\":{\"strategy\":\"%1\"}}}"_s;
        m_scenarios.append({u"somebody set a field of the policy in the cluster"_s,
                            drivers(asItIs),
                            {{"unapplied", Severity::Warning, "spec.mig.strategy is mixed"}},
                            does(strategy.arg(u"mixed"_s)),
                            does(strategy.arg(u"single"_s))});
        andBack({{"unapplied", Severity::Warning, "spec.mig.strategy is mixed"}});
        m_scenarios.append({u"another operator, the same driver"_s,
                            drivers(
                                [](UpgradeDraft &draft) {
                                    draft.strategy = Strategy::Reuse;
                                    draft.edits = Value(Value::Map());
                                },
                                u"v26.3.3"_s),
                            {{"nodes", Severity::Unknown, "The effect on the nodes is unknown."},
                             {"values", Severity::Warning, "Defaults of the old chart"}}});
    }

    void addNodes()
    {
        m_scenarios.append(
            {u"pods that stay"_s,
             drivers(asItIs),
             {{"blockers", Severity::Warning, "tenant-b/trainer (PodDisruptionBudget) allows no"},
              {"blockers", Severity::Warning, "tenant-b/loner has no controller"},
              {"blockers", Severity::Warning, "has an emptyDir"}},
             [&stage = m_stage] { return stage.kubectl(u"apply"_s, stayingPods); },
             [&stage = m_stage] { return stage.kubectl(u"delete"_s, stayingPods); }});
        andBack({{"blockers", Severity::Warning, "tenant-b/loner has no controller"}});
        const auto twoAway = inTurn(
            {does(u"cordon gpu-006"_s), does(u"label node gpu-008 chartroom.sandbox/kubelet-"_s),
             does(
                 u"patch node gpu-008 --subresource=status -p "
                 u"{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\",\"reason\":\"Down\","
                 u"\"message\":\"down\"}]}}"_s)});
        const auto back = inTurn(
            {does(u"uncordon gpu-006"_s), does(u"label node gpu-008 chartroom.sandbox/kubelet=running"_s)});
        m_scenarios.append({u"two nodes are away"_s,
                            drivers(sixGoesFirst),
                            {{"unavailable", Severity::Warning, "gpu-006 is cordoned"},
                             {"canary", Severity::Severe, "gpu-006 is cordoned"},
                             {"unavailable", Severity::Warning, "gpu-008 is not ready"},
                             {"capacity", Severity::Severe, "112 GPUs available now, at minimum 72 to 80"}},
                            twoAway,
                            back});
        andBack({{"unavailable", Severity::Warning, "gpu-006 is cordoned"},
                 {"capacity", Severity::Severe, "112 GPUs available now, at minimum 72 to 80"}});
        m_scenarios.append({u"two nodes are away, and one may be"_s,
                            drivers([](UpgradeDraft &draft) { draft.policy.maxUnavailable = u"1"_s; }),
                            {{"unavailable", Severity::Severe, "use up maxUnavailable 1 (1 nodes)"}},
                            twoAway,
                            back});
        const QString gpu = u"label node gpu-005 --overwrite nvidia.com/gpu-driver-upgrade-state="_s;
        const QString ofed = u"label node gpu-003 --overwrite nvidia.com/ofed-driver-upgrade-state="_s;
        m_scenarios.append({u"rollouts that are not through"_s,
                            drivers(asItIs),
                            {{"leftovers", Severity::Severe, "gpu-005 (gpu): failed"},
                             {"oneAtATime", Severity::Severe, "gpu-003 (ib): cordon"}},
                            inTurn({does(gpu + u"upgrade-failed"_s), does(ofed + u"cordon-required"_s)}),
                            inTurn({does(gpu + u"upgrade-done"_s), does(ofed + u"upgrade-done"_s)})});
        andBack({{"leftovers", Severity::Warning, "gpu-005 (gpu): failed"},
                 {"oneAtATime", Severity::Severe, "gpu-003 (ib): cordon"}});
        const QString skip = u"label node gpu-007 nvidia.com/gpu-driver-upgrade.skip"_s;
        m_scenarios.append({u"a node that an upgrade holds back"_s,
                            drivers(asItIs),
                            {{"leftovers", Severity::Warning, "gpu-007: on hold by operation trial"}},
                            does(skip + u"=true --field-manager=chartroom-trial"_s),
                            does(skip + u'-')});
    }

    void addAgreement()
    {
        m_scenarios.append({u"the window is over"_s,
                            fabric(windowOf(-7200, -3600)),
                            {{"windowEnd", Severity::Severe, "The window has ended."}}});
        m_scenarios.append({u"a window for nodes that nobody saw going through"_s,
                            drivers(windowOf(3600, 7200)),
                            {{"window", Severity::Warning, "4 rounds, and the window has 15 min for each"},
                             {"window", Severity::Warning, "do not run it before"}}});
        m_scenarios.append({u"Support was not asked"_s,
                            drivers([](UpgradeDraft &draft) { draft.supportReference.clear(); }),
                            {{"ownership", Severity::Severe, "shared and core to the cluster"}}});
        m_scenarios.append({u"an add-on that Crusoe manages"_s,
                            [&stage = m_stage] { return stage.managed(); },
                            {{"ownership", Severity::Severe, "Crusoe manages this add-on"}}});
    }

    PreflightStage &m_stage;
    QList<Scenario> m_scenarios;
};

} // namespace

QList<Scenario> preflightScenarios(PreflightStage &stage)
{
    return ScenarioList(stage).build();
}

} // namespace chartroom::test
