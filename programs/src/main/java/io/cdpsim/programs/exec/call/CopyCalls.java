package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.ErrorCode;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.programs.ptx.DeviceVariable;
import io.cdpsim.runtime.host.CopyEndpoint;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;

/** Copies and fills. The bytes of memory private to the program arrive with the call, or return with its answer. */
final class CopyCalls {
    private static final int HOST_TO_HOST = 0;
    private static final int HOST_TO_DEVICE = 1;
    private static final int DEVICE_TO_HOST = 2;
    private static final int DEVICE_TO_DEVICE = 3;
    private static final int ANY = 4;

    private final SimulatedProgram program;
    private final Host host;

    CopyCalls(SimulatedProgram program) {
        this.program = program;
        host = program.host();
    }

    void addTo(CallTable calls) {
        calls.add("@writable", (in, thread) -> {
            long address = in.quad();
            return host.holds(address, in.quad()) ? CallReply.OK : ErrorCode.reply(ErrorCode.INVALID_VALUE);
        });
        calls.add("cudaMemcpy", this::copy);
        calls.add("cudaMemcpy2D", this::copyRows);
        calls.add("cudaMemcpyToSymbol", this::toSymbol);
        calls.add("cudaMemcpyFromSymbol", this::fromSymbol);
        calls.add("cudaMemset", this::fill);
    }

    private CallReply copy(CallArguments in, ProgramThread thread) {
        long given = in.quad();
        long givenFrom = in.quad();
        // The library itself copies between two places of the program's memory, registered or not.
        boolean isWithinProgram = !SimulatedProgram.isSimulated(given) && !SimulatedProgram.isSimulated(givenFrom);
        long bytes = in.quad();
        long to = isWithinProgram ? given : reached(given, bytes);
        long from = isWithinProgram ? givenFrom : reached(givenFrom, bytes);
        int kind = in.word();
        HostStream stream = program.stream(in.quad(), thread);
        boolean isAsync = in.word() != 0;
        return rows(to, 0, from, 0, bytes, 1, kind, stream, isAsync, in.bytes());
    }

    private CallReply copyRows(CallArguments in, ProgramThread thread) {
        long to = in.quad();
        long toPitch = in.quad();
        long from = in.quad();
        long fromPitch = in.quad();
        long width = in.quad();
        long height = in.quad();
        int kind = in.word();
        HostStream stream = program.stream(in.quad(), thread);
        boolean isAsync = in.word() != 0;
        return rows(to, toPitch, from, fromPitch, width, height, kind, stream, isAsync, in.bytes());
    }

    private CallReply rows(
            long to,
            long toPitch,
            long from,
            long fromPitch,
            long width,
            long height,
            int kind,
            HostStream stream,
            boolean isAsync,
            byte[] bytes) {
        boolean toProgram = !SimulatedProgram.isSimulated(to);
        boolean fromProgram = !SimulatedProgram.isSimulated(from);
        check(kind, to, from);
        if (isAsync
                && host.graphs()
                        .record(stream, () -> program.programCopy(to, toPitch, from, fromPitch, width, height))) {
            return CallReply.OK;
        }
        if (toProgram && fromProgram) {
            // The library copies when all earlier work is complete.
            return program.waitFor(stream);
        }
        byte[] back = toProgram ? new byte[Math.toIntExact(width * height)] : new byte[0];
        CopyEndpoint source = fromProgram
                ? new CopyEndpoint.Pageable(bytes, 0, Math.toIntExact(width))
                : new CopyEndpoint.InMemory(from, fromPitch);
        CopyEndpoint destination = toProgram
                ? new CopyEndpoint.Pageable(back, 0, Math.toIntExact(width))
                : new CopyEndpoint.InMemory(to, toPitch);
        host.memcpy2DAsync(destination, source, width, height, stream);
        boolean withinDevices = isOfDevice(to) && isOfDevice(from);
        if (!toProgram && (isAsync || withinDevices)) {
            return CallReply.OK;
        }
        CallReply.Waiting waiting = program.waitFor(stream);
        return new CallReply.Waiting(waiting.what(), waiting.isOver(), () -> {
            CallReply.Done done = waiting.then().get();
            return done.error() == 0 && toProgram ? CallReply.of(new CallResults().raw(back)) : done;
        });
    }

    /** Registered memory of the program is pinned: copies reach it when their turn comes, without the program. */
    private long reached(long address, long bytes) {
        long first = program.registered().onDevice(address);
        long most = Math.max(0, bytes - 1);
        return program.registered().onDevice(address + most) == first + most ? first : address;
    }

    private static boolean isOfDevice(long address) {
        return SimulatedProgram.isSimulated(address) && !SimulatedProgram.isPinned(address);
    }

    private void check(int kind, long to, long from) {
        boolean toDevice = kind == HOST_TO_DEVICE || kind == DEVICE_TO_DEVICE;
        boolean fromDevice = kind == DEVICE_TO_HOST || kind == DEVICE_TO_DEVICE;
        if (kind < HOST_TO_HOST || kind > ANY) {
            throw new CudaException(CudaError.INVALID_MEMCPY_DIRECTION, "copy of kind " + kind);
        }
        // O-2: memory that device code allocated is no memory of the host's calls.
        if (isWrong(toDevice, kind, reached(to, 1))
                || isWrong(fromDevice, kind, reached(from, 1))
                || host.isInDeviceHeap(to)
                || host.isInDeviceHeap(from)) {
            throw new CudaException(CudaError.INVALID_VALUE, "a copy whose kind does not fit its addresses");
        }
    }

    /** With unified addresses only memory that no device reaches cannot pass for a device's. */
    private boolean isWrong(boolean meansDevice, int kind, long address) {
        boolean isUnified = program.machine().settings().unifiedAddresses();
        return meansDevice
                ? !SimulatedProgram.isSimulated(address)
                : !isUnified && kind != ANY && isOfDevice(address) && !program.isManaged(address);
    }

    private CallReply toSymbol(CallArguments in, ProgramThread thread) {
        long symbol = in.quad();
        long given = in.quad();
        long bytes = in.quad();
        long from = reached(given, bytes);
        long to = inSymbol(symbol, in.quad(), bytes);
        int kind = in.word();
        if (kind != HOST_TO_DEVICE && kind != DEVICE_TO_DEVICE && kind != ANY) {
            return CallReply.of(CudaError.INVALID_MEMCPY_DIRECTION);
        }
        if (isWrong(kind == DEVICE_TO_DEVICE, kind, from)) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        HostStream stream = program.stream(in.quad(), thread);
        boolean isAsync = in.word() != 0;
        if (isAsync && host.graphs().record(stream, () -> program.programCopy(to, 0, from, 0, bytes, 1))) {
            return CallReply.OK;
        }
        boolean fromProgram = !SimulatedProgram.isSimulated(from);
        CopyEndpoint source = fromProgram ? CopyEndpoint.pageable(in.bytes()) : CopyEndpoint.memory(from);
        host.memcpy2DAsync(CopyEndpoint.memory(to), source, bytes, 1, stream);
        return isAsync ? CallReply.OK : program.waitFor(stream);
    }

    private CallReply fromSymbol(CallArguments in, ProgramThread thread) {
        long given = in.quad();
        long symbol = in.quad();
        long bytes = in.quad();
        long to = reached(given, bytes);
        long from = inSymbol(symbol, in.quad(), bytes);
        int kind = in.word();
        if (kind != DEVICE_TO_HOST && kind != DEVICE_TO_DEVICE && kind != ANY) {
            return CallReply.of(CudaError.INVALID_MEMCPY_DIRECTION);
        }
        if (isWrong(kind == DEVICE_TO_DEVICE, kind, to)) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        HostStream stream = program.stream(in.quad(), thread);
        boolean isAsync = in.word() != 0;
        if (isAsync && host.graphs().record(stream, () -> program.programCopy(to, 0, from, 0, bytes, 1))) {
            return CallReply.OK;
        }
        if (SimulatedProgram.isSimulated(to)) {
            host.memcpy2DAsync(CopyEndpoint.memory(to), CopyEndpoint.memory(from), bytes, 1, stream);
            return isAsync ? CallReply.OK : program.waitFor(stream);
        }
        byte[] back = new byte[Math.toIntExact(bytes)];
        host.memcpy2DAsync(CopyEndpoint.pageable(back), CopyEndpoint.memory(from), bytes, 1, stream);
        CallReply.Waiting waiting = program.waitFor(stream);
        return new CallReply.Waiting(waiting.what(), waiting.isOver(), () -> {
            CallReply.Done done = waiting.then().get();
            return done.error() == 0 ? CallReply.of(new CallResults().raw(back)) : done;
        });
    }

    private long inSymbol(long symbol, long offset, long bytes) {
        DeviceVariable variable = program.modules().variable(symbol);
        if (offset < 0 || bytes < 0 || offset > variable.bytes() - bytes) {
            throw new CudaException(CudaError.INVALID_VALUE, "a copy beyond the end of " + variable.name());
        }
        return variable.address() + offset;
    }

    private CallReply fill(CallArguments in, ProgramThread thread) {
        long to = reached(in.quad(), 1);
        long pitch = in.quad();
        int value = in.word();
        long width = in.quad();
        long height = in.quad();
        HostStream stream = program.stream(in.quad(), thread);
        boolean isAsync = in.word() != 0;
        if (!SimulatedProgram.isSimulated(to) || host.isInDeviceHeap(to) || (height > 1 && width > pitch)) {
            return ErrorCode.reply(ErrorCode.INVALID_VALUE);
        }
        host.memset2DAsync(to, pitch, value, width, height, stream);
        // O-12: the host sees the new bytes of managed memory when the call returns.
        boolean isSeenByHost = !isOfDevice(to) || program.isManaged(to);
        return isAsync || !isSeenByHost ? CallReply.OK : program.waitFor(stream);
    }
}
