// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/patience.h"

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif

namespace chartroom::test {

#ifdef QT_WIDGETS_LIB
using TestApplication = QApplication;
#else
using TestApplication = QCoreApplication;
#endif

/// A test of this executable, started by its name: `test_base tst_log [argument of Qt Test...]`.
class RegisteredTest
{
public:
    /// Called with the arguments after the program's name, so argv[0] is the name of the test.
    using Main = int (*)(int argc, char **argv);

    RegisteredTest(const char *name, Main main);
};

/// What QTEST_MAIN does where the executable has widgets, else what QTEST_GUILESS_MAIN does.
template<typename Test>
int runTest(int argc, char **argv)
{
    const TestApplication application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace chartroom::test

/// Registers a test with a main function of its own.
#define CHARTROOM_TEST_MAIN(name, main)                                                                      \
    static const chartroom::test::RegisteredTest registered_##name(#name, main);

/// Registers name::TestClass. Each test file has a namespace of its own, as files are compiled together.
#define CHARTROOM_TEST(name, TestClass) CHARTROOM_TEST_MAIN(name, chartroom::test::runTest<name::TestClass>)

/// Before the name of that namespace. moc 6.4 counts braces wrongly after raw strings and puts the class
/// outside of its namespace; a namespace with attributes it ignores. So the .moc file is included inside the
/// namespace.
#define HIDDEN_FROM_MOC [[]]
