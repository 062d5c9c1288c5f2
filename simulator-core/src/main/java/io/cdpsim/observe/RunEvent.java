package io.cdpsim.observe;

/**
 * Something that happened in a run. Events are published in the order in which the simulator decides them; as the effect of a call may come at its end, the time of an
 * event can be slightly later than that of the next.
 */
public sealed interface RunEvent {
    /** The event's subject. */
    EventKind kind();

    /** When it happened, in cycles of the devices' clock. */
    long timeCycles();

    /** Ordinal of the device. */
    int device();

    /** A step in the life of a grid. A grid is identified by its number, unique in a run on all devices, from 1 in launch order. */
    sealed interface GridEvent extends RunEvent {
        @Override
        default EventKind kind() {
            return EventKind.GRID;
        }

        /**
         * A launch was accepted.
         *
         * @param parent the grid that launched it; 0 for the host
         * @param kernel its kernel
         * @param launch how it was launched
         * @param stream the stream of the host, from 0, or the stream of device code, from 1; -1 for the two named streams
         * @param depth nesting depth; 0 for a grid of the host
         * @param blocks number of blocks
         * @param threadsPerBlock threads of each
         */
        record Posted(
                long timeCycles,
                int device,
                long grid,
                long parent,
                String kernel,
                LaunchKind launch,
                int stream,
                int depth,
                long blocks,
                int threadsPerBlock)
                implements GridEvent {}

        /**
         * A launch failed; the grid never runs.
         *
         * @param parent the grid that launched
         * @param kernel what it would have run
         * @param errorCode CUDA's number of the error
         */
        record LaunchFailed(long timeCycles, int device, long parent, String kernel, int errorCode)
                implements GridEvent {}

        /** The grid reaches the block scheduler. */
        record Queued(long timeCycles, int device, long grid) implements GridEvent {}

        /** The grid is resident: its blocks are placed as soon as an SM has enough free resources. */
        record Admitted(long timeCycles, int device, long grid) implements GridEvent {}

        /** The grid's first block is placed. */
        record Started(long timeCycles, int device, long grid) implements GridEvent {}

        /** All threads of the grid have exited. */
        record BodyEnded(long timeCycles, int device, long grid) implements GridEvent {}

        /** The grid and all that it launched are complete (rule NEST-1). */
        record Completed(long timeCycles, int device, long grid) implements GridEvent {}
    }

    /**
     * A grid waits for a reason, until a later event names another one or the grid reaches the block scheduler. From there on, the
     * reason follows from {@link DispatchState}; {@link io.cdpsim.observe.waits.GridWaitRecorder} combines both.
     *
     * @param reason why it waits
     */
    record GridWait(long timeCycles, int device, long grid, WaitReason reason) implements RunEvent {
        @Override
        public EventKind kind() {
            return EventKind.WAIT;
        }
    }

    /**
     * Why the block scheduler of a device admits no further grid; it holds for all queued grids.
     *
     * @param state the reason
     * @param grid the grid whose blocks come first, if that is the reason; 0 for other reasons
     */
    record DispatchState(long timeCycles, int device, State state, long grid) implements RunEvent {
        /** State of the block scheduler. */
        public enum State {
            /** It admits every grid. */
            ADMITS,
            /** Blocks of a resident grid come first: new ones, or swapped-out ones that return. */
            PLACES_BLOCKS,
            /** The resident-grid limit is reached. */
            RESIDENT_GRIDS
        }

        @Override
        public EventKind kind() {
            return EventKind.WAIT;
        }
    }

    /** A step in the life of a block. */
    sealed interface BlockEvent extends RunEvent {
        @Override
        default EventKind kind() {
            return EventKind.BLOCK;
        }

        /** Number of the block's grid. */
        long grid();

        /** Index in the grid. */
        long block();

        /** A block is placed on an SM. */
        record Placed(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}

        /** All threads of a block have exited. */
        record Ended(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}

        /** CDP1: all threads of a block have exited, and all grids that they launched are complete (rule NEST-2). */
        record Completed(long timeCycles, int device, long grid, long block) implements BlockEvent {}

        /** A block that waits in a device synchronization starts to be swapped out (rule SYNC-6). */
        record SwappedOut(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}

        /** A swapped-out block starts to be swapped in. */
        record SwappedIn(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}
    }

    /**
     * Threads wait at a barrier that never opens: the machine can make no progress.
     *
     * @param grid number of the grid
     * @param block index of the block
     * @param warps waiting warps of the block
     */
    record StuckBarrier(long timeCycles, int device, long grid, long block, int warps) implements RunEvent {
        @Override
        public EventKind kind() {
            return EventKind.BARRIER;
        }
    }

    /** A step in the life of a launch of a graph. A launch is identified by its number, unique on its device, from 1 in launch order. */
    sealed interface GraphEvent extends RunEvent {
        /** Number of the launch. */
        long launch();

        @Override
        default EventKind kind() {
            return EventKind.GRAPH;
        }

        /**
         * A launch was accepted.
         *
         * @param graph number of the executable graph on its device, from 1 in the order of first launches
         * @param how how it was launched
         * @param parent the grid that launched it; 0 for the host and for a conditional node
         * @param parentLaunch the launch of the graph that contains the launching grid or the conditional node; 0 for the host
         * @param parentNode the conditional node; -1 for other launches
         * @param stream number of the stream of the host, from 0, in which its outermost launcher is
         */
        record Launched(
                long timeCycles,
                int device,
                long launch,
                int graph,
                GraphLaunchKind how,
                long parent,
                long parentLaunch,
                int parentNode,
                int stream)
                implements GraphEvent {}

        /** The launches that it must follow are complete: its first nodes can start. */
        record Started(long timeCycles, int device, long launch) implements GraphEvent {}

        /**
         * All dependencies of a node are complete.
         *
         * @param node index of the node in the flattened graph
         * @param lastDependency the dependency that was complete last; -1 for a node without dependencies
         */
        record NodeReleased(long timeCycles, int device, long launch, int node, int lastDependency)
                implements GraphEvent {}

        /**
         * A node starts: its grid is posted, or its operation is issued.
         *
         * @param work what it does
         * @param grid number of its grid, whose events follow; 0 for a node of another type
         * @param name the kernel, or a name of the operation
         */
        record NodeStarted(long timeCycles, int device, long launch, int node, NodeWork work, long grid, String name)
                implements GraphEvent {
            /** What a node does. */
            public enum NodeWork {
                /** It runs a grid. */
                GRID,
                /** It copies or fills memory. */
                MEMORY,
                /** It runs a function of the host. */
                HOST,
                /** It tests a condition, or only orders other nodes. */
                NONE
            }
        }

        /** A node is complete. */
        record NodeEnded(long timeCycles, int device, long launch, int node) implements GraphEvent {}

        /** All nodes and all that they launched fire-and-forget are complete (rule G-3). */
        record Ended(long timeCycles, int device, long launch) implements GraphEvent {}
    }

    /** A copy or a fill starts or ends. */
    sealed interface MemoryEvent extends RunEvent {
        /** The operation on memory. */
        enum Operation {
            COPY,
            FILL
        }

        @Override
        default EventKind kind() {
            return EventKind.MEMORY;
        }

        /**
         * Its bytes start to move.
         *
         * @param parent the grid that issued it; 0 for the host
         * @param stream the stream of the host, from 0, or that of device code, from 1; -1 for the two named streams and for a node of a graph
         * @param bytes how many bytes are written
         */
        record Started(long timeCycles, int device, Operation operation, long parent, int stream, long bytes)
                implements MemoryEvent {}

        /** Its bytes have moved; parameters as in {@link Started}. */
        record Ended(long timeCycles, int device, Operation operation, long parent, int stream, long bytes)
                implements MemoryEvent {}
    }

    /**
     * A stream starts or stops waiting for an event.
     *
     * @param parent the grid that owns the stream; 0 for the host
     * @param stream the stream of the host, from 0, or that of device code, from 1
     * @param over whether the wait ends; otherwise it starts
     */
    record EventWait(long timeCycles, int device, long parent, int stream, boolean over) implements RunEvent {
        @Override
        public EventKind kind() {
            return EventKind.EVENT_WAIT;
        }
    }

    /**
     * The host thread has executed a call.
     *
     * @param timeCycles when the call started
     * @param call CUDA's name of the function
     * @param endCycles when it returned
     * @param awaitedCycles when the awaited operation completed; when the call started, if that was earlier or it waits for nothing
     */
    record HostCall(long timeCycles, int device, String call, long endCycles, long awaitedCycles) implements RunEvent {
        @Override
        public EventKind kind() {
            return EventKind.HOST_CALL;
        }
    }

    /** Times that a host program measures with events. */
    sealed interface HostTimingEvent extends RunEvent {
        @Override
        default EventKind kind() {
            return EventKind.HOST_TIME;
        }

        /**
         * A recorded event of the host is reached.
         *
         * @param stream the stream that it was recorded in
         */
        record Reached(long timeCycles, int device, int stream) implements HostTimingEvent {}

        /**
         * The host reads the time between two events.
         *
         * @param timeCycles when it reads the time
         * @param startCycles when the first event was reached
         * @param endCycles when the second event was reached
         */
        record Measured(long timeCycles, int device, long startCycles, long endCycles) implements HostTimingEvent {}
    }

    /**
     * How a warp spent its time since its last such event, or since its block was placed; published when it reaches an instruction that others can notice. The
     * remainder is time spent computing.
     *
     * @param grid number of the warp's grid
     * @param block index of the warp's block in the grid
     * @param warp index in the block
     * @param moment the instruction that it reached
     * @param memoryCycles time waiting for memory
     * @param callCycles time in calls of the device runtime
     * @param smResourceWaitCycles time ready to run while its block was swapped out
     */
    record WarpTime(
            long timeCycles,
            int device,
            long grid,
            long block,
            int warp,
            Moment moment,
            long memoryCycles,
            long callCycles,
            long smResourceWaitCycles)
            implements RunEvent {
        /** The instruction that a warp reached. */
        public enum Moment {
            /** It calls the device runtime; the launches of its grid that events report before the next moment of its device belong to this call. */
            CALLS,
            /** It continues after a device synchronization that had to wait (rule SYNC-1). */
            RETURNS,
            /** It arrives at a barrier. */
            ARRIVES,
            /** It continues after a barrier. */
            PASSES,
            /** Threads of the warp exit. */
            ENDS
        }

        @Override
        public EventKind kind() {
            return EventKind.WARP;
        }
    }

    /**
     * A grid has ended, and its kernel's counters have grown since the kernel's last such event.
     *
     * @param kernel the kernel
     * @param counts by how much
     */
    record KernelCounted(long timeCycles, int device, String kernel, Counts counts) implements RunEvent {
        /**
         * Counts of instructions, and of accesses in sectors and bytes.
         *
         * @param warpInstructions instructions issued, counted per warp
         * @param threadInstructions instructions issued, counted per active thread
         * @param l1Sectors sectors that loads requested from the L1 caches
         * @param l1HitSectors of these, those found
         * @param l2Sectors sectors that were requested from the L2 cache
         * @param l2HitSectors of these, those found
         * @param dramReadBytes bytes read from device memory
         * @param dramWrittenBytes bytes written to device memory
         */
        public record Counts(
                long warpInstructions,
                long threadInstructions,
                long l1Sectors,
                long l1HitSectors,
                long l2Sectors,
                long l2HitSectors,
                long dramReadBytes,
                long dramWrittenBytes) {
            /** No count. */
            public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0);

            /** The sum of both. */
            public Counts and(Counts more) {
                return new Counts(
                        warpInstructions + more.warpInstructions,
                        threadInstructions + more.threadInstructions,
                        l1Sectors + more.l1Sectors,
                        l1HitSectors + more.l1HitSectors,
                        l2Sectors + more.l2Sectors,
                        l2HitSectors + more.l2HitSectors,
                        dramReadBytes + more.dramReadBytes,
                        dramWrittenBytes + more.dramWrittenBytes);
            }
        }

        @Override
        public EventKind kind() {
            return EventKind.COUNTER;
        }
    }

    /** An event of the pool of pending launches. */
    sealed interface PoolEvent extends RunEvent {
        @Override
        default EventKind kind() {
            return EventKind.POOL;
        }

        /**
         * A slot was allocated or freed.
         *
         * @param fixedUsed slots in use in the fixed part
         * @param virtualUsed slots in use in the virtualized part
         */
        record Occupancy(long timeCycles, int device, long fixedUsed, long virtualUsed) implements PoolEvent {}

        /**
         * A launch found no free slot in the fixed part (rules POOL-3 to POOL-6).
         *
         * @param parent the grid that launched
         * @param kernel the launched kernel
         * @param refused whether the launch failed; otherwise it uses the virtualized part
         */
        record Overflow(long timeCycles, int device, long parent, String kernel, boolean refused)
                implements PoolEvent {}

        /**
         * The pool is scanned before a grid can start or, if its threads have ended, complete.
         *
         * @param grid its number
         * @param cycles duration of the scan
         */
        record Searched(long timeCycles, int device, long grid, long cycles) implements PoolEvent {}
    }

    /**
     * A warning.
     *
     * @param rule id of the rule or diagnostic
     * @param message text, ready to print
     */
    record WarningEvent(long timeCycles, int device, String rule, String message) implements RunEvent {
        @Override
        public EventKind kind() {
            return EventKind.WARNING;
        }
    }

    /** How a grid was launched. */
    enum LaunchKind {
        /** By the host. */
        HOST,
        /** By device code, into an ordinary stream. */
        STREAM,
        /** Into the fire-and-forget stream (CDP2). */
        FIRE_AND_FORGET,
        /** Into the tail-launch stream (CDP2). */
        TAIL
    }

    /** How a graph was launched. */
    enum GraphLaunchKind {
        /** By the host. */
        HOST,
        /** By device code, in the environment of its launcher. */
        FIRE_AND_FORGET,
        /** By device code, after its launcher. */
        TAIL,
        /** By device code, in the environment of its launcher's parent. */
        SIBLING,
        /** As the body of a conditional node. */
        BODY
    }

    /** Why a posted grid does not start yet. */
    enum WaitReason {
        /** Its predecessor in the stream, or an event, is not complete (rules STR-7, EVT-8). */
        PREDECESSOR,
        /** It is a tail launch whose predecessor has not ended (rule TAIL-2), or the policy delays it until its parent ends (rule LNCH-3). */
        PARENT_END,
        /** It is fetched from the virtualized part of the pool of pending launches (rule POOL-9). */
        POOL,
        /** The launch server is busy, or the grid is on its way to the block scheduler. */
        LAUNCH_SERVER,
        /** Blocks of its parent come first and are not placed yet (rule CONC-3). */
        PARENT_BLOCKS,
        /** Blocks of another grid come first and are not placed yet. */
        OTHER_BLOCKS,
        /** The resident-grid limit is reached. */
        RESIDENT_GRIDS,
        /** It is resident, and no SM has enough free resources for its first block. */
        SM_ROOM
    }
}
