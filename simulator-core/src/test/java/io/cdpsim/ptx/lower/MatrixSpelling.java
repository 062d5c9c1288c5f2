package io.cdpsim.ptx.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Operands of instructions on matrices: as many registers as the shape and the types want, by PTX's count of elements a lane. */
final class MatrixSpelling {
    private static final Pattern SHAPE = Pattern.compile("[.]m(\\d+)n(\\d+)k(\\d+)");
    private static final Pattern TYPE =
            Pattern.compile("[.](f16|bf16|tf32|f32|f64|e4m3|e5m2|[su]8|[su]4|b1|s32)(?![0-9])");
    private static final int LANES = 32;

    private MatrixSpelling() {}

    static boolean isOf(String opcode) {
        return opcode.matches("w?mma[.].*|(ld|st)matrix[.].*");
    }

    /** A warp's lanes agree on the address of a matrix, but each has that of a row of its own. */
    static String address(String opcode) {
        if (opcode.startsWith("wmma")) {
            return opcode.contains(".shared") ? "[shared]" : "[%from]";
        }
        return opcode.contains(".shared") ? "[%s]" : "[%generic]";
    }

    static String vector(String opcode, String slot, boolean isResult) {
        int count = registers(opcode, slot);
        boolean isWide = opcode.contains(".f64");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(isWide ? "%l" + (isResult ? 1 + i : 1 + i % 4) : "%r" + (isResult ? 8 + i : 1 + i));
        }
        return "{" + String.join(", ", names) + "}";
    }

    private static int registers(String opcode, String slot) {
        Matcher shape = SHAPE.matcher(opcode);
        if (!shape.find()) {
            return opcode.contains(".x4") ? 4 : opcode.contains(".x2") ? 2 : 1;
        }
        int m = Integer.parseInt(shape.group(1));
        int n = Integer.parseInt(shape.group(2));
        int k = Integer.parseInt(shape.group(3));
        List<String> types =
                TYPE.matcher(opcode).results().map(each -> each.group(1)).toList();
        if (opcode.startsWith("wmma.mma")) {
            boolean isShort = types.size() == 2;
            return switch (slot) {
                case "{d}" -> count(m * n, types.get(0));
                case "{a}" -> isShort ? 8 : count(m * k, types.get(1));
                case "{b}" -> isShort ? 8 : count(k * n, types.get(2));
                default -> count(m * n, types.get(isShort ? 1 : 3));
            };
        }
        if (opcode.startsWith("wmma")) {
            String type = types.get(0);
            boolean isSum = opcode.contains("load.c") || opcode.contains("store.d");
            int elements = isSum ? m * n : opcode.contains("load.a") ? m * k : k * n;
            return !isSum && type.equals("f16") ? 8 : count(elements, type);
        }
        // Each eight lanes multiply matrices of their own.
        int copies = m == 8 && k == 4 && types.get(1).equals("f16") ? 4 : 1;
        return switch (slot) {
            case "{d}" -> count(copies * m * n, types.get(0));
            case "{a}" -> count(copies * m * k, types.get(1));
            case "{b}" -> count(copies * k * n, types.get(2));
            default -> count(copies * m * n, types.get(3));
        };
    }

    private static int count(int elements, String type) {
        int bits = Integer.parseInt(
                type.replaceAll("tf32", "32").replaceAll("e4m3|e5m2", "8").replaceAll("[a-z]", ""));
        return elements / LANES / Math.max(1, 32 / bits);
    }
}
