package io.cdpsim.kernel.verification;

import io.cdpsim.kernel.call.CallParameter;
import io.cdpsim.kernel.call.CallType;
import io.cdpsim.kernel.call.CallValue;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.OperandKind;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.ValueType;
import java.util.List;
import java.util.Locale;

/** Checks that a call of the device runtime has the arguments of the table of calls, and a launch those of its kernel. */
final class CallChecks {
    private final OperandChecks operands;

    CallChecks(OperandChecks operands) {
        this.operands = operands;
    }

    void check(int index, Instruction in, Modifiers.Device device) {
        DeviceCall call = device.call();
        List<Integer> given = device.arguments();
        List<CallValue> wanted = call.arguments();
        boolean launchesWithParameters = call.signature().kernelParameters();
        long places = call.signature().parameters().stream()
                .filter(each -> each.direction() == CallParameter.Direction.OUT)
                .count();
        boolean hasPlaces = !launchesWithParameters && given.size() == wanted.size() + places;
        if (given.size() < wanted.size() || (given.size() > wanted.size() && !launchesWithParameters && !hasPlaces)) {
            throw operands.refuse("takes " + wanted.size() + " arguments"
                    + (launchesWithParameters ? " and the kernel's parameters" : "") + ", not " + given.size());
        }
        for (int i = 0; i < wanted.size(); i++) {
            CallValue value = wanted.get(i);
            operands.valueOrWider(
                    "argument " + (i + 1) + " (" + words(value) + ")", given.get(i), typeOf(value.type()));
        }
        if (hasPlaces) {
            given.subList(wanted.size(), given.size())
                    .forEach(place -> operands.value("the place of a result", place, RegisterType.INTEGER_64));
        }
        checkResults(in, call);
        KernelReference callee = device.callee();
        boolean byAddress = device.calleeAddress() != Instruction.NO_OPERAND;
        boolean named = callee != null || byAddress;
        if (call.signature().namesKernel() != named) {
            throw operands.refuse(named ? "names a kernel, but takes none" : "names no kernel");
        }
        if (byAddress) {
            operands.value("the kernel's address", device.calleeAddress(), RegisterType.INTEGER_64);
        }
        if (byAddress && (callee != null || launchesWithParameters)) {
            throw operands.refuse(
                    "names a kernel by its address, which is for calls with a parameter buffer, and once only");
        }
        if (launchesWithParameters && callee != null) {
            // The kernel may be built later, so that two can launch each other.
            List<Integer> parameters = given.subList(wanted.size(), given.size());
            callee.whenBound(child -> checkParameters(index, child, parameters));
        }
    }

    /** A register may be wider than an integer it takes, which it then holds sign-extended. */
    private void checkResults(Instruction in, DeviceCall call) {
        int first = in.destination();
        List<CallValue> results = call.results();
        for (int i = 0; first >= 0 && i < results.size(); i++) {
            RegisterType type = typeOf(results.get(i).type());
            RegisterType found = operands.written(first + i, OperandKind.ANY);
            if (!found.agreesWith(type) && found != RegisterType.INTEGER_64) {
                throw operands.refuse("result " + (i + 1) + " (" + words(results.get(i)) + ") is " + type.words()
                        + ", but goes to " + operands.describe(first + i));
            }
        }
    }

    private void checkParameters(int index, Kernel child, List<Integer> given) {
        operands.at(index);
        ParameterLayout layout = child.parameters();
        if (given.size() != layout.count()) {
            throw operands.refuse("passes " + given.size() + (given.size() == 1 ? " parameter" : " parameters")
                    + ", but " + child.name() + " has " + layout.count());
        }
        for (int i = 0; i < given.size(); i++) {
            ValueType type = layout.types().get(i);
            if (!layout.isOneValue(i)) {
                throw operands.refuse("passes parameter " + (i + 1) + " of " + child.name()
                        + ", which is an array, as one value; write it into a parameter buffer");
            }
            String name = "parameter " + (i + 1) + " of " + child.name() + ", of type " + type;
            operands.value(name, given.get(i), RegisterType.of(type));
        }
    }

    private static String words(CallValue value) {
        return value.role().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static RegisterType typeOf(CallType type) {
        return type.bytes() == Long.BYTES ? RegisterType.INTEGER_64 : RegisterType.INTEGER_32;
    }
}
