package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.semantics.Semantics;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Liveness;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Repeats the body of a short loop that counts by a constant to a bound, four times while as many rounds are left, then twice, as the assembler does: the
 * loads of four rounds are issued together. The loop is one straight line that ends with the branch back, which is taken while the counter, after its step, is
 * less than the bound (counting up), greater (counting down), or another. Not of a loop with {@code .pragma "nounroll"}. Source: what ptxas 13.0 makes of
 * loops in PTX for compute capability 9.0.
 *
 * <p>Four rounds are left if the counter has not reached the bound less three steps. That difference may leave the range of integers; then all rounds run one
 * by one, so that the result is the same for each bound.
 */
final class Unrolling {
    private static final int ROUNDS = 4;

    private static final int FEWER_ROUNDS = 2;

    /** So that the steps of all rounds are an integer of 32 bits. */
    private static final int MOST_STEP = Integer.MAX_VALUE / ROUNDS;

    /** Most instructions of a loop that is unrolled for its loads from global memory, accesses to memory counted twice: a load and 43 products are (50). */
    private static final int MOST_WITH_LOADS = 50;

    /** The same for a loop that only computes and stores. */
    private static final int MOST_WITHOUT_LOADS = 22;

    /** By how many more for each load from shared memory, where that is more: 12 loads, the sums of their values and 42 products are (82). */
    private static final int MORE_FOR_SHARED_LOAD = 5;

    private final DraftFunction function;
    private final ConstantPool constants;
    private final List<Step> steps;
    private final Liveness liveness;
    private final Map<Integer, Integer> predicateUses = new HashMap<>();

    /**
     * A loop of one straight-line region.
     *
     * @param start its label
     * @param end its branch back
     * @param compare the comparison of its counter with its bound
     * @param counter the register that counts
     * @param bound the operand that it counts to
     * @param step by how much it counts, less than 0 if down
     * @param reaches whether there is a round at the bound, too
     * @param test the operation that tells the order of counter and bound
     */
    private record Loop(
            int start, int end, int compare, int counter, int bound, long step, boolean reaches, Opcode test) {
        /** How what comes earlier compares with what comes later. */
        Comparison direction() {
            return step > 0 ? Comparison.LESS : Comparison.GREATER;
        }

        /** How the counter compares with the bound while rounds are left. */
        Comparison order() {
            return !reaches ? direction() : step > 0 ? Comparison.LESS_OR_EQUAL : Comparison.GREATER_OR_EQUAL;
        }
    }

    private Unrolling(DraftFunction function, ConstantPool constants) {
        this.function = function;
        this.constants = constants;
        steps = function.steps();
        liveness = new Liveness(function);
        for (Step step : steps) {
            if (step instanceof DraftInstruction draft) {
                for (int predicate : Dependences.predicatesRead(draft)) {
                    predicateUses.merge(predicate, 1, Integer::sum);
                }
            }
        }
    }

    static void run(DraftFunction function, ConstantPool constants) {
        Unrolling unrolling = new Unrolling(function, constants);
        List<Step> written = new ArrayList<>();
        for (int block = 0; block < unrolling.liveness.blocks(); block++) {
            int start = unrolling.liveness.start(block);
            int end = unrolling.liveness.end(block);
            Loop loop = unrolling.loop(start, end);
            if (loop == null) {
                written.addAll(unrolling.steps.subList(start, end));
            } else {
                unrolling.write(loop, unrolling.liveness.liveIn(block), written);
            }
        }
        function.steps(written);
    }

    private @Nullable Loop loop(int from, int to) {
        int start = from;
        while (start + 1 < to && steps.get(start + 1) instanceof Step.Label) {
            start++;
        }
        int end = to - 1;
        if (!(steps.get(start) instanceof Step.Label label)
                || !(steps.get(end) instanceof DraftInstruction back)
                || back.opcode() != Opcode.BRANCH
                || back.isUnconditional()
                || back.guardNegated()
                || back.target() != label.id()
                || function.isRolled(label.id())) {
            return null;
        }
        int compare = -1;
        int issued = 0;
        int loads = 0;
        int sharedLoads = 0;
        for (int i = start + 1; i < end; i++) {
            DraftInstruction draft = at(i);
            boolean isAccess = isAccess(draft);
            if (!isAccess && !draft.opcode().isArithmetic() && draft.opcode() != Opcode.LOAD_PARAMETER) {
                return null;
            }
            issued += draft.opcode().pipe() == Pipe.FREE ? 0 : isAccess ? 2 : 1;
            if (draft.opcode() == Opcode.LOAD && draft.modifiers() instanceof Modifiers.Access access) {
                boolean isShared = access.space() == StateSpace.SHARED;
                loads += isShared ? 0 : 1;
                sharedLoads += isShared ? 1 : 0;
            }
            if (Dependences.writesPredicate(draft, back.guard())) {
                if (compare >= 0) {
                    return null;
                }
                compare = i;
            }
        }
        int most = Math.max(
                loads > 0 ? MOST_WITH_LOADS : MOST_WITHOUT_LOADS,
                MOST_WITHOUT_LOADS + MORE_FOR_SHARED_LOAD * sharedLoads);
        // The branch counts.
        return compare < 0
                        || issued + 1 > most
                        || predicateUses.getOrDefault(back.guard(), 0) != 1
                        || scatters(start, end)
                ? null
                : counted(start, end, compare);
    }

    /** Whether a store of a loop goes where one of its loads says: later loads would wait for it. */
    private boolean scatters(int start, int end) {
        BitSet loaded = new BitSet();
        for (int before = -1; before < loaded.cardinality(); ) {
            before = loaded.cardinality();
            for (int i = start + 1; i < end; i++) {
                DraftInstruction draft = at(i);
                boolean isLoad = draft.opcode() == Opcode.LOAD;
                if (draft.writes() > 0 && (isLoad || (draft.opcode().isArithmetic() && readsAny(draft, loaded)))) {
                    loaded.set(draft.destination(), draft.destination() + draft.writes());
                } else if (!draft.opcode().isArithmetic() && draft.a() >= 0 && loaded.get(draft.a())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean readsAny(DraftInstruction draft, BitSet registers) {
        return Arrays.stream(draft.reads()).anyMatch(registers::get);
    }

    /** Whether an instruction is a load or a store that orders no others, and the store is one of each turn. */
    private static boolean isAccess(DraftInstruction draft) {
        boolean isLoad = draft.opcode() == Opcode.LOAD;
        return (isLoad || (draft.opcode() == Opcode.STORE && draft.isUnconditional())) && Dependences.isWeak(draft);
    }

    private @Nullable Loop counted(int start, int end, int compare) {
        DraftInstruction test = at(compare);
        if (!test.isUnconditional() || !(test.modifiers() instanceof Modifiers.Compare how)) {
            return null;
        }
        boolean isTurned = test.a() < 0 || writers(test.a(), start, end) == 0;
        int counter = isTurned ? test.b() : test.a();
        int bound = isTurned ? test.a() : test.b();
        boolean staysBound = bound < 0 ? constants.isBits(bound) : writers(bound, start, end) == 0;
        if (counter < 0
                || !staysBound
                || writers(counter, start, compare) != 1
                || writers(counter, compare, end) != 0) {
            return null;
        }
        long step = 0;
        for (int i = start + 1; i < compare; i++) {
            step = at(i).writes(counter) ? stepOf(at(i), counter, isWide(test.opcode())) : step;
        }
        int orders = how.comparison().orders();
        boolean goesOn = (orders & (step > 0 == isTurned ? Comparison.GREATER : Comparison.LESS).orders()) != 0;
        Opcode operation = ordering(test.opcode(), how.comparison());
        if (step == 0 || step > MOST_STEP || step < -MOST_STEP || !goesOn || operation == null) {
            return null;
        }
        Loop loop = new Loop(
                start, end, compare, counter, bound, step, (orders & Comparison.EQUAL.orders()) != 0, operation);
        return bound < 0 && !hasLimit(loop) ? null : loop;
    }

    /** How many instructions between two steps write a register. */
    private int writers(int register, int from, int to) {
        int count = 0;
        for (int i = from + 1; i < to; i++) {
            count += at(i).writes(register) ? 1 : 0;
        }
        return count;
    }

    /** The comparison of integers that orders as another does; where two integers only differ, their order is that of signed ones. */
    private static @Nullable Opcode ordering(Opcode test, Comparison comparison) {
        boolean isSigned = comparison == Comparison.NOT_EQUAL;
        return switch (test) {
            case COMPARE_S32, COMPARE_S64 -> test;
            case COMPARE_U32 -> isSigned ? Opcode.COMPARE_S32 : test;
            case COMPARE_U64 -> isSigned ? Opcode.COMPARE_S64 : test;
            default -> null;
        };
    }

    /** By how much an instruction changes a counter; 0 if it does something else to it. */
    private long stepOf(DraftInstruction draft, int counter, boolean isWide) {
        if (!draft.isUnconditional() || draft.a() != counter) {
            return 0;
        }
        boolean isSum = draft.opcode() == sum(isWide);
        // As the multiplier adds.
        boolean isProduct = !isWide
                && draft.opcode() == Opcode.MAD_I32
                && constants.isBits(draft.b())
                && constants.bitsOf(draft.b()) == 1;
        int added = isSum ? draft.b() : draft.c();
        if (!(isSum || isProduct) || !constants.isBits(added)) {
            return 0;
        }
        long bits = constants.bitsOf(added);
        return isWide ? bits : (int) bits;
    }

    private static boolean isWide(Opcode test) {
        return test == Opcode.COMPARE_S64 || test == Opcode.COMPARE_U64;
    }

    private static Opcode sum(boolean isWide) {
        return isWide ? Opcode.ADD_I64 : Opcode.ADD_I32;
    }

    private void write(Loop loop, BitSet liveIn, List<Step> written) {
        DraftInstruction back = at(loop.end());
        int four = function.newLabel();
        int two = function.newLabel();
        int one = function.newLabel();
        int behind = function.newLabel();
        written.addAll(steps.subList(first(loop), loop.start() + 1));
        int limit = limit(loop, ROUNDS - 1, written);
        int hasLimit = function.newPredicate();
        if (loop.bound() >= 0) {
            Modifiers isBefore = new Modifiers.Compare(loop.direction());
            written.add(instruction(loop, loop.test(), hasLimit, limit, loop.bound(), isBefore));
        }
        int isMore = isMore(loop, limit, hasLimit, written);
        written.add(branch(back, isMore, true, two));
        written.add(new Step.Label(four));
        bodies(loop, ROUNDS, liveIn, written);
        written.add(isWithin(loop, limit, isMore));
        written.add(branch(back, isMore, false, four));
        written.add(at(loop.compare()));
        written.add(branch(back, back.guard(), true, behind));
        written.add(new Step.Label(two));
        int isMoreThanOne = isMore(loop, limit(loop, FEWER_ROUNDS - 1, written), hasLimit, written);
        written.add(branch(back, isMoreThanOne, true, one));
        bodies(loop, FEWER_ROUNDS, liveIn, written);
        written.add(at(loop.compare()));
        written.add(branch(back, back.guard(), true, behind));
        written.add(new Step.Label(one));
        written.addAll(steps.subList(loop.start() + 1, loop.end()));
        written.add(branch(back, back.guard(), false, one));
        written.add(new Step.Label(behind));
    }
    /** Whether a counter is within a limit, and the limit is an integer of its type. */
    private int isMore(Loop loop, int limit, int hasLimit, List<Step> written) {
        int isMore = function.newPredicate();
        written.add(isWithin(loop, limit, isMore));
        if (loop.bound() >= 0) {
            written.add(instruction(loop, Opcode.PREDICATE_AND, isMore, isMore, hasLimit, Modifiers.NONE));
        }
        return isMore;
    }

    private DraftInstruction isWithin(Loop loop, int limit, int predicate) {
        return instruction(loop, loop.test(), predicate, loop.counter(), limit, new Modifiers.Compare(loop.order()));
    }

    /** The first of the labels before a loop. */
    private int first(Loop loop) {
        int first = loop.start();
        while (first > 0 && steps.get(first - 1) instanceof Step.Label) {
            first--;
        }
        return first;
    }

    /** The body several times. Each copy has registers of its own for values that no other round reads, so that rounds overlap. */
    private void bodies(Loop loop, int rounds, BitSet liveIn, List<Step> written) {
        for (int round = 0; round < rounds; round++) {
            boolean isLast = round == rounds - 1;
            Map<Integer, Integer> names = new HashMap<>();
            Map<Integer, Integer> predicates = new HashMap<>();
            for (int i = loop.start() + 1; i < loop.end(); i++) {
                if (i == loop.compare()) {
                    continue;
                }
                DraftInstruction draft = at(i);
                DraftInstruction read = draft.withOperands(operand -> names.getOrDefault(operand, operand))
                        .withPredicates(predicate -> predicates.getOrDefault(predicate, predicate));
                if (!isLast && draft.writes() == 1 && isOfOneRound(draft.destination(), liveIn)) {
                    read = read.withDestination(names.computeIfAbsent(
                            draft.destination(), each -> function.newRegister(function.isWide(each))));
                } else if (!isLast && isPredicateOfOneRound(loop, i)) {
                    read = read.withDestination(
                            predicates.computeIfAbsent(draft.destination(), each -> function.newPredicate()));
                }
                written.add(read);
            }
        }
    }

    private boolean isOfOneRound(int register, BitSet liveIn) {
        return !liveIn.get(register)
                && !function.isFixed(register)
                && function.rows().stream().noneMatch(row -> contains(row, register));
    }

    /** Whether an instruction only writes a predicate, which instructions behind it in the loop read, and no others. */
    private boolean isPredicateOfOneRound(Loop loop, int at) {
        DraftInstruction draft = at(at);
        if (!draft.opcode().writesPredicate()
                || !draft.isUnconditional()
                || OperandUse.furtherPredicateOf(draft.modifiers()) >= 0) {
            return false;
        }
        int behind = 0;
        for (int i = loop.start() + 1; i < loop.end(); i++) {
            DraftInstruction other = at(i);
            if (i != at && Dependences.writesPredicate(other, draft.destination())) {
                return false;
            }
            for (int predicate : Dependences.predicatesRead(other)) {
                behind += i > at && predicate == draft.destination() ? 1 : 0;
            }
        }
        return behind == predicateUses.getOrDefault(draft.destination(), 0);
    }

    /** The bound less the steps of some rounds. */
    private int limit(Loop loop, int rounds, List<Step> written) {
        Opcode sum = sum(isWide(loop.test()));
        long less = -rounds * loop.step();
        if (loop.bound() < 0) {
            return constants.bits(Semantics.compute(sum, Modifiers.NONE, constants.bitsOf(loop.bound()), less, 0));
        }
        int limit = function.newRegister(isWide(loop.test()));
        written.add(instruction(loop, sum, limit, loop.bound(), constants.bits(less), Modifiers.NONE));
        return limit;
    }

    /** Whether a constant bound less three steps is an integer of its type. */
    private boolean hasLimit(Loop loop) {
        int limit = limit(loop, ROUNDS - 1, List.of());
        return Semantics.compute(
                        loop.test(),
                        new Modifiers.Compare(loop.direction()),
                        constants.bitsOf(limit),
                        constants.bitsOf(loop.bound()),
                        0)
                != 0;
    }

    private DraftInstruction instruction(Loop loop, Opcode opcode, int destination, int a, int b, Modifiers modifiers) {
        return new DraftInstruction(
                opcode,
                -1,
                false,
                false,
                destination,
                a,
                b,
                DraftInstruction.NONE,
                modifiers,
                DraftInstruction.NO_TARGET,
                at(loop.compare()).place());
    }

    private static DraftInstruction branch(DraftInstruction back, int predicate, boolean negated, int label) {
        return new DraftInstruction(
                Opcode.BRANCH,
                predicate,
                negated,
                false,
                back.destination(),
                back.a(),
                back.b(),
                back.c(),
                back.modifiers(),
                label,
                back.place());
    }

    private DraftInstruction at(int step) {
        return (DraftInstruction) steps.get(step);
    }

    private static boolean contains(int[] row, int register) {
        for (int each : row) {
            if (each == register) {
                return true;
            }
        }
        return false;
    }
}
