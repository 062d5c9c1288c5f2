package io.cdpsim.semantics.lab.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A filter of system calls in classic BPF, the format of Linux's seccomp: a program may create threads but no processes. A limit on the number of
 * processes would not apply to a superuser.
 */
final class SystemCallFilter {
    private static final int LOAD_WORD = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_AT_LEAST = 0x35;
    private static final int JUMP_IF_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;

    /** Offsets in {@code struct seccomp_data}: call number, architecture, low half of the first argument. */
    private static final int NUMBER = 0;

    private static final int ARCHITECTURE = 4;
    private static final int FIRST_ARGUMENT = 16;

    private static final int X86_64 = 0xC000003E;
    private static final int OTHER_INTERFACE = 0x40000000;
    private static final int CLONE = 56;
    private static final int FORK = 57;
    private static final int VFORK = 58;
    private static final int CLONE3 = 435;
    private static final int CLONE_THREAD = 0x10000;

    private static final int ALLOW = 0x7fff0000;
    private static final int KILL = 0x80000000;
    private static final int FAIL = 0x00050000;
    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    private static final int LENGTH = 15;

    private final ByteBuffer program = ByteBuffer.allocate(LENGTH * 8).order(ByteOrder.LITTLE_ENDIAN);

    private SystemCallFilter() {}

    /** The program of the filter. */
    static byte[] bytes() {
        SystemCallFilter filter = new SystemCallFilter();
        filter.add(LOAD_WORD, 0, 0, ARCHITECTURE);
        filter.add(JUMP_IF_EQUAL, 1, 0, X86_64);
        filter.add(RETURN, 0, 0, KILL);
        filter.add(LOAD_WORD, 0, 0, NUMBER);
        filter.add(JUMP_IF_AT_LEAST, 7, 0, OTHER_INTERFACE);
        filter.add(JUMP_IF_EQUAL, 6, 0, FORK);
        filter.add(JUMP_IF_EQUAL, 5, 0, VFORK);
        // ENOSYS for clone3 makes the C library use clone, whose flags the filter can check.
        filter.add(JUMP_IF_EQUAL, 5, 0, CLONE3);
        filter.add(JUMP_IF_EQUAL, 1, 0, CLONE);
        filter.add(RETURN, 0, 0, ALLOW);
        filter.add(LOAD_WORD, 0, 0, FIRST_ARGUMENT);
        filter.add(JUMP_IF_ANY_BIT, 2, 0, CLONE_THREAD);
        filter.add(RETURN, 0, 0, FAIL | EPERM);
        filter.add(RETURN, 0, 0, FAIL | ENOSYS);
        filter.add(RETURN, 0, 0, ALLOW);
        return filter.program.array();
    }

    private void add(int code, int ifTrue, int ifFalse, int value) {
        program.putShort((short) code).put((byte) ifTrue).put((byte) ifFalse).putInt(value);
    }
}
