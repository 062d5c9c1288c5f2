package io.cdpsim.bytecode;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.PagedMemory;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes the loads and stores of a {@link SingleExitRegion}. Shared and local memory are arrays. An instruction that accesses global memory keeps the page
 * that it accessed last, so that the next access to that page, by this lane or the next one, is one to an array.
 */
final class LaneAccessWriter {
    private static final String MEMORY_TYPE = "io/cdpsim/bytecode/LaneMemory";
    private static final String ENDIAN = "io/cdpsim/memory/LittleEndian";

    /** The bits of an address that are those of the start of its page. */
    private static final long PAGE_START = -PagedMemory.SHARED_PAGE_BYTES;

    private static final int MOST_ALIGNED_BYTES = 16;
    private static final int MOST_VALUES = 4;

    /** Most instructions that keep a page. */
    private static final int MOST_PAGES = 16;

    /** Bytes of bytecode, about: of an instruction with its share of what is fetched and put back, of an access more, and of one that keeps a page more. */
    private static final int INSTRUCTION_BYTES = 20;

    private static final int ACCESS_BYTES = 60;
    private static final int PAGE_BYTES = 200;

    /** The JVM compiles no method of more than 8,000 bytes. */
    private static final int MOST_BYTES = 7_000;

    private final MethodVisitor method;
    private final LaneLocals locals;
    private final int memory;
    private final int lane;

    /** Local variables: the address, then the place in its space, and the same as an index. */
    private final int place;

    private final int index;

    /** The bits in which stores have changed memory. */
    private final int changed;

    /** Whether accesses are reported. */
    private final int followed;

    private final int shared;
    private final int local;
    private final int localBytes;
    private final int localStart;

    /** A value, or up to four words. */
    private final int value;

    private final boolean usesShared;
    private final boolean usesLocal;

    /** Local variables of the page that an instruction keeps: its start, the last index of an access, its bytes. */
    private final Map<Integer, Integer> pages = new HashMap<>();

    /**
     * Assigns local variables.
     *
     * @param members the instructions of the region
     * @param memory local variable of the {@link LaneMemory}
     * @param lane local variable of the lane's number
     * @param firstSlot the first free local variable
     */
    LaneAccessWriter(
            MethodVisitor method,
            LaneLocals locals,
            Instruction[] code,
            BitSet members,
            int memory,
            int lane,
            int firstSlot) {
        this.method = method;
        this.locals = locals;
        this.memory = memory;
        this.lane = lane;
        place = firstSlot;
        index = place + 2;
        changed = index + 1;
        followed = changed + 2;
        shared = followed + 1;
        local = shared + 1;
        localBytes = local + 1;
        localStart = localBytes + 1;
        value = localStart + 1;
        int slot = value + MOST_VALUES;
        int mostPages = mostPages(code, members);
        boolean sharedSeen = false;
        boolean localSeen = false;
        for (int at = members.nextSetBit(0); at >= 0; at = members.nextSetBit(at + 1)) {
            if (code[at].modifiers() instanceof Modifiers.Access access) {
                sharedSeen |= access.space() == StateSpace.SHARED;
                localSeen |= access.space() == StateSpace.LOCAL;
                if (spaceOf(access) == LaneMemory.GLOBAL && pages.size() < mostPages) {
                    pages.put(at, slot);
                    slot += 4;
                }
            }
        }
        usesShared = sharedSeen;
        usesLocal = localSeen;
    }

    private static int mostPages(Instruction[] code, BitSet members) {
        int accesses = (int) members.stream()
                .filter(at -> code[at].modifiers() instanceof Modifiers.Access)
                .count();
        int bytes = INSTRUCTION_BYTES * members.cardinality() + ACCESS_BYTES * accesses;
        return Math.max(0, Math.min(MOST_PAGES, (MOST_BYTES - bytes) / PAGE_BYTES));
    }

    /** Writes what comes before the first lane. */
    void start() {
        method.visitInsn(Opcodes.LCONST_0);
        method.visitVarInsn(Opcodes.LSTORE, changed);
        if (!pages.isEmpty()) {
            memory("areFollowed", "()Z");
            method.visitVarInsn(Opcodes.ISTORE, followed);
        }
        if (usesShared) {
            memory("shared", "()[B");
            method.visitVarInsn(Opcodes.ASTORE, shared);
        }
        if (usesLocal) {
            memory("local", "()[B");
            method.visitVarInsn(Opcodes.ASTORE, local);
            memory("localBytes", "()I");
            method.visitVarInsn(Opcodes.ISTORE, localBytes);
        }
        for (int slot : pages.values()) {
            method.visitLdcInsn(-1L);
            method.visitVarInsn(Opcodes.LSTORE, slot);
            method.visitInsn(Opcodes.ICONST_M1);
            method.visitVarInsn(Opcodes.ISTORE, slot + 2);
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitVarInsn(Opcodes.ASTORE, slot + 3);
        }
    }

    /** Writes what comes before each lane. */
    void startLane() {
        if (usesLocal) {
            method.visitVarInsn(Opcodes.ILOAD, lane);
            method.visitVarInsn(Opcodes.ILOAD, localBytes);
            method.visitInsn(Opcodes.IMUL);
            method.visitVarInsn(Opcodes.ISTORE, localStart);
        }
    }

    /** Writes what comes behind the last lane. */
    void end() {
        Label behind = new Label();
        method.visitVarInsn(Opcodes.LLOAD, changed);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFEQ, behind);
        memory("hasStored", "()V");
        method.visitLabel(behind);
    }

    /**
     * Writes an access.
     *
     * @param at index of the instruction
     * @param leave where the lane goes if the device's own units are to run the access
     */
    void write(int at, Instruction in, Label leave) {
        Modifiers.Access access = (Modifiers.Access) in.modifiers();
        pushNamed(in, access);
        method.visitVarInsn(Opcodes.LSTORE, place);
        Integer page = pages.get(at);
        switch (spaceOf(access)) {
            case LaneMemory.SHARED -> {
                offset(AddressMap.SHARED_BASE, access, leave, () -> {
                    method.visitVarInsn(Opcodes.ALOAD, shared);
                    method.visitInsn(Opcodes.ARRAYLENGTH);
                });
                method.visitVarInsn(Opcodes.ISTORE, index);
                inArray(in, access, shared, leave);
            }
            case LaneMemory.LOCAL -> {
                offset(AddressMap.LOCAL_BASE, access, leave, () -> method.visitVarInsn(Opcodes.ILOAD, localBytes));
                method.visitVarInsn(Opcodes.ILOAD, localStart);
                method.visitInsn(Opcodes.IADD);
                method.visitVarInsn(Opcodes.ISTORE, index);
                inArray(in, access, local, leave);
            }
            default -> {
                if (page == null) {
                    byCalls(in, access, leave);
                } else {
                    inPage(in, access, page, leave);
                }
            }
        }
    }

    /** Leaves if an address is not aligned or not within its space; otherwise pushes its offset in the space. */
    private void offset(long base, Modifiers.Access access, Label leave, Runnable pushSize) {
        unaligned(access, leave);
        Label isOffset = new Label();
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitLdcInsn(base);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFLT, isOffset);
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitLdcInsn(base);
        method.visitInsn(Opcodes.LSUB);
        method.visitVarInsn(Opcodes.LSTORE, place);
        method.visitLabel(isOffset);
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFLT, leave);
        method.visitVarInsn(Opcodes.LLOAD, place);
        pushSize.run();
        method.visitLdcInsn(access.bytes());
        method.visitInsn(Opcodes.ISUB);
        method.visitInsn(Opcodes.I2L);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFGT, leave);
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitInsn(Opcodes.L2I);
    }

    private static int alignmentMask(Modifiers.Access access) {
        return Math.min(access.bytes(), MOST_ALIGNED_BYTES) - 1;
    }

    private void unaligned(Modifiers.Access access, Label to) {
        int mask = alignmentMask(access);
        if (mask > 0) {
            method.visitVarInsn(Opcodes.LLOAD, place);
            method.visitInsn(Opcodes.L2I);
            method.visitLdcInsn(mask);
            method.visitInsn(Opcodes.IAND);
            method.visitJumpInsn(Opcodes.IFNE, to);
        }
    }

    private void inPage(Instruction in, Modifiers.Access access, int page, Label leave) {
        Label find = new Label();
        Label isKnown = new Label();
        Label calls = new Label();
        Label behind = new Label();
        // An aligned offset in the page has no other bits.
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitVarInsn(Opcodes.LLOAD, page);
        method.visitInsn(Opcodes.LSUB);
        method.visitInsn(Opcodes.DUP2);
        method.visitInsn(Opcodes.L2I);
        method.visitVarInsn(Opcodes.ISTORE, index);
        method.visitLdcInsn(PAGE_START | alignmentMask(access));
        method.visitInsn(Opcodes.LAND);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFNE, find);
        method.visitVarInsn(Opcodes.ILOAD, index);
        method.visitVarInsn(Opcodes.ILOAD, page + 2);
        method.visitJumpInsn(Opcodes.IF_ICMPLE, isKnown);
        method.visitLabel(find);
        unaligned(access, calls);
        method.visitVarInsn(Opcodes.ALOAD, memory);
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitLdcInsn(access.bytes());
        method.visitInsn(in.opcode() == Opcode.STORE ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, MEMORY_TYPE, "findPage", "(JIZ)I", true);
        method.visitInsn(Opcodes.DUP);
        method.visitVarInsn(Opcodes.ISTORE, value);
        method.visitJumpInsn(Opcodes.IFLT, calls);
        method.visitVarInsn(Opcodes.ILOAD, value);
        method.visitLdcInsn(access.bytes());
        method.visitInsn(Opcodes.ISUB);
        method.visitVarInsn(Opcodes.ISTORE, page + 2);
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitLdcInsn(PAGE_START);
        method.visitInsn(Opcodes.LAND);
        method.visitVarInsn(Opcodes.LSTORE, page);
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitInsn(Opcodes.L2I);
        method.visitLdcInsn(PagedMemory.SHARED_PAGE_BYTES - 1);
        method.visitInsn(Opcodes.IAND);
        method.visitVarInsn(Opcodes.ISTORE, index);
        memory("page", "()[B");
        method.visitVarInsn(Opcodes.ASTORE, page + 3);
        method.visitLabel(isKnown);
        Label isReported = new Label();
        method.visitVarInsn(Opcodes.ILOAD, followed);
        method.visitJumpInsn(Opcodes.IFEQ, isReported);
        method.visitVarInsn(Opcodes.ALOAD, memory);
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitInsn(in.opcode() == Opcode.STORE ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, MEMORY_TYPE, "follow", "(JZ)V", true);
        method.visitLabel(isReported);
        inArray(in, access, page + 3, leave);
        method.visitJumpInsn(Opcodes.GOTO, behind);
        method.visitLabel(calls);
        byCalls(in, access, leave);
        method.visitLabel(behind);
    }

    private void inArray(Instruction in, Modifiers.Access access, int array, Label leave) {
        if (in.opcode() == Opcode.STORE) {
            for (int k = 0; k < access.count(); k++) {
                int at = k;
                pushValue(in, access, k);
                store(
                        LaneMemory.width(access.type()),
                        array,
                        () -> pushIndex(at * access.type().bytes()));
            }
        } else {
            load(in, access, leave, k -> {
                method.visitVarInsn(Opcodes.ALOAD, array);
                pushIndex(k * access.type().bytes());
                get(LaneMemory.width(access.type()));
            });
        }
    }

    private void byCalls(Instruction in, Modifiers.Access access, Label leave) {
        int space = spaceOf(access);
        boolean isStore = in.opcode() == Opcode.STORE;
        method.visitVarInsn(Opcodes.ALOAD, memory);
        method.visitVarInsn(Opcodes.LLOAD, place);
        method.visitLdcInsn(space);
        method.visitLdcInsn(access.bytes());
        method.visitInsn(isStore ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, MEMORY_TYPE, "place", "(JIIZ)J", true);
        method.visitInsn(Opcodes.DUP2);
        method.visitVarInsn(Opcodes.LSTORE, place);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFLT, leave);
        if (!isStore) {
            load(in, access, leave, k -> {
                pushPlace(access, k);
                method.visitLdcInsn(space);
                method.visitLdcInsn(LaneMemory.width(access.type()));
                method.visitMethodInsn(Opcodes.INVOKEINTERFACE, MEMORY_TYPE, "load", "(JII)J", true);
            });
            return;
        }
        for (int k = 0; k < access.count(); k++) {
            pushPlace(access, k);
            method.visitLdcInsn(LaneMemory.width(access.type()));
            pushSource(in, k);
            method.visitMethodInsn(Opcodes.INVOKEINTERFACE, MEMORY_TYPE, "store", "(JIJ)V", true);
        }
    }

    /** Pushes the memory and the place of one of the values. */
    private void pushPlace(Modifiers.Access access, int k) {
        method.visitVarInsn(Opcodes.ALOAD, memory);
        method.visitVarInsn(Opcodes.LLOAD, place);
        if (k > 0) {
            method.visitLdcInsn((long) k * access.type().bytes());
            method.visitInsn(Opcodes.LADD);
        }
    }

    /** Pushes one of the values of a load, as the bits of a register. */
    private interface ValueWriter {
        void push(int k);
    }

    private void load(Instruction in, Modifiers.Access access, Label leave, ValueWriter values) {
        int count = access.count();
        boolean holdsAll = true;
        for (int k = 0; k < count; k++) {
            holdsAll &= locals.holdsAnyWord(in.destination() + k);
        }
        if (holdsAll) {
            for (int k = 0; k < count; k++) {
                values.push(k);
                locals.storeBits(in.destination() + k);
            }
            return;
        }
        for (int k = 0; k < count; k++) {
            values.push(k);
            method.visitInsn(Opcodes.L2I);
            method.visitVarInsn(Opcodes.ISTORE, value + k);
        }
        for (int k = 0; k < count; k++) {
            if (!locals.holdsAnyWord(in.destination() + k)) {
                locals.leavesIfNaN(value + k, leave);
            }
        }
        for (int k = 0; k < count; k++) {
            method.visitVarInsn(Opcodes.ILOAD, value + k);
            method.visitInsn(Opcodes.I2L);
            locals.storeBits(in.destination() + k);
        }
    }

    private void pushIndex(int offset) {
        method.visitVarInsn(Opcodes.ILOAD, index);
        if (offset > 0) {
            method.visitLdcInsn(offset);
            method.visitInsn(Opcodes.IADD);
        }
    }

    /** Replaces an array and an index on the stack by the value there, as a register holds it. */
    private void get(int width) {
        switch (width) {
            case LaneMemory.SIGNED_BYTE -> method.visitInsn(Opcodes.BALOAD);
            case LaneMemory.BYTE -> {
                method.visitInsn(Opcodes.BALOAD);
                method.visitLdcInsn(0xFF);
                method.visitInsn(Opcodes.IAND);
            }
            case LaneMemory.SIGNED_SHORT -> endian("getShort", "([BI)S");
            case LaneMemory.SHORT -> {
                endian("getShort", "([BI)S");
                method.visitLdcInsn(0xFFFF);
                method.visitInsn(Opcodes.IAND);
            }
            case LaneMemory.WORD -> endian("getInt", "([BI)I");
            default -> {
                endian("getLong", "([BI)J");
                return;
            }
        }
        method.visitInsn(Opcodes.I2L);
    }

    private void pushSource(Instruction in, int k) {
        locals.pushBits(in.b() < 0 ? in.b() : in.b() + k);
    }

    /** Puts one of the values to store into its local variable. */
    private void pushValue(Instruction in, Modifiers.Access access, int k) {
        pushSource(in, k);
        if (LaneMemory.width(access.type()) != LaneMemory.DOUBLE_WORD) {
            method.visitInsn(Opcodes.L2I);
            method.visitVarInsn(Opcodes.ISTORE, value);
        } else {
            method.visitVarInsn(Opcodes.LSTORE, value);
        }
    }

    private void store(int width, int array, Runnable pushIndex) {
        boolean isWide = width == LaneMemory.DOUBLE_WORD;
        method.visitVarInsn(Opcodes.ALOAD, array);
        pushIndex.run();
        switch (width) {
            case LaneMemory.SIGNED_BYTE, LaneMemory.BYTE -> method.visitInsn(Opcodes.BALOAD);
            case LaneMemory.SIGNED_SHORT, LaneMemory.SHORT -> endian("getShort", "([BI)S");
            case LaneMemory.WORD -> endian("getInt", "([BI)I");
            default -> endian("getLong", "([BI)J");
        }
        if (isWide) {
            method.visitVarInsn(Opcodes.LLOAD, value);
        } else {
            pushNarrow(width);
            method.visitInsn(Opcodes.IXOR);
            method.visitInsn(Opcodes.I2L);
        }
        if (isWide) {
            method.visitInsn(Opcodes.LXOR);
        }
        method.visitVarInsn(Opcodes.LLOAD, changed);
        method.visitInsn(Opcodes.LOR);
        method.visitVarInsn(Opcodes.LSTORE, changed);
        method.visitVarInsn(Opcodes.ALOAD, array);
        pushIndex.run();
        if (isWide) {
            method.visitVarInsn(Opcodes.LLOAD, value);
        } else {
            pushNarrow(width);
        }
        switch (width) {
            case LaneMemory.SIGNED_BYTE, LaneMemory.BYTE -> method.visitInsn(Opcodes.BASTORE);
            case LaneMemory.SIGNED_SHORT, LaneMemory.SHORT -> endian("putShort", "([BIS)V");
            case LaneMemory.WORD -> endian("putInt", "([BII)V");
            default -> endian("putLong", "([BIJ)V");
        }
    }

    private void pushNarrow(int width) {
        method.visitVarInsn(Opcodes.ILOAD, value);
        switch (width) {
            case LaneMemory.SIGNED_BYTE, LaneMemory.BYTE -> method.visitInsn(Opcodes.I2B);
            case LaneMemory.SIGNED_SHORT, LaneMemory.SHORT -> method.visitInsn(Opcodes.I2S);
            default -> {}
        }
    }

    private static int spaceOf(Modifiers.Access access) {
        return switch (access.space()) {
            case GENERIC, GLOBAL -> LaneMemory.GLOBAL;
            case SHARED -> LaneMemory.SHARED;
            case LOCAL -> LaneMemory.LOCAL;
            case CONSTANT -> LaneMemory.CONSTANT;
            case SHARED_CLUSTER -> throw new IllegalArgumentException("a lane does not reach other blocks alone");
        };
    }

    /** Pushes the address, which may be an offset in the space that the access names. */
    private void pushNamed(Instruction in, Modifiers.Access access) {
        locals.pushBits(in.a());
        if (access.indexShift() == 0) {
            method.visitLdcInsn(access.offsetBytes());
            method.visitInsn(Opcodes.LADD);
            return;
        }
        method.visitInsn(Opcodes.L2I);
        method.visitIntInsn(Opcodes.BIPUSH, access.indexShift());
        method.visitInsn(Opcodes.ISHL);
        method.visitLdcInsn((int) access.offsetBytes());
        method.visitInsn(Opcodes.IADD);
        method.visitInsn(Opcodes.I2L);
        method.visitLdcInsn(0xFFFF_FFFFL);
        method.visitInsn(Opcodes.LAND);
    }

    private void memory(String what, String descriptor) {
        method.visitVarInsn(Opcodes.ALOAD, memory);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, MEMORY_TYPE, what, descriptor, true);
    }

    private void endian(String what, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, ENDIAN, what, descriptor, false);
    }
}
