package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.call.CallType;
import io.cdpsim.kernel.call.CallValue;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Emits calls of the device runtime, whatever the call: its operands, and the registers that take its results. */
final class DeviceCallEmitter {
    private static final int NONE = Instruction.NO_OPERAND;

    private final KernelBuilder builder;
    private final CodeEmitter emitter;
    private boolean perThreadDefaultStream;

    DeviceCallEmitter(KernelBuilder builder, CodeEmitter emitter) {
        this.builder = builder;
        this.emitter = emitter;
    }

    /** In the calls that follow, stream 0 is the thread's own (rule STR-12). */
    void perThreadDefaultStream() {
        perThreadDefaultStream = true;
    }

    /** A launch of a kernel. @return its error code */
    Register launch(DeviceCall call, KernelReference kernel, List<Operand> arguments) {
        return emit(call, kernel, arguments).get(0);
    }

    /** A call that returns one value. */
    Register oneResult(DeviceCall call, Operand... arguments) {
        return emit(call, null, List.of(arguments)).get(0);
    }

    /** A call that returns nothing. */
    void noResult(DeviceCall call, Operand... arguments) {
        emit(call, null, List.of(arguments));
    }

    /** A call that returns an error code and one more value. */
    List<Register> twoResults(DeviceCall call, Operand... arguments) {
        return emit(call, null, List.of(arguments));
    }

    /** The same, for a call about a kernel. */
    List<Register> twoResultsOn(KernelReference callee, DeviceCall call, Operand... arguments) {
        return emit(call, callee, List.of(arguments));
    }

    /** As above, with results that the code uses in 64-bit arithmetic. */
    List<Register> wideResults(@Nullable KernelReference callee, DeviceCall call, Operand... arguments) {
        return emit(
                call,
                callee,
                List.of(arguments),
                builder.registers(ValueType.U64, call.results().size()));
    }

    private List<Register> emit(DeviceCall call, @Nullable KernelReference callee, List<Operand> arguments) {
        // Allocated consecutively.
        List<Register> results = new ArrayList<>();
        for (CallValue result : call.results()) {
            results.add(builder.newRegister(typeOf(result.type())));
        }
        return emit(call, callee, arguments, results);
    }

    private List<Register> emit(
            DeviceCall call, @Nullable KernelReference callee, List<Operand> arguments, List<Register> results) {
        List<Integer> codes = new ArrayList<>();
        for (Operand argument : arguments) {
            codes.add(builder.code(argument));
        }
        emitter.emit(
                Opcode.DEVICE_CALL,
                results.isEmpty() ? -1 : results.get(0).index(),
                NONE,
                NONE,
                NONE,
                new Modifiers.Device(call, codes, callee, perThreadDefaultStream));
        return results;
    }

    private static ValueType typeOf(CallType type) {
        return type.bytes() == Long.BYTES ? ValueType.U64 : ValueType.S32;
    }
}
