package io.cdpsim.experiments.step;

import io.cdpsim.experiments.step.RecordedCells.Step;
import io.cdpsim.experiments.step.StepRecording.Knowledge;
import io.cdpsim.experiments.step.StepRecording.KnowledgeState;
import io.cdpsim.experiments.step.StepRecording.WordRow;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.visibility.VisibilityChecker;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.memory.visibility.report.WriteVisibility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the visibility checker knows in a run: which blocks see the last writes to each word of global and mapped memory. */
@SuppressWarnings("EnumOrdinal") // Cells hold the ordinals of states.
final class RecordedKnowledge {
    /** Enough for small programs; further words and blocks are not watched. */
    private static final int MOST_WORDS = 1_024;

    private static final int MOST_BLOCKS = 256;

    private record Observer(int block, int threads, BlockCausality causality) {}

    private record Race(long address, int first, int second) {}

    private final RecordedCells cells;
    private final VisibilityChecker checker;
    private final Map<Integer, Observer> observers = new LinkedHashMap<>();
    private final Map<Long, Integer> cellOf = new HashMap<>();
    private final List<Knowledge> knowledge = new ArrayList<>();
    private final Map<Long, Integer> watched = new LinkedHashMap<>();
    private final List<Race> races = new ArrayList<>();

    RecordedKnowledge(RecordedCells cells, VisibilityChecker checker) {
        this.cells = cells;
        this.checker = checker;
        BlockCausality host = checker.host();
        observers.put(host.uid(), new Observer(StepRecording.HOST, 1, host));
        checker.listen((address, first, second) -> races.add(new Race(address, first, second)));
    }

    List<Knowledge> all() {
        return knowledge;
    }

    /** A block runs its first instruction. */
    void blockStarts(Step step, int block, int threads, BlockCausality causality) {
        if (observers.size() < MOST_BLOCKS) {
            Observer observer = new Observer(block, threads, causality);
            observers.put(causality.uid(), observer);
            learn(step, observer);
        }
    }

    /** A block has ended: it accesses nothing more. */
    void blockEnds(BlockCausality causality) {
        observers.remove(causality.uid());
    }

    /** A block may have learned of writes. */
    void learns(Step step, BlockCausality causality) {
        Observer observer = observers.get(causality.uid());
        if (observer != null) {
            learn(step, observer);
        }
    }

    /** The host may have learned of writes. */
    void hostLearns(Step step) {
        learns(step, checker.host());
    }

    private void learn(Step step, Observer observer) {
        watched.forEach((address, word) -> {
            if (state(observer, word) != KnowledgeState.RACING) {
                update(step, observer, address, word);
            }
        });
    }

    /**
     * A word of memory was accessed.
     *
     * @param writes whether it may have been written
     */
    void accessed(Step step, WordRow row, int word, boolean writes) {
        if (row.space() != AddressSpace.GLOBAL && row.space() != AddressSpace.MAPPED) {
            return;
        }
        boolean isNew = !watched.containsKey(row.address());
        if (isNew && watched.size() == MOST_WORDS) {
            return;
        }
        watched.put(row.address(), word);
        if (isNew || writes) {
            observers.values().forEach(each -> update(step, each, row.address(), word));
        }
    }

    /** Marks the races that the step's accesses took part in. */
    void markRaces(Step step) {
        for (Race each : races) {
            Integer word = watched.get(each.address() & -Integer.BYTES);
            for (int side : new int[] {each.first(), each.second()}) {
                Observer observer = observers.get(side);
                if (word != null && observer != null) {
                    cells.set(step, cell(observer, word), KnowledgeState.RACING.ordinal());
                }
            }
        }
        races.clear();
    }

    private void update(Step step, Observer observer, long address, int word) {
        WriteVisibility visibility = checker.visibility(observer.causality(), observer.threads(), address);
        if (visibility == WriteVisibility.UNWRITTEN && !cellOf.containsKey(key(observer, word))) {
            return;
        }
        KnowledgeState state = switch (visibility) {
            case UNWRITTEN -> KnowledgeState.UNWRITTEN;
            case VISIBLE -> KnowledgeState.VISIBLE;
            case PARTLY -> KnowledgeState.PARTLY;
            case PENDING -> KnowledgeState.PENDING;
        };
        cells.set(step, cell(observer, word), state.ordinal());
    }

    private KnowledgeState state(Observer observer, int word) {
        Integer cell = cellOf.get(key(observer, word));
        return cell == null ? KnowledgeState.UNWRITTEN : KnowledgeState.values()[cells.value(cell)];
    }

    private int cell(Observer observer, int word) {
        return cellOf.computeIfAbsent(key(observer, word), key -> {
            int cell = cells.reserve(1);
            knowledge.add(new Knowledge(observer.block(), word, cell));
            return cell;
        });
    }

    private static long key(Observer observer, int word) {
        return ((long) observer.block() << Integer.SIZE) | word;
    }
}
