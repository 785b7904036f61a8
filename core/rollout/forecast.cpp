// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/forecast.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace chartroom {

namespace {

using std::chrono::milliseconds;

constexpr int mostTrials = 400;
constexpr int fewestTrials = 60;
constexpr qint64 mostDraws = 200000;
constexpr double lowEnd = 0.05;
constexpr double highEnd = 0.95;

/// How far a mean of that many nodes may lie off that of the rest, as the deviation of a factor: nodes of one
/// batch resemble each other, and what comes may be of another kind.
double spread(qsizetype samples)
{
    return 0.06 + 0.38 / std::sqrt(double(samples));
}

/// Times to draw from, each with its weight.
class Durations
{
public:
    Durations(const QList<milliseconds> &finished, const QList<milliseconds> &unfinished)
    {
        struct Seen
        {
            double time = 0;
            bool isEnd = false;
        };
        std::vector<Seen> seen;
        for (const milliseconds time : finished)
            seen.push_back({double(time.count()), true});
        for (const milliseconds time : unfinished)
            seen.push_back({double(time.count()), false});
        std::sort(seen.begin(), seen.end(), [](const Seen &a, const Seen &b) {
            return a.time < b.time || (a.time == b.time && a.isEnd && !b.isEnd);
        });
        // The weight of what is not over yet goes to all that took longer.
        double left = 1;
        for (size_t i = 0; i < seen.size(); ++i) {
            const double part = left / double(seen.size() - i);
            if (!seen[i].isEnd)
                continue;
            m_times.push_back(seen[i].time);
            m_sums.push_back((m_sums.empty() ? 0 : m_sums.back()) + part);
            left -= part;
        }
        m_longest = seen.back().time;
    }

    template<typename Random>
    [[nodiscard]] double draw(Random &random) const
    {
        const double at = std::uniform_real_distribution<double>(0, 1)(random);
        const auto found = std::lower_bound(m_sums.begin(), m_sums.end(), at);
        if (found != m_sums.end())
            return m_times[size_t(found - m_sums.begin())];
        return m_longest * std::uniform_real_distribution<double>(1.0, 1.8)(random);
    }
    /// What is left for one that has taken `elapsed` already.
    template<typename Random>
    [[nodiscard]] double drawRest(double elapsed, double factor, Random &random) const
    {
        constexpr int tries = 12;
        for (int i = 0; i < tries; ++i) {
            const double whole = draw(random) * factor;
            if (whole > elapsed)
                return whole - elapsed;
        }
        return draw(random) * factor * std::uniform_real_distribution<double>(0, 1)(random);
    }

private:
    std::vector<double> m_times;
    std::vector<double> m_sums;
    double m_longest = 0;
};

int trialsFor(qsizetype draws)
{
    return int(std::clamp<qint64>(mostDraws / std::max<qint64>(1, draws), fewestTrials, mostTrials));
}

using Random = std::mt19937_64;
constexpr double never = std::numeric_limits<double>::infinity();

std::optional<ForecastRange> rangeOf(std::vector<double> ends)
{
    std::sort(ends.begin(), ends.end());
    const auto quantile = [&](double part) { return ends[size_t(part * double(ends.size() - 1))]; };
    const double low = quantile(lowEnd);
    const double high = quantile(highEnd);
    if (low == never)
        return std::nullopt;
    ForecastRange range{milliseconds(qint64(std::floor(low))), std::nullopt};
    if (high != never)
        range.latest = milliseconds(qint64(std::ceil(high)));
    return range;
}

double drawOf(const QList<milliseconds> &times, Random &random)
{
    if (times.isEmpty())
        return 0;
    return double(times[std::uniform_int_distribution<qsizetype>(0, times.size() - 1)(random)].count());
}

double drawFactor(qsizetype samples, Random &random)
{
    return std::exp(std::normal_distribution<double>(0, spread(samples))(random));
}

/// One way it may go: after how long the last node is through.
double tryOnce(const ForecastInput &input, const Durations &durations, Random &random)
{
    const double factor = drawFactor(std::max(1, input.ofThisRollout), random);
    std::priority_queue<double, std::vector<double>, std::greater<>> frees; // when slots come free
    double end = 0;
    const auto goOn = [&](milliseconds elapsed) {
        const double rest = durations.drawRest(double(elapsed.count()), factor, random);
        frees.push(rest);
        end = std::max(end, rest);
    };
    for (const milliseconds elapsed : input.underWay)
        goOn(elapsed);
    for (const milliseconds elapsed : input.blocked) {
        if (std::bernoulli_distribution(0.5)(random))
            goOn(elapsed);
    }
    const auto taken = input.underWay.size() + input.blocked.size();
    const qsizetype open = input.slotLimit ? *input.slotLimit - taken : qsizetype(input.queued);
    for (qsizetype i = 0; i < std::min<qsizetype>(open, input.queued); ++i)
        frees.push(0);
    for (int i = 0; i < input.queued; ++i) {
        if (frees.empty())
            return never;
        const double start = frees.top() + drawOf(input.changeovers, random);
        frees.pop();
        const double over = start + durations.draw(random) * factor;
        frees.push(over);
        end = std::max(end, over);
    }
    return end;
}

} // namespace

std::optional<ForecastRange> forecastBySlots(const ForecastInput &input)
{
    if (input.finished.isEmpty())
        return std::nullopt;
    const Durations durations(input.finished, input.underWay + input.blocked);
    Random random; // the same numbers every time: what two windows show does not differ
    std::vector<double> ends(size_t(trialsFor(input.queued + input.underWay.size())));
    for (double &end : ends)
        end = tryOnce(input, durations, random);
    return rangeOf(std::move(ends));
}

std::optional<ForecastRange> forecastByRate(const QList<milliseconds> &gaps, milliseconds sinceLast,
                                            int remaining)
{
    if (gaps.size() < 2 || remaining <= 0)
        return std::nullopt;
    const Durations between(gaps, {sinceLast});
    Random random;
    std::vector<double> ends(size_t(trialsFor(remaining)));
    for (double &end : ends) {
        const double factor = drawFactor(gaps.size(), random);
        end = between.drawRest(double(sinceLast.count()), factor, random);
        for (int i = 1; i < remaining; ++i)
            end += between.draw(random) * factor;
    }
    return rangeOf(std::move(ends));
}

} // namespace chartroom
