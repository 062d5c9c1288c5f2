package io.cdpsim.observe;

/**
 * Something that happened in a run. Events are told in the order in which they were decided; as a call's effect may come at its end, the time of an
 * event can lie a little ahead of that of the next.
 */
public sealed interface RunEvent {
    /** What it is about. */
    EventKind kind();

    /** When it happened, in cycles of the devices' clock. */
    long timeCycles();

    /** The device it happened on, from 0. */
    int device();

    /** A step in the life of a grid. Grids are named by their number, unique in a run, on all devices, and counted from 1 in the order of launching. */
    sealed interface GridEvent extends RunEvent {
        @Override
        default EventKind kind() {
            return EventKind.GRID;
        }

        /**
         * A launch was accepted.
         *
         * @param parent the grid that launched it; 0 for the host
         * @param kernel what it runs
         * @param launch how it was launched
         * @param stream the stream of the host, counted from 0, or the stream of device code, counted from 1; -1 for the two special streams
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

        /** The grid has come to the block scheduler. */
        record Queued(long timeCycles, int device, long grid) implements GridEvent {}

        /** The grid is on the device: its blocks are placed as soon as there is room on an SM. */
        record Admitted(long timeCycles, int device, long grid) implements GridEvent {}

        /** The grid's first block got an SM. */
        record Started(long timeCycles, int device, long grid) implements GridEvent {}

        /** All threads of the grid have exited. */
        record BodyEnded(long timeCycles, int device, long grid) implements GridEvent {}

        /** The grid and all that it launched are complete (rule NEST-1). */
        record Completed(long timeCycles, int device, long grid) implements GridEvent {}
    }

    /**
     * From now on a grid waits for something, until another event names another reason, or the grid reaches the block scheduler. What it waits for there
     * follows from the {@link DispatchState}; {@link io.cdpsim.observe.waits.GridWaitRecorder} puts both together.
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
     * Why the block scheduler of a device admits no further grid from now on, which holds for all that have come to it.
     *
     * @param state what holds them up
     * @param grid the grid whose blocks come first, if that is the reason; otherwise 0
     */
    record DispatchState(long timeCycles, int device, State state, long grid) implements RunEvent {
        /** What the block scheduler does. */
        public enum State {
            /** It admits whatever comes. */
            ADMITS,
            /** Blocks of a grid that has been admitted come first: new ones, or those that were swapped out and come back. */
            PLACES_BLOCKS,
            /** The device holds no further grid. */
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

        /** Number of its grid. */
        long grid();

        /** Index in its grid. */
        long block();

        /** A block got an SM. */
        record Placed(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}

        /** All threads of a block have exited. */
        record Ended(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}

        /** CDP1: all threads of a block have exited, and all that they launched is complete (rule NEST-2). */
        record Completed(long timeCycles, int device, long grid, long block) implements BlockEvent {}

        /** A block that waits in a device synchronisation starts to give up its SM (rule SYNC-6). */
        record SwappedOut(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}

        /** Such a block has got an SM again and starts to come back. */
        record SwappedIn(long timeCycles, int device, long grid, long block, int sm) implements BlockEvent {}
    }

    /**
     * A barrier at which threads wait that nobody will open any more: nothing on the machine can go on.
     *
     * @param grid number of the grid
     * @param block index of the block
     * @param warps warps of the block that wait
     */
    record StuckBarrier(long timeCycles, int device, long grid, long block, int warps) implements RunEvent {
        @Override
        public EventKind kind() {
            return EventKind.BARRIER;
        }
    }

    /** A copy or a fill starts or ends. */
    sealed interface MemoryEvent extends RunEvent {
        /** What is done to memory. */
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
         * @param parent the grid that asked for it; 0 for the host
         * @param stream the stream of the host, counted from 0, or that of device code, counted from 1; -1 for the two special streams
         * @param bytes how many bytes are written
         */
        record Started(long timeCycles, int device, Operation operation, long parent, int stream, long bytes)
                implements MemoryEvent {}

        /** Its bytes have moved; parameters as in {@link Started}. */
        record Ended(long timeCycles, int device, Operation operation, long parent, int stream, long bytes)
                implements MemoryEvent {}
    }

    /**
     * A stream waits for an event, or has waited.
     *
     * @param parent the grid whose stream it is; 0 for the host
     * @param stream the stream of the host, counted from 0, or that of device code, counted from 1
     * @param over whether the wait is over; otherwise it starts
     */
    record EventWait(long timeCycles, int device, long parent, int stream, boolean over) implements RunEvent {
        @Override
        public EventKind kind() {
            return EventKind.EVENT_WAIT;
        }
    }

    /**
     * The host thread has been inside a call.
     *
     * @param timeCycles when the call started
     * @param call CUDA's name of it
     * @param endCycles when it returned
     * @param awaitedCycles when what it waits for had happened; when it started, if that was before or it waits for nothing
     */
    record HostCall(long timeCycles, int device, String call, long endCycles, long awaitedCycles) implements RunEvent {
        @Override
        public EventKind kind() {
            return EventKind.HOST_CALL;
        }
    }

    /** Something about the time that a program of the host measures with events. */
    sealed interface HostTimingEvent extends RunEvent {
        @Override
        default EventKind kind() {
            return EventKind.HOST_TIME;
        }

        /**
         * An event that the host has recorded is reached.
         *
         * @param stream the stream it was recorded in
         */
        record Reached(long timeCycles, int device, int stream) implements HostTimingEvent {}

        /**
         * The host has asked for the time between two events.
         *
         * @param timeCycles when it asked
         * @param beginCycles when the first was reached
         * @param endCycles when the second was
         */
        record Measured(long timeCycles, int device, long beginCycles, long endCycles) implements HostTimingEvent {}
    }

    /**
     * What a warp did up to now since it was last told of, or since its block was placed, told when it comes to something that others can notice. What
     * is not said here was computing.
     *
     * @param grid number of its grid
     * @param block index of its block in the grid
     * @param warp index in the block
     * @param moment what it has come to
     * @param memoryCycles for how long it waited for memory
     * @param callCycles for how long it was inside calls of the device runtime
     * @param roomCycles for how long it could have gone on, but its block was swapped out
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
            long roomCycles)
            implements RunEvent {
        /** What a warp comes to. */
        public enum Moment {
            /** It calls the device runtime; the launches of its grid that events report before the next moment of its device belong to this call. */
            CALLS,
            /** It goes on behind a device synchronisation that had to wait (rule SYNC-1). */
            RETURNS,
            /** It comes to a barrier. */
            ARRIVES,
            /** It goes on behind a barrier. */
            PASSES,
            /** Threads of it exit. */
            ENDS
        }

        @Override
        public EventKind kind() {
            return EventKind.WARP;
        }
    }

    /** Something happened to the pool of pending launches. */
    sealed interface PoolEvent extends RunEvent {
        @Override
        default EventKind kind() {
            return EventKind.POOL;
        }

        /**
         * A place was taken or given back.
         *
         * @param fixedUsed places of the fixed part that are taken
         * @param virtualUsed places of the virtualised part that are taken
         */
        record Occupancy(long timeCycles, int device, long fixedUsed, long virtualUsed) implements PoolEvent {}

        /**
         * A launch found no place in the fixed part (rules POOL-3 to POOL-6).
         *
         * @param parent the grid that launched
         * @param kernel what it launched
         * @param refused whether the launch failed; otherwise it went to the virtualised part
         */
        record Overflow(long timeCycles, int device, long parent, String kernel, boolean refused)
                implements PoolEvent {}

        /**
         * From now on the pool is walked through before a grid can start, or be complete if its threads have ended.
         *
         * @param grid its number
         * @param cycles for how long
         */
        record Searched(long timeCycles, int device, long grid, long cycles) implements PoolEvent {}
    }

    /**
     * Something worth a warning.
     *
     * @param rule id of the rule or the finding that it is about
     * @param message what happened, ready to print
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

    /** Why a grid that has been posted does not start yet. */
    enum WaitReason {
        /** What is before it in its stream, or an event, is not complete (rules STR-7, EVT-8). */
        PREDECESSOR,
        /** It is a tail launch, and what it follows has not ended (rule TAIL-2), or the policy holds it until its parent ends (rule LNCH-3). */
        PARENT_END,
        /** It is fetched from the virtualised part of the pool of pending launches (rule POOL-9). */
        POOL,
        /** The part of the device that takes launches up is busy, or the way from there to the block scheduler takes its time. */
        LAUNCH_SERVER,
        /** Blocks of the grid that launched it come first and have no SM yet (rule CONC-3). */
        PARENT_BLOCKS,
        /** Blocks of another grid come first and have no SM yet. */
        OTHER_BLOCKS,
        /** As many grids are on the device as it holds. */
        RESIDENT_GRIDS,
        /** It is on the device, and no SM has room for its first block. */
        SM_ROOM
    }
}
