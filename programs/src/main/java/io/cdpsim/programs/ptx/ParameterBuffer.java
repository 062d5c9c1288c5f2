package io.cdpsim.programs.ptx;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ValueType;

/** The parameters of a launch, in the layout that the kernel declares. */
public final class ParameterBuffer {
    private final Kernel kernel;
    private final byte[] bytes;

    /**
     * A buffer of zeros.
     *
     * @param arguments number of arguments
     * @throws IllegalArgumentException if the kernel has another number of parameters
     */
    public ParameterBuffer(Kernel kernel, int arguments) {
        this.kernel = kernel;
        bytes = new byte[kernel.parameters().totalBytes()];
        int count = kernel.parameters().count();
        if (arguments != count) {
            throw new IllegalArgumentException("found " + arguments + (arguments == 1 ? " argument" : " arguments")
                    + ", but kernel " + kernel.name() + " takes " + count
                    + (count == 0 ? "" : ": " + describe(kernel)));
        }
    }

    /** The types of a kernel's parameters as text: {@code .u64, .u64, .u32}. */
    public static String describe(Kernel kernel) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < kernel.parameters().count(); i++) {
            words.append(i == 0 ? "" : ", ").append(describe(kernel.parameters(), i));
        }
        return words.toString();
    }

    private static String describe(ParameterLayout layout, int index) {
        ValueType type = layout.types().get(index);
        int size = layout.sizesBytes().get(index);
        return "." + MemoryElements.word(type) + (layout.isOneValue(index) ? "" : "[" + size / type.bytes() + "]");
    }

    /**
     * Stores an argument.
     *
     * @param index of the parameter, from 0
     * @param argument a number, converted to the type of the parameter; a {@link DeviceVariable} for its address; or the bytes of a structure
     * @throws IllegalArgumentException if it does not fit the parameter
     */
    public void put(int index, Object argument) {
        ParameterLayout layout = kernel.parameters();
        int offset = layout.offsetsBytes().get(index);
        if (argument instanceof byte[] given) {
            int size = layout.sizesBytes().get(index);
            if (given.length != size) {
                throw wrong(index, "found " + given.length + " bytes, expected " + size);
            }
            System.arraycopy(given, 0, bytes, offset, size);
        } else if (argument instanceof DeviceVariable variable) {
            putAddress(index, variable.address());
        } else if (argument instanceof Number number) {
            if (!layout.isOneValue(index)) {
                throw wrong(index, "found " + number + ", expected the bytes of a structure");
            }
            try {
                ValueType type = layout.types().get(index);
                MemoryElements.put(bytes, offset, type, MemoryElements.bits(type, number));
            } catch (IllegalArgumentException e) {
                throw wrong(index, String.valueOf(e.getMessage()));
            }
        } else {
            throw wrong(index, "found " + argument + ", expected a number, a variable or bytes");
        }
    }

    /** Stores an address. @throws IllegalArgumentException if the parameter has another size */
    public void putAddress(int index, long address) {
        ParameterLayout layout = kernel.parameters();
        ValueType type = layout.types().get(index);
        if (!layout.isOneValue(index) || !type.isWide() || type.isFloat()) {
            throw wrong(index, "found an address, which takes 8 bytes");
        }
        MemoryElements.put(bytes, layout.offsetsBytes().get(index), type, address);
    }

    /**
     * Stores a number with a given type.
     *
     * @throws IllegalArgumentException if the parameter has another size, or the number is floating-point and the type is not
     */
    public void putTyped(int index, ValueType type, Number number) {
        ParameterLayout layout = kernel.parameters();
        ValueType wanted = layout.types().get(index);
        if (!layout.isOneValue(index) || wanted.bytes() != type.bytes() || (wanted.isFloat() && !type.isFloat())) {
            throw wrong(index, "found a number of type ." + MemoryElements.word(type));
        }
        MemoryElements.put(bytes, layout.offsetsBytes().get(index), type, MemoryElements.bits(type, number));
    }

    /** The buffer. */
    public byte[] bytes() {
        return bytes.clone();
    }

    private IllegalArgumentException wrong(int index, String what) {
        return new IllegalArgumentException("parameter " + (index + 1) + " of kernel " + kernel.name() + " is "
                + describe(kernel.parameters(), index) + ": " + what);
    }
}
