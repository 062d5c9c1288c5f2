package io.cdpsim.ptx.lower;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.ptx.call.CallLowering;
import io.cdpsim.ptx.call.KernelContext;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.emit.NameScopes;
import io.cdpsim.ptx.emit.Operands;
import io.cdpsim.ptx.form.CallConvention;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.form.SourceLocations;
import io.cdpsim.ptx.form.UnsupportedPtxException;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.row.FunctionEmitter;
import io.cdpsim.ptx.syntax.Block;
import io.cdpsim.ptx.syntax.Parameter;
import io.cdpsim.ptx.syntax.Pragma;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxOpcode;
import io.cdpsim.ptx.syntax.PtxOperand;
import io.cdpsim.ptx.syntax.Space;
import io.cdpsim.ptx.syntax.Statement;
import io.cdpsim.ptx.syntax.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lowers the body of a kernel or a function, statement by statement. */
final class FunctionLowering {
    private static final int MOST_FRAME_BYTES = 512 << 10;
    private static final int PARAMETER_ALIGNMENT = 128;
    private static final String PARAMETER_ADDRESS = "cvta.param";
    /** The pragma of a loop that is not to be unrolled. */
    private static final String NO_UNROLLING = "nounroll";

    private static final int FIRST_TARGET_WITH_ROUNDING = 20;
    private static final PtxOpcode ROUNDED_MAD = new PtxOpcode("fma.rn.ftz.f32", "fma", List.of("rn", "ftz", "f32"));

    private final Symbol.OfFunction symbol;
    private final KernelContext context;
    private final FormTable forms;
    private final DraftFunction function;
    private final Code code;
    private final NameScopes names = new NameScopes();
    private final Operands operands;
    private final FunctionEmitter emitter;
    private final SourceLocations places;
    private final int target;
    private final Set<String> arraysInRegisters = new HashSet<>();
    private final int frame;

    /** Registers that a function saves, and where it returns to: as nvcc 13.0 has it for a small one that calls itself. */
    private static final int SAVED_BYTES = 16;

    private FunctionLowering(Symbol.OfFunction symbol, KernelContext context, FormTable forms) {
        this.symbol = symbol;
        this.context = context;
        this.forms = forms;
        places = new SourceLocations(symbol.module());
        target = symbol.module().computeCapability();
        CallConvention signature = CallConvention.of(symbol.function());
        boolean kernel = symbol.isKernel();
        function =
                new DraftFunction(symbol.key(), kernel ? 0 : signature.arguments(), kernel ? 0 : signature.results());
        code = new Code(function, context.constants());
        operands = new Operands(code, names, context, symbol);
        frame = kernel ? code.bits(0) : signature.frameArgument();
        emitter = new FunctionEmitter(code, operands, new CallLowering(code, operands, context, symbol, frame), kernel);
        if (kernel) {
            nameKernelParameters();
        } else {
            nameParameters(signature);
        }
    }

    /** A kernel that ends at once. */
    static DraftFunction withoutBody(Symbol.OfFunction symbol, KernelContext context, FormTable forms) {
        FunctionLowering lowering = new FunctionLowering(symbol, context, forms);
        lowering.code.emit(Opcode.EXIT, -1, Code.NONE, Code.NONE);
        return lowering.function;
    }

    /** Lowers a function. @throws UnsupportedPtxException if something in it is not supported */
    static DraftFunction lower(Symbol.OfFunction symbol, KernelContext context, FormTable forms) {
        FunctionLowering lowering = new FunctionLowering(symbol, context, forms);
        Block body = symbol.function().body();
        if (!symbol.isKernel() && context.callsItself(symbol)) {
            lowering.save();
        }
        if (body != null) {
            lowering.prepare(body);
            lowering.statements(body);
        }
        lowering.code.emit(symbol.isKernel() ? Opcode.EXIT : Opcode.RETURN, -1, Code.NONE, Code.NONE);
        return lowering.function;
    }

    /** What instructions of the body need from its start on. */
    private void prepare(Block body) {
        Set<String> opcodes = new HashSet<>();
        body.forEach(statement -> {
            if (statement instanceof PtxInstruction instruction) {
                boolean takesParameter = instruction.opcode().base().equals("cvta")
                        && instruction.opcode().modifiers().stream().anyMatch(each -> each.startsWith("param"));
                opcodes.add(
                        takesParameter
                                ? PARAMETER_ADDRESS
                                : instruction.opcode().base());
            }
        });
        if (opcodes.contains("alloca") || opcodes.contains("stacksave") || opcodes.contains("stackrestore")) {
            emitter.calls().keepStackTop();
        }
        if (opcodes.contains(PARAMETER_ADDRESS) && symbol.isKernel()) {
            emitter.parametersAt(copyParameters());
        }
    }

    /** Copies the parameters of a kernel to the thread's own memory, where generic addresses reach them. @return the place of the first byte there */
    private int copyParameters() {
        int bytes = 0;
        for (Parameter parameter : symbol.function().parameters()) {
            if (names.of(parameter.name()) instanceof NameScopes.KernelParameter named) {
                bytes = named.offsetBytes()
                        + (int) CallConvention.bytes(parameter, type(parameter.type(), parameter.at()));
            }
        }
        int at = function.reserve(bytes, PARAMETER_ALIGNMENT);
        for (int i = 0; i < bytes; i += Integer.BYTES) {
            int word = code.compute(
                    Opcode.LOAD_PARAMETER,
                    false,
                    Code.NONE,
                    Code.NONE,
                    Code.NONE,
                    new Modifiers.Parameter(i, ValueType.U32));
            code.emit(
                    Opcode.STORE,
                    -1,
                    code.bits(at),
                    word,
                    Code.NONE,
                    Modifiers.Access.weak(StateSpace.LOCAL, ValueType.U32, 1, i));
        }
        return at;
    }

    /** Least stack use of a recursive function, which makes a stack overflow occur as on hardware. */
    private void save() {
        int at = function.reserve(SAVED_BYTES, Long.BYTES);
        code.emit(
                Opcode.STORE,
                -1,
                frame,
                frame,
                Code.NONE,
                Modifiers.Access.weak(StateSpace.LOCAL, ValueType.U64, 1, at));
    }

    private void nameKernelParameters() {
        int end = 0;
        for (Parameter parameter : symbol.function().parameters()) {
            PtxType type = type(parameter.type(), parameter.at());
            int alignment = Math.max(parameter.align(), type.bytes() * parameter.vector());
            int at = (end + alignment - 1) / alignment * alignment;
            names.put(parameter.name(), new NameScopes.KernelParameter(at));
            end = at + (int) CallConvention.bytes(parameter, type);
        }
    }

    private void nameParameters(CallConvention signature) {
        int next = 0;
        for (Parameter parameter : signature.taken()) {
            name(parameter, next++);
        }
        int result = signature.arguments();
        for (Parameter parameter : signature.returned()) {
            name(parameter, CallConvention.isArray(parameter) ? next++ : result++);
        }
    }

    private void name(Parameter parameter, int register) {
        if (type(parameter.type(), parameter.at()) == PtxType.B128 && !CallConvention.isArray(parameter)) {
            throw new UnsupportedPtxException(
                    symbol.module().source().place(parameter.at()),
                    "parameter " + parameter.name() + " of a function has type .b128; pass .align 16 .b8 of 16 bytes");
        }
        if (parameter.space() == Space.REG) {
            names.put(parameter.name(), new NameScopes.Register(register, type(parameter.type(), parameter.at())));
        } else if (CallConvention.isArray(parameter)) {
            names.put(parameter.name(), new NameScopes.LocalVariable(register));
        } else {
            Map<Long, Integer> values = new HashMap<>();
            values.put(0L, register);
            names.put(parameter.name(), new NameScopes.RegisterParameter(values));
        }
    }

    private PtxType type(String word, int at) {
        PtxType type = PtxType.of(word);
        if (type == null) {
            throw new UnsupportedPtxException(
                    symbol.module().source().place(at), "type ." + word + " is not supported");
        }
        return type;
    }

    private void statements(Block block) {
        names.open();
        for (Statement statement : block.statements()) {
            if (statement instanceof Statement.Label label) {
                names.putLabel(label.name(), function.newLabel());
            } else {
                declareAhead(statement);
            }
        }
        for (Statement statement : block.statements()) {
            run(statement);
        }
        names.close();
    }

    /** Collects names that may be used before their declaration, targets and prototypes; and arrays that a call of the device runtime takes. */
    private void declareAhead(Statement statement) {
        if (statement instanceof Statement.BranchTargets targets) {
            names.put(targets.name(), new NameScopes.BranchTargets(targets));
        } else if (statement instanceof Statement.CallTargets targets) {
            names.put(targets.name(), new NameScopes.CallTargets(targets));
        } else if (statement instanceof Statement.CallPrototype prototype) {
            names.put(prototype.name(), new NameScopes.Prototype(prototype));
        } else if (statement instanceof PtxInstruction call
                && call.opcode().base().equals("call")) {
            if (CallLowering.callee(call, context, symbol) instanceof Symbol.OfExternal) {
                for (PtxOperand operand : call.operands()) {
                    if (operand instanceof PtxOperand.Group group) {
                        group.elements().forEach(each -> {
                            if (each instanceof PtxOperand.Name name) {
                                arraysInRegisters.add(name.text());
                            }
                        });
                    }
                }
            }
        }
    }

    private void run(Statement statement) {
        if (statement instanceof PtxInstruction instruction) {
            run(instruction);
        } else if (statement instanceof Statement.Label label) {
            Integer id = names.label(label.name());
            if (id != null) {
                code.label(id);
            }
        } else if (statement instanceof Statement.Registers registers) {
            declare(registers);
        } else if (statement instanceof Variable variable) {
            declare(variable);
        } else if (statement instanceof Block block) {
            Set<String> outer = Set.copyOf(arraysInRegisters);
            arraysInRegisters.clear();
            statements(block);
            arraysInRegisters.clear();
            arraysInRegisters.addAll(outer);
        } else if (statement instanceof Pragma pragma) {
            if (pragma.texts().contains(NO_UNROLLING)) {
                code.keepRolled();
            }
        } else if (!(statement instanceof Statement.BranchTargets
                || statement instanceof Statement.CallTargets
                || statement instanceof Statement.CallPrototype)) {
            throw new IllegalStateException("unknown statement " + statement);
        }
    }

    private void run(PtxInstruction instruction) {
        code.at(places.of(instruction));
        PtxInstruction.Guard guard = instruction.guard();
        if (guard != null) {
            if (!(names.of(guard.predicate()) instanceof NameScopes.Predicate truth)) {
                throw new UnsupportedPtxException(
                        symbol.module().source().place(guard.at()),
                        instruction.opcode() + " is guarded by " + guard.predicate() + ", which is not a predicate");
            }
            code.guard(truth.predicate(), guard.negated());
        }
        forms.emit(byElements(ofFirstTargets(instruction)), symbol.module().source(), target, emitter);
        code.unguarded();
    }

    /** {@code mad.f32} without a rounding, which texts for {@code sm_1x} have: newer GPUs do it as {@code fma.rn.ftz.f32} (PTX ISA, mad). */
    private PtxInstruction ofFirstTargets(PtxInstruction instruction) {
        return target < FIRST_TARGET_WITH_ROUNDING
                        && instruction.opcode().text().equals("mad.f32")
                ? new PtxInstruction(
                        instruction.guard(),
                        ROUNDED_MAD,
                        instruction.operands(),
                        instruction.at(),
                        instruction.location())
                : instruction;
    }

    /** An instruction with the elements of each vector register in braces, which every form with vectors takes. */
    private PtxInstruction byElements(PtxInstruction instruction) {
        if (instruction.operands().stream().noneMatch(operand -> vectorOf(operand) != null)) {
            return instruction;
        }
        List<PtxOperand> operands = new ArrayList<>();
        for (PtxOperand operand : instruction.operands()) {
            NameScopes.VectorRegister vector = vectorOf(operand);
            operands.add(
                    vector != null && operand instanceof PtxOperand.Name name
                            ? name.elements(vector.count())
                            : operand);
        }
        return new PtxInstruction(
                instruction.guard(), instruction.opcode(), operands, instruction.at(), instruction.location());
    }

    /** The vector register that an operand names as a whole; null if it names none. */
    private NameScopes.@Nullable VectorRegister vectorOf(PtxOperand operand) {
        return operand instanceof PtxOperand.Name name
                        && name.component().isEmpty()
                        && names.of(name.text()) instanceof NameScopes.VectorRegister vector
                        && vector.type() != PtxType.B128
                ? vector
                : null;
    }

    private void declare(Statement.Registers registers) {
        PtxType type = type(registers.type(), registers.at());
        for (Statement.RegisterNames each : registers.names()) {
            if (each.count() == Statement.RegisterNames.ONE) {
                declare(each.name(), type, registers.vector());
            } else {
                for (int i = 0; i < each.count(); i++) {
                    declare(each.name() + i, type, registers.vector());
                }
            }
        }
    }

    private void declare(String name, PtxType type, int vector) {
        if (type.isPredicate()) {
            names.put(name, new NameScopes.Predicate(function.newPredicate()));
        } else if (type == PtxType.B128) {
            names.put(name, new NameScopes.VectorRegister(function.newRow(true, 2), 2, type));
        } else if (vector > 1) {
            names.put(name, new NameScopes.VectorRegister(function.newRow(type.isWide(), vector), vector, type));
        } else {
            names.put(name, new NameScopes.Register(function.newRegister(type.isWide()), type));
        }
    }

    private void declare(Variable variable) {
        PtxType type = type(variable.type(), variable.at());
        long bytes = (long) type.bytes() * variable.vector();
        for (long dimension : variable.dimensions()) {
            bytes *= dimension;
        }
        boolean inMemory = variable.space() == Space.LOCAL
                || (variable.space() == Space.PARAM
                        && !variable.dimensions().isEmpty()
                        && !arraysInRegisters.contains(variable.name()));
        if (bytes < 0 || bytes > MOST_FRAME_BYTES) {
            throw new UnsupportedPtxException(
                    symbol.module().source().place(variable.at()),
                    "variable " + variable.name() + " has " + bytes + " bytes; a thread has " + MOST_FRAME_BYTES
                            + " at most");
        }
        if (inMemory) {
            int alignment = Math.max(variable.align(), type.bytes() * variable.vector());
            int at = function.reserve((int) bytes, alignment);
            names.put(variable.name(), new NameScopes.LocalVariable(local(at)));
        } else if (variable.space() == Space.PARAM) {
            names.put(variable.name(), new NameScopes.RegisterParameter(new HashMap<>()));
        } else if (variable.space() != Space.SHARED && variable.space() != Space.GLOBAL) {
            throw new UnsupportedPtxException(
                    symbol.module().source().place(variable.at()),
                    "variable " + variable.name() + " has a space that is invalid in a body");
        }
    }

    private int local(int at) {
        return symbol.isKernel() ? code.bits(at) : code.compute(Opcode.ADD_I64, true, frame, code.bits(at));
    }
}
