package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.runtime.cost.CallCosts;

/** {@code printf} of device code: each lane's text goes into the FIFO that the host flushes (rule PRNT-1), in the order of the calls. */
public final class DevicePrintf {
    private final Gpu gpu;
    private final PagedMemory global;
    private final PrintfFifo fifo;
    private final CallCosts costs;

    public DevicePrintf(Gpu gpu, PagedMemory global, PrintfFifo fifo, CallCosts costs) {
        this.gpu = gpu;
        this.global = global;
        this.fifo = fifo;
        this.costs = costs;
    }

    /** A warp prints. @return when it goes on */
    public long print(Warp warp, Instruction in, int lanes, long now) {
        Detail.Print print = (Detail.Print) in.detail();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            String text = PrintfFormat.format(
                    print.format(),
                    print.types(),
                    i -> warp.state().value(print.arguments().get(i), lane),
                    this::stringAt);
            // Rule PRNT-3.
            fifo.add(text, print.arguments().size());
            if (in.destination() >= 0) {
                warp.state().set(in.destination(), lane, print.arguments().size());
            }
        }
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
}
