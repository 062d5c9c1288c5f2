package io.cdpsim.programs.exec.call;

import io.cdpsim.programs.exec.memory.SharedAllocation;
import io.cdpsim.programs.exec.protocol.CallArguments;
import io.cdpsim.programs.exec.protocol.CallResults;
import io.cdpsim.programs.exec.table.CallReply;
import io.cdpsim.programs.exec.table.CallTable;
import io.cdpsim.programs.exec.table.MemoryPlace;
import io.cdpsim.programs.exec.table.ProgramThread;
import io.cdpsim.runtime.version.CudaError;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Advice about managed memory and its attributes. Advice is kept for each page and changes no time: pages do not migrate here. */
final class RangeCalls {
    private static final long PAGE_BYTES = 4096;

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
    private static final int PREFERRED_TYPE = 5;
    private static final int PREFERRED_ID = 6;
    private static final int LAST_PREFETCH_TYPE = 7;
    private static final int LAST_PREFETCH_ID = 8;

    /** {@code cudaMemAttachGlobal}, {@code cudaMemAttachHost} and {@code cudaMemAttachSingle}. */
    private static final List<Integer> ATTACHMENTS = List.of(1, 2, 4);

    /** {@code cudaInvalidDeviceId}. */
    private static final int NOWHERE = -2;

    private static final MemoryPlace NO_PLACE = new MemoryPlace(0, NOWHERE);

    private final SimulatedProgram program;

    /** By first page; the advice holds up to the next entry. */
    private final TreeMap<Long, Advice> advice = new TreeMap<>();

    private record Advice(boolean readMostly, MemoryPlace preferred, MemoryPlace prefetched, List<Integer> accessedBy) {
        static final Advice NONE = new Advice(false, NO_PLACE, NO_PLACE, List.of());

        Advice readMostly(boolean isSo) {
            return new Advice(isSo, preferred, prefetched, accessedBy);
        }

        Advice preferred(MemoryPlace place) {
            return new Advice(readMostly, place, prefetched, accessedBy);
        }

        Advice prefetched(MemoryPlace place) {
            return new Advice(readMostly, preferred, place, accessedBy);
        }

        /** GPUs first, then the CPU. */
        Advice accessed(int device, boolean isSo) {
            TreeSet<Integer> all = new TreeSet<>(Integer::compareUnsigned);
            all.addAll(accessedBy);
            if (isSo) {
                all.add(device);
            } else {
                all.remove(device);
            }
            return new Advice(readMostly, preferred, prefetched, List.copyOf(all));
        }
    }

    RangeCalls(SimulatedProgram program) {
        this.program = program;
    }

    void addTo(CallTable calls) {
        calls.add("cudaMemAdvise", this::advise);
        calls.add("cudaMemPrefetchAsync", (in, thread) -> {
            long address = in.quad();
            long bytes = in.quad();
            MemoryPlace place = MemoryPlace.ofBits(in.quad());
            int flags = in.word();
            program.host().graphs().refuseForCaptured(program.stream(in.quad(), thread));
            if (!isManaged(address, bytes) || flags != 0) {
                return CallReply.of(CudaError.INVALID_VALUE);
            }
            if (!exists(place)) {
                return CallReply.of(place.isDevice() ? CudaError.INVALID_DEVICE : CudaError.INVALID_VALUE);
            }
            change(address, bytes, each -> each.prefetched(place));
            return CallReply.OK;
        });
        calls.add("cudaStreamAttachMemAsync", (in, thread) -> {
            program.stream(in.quad(), thread);
            long address = in.quad();
            long bytes = in.quad();
            SharedAllocation part = program.sharedPart(address);
            boolean isWhole = part != null && part.isManaged() && (bytes == 0 || bytes == part.requestedBytes());
            return isWhole && ATTACHMENTS.contains(in.word()) ? CallReply.OK : CallReply.of(CudaError.INVALID_VALUE);
        });
        calls.add("cudaMemRangeGetAttribute", this::attribute);
    }

    /** Forgets the advice about memory that is freed. */
    void freed(long address, long bytes) {
        change(address, bytes, any -> Advice.NONE);
    }

    private boolean isManaged(long address, long bytes) {
        return bytes > 0 && program.isManaged(address) && program.isManaged(address + bytes - 1);
    }

    private boolean exists(MemoryPlace place) {
        return place.exists(program.machine().devices().size());
    }

    private void change(long address, long bytes, UnaryOperator<Advice> how) {
        long first = Math.floorDiv(address, PAGE_BYTES);
        long end = Math.floorDiv(address + bytes - 1, PAGE_BYTES) + 1;
        advice.put(first, at(first));
        advice.put(end, at(end));
        advice.subMap(first, end).replaceAll((page, each) -> how.apply(each));
    }

    private Advice at(long page) {
        return advice.lowerKey(page + 1) == null
                ? Advice.NONE
                : advice.lowerEntry(page + 1).getValue();
    }

    /** The advice of all pages of a range. */
    private List<Advice> all(long address, long bytes) {
        long first = Math.floorDiv(address, PAGE_BYTES);
        List<Advice> found = new ArrayList<>(List.of(at(first)));
        found.addAll(advice.subMap(first, false, Math.floorDiv(address + bytes - 1, PAGE_BYTES), true)
                .values());
        return found;
    }

    private CallReply advise(CallArguments in, ProgramThread thread) {
        long address = in.quad();
        long bytes = in.quad();
        int what = in.word();
        MemoryPlace place = MemoryPlace.ofBits(in.quad());
        if (!isManaged(address, bytes)
                || what < SET_READ_MOSTLY
                || what > UNSET_ACCESSED_BY
                || !exists(place)
                || (what >= SET_ACCESSED_BY && place.isHostNode())) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        change(address, bytes, each -> switch (what) {
            case SET_READ_MOSTLY, UNSET_READ_MOSTLY -> each.readMostly(what == SET_READ_MOSTLY);
            case SET_PREFERRED, UNSET_PREFERRED -> each.preferred(what == SET_PREFERRED ? place : NO_PLACE);
            default -> each.accessed(place.ordinal(), what == SET_ACCESSED_BY);
        });
        return CallReply.OK;
    }

    private CallReply attribute(CallArguments in, ProgramThread thread) {
        int attribute = in.word();
        long address = in.quad();
        long bytes = in.quad();
        long size = in.quad();
        int words = (int) Math.min(Integer.MAX_VALUE, size / Integer.BYTES);
        if (!isManaged(address, bytes)
                || words < 1
                || size % Integer.BYTES != 0
                || (attribute != ACCESSED_BY && words != 1)) {
            return CallReply.of(CudaError.INVALID_VALUE);
        }
        List<Advice> pages = all(address, bytes);
        return switch (attribute) {
            case READ_MOSTLY -> word(pages.stream().allMatch(Advice::readMostly) ? 1 : 0);
            case PREFERRED_LOCATION -> word(ordinal(common(pages, Advice::preferred)));
            case LAST_PREFETCH_LOCATION -> word(ordinal(common(pages, Advice::prefetched)));
            case PREFERRED_TYPE -> word(common(pages, Advice::preferred).type());
            case PREFERRED_ID -> word(common(pages, Advice::preferred).id());
            case LAST_PREFETCH_TYPE -> word(common(pages, Advice::prefetched).type());
            case LAST_PREFETCH_ID -> word(common(pages, Advice::prefetched).id());
            case ACCESSED_BY -> {
                CallResults list = new CallResults();
                List<Integer> devices = pages.get(0).accessedBy().stream()
                        .filter(device -> pages.stream()
                                .allMatch(each -> each.accessedBy().contains(device)))
                        .toList();
                for (int i = 0; i < words; i++) {
                    list.word(i < devices.size() ? devices.get(i) : NOWHERE);
                }
                yield CallReply.of(list);
            }
            default -> CallReply.of(CudaError.INVALID_VALUE);
        };
    }

    private static CallReply word(int value) {
        return CallReply.of(new CallResults().word(value));
    }

    private static int ordinal(MemoryPlace place) {
        return place.equals(NO_PLACE) ? NOWHERE : place.ordinal();
    }

    /** What all pages have in common; no place if they differ. */
    private static MemoryPlace common(List<Advice> pages, Function<Advice, MemoryPlace> part) {
        List<MemoryPlace> places = pages.stream().map(part).distinct().toList();
        return places.size() == 1 ? places.get(0) : NO_PLACE;
    }
}
