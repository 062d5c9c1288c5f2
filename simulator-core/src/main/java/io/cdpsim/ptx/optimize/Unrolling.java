package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Liveness;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Repeats the body of a short loop that counts down to zero, four times while as many rounds are left, then twice, as the assembler does: the loads of four
 * rounds are issued together. Not of a loop with {@code .pragma "nounroll"}. Source: the size of what ptxas 13.0 makes of loops for compute capability 9.0.
 */
final class Unrolling {
    private static final int ROUNDS = 4;

    private static final int FEWER_ROUNDS = 2;

    /** Most instructions of a loop that is unrolled: a sum with eight operations on each of four words is (45), one with nine is not (49). */
    private static final int MOST_INSTRUCTIONS = 48;

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
     * @param compare the comparison of its counter with zero
     * @param counter the register that counts down
     * @param step by how much, more than 0
     */
    private record Loop(int start, int end, int compare, int counter, long step) {}

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
        for (int i = start + 1; i < end; i++) {
            DraftInstruction draft = at(i);
            issued += draft.opcode().pipe() == Pipe.FREE ? 0 : 1;
            if (!(draft.opcode().isArithmetic()
                    || draft.opcode() == Opcode.LOAD_PARAMETER
                    || ((draft.opcode() == Opcode.LOAD || draft.opcode() == Opcode.STORE)
                            && Dependences.isWeak(draft)))) {
                return null;
            }
            if (Dependences.writesPredicate(draft, back.guard())) {
                if (compare >= 0) {
                    return null;
                }
                compare = i;
            }
        }
        // The branch counts.
        return compare < 0 || issued + 1 > MOST_INSTRUCTIONS || predicateUses.getOrDefault(back.guard(), 0) != 1
                ? null
                : counted(start, end, compare);
    }

    private @Nullable Loop counted(int start, int end, int compare) {
        DraftInstruction test = at(compare);
        if ((test.opcode() != Opcode.COMPARE_S32 && test.opcode() != Opcode.COMPARE_U32)
                || !test.isUnconditional()
                || !(test.modifiers() instanceof Modifiers.Compare how)
                || how.comparison() != Comparison.NOT_EQUAL
                || test.a() < 0
                || !constants.isBits(test.b())
                || constants.bitsOf(test.b()) != 0) {
            return null;
        }
        int counter = test.a();
        long step = 0;
        for (int i = start + 1; i < end; i++) {
            DraftInstruction draft = at(i);
            if (writes(draft, counter)) {
                if (step != 0 || i > compare) {
                    return null;
                }
                step = stepOf(draft, counter);
                if (step <= 0) {
                    return null;
                }
            }
        }
        return step > 0 && ROUNDS * step < Integer.MAX_VALUE ? new Loop(start, end, compare, counter, step) : null;
    }

    /** By how much an instruction makes a counter less; 0 if it does something else to it. */
    private long stepOf(DraftInstruction draft, int counter) {
        if (!draft.isUnconditional() || draft.a() != counter) {
            return 0;
        }
        boolean isSum = draft.opcode() == Opcode.ADD_I32 && constants.isBits(draft.b());
        // As the multiplier adds.
        boolean isProduct = draft.opcode() == Opcode.MAD_I32
                && constants.isBits(draft.b())
                && constants.bitsOf(draft.b()) == 1
                && constants.isBits(draft.c());
        return isSum || isProduct ? -(long) (int) constants.bitsOf(isSum ? draft.b() : draft.c()) : 0;
    }

    private void write(Loop loop, BitSet liveIn, List<Step> written) {
        DraftInstruction back = at(loop.end());
        int four = function.newLabel();
        int two = function.newLabel();
        int one = function.newLabel();
        int behind = function.newLabel();
        written.addAll(steps.subList(first(loop), loop.start() + 1));
        int isMore = function.newPredicate();
        written.add(isAbove(loop, ROUNDS - 1, isMore));
        written.add(branch(back, isMore, true, two));
        written.add(new Step.Label(four));
        bodies(loop, ROUNDS, liveIn, written);
        written.add(isAbove(loop, ROUNDS - 1, isMore));
        written.add(branch(back, isMore, false, four));
        written.add(at(loop.compare()));
        written.add(branch(back, back.guard(), true, behind));
        written.add(new Step.Label(two));
        int isMoreThanOne = function.newPredicate();
        written.add(isAbove(loop, FEWER_ROUNDS - 1, isMoreThanOne));
        written.add(branch(back, isMoreThanOne, true, one));
        bodies(loop, FEWER_ROUNDS, liveIn, written);
        written.add(at(loop.compare()));
        written.add(branch(back, back.guard(), true, behind));
        written.add(new Step.Label(one));
        written.addAll(steps.subList(loop.start() + 1, loop.end()));
        written.add(branch(back, back.guard(), false, one));
        written.add(new Step.Label(behind));
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

    private DraftInstruction isAbove(Loop loop, int rounds, int predicate) {
        DraftInstruction test = at(loop.compare());
        return new DraftInstruction(
                Opcode.COMPARE_S32,
                -1,
                false,
                false,
                predicate,
                loop.counter(),
                constants.bits(rounds * loop.step()),
                DraftInstruction.NONE,
                new Modifiers.Compare(Comparison.GREATER),
                DraftInstruction.NO_TARGET,
                test.place());
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

    private static boolean writes(DraftInstruction draft, int register) {
        return draft.writes() > 0 && register >= draft.destination() && register < draft.destination() + draft.writes();
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
