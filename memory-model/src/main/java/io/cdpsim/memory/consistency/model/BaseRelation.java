package io.cdpsim.memory.consistency.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The sets and relations that an execution gives to a model. */
public enum BaseRelation {
    ALL("_", true, ModelTerm.OF_PROGRAM),
    READS("R", true, ModelTerm.OF_PROGRAM),
    WRITES("W", true, ModelTerm.OF_PROGRAM),
    ACCESSES("M", true, ModelTerm.OF_PROGRAM),
    INITIAL_WRITES("IW", true, ModelTerm.OF_PROGRAM),
    FENCES("F", true, ModelTerm.OF_PROGRAM),
    BARRIERS("BAR", true, ModelTerm.OF_PROGRAM),
    ATOMICS("RMW", true, ModelTerm.OF_PROGRAM),
    REDUCTIONS("RED", true, ModelTerm.OF_PROGRAM),
    WEAK("WEAK", true, ModelTerm.OF_PROGRAM),
    STRONG("STRONG", true, ModelTerm.OF_PROGRAM),
    ACQUIRES("ACQ", true, ModelTerm.OF_PROGRAM),
    RELEASES("REL", true, ModelTerm.OF_PROGRAM),
    SEQUENTIAL_FENCES("SC", true, ModelTerm.OF_PROGRAM),
    BLOCK_SCOPE("CTA", true, ModelTerm.OF_PROGRAM),
    CLUSTER_SCOPE("CLUSTER", true, ModelTerm.OF_PROGRAM),
    DEVICE_SCOPE("GPU", true, ModelTerm.OF_PROGRAM),
    SYSTEM_SCOPE("SYS", true, ModelTerm.OF_PROGRAM),
    GENERIC_PROXY("GENERIC", true, ModelTerm.OF_PROGRAM),
    TEXTURE_PROXY("TEXTURE", true, ModelTerm.OF_PROGRAM),
    SURFACE_PROXY("SURFACE", true, ModelTerm.OF_PROGRAM),
    CONSTANT_PROXY("CONSTANT", true, ModelTerm.OF_PROGRAM),
    TEXTURE_FENCES("PTEXTURE", true, ModelTerm.OF_PROGRAM),
    SURFACE_FENCES("PSURFACE", true, ModelTerm.OF_PROGRAM),
    CONSTANT_FENCES("PCONSTANT", true, ModelTerm.OF_PROGRAM),
    ALIAS_FENCES("PALIAS", true, ModelTerm.OF_PROGRAM),
    LAUNCHES("LAUNCH", true, ModelTerm.OF_PROGRAM),
    WAITS_FOR_GRIDS("SYNC", true, ModelTerm.OF_PROGRAM),
    GRID_STARTS("START", true, ModelTerm.OF_PROGRAM),
    GRID_THREADS_ENDED("OWN", true, ModelTerm.OF_PROGRAM),
    GRIDS_DRAINED("DRAIN", true, ModelTerm.OF_PROGRAM),
    GRIDS_COMPLETE("COMPLETE", true, ModelTerm.OF_PROGRAM),
    WAITING_FOR_EVER("STUCK", true, ModelTerm.OF_PROGRAM),
    NEVER("NEVER", true, ModelTerm.OF_SYNCHRONIZATION),
    IDENTITY("id", false, ModelTerm.OF_PROGRAM),
    PROGRAM_ORDER("po", false, ModelTerm.OF_PROGRAM),
    SAME_LOCATION("loc", false, ModelTerm.OF_PROGRAM),
    SAME_ADDRESS("vaddr", false, ModelTerm.OF_PROGRAM),
    SAME_THREAD("int", false, ModelTerm.OF_PROGRAM),
    SAME_BLOCK("scta", false, ModelTerm.OF_PROGRAM),
    SAME_CLUSTER("scluster", false, ModelTerm.OF_PROGRAM),
    SAME_DEVICE("sgpu", false, ModelTerm.OF_PROGRAM),
    ATOMIC_PAIRS("rmw", false, ModelTerm.OF_PROGRAM),
    DEPENDENCIES("dep", false, ModelTerm.OF_PROGRAM),
    BARRIER_EDGES("barrier", false, ModelTerm.OF_SYNCHRONIZATION),
    LAUNCH_EDGES("launch", false, ModelTerm.OF_SYNCHRONIZATION),
    THREAD_EDGES("threads", false, ModelTerm.OF_SYNCHRONIZATION),
    NESTING_EDGES("nesting", false, ModelTerm.OF_SYNCHRONIZATION),
    TAIL_EDGES("tail", false, ModelTerm.OF_SYNCHRONIZATION),
    STREAM_EDGES("stream", false, ModelTerm.OF_SYNCHRONIZATION),
    EVENT_EDGES("event", false, ModelTerm.OF_SYNCHRONIZATION),
    HOST_EDGES("host", false, ModelTerm.OF_SYNCHRONIZATION),
    GRAPH_EDGES("graph", false, ModelTerm.OF_SYNCHRONIZATION),
    DEPENDENT_EDGES("dependent", false, ModelTerm.OF_SYNCHRONIZATION),
    LAUNCHED_GRIDS("launched", false, ModelTerm.OF_SYNCHRONIZATION),
    AWAITED_GRIDS("awaited", false, ModelTerm.OF_SYNCHRONIZATION),
    QUEUE_ORDER("entry", false, ModelTerm.OF_SYNCHRONIZATION),
    READS_FROM("rf", false, ModelTerm.OF_READS);

    private final String label;
    private final boolean isSet;
    private final int stage;

    BaseRelation(String label, boolean isSet, int stage) {
        this.label = label;
        this.isSet = isSet;
        this.stage = stage;
    }

    /** Its name in models. */
    public String label() {
        return label;
    }

    /** Whether it is a set of events. */
    public boolean isSet() {
        return isSet;
    }

    /** Its number among all of them. */
    int index() {
        return List.of(values()).indexOf(this);
    }

    int stage() {
        return stage;
    }

    static Optional<BaseRelation> named(String name) {
        return Arrays.stream(values()).filter(each -> each.label.equals(name)).findFirst();
    }
}
