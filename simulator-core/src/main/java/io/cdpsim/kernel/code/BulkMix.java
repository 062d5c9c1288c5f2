package io.cdpsim.kernel.code;

import io.cdpsim.warp.Lanes;
import java.util.List;

/**
 * The instructions that a warp issues in one iteration of a loop, to be timed without their values. Taken from the loop of a kernel that
 * computes them, so that the two cannot differ.
 *
 * @param parts the parts of one iteration, in order
 */
public record BulkMix(List<Part> parts) {
    /** How the address of an access differs between threads. */
    public enum Spread {
        /** All threads of a block use one address. */
        UNIFORM,
        /** Lanes use consecutive elements, and all warps the same ones. */
        BY_LANE,
        /** Threads of a block use consecutive elements. */
        BY_THREAD
    }

    /**
     * An instruction.
     *
     * @param instruction the instruction
     * @param spread how its address differs between threads; ignored for an access without an address
     * @param loopsBack whether it is the branch back to a loop's start
     */
    public record Step(Instruction instruction, Spread spread, boolean loopsBack) {
        /** Whether it loads from global memory. */
        public boolean loadsGlobal() {
            return instruction.opcode() == Opcode.LOAD
                    && instruction.modifiers() instanceof Modifiers.Access access
                    && (access.space() == StateSpace.GLOBAL || access.space() == StateSpace.GENERIC);
        }

        /** Bytes of memory that a warp's access covers; only for loads and stores. */
        public long warpBytes() {
            int bytes = ((Modifiers.Access) instruction.modifiers()).bytes();
            return spread == Spread.UNIFORM ? bytes : (long) bytes * Lanes.COUNT;
        }

        /**
         * Bytes of global memory that the loads of all warps of a block read; 0 without loads.
         *
         * @param warpsPerBlock warps of the block
         */
        public long blockLoadBytes(int warpsPerBlock) {
            return loadsGlobal() ? warpBytes() * (spread == Spread.BY_THREAD ? warpsPerBlock : 1) : 0;
        }
    }

    /**
     * Instructions that follow one another.
     *
     * @param steps the instructions
     * @param passes how often they run in an iteration, at least 1; more than once for an inner loop
     */
    public record Part(List<Step> steps, int passes) {
        public Part {
            steps = List.copyOf(steps);
            if (passes < 1) {
                throw new IllegalArgumentException("a part of a loop runs 1 time or more, not " + passes);
            }
        }
    }

    public BulkMix {
        parts = parts.stream().filter(part -> !part.steps().isEmpty()).toList();
    }

    /**
     * Bytes of global memory that the loads of a block go through in one iteration.
     *
     * @param warpsPerBlock warps of the block
     */
    public long loadBytes(int warpsPerBlock) {
        long bytes = 0;
        for (Part part : parts) {
            for (Step step : part.steps()) {
                bytes += part.passes() * step.blockLoadBytes(warpsPerBlock);
            }
        }
        return bytes;
    }

    /** Instructions a warp issues in one iteration. */
    public long issueSlots() {
        long slots = 0;
        for (Part part : parts) {
            slots += (long) part.steps().size() * part.passes();
        }
        return slots;
    }
}
