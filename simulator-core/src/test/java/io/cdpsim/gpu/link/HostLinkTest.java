package io.cdpsim.gpu.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.profile.Bandwidth;
import io.cdpsim.profile.HostLinkSpec;
import io.cdpsim.profile.Probability;
import io.cdpsim.profile.RequestRate;
import io.cdpsim.profile.read.Profiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostLinkTest {
    private static final int LATENCY = 1000;
    private static final int OWN_WAYS = 2;
    private static final int OWN_WAY = 3;
    private static final int SHARED_WAY = 20;
    private static final int SMS = 16;
    private static final long LINE = 7;

    private static final int TURN_AROUND = 40;
    private static final int TURN = LATENCY + TURN_AROUND;

    private static HostLinkSpec spec(double separateCommandPath, double separateDataPath) {
        return new HostLinkSpec(
                new Bandwidth(5e10),
                new Bandwidth(5e10),
                LATENCY,
                TURN_AROUND,
                new RequestRate(1e9),
                SHARED_WAY,
                OWN_WAYS,
                OWN_WAY,
                1,
                new Probability(separateCommandPath),
                new Probability(separateDataPath),
                1 << 20,
                1,
                1,
                0,
                0,
                0,
                new Bandwidth(0),
                new Bandwidth(0));
    }

    /** A link that takes a request a cycle. */
    private static HostLink link(boolean isApart) {
        return new HostLink(spec(0, 0), new LinkBypass(isApart, isApart), 1e9, SMS);
    }

    private static HostLink polledBy(int sms, int each, boolean isApart) {
        HostLink link = link(isApart);
        for (int load = 0; load < each; load++) {
            for (int sm = 0; sm < sms; sm++) {
                link.turnOf(sm, LINE, 0);
            }
        }
        return link;
    }

    /** Until a number of loads of one line have come back. */
    private static long back(int loads) {
        return (long) loads * TURN - TURN_AROUND;
    }

    private static long copyWaits(int sms, int each, boolean isApart) {
        long first = polledBy(sms, each, isApart).copyWaitCycles(false, 0);
        assertThat(polledBy(sms, each, isApart).copyWaitCycles(true, 0)).isEqualTo(first);
        return first;
    }

    @Test
    void loadsOfOneLineGoOutOneAfterTheOther() {
        HostLink link = link(true);
        assertThat(link.turnOf(0, LINE, 5)).isEqualTo(5);
        assertThat(link.isWaitedFor(LINE, 6)).isTrue();
        assertThat(link.turnOf(1, LINE, 6)).isEqualTo(5 + TURN);
        assertThat(link.quietAt()).isEqualTo(5 + TURN + LATENCY);
    }

    @Test
    void loadsOfAnotherLinePassThem() {
        HostLink link = polledBy(SMS, 4, true);
        assertThat(link.isWaitedFor(LINE + 1, 100)).isFalse();
        assertThat(link.turnOf(0, LINE + 1, 100)).isEqualTo(100);
    }

    @Test
    void aCopyBesideThemDoesNotWaitForTheLoadsOfAFewSms() {
        assertThat(copyWaits(OWN_WAYS, 1, true)).isZero();
    }

    @Test
    void aCopyBesideThemWaitsForTheLoadsOfAllOtherSms() {
        assertThat(copyWaits(6, 2, true)).isEqualTo(Math.round(back(12) * (1 - OWN_WAYS / 6.0)));
    }

    /** Only the first SMs have a way of their own. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aCopyBesideThemWaitsForAllLoadsOfSmsWithHighNumbers(int sms) {
        HostLink link = link(true);
        for (int sm = 0; sm < sms; sm++) {
            link.turnOf(OWN_WAYS + sm, LINE, 0);
        }
        assertThat(link.copyWaitCycles(false, 0)).isEqualTo(back(sms));
    }

    /** The loads are answered in the order in which they came, those of the first SMs first. */
    @Test
    void aCopyBesideThemWaitsForAllThatAreLeftOnceTheFirstSmsHaveTheirAnswers() {
        HostLink link = polledBy(6, 1, true);
        long firstAnswered = back(OWN_WAYS);
        assertThat(link.copyWaitCycles(false, firstAnswered)).isEqualTo(back(6) - firstAnswered);
    }

    @Test
    void aCopyBesideThemWaitsForWhatOneSmHasTooMuch() {
        assertThat(copyWaits(1, OWN_WAY + 5, true)).isEqualTo(back(OWN_WAY + 5) - OWN_WAY * LATENCY);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 12", "2, 3"})
    void aCopyWithoutAWayBesideThemWaitsForAllLoadsOfAFewSms(int sms, int each) {
        assertThat(copyWaits(sms, each, false)).isEqualTo(back(sms * each));
    }

    /** Each load of the two SMs with a way of their own comes up once more before the last of the others. */
    @ParameterizedTest
    @CsvSource({"4, 2", "6, 2", "8, 1"})
    void ofMoreSmsThoseWithTheirOwnWaysComeUpTwice(int sms, int each) {
        long twice = back(sms * each) * (sms + OWN_WAYS) / sms;
        assertThat(copyWaits(sms, each, false)).isEqualTo(twice);
        assertThat(polledBy(sms, each, false).passedAt(0)).as("a fence").isEqualTo(twice);
        assertThat(polledBy(sms, each, true).passedAt(0))
                .as("a fence beside them")
                .isEqualTo(twice);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheWayDoesNotHoldWaitsInItsSm(boolean isApart) {
        assertThat(copyWaits(SMS, 10, isApart)).isEqualTo((long) SHARED_WAY * TURN);
    }

    @Test
    void aFenceWaitsForWhatTheSmsHoldToo() {
        assertThat(polledBy(SMS, 10, true).passedAt(0)).isEqualTo(back(SMS * 10) * (SMS + OWN_WAYS) / SMS);
    }

    @Test
    void nothingWaitsOnceAllLoadsHaveReturned() {
        HostLink link = polledBy(6, 2, false);
        assertThat(link.copyWaitCycles(false, link.quietAt())).isZero();
        assertThat(link.passedAt(link.quietAt())).isEqualTo(link.quietAt());
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "0, 1", "1, 1"})
    void whatIsAlwaysApartIsSoWithEverySeed(int commands, int bytes) {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(LinkBypass.drawn(spec(commands, bytes), seed))
                    .isEqualTo(new LinkBypass(commands == 1, bytes == 1));
        }
    }

    /** Four standard deviations of 2,000 draws are 0.04. */
    @Test
    void runsDifferAsOftenAsTheProfileSays() {
        int commands = 0;
        int bytes = 0;
        int both = 0;
        for (long seed = 1; seed <= 2_000; seed++) {
            LinkBypass ways = LinkBypass.drawn(spec(0.75, 0.25), seed);
            commands += ways.separateCommandPath() ? 1 : 0;
            bytes += ways.separateDataPath() ? 1 : 0;
            both += ways.separateCommandPath() && ways.separateDataPath() ? 1 : 0;
        }
        assertThat(commands / 2_000.0).isCloseTo(0.75, within(0.04));
        assertThat(bytes / 2_000.0).isCloseTo(0.25, within(0.04));
        assertThat(both / 2_000.0).isCloseTo(0.75 * 0.25, within(0.035));
    }

    /** Of the four states of an H200 the commonest, so that a run without a seed shows that. */
    @Test
    void theFirstSeedGivesTheCommonerWays() {
        assertThat(LinkBypass.drawn(Profiles.load("h200").hostLink(), 1)).isEqualTo(new LinkBypass(true, false));
    }
}
