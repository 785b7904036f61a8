// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <cstdio>
#include <map>
#include <string_view>

namespace chartroom::test {
namespace {

using TestMains = std::map<std::string_view, RegisteredTest::Main>;

/// Created on first use, as tests register before main() starts.
TestMains &testMains()
{
    static TestMains all;
    return all;
}

} // namespace

RegisteredTest::RegisteredTest(const char *name, Main main)
{
    testMains().emplace(name, main);
}

} // namespace chartroom::test

int main(int argc, char **argv)
{
    const auto &all = chartroom::test::testMains();
    const auto found = argc > 1 ? all.find(argv[1]) : all.end();
    if (found != all.end())
        return found->second(argc - 1, argv + 1);
    std::fprintf(stderr, "usage: %s TEST [argument of Qt Test...]\nTests:\n", argv[0]);
    for (const auto &[name, main] : all)
        std::fprintf(stderr, "  %s\n", name.data());
    return 2;
}
