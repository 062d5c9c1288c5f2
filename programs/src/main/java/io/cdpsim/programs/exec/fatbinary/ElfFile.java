package io.cdpsim.programs.exec.fatbinary;

import io.cdpsim.workloads.FileErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An executable or a shared library for Linux on x86-64, in the format of the ELF specification. */
final class ElfFile {
    private static final int MAGIC = 0x464C457F;
    private static final int CLASS_64 = 2;
    private static final int LITTLE = 1;
    private static final int X86_64 = 62;
    private static final int LOADED_SEGMENT = 1;
    private static final int DYNAMIC_SEGMENT = 2;
    private static final int SECTION_WITHOUT_BYTES = 8;
    private static final int NEEDED_TAG = 1;
    private static final int TEXTS_TAG = 5;
    private static final int SECTION_BYTES = 64;
    private static final int SEGMENT_BYTES = 56;
    private static final int DYNAMIC_BYTES = 16;
    private static final int SYMBOL_TABLE = 2;
    private static final int SYMBOL_BYTES = 24;
    private static final int FUNCTION_SYMBOL = 2;

    private final FileBytes bytes;
    private final List<Segment> segments = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    private final List<Section> sectionsByIndex = new ArrayList<>();

    private record Segment(int type, long offset, long address, long bytes) {}

    private ElfFile(FileBytes bytes) {
        this.bytes = bytes;
        readSegments();
        readSections();
    }

    /**
     * Opens a file.
     *
     * @throws FatBinaryException if it cannot be read, or is not for Linux on x86-64
     */
    static ElfFile open(Path file) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new FatBinaryException(file + ": "
                        + (Files.isDirectory(file)
                                ? "is a folder; give an executable"
                                : Files.exists(file) ? "is not a file" : "there is no such file"));
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                if (channel.size() > Integer.MAX_VALUE) {
                    throw new FatBinaryException(file + ": has more than 2 GiB, which is more than can be read");
                }
                return of(file.toString(), channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
            }
        } catch (IOException e) {
            throw new FatBinaryException(file + ": cannot be read: " + FileErrors.reason(e));
        }
    }

    /**
     * Parses the bytes of a file.
     *
     * @param name for messages
     * @throws FatBinaryException if it is not for Linux on x86-64
     */
    static ElfFile of(String name, ByteBuffer all) {
        FileBytes bytes = new FileBytes(name, all);
        if (bytes.size() >= 2 && bytes.unsignedByte(0) == '#' && bytes.unsignedByte(1) == '!') {
            throw new FatBinaryException(name + ": is a script; give the executable that it runs");
        }
        if (bytes.size() < 20 || bytes.intAt(0) != MAGIC) {
            throw new FatBinaryException(name + ": is not an executable for Linux (ELF)");
        }
        int machine = bytes.unsignedShort(18);
        if (bytes.unsignedByte(4) != CLASS_64) {
            throw new FatBinaryException(name + ": is a 32-bit program; build it for x86-64 (without -m32)");
        }
        if (bytes.unsignedByte(5) != LITTLE || machine != X86_64) {
            throw new FatBinaryException(name + ": is for " + processor(machine) + "; build it for x86-64");
        }
        return new ElfFile(bytes);
    }

    private static String processor(int machine) {
        return switch (machine) {
            case 40 -> "32-bit ARM";
            case 183 -> "ARM (aarch64)";
            case 190 -> "an NVIDIA GPU (a cubin)";
            case 21 -> "PowerPC";
            case 243 -> "RISC-V";
            default -> "another processor (ELF machine " + machine + ")";
        };
    }

    private void readSegments() {
        long at = bytes.longAt(32);
        int count = bytes.unsignedShort(56);
        for (int i = 0; i < count; i++, at += SEGMENT_BYTES) {
            segments.add(
                    new Segment(bytes.intAt(at), bytes.longAt(at + 8), bytes.longAt(at + 16), bytes.longAt(at + 32)));
        }
    }

    private void readSections() {
        long first = bytes.longAt(40);
        int count = bytes.unsignedShort(60);
        if (first == 0 || count == 0) {
            return;
        }
        long names = bytes.longAt(first + (long) SECTION_BYTES * bytes.unsignedShort(62) + 24);
        for (int i = 0; i < count; i++) {
            long at = first + (long) SECTION_BYTES * i;
            Section section = new Section(
                    bytes.text(names + (bytes.intAt(at) & 0xFFFFFFFFL)),
                    bytes.intAt(at + 4),
                    bytes.longAt(at + 16),
                    bytes.longAt(at + 24),
                    bytes.longAt(at + 32),
                    bytes.intAt(at + 40));
            sectionsByIndex.add(section);
            if (section.type() != SECTION_WITHOUT_BYTES) {
                sections.add(section);
            }
        }
    }

    FileBytes bytes() {
        return bytes;
    }

    List<Section> sections() {
        return List.copyOf(sections);
    }

    /** The section that contains an address. */
    Optional<Section> sectionAt(long address) {
        return sections.stream()
                .filter(each ->
                        each.address() != 0 && address >= each.address() && address - each.address() < each.bytes())
                .findFirst();
    }

    /** The file offset of the byte loaded at an address before relocation; empty if there is none. */
    OptionalLong offsetOf(long address) {
        return segments.stream()
                .filter(each ->
                        each.type == LOADED_SEGMENT && address >= each.address && address - each.address < each.bytes)
                .mapToLong(each -> each.offset + (address - each.address))
                .findFirst();
    }

    /** Whether the symbol table names a function that the file defines; false for a stripped file. */
    boolean definesFunction(String name) {
        for (Section table : sections) {
            if (table.type() != SYMBOL_TABLE || table.link() < 0 || table.link() >= sectionsByIndex.size()) {
                continue;
            }
            long names = sectionsByIndex.get(table.link()).offset();
            for (long at = table.offset(); at + SYMBOL_BYTES <= table.offset() + table.bytes(); at += SYMBOL_BYTES) {
                boolean isFunction = (bytes.unsignedByte(at + 4) & 0xF) == FUNCTION_SYMBOL;
                if (isFunction
                        && bytes.unsignedShort(at + 6) != 0
                        && bytes.isTextAt(names + (bytes.intAt(at) & 0xFFFFFFFFL), name)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The shared libraries that the program needs. */
    List<String> needed() {
        List<Long> names = new ArrayList<>();
        long texts = 0;
        for (Segment segment : segments) {
            if (segment.type == DYNAMIC_SEGMENT) {
                for (long at = segment.offset; at < segment.offset + segment.bytes; at += DYNAMIC_BYTES) {
                    long tag = bytes.longAt(at);
                    long value = bytes.longAt(at + 8);
                    if (tag == NEEDED_TAG) {
                        names.add(value);
                    } else if (tag == TEXTS_TAG) {
                        texts = value;
                    }
                }
            }
        }
        OptionalLong start = offsetOf(texts);
        return start.isEmpty()
                ? List.of()
                : names.stream()
                        .map(each -> bytes.text(start.getAsLong() + each))
                        .toList();
    }

    /**
     * A section of an ELF file.
     *
     * @param name the name in the file
     * @param type its type, such as 2 for a symbol table
     * @param address its address in memory before relocation; 0 if it is not loaded
     * @param offset its offset in the file
     * @param bytes its size
     * @param link the index of a section that belongs to it: the names of a symbol table
     */
    record Section(String name, int type, long address, long offset, long bytes, int link) {}
}
