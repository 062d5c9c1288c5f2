package io.cdpsim.ptx.emit;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads and stores of parameters: of a kernel's in their buffer, of those of calls in registers or in the thread's own memory. */
public final class ParameterLowering {
    private final Code code;
    private final Operands operands;

    /** Parameters of a function. */
    public ParameterLowering(Code code, Operands operands) {
        this.code = code;
        this.operands = operands;
    }

    /** Loads a parameter. */
    public void load(
            Form form, PtxOperand destination, PtxOperand.Address address, NameScopes.@Nullable Binding named) {
        if (form.type() == PtxType.B128) {
            loadPair(form, operands.pair(form, destination), address, named);
            return;
        }
        List<PtxOperand> targets =
                destination instanceof PtxOperand.Vector vector ? vector.elements() : List.of(destination);
        for (int i = 0; i < targets.size(); i++) {
            if (!(targets.get(i) instanceof PtxOperand.Sink)) {
                long offset = address.offset() + (long) i * form.type().bytes();
                load(form, targets.get(i), address, named, offset);
            }
        }
    }

    private void loadPair(Form form, int target, PtxOperand.Address address, NameScopes.@Nullable Binding named) {
        for (int i = 0; i < 2; i++) {
            long offset = address.offset() + (long) i * Long.BYTES;
            if (named instanceof NameScopes.KernelParameter parameter) {
                int at = Math.toIntExact(parameter.offsetBytes() + offset);
                code.emit(Opcode.LOAD_PARAMETER, target + i, Code.NONE, new Modifiers.Parameter(at, ValueType.U64));
            } else if (named instanceof NameScopes.LocalVariable local) {
                code.emit(Opcode.LOAD, target + i, local.address(), own(ValueType.U64, offset));
            } else if (named instanceof NameScopes.Register pointer && operands.isKernel()) {
                Modifiers.Parameter modifiers = new Modifiers.Parameter(Math.toIntExact(offset), ValueType.U64);
                code.emit(Opcode.LOAD_PARAMETER, target + i, pointer.register(), modifiers);
            } else {
                throw form.refuseAt(address.at(), "reads a parameter that is not supported");
            }
        }
    }

    private void load(
            Form form,
            PtxOperand operand,
            PtxOperand.Address address,
            NameScopes.@Nullable Binding named,
            long offset) {
        PtxType type = form.type();
        int target = operands.destination(form, operand);
        ValueType held = operands.held(type, operand);
        if (named instanceof NameScopes.RegisterParameter passed) {
            loadPassed(form, operand, address, passed, offset);
            return;
        }
        if (named instanceof NameScopes.KernelParameter parameter) {
            Modifiers.Parameter modifiers =
                    new Modifiers.Parameter(Math.toIntExact(parameter.offsetBytes() + offset), held);
            code.emit(Opcode.LOAD_PARAMETER, target, Code.NONE, modifiers);
        } else if (named instanceof NameScopes.LocalVariable local) {
            code.emit(Opcode.LOAD, target, local.address(), own(held, offset));
        } else if (named instanceof NameScopes.Register pointer && operands.isKernel()) {
            Modifiers.Parameter modifiers = new Modifiers.Parameter(Math.toIntExact(offset), held);
            code.emit(Opcode.LOAD_PARAMETER, target, pointer.register(), modifiers);
        } else {
            throw form.refuseAt(address.at(), "reads a parameter that is not supported");
        }
        widen(type, operand, target);
    }

    /** 32 bits without a sign that go to a register of 64 have zeros above them. */
    private void widen(PtxType type, PtxOperand operand, int target) {
        PtxType register = operands.registerType(operand);
        if (type.bits() == 32 && type.isUnsigned() && register != null && register.isWide()) {
            code.emit(Opcode.CVT_U32_TO_U64, target, target, Code.NONE);
        }
    }

    /** Of the value that covers the place, the bits from there on, as the type of the load means them. */
    private void loadPassed(
            Form form,
            PtxOperand operand,
            PtxOperand.Address address,
            NameScopes.RegisterParameter passed,
            long offset) {
        int target = operands.destination(form, operand);
        long start = passed.values().containsKey(offset)
                ? offset
                : passed.values().keySet().stream()
                        .filter(each -> each < offset)
                        .max(Long::compare)
                        .orElse(offset);
        Integer value = passed.values().get(start);
        if (value == null || offset - start >= Long.BYTES) {
            throw form.refuseAt(address.at(), "reads byte " + offset + " of a parameter, where it has no value");
        }
        PtxType type = form.type();
        int from = (int) (offset - start) * Byte.SIZE;
        int shifted = from == 0 ? value : code.compute(Opcode.SHR_U64, true, value, code.bits(from));
        switch (operands.held(type, operand)) {
            case U8 -> code.emit(Opcode.CVT_TO_U8, target, shifted, Code.NONE);
            case S8 -> code.emit(Opcode.CVT_TO_S8, target, shifted, Code.NONE);
            case U16 -> code.emit(Opcode.CVT_TO_U16, target, shifted, Code.NONE);
            case S16 -> code.emit(Opcode.CVT_TO_S16, target, shifted, Code.NONE);
            default -> {
                boolean wasWide = value >= 0 && code.function().isWide(value);
                if (type.bits() == 32 && (wasWide || from > 0)) {
                    code.emit(Opcode.CVT_I64_TO_I32, target, shifted, Code.NONE);
                } else {
                    code.move(target, shifted);
                }
                widen(type, operand, target);
            }
        }
    }

    /** Stores to a parameter. */
    public void store(Form form, PtxOperand source, PtxOperand.Address address, NameScopes.@Nullable Binding named) {
        PtxType type = form.type();
        if (type == PtxType.B128) {
            int value = operands.pair(form, source);
            if (!(named instanceof NameScopes.LocalVariable local)) {
                throw form.refuseAt(address.at(), "writes 128 bits to a parameter that is no array; make it one");
            }
            for (int i = 0; i < 2; i++) {
                long offset = address.offset() + (long) i * Long.BYTES;
                code.emit(Opcode.STORE, -1, local.address(), value + i, Code.NONE, own(ValueType.U64, offset));
            }
            return;
        }
        List<PtxOperand> sources = source instanceof PtxOperand.Vector vector ? vector.elements() : List.of(source);
        for (int i = 0; i < sources.size(); i++) {
            long offset = address.offset() + (long) i * type.bytes();
            int value = operands.value(form, sources.get(i), type);
            if (named instanceof NameScopes.RegisterParameter passed) {
                code.move(register(passed.values(), offset, type), value);
            } else if (named instanceof NameScopes.LocalVariable local) {
                ValueType bits = type.isFloat() && type.isNarrow() ? ValueType.U16 : type.value();
                code.emit(Opcode.STORE, -1, local.address(), value, Code.NONE, own(bits, offset));
            } else {
                throw form.refuseAt(address.at(), "writes a parameter that is not supported");
            }
        }
    }

    private int register(Map<Long, Integer> values, long offset, PtxType type) {
        return values.computeIfAbsent(offset, each -> code.function().newRegister(type.isWide()));
    }

    private static Modifiers.Access own(ValueType type, long offset) {
        return Modifiers.Access.weak(StateSpace.LOCAL, type, 1, offset);
    }
}
