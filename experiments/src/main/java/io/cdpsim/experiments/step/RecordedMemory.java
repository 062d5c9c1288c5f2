package io.cdpsim.experiments.step;

import io.cdpsim.experiments.step.RecordedCells.Step;
import io.cdpsim.experiments.step.StepEvent.WordAccess;
import io.cdpsim.experiments.step.StepRecording.WordRow;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.LaneAddresses;
import io.cdpsim.gpu.memory.SharedAndLocalMemory;
import io.cdpsim.gpu.stepping.SteppedWarp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.warp.Lanes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The words of memory that warps of a run accessed, and their values. */
final class RecordedMemory {
    /** Enough for small programs; words beyond are not recorded. */
    private static final int MOST_WORDS = 1 << 16;

    private static final int WORD = Integer.BYTES;

    private record Key(AddressSpace space, String owner, long address) {}

    /** The memory of a word: {@code bytes} is the shared memory that holds it, empty for other memory. */
    // An array, because the simulated block changes it.
    @SuppressWarnings("ArrayRecordComponent")
    private record Place(DeviceData data, byte[] bytes) {}

    private static final byte[] NONE = new byte[0];

    private final RecordedCells cells;
    private final Map<Key, Integer> index = new HashMap<>();
    private final List<WordRow> words = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private final IdentityHashMap<byte[], String> sharedOwners = new IdentityHashMap<>();
    private boolean isFull;

    RecordedMemory(RecordedCells cells) {
        this.cells = cells;
    }

    List<WordRow> words() {
        return words;
    }

    /** Whether there were more words than are recorded. */
    boolean isFull() {
        return isFull;
    }

    /** A block starts, with its shared memory. */
    void blockStarts(SteppedWarp warp) {
        byte[] shared = warp.memory().sharedAt(0);
        if (shared != null && shared.length > 0) {
            sharedOwners.put(shared, "grid " + warp.gridNumber() + ", block " + warp.blockIndex());
        }
    }

    /** The words that an instruction is about to access. */
    List<WordAccess> accesses(DeviceData data, SteppedWarp warp, Instruction in, int lanes) {
        LaneAddresses addresses = new LaneAddresses(data.registered());
        int bytes;
        ValueType type;
        if (in.modifiers() instanceof Modifiers.Access access) {
            addresses.gather(warp.state(), in.a(), access, lanes);
            bytes = access.bytes();
            type = access.type();
        } else if (in.modifiers() instanceof Modifiers.Atomic atomic) {
            addresses.gather(warp.state(), in.a(), atomic.space(), atomic.offsetBytes(), lanes);
            bytes = atomic.bytes();
            type = atomic.type();
        } else {
            return List.of();
        }
        Map<Integer, Integer> found = new LinkedHashMap<>();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            AddressSpace space = AddressMap.spaceOf(addresses.of(lane));
            for (long at = addresses.of(lane) & -WORD; at < addresses.of(lane) + bytes; at += WORD) {
                word(data, warp, lane, space, at, type == ValueType.F32)
                        .ifPresent(word -> found.merge(word, 1 << lane, (one, other) -> one | other));
            }
        }
        List<WordAccess> accesses = new ArrayList<>();
        found.forEach((word, those) -> accesses.add(new WordAccess(word, those)));
        return accesses;
    }

    private OptionalInt word(
            DeviceData data, SteppedWarp warp, int lane, AddressSpace space, long address, boolean isFloat) {
        byte[] shared = NONE;
        String owner = "";
        if (space == AddressSpace.SHARED) {
            byte[] found = warp.memory().sharedAt(address - AddressMap.SHARED_BASE);
            if (found == null) {
                return OptionalInt.empty();
            }
            shared = found;
            owner = sharedOwners.getOrDefault(shared, "another block");
        } else if (space == AddressSpace.LOCAL) {
            owner = "grid " + warp.gridNumber() + ", block " + warp.blockIndex() + ", thread "
                    + (warp.indexInBlock() * Lanes.COUNT + lane);
        }
        long known = space == AddressSpace.SHARED
                ? AddressMap.SHARED_BASE + (address & (1 << SharedAndLocalMemory.WINDOW_SHIFT) - 1)
                : address;
        Key key = new Key(space, owner, known);
        Integer present = index.get(key);
        if (present != null) {
            return OptionalInt.of(present);
        }
        if (words.size() == MOST_WORDS) {
            isFull = true;
            return OptionalInt.empty();
        }
        int word = words.size();
        index.put(key, word);
        words.add(new WordRow(space, owner, known, isFloat, cells.reserve(1)));
        places.add(new Place(data, shared));
        return OptionalInt.of(word);
    }

    /** Brings accessed words up to date. @return the words whose values have changed */
    List<Integer> update(Step step, SteppedWarp warp, List<WordAccess> accesses) {
        List<Integer> changed = new ArrayList<>();
        for (WordAccess each : accesses) {
            int before = cells.value(words.get(each.word()).cell());
            int now = read(each.word(), warp, Integer.numberOfTrailingZeros(each.lanes()));
            if (before != now) {
                cells.set(step, words.get(each.word()).cell(), now);
                changed.add(each.word());
            }
        }
        return changed;
    }

    /** Brings all words of memory that is not local up to date: something other than a store may have changed them. */
    void updateAll(Step step) {
        for (int word = 0; word < words.size(); word++) {
            WordRow row = words.get(word);
            if (row.space() != AddressSpace.LOCAL) {
                cells.set(step, row.cell(), readShared(word));
            }
        }
    }

    private int read(int word, SteppedWarp warp, int lane) {
        WordRow row = words.get(word);
        if (row.space() != AddressSpace.LOCAL) {
            return readShared(word);
        }
        DeviceData data = places.get(word).data();
        int value = 0;
        for (int i = 0; i < WORD; i++) {
            if (data.reachable(warp.memory(), AddressSpace.LOCAL, row.address() + i, 1)) {
                value |= (int) (data.load(warp.memory(), lane, AddressSpace.LOCAL, row.address() + i, ValueType.U8)
                                & 0xFF)
                        << (Byte.SIZE * i);
            }
        }
        return value;
    }

    /** Memory that ends keeps its last value. */
    private int readShared(int word) {
        WordRow row = words.get(word);
        Place place = places.get(word);
        if (row.space() == AddressSpace.SHARED) {
            int offset = (int) (row.address() - AddressMap.SHARED_BASE);
            int value = 0;
            for (int i = 0; i < WORD && offset + i < place.bytes().length; i++) {
                value |= (place.bytes()[offset + i] & 0xFF) << (Byte.SIZE * i);
            }
            return value;
        }
        boolean isThere = switch (row.space()) {
            case GLOBAL ->
                place.data().global().contains(row.address(), 1)
                        || (!place.data().peers().isEmpty()
                                && place.data().peers().reaches(row.address(), 1));
            case MAPPED -> true;
            case CONSTANT -> place.data().constant().contains(row.address(), 1);
            default -> false;
        };
        return isThere && row.space() != AddressSpace.CONSTANT
                ? (int) place.data().loadGlobal(row.space(), row.address(), ValueType.S32)
                : isThere ? place.data().constant().loadInt(row.address()) : cells.value(row.cell());
    }
}
