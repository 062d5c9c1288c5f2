package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.ThreadAction;
import io.cdpsim.memory.consistency.trace.ThreadInstance;

/** The relations of the PTX memory model among the actions of a candidate execution that follow from the program alone. */
final class ProgramRelations {
    private final EventSet events;
    private final Relation programOrder;
    private final Relation locationOrder;
    private final Relation morallyStrong;
    private final Relation releaseStarts;
    private final Relation acquireEnds;

    /** Relates the actions of an event set. */
    ProgramRelations(EventSet events) {
        this.events = events;
        programOrder = new Relation(events.count());
        locationOrder = new Relation(events.count());
        morallyStrong = new Relation(events.count());
        releaseStarts = new Relation(events.count());
        acquireEnds = new Relation(events.count());
        relate();
    }

    private void relate() {
        for (int i = 0; i < events.actionCount(); i++) {
            for (int j = 0; j < events.actionCount(); j++) {
                if (i == j) {
                    continue;
                }
                boolean sameThread = events.threadOf(i) == events.threadOf(j);
                boolean sameProxy = events.proxy(i) == events.proxy(j);
                boolean sameAddress = events.address(i) >= 0 && events.address(i) == events.address(j);
                if (sameThread && i < j) {
                    programOrder.add(i, j);
                    if (sameAddress && sameProxy) {
                        locationOrder.add(i, j);
                    }
                }
                boolean bothAccess = events.address(i) >= 0 && events.address(j) >= 0;
                boolean related =
                        sameThread || (events.isStrong(i) && events.isStrong(j) && includes(i, j) && includes(j, i));
                if (related && sameProxy && (sameAddress || !bothAccess)) {
                    morallyStrong.add(i, j);
                }
            }
        }
        for (int i = 0; i < events.actionCount(); i++) {
            if (events.isStrong(i) && events.action(i) instanceof ThreadAction.Write) {
                releasePattern(i);
            } else if (events.isStrong(i) && events.action(i) instanceof ThreadAction.Read read) {
                acquirePattern(i, read.reduction());
            }
        }
    }

    /** Finds the events that start a release pattern which ends with the strong write. */
    private void releasePattern(int write) {
        for (int i = 0; i < events.actionCount(); i++) {
            boolean fence = events.action(i) instanceof ThreadAction.Fence each
                    && each.order().releases()
                    && programOrder.has(i, write);
            boolean release = events.action(i) instanceof ThreadAction.Write first
                    && first.order().releases()
                    && (i == write || locationOrder.has(i, write));
            if (fence || release) {
                releaseStarts.add(write, i);
            }
        }
    }

    /** Finds the events that end an acquire pattern which starts with the strong read. */
    private void acquirePattern(int read, boolean reduction) {
        for (int i = 0; i < events.actionCount(); i++) {
            boolean fence = !reduction
                    && events.action(i) instanceof ThreadAction.Fence each
                    && each.order().acquires()
                    && programOrder.has(read, i);
            boolean acquire = events.action(i) instanceof ThreadAction.Read last
                    && !last.reduction()
                    && last.order().acquires()
                    && (i == read || locationOrder.has(read, i));
            if (fence || acquire) {
                acquireEnds.add(read, i);
            }
        }
    }

    /** Whether the first event's scope includes the second event's thread. */
    private boolean includes(int first, int second) {
        ThreadInstance a = events.threads().get(events.threadOf(first));
        ThreadInstance b = events.threads().get(events.threadOf(second));
        return switch (events.scope(first)) {
            case BLOCK -> a.block() == b.block();
            case CLUSTER -> a.cluster() == b.cluster();
            case DEVICE -> a.grid().gpu() == b.grid().gpu();
            case SYSTEM -> true;
        };
    }

    /** po. */
    Relation programOrder() {
        return programOrder;
    }

    /** poloc. */
    Relation locationOrder() {
        return locationOrder;
    }

    /** ms. */
    Relation morallyStrong() {
        return morallyStrong;
    }

    /** For each strong write, the starts of the release patterns that end with it. */
    Relation releaseStarts() {
        return releaseStarts;
    }

    /** For each strong read, the ends of the acquire patterns that start with it. */
    Relation acquireEnds() {
        return acquireEnds;
    }
}
