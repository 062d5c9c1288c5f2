package io.cdpsim.runtime.printf;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceCalls;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.ThreadMemory;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.cost.CallCosts;
import io.cdpsim.runtime.limit.DeviceLimits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * {@code printf} of device code: the text of each lane goes into the FIFO that the host flushes (rule PRNT-1), in call order.
 */
public final class DevicePrintf {
    private final Gpu gpu;
    private final PagedMemory global;
    private final PrintfFifo fifo;
    private final CallCosts costs;
    private final DeviceEvents events;
    private final Map<String, PrintfFormat.Length> lengths = new HashMap<>();
    private boolean warned;

    public DevicePrintf(Gpu gpu, PagedMemory global, PrintfFifo fifo, CallCosts costs, DeviceEvents events) {
        this.events = events;
        this.gpu = gpu;
        this.global = global;
        this.fifo = fifo;
        this.costs = costs;
    }

    /**
     * Executes {@code printf} for a warp. @return the cycle at which it continues, or {@link DeviceCalls#BLOCKED} if the device
     * has faulted
     */
    public long print(Warp warp, Instruction in, int lanes, long now) {
        if (in.modifiers() instanceof Modifiers.PrintInMemory) {
            return printFromMemory(warp, in, lanes, now);
        }
        Modifiers.Print print = (Modifiers.Print) in.modifiers();
        long copyCycles = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            Strings strings = new Strings(this::stringAt);
            String text = PrintfFormat.format(
                    print.format(),
                    print.types(),
                    i -> warp.state().value(print.arguments().get(i), lane),
                    strings);
            printed(warp, in, lane, text, print.arguments().size(), now);
            copyCycles = Math.max(copyCycles, copyCycles(print.format(), strings));
        }
        return end(lanes, now, copyCycles);
    }

    /** {@code vprintf}: the operands of each lane are the addresses of its format and arguments. */
    private long printFromMemory(Warp warp, Instruction in, int lanes, long now) {
        ThreadMemory memory = gpu.threadMemory();
        long copyCycles = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long formatAt = warp.state().value(in.a(), lane);
            if (!memory.reaches(warp, lane, formatAt, ValueType.U8)) {
                return fault(warp, in, lane, "a format of vprintf", formatAt);
            }
            String format = memory.text(warp, lane, formatAt);
            List<ValueType> types = PrintfFormat.argumentTypes(format);
            long[] values = new long[types.size()];
            long at = warp.state().value(in.b(), lane);
            for (int i = 0; i < values.length; i++) {
                ValueType type = types.get(i);
                at = (at + type.bytes() - 1) / type.bytes() * type.bytes();
                if (!memory.reaches(warp, lane, at, type)) {
                    return fault(warp, in, lane, "argument " + (i + 1) + " of vprintf", at);
                }
                values[i] = memory.load(warp, lane, at, type);
                at += type.bytes();
            }
            Strings strings = new Strings(address -> memory.text(warp, lane, address));
            String text = PrintfFormat.format(format, types, i -> values[i], strings);
            printed(warp, in, lane, text, values.length, now);
            copyCycles = Math.max(copyCycles, copyCycles(format, strings));
        }
        return end(lanes, now, copyCycles);
    }

    private long fault(Warp warp, Instruction in, int lane, String operand, long address) {
        String reason = operand + " at 0x" + Long.toHexString(address) + ", outside every allocation";
        gpu.fault(DeviceFault.Kind.ILLEGAL_ADDRESS, warp, in, lane, reason);
        return DeviceCalls.BLOCKED;
    }

    private void printed(Warp warp, Instruction in, int lane, String text, int arguments, long now) {
        // Rule PRNT-3.
        if (fifo.add(text, now) && !warned) {
            warned = true;
            events.warning(
                    "PRNT-1",
                    "output of device code was lost: kernel "
                            + warp.block().grid().kernel().name()
                            + (in.place().isEmpty() ? "" : ", " + in.place())
                            + ", filled the buffer of printf, which discards its oldest output and keeps "
                            + fifo.capacity() + " lines; enlarge it with"
                            + " cudaDeviceSetLimit(cudaLimitPrintfFifoSize, ...), or synchronise more often",
                    now);
        }
        if (in.destination() >= 0) {
            warp.state().set(in.destination(), lane, arguments);
        }
    }

    private long copyCycles(String format, Strings strings) {
        PrintfFormat.Length length = lengths.computeIfAbsent(format, PrintfFormat::length);
        return costs.printCopyCycles(length.characters(), length.conversions(), strings.bytes);
    }

    private long end(int lanes, long now, long copyCycles) {
        // Output is an observable effect: a thread that prints is not stuck.
        gpu.progressed();
        return costs.print(now, Integer.bitCount(lanes), copyCycles);
    }

    /**
     * The string at an address in global memory, up to the first zero byte. For an address without memory, C leaves the result
     * undefined.
     */
    private String stringAt(long address) {
        StringBuilder text = new StringBuilder();
        long at = address;
        while (global.contains(at, 1) && global.loadByte(at) != 0) {
            text.append((char) (global.loadByte(at) & 0xFF));
            at++;
        }
        return text.isEmpty() && !global.contains(address, 1) ? "(no string)" : text.toString();
    }

    /** The strings that one lane prints, and their bytes. */
    private static final class Strings implements LongFunction<String> {
        private final LongFunction<String> at;
        private int bytes;

        Strings(LongFunction<String> at) {
            this.at = at;
        }

        @Override
        public String apply(long address) {
            String text = at.apply(address);
            bytes += text.length();
            return text;
        }
    }

    /**
     * The buffer of a device that {@code printf} writes and the host flushes (rules PRNT-1, PRNT-2). While the host waits it also empties the
     * buffer at intervals; it waits while anything runs that takes that long.
     */
    public static final class PrintfFifo {
        private final DeviceLimits limits;
        private final int recordBytes;
        private final long drainCycles;
        private final Deque<String> lines = new ArrayDeque<>();
        private final StringBuilder drained = new StringBuilder();
        private long interval;

        /**
         * An empty buffer.
         *
         * @param recordBytes what the output of one thread by one call occupies, bytes
         * @param drainCycles interval at which the waiting host empties the buffer, cycles; 0 if it does not
         */
        public PrintfFifo(DeviceLimits limits, int recordBytes, long drainCycles) {
            this.limits = limits;
            this.recordBytes = recordBytes;
            this.drainCycles = drainCycles;
        }

        /** Adds the output of one thread and discards the oldest output if the buffer is full. @return whether output was discarded */
        boolean add(String text, long now) {
            if (drainCycles > 0 && now / drainCycles != interval) {
                interval = now / drainCycles;
                drain();
            }
            // Rule PRNT-3: in call order.
            lines.add(text);
            // Rule PRNT-1.
            boolean isFull = lines.size() > capacity();
            if (isFull) {
                lines.remove();
            }
            return isFull;
        }

        /** The number of calls by one thread whose output it holds. */
        long capacity() {
            return Math.max(1, limits.printfFifoBytes() / recordBytes);
        }

        private void drain() {
            lines.forEach(drained::append);
            lines.clear();
        }

        /** Empties the buffer when the host flushes it (rule PRNT-2). @return its contents, oldest first */
        public String flush() {
            drain();
            String text = drained.toString();
            drained.setLength(0);
            return text;
        }
    }
}
