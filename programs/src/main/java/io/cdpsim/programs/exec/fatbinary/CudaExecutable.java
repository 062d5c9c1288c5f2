package io.cdpsim.programs.exec.fatbinary;

import com.google.common.primitives.Bytes;
import io.cdpsim.profile.ComputeCapability;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An executable or a shared library that may contain GPU code. */
public final class CudaExecutable {
    /**
     * The oldest architecture that nvcc 13 generates code for: 75, of compute capability 7.5. Older GPUs accept PTX for it too, with their own rules;
     * otherwise no current program could run on a GK110.
     */
    public static final int OLDEST_ARCHITECTURE = 75;

    private static final String OF_MODULES = ".nv_fatbin";
    private static final String OF_UNITS = "__nv_relfatbin";
    private static final String SHARED_RUNTIME = "libcudart.so.";
    /** An entry point that the start of every program calls, so that the linker keeps it. */
    private static final String RUNTIME_FUNCTION = "__cudaRegisterFatBinary";

    /** What nvcc calls in the host code of each source that has kernels or device variables. */
    private static final String REGISTRATION = "_ZL31__nv_cudaEntityRegisterCallbackPPv";

    /** A symbol of every version of the library that code with device launches links, since CUDA 5. */
    private static final byte[] DEVICE_RUNTIME = "cuda_device_runtime_cu_".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] VERSION = ".version ".getBytes(StandardCharsets.US_ASCII);

    private final ElfFile elf;

    private CudaExecutable(ElfFile elf) {
        this.elf = elf;
    }

    /**
     * Opens a file.
     *
     * @throws FatBinaryException if it cannot be read, or is not for Linux on x86-64
     */
    public static CudaExecutable open(Path file) {
        return new CudaExecutable(ElfFile.open(file));
    }

    /**
     * Parses the bytes of a file.
     *
     * @param name for messages
     * @throws FatBinaryException if it is not for Linux on x86-64
     */
    public static CudaExecutable of(String name, ByteBuffer bytes) {
        return new CudaExecutable(ElfFile.of(name, bytes));
    }

    /** Whether a file is a script, for which the system starts the program that its first line names. */
    public static boolean isScript(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == '#' && in.read() == '!';
        } catch (IOException e) {
            // Opening it as an executable reports why.
            return false;
        }
    }

    /**
     * Checks, as far as the file shows, that it can run.
     *
     * @param device the target GPU
     * @throws FatBinaryException if it cannot; the message names the build flag that fixes it
     */
    public void check(ComputeCapability device) {
        String file = elf.bytes().file();
        List<String> needed = elf.needed();
        List<FatBinary> all = all();
        boolean isShared = needed.stream().anyMatch(each -> each.startsWith(SHARED_RUNTIME));
        if (!isShared && !all.isEmpty() && !elf.definesFunction(RUNTIME_FUNCTION)) {
            throw new FatBinaryException(file + ": contains the CUDA runtime itself, and no symbol table that names its"
                    + " entry points; build it without -s and strip, or with -cudart shared");
        }
        // What the linker adds to a program without kernels, relocatable device code aside, is an empty module.
        boolean hasDeviceCode = isShared || elf.definesFunction(REGISTRATION);
        if (all.isEmpty() || !hasDeviceCode || architectures(all).anyMatch(each -> runsOn(each, device))) {
            return;
        }
        // The library that device launches are linked with contains PTX of its own, which is not the program's.
        List<Integer> architectures = architectures(
                        all.stream().filter(each -> !isDeviceRuntime(each)).toList())
                .distinct()
                .sorted()
                .toList();
        throw lacking(file, architectures, device);
    }

    /** The error of code for other devices, or for none. */
    private static FatBinaryException lacking(String file, List<Integer> architectures, ComputeCapability device) {
        int wanted = Math.max(OLDEST_ARCHITECTURE, 10 * device.major() + device.minor());
        String flag = "-arch=sm_" + wanted + " or -gencode arch=compute_" + wanted + ",code=[sm_" + wanted + ",compute_"
                + wanted + "]";
        return new FatBinaryException(
                architectures.isEmpty()
                        ? file + ": holds machine code of GPUs and no PTX; build it with " + flag
                        : file + ": holds PTX for "
                                + architectures.stream()
                                        .map(each -> "sm_" + each)
                                        .collect(Collectors.joining(", "))
                                + ", which a device of compute capability " + device
                                + " cannot take; build it with " + flag + ", or choose a newer --profile");
    }

    private static Stream<Integer> architectures(List<FatBinary> all) {
        return all.stream()
                .flatMap(each -> each.entries().stream())
                .filter(FatBinary.Entry::isPtx)
                .map(FatBinary.Entry::architecture);
    }

    private static boolean isDeviceRuntime(FatBinary binary) {
        return binary.entries().stream()
                .filter(FatBinary.Entry::isPtx)
                .anyMatch(each -> isDeviceRuntime(binary.text(each)));
    }

    private List<FatBinary> all() {
        List<FatBinary> found = new ArrayList<>();
        for (ElfFile.Section section : elf.sections()) {
            if (section.name().equals(OF_MODULES) || section.name().equals(OF_UNITS)) {
                found.addAll(in(section));
            }
        }
        return found;
    }

    private List<FatBinary> in(ElfFile.Section section) {
        List<FatBinary> found = new ArrayList<>();
        long end = section.offset() + section.bytes();
        for (long at = section.offset(); at + Long.BYTES <= end; ) {
            if (elf.bytes().intAt(at) == FatBinary.MAGIC) {
                FatBinary next = new FatBinary(elf.bytes(), at);
                found.add(next);
                at = (next.end() + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
            } else {
                at += Long.BYTES;
            }
        }
        return found;
    }

    /**
     * All PTX in the file, whatever the program will register.
     *
     * @param device the target GPU: of several texts of a unit, the newest that the device supports
     * @return one text per unit that has one for the device, except the device runtime's own
     * @throws FatBinaryException if the file is damaged
     */
    public List<PtxUnit> ptx(ComputeCapability device) {
        List<PtxUnit> units = new ArrayList<>();
        String file = elf.bytes().file();
        for (FatBinary fat : all()) {
            fat.entries().stream()
                    .filter(each -> each.isPtx() && runsOn(each.architecture(), device))
                    .max(Comparator.comparingInt(FatBinary.Entry::architecture))
                    .map(fat::text)
                    .filter(each -> !isDeviceRuntime(each))
                    .ifPresent(each -> units.add(new PtxUnit(file, each)));
        }
        for (ElfFile.Section section : elf.sections()) {
            // A file with fat binaries contains no plain texts.
            if (section.name().equals(OF_MODULES) && in(section).isEmpty()) {
                plainTexts(elf.bytes().copy(section.offset(), section.bytes()))
                        .forEach(each -> units.add(new PtxUnit(file, each)));
            }
        }
        return units;
    }

    /** The PTX texts, each terminated by a zero, in a section as clang writes it. */
    private static List<byte[]> plainTexts(byte[] section) {
        List<byte[]> texts = new ArrayList<>();
        int start = 0;
        while (start < section.length) {
            int end = start;
            while (end < section.length && section[end] != 0) {
                end++;
            }
            byte[] text = Arrays.copyOfRange(section, start, end);
            if (Bytes.indexOf(text, VERSION) >= 0 && isText(text)) {
                texts.add(text);
            }
            start = end + 1;
        }
        return texts;
    }

    private static boolean isText(byte[] bytes) {
        for (byte each : bytes) {
            if (each < ' ' && each != '\n' && each != '\t' && each != '\r') {
                return false;
            }
        }
        return true;
    }

    static boolean runsOn(int architecture, ComputeCapability device) {
        return architecture <= OLDEST_ARCHITECTURE || device.isAtLeast(architecture / 10, architecture % 10);
    }

    /**
     * The PTX of a module.
     *
     * @param addresses the addresses of its units' fat binaries before relocation, or that of the only one; a unit may also be a PTX text
     * @param device the target GPU: of several texts, the newest that the device supports
     * @return one text per unit except the device runtime's own, which the simulator implements
     * @throws FatBinaryException if the file is damaged, or has no PTX for the device
     */
    public List<PtxUnit> module(List<Long> addresses, ComputeCapability device) {
        List<PtxUnit> units = new ArrayList<>();
        for (int i = 0; i < addresses.size(); i++) {
            boolean isLast = i > 0 && i == addresses.size() - 1;
            String name = elf.bytes().file() + (addresses.size() == 1 ? "" : ", unit " + (i + 1));
            Optional<byte[]> text = text(addresses.get(i), device, name, isLast);
            text.filter(each -> !isLast || !isDeviceRuntime(each))
                    .ifPresent(each -> units.add(new PtxUnit(name, each)));
        }
        return units;
    }

    private Optional<byte[]> text(long address, ComputeCapability device, String name, boolean mayBeMissing) {
        OptionalLong found = elf.offsetOf(address);
        if (found.isEmpty()) {
            throw elf.bytes().damaged("no bytes for the fat binary at address 0x" + Long.toHexString(address));
        }
        long offset = found.getAsLong();
        if (elf.bytes().intAt(offset) != FatBinary.MAGIC) {
            return Optional.of(plain(address, offset));
        }
        FatBinary fat = new FatBinary(elf.bytes(), offset);
        Optional<FatBinary.Entry> best = fat.entries().stream()
                .filter(each -> each.isPtx() && runsOn(each.architecture(), device))
                .max(Comparator.comparingInt(FatBinary.Entry::architecture));
        if (best.isEmpty() && !mayBeMissing) {
            throw lacking(name, architectures(List.of(fat)).distinct().sorted().toList(), device);
        }
        return best.map(fat::text);
    }

    /** A PTX text in place of a fat binary, as clang writes it: to a zero, or to the end of its section. */
    private byte[] plain(long address, long offset) {
        ElfFile.Section section = elf.sectionAt(address)
                .orElseThrow(() -> elf.bytes().damaged("no section at address 0x" + Long.toHexString(address)));
        byte[] rest = elf.bytes().copy(offset, section.address() + section.bytes() - address);
        int end = 0;
        while (end < rest.length && rest[end] != 0) {
            end++;
        }
        return Arrays.copyOf(rest, end);
    }

    private static boolean isDeviceRuntime(byte[] ptx) {
        return Bytes.indexOf(ptx, DEVICE_RUNTIME) >= 0;
    }

    /**
     * The PTX of one unit of a program.
     *
     * @param name its name in messages
     * @param ptx its text
     */
    @SuppressWarnings("ArrayRecordComponent") // as large as a file, and read once
    public record PtxUnit(String name, byte[] ptx) {}
}
