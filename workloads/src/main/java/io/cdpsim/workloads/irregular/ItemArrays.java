package io.cdpsim.workloads.irregular;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.irregular.IrregularSettings.IrregularVariant;

/**
 * Addresses of the arrays in device memory before the clock starts.
 *
 * @param firstItems the first item of each parent, followed by the total number of items
 * @param values the value of each item
 * @param table the words that items load; 0 where they load nothing
 * @param tableWords number of these words
 * @param parentList one word per parent, for {@link IrregularVariant#AGGREGATE}, or one per item, for {@link IrregularVariant#CONSOLIDATE}; else 0
 * @param otherList as many words again
 * @param state {@link #STATE_BYTES} zeros
 */
record ItemArrays(
        long firstItems, long values, long table, int tableWords, long parentList, long otherList, long state) {
    /** Bytes of {@link #state}. */
    static final int STATE_BYTES = 64;

    private static final long WORD_BYTES = 4;

    /**
     * Allocates all arrays and writes the sizes and the table, in no simulated time.
     *
     * @throws InvalidInputException if the device's memory is too small
     */
    static ItemArrays upload(Host host, ItemSizes sizes, int[] table, IrregularVariant variant) {
        long listWords = switch (variant) {
            case AGGREGATE -> sizes.parents();
            case CONSOLIDATE -> sizes.total();
            default -> 0;
        };
        requireFreeMemory(host.device().profile(), sizes, table.length, listWords);
        ItemArrays arrays = new ItemArrays(
                host.malloc(WORD_BYTES * (sizes.parents() + 1)),
                host.malloc(WORD_BYTES * Math.max(1, sizes.total())),
                table.length == 0 ? 0 : host.malloc(WORD_BYTES * table.length),
                table.length,
                listWords == 0 ? 0 : host.malloc(WORD_BYTES * listWords),
                listWords == 0 ? 0 : host.malloc(WORD_BYTES * listWords),
                host.malloc(STATE_BYTES));
        host.memory().write(arrays.firstItems, sizes.firstItems());
        if (table.length > 0) {
            host.memory().write(arrays.table, table);
        }
        host.memory().fill(arrays.values, 0, WORD_BYTES * Math.max(1, sizes.total()));
        host.memory().fill(arrays.state, 0, STATE_BYTES);
        return arrays;
    }

    private static void requireFreeMemory(GpuProfile profile, ItemSizes sizes, int tableWords, long listWords) {
        long words = sizes.parents() + 1L + sizes.total() + tableWords + 2 * listWords;
        long bytes = WORD_BYTES * words + STATE_BYTES;
        if (bytes > profile.dram().bytes()) {
            throw new InvalidInputException("--sizes " + sizes.name() + " needs " + (bytes >> 20)
                    + " MiB of device memory, but " + profile.name() + " has "
                    + (profile.dram().bytes() >> 20) + " MiB; use fewer items or another profile");
        }
    }
}
