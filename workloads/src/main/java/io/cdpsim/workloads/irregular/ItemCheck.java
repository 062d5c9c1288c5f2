package io.cdpsim.workloads.irregular;

/** Processes the items in plain Java and compares the values. */
final class ItemCheck {
    private final ItemSizes sizes;
    private final ItemCost cost;
    private final int[] table;

    ItemCheck(ItemSizes sizes, ItemCost cost, int[] table) {
        this.sizes = sizes;
        this.cost = cost;
        this.table = table;
    }

    /** The first wrong value as a message; empty if all values are correct. */
    String failure(int[] values) {
        for (int parent = 0; parent < sizes.parents(); parent++) {
            for (int place = 0; place < sizes.size(parent); place++) {
                int found = values[sizes.firstItem(parent) + place];
                int expected = value(parent, place);
                if (found != expected) {
                    return "item " + place + " of parent " + parent + " left " + found + ", expected " + expected;
                }
            }
        }
        return "";
    }

    /** The value that an item stores. */
    int value(int parent, int place) {
        int value = parent * ItemCost.PARENT_FACTOR + place;
        int word = (sizes.firstItem(parent) + place) * ItemCost.SPREAD;
        for (int i = 0; i < cost.loads(); i++) {
            value += table[word & (table.length - 1)];
            word += ItemCost.STRIDE;
        }
        for (int i = 0; i < cost.work(); i++) {
            value = value * ItemCost.MULTIPLIER + ItemCost.INCREMENT;
        }
        return value;
    }
}
