package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.KernelReference;
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
        Register error = builder.newRegister(ValueType.S32);
        emit(call, error.index(), kernel, arguments);
        return error;
    }

    /** A call that gives one value. */
    Register oneResult(DeviceCall call, ValueType type, Operand... arguments) {
        Register target = builder.newRegister(type);
        emit(call, target.index(), null, List.of(arguments));
        return target;
    }

    /** A call that gives an error code and one value more. */
    List<Register> twoResults(DeviceCall call, Operand... arguments) {
        return twoResultsOn(null, call, arguments);
    }

    /** The same, for a call about a kernel. */
    List<Register> twoResultsOn(@Nullable KernelReference callee, DeviceCall call, Operand... arguments) {
        List<Register> targets = builder.registers(ValueType.U64, call.results());
        emit(call, targets.get(0).index(), callee, List.of(arguments));
        return targets;
    }

    private void emit(DeviceCall call, int destination, @Nullable KernelReference callee, List<Operand> arguments) {
        List<Integer> codes = new ArrayList<>();
        for (Operand argument : arguments) {
            codes.add(builder.code(argument));
        }
        emitter.emit(
                Opcode.DEVICE_CALL,
                destination,
                NONE,
                NONE,
                NONE,
                new Detail.Device(call, codes, callee, perThreadDefaultStream));
    }
}
