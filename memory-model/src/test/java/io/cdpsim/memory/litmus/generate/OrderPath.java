package io.cdpsim.memory.litmus.generate;

import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import java.util.List;

/**
 * How one access of a cycle comes before another: in one thread, by what the model says of launches and completions, or, for the paths
 * that start with {@code no}, not at all although it may look so.
 */
enum OrderPath {
    PROGRAM_ORDER("po", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            inThread(root, first, second, "");
        }
    },
    FENCE("po.fence.acq_rel.gpu", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            inThread(root, first, second, "fence.acq_rel.gpu");
        }
    },
    SEQUENTIAL_FENCE("po.fence.sc.gpu", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            inThread(root, first, second, "fence.sc.gpu");
        }
    },
    SEQUENTIAL_BLOCK_FENCE("po.fence.sc.cta", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            inThread(root, first, second, "fence.sc.cta");
        }
    },
    /** E1. */
    LAUNCH("launch", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.access(first);
            root.launch("null").access(second);
        }
    },
    LAUNCH_FREE("launch.faf", 2) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.access(first);
            root.launch("faf").access(second);
        }
    },
    LAUNCH_TWICE("launch.launch", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.access(first);
            root.launch("perthread").launch("null").access(second);
        }
    },
    /** E5. */
    STREAM("stream", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("A").access(first);
            root.launch("A").access(second);
        }
    },
    NULL_STREAM("stream.null", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("null").access(first);
            root.launch("null").access(second);
        }
    },
    /** E3 and E5. */
    NESTING("nest", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("null").launch("B").access(first);
            root.launch("null").access(second);
        }
    },
    NESTING_TWICE("nest.nest", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("A").launch("null").launch("perthread").access(first);
            root.launch("A").access(second);
        }
    },
    /** E4 and E5. */
    NESTING_TAIL("nest.tail", 2) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("null").launch("tail").access(first);
            root.launch("null").access(second);
        }
    },
    /** E6. */
    EVENT("event", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            DraftThread child = root.launch("A");
            root.records("E", "A");
            root.waits("E", "B");
            child.access(first);
            root.launch("B").access(second);
        }
    },
    EVENT_TWICE("event.event", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            DraftThread child = root.launch("A");
            root.records("E", "A");
            root.waits("E", "B");
            root.records("F", "B");
            root.waits("F", "C");
            child.access(first);
            root.launch("C").access(second);
        }
    },
    /** E4. */
    TAIL("tail", 2) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            DraftThread grid = root.launch("null");
            DraftThread tail = grid.launch("tail");
            grid.access(first);
            tail.access(second);
        }
    },
    TAIL_OF_CHILD("tail.child", 2) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            DraftThread grid = root.launch("null");
            DraftThread tail = grid.launch("tail");
            grid.launch("faf").access(first);
            tail.access(second);
        }
    },
    TAIL_ORDER("tail.tail", 2) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            DraftThread grid = root.launch("null");
            grid.launch("tail").access(first);
            grid.launch("tail").access(second);
        }
    },
    TAIL_NESTING("tail.nest.tail", 2) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            DraftThread grid = root.launch("null");
            grid.launch("tail").launch("tail").access(first);
            grid.launch("tail").access(second);
        }
    },
    /** E7. */
    SYNCHRONIZE("sync", 1) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("A").access(first);
            root.then("sync");
            root.access(second);
        }
    },
    SYNCHRONIZE_NESTING("nest.sync", 1) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("null").launch("null").access(first);
            root.then("sync");
            root.access(second);
        }
    },
    SYNCHRONIZE_LAUNCH("sync.launch", 1) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("A").access(first);
            root.then("sync");
            root.launch("B").access(second);
        }
    },
    NO_LATE("no.late", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            DraftThread child = root.launch("null");
            root.access(first);
            child.access(second);
        }
    },
    NO_RETURN("no.return", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("null").access(first);
            root.access(second);
        }
    },
    NO_STREAM("no.stream", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("null").access(first);
            root.launch("A").access(second);
        }
    },
    NO_FREE("no.faf", 2) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.launch("faf").access(first);
            root.launch("faf").access(second);
        }
    },
    NO_EVENT("no.event", 0) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.records("E", "A");
            DraftThread child = root.launch("A");
            root.waits("E", "B");
            child.access(first);
            root.launch("B").access(second);
        }
    },
    NO_TAIL("no.tail", 2) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            DraftThread child = root.launch("null");
            root.access(first);
            child.launch("tail").access(second);
        }
    },
    NO_SYNCHRONIZE("no.sync", 1) {
        @Override
        void write(DraftThread root, DraftAccess first, DraftAccess second) {
            root.then("sync");
            root.launch("null").access(first);
            root.access(second);
        }
    };

    final String label;
    private final int version;

    OrderPath(String label, int version) {
        this.label = label;
        this.version = version;
    }

    /**
     * Writes the two accesses into the root, a thread of its own, and what it launches.
     *
     * @param root an empty thread
     */
    abstract void write(DraftThread root, DraftAccess first, DraftAccess second);

    private static void inThread(DraftThread root, DraftAccess first, DraftAccess second, String between) {
        root.access(first);
        if (!between.isEmpty()) {
            root.then(between);
        }
        root.access(second);
    }

    boolean isInOneThread() {
        return label.startsWith("po");
    }

    /** Whether the first access does come before the second. */
    boolean orders() {
        return !label.startsWith("no.");
    }

    boolean isIn(Dialect dialect) {
        return version == 0 || version == (dialect == Dialect.CDP1 ? 1 : 2);
    }

    static List<OrderPath> of(Dialect dialect) {
        return List.of(values()).stream().filter(each -> each.isIn(dialect)).toList();
    }
}
