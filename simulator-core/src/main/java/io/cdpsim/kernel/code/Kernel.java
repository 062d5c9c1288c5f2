package io.cdpsim.kernel.code;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.List;

/** Code that grids run, and the attributes that a launch needs. Immutable. */
public final class Kernel {
    private final KernelAttributes attributes;
    private final Instruction[] code;
    private final long[] constants;
    private final RegisterTypes types;
    private final int registers;
    private final int predicates;
    private final ParameterLayout parameters;
    private final PointerOrigins origins;
    private final boolean actsBeyondWarps;
    private final boolean usesDynamicParallelism;

    /**
     * A kernel with the results of its analysis.
     *
     * @param attributes attributes that a launch needs
     * @param code the instructions
     * @param constants the constants, once each
     * @param types what its registers and constants hold; as many registers as a lane needs in the outermost call frame
     * @param predicates predicates a lane needs in the outermost call frame
     * @param parameters where each parameter is
     * @param origins origins of its addresses
     */
    public Kernel(
            KernelAttributes attributes,
            List<Instruction> code,
            long[] constants,
            RegisterTypes types,
            int predicates,
            ParameterLayout parameters,
            PointerOrigins origins) {
        this.attributes = attributes;
        this.origins = origins;
        this.code = code.toArray(new Instruction[0]);
        this.constants = new long[constants.length * Lanes.COUNT];
        for (int i = 0; i < this.constants.length; i++) {
            this.constants[i] = constants[i / Lanes.COUNT];
        }
        this.types = types;
        this.registers = types.registers().size();
        this.predicates = predicates;
        this.parameters = parameters;
        actsBeyondWarps = code.stream().anyMatch(in -> in.opcode().actsBeyondWarp());
        usesDynamicParallelism = code.stream()
                .anyMatch(in -> in.modifiers() instanceof Modifiers.Device device
                        && device.call().needsDynamicParallelism());
    }

    /** The kernel's name. */
    public String name() {
        return attributes.name();
    }

    /** Attributes that a launch needs. */
    public KernelAttributes attributes() {
        return attributes;
    }

    /** Where each parameter is in the parameter buffer. */
    public ParameterLayout parameters() {
        return parameters;
    }

    /** The instructions. The array is shared: read only. */
    public Instruction[] code() {
        return code;
    }

    /** The constants, each repeated for every lane so that they read like registers. The array is shared: read only. */
    public long[] constants() {
        return constants;
    }

    /** What registers and constants are declared to hold. */
    public RegisterTypes types() {
        return types;
    }

    /** Registers a lane needs in the outermost call frame. */
    public int registers() {
        return registers;
    }

    /** Predicates a lane needs in the outermost call frame. */
    public int predicates() {
        return predicates;
    }

    /** Whether an operand can be an address in the thread's own shared or local memory, as far as the code shows (rule MEM-1). */
    public boolean isOwnAddress(int operand) {
        return origins.isOwn(operand);
    }

    /** Whether an operand can only originate from parameters or memory, as far as the code shows (rule MEM-1). */
    public boolean isFromOutside(int operand) {
        return origins.isFromOutside(operand);
    }

    /** The kernels that the code names, to launch or query them or to take their addresses. */
    public List<Kernel> named() {
        List<Kernel> named = new ArrayList<>();
        for (Instruction instruction : code) {
            if (instruction.modifiers() instanceof Modifiers.Device device && device.callee() != null) {
                named.add(device.callee().kernel());
            } else if (instruction.modifiers() instanceof Modifiers.KernelAddress address) {
                named.add(address.kernel().kernel());
            }
        }
        return named;
    }

    /** Whether the kernel makes any address in its own shared or local memory, as far as the code shows (rule MEM-1). */
    public boolean makesOwnAddresses() {
        return origins.makesOwn();
    }

    /** Whether any instruction calls the device runtime with this call. */
    public boolean calls(DeviceCall call) {
        for (Instruction instruction : code) {
            if (instruction.modifiers() instanceof Modifiers.Device device && device.call() == call) {
                return true;
            }
        }
        return false;
    }

    /** Whether any instruction makes a call that needs dynamic parallelism. */
    public boolean usesDynamicParallelism() {
        return usesDynamicParallelism;
    }

    /** Whether any instruction acts on more than its warp and memory ({@link Opcode#actsBeyondWarp}). */
    public boolean actsBeyondWarps() {
        return actsBeyondWarps;
    }

    @Override
    public String toString() {
        return name();
    }
}
