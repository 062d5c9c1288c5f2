package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.Dialect;
import java.util.Optional;

/**
 * Which executions of a test are looked at.
 *
 * @param loopBound how often a thread may jump back at one place, from 0; executions that need more are left out
 * @param barriers for whom a barrier without a count waits; where it is empty a plain test's waits for those that come, as the field
 *     means its tests, and that of a test which launches blocks of a given shape for all of the block
 * @param blockedIgnored whether executions are left out in which a thread waits for ever
 */
public record CheckSettings(int loopBound, Optional<BarrierParticipants> barriers, boolean blockedIgnored) {
    /** What holds where nothing but the bound of loops is said. */
    public static CheckSettings withLoopBound(int loopBound) {
        return new CheckSettings(loopBound, Optional.empty(), false);
    }

    /** For whom a barrier without a count waits in a test. */
    public BarrierParticipants barriersOf(Dialect dialect) {
        return barriers.orElse(dialect == Dialect.PLAIN ? BarrierParticipants.COMING : BarrierParticipants.BLOCK);
    }
}
