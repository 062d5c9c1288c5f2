package io.cdpsim.programs.exec.fatbinary;

import io.cdpsim.profile.ComputeCapability;
import io.cdpsim.programs.exec.fatbinary.CudaExecutable.PtxUnit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** A module in the memory of a program: a PTX text, a fat binary, or several texts that the driver's linker has joined. */
public final class ModuleImage {
    /** Starts linked texts, followed by the size of all and each text behind its size; see {@code driver.c}. */
    private static final byte[] LINKED = "CDPSIMLK".getBytes(StandardCharsets.US_ASCII);

    private static final int LINKED_HEAD = 16;

    private ModuleImage() {}

    /**
     * The PTX of an image.
     *
     * @param name for messages
     * @param device the target GPU: of several texts, the newest that the device supports
     * @throws FatBinaryException if the image is damaged, or has no PTX for the device
     */
    public static List<PtxUnit> units(byte[] image, String name, ComputeCapability device) {
        FileBytes bytes = new FileBytes(name, ByteBuffer.wrap(image));
        if (image.length >= LINKED_HEAD && Arrays.equals(Arrays.copyOf(image, LINKED.length), LINKED)) {
            return linked(bytes, name);
        }
        if (image.length >= Integer.BYTES && bytes.intAt(0) == FatBinary.MAGIC) {
            FatBinary binary = new FatBinary(bytes, 0);
            return List.of(new PtxUnit(
                    name,
                    binary.entries().stream()
                            .filter(each -> each.isPtx() && CudaExecutable.runsOn(each.architecture(), device))
                            .max(Comparator.comparingInt(FatBinary.Entry::architecture))
                            .map(binary::text)
                            .orElseThrow(() ->
                                    new FatBinaryException(name + ": has no PTX for compute capability " + device))));
        }
        return List.of(new PtxUnit(name, image));
    }

    private static List<PtxUnit> linked(FileBytes bytes, String name) {
        List<PtxUnit> units = new ArrayList<>();
        long at = LINKED_HEAD;
        while (at < bytes.size()) {
            long size = bytes.longAt(at);
            byte[] text = bytes.copy(at + Long.BYTES, size);
            int end = text.length;
            while (end > 0 && text[end - 1] == 0) {
                end--;
            }
            units.add(new PtxUnit(name + ", text " + (units.size() + 1), Arrays.copyOf(text, end)));
            at += Long.BYTES + size;
        }
        return units;
    }
}
