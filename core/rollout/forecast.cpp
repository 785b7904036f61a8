// SPDX-FileCopyrightText: 2026 The Chartroom authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/forecast.h"

#include <queue>

#include <algorithm>
#include <array>
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
/// batch resemble each other, what comes may be of another kind, and the machine under it may change its pace
/// half-way; the fewer are through, the less is known of all three. Nine of ten lie within a factor of 2.8 up
/// or down of one sample, 1.75 of four, 1.4 of sixteen and 1.2 of a hundred.
double spread(qsizetype samples)
{
    return 0.06 + 0.56 / std::sqrt(double(samples));
}

using Random = std::mt19937_64;

struct SeenTime
{
    double time = 0;
    bool isEnd = false;
};

/// Of ends and of what is not over yet, by time; an end before what lasted as long.
std::vector<SeenTime> sortedTimes(const QList<milliseconds> &finished, const QList<milliseconds> &unfinished)
{
    std::vector<SeenTime> seen;
    for (const milliseconds time : finished)
        seen.push_back({std::max(1.0, double(time.count())), true});
    for (const milliseconds time : unfinished)
        seen.push_back({std::max(1.0, double(time.count())), false});
    std::sort(seen.begin(), seen.end(), [](const SeenTime &a, const SeenTime &b) {
        return a.time < b.time || (a.time == b.time && a.isEnd && !b.isEnd);
    });
    return seen;
}

/// Times to draw from, each with its weight: those that were seen, with the weight of what is not over yet
/// given to all that took longer. One node is thought to be slower than all of them, and not seen yet: by
/// the order of equals the next of N is the slowest one time in N + 1.
class SeenTimes
{
public:
    explicit SeenTimes(const std::vector<SeenTime> &seen)
        : m_longest(seen.back().time)
    {
        double left = 1;
        for (size_t i = 0; i < seen.size(); ++i) {
            const double part = left / double(seen.size() + 1 - i);
            if (!seen[i].isEnd)
                continue;
            m_times.push_back(seen[i].time);
            m_sums.push_back((m_sums.empty() ? 0 : m_sums.back()) + part);
            left -= part;
        }
        for (size_t place = 0, sum = 0; place < places; ++place) {
            while (sum < m_sums.size() && m_sums[sum] < double(place) / double(places))
                ++sum;
            m_first[place] = sum;
        }
    }

    [[nodiscard]] double draw(Random &random) const
    {
        const double at = std::uniform_real_distribution<double>(0, 1)(random);
        size_t found = m_first[std::min(size_t(at * double(places)), places - 1)];
        while (found < m_sums.size() && m_sums[found] < at)
            ++found;
        if (found < m_sums.size())
            return m_times[found];
        return m_longest * std::uniform_real_distribution<double>(1.0, 1.8)(random);
    }

private:
    static constexpr size_t places = 1024;

    std::vector<double> m_times;
    std::vector<double> m_sums;
    std::array<size_t, places> m_first{}; ///< sum that is not below place/places: where a search begins
    double m_longest = 0;
};

/// The same times as a logarithmic normal distribution, by the greatest likelihood: when the first few of
/// many are through, the others are known to be slower than any time that was seen.
class LikelyTimes
{
public:
    explicit LikelyTimes(const std::vector<SeenTime> &seen)
    {
        constexpr double least = 0.25; // deviations of less are by chance
        constexpr double usual = 0.35;
        constexpr int enough = 4;
        double sum = 0;
        double squares = 0;
        int ends = 0;
        for (const SeenTime &one : seen) {
            if (!one.isEnd)
                continue;
            ++ends;
            sum += std::log(one.time);
            squares += std::log(one.time) * std::log(one.time);
        }
        const double variance = ends > 0 ? squares / ends - sum * sum / ends / ends : 0;
        m_deviation = ends < enough ? usual : std::max(least, std::sqrt(std::max(0.0, variance)));
        double low = std::log(seen.front().time);
        double high = std::log(seen.back().time) + 10;
        for (int i = 0; i < 50; ++i) { // the slope falls with the mean
            m_mean = (low + high) / 2;
            (slope(seen) > 0 ? low : high) = m_mean;
        }
    }

    [[nodiscard]] double draw(Random &random) const
    {
        return std::exp(std::normal_distribution<double>(m_mean, m_deviation)(random));
    }

private:
    [[nodiscard]] double slope(const std::vector<SeenTime> &seen) const
    {
        double slope = 0;
        for (const SeenTime &one : seen) {
            const double z = (std::log(one.time) - m_mean) / m_deviation;
            const double beyond = 0.5 * std::erfc(z / std::sqrt(2.0));
            const double hazard =
                beyond < 1e-12 ? z : std::exp(-z * z / 2) / std::sqrt(2 * 3.14159265358979) / beyond;
            slope += one.isEnd ? z : hazard;
        }
        return slope;
    }

    double m_mean = 0;
    double m_deviation = 0;
};

/// What is left for one that has taken `elapsed` already.
template<typename Draw>
double drawRest(const Draw &draw, double elapsed, Random &random)
{
    constexpr int tries = 12;
    for (int i = 0; i < tries; ++i) {
        const double whole = draw();
        if (whole > elapsed)
            return whole - elapsed;
    }
    return draw() * std::uniform_real_distribution<double>(0, 1)(random);
}

int trialsFor(qsizetype draws)
{
    return int(std::clamp<qint64>(mostDraws / std::max<qint64>(1, draws), fewestTrials, mostTrials));
}

constexpr double never = std::numeric_limits<double>::infinity();

double quantile(std::vector<double> ends, double part)
{
    std::sort(ends.begin(), ends.end());
    return ends[size_t(part * double(ends.size() - 1))];
}

std::optional<ForecastRange> rangeOf(double low, double high)
{
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

/// Whether all that is held gives its slot back at once, or keeps it for ever.
enum class Luck { Best, Worst };

/// One way it may go: after how long the last node is through.
template<typename Times>
double tryOnce(const ForecastInput &input, Luck luck, const Times &times, Random &random)
{
    const double factor = drawFactor(std::max(1, input.ofThisRollout), random);
    const auto draw = [&] { return times.draw(random) * factor; };
    const double leastChange = input.changeovers.isEmpty() ? 0 : double(input.changeovers.first().count());
    const double least = double(input.finished.first().count()) * factor;   // both are sorted
    std::priority_queue<double, std::vector<double>, std::greater<>> frees; // when slots come free
    double end = 0;
    for (const milliseconds elapsed : input.underWay) {
        const double past = double(elapsed.count());
        const double rest = luck == Luck::Best ? std::max(0.0, least - past) : drawRest(draw, past, random);
        frees.push(rest);
        end = std::max(end, rest);
    }
    const qsizetype taken = input.underWay.size() + (luck == Luck::Best ? 0 : input.blocked);
    const qsizetype freed = luck == Luck::Best ? input.heldSlots : 0;
    const qsizetype open = input.slotLimit ? *input.slotLimit + freed - taken : qsizetype(input.queued);
    for (qsizetype i = 0; i < std::min<qsizetype>(open, input.queued); ++i)
        frees.push(0);
    for (int i = 0; i < input.queued; ++i) {
        if (frees.empty())
            return never;
        const double start =
            frees.top() + (luck == Luck::Best ? leastChange : drawOf(input.changeovers, random));
        frees.pop();
        const double over = start + draw();
        frees.push(over);
        end = std::max(end, over);
    }
    return end;
}

} // namespace

std::optional<ForecastRange> forecastBySlots(ForecastInput input)
{
    if (input.finished.isEmpty())
        return std::nullopt;
    for (QList<milliseconds> *times : {&input.finished, &input.underWay, &input.changeovers})
        std::sort(times->begin(), times->end());
    const std::vector<SeenTime> seen = sortedTimes(input.finished, input.underWay);
    const SeenTimes seenTimes(seen);
    const LikelyTimes likelyTimes(seen);
    // The more is still open, the less is what was seen all there is.
    std::bernoulli_distribution isLikely(1 - double(input.finished.size()) / double(seen.size()));
    const auto endsWith = [&](Luck luck) {
        Random random; // the same numbers every time: what two windows show does not differ
        std::vector<double> ends(size_t(trialsFor(input.queued + input.underWay.size())));
        for (double &end : ends)
            end = isLikely(random) ? tryOnce(input, luck, likelyTimes, random)
                                   : tryOnce(input, luck, seenTimes, random);
        return ends;
    };
    return rangeOf(quantile(endsWith(Luck::Best), lowEnd), quantile(endsWith(Luck::Worst), highEnd));
}

std::optional<ForecastRange> roughForecast(const ForecastInput &input)
{
    constexpr milliseconds tooEarly(3000);
    constexpr double least = 1.05;
    constexpr double leastLater = 0.5;
    constexpr double most = 6;
    const auto longest = std::max_element(input.underWay.cbegin(), input.underWay.cend());
    if (longest == input.underWay.cend() || *longest < tooEarly)
        return std::nullopt;
    const int width = input.slotLimit.value_or(std::max(1, input.queued));
    if (input.queued > 0 && width <= 0)
        return std::nullopt;
    const auto turns = [&](int atOnce) { return double(input.queued) / std::max(1, atOnce); };
    const auto after = [&](double times) { return milliseconds(qint64(double(longest->count()) * times)); };
    return ForecastRange{after(least - 1 + leastLater * turns(width + input.heldSlots)),
                         after(most * (1 + std::ceil(turns(width))) - 1)};
}

std::optional<ForecastRange> forecastByRate(const QList<milliseconds> &gaps, milliseconds sinceLast,
                                            int remaining)
{
    if (gaps.size() < 2 || remaining <= 0)
        return std::nullopt;
    const SeenTimes between(sortedTimes(gaps, {sinceLast}));
    Random random;
    std::vector<double> ends(size_t(trialsFor(remaining)));
    for (double &end : ends) {
        const double factor = drawFactor(gaps.size(), random);
        const auto draw = [&] { return between.draw(random) * factor; };
        end = drawRest(draw, double(sinceLast.count()), random);
        for (int i = 1; i < remaining; ++i)
            end += draw();
    }
    return rangeOf(quantile(ends, lowEnd), quantile(ends, highEnd));
}

} // namespace chartroom
