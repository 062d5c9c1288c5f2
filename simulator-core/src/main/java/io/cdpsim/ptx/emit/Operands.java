package io.cdpsim.ptx.emit;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.form.SpecialNames;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.syntax.FloatLiteral;
import io.cdpsim.ptx.syntax.IntegerLiteral;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.Space;
import org.jspecify.annotations.Nullable;

/** What an instruction reads and writes: registers, constants, special registers, addresses of variables. */
public final class Operands {
    private final Code code;
    private final NameScopes names;
    private final ProgramSymbols context;
    private final Symbol.OfFunction function;

    /** The operands of the instructions of one function. */
    public Operands(Code code, NameScopes names, ProgramSymbols context, Symbol.OfFunction function) {
        this.code = code;
        this.names = names;
        this.context = context;
        this.function = function;
    }

    /** The operand code of a value of a type. */
    public int value(Form form, PtxOperand operand, PtxType type) {
        if (operand instanceof IntegerLiteral number) {
            return code.bits(type.isFloat() ? floatOf(form, number, type) : type.held(number.value()));
        }
        if (operand instanceof FloatLiteral number) {
            return code.bits(type.held(bitsOf(number, type)));
        }
        if (operand instanceof PtxOperand.Name name) {
            return named(form, name);
        }
        if (operand instanceof PtxOperand.Sum sum) {
            return code.compute(Opcode.ADD_I64, true, named(form, sum.base()), code.bits(sum.offset()));
        }
        throw form.refuseAt(operand.at(), "does not take such an operand here");
    }

    private static long floatOf(Form form, IntegerLiteral number, PtxType type) {
        return switch (type) {
            case F32 -> Float.floatToRawIntBits((float) number.value());
            case F64 -> Double.doubleToRawLongBits((double) number.value());
            case F16, BF16, F16X2, BF16X2 -> type.held(number.value());
            default -> throw form.refuseAt(number.at(), "does not take a whole number here");
        };
    }

    private static long bitsOf(FloatLiteral number, PtxType type) {
        if (type.bits() == 32 && number.width() == 64) {
            return Float.floatToRawIntBits((float) number.value());
        }
        return type.bits() == 64 && number.width() == 32 ? Double.doubleToRawLongBits(number.value()) : number.bits();
    }

    private int named(Form form, PtxOperand.Name name) {
        NameScopes.Binding binding = names.of(name.text());
        if (binding instanceof NameScopes.Register value) {
            return value.register();
        }
        if (binding instanceof NameScopes.VectorRegister row) {
            return row.first() + component(form, name);
        }
        if (binding instanceof NameScopes.LocalVariable local) {
            return local.address();
        }
        if (binding instanceof NameScopes.KernelParameter parameter) {
            return code.bits(parameter.offsetBytes());
        }
        if (binding instanceof NameScopes.RegisterParameter) {
            throw form.refuseAt(
                    name.at(), "takes the address of parameter " + name.text() + ", which is not supported");
        }
        if (binding == null && (name.text().startsWith("%") || SpecialNames.constant(name.text()) != null)) {
            return special(form, name);
        }
        return symbol(form, name);
    }

    private static int component(Form form, PtxOperand.Name name) {
        return switch (name.component()) {
            case "x", "r" -> 0;
            case "y", "g" -> 1;
            case "z", "b" -> 2;
            case "w", "a" -> 3;
            default -> throw form.refuseAt(name.at(), "names no element of vector " + name.text());
        };
    }

    /** The address of a variable in its own space, of a function, or of a kernel. */
    private int symbol(Form form, PtxOperand.Name name) {
        Symbol symbol = context.find(function, name.text());
        if (symbol instanceof Symbol.OfVariable variable) {
            return code.bits(
                    variable.variable().space() == Space.SHARED
                            ? context.sharedOffset(variable)
                            : context.address(variable));
        }
        if (symbol instanceof Symbol.OfFunction called) {
            return called.isKernel()
                    ? code.compute(
                            Opcode.KERNEL_ADDRESS,
                            true,
                            Code.NONE,
                            Code.NONE,
                            Code.NONE,
                            new Modifiers.KernelAddress(context.kernel(called)))
                    : code.bits(context.address(called));
        }
        throw form.refuseAt(name.at(), "names " + name.text() + ", which is nowhere declared");
    }

    private int special(Form form, PtxOperand.Name name) {
        Long constant = SpecialNames.constant(name.full());
        if (constant != null) {
            return code.bits(constant);
        }
        SpecialRegister special = SpecialNames.of(name.full());
        if (special == null) {
            throw form.refuseAt(
                    name.at(),
                    "reads " + name.full()
                            + ", which is neither a register of the function nor a supported special register");
        }
        return code.compute(
                Opcode.READ_SPECIAL, special.isWide(), Code.NONE, Code.NONE, Code.NONE, new Modifiers.Special(special));
    }

    /** The first of the two registers of 64 bits that hold 128 bits; two that no instruction reads for {@code _}. */
    public int pair(Form form, PtxOperand operand) {
        if (operand instanceof PtxOperand.Sink) {
            return code.function().newRow(true, 2);
        }
        if (operand instanceof PtxOperand.Name name
                && names.of(name.text()) instanceof NameScopes.VectorRegister row
                && row.type() == PtxType.B128
                && name.component().isEmpty()) {
            return row.first();
        }
        throw form.refuseAt(operand.at(), "needs a register of .b128 here");
    }

    /** The register that an instruction writes; one that no instruction reads for {@code _}. */
    public int destination(Form form, PtxOperand operand) {
        if (operand instanceof PtxOperand.Sink) {
            return code.function().newRegister(true);
        }
        if (operand instanceof PtxOperand.Name name) {
            NameScopes.Binding binding = names.of(name.text());
            if (binding instanceof NameScopes.Register value) {
                return value.register();
            }
            if (binding instanceof NameScopes.VectorRegister row) {
                return row.first() + component(form, name);
            }
        }
        throw form.refuseAt(operand.at(), "writes to an operand that is not a register");
    }

    /** The predicate that an instruction writes; one that no instruction reads for {@code _}. */
    public int predicateDestination(Form form, PtxOperand operand) {
        if (operand instanceof PtxOperand.Sink) {
            return code.function().newPredicate();
        }
        return predicate(form, operand);
    }

    /** The predicate that an operand names. */
    public int predicate(Form form, PtxOperand operand) {
        if (operand instanceof PtxOperand.Name name && names.of(name.text()) instanceof NameScopes.Predicate truth) {
            return truth.predicate();
        }
        throw form.refuseAt(operand.at(), "needs a predicate here");
    }

    /** A predicate that holds where the operand does: {@code p}, {@code !p}, 0 or 1. */
    public int predicateValue(Form form, PtxOperand operand) {
        if (operand instanceof PtxOperand.Not not) {
            int negated = code.function().newPredicate();
            code.emit(Opcode.PREDICATE_NOT, negated, predicate(form, not.predicate()), Code.NONE);
            return negated;
        }
        if (operand instanceof IntegerLiteral number) {
            return constantPredicate(number.value() != 0);
        }
        if (operand instanceof PtxOperand.Name name && name.full().equals("%is_explicit_cluster")) {
            int holds = code.function().newPredicate();
            code.compare(Opcode.COMPARE_U32, holds, special(form, name), Comparison.NOT_EQUAL, code.bits(0));
            return holds;
        }
        return predicate(form, operand);
    }

    /** A predicate that always holds, or never. */
    public int constantPredicate(boolean holds) {
        int predicate = code.function().newPredicate();
        code.emit(Opcode.PREDICATE_XOR, predicate, predicate, predicate);
        if (holds) {
            code.emit(Opcode.PREDICATE_NOT, predicate, predicate, Code.NONE);
        }
        return predicate;
    }

    /** Whether an operand names a predicate. */
    public boolean isPredicate(PtxOperand operand) {
        return operand instanceof PtxOperand.Not
                || (operand instanceof PtxOperand.Name name && names.of(name.text()) instanceof NameScopes.Predicate);
    }

    /** The type of a register; null if the operand is none. */
    @Nullable
    public PtxType registerType(PtxOperand operand) {
        if (operand instanceof PtxOperand.Name name) {
            NameScopes.Binding binding = names.of(name.text());
            if (binding instanceof NameScopes.Register value) {
                return value.type();
            }
            return binding instanceof NameScopes.VectorRegister row ? row.type() : null;
        }
        return null;
    }

    /**
     * The value of a load in its register: a 16-bit value is sign-extended in a 16-bit register, whatever its sign; in a wider
     * register it is extended by its own type.
     */
    public ValueType held(PtxType type, PtxOperand target) {
        PtxType register = registerType(target);
        boolean halfRegister = register != null && register.bits() == 16;
        boolean half = type.bits() == 16 && (halfRegister || type.isFloat());
        return half ? ValueType.S16 : type.value();
    }

    /** Whether the function is a kernel, whose parameters are in the parameter buffer. */
    public boolean isKernel() {
        return function.isKernel();
    }

    /** The names that are bound. */
    public NameScopes names() {
        return names;
    }

    /** The binding of a name in the module; null if it has none. */
    @Nullable
    public Symbol find(String name) {
        return context.find(function, name);
    }
}
