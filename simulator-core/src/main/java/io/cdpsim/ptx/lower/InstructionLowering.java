package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;

/** Finds for each instruction who knows its opcode. */
final class InstructionLowering {
    private final IntegerLowering integers;
    private final CarryLowering carries;
    private final FloatLowering floats;
    private final CompareLowering comparisons;
    private final MoveLowering moves;
    private final MemoryLowering memory;
    private final AsyncCopyLowering copies;
    private final WarpLowering warp;
    private final ControlLowering control;
    private final CallLowering calls;
    private final Opcode returns;

    InstructionLowering(Code code, Operands operands, CallLowering calls, boolean isKernel) {
        integers = new IntegerLowering(code, operands);
        carries = new CarryLowering(code, operands);
        floats = new FloatLowering(code, operands);
        comparisons = new CompareLowering(code, operands);
        moves = new MoveLowering(code, operands);
        memory = new MemoryLowering(code, operands);
        copies = new AsyncCopyLowering(code, operands);
        warp = new WarpLowering(code, operands);
        control = new ControlLowering(code, operands);
        this.calls = calls;
        returns = isKernel ? Opcode.EXIT : Opcode.RETURN;
    }

    /** Writes what an instruction means. @throws UnsupportedPtxException if its opcode or a modifier is not known */
    void run(Form form) {
        switch (form.base()) {
            case "add" -> add(form);
            case "sub" -> subtract(form);
            case "addc" -> carries.run(form, true, true);
            case "subc" -> carries.run(form, false, true);
            case "mul" -> {
                if (form.type().isFloat()) {
                    floats.multiply(form);
                } else {
                    integers.multiply(form);
                }
            }
            case "mad" -> multiplyAdd(form);
            case "madc" -> carries.multiplyAdd(form, true);
            case "fma" -> floats.fusedMultiplyAdd(form);
            case "mul24" -> integers.multiply24(form, false);
            case "mad24" -> integers.multiply24(form, true);
            case "div" -> {
                if (form.type().isFloat()) {
                    floats.divide(form);
                } else {
                    integers.divide(form, false);
                }
            }
            case "rem" -> integers.divide(form, true);
            case "min", "max" -> extreme(form, form.base().equals("min"));
            case "abs" -> {
                if (form.type().isFloat()) {
                    floats.absolute(form);
                } else {
                    integers.unary(form, Opcode.ABS_S32, Opcode.ABS_S64);
                }
            }
            case "neg" -> {
                if (form.type().isFloat()) {
                    floats.negate(form);
                } else {
                    integers.unary(form, Opcode.NEG_I32, Opcode.NEG_I64);
                }
            }
            case "sad" -> integers.sumOfDistance(form);
            default -> runBits(form);
        }
    }

    private void add(Form form) {
        if (form.has("u16x2") || form.has("s16x2")) {
            integers.pairs(form, Opcode.ADD_I16X2);
        } else if (form.type().isFloat()) {
            floats.add(form);
        } else if (form.has("cc")) {
            carries.run(form, true, false);
        } else {
            integers.addOrSubtract(form, true);
        }
    }

    private void subtract(Form form) {
        if (form.type().isFloat()) {
            floats.subtract(form);
        } else if (form.has("cc")) {
            carries.run(form, false, false);
        } else {
            integers.addOrSubtract(form, false);
        }
    }

    private void multiplyAdd(Form form) {
        if (form.type().isFloat()) {
            floats.fusedMultiplyAdd(form);
        } else if (form.has("cc")) {
            carries.multiplyAdd(form, false);
        } else {
            integers.multiplyAdd(form);
        }
    }

    private void extreme(Form form, boolean least) {
        if (form.has("u16x2")) {
            integers.pairs(form, least ? Opcode.MIN_U16X2 : Opcode.MAX_U16X2);
        } else if (form.has("s16x2")) {
            integers.pairs(form, least ? Opcode.MIN_S16X2 : Opcode.MAX_S16X2);
        } else if (form.type().isFloat()) {
            floats.extreme(form, least);
        } else {
            integers.extreme(form, least);
        }
    }

    private void runBits(Form form) {
        switch (form.base()) {
            case "and" -> integers.logic(form, Opcode.AND_B32, Opcode.AND_B64, Opcode.PREDICATE_AND);
            case "or" -> integers.logic(form, Opcode.OR_B32, Opcode.OR_B64, Opcode.PREDICATE_OR);
            case "xor" -> integers.logic(form, Opcode.XOR_B32, Opcode.XOR_B64, Opcode.PREDICATE_XOR);
            case "cnot" -> comparisons.isZero(form);
            case "not" -> integers.logic(form, Opcode.NOT_B32, Opcode.NOT_B64, Opcode.PREDICATE_NOT);
            case "shl" -> integers.shift(form, true);
            case "shr" -> integers.shift(form, false);
            case "shf" ->
                integers.three(
                        form,
                        PtxType.B32,
                        form.has("l") ? Opcode.SHF_LEFT_B32 : Opcode.SHF_RIGHT_B32,
                        new Modifiers.Width(form.has("clamp")));
            case "popc" -> integers.count(form, Opcode.POPC_B32, Opcode.POPC_B64);
            case "clz" -> integers.count(form, Opcode.CLZ_B32, Opcode.CLZ_B64);
            case "brev" -> integers.count(form, Opcode.BREV_B32, Opcode.BREV_B64);
            case "bfind" -> integers.find(form);
            case "fns" -> integers.findNth(form);
            case "bfe" -> integers.extract(form);
            case "bfi" -> integers.insert(form);
            case "lop3" -> lookup(form);
            case "prmt" -> moves.permute(form);
            case "dp4a", "dp2a" -> dot(form);
            case "szext" ->
                integers.two(
                        form,
                        PtxType.B32,
                        form.has("s32") ? Opcode.SZEXT_S32 : Opcode.SZEXT_U32,
                        new Modifiers.Width(form.has("clamp")));
            case "bmsk" -> integers.two(form, PtxType.B32, Opcode.BMSK_B32, new Modifiers.Width(form.has("clamp")));
            default -> runFunctions(form);
        }
    }

    private void lookup(Form form) {
        if (!(form.operand(4) instanceof IntegerLiteral table)) {
            throw form.refuse("needs a number as its table");
        }
        Modifiers.Lookup lookup = new Modifiers.Lookup((int) table.value() & 255);
        if (form.operand(0) instanceof PtxOperand.Pair pair) {
            comparisons.lookup(form, pair, lookup);
        } else {
            integers.three(form, PtxType.B32, Opcode.LOP3_B32, lookup);
        }
    }

    private void dot(Form form) {
        boolean four = form.base().equals("dp4a");
        integers.three(
                form,
                PtxType.B32,
                four ? Opcode.DP4A_B32 : Opcode.DP2A_B32,
                new Modifiers.Dot(form.typeFromEnd(1).isSigned(), form.type().isSigned(), form.has("hi")));
    }

    private void runFunctions(Form form) {
        switch (form.base()) {
            case "sqrt" -> floats.root(form, Opcode.SQRT_F32, Opcode.SQRT_F64);
            case "rsqrt" -> floats.root(form, Opcode.RSQRT_F32, Opcode.RSQRT_F64);
            case "rcp" -> floats.function(form, Opcode.RCP_F32, Opcode.RCP_F64);
            case "sin" -> floats.ofAngle(form, Opcode.SIN_F32);
            case "cos" -> floats.ofAngle(form, Opcode.COS_F32);
            case "lg2" -> floats.function(form, Opcode.LG2_F32, Opcode.LG2_F32);
            case "ex2" -> floats.exponential(form);
            case "tanh" -> floats.hyperbolicTangent(form);
            case "copysign" -> floats.copySign(form);
            case "testp" -> floats.classify(form);
            case "setp" -> {
                if (comparisons.isPlain(form)) {
                    comparisons.setOnePredicate(form);
                } else {
                    comparisons.setPredicate(form);
                }
            }
            case "set" -> comparisons.set(form);
            case "selp" -> comparisons.select(form);
            case "slct" -> comparisons.selectBySign(form);
            case "mov" -> moves.move(form);
            case "cvt" -> moves.convert(form);
            case "cvta" -> moves.convertAddress(form);
            case "isspacep" -> moves.isSpace(form);
            default -> runMemory(form);
        }
    }

    private void runMemory(Form form) {
        switch (form.base()) {
            case "ld", "ldu" -> memory.load(form);
            case "st" -> memory.store(form);
            case "atom" -> memory.atomic(form, true);
            case "red" -> memory.atomic(form, false);
            case "membar", "fence" -> memory.fence(form);
            case "cp" -> copies.copy(form);
            // Hints that change no value.
            case "prefetch", "prefetchu", "applypriority", "discard" -> {}
            case "createpolicy" -> memory.createPolicy(form);
            default -> runTogether(form);
        }
    }

    private void runTogether(Form form) {
        switch (form.base()) {
            case "shfl" -> warp.shuffle(form);
            case "vote" -> warp.vote(form);
            case "match" -> warp.match(form);
            case "redux" -> warp.reduce(form);
            case "elect" -> warp.elect(form);
            case "activemask" -> warp.activeMask(form);
            case "bar", "barrier" -> warp.barrier(form);
            case "bra" -> control.branch(form);
            case "brx" -> control.branchByIndex(form);
            case "call" -> calls.call(form);
            case "ret" -> control.end(returns, Modifiers.NONE);
            case "exit" -> control.end(Opcode.EXIT, Modifiers.NONE);
            case "trap" -> control.end(Opcode.TRAP, Modifiers.NONE);
            case "brkpt" -> control.end(Opcode.TRAP, new Modifiers.Breakpoint());
            case "nanosleep" -> control.sleep(form);
            case "pmevent", "griddepcontrol", "setmaxnreg" -> {}
            default -> throw form.refuse("is an opcode that is not known here");
        }
    }
}
