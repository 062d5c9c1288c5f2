package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.HostLinkSpec;
import org.junit.jupiter.api.Test;

class HostLinkTest {
    private static final int LATENCY = 1000;
    private static final int OWN_WAYS = 2;
    private static final int OWN_WAY = 3;
    private static final int SHARED_WAY = 20;
    private static final int SMS = 16;
    private static final long LINE = 7;

    /** A link that takes a request a cycle. */
    private static HostLink link() {
        return new HostLink(
                new HostLinkSpec(
                        5e10, 5e10, LATENCY, 1e9, SHARED_WAY, OWN_WAYS, OWN_WAY, 1, 1 << 20, 1, 1, 0, 0, 0, 0, 0),
                1e9,
                SMS);
    }

    private static HostLink polledBy(int sms, int each) {
        HostLink link = link();
        for (int load = 0; load < each; load++) {
            for (int sm = 0; sm < sms; sm++) {
                link.turnOf(sm, LINE, 0);
            }
        }
        return link;
    }

    @Test
    void loadsOfOneLineGoOutOneAfterTheOther() {
        HostLink link = link();
        assertThat(link.turnOf(0, LINE, 5)).isEqualTo(5);
        assertThat(link.isWaitedFor(LINE, 6)).isTrue();
        assertThat(link.turnOf(1, LINE, 6)).isEqualTo(5 + LATENCY);
        assertThat(link.quietAt()).isEqualTo(5 + 2 * LATENCY);
    }

    @Test
    void loadsOfAnotherLinePassThem() {
        HostLink link = polledBy(SMS, 4);
        assertThat(link.isWaitedFor(LINE + 1, 100)).isFalse();
        assertThat(link.turnOf(0, LINE + 1, 100)).isEqualTo(100);
    }

    @Test
    void aCopyDoesNotWaitForTheLoadsOfAFewSms() {
        assertThat(polledBy(OWN_WAYS, OWN_WAY).copyWaitCycles(0)).isZero();
    }

    @Test
    void aCopyWaitsForTheLoadsOfAllOtherSms() {
        assertThat(polledBy(6, 2).copyWaitCycles(0)).isEqualTo((6 - OWN_WAYS) * 2 * LATENCY);
    }

    @Test
    void aCopyWaitsForWhatOneSmHasTooMuch() {
        assertThat(polledBy(1, OWN_WAY + 5).copyWaitCycles(0)).isEqualTo(5 * LATENCY);
    }

    @Test
    void whatTheWayDoesNotHoldWaitsInItsSm() {
        assertThat(polledBy(SMS, 10).copyWaitCycles(0)).isEqualTo((long) SHARED_WAY * LATENCY);
    }

    @Test
    void nobodyWaitsOnceAllLoadsAreBack() {
        HostLink link = polledBy(6, 2);
        assertThat(link.copyWaitCycles(link.quietAt())).isZero();
    }
}
