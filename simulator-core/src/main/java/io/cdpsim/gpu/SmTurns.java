package io.cdpsim.gpu;

import io.cdpsim.engine.Agenda;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.posted.RequestOrder;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.spin.SpinParking;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** When each SM of a device goes on. Of those that go on at one cycle, the one with the lowest number does so first. */
final class SmTurns implements Agenda {
    private static final long NEVER = Long.MAX_VALUE;

    private final Sm[] sms;
    private final IntFunction<Sm> untimedSms;
    private final @Nullable RequestOrder<Warp> posted;
    private final @Nullable SideBySide ahead;
    private final SpinParking<Warp> spinParking;
    /** A tournament: the earliest cycle of the SMs below each node, the SMs themselves from {@link #leaves} on. */
    private final long[] earliest;

    private final int leaves;

    /**
     * SMs that have nothing to do.
     *
     * @param untimedSms the SMs that run blocks without time, by number; behind the others, they have the numbers from {@code sms.length} on
     * @param posted what they have posted; null if they do not post
     * @param ahead runs them ahead; null if they do not run ahead
     */
    SmTurns(
            Sm[] sms,
            IntFunction<Sm> untimedSms,
            @Nullable RequestOrder<Warp> posted,
            @Nullable SideBySide ahead,
            SpinParking<Warp> spinParking) {
        this.sms = sms;
        this.untimedSms = untimedSms;
        this.posted = posted;
        this.ahead = ahead;
        this.spinParking = spinParking;
        leaves = Integer.highestOneBit(Math.max(1, 4 * sms.length - 1));
        earliest = new long[2 * leaves];
        Arrays.fill(earliest, NEVER);
    }

    /** An SM goes on at a cycle. */
    void set(int sm, long cycle) {
        int node = leaves + sm;
        earliest[node] = cycle;
        for (node >>= 1; node > 0; node >>= 1) {
            long first = Math.min(earliest[2 * node], earliest[2 * node + 1]);
            if (earliest[node] == first) {
                return;
            }
            earliest[node] = first;
        }
    }

    @Override
    public long nextTime() {
        // A store that ends a wait is made at its time.
        return posted != null && spinParking.isWatching() ? Math.min(earliest[1], posted.firstUnserved()) : earliest[1];
    }

    @Override
    public int pending() {
        return 0;
    }

    @Override
    public void run(long now) {
        if (earliest[1] > now) {
            if (posted != null) {
                posted.serveThrough(now);
            }
            return;
        }
        if (ahead != null) {
            ahead.reaches(now);
            if (earliest[1] > now) {
                return;
            }
        }
        int sm = first();
        if (posted != null && spinParking.isWatching()) {
            posted.serveThrough(now, sm - 1);
        }
        set(sm, NEVER);
        if (sm < sms.length) {
            sms[sm].resume(now);
        } else {
            if (posted != null) {
                posted.serveThrough(now);
            }
            untimedSms.apply(sm - sms.length).resume(now);
        }
    }

    private int first() {
        int node = 1;
        while (node < leaves) {
            node = 2 * node + (earliest[2 * node] == earliest[node] ? 0 : 1);
        }
        return node - leaves;
    }
}
