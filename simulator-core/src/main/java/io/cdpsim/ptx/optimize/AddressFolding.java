package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Folds operations into an access's address operand: the addition of a constant, and the scaling of an index in shared memory. */
final class AddressFolding {
    /** By how much hardware shifts an index. */
    private static final Set<Long> SCALES = Set.of(2L, 3L, 4L);

    /** The offset of an access has 24 bits on hardware, with a sign. */
    private static final long MOST_OFFSET = (1 << 23) - 1;

    private AddressFolding() {}

    static void run(DraftFunction function, ConstantPool constants) {
        Definitions definitions = new Definitions(function);
        List<Step> steps = new ArrayList<>();
        for (Step step : function.steps()) {
            steps.add(step instanceof DraftInstruction draft ? folded(draft, definitions, constants) : step);
        }
        function.steps(steps);
    }

    private static DraftInstruction folded(DraftInstruction access, Definitions definitions, ConstantPool constants) {
        if (access.a() < 0
                || !(access.modifiers() instanceof Modifiers.Access
                        || access.modifiers() instanceof Modifiers.Atomic)) {
            return access;
        }
        DraftInstruction sum = definitions.of(access.a());
        if (access.modifiers() instanceof Modifiers.Access modifiers && modifiers.space() == StateSpace.SHARED) {
            return scaled(access, modifiers, definitions, constants);
        }
        if (sum == null
                || sum.opcode() != Opcode.ADD_I64
                || !constants.isBits(sum.b())
                || !definitions.isSteady(sum.a())) {
            return access;
        }
        long more = constants.bitsOf(sum.b());
        // The start of a window stays in the register: it shows that the address is the thread's own (rule MEM-1).
        if (Math.abs(more) > MOST_OFFSET) {
            return access;
        }
        return access.with(sum.a(), access.b(), access.c(), moved(access.modifiers(), more));
    }

    /** An element of an array in shared memory: a constant, and an index times 4, 8 or 16. */
    private static DraftInstruction scaled(
            DraftInstruction access, Modifiers.Access modifiers, Definitions definitions, ConstantPool constants) {
        int address = access.a();
        long start = 0;
        DraftInstruction sum = definitions.of(address);
        if (sum != null && sum.opcode() == Opcode.ADD_I32) {
            boolean constantFirst = constants.isBits(sum.a());
            if (!constantFirst && !constants.isBits(sum.b())) {
                return access;
            }
            start = constants.bitsOf(constantFirst ? sum.a() : sum.b());
            address = constantFirst ? sum.b() : sum.a();
        }
        DraftInstruction shift = address < 0 ? null : definitions.of(address);
        if (shift == null
                || shift.opcode() != Opcode.SHL_B32
                || shift.a() < 0
                || !definitions.isSteady(shift.a())
                || !constants.isBits(shift.b())
                || !SCALES.contains(constants.bitsOf(shift.b()))) {
            return access;
        }
        return access.with(
                shift.a(),
                access.b(),
                access.c(),
                new Modifiers.Access(
                        modifiers.space(),
                        modifiers.type(),
                        modifiers.count(),
                        modifiers.cache(),
                        modifiers.order(),
                        modifiers.scope(),
                        modifiers.offsetBytes() + start,
                        (int) constants.bitsOf(shift.b())));
    }

    private static Modifiers moved(Modifiers modifiers, long more) {
        if (modifiers instanceof Modifiers.Access access) {
            return new Modifiers.Access(
                    access.space(),
                    access.type(),
                    access.count(),
                    access.cache(),
                    access.order(),
                    access.scope(),
                    access.offsetBytes() + more);
        }
        Modifiers.Atomic atomic = (Modifiers.Atomic) modifiers;
        return new Modifiers.Atomic(
                atomic.space(),
                atomic.type(),
                atomic.operation(),
                atomic.returnsOld(),
                atomic.order(),
                atomic.scope(),
                atomic.offsetBytes() + more,
                atomic.count());
    }
}
