package io.cdpsim.bytecode;

import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import java.util.ArrayDeque;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The instructions that a lane can run alone from an entry on, up to an instruction that all lanes come to: arithmetic, branches, and weak loads and
 * stores. No two lanes exchange values in it through shared memory, so that the order of the lanes does not matter.
 *
 * @param entry index of the first instruction
 * @param exit index of the first instruction behind it
 * @param members the instructions, the exit excluded
 * @param mayWait whether a loop ends by a value that it loads, which another thread may have to store
 */
record SingleExitShape(int entry, int exit, BitSet members, boolean mayWait) {
    /** Most instructions of a region: the JVM compiles no method of more than 8,000 bytes. */
    private static final int MOST_INSTRUCTIONS = 250;

    /** A region of fewer instructions is stepped. */
    private static final int FEWEST_INSTRUCTIONS = 6;

    /**
     * The largest region that starts at an instruction; null if none with a loop or an access to memory does: arithmetic that runs once is faster for all lanes
     * together.
     */
    static @Nullable SingleExitShape at(Instruction[] code, int entry) {
        BitSet members = new BitSet(code.length);
        SharedAccesses shared = new SharedAccesses();
        int exit = entry;
        while (exit < code.length) {
            int meets = meetingPoint(code, exit);
            BitSet more = meets < 0 ? null : between(code, exit, meets);
            if (more == null || !shared.allows(code, more)) {
                break;
            }
            more.or(members);
            if (more.cardinality() > MOST_INSTRUCTIONS || more.get(meets)) {
                break;
            }
            members = more;
            exit = meets;
        }
        boolean isWorthIt = hasLoop(code, members)
                || (members.cardinality() >= FEWEST_INSTRUCTIONS
                        && members.stream().anyMatch(at -> code[at].modifiers() instanceof Modifiers.Access));
        return isWorthIt ? new SingleExitShape(entry, exit, members, mayWait(code, members)) : null;
    }

    private static boolean hasLoop(Instruction[] code, BitSet members) {
        return members.stream()
                .anyMatch(at -> code[at].opcode() == Opcode.BRANCH
                        && code[at].target() <= at
                        && members.get(code[at].target()));
    }

    /** Where all lanes come to that run an instruction; -1 if unknown. */
    private static int meetingPoint(Instruction[] code, int at) {
        Instruction in = code[at];
        if (in.opcode() != Opcode.BRANCH) {
            return at + 1;
        }
        return in.guard() < 0 ? in.target() : in.reconvergence();
    }

    /** The instructions between one and a later one that all lanes come to; null if a lane cannot run one of them alone. */
    private static @Nullable BitSet between(Instruction[] code, int from, int to) {
        BitSet reached = new BitSet(code.length);
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.add(from);
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at == to || (at < code.length && reached.get(at))) {
                continue;
            }
            if (at < 0 || at >= code.length || !runsAlone(code[at])) {
                return null;
            }
            reached.set(at);
            Instruction in = code[at];
            if (in.opcode() == Opcode.BRANCH) {
                open.add(in.target());
            }
            if (in.opcode() != Opcode.BRANCH || in.guard() >= 0) {
                open.add(at + 1);
            }
        }
        return reached;
    }

    private static boolean runsAlone(Instruction in) {
        return switch (in.opcode()) {
            case BRANCH -> true;
            case LOAD, STORE ->
                in.modifiers() instanceof Modifiers.Access access
                        && access.isWeak()
                        && !access.cache().isOfTextures()
                        && access.space() != StateSpace.SHARED_CLUSTER
                        && (access.indexShift() == 0 || access.space() == StateSpace.SHARED);
            case LOAD_PARAMETER -> in.a() == Instruction.NO_OPERAND;
            case READ_SPECIAL -> ((Modifiers.Special) in.modifiers()).register().isPlaceOfThread();
            default -> in.opcode().isArithmetic();
        };
    }

    /** Whether a region loads and stores shared memory; lanes that do both may hand values to each other without a barrier between. */
    private static final class SharedAccesses {
        private boolean loads;
        private boolean stores;

        boolean allows(Instruction[] code, BitSet members) {
            boolean moreLoads = loads;
            boolean moreStores = stores;
            for (int i = members.nextSetBit(0); i >= 0; i = members.nextSetBit(i + 1)) {
                if (code[i].modifiers() instanceof Modifiers.Access access && access.space() == StateSpace.SHARED) {
                    moreLoads |= code[i].opcode() == Opcode.LOAD;
                    moreStores |= code[i].opcode() == Opcode.STORE;
                }
            }
            if (moreLoads && moreStores) {
                return false;
            }
            loads = moreLoads;
            stores = moreStores;
            return true;
        }
    }

    private static boolean mayWait(Instruction[] code, BitSet members) {
        for (int i = members.nextSetBit(0); i >= 0; i = members.nextSetBit(i + 1)) {
            if (code[i].opcode() == Opcode.BRANCH && code[i].target() <= i && members.get(code[i].target())) {
                if (endsByALoad(code, loop(code, members, code[i].target(), i))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The instructions on a way from the target of a jump back to the jump, the others of a loop with several jumps back included. */
    private static BitSet loop(Instruction[] code, BitSet members, int target, int jump) {
        BitSet loop = new BitSet(code.length);
        loop.set(jump);
        loop.set(target);
        for (boolean grows = true; grows; ) {
            grows = false;
            for (int i = members.length() - 1; i >= 0; i--) {
                if (!members.get(i) || loop.get(i)) {
                    continue;
                }
                boolean fallsThrough = code[i].opcode() != Opcode.BRANCH || code[i].guard() >= 0;
                if ((fallsThrough && loop.get(i + 1) && i + 1 != target)
                        || (code[i].opcode() == Opcode.BRANCH
                                && loop.get(code[i].target())
                                && code[i].target() != target)) {
                    loop.set(i);
                    grows = true;
                }
            }
        }
        return loop;
    }

    /** Whether the guard of a branch of a loop depends on a value that the loop loads from memory that others store to. */
    private static boolean endsByALoad(Instruction[] code, BitSet loop) {
        BitSet registers = new BitSet();
        BitSet predicates = new BitSet();
        int[] read = new int[8];
        for (boolean grows = true; grows; ) {
            grows = false;
            for (int i = loop.nextSetBit(0); i >= 0; i = loop.nextSetBit(i + 1)) {
                Instruction in = code[i];
                boolean depends = in.guard() >= 0 && predicates.get(in.guard());
                int reads = OperandUse.registersRead(in.opcode(), in.a(), in.b(), in.c(), in.modifiers(), read);
                for (int k = 0; k < reads; k++) {
                    depends |= registers.get(read[k]);
                }
                int predicateReads = OperandUse.predicatesRead(in.opcode(), in.a(), in.b(), in.c(), in.guard(), read);
                for (int k = 0; k < predicateReads; k++) {
                    depends |= predicates.get(read[k]);
                }
                int count = 1;
                if (in.opcode() == Opcode.LOAD && in.modifiers() instanceof Modifiers.Access access) {
                    depends |= access.space() != StateSpace.LOCAL && access.space() != StateSpace.CONSTANT;
                    count = access.count();
                }
                if (!depends || in.destination() < 0) {
                    continue;
                }
                if (in.opcode().writesPredicate()) {
                    grows |= !predicates.get(in.destination());
                    predicates.set(in.destination());
                } else {
                    grows |= registers.nextClearBit(in.destination()) < in.destination() + count;
                    registers.set(in.destination(), in.destination() + count);
                }
            }
        }
        for (int i = loop.nextSetBit(0); i >= 0; i = loop.nextSetBit(i + 1)) {
            if (code[i].opcode() == Opcode.BRANCH && code[i].guard() >= 0 && predicates.get(code[i].guard())) {
                return true;
            }
        }
        return false;
    }
}
