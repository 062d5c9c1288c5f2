package io.cdpsim.experiments.step;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.observe.RunEvent.LaunchKind;
import java.util.List;
import java.util.SortedMap;

/**
 * A recorded run: the log of its steps, and what its cells denote. A cell that no step changes is 0.
 *
 * @param log the steps
 * @param cut why the recording ends before the run; empty if it does not
 * @param kernels the kernels of the grids that ran
 * @param grids the grids, in the order of their launches
 * @param blocks the blocks that ran
 * @param warps the warps that executed something
 * @param words the words of memory that warps accessed
 * @param knowledge what blocks and the host know of the last writes to words
 */
public record StepRecording(
        StepLog log,
        String cut,
        List<Kernel> kernels,
        List<GridRow> grids,
        List<BlockRow> blocks,
        List<WarpRow> warps,
        List<WordRow> words,
        List<Knowledge> knowledge) {
    /** The number of {@link Knowledge#block} for the host. */
    public static final int HOST = -1;

    /** Keeps copies. */
    public StepRecording {
        kernels = List.copyOf(kernels);
        grids = List.copyOf(grids);
        blocks = List.copyOf(blocks);
        warps = List.copyOf(warps);
        words = List.copyOf(words);
        knowledge = List.copyOf(knowledge);
    }

    /** The progress of a grid, by the value of its cell. */
    public enum GridState {
        NOT_LAUNCHED,
        LAUNCHED,
        RUNNING,
        ENDED,
        COMPLETE
    }

    /** The progress of a block or a warp, by the value of its cell. */
    public enum RunState {
        NOT_STARTED,
        RUNNING,
        WAITING,
        ENDED
    }

    /** What a block knows of the last writes to a word, by the value of its cell. */
    public enum KnowledgeState {
        /** Nothing has written the word. */
        UNWRITTEN,
        /** All threads of the block see the writes. */
        VISIBLE,
        /** Some threads of the block see them, but not all. */
        PARTLY,
        /** No thread of the block is sure to see them: nothing orders them before its next access. */
        PENDING,
        /** An access of the block and another one race. */
        RACING
    }

    /**
     * A grid.
     *
     * @param number its number in the order of launches, from 1
     * @param parent the number of the grid that launched it; 0 for the host
     * @param launch how it was launched
     * @param launcher the warp that launched it: its index in {@link #warps()}; -1 for the host
     * @param cell its {@link GridState}
     */
    public record GridRow(
            long number,
            long parent,
            String kernel,
            LaunchKind launch,
            int depth,
            long blocks,
            int threadsPerBlock,
            int launcher,
            int cell) {}

    /**
     * A block.
     *
     * @param grid the number of its grid
     * @param index its index in the grid
     * @param sm the SM it was placed on
     * @param cell its {@link RunState}
     */
    public record BlockRow(long grid, long index, int sm, int cell) {}

    /**
     * A warp.
     *
     * @param grid the number of its grid
     * @param block the index of its block in the grid
     * @param index its index in the block
     * @param kernel the index of its kernel in {@link #kernels()}
     * @param cell its {@link RunState}; the next cells hold the index of its next instruction and its active lanes
     * @param registers the first of 64 cells of each register that ever changes: the lower halves of 32 lanes, then the upper halves
     * @param predicates the cell of each predicate that ever changes: a bit for each lane
     */
    public record WarpRow(
            long grid,
            long block,
            int index,
            int kernel,
            int cell,
            SortedMap<Integer, Integer> registers,
            SortedMap<Integer, Integer> predicates) {
        /** Cells from {@link #cell} to the index of the next instruction. */
        public static final int NEXT = 1;

        /** Cells from {@link #cell} to the active lanes. */
        public static final int ACTIVE = 2;
    }

    /**
     * A word of memory, 4 bytes.
     *
     * @param space its address space
     * @param owner the block of shared memory, the thread of local memory; empty for memory of all
     * @param address the generic address of its first byte
     * @param isFloat whether the first access to it was of a 32-bit float
     * @param cell its value
     */
    public record WordRow(AddressSpace space, String owner, long address, boolean isFloat, int cell) {}

    /**
     * What a block knows of a word.
     *
     * @param block the index of the block in {@link #blocks()}, or {@link #HOST}
     * @param word the index of the word in {@link #words()}
     * @param cell its {@link KnowledgeState}
     */
    public record Knowledge(int block, int word, int cell) {}
}
