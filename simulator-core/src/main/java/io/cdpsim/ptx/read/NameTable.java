package io.cdpsim.ptx.read;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Names of a text as strings. A name that occurs a thousand times is made once, and found by its bytes without making another. */
final class NameTable {
    private static final int FIRST_CAPACITY = 1024;

    private final byte[] text;
    private @Nullable String[] names = new @Nullable String[FIRST_CAPACITY];
    private int[] hashes = new int[FIRST_CAPACITY];
    private int size;

    /** Starts without names. */
    NameTable(byte[] text) {
        this.text = text;
    }

    /** The bytes from one offset to another. */
    String name(int from, int to) {
        int hash = hash(text, from, to);
        int slot = hash & (names.length - 1);
        while (true) {
            String found = names[slot];
            if (found == null) {
                return added(slot, hash, new String(text, from, to - from, StandardCharsets.ISO_8859_1));
            }
            if (hashes[slot] == hash && spells(text, from, to, found)) {
                return found;
            }
            slot = (slot + 1) & (names.length - 1);
        }
    }

    private String added(int slot, int hash, String name) {
        names[slot] = name;
        hashes[slot] = hash;
        size++;
        if (size * 2 > names.length) {
            grow();
        }
        return name;
    }

    private void grow() {
        @Nullable String[] oldNames = names;
        int[] oldHashes = hashes;
        int capacity = oldNames.length * 2;
        names = Arrays.copyOf(new @Nullable String[0], capacity);
        hashes = new int[capacity];
        for (int i = 0; i < oldNames.length; i++) {
            if (oldNames[i] != null) {
                int slot = oldHashes[i] & (capacity - 1);
                while (names[slot] != null) {
                    slot = (slot + 1) & (capacity - 1);
                }
                names[slot] = oldNames[i];
                hashes[slot] = oldHashes[i];
            }
        }
    }

    /** A hash of some bytes, whose low bits are well mixed, since they select the slot. */
    static int hash(byte[] text, int from, int to) {
        int hash = to - from;
        for (int at = from; at < to; at++) {
            hash = hash * 31 + text[at];
        }
        hash *= 0x9E3779B1;
        return hash ^ (hash >>> 15);
    }

    static boolean spells(byte[] text, int from, int to, String name) {
        if (name.length() != to - from) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if ((text[from + i] & 0xFF) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
