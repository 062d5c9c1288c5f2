package io.cdpsim.gpu.visibility;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.execution.LaneState;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.access.InstructionNumbering.NumberedCode;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.causality.GridCausality;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A checker that is told of warps which run no faster than a test lets them, each the instructions of one kernel. */
final class FeedLab {
    static final long ADDRESS = 1L << 40;

    private static final int NODE = 3;

    private final Map<Long, Integer> memory = new HashMap<>();
    private final VisibilityChecker checker =
            new VisibilityChecker(address -> memory.getOrDefault(address, 0), false, true);
    private final VisibilityFeed feed;
    private final Kernel kernel;

    FeedLab(boolean showsOldValues, Consumer<KernelBuilder> body) {
        feed = new VisibilityFeed(checker, 0, showsOldValues);
        kernel = kernel("k", body);
        feed.bind(NODE, grid(7));
    }

    static Kernel kernel(String name, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder(name);
        body.accept(k);
        return k.build();
    }

    /** A grid of the kernel that the host has launched. */
    GridCausality grid(long number) {
        NumberedCode code = feed.code(kernel);
        return checker.launchIntoStream(number, code, 0, checker.host(), 0, checker.hostStream(), false);
    }

    VisibilityFeed feed() {
        return feed;
    }

    List<Race> races() {
        return checker.report().races();
    }

    void set(long address, int bits) {
        memory.put(address, bits);
    }

    BlockCausality block(long index, int warps) {
        return feed.blockStarts(NODE, index, warps);
    }

    WarpOfLab warp(BlockCausality block, int index) {
        return new WarpOfLab(block, index, kernel);
    }

    /** The first warp of a new block. */
    WarpOfLab warpOfBlock(long index) {
        return warp(block(index, 1), 0);
    }

    /** A warp, and what it tells the checker when it runs an instruction of its kernel. */
    final class WarpOfLab {
        private final LaneState state;
        private final CheckedWarp watched;

        WarpOfLab(BlockCausality block, int index, Kernel code) {
            state = new LaneState(code);
            state.start(code, Lanes.first(32));
            watched = new CheckedWarp(state, block, index);
        }

        CheckedWarp watched() {
            return watched;
        }

        LaneState state() {
            return state;
        }

        Instruction at(int instruction) {
            state.stack().jump(instruction);
            return state.kernel().code()[instruction];
        }

        private long[] addresses(long address) {
            long[] all = new long[Lanes.COUNT];
            Arrays.fill(all, address);
            return all;
        }

        boolean loads(int instruction, int lanes, long address) {
            return feed.loads(watched, (Modifiers.Access) at(instruction).modifiers(), addresses(address), lanes);
        }

        void stores(int instruction, int lanes, long address) {
            Instruction in = at(instruction);
            feed.stores(watched, in, (Modifiers.Access) in.modifiers(), addresses(address), lanes);
        }

        void showOldValues(int instruction, int lanes, long address) {
            Instruction in = at(instruction);
            feed.showOldValues(watched, in, (Modifiers.Access) in.modifiers(), addresses(address), lanes);
        }

        void updates(int instruction, int lane, long address, boolean writes, long value) {
            Instruction in = at(instruction);
            feed.updates(watched, in, (Modifiers.Atomic) in.modifiers(), lane, address, writes, value);
        }

        void orders(int instruction, int lanes) {
            feed.orders(watched, at(instruction), lanes);
        }

        void arrives(int instruction) {
            feed.arrives(watched, (Modifiers.Barrier) at(instruction).modifiers());
        }
    }
}
