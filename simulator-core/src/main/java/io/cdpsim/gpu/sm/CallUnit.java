package io.cdpsim.gpu.sm;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.DeviceCalls;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.call.ThreadMemory;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.memory.AccessTiming;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;

/** Runs the instructions that need the runtime: calls of the device runtime, printf, assertions and traps. */
final class CallUnit {
    private final WarpDevice device;
    private final ThreadMemory memory;
    private final AccessTiming accesses;

    CallUnit(WarpDevice device, ThreadMemory memory, AccessTiming accesses) {
        this.device = device;
        this.accesses = accesses;
        this.memory = memory;
    }

    /** Runs a call of the device runtime. @return the earliest cycle of the next instruction, or -1 if the runtime wakes the warp */
    long call(Warp warp, Instruction in, int lanes, long start) {
        warp.state().stack().advance();
        if (lanes == 0) {
            return start + 1;
        }
        long end = device.calls().call(warp, in, lanes, start);
        if (end == DeviceCalls.BLOCKED) {
            return -1;
        }
        accesses.call(start, end);
        warp.goesOn();
        warp.inCall(true);
        warp.scheduler().callStarts();
        return end;
    }

    /** Waits for the grid ahead in the stream, or lets the next one start. @return the cycle at which the warp continues, or -1 if it waits */
    long dependency(Warp warp, Instruction in, int lanes, long start) {
        warp.state().stack().advance();
        if (lanes == 0) {
            return start + 1;
        }
        if (!((Modifiers.GridDependency) in.modifiers()).waits()) {
            device.calls().letDependentsStart(warp.block(), start);
            return start + 1;
        }
        warp.waitsAtDependency();
        long end = device.calls().awaitDependency(warp, lanes, start);
        if (end != DeviceCalls.BLOCKED) {
            warp.goesOn();
        }
        return end;
    }

    /** The warp issues an instruction of its kernel: its call has returned. */
    static void leave(Warp warp) {
        if (warp.isInCall()) {
            warp.inCall(false);
            warp.scheduler().callEnds();
        }
    }

    /** Runs a printf. @return the earliest cycle of the next instruction, or -1 if the device has faulted */
    long print(Warp warp, Instruction in, int lanes, long start) {
        warp.state().stack().advance();
        return lanes == 0 ? start + 1 : device.calls().print(warp, in, lanes, start);
    }

    /** Runs a trap or a failed assertion. */
    void trap(Warp warp, Instruction in, int lanes) {
        int lane = Integer.numberOfTrailingZeros(lanes);
        if (in.modifiers() instanceof Modifiers.Assertion assertion) {
            device.fault(DeviceFault.Kind.ASSERT, warp, in, lane, "assertion failed: " + assertion.message());
        } else if (in.modifiers() instanceof Modifiers.AssertionInMemory assertion) {
            failed(warp, in, assertion, lanes);
        } else if (in.modifiers() instanceof Modifiers.Breakpoint) {
            device.fault(DeviceFault.Kind.TRAP, warp, in, lane, "the program reached a breakpoint");
        } else {
            device.fault(DeviceFault.Kind.TRAP, warp, in, lane, "the program executed a trap");
        }
    }

    /** Each thread of the warp that fails has its line: place and function of the source, block, thread and condition (O-8). */
    private void failed(Warp warp, Instruction in, Modifiers.AssertionInMemory assertion, int lanes) {
        StringBuilder output = new StringBuilder();
        String first = "";
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            String condition = text(warp, in.a(), lane);
            String place = text(warp, in.b(), lane) + ":"
                    + Integer.toUnsignedString((int) warp.state().value(in.c(), lane)) + ": "
                    + text(warp, assertion.function(), lane) + ": ";
            first = first.isEmpty() ? place + "assertion failed: " + condition : first;
            output.append(place)
                    .append(DeviceFault.placeOf(warp, lane))
                    .append(" Assertion `")
                    .append(condition)
                    .append("` failed.\n");
        }
        device.fault(DeviceFault.Kind.ASSERT, warp, in, Integer.numberOfTrailingZeros(lanes), first, output.toString());
    }

    private String text(Warp warp, int operand, int lane) {
        return memory.text(warp, lane, warp.state().value(operand, lane));
    }
}
