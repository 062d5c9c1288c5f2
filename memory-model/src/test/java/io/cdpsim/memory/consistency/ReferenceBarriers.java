package io.cdpsim.memory.consistency;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Guesses which arrivals pass a barrier together, in every way, and keeps the guesses that are as barriers are said to be. */
final class ReferenceBarriers {
    private static final int NONE = -1;

    private final List<ReferenceThread.Step> steps;
    private final List<Integer> threadOf;
    private final List<ReferenceThread.Way> ways;
    private final List<Integer> blockOf;
    private final boolean wholeBlock;
    private final List<Integer> arrivals = new ArrayList<>();
    private final List<boolean[][]> found = new ArrayList<>();
    // What the steps alone decide, found once for all guesses.
    private final Map<Integer, List<Long>> barrierOf = new HashMap<>();
    private final Map<Integer, List<Integer>> sameThreadAndBarrier = new HashMap<>();
    private final Map<Integer, Long> needed = new HashMap<>();
    private int[] phaseOf = {};

    /** Takes the steps of an execution, and whether a barrier without a count waits for the whole block. */
    ReferenceBarriers(
            List<ReferenceThread.Step> steps,
            List<Integer> threadOf,
            List<ReferenceThread.Way> ways,
            List<Integer> blockOf,
            boolean wholeBlock) {
        this.steps = steps;
        this.threadOf = threadOf;
        this.ways = ways;
        this.blockOf = blockOf;
        this.wholeBlock = wholeBlock;
    }

    /** What each way to pass the barriers orders. */
    List<boolean[][]> orders() {
        for (int i = 0; i < steps.size(); i++) {
            if (isArrival(i)) {
                arrivals.add(i);
            }
        }
        phaseOf = new int[steps.size()];
        arrivals.forEach(each -> barrierOf.put(each, nameOfBarrier(each)));
        arrivals.forEach(each -> sameThreadAndBarrier.put(each, findSameThreadAndBarrier(each)));
        arrivals.forEach(each -> needed.put(each, findNeeded(each)));
        guess(0, 0);
        return found;
    }

    private boolean isArrival(int step) {
        return waits(step) || steps.get(step).kind() == 'A';
    }

    private boolean waits(int step) {
        return steps.get(step).kind() == 'B';
    }

    /** Phases are numbered by their first arrival, so that each guess is made once. */
    private void guess(int index, int phases) {
        if (index == arrivals.size()) {
            if (isPossible(phases)) {
                found.add(order());
            }
            return;
        }
        for (int phase = NONE; phase <= phases; phase++) {
            if (phase == NONE || mayJoin(index, phase)) {
                phaseOf[arrivals.get(index)] = phase;
                guess(index + 1, phase == phases ? phases + 1 : phases);
            }
        }
    }

    /** Whether all that were put in a phase so far are at the arrival's barrier, and of other threads. */
    private boolean mayJoin(int index, int phase) {
        int arrival = arrivals.get(index);
        for (int other : arrivals.subList(0, index)) {
            if (phaseOf[other] == phase
                    && (!barrierOf(other).equals(barrierOf(arrival))
                            || threadOf.get(other).equals(threadOf.get(arrival)))) {
                return false;
            }
        }
        return true;
    }

    private List<Long> barrierOf(int arrival) {
        return barrierOf.getOrDefault(arrival, List.of());
    }

    private List<Long> nameOfBarrier(int arrival) {
        List<Long> name = new ArrayList<>(steps.get(arrival).barrier());
        name.add(0, (long) blockOf.get(threadOf.get(arrival)));
        return name;
    }

    private boolean isPossible(int phases) {
        if (!waitersAreAsSaid() || !inProgramOrder()) {
            return false;
        }
        for (int phase = 0; phase < phases; phase++) {
            if (!isWhole(phase)) {
                return false;
            }
        }
        return canHappenInTurn(phases) && nobodyCouldGoOn();
    }

    private List<Integer> membersOf(int phase) {
        return arrivals.stream().filter(each -> phaseOf[each] == phase).toList();
    }

    /** One barrier, each thread once, and as many as the barrier is for. */
    private boolean isWhole(int phase) {
        List<Integer> members = membersOf(phase);
        long barriers = members.stream().map(this::barrierOf).distinct().count();
        long threads = members.stream().map(threadOf::get).distinct().count();
        boolean gathers = !wholeBlock && barrierOf(members.get(0)).size() == 3;
        boolean sameTurn = members.stream().map(this::nth).distinct().count() == 1;
        return barriers == 1
                && threads == members.size()
                && members.size() == needed.get(members.get(0))
                && (!gathers || sameTurn);
    }

    /** Which of its thread's arrivals at its barrier an arrival is, from 0. */
    private int nth(int arrival) {
        return (int) sameThreadAndBarrier(arrival).stream()
                .filter(each -> each < arrival)
                .count();
    }

    private List<Integer> sameThreadAndBarrier(int arrival) {
        return sameThreadAndBarrier.getOrDefault(arrival, List.of());
    }

    private List<Integer> findSameThreadAndBarrier(int arrival) {
        return arrivals.stream()
                .filter(each -> threadOf.get(each).equals(threadOf.get(arrival))
                        && barrierOf(each).equals(barrierOf(arrival)))
                .toList();
    }

    private long findNeeded(int arrival) {
        int nth = nth(arrival);
        List<Long> name = barrierOf(arrival);
        if (name.size() == 4) {
            return name.get(3);
        }
        if (wholeBlock) {
            return blockOf.stream().filter(each -> (long) each == name.get(0)).count();
        }
        return arrivals.stream()
                .filter(each -> barrierOf(each).equals(name) && nth(each) == nth)
                .count();
    }

    /** A thread's arrivals at a barrier are taken first to last. */
    private boolean inProgramOrder() {
        for (int a : arrivals) {
            for (int b : sameThreadAndBarrier(a)) {
                if (a < b && phaseOf[a] == NONE && phaseOf[b] != NONE) {
                    return false;
                }
                if (a < b && phaseOf[b] != NONE && !before(phaseOf[a], phaseOf[b])) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Between phases of one barrier: all threads that are in both come to the first one first. */
    private boolean before(int first, int second) {
        for (int a : membersOf(first)) {
            for (int b : membersOf(second)) {
                if (threadOf.get(a).equals(threadOf.get(b)) && a > b) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean canHappenInTurn(int phases) {
        Set<Integer> passed = new TreeSet<>();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int phase = 0; phase < phases; phase++) {
                boolean ready = membersOf(phase).stream()
                        .allMatch(each -> earlierIn(each).stream()
                                .allMatch(earlier -> passed.contains(phaseOf[earlier]) || !holdsBack(earlier, each)));
                if (ready) {
                    changed |= passed.add(phase);
                }
            }
        }
        return passed.size() == phases;
    }

    private List<Integer> earlierIn(int arrival) {
        return arrivals.stream()
                .filter(each -> each < arrival && threadOf.get(each).equals(threadOf.get(arrival)))
                .toList();
    }

    /** Waits do, and so does an arrival at the same barrier, which takes one a phase. */
    private boolean holdsBack(int earlier, int arrival) {
        return waits(earlier) || barrierOf(earlier).equals(barrierOf(arrival));
    }

    private boolean waitersAreAsSaid() {
        for (int arrival : arrivals) {
            int thread = threadOf.get(arrival);
            boolean last = arrival == threadOf.lastIndexOf(thread);
            boolean stays = last && ways.get(thread).stuck();
            if (waits(arrival) && (phaseOf[arrival] == NONE) != stays) {
                return false;
            }
        }
        return true;
    }

    /** No phase more could be made of those who came in vain. */
    private boolean nobodyCouldGoOn() {
        Map<List<Long>, Set<Integer>> left = new HashMap<>();
        for (int arrival : arrivals) {
            if (phaseOf[arrival] == NONE) {
                left.computeIfAbsent(barrierOf(arrival), each -> new TreeSet<>())
                        .add(threadOf.get(arrival));
            }
        }
        for (int arrival : arrivals) {
            if (phaseOf[arrival] == NONE) {
                long most = needed.getOrDefault(arrival, 0L);
                int come = left.getOrDefault(barrierOf(arrival), Set.of()).size();
                if (most > 0 && come >= most) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean[][] order() {
        boolean[][] order = new boolean[steps.size()][steps.size()];
        for (int a : arrivals) {
            for (int b : arrivals) {
                order[a][b] = a != b && waits(b) && phaseOf[a] != NONE && phaseOf[a] == phaseOf[b];
            }
        }
        return order;
    }
}
