package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.sm.DeviceCalls;
import io.cdpsim.gpu.sm.DeviceFault;
import io.cdpsim.gpu.sm.ThreadMemory;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.cost.CallCosts;
import io.cdpsim.runtime.limit.DeviceLimits;
import io.cdpsim.runtime.printf.PrintfFormat;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** {@code printf} of device code: each lane's text goes into the FIFO that the host flushes (rule PRNT-1), in the order of the calls. */
public final class DevicePrintf {
    private final Gpu gpu;
    private final PagedMemory global;
    private final PrintfFifo fifo;
    private final CallCosts costs;
    private final DeviceEvents events;
    private boolean hasLost;

    public DevicePrintf(Gpu gpu, PagedMemory global, PrintfFifo fifo, CallCosts costs, DeviceEvents events) {
        this.events = events;
        this.gpu = gpu;
        this.global = global;
        this.fifo = fifo;
        this.costs = costs;
    }

    /** A warp prints. @return when it goes on, or {@link DeviceCalls#BLOCKED} if the device has faulted */
    public long print(Warp warp, Instruction in, int lanes, long now) {
        if (in.modifiers() instanceof Modifiers.PrintInMemory) {
            return printFromMemory(warp, in, lanes, now);
        }
        Modifiers.Print print = (Modifiers.Print) in.modifiers();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            String text = PrintfFormat.format(
                    print.format(),
                    print.types(),
                    i -> warp.state().value(print.arguments().get(i), lane),
                    this::stringAt);
            printed(warp, in, lane, text, print.arguments().size(), now);
        }
        return end(lanes, now);
    }

    /** {@code vprintf}: each lane's format and arguments are where its operands say. */
    private long printFromMemory(Warp warp, Instruction in, int lanes, long now) {
        ThreadMemory memory = gpu.threadMemory();
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
            String text =
                    PrintfFormat.format(format, types, i -> values[i], address -> memory.text(warp, lane, address));
            printed(warp, in, lane, text, values.length, now);
        }
        return end(lanes, now);
    }

    private long fault(Warp warp, Instruction in, int lane, String what, long address) {
        String why = what + " at 0x" + Long.toHexString(address) + ", outside every allocation";
        gpu.fault(DeviceFault.Kind.ILLEGAL_ADDRESS, warp, in, lane, why);
        return DeviceCalls.BLOCKED;
    }

    private void printed(Warp warp, Instruction in, int lane, String text, int arguments, long now) {
        // Rule PRNT-3.
        if (fifo.add(text, arguments) && !hasLost) {
            hasLost = true;
            events.warning(
                    "PRNT-1",
                    "output of device code was lost: kernel "
                            + warp.block().grid().kernel().name()
                            + (in.place().isEmpty() ? "" : ", " + in.place())
                            + ", filled the buffer of printf, whose oldest output gives way; enlarge it with"
                            + " cudaDeviceSetLimit(cudaLimitPrintfFifoSize, ...), or synchronise more often",
                    now);
        }
        if (in.destination() >= 0) {
            warp.state().set(in.destination(), lane, arguments);
        }
    }

    private long end(int lanes, long now) {
        // Output is a change that somebody sees: a thread that prints is not stuck.
        gpu.progressed();
        return costs.print(now, Integer.bitCount(lanes));
    }

    /** The bytes in global memory from an address to the first zero, as text; what an address without memory gives, C does not say. */
    private String stringAt(long address) {
        StringBuilder text = new StringBuilder();
        long at = address;
        while (global.contains(at, 1) && global.loadByte(at) != 0) {
            text.append((char) (global.loadByte(at) & 0xFF));
            at++;
        }
        return text.isEmpty() && !global.contains(address, 1) ? "(no string)" : text.toString();
    }

    /** The one buffer of a device that {@code printf} writes to and the host flushes (rules PRNT-1, PRNT-2). */
    public static final class PrintfFifo {
        private static final int HEADER_BYTES = 16;
        private static final int ARGUMENT_BYTES = 8;

        private record Line(String text, int bytes) {}

        private final DeviceLimits limits;
        private final Deque<Line> lines = new ArrayDeque<>();
        private long usedBytes;

        public PrintfFifo(DeviceLimits limits) {
            this.limits = limits;
        }

        /** Adds what one thread prints; the oldest output gives way where there is no room. @return whether some did */
        boolean add(String text, int arguments) {
            int bytes = HEADER_BYTES + ARGUMENT_BYTES * arguments;
            // Rule PRNT-3: in the order in which it comes.
            lines.add(new Line(text, bytes));
            usedBytes += bytes;
            // Rule PRNT-1.
            boolean hasLost = false;
            while (usedBytes > limits.printfFifoBytes()) {
                usedBytes -= lines.remove().bytes();
                hasLost = true;
            }
            return hasLost;
        }

        /** Empties the buffer, at the bidding of the host (rule PRNT-2). @return what was in it, oldest first */
        public String flush() {
            if (lines.isEmpty()) {
                return "";
            }
            StringBuilder text = new StringBuilder();
            lines.forEach(line -> text.append(line.text()));
            lines.clear();
            usedBytes = 0;
            return text.toString();
        }
    }
}
