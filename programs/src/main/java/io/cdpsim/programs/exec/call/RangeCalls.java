package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.runtime.version.CudaError;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** Advice about managed memory and its attributes. Advice is kept for each allocation and changes no time: pages do not migrate here. */
final class RangeCalls {
    private static final int SET_READ_MOSTLY = 1;
    private static final int UNSET_READ_MOSTLY = 2;
    private static final int SET_PREFERRED = 3;
    private static final int UNSET_PREFERRED = 4;
    private static final int SET_ACCESSED_BY = 5;
    private static final int UNSET_ACCESSED_BY = 6;

    private static final int READ_MOSTLY = 1;
    private static final int PREFERRED_LOCATION = 2;
    private static final int ACCESSED_BY = 3;
    private static final int LAST_PREFETCH_LOCATION = 4;

    /** {@code cudaInvalidDeviceId}. */
    private static final int NOWHERE = -2;

    private final SimulatedProgram program;
    private final Map<Long, Advice> advice = new HashMap<>();

    private static final class Advice {
        private boolean readMostly;
        private int preferred = NOWHERE;
        private int prefetched = NOWHERE;
        private final TreeSet<Integer> accessedBy = new TreeSet<>();
    }

    RangeCalls(SimulatedProgram program) {
        this.program = program;
    }

    void addTo(CallTable calls) {
        calls.add("cudaMemAdvise", this::advise);
        calls.add("cudaMemPrefetchAsync", (in, thread) -> {
            long address = in.quad();
            long bytes = in.quad();
            int device = in.word();
            program.stream(in.quad(), thread);
            if (!isManaged(address, bytes)) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
            if (!isPlace(device)) {
                return CallReply.of(CudaError.INVALID_DEVICE);
            }
            of(address).prefetched = device;
            return CallReply.OK;
        });
        calls.add("cudaStreamAttachMemAsync", (in, thread) -> {
            program.stream(in.quad(), thread);
            return program.isManaged(in.quad()) ? CallReply.OK : CallReply.of(CudaError.INVALID_VALUE);
        });
        calls.add("cudaMemRangeGetAttribute", this::attribute);
    }

    private boolean isManaged(long address, long bytes) {
        return bytes > 0 && program.isManaged(address) && program.isManaged(address + bytes - 1);
    }

    private boolean isPlace(int device) {
        return device >= -1 && device < program.machine().devices().size();
    }

    private Advice of(long address) {
        return advice.computeIfAbsent(program.sharedParts().floorKey(address), any -> new Advice());
    }

    private CallReply advise(CallArguments in, ProgramThread thread) {
        long address = in.quad();
        long bytes = in.quad();
        int what = in.word();
        int device = in.word();
        if (!isManaged(address, bytes) || what < SET_READ_MOSTLY || what > UNSET_ACCESSED_BY) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        if ((what == SET_PREFERRED || what >= SET_ACCESSED_BY) && !isPlace(device)) {
            return CallReply.of(CudaError.INVALID_DEVICE);
        }
        Advice range = of(address);
        switch (what) {
            case SET_READ_MOSTLY, UNSET_READ_MOSTLY -> range.readMostly = what == SET_READ_MOSTLY;
            case SET_PREFERRED, UNSET_PREFERRED -> range.preferred = what == SET_PREFERRED ? device : NOWHERE;
            case SET_ACCESSED_BY -> range.accessedBy.add(device);
            default -> range.accessedBy.remove(device);
        }
        return CallReply.OK;
    }

    private CallReply attribute(CallArguments in, ProgramThread thread) {
        int attribute = in.word();
        long address = in.quad();
        long bytes = in.quad();
        int words = (int) Math.min(Integer.MAX_VALUE, in.quad() / Integer.BYTES);
        if (!isManaged(address, bytes) || words < 1 || (attribute != ACCESSED_BY && words != 1)) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        Advice range = of(address);
        return switch (attribute) {
            case READ_MOSTLY -> CallReply.of(new CallResults().word(range.readMostly ? 1 : 0));
            case PREFERRED_LOCATION -> CallReply.of(new CallResults().word(range.preferred));
            case LAST_PREFETCH_LOCATION -> CallReply.of(new CallResults().word(range.prefetched));
            case ACCESSED_BY -> {
                CallResults list = new CallResults();
                Integer[] all = range.accessedBy.toArray(new Integer[0]);
                for (int i = 0; i < words; i++) {
                    list.word(i < all.length ? all[i] : NOWHERE);
                }
                yield CallReply.of(list);
            }
            default -> CallReply.of(CudaError.INVALID_VALUE);
        };
    }
}
