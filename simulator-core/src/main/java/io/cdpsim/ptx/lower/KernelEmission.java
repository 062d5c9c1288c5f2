package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.ptx.draft.ConstantPool;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import io.cdpsim.ptx.optimize.LinearScan.Allocation;
import java.util.List;

/** Emits the functions of a kernel, the entry first, with their values in the assigned registers. */
final class KernelEmission {
    private final ConstantPool constants;
    private final List<DraftFunction> functions;
    private final List<Allocation> allocations;
    private final CodeEmitter emitter = new CodeEmitter();
    private final int[] starts;

    KernelEmission(ConstantPool constants, List<DraftFunction> functions, List<Allocation> allocations) {
        this.constants = constants;
        this.functions = functions;
        this.allocations = allocations;
        starts = new int[functions.size()];
    }

    Kernel kernel(KernelAttributes attributes, ParameterLayout layout) {
        int registers = 0;
        int predicates = 0;
        for (int i = 0; i < functions.size(); i++) {
            starts[i] = emitter.newLabel();
            registers = Math.max(
                    registers,
                    allocations.get(i).registers() + functions.get(i).outgoing().size());
            predicates = Math.max(predicates, functions.get(i).predicates());
        }
        emitter.newRegisters(registers);
        for (int i = 0; i < predicates; i++) {
            emitter.newPredicate();
        }
        for (int i = 0; i < functions.size(); i++) {
            emit(i);
        }
        return emitter.build(attributes, layout);
    }

    private void emit(int number) {
        DraftFunction function = functions.get(number);
        int[] labels = new int[function.labels()];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = emitter.newLabel();
        }
        emitter.place(starts[number]);
        for (Step step : function.steps()) {
            if (step instanceof Step.Label label) {
                emitter.place(labels[label.id()]);
            } else if (step instanceof DraftInstruction draft) {
                emit(number, draft, labels);
            }
        }
    }

    private void emit(int number, DraftInstruction draft, int[] labels) {
        Allocation allocation = allocations.get(number);
        emitter.at(draft.place());
        if (draft.guard() >= 0) {
            emitter.guardNext(draft.guard(), draft.guardNegated());
        }
        if (draft.opcode() == Opcode.BRANCH) {
            emitter.emitTo(Opcode.BRANCH, labels[draft.target()], Modifiers.NONE);
            return;
        }
        if (draft.opcode() == Opcode.CALL) {
            emitter.emitTo(
                    Opcode.CALL,
                    starts[draft.target()],
                    new Modifiers.Call(
                            allocation.registers(), functions.get(number).predicates()));
            return;
        }
        DraftInstruction placed =
                draft.withOperands(operand -> operand >= 0 ? allocation.places()[operand] : constant(operand));
        boolean writesRegister =
                OperandUse.registersWritten(draft.opcode(), draft.destination(), draft.modifiers()) > 0;
        int destination = writesRegister ? allocation.places()[draft.destination()] : draft.destination();
        emitter.emit(draft.opcode(), destination, placed.a(), placed.b(), placed.c(), placed.modifiers());
    }

    private int constant(int operand) {
        ConstantPool.Entry entry = constants.entry(operand);
        return emitter.constant(
                entry instanceof ConstantPool.FrameBytes frame
                        ? functions.get(frame.function()).frameBytes()
                        : ((ConstantPool.Bits) entry).bits());
    }
}
