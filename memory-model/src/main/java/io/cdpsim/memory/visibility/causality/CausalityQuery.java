package io.cdpsim.memory.visibility.causality;

/**
 * A question whether an access is known, asked of one after another of those who may know it. What has been asked in vain is marked with the
 * question's number, so that it is not asked again however many ways lead to it.
 */
public final class CausalityQuery {
    private long number;
    private long epoch;
    private GridCausality grid;

    /** A question not asked yet. */
    public CausalityQuery(GridCausality anyGrid) {
        grid = anyGrid;
    }

    /** Asks anew: for an access of a thread of a grid. */
    public CausalityQuery of(long accessEpoch, GridCausality accessor) {
        number++;
        epoch = accessEpoch;
        grid = accessor;
        return this;
    }

    long number() {
        return number;
    }

    long epoch() {
        return epoch;
    }

    GridCausality grid() {
        return grid;
    }
}
