package io.cdpsim.ptx.call;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.emit.Code;
import io.cdpsim.ptx.emit.NameScopes;
import io.cdpsim.ptx.emit.Operands;
import io.cdpsim.ptx.form.CallConvention;
import io.cdpsim.ptx.form.Form;
import io.cdpsim.ptx.form.PtxType;
import io.cdpsim.ptx.link.Symbol;
import io.cdpsim.ptx.syntax.Parameter;
import io.cdpsim.ptx.syntax.PtxInstruction;
import io.cdpsim.ptx.syntax.PtxOperand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of functions, direct and through their addresses. */
public final class CallLowering {
    private final Code code;
    private final Operands operands;
    private final KernelContext context;
    private final Symbol.OfFunction caller;
    private final DeviceCallLowering deviceCalls;
    private final int frame;
    private int stackTop = Code.NONE;

    /**
     * The calls of a function.
     *
     * @param frame operand code of where the caller's frame starts
     */
    public CallLowering(Code code, Operands operands, KernelContext context, Symbol.OfFunction caller, int frame) {
        this.code = code;
        this.operands = operands;
        this.context = context;
        this.caller = caller;
        this.frame = frame;
        deviceCalls = new DeviceCallLowering(code);
    }

    /** Keeps the end of the stack in a register, for functions that allocate on it as they run. */
    public void keepStackTop() {
        int own = code.constants().frameBytes(context.number(caller));
        int top = code.function().newRegister(true);
        if (caller.isKernel()) {
            code.move(top, own);
        } else {
            code.emit(Opcode.ADD_I64, top, frame, own);
        }
        stackTop = top;
    }

    /** The register that holds where the stack ends in the thread's own memory, a multiple of 16. */
    public int stackTop() {
        return stackTop;
    }

    /** The parts of a call. */
    private record Parts(
            List<PtxOperand> results,
            PtxOperand callee,
            List<PtxOperand> arguments,
            @Nullable PtxOperand list) {
        static Parts of(List<PtxOperand> all) {
            int at = 0;
            List<PtxOperand> results = List.of();
            if (!all.isEmpty() && all.get(0) instanceof PtxOperand.Group group) {
                results = group.elements();
                at++;
            }
            PtxOperand callee = at < all.size() ? all.get(at++) : new PtxOperand.Sink(0);
            List<PtxOperand> arguments = List.of();
            if (at < all.size() && all.get(at) instanceof PtxOperand.Group group) {
                arguments = group.elements();
                at++;
            }
            return new Parts(results, callee, arguments, at < all.size() ? all.get(at) : null);
        }
    }

    /** The function that a call names, if it names one. */
    public static @Nullable Symbol callee(PtxInstruction call, KernelContext context, Symbol.OfFunction caller) {
        return Parts.of(call.operands()).callee() instanceof PtxOperand.Name name
                ? context.find(caller, name.text())
                : null;
    }

    /** Writes a call. */
    public void call(Form form) {
        Parts parts = Parts.of(form.operands());
        if (!(parts.callee() instanceof PtxOperand.Name name)) {
            throw form.refuse("names no function");
        }
        if (operands.names().of(name.text()) instanceof NameScopes.Register address) {
            indirect(form, parts, address.register());
            return;
        }
        Symbol callee = context.find(caller, name.text());
        if (callee instanceof Symbol.OfFunction function && !function.isKernel()) {
            direct(form, parts, function);
        } else if (callee instanceof Symbol.OfExternal external) {
            deviceCalls.call(form, external.key(), passed(form, parts.arguments()), passed(form, parts.results()));
        } else {
            throw form.refuseAt(name.at(), "calls " + name.text() + ", which is not a function");
        }
    }

    private List<NameScopes.RegisterParameter> passed(Form form, List<PtxOperand> operandsOfCall) {
        List<NameScopes.RegisterParameter> all = new ArrayList<>();
        for (PtxOperand operand : operandsOfCall) {
            all.add(passed(form, operand));
        }
        return all;
    }

    /** A parameter, or in the old style a register or a number. */
    private NameScopes.RegisterParameter passed(Form form, PtxOperand operand) {
        if (operand instanceof PtxOperand.Name name
                && operands.names().of(name.text()) instanceof NameScopes.RegisterParameter passed) {
            return passed;
        }
        NameScopes.RegisterParameter value = new NameScopes.RegisterParameter(new HashMap<>());
        value.values().put(0L, operands.value(form, operand, PtxType.B64));
        return value;
    }

    private void direct(Form form, Parts parts, Symbol.OfFunction function) {
        CallConvention signature = CallConvention.of(function.function());
        hand(form, parts, signature);
        jump(function);
        take(form, parts, signature);
    }

    private void jump(Symbol.OfFunction function) {
        code.emitTo(
                Opcode.CALL, -1, Code.NONE, Code.NONE, Code.NONE, new Modifiers.Call(0, 0), context.number(function));
    }

    /** Calls each possible target in turn, for the lanes that name it. */
    private void indirect(Form form, Parts parts, int address) {
        CallConvention signature = signature(form, parts);
        hand(form, parts, signature);
        int outer = code.guard();
        int any = -1;
        for (Symbol.OfFunction function : candidates(parts, signature)) {
            int meant = code.newPredicateUnderGuard();
            code.compare(Opcode.COMPARE_U64, meant, address, Comparison.EQUAL, code.bits(context.address(function)));
            any = any(any, meant, form, outer);
            code.guard(meant, false);
            jump(function);
            restore(form, outer);
        }
        trapUnless(any, outer, form);
        take(form, parts, signature);
    }

    private int any(int before, int meant, Form form, int outer) {
        code.unguarded();
        int any = code.function().newPredicate();
        code.emit(Opcode.PREDICATE_OR, any, meant, before < 0 ? meant : before);
        restore(form, outer);
        return any;
    }

    /** An address outside all callable functions: hardware would run whatever code is there. */
    private void trapUnless(int any, int outer, Form form) {
        if (outer >= 0) {
            return;
        }
        if (any >= 0) {
            code.guard(any, true);
        }
        code.emit(Opcode.TRAP, Modifiers.NONE);
        restore(form, outer);
    }

    private void restore(Form form, int outer) {
        var guard = form.instruction().guard();
        if (outer < 0 || guard == null) {
            code.unguarded();
        } else {
            code.guard(outer, guard.negated());
        }
    }

    private CallConvention signature(Form form, Parts parts) {
        if (parts.list() instanceof PtxOperand.Name name) {
            NameScopes.Binding binding = operands.names().of(name.text());
            if (binding instanceof NameScopes.Prototype prototype) {
                return CallConvention.of(prototype.prototype());
            }
            if (binding instanceof NameScopes.CallTargets callees) {
                for (String function : callees.targets().functions()) {
                    if (context.find(caller, function) instanceof Symbol.OfFunction found) {
                        return CallConvention.of(found.function());
                    }
                }
            }
        }
        throw form.refuse("calls through a register without a prototype");
    }

    private List<Symbol.OfFunction> candidates(Parts parts, CallConvention signature) {
        List<Symbol.OfFunction> candidates = new ArrayList<>();
        if (parts.list() instanceof PtxOperand.Name name
                && operands.names().of(name.text()) instanceof NameScopes.CallTargets callees) {
            for (String function : callees.targets().functions()) {
                if (context.find(caller, function) instanceof Symbol.OfFunction found) {
                    candidates.add(found);
                }
            }
            return candidates;
        }
        for (Symbol.OfFunction function : context.addressed()) {
            if (CallConvention.of(function.function()).agreesWith(signature)) {
                candidates.add(function);
            }
        }
        return candidates;
    }

    private void hand(Form form, Parts parts, CallConvention signature) {
        if (parts.arguments().size() != signature.taken().size()
                || parts.results().size() != signature.returned().size()) {
            throw form.refuse("passes " + parts.arguments().size() + " values and takes "
                    + parts.results().size() + ", where the function takes "
                    + signature.taken().size()
                    + " and returns " + signature.returned().size());
        }
        int next = 0;
        for (int i = 0; i < signature.taken().size(); i++) {
            code.move(
                    code.function().outgoing(next++),
                    argument(form, parts.arguments().get(i)));
        }
        for (int i = 0; i < signature.returned().size(); i++) {
            Parameter result = signature.returned().get(i);
            if (CallConvention.isArray(result)) {
                code.move(
                        code.function().outgoing(next++),
                        argument(form, parts.results().get(i)));
            }
        }
        int own = code.constants().frameBytes(context.number(caller));
        int start = code.function().outgoing(next);
        if (stackTop != Code.NONE) {
            code.move(start, stackTop);
        } else if (caller.isKernel()) {
            code.move(start, own);
        } else {
            code.emit(Opcode.ADD_I64, start, frame, own);
        }
    }

    /** One value, or the address of an array. */
    private int argument(Form form, PtxOperand operand) {
        if (operand instanceof PtxOperand.Name name) {
            NameScopes.Binding binding = operands.names().of(name.text());
            if (binding instanceof NameScopes.RegisterParameter passed) {
                Integer value = passed.values().get(0L);
                // No store wrote it: any value is right.
                return value == null ? code.bits(0) : value;
            }
            if (binding instanceof NameScopes.LocalVariable local) {
                return local.address();
            }
        }
        return operands.value(form, operand, PtxType.B64);
    }

    private void take(Form form, Parts parts, CallConvention signature) {
        int next = signature.arguments();
        for (int i = 0; i < signature.returned().size(); i++) {
            if (CallConvention.isArray(signature.returned().get(i))) {
                continue;
            }
            PtxOperand result = parts.results().get(i);
            int value = code.function().outgoing(next++);
            if (result instanceof PtxOperand.Name name
                    && operands.names().of(name.text()) instanceof NameScopes.RegisterParameter passed) {
                int kept = passed.values()
                        .computeIfAbsent(0L, each -> code.function().newRegister(true));
                code.move(kept, value);
            } else if (!(result instanceof PtxOperand.Sink)) {
                code.move(operands.destination(form, result), value);
            }
        }
    }
}
