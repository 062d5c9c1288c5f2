package io.cdpsim.runtime.launch;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.LittleEndian;

/** The bytes of a kernel's parameters, as its layout places them. */
public final class ParameterBuffer {
    private ParameterBuffer() {}

    /**
     * The bytes of arguments.
     *
     * @throws IllegalArgumentException if their number differs from that of the parameters, or a parameter is an array
     */
    public static byte[] of(Kernel kernel, Number... arguments) {
        ParameterLayout layout = kernel.parameters();
        if (arguments.length != layout.count()) {
            throw new IllegalArgumentException("kernel " + kernel.name() + " takes " + layout.count()
                    + " parameters, but the launch has " + arguments.length);
        }
        byte[] bytes = new byte[layout.totalBytes()];
        for (int i = 0; i < arguments.length; i++) {
            ValueType type = layout.types().get(i);
            if (!layout.isOneValue(i)) {
                throw new IllegalArgumentException("parameter " + (i + 1) + " of kernel " + kernel.name()
                        + " is an array; launch with a buffer of parameters");
            }
            long bits = switch (type) {
                case F32 -> Float.floatToRawIntBits(arguments[i].floatValue());
                case F64 -> Double.doubleToRawLongBits(arguments[i].doubleValue());
                default -> arguments[i].longValue();
            };
            put(bytes, layout.offsetsBytes().get(i), type, bits);
        }
        return bytes;
    }

    /** Writes one parameter. */
    public static void put(byte[] bytes, int offset, ValueType type, long value) {
        switch (type.bytes()) {
            case 1 -> bytes[offset] = (byte) value;
            case 2 -> LittleEndian.putShort(bytes, offset, (short) value);
            case 4 -> LittleEndian.putInt(bytes, offset, (int) value);
            default -> LittleEndian.putLong(bytes, offset, value);
        }
    }
}
