// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/resource_status.h"
#include "core/diagnosis/warning_event.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace chartroom;
using namespace Qt::StringLiterals;

namespace HIDDEN_FROM_MOC tst_operator_status {

namespace {

KubeObject object(const char *json)
{
    return {u"u1"_s, {}, u"cluster-policy"_s, u"7"_s, QByteArray(json).replace('\'', '"')};
}

QStringList complaintsOf(const char *json)
{
    QStringList all;
    const auto read = ResourceStatus::read(object(json), u"ClusterPolicy"_s);
    for (const ResourceStatus::Complaint &one : read.value_or(ResourceStatus()).complaints)
        all.append(one.reason + u": "_s + one.message);
    return all;
}

} // namespace

/// What operators say of their resources, and what they and the kubelet send as events.
class OperatorStatusTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPolicyThatIsWellComplainsOfNothing()
    {
        QVERIFY(complaintsOf("{'status':{'state':'ready','conditions':["
                             "{'type':'Ready','status':'True','reason':'Reconciled','message':'reconciled'},"
                             "{'type':'Error','status':'False','reason':'Ready','message':''}]}}")
                    .isEmpty());
        QVERIFY(complaintsOf(
                    "{'status':{'state':'ready','appliedStates':["
                    "{'name':'state-OFED','state':'ready'},{'name':'state-multus-cni','state':'ignore'}]}}")
                    .isEmpty());
        QVERIFY(complaintsOf("{}").isEmpty());
    }

    void aPolicyThatIsNotReadySaysWhy()
    {
        QCOMPARE(
            complaintsOf("{'status':{'state':'notReady','conditions':["
                         "{'type':'Ready','status':'False','reason':'OperandNotReady','message':'driver'},"
                         "{'type':'Error','status':'True','reason':'OperandNotReady','message':'driver'}]}}"),
            QStringList({u"OperandNotReady: driver"_s, u"OperandNotReady: driver"_s}));
    }

    void aStateThatFailedSpeaksForItself()
    {
        QCOMPARE(complaintsOf("{'status':{'state':'notReady','appliedStates':[{'name':'state-multus-cni',"
                              "'state':'notReady','message':'namespaces not found'},"
                              "{'name':'state-OFED','state':'notReady'}]}}"),
                 QStringList{u"error: state-multus-cni: namespaces not found"_s});
    }

    void anEventTellsWhatItIsAboutAndWhen()
    {
        const auto event = WarningEvent::read(
            object("{'type':'Warning','reason':'FailedMount','message':'no','involvedObject':{'kind':'Pod',"
                   "'namespace':'ops','name':'p'},'firstTimestamp':'2026-11-22T01:00:00Z',"
                   "'lastTimestamp':'2026-11-22T02:00:00Z','count':7}"));
        QVERIFY(event);
        QCOMPARE(event->kind, u"Pod"_s);
        QCOMPARE(event->namespaceName, u"ops"_s);
        QCOMPARE(event->reason, u"FailedMount"_s);
        QCOMPARE(event->first, QDateTime({2026, 11, 22}, {1, 0}, Qt::UTC));
        QCOMPARE(event->last, QDateTime({2026, 11, 22}, {2, 0}, Qt::UTC));
    }

    void anEventOfTheNewRecorderHasItsTimesElsewhere()
    {
        const auto event = WarningEvent::read(object(
            "{'type':'Warning','reason':'FailedScheduling','message':'no','involvedObject':{'kind':'Pod',"
            "'name':'p'},'firstTimestamp':null,'lastTimestamp':null,"
            "'eventTime':'2026-11-22T01:00:00.000000Z'}"));
        QVERIFY(event);
        QCOMPARE(event->first, QDateTime({2026, 11, 22}, {1, 0}, Qt::UTC));
        QCOMPARE(event->last, event->first);
    }

    void whatIsNormalIsNoWarning()
    {
        QVERIFY(!WarningEvent::read(object("{'type':'Normal','reason':'Pulled','message':'a \\'Warning\\'',"
                                           "'involvedObject':{'kind':'Pod','name':'p'}}")));
        QVERIFY(!WarningEvent::read(object("{'type':'Warning'}")));
        QVERIFY(!WarningEvent::read(object("'Warning'")));
    }
};

#include "tst_operator_status.moc"
} // namespace tst_operator_status

CHARTROOM_TEST(tst_operator_status, OperatorStatusTest)
