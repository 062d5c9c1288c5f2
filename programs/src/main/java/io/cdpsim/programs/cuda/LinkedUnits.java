package io.cdpsim.programs.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Device code of several sources, registered as one module. clang registers the code of each source separately, where one cannot refer to another;
 * here the first registration registers all units, as nvcc's separable builds do, and the others return its handle.
 */
final class LinkedUnits {
    private static final String REGISTRATION = """
        struct wrapper {
            int magic, version;
            const void *data;
            const void *const *units;
        };
        static const struct wrapper all __attribute__((section(".nvFatBinSegment"), used)) = {0x466243b1, 2, units[0], units};
        static void **handle;
        void **__real___cudaRegisterFatBinary(const void *);
        void __real___cudaUnregisterFatBinary(void **);
        void **__wrap___cudaRegisterFatBinary(const void *own) {
            (void)own;
            return handle ? handle : (handle = __real___cudaRegisterFatBinary(&all));
        }
        void __wrap___cudaUnregisterFatBinary(void **own) {
            void **last = handle;
            (void)own;
            handle = 0;
            if (last) __real___cudaUnregisterFatBinary(last);
        }
        """;

    private LinkedUnits() {}

    /**
     * Writes the code that registers them.
     *
     * @return linker options
     */
    static List<String> write(List<Path> ptx, Path folder) throws IOException {
        StringBuilder code = new StringBuilder("__asm__(\".section .nv_fatbin,\\\"a\\\"\\n\"\n");
        for (int i = 0; i < ptx.size(); i++) {
            String file = ptx.get(i).toString().replace("\\", "\\\\").replace("\"", "\\\"");
            code.append("    \"cdpsim_unit")
                    .append(i)
                    .append(": .incbin \\\"")
                    .append(file)
                    .append("\\\"\\n.byte 0\\n\"\n");
        }
        code.append("    \".text\\n\");\n");
        for (int i = 0; i < ptx.size(); i++) {
            code.append("extern const char cdpsim_unit").append(i).append("[];\n");
        }
        code.append("static const void *const units[] = {");
        for (int i = 0; i < ptx.size(); i++) {
            code.append("cdpsim_unit").append(i).append(", ");
        }
        code.append("0};\n").append(REGISTRATION.replace("units[0]", "cdpsim_unit0"));
        Path source = Files.writeString(folder.resolve("units.c"), code);
        return List.of(
                "-Wl,--wrap=__cudaRegisterFatBinary,--wrap=__cudaUnregisterFatBinary",
                "-x",
                "c",
                source.toString(),
                "-x",
                "none");
    }
}
